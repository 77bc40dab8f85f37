#include "core/model/events.h"

namespace sage {

SAGE_JSON_DEFINE(StreamEntry, operatorName, card, level, skipped)
SAGE_JSON_DEFINE(RunCreated, seed, streamName, stream, settings, generator, generatorOptions, evaluator, device)
SAGE_JSON_DEFINE(StreamChanged, stream, author, what)
SAGE_JSON_DEFINE(EpisodeOpened, episode, task, firstRound, roundsLeft)
SAGE_JSON_DEFINE(RoundOpened, episode, round, entering, query, retrieved, resident)
SAGE_JSON_DEFINE(RoundReplied, episode, round, attempt, kernel, kernelHash, declared, usedRules, note, memo, truth)
SAGE_JSON_DEFINE(RoundRefused, episode, round, attempt, unresolved)
SAGE_JSON_DEFINE(RoundDeclared, episode, round, adoption, usedRules)
SAGE_JSON_DEFINE(RoundEvaluated, episode, round, feedback, stage, compiled, correct, code, latencyUs)
SAGE_JSON_DEFINE(RoundClosed, episode, round, outcome, reason)
SAGE_JSON_DEFINE(EpisodeClosed, episode, task, endReason, met, rounds, bestKernel, bestRound, firstUs, bestUs, referenceUs, score)
SAGE_JSON_DEFINE(MemoryImported, source, author, experiences, state)
SAGE_JSON_DEFINE(RuleText, id, text, example)
SAGE_JSON_DEFINE(CreditCheck, id, credit, eta, before, after)
SAGE_JSON_DEFINE(ResidencyCheck, id, promoted, reason, by, u, tokens)
SAGE_JSON_DEFINE(MemoryLearned, episode, task, score, retrieved, adopted, usedRules, written, abstracted, credits, residency, residentTokens)
SAGE_JSON_DEFINE(MemoryEdited, author, action, id, experience, rule, budgetTokens, tokenizer, residency, residentTokens)
SAGE_JSON_DEFINE(RunFinished, operators, solved)

} // namespace sage
