#include "core/episode/session.h"

#include "core/base/log.h"
#include "core/memory/gate.h"

#include <algorithm>

namespace sage {

namespace {

/// Infrastructure failures of one job: the round is lost, the run goes on. All others stop the run.
[[nodiscard]] bool losesOnlyTheRound(const Error &error)
{
    return error.code == "evaluate.watchdog" || error.code == "evaluate.killed";
}

} // namespace

EpisodeSession::EpisodeSession(SessionParts parts, Task task) : m_parts(std::move(parts)), m_task(std::move(task)), m_id(episodeIdOf(m_task)) {}

const Settings &EpisodeSession::settings() const
{
    return m_parts.journal->fold().state().created.settings;
}

std::uint64_t EpisodeSession::seed() const
{
    return m_parts.journal->fold().state().created.seed;
}

EpisodeReading EpisodeSession::reading() const
{
    return EpisodeReading(m_parts.journal->fold().state(), m_task);
}

std::string EpisodeSession::key(std::string_view step) const
{
    return m_id.value + '/' + std::to_string(reading().round()) + '/' + std::string(step);
}

Result<void> EpisodeSession::open()
{
    const EpisodeReading now = reading();
    if (!now.task())
        return fail("session.not-in-stream", m_task.operatorName + " is not an operator of this run's stream.", {}, {{"operator", m_task.operatorName}});
    if (now.episode())
        return {};
    const int used = now.task()->roundsUsed;
    return m_parts.journal->record(kind::episodeOpened, m_id.value + "/opened", EpisodeOpened{m_id, m_task, used + 1, settings().rounds - used});
}

Result<const Feedback *> EpisodeSession::feedbackOf(const RoundEvaluated &evaluated) const
{
    const auto known = m_feedback.find(evaluated.feedback);
    if (known != m_feedback.end())
        return &known->second;
    Result<Feedback> loaded = loadFeedback(m_parts.journal->workspace(), evaluated.feedback);
    if (!loaded)
        return fail(loaded.error());
    return &m_feedback.emplace(evaluated.feedback, std::move(*loaded)).first->second;
}

Result<std::optional<Feedback>> EpisodeSession::feedback() const
{
    const RoundView *last = reading().lastEvaluated();
    if (!last)
        return std::optional<Feedback>();
    const Result<const Feedback *> loaded = feedbackOf(*last->evaluated);
    return loaded ? Result<std::optional<Feedback>>(**loaded) : fail(loaded.error());
}

Result<RoundContext> EpisodeSession::search()
{
    const EpisodeReading now = reading();
    if (!now.episode())
        return fail("session.not-open", "The episode " + m_id.value + " was not opened.", {}, {{"episode", m_id.value}});
    if (const RoundView *open = now.openRound())
        return contextOf(open->opened);
    if (now.closed() || now.endReason())
        return fail("session.ended", "The episode " + m_id.value + " has ended; no further round can be opened.", {}, {{"episode", m_id.value}});
    const Result<std::optional<Feedback>> last = feedback();
    if (!last)
        return fail(last.error());
    RoundOpened opened;
    opened.episode = m_id;
    opened.round = now.round();
    opened.entering = now.enteringKernel().value_or(Hash());
    opened.query = queryFor(card(), m_task.objective, *last);
    Result<std::vector<Retrieved>> retrieved = m_parts.index->retrieve(opened.query, m_parts.journal->fold().memory());
    if (!retrieved)
        return fail(retrieved.error());
    opened.retrieved = std::move(*retrieved);
    opened.resident = m_parts.journal->fold().memory().residentIds();
    m_declared.clear();
    m_used.clear();
    if (const Result<void> done = m_parts.journal->record(kind::roundOpened, key("opened"), opened); !done)
        return fail(done.error());
    return contextOf(opened);
}

Result<RoundContext> EpisodeSession::contextOf(const RoundOpened &opened) const
{
    RoundContext context;
    context.opened = opened;
    const MemoryState &memory = m_parts.journal->fold().memory();
    for (const Retrieved &item : opened.retrieved) {
        const Experience *experience = memory.experience(item.id);
        if (experience)
            context.retrieved.push_back({*experience, item});
    }
    for (const ExperienceId &id : opened.resident) {
        const MemoryItem *item = memory.find(id);
        if (item && item->rule)
            context.resident.emplace_back(*item->rule, *item->experience);
    }
    if (!opened.entering.empty()) {
        const RoundReplied *reply = reading().replyOf(opened.entering);
        if (!reply)
            return fail("session.kernel-missing", "The entering kernel of " + m_id.value + " is not in the journal.", opened.entering.value);
        Result<KernelSource> kernel = loadKernel(m_parts.journal->workspace(), reply->kernel);
        if (!kernel)
            return fail(kernel.error());
        context.entering = std::move(*kernel);
    }
    return context;
}

void EpisodeSession::declare(const std::vector<AdoptionRecord> &records)
{
    for (const AdoptionRecord &record : records)
        m_declared[record.id] = record;
}

void EpisodeSession::use(const std::vector<ExperienceId> &rules)
{
    m_used.insert(m_used.end(), rules.begin(), rules.end());
    std::sort(m_used.begin(), m_used.end());
    m_used.erase(std::unique(m_used.begin(), m_used.end()), m_used.end());
}

int EpisodeSession::attempts() const
{
    const RoundView *open = reading().openRound();
    return open ? static_cast<int>(open->refusals.size()) : 0;
}

std::vector<ExperienceId> EpisodeSession::unresolved() const
{
    const RoundView *open = reading().openRound();
    return open && !open->refusals.empty() ? open->refusals.back().unresolved : std::vector<ExperienceId>();
}

bool EpisodeSession::hasPendingReply() const
{
    const RoundView *open = reading().openRound();
    return open && (open->state == RoundState::Replied || open->state == RoundState::Declared || open->state == RoundState::Evaluated);
}

Result<Verdict> EpisodeSession::submit(const Submission &submission, const ProgressSink &progress)
{
    const RoundView *open = reading().openRound();
    if (!open)
        return fail("session.no-round", "No round of " + m_id.value + " is open; search first.");
    if (hasPendingReply())
        return advance(progress);
    for (const KernelFile &file : submission.kernel.files) {
        if (const Result<Hash> stored = m_parts.journal->workspace().putArtifact(file.text); !stored)
            return fail(stored.error());
    }
    RoundReplied reply;
    reply.episode = m_id;
    reply.round = open->round;
    reply.attempt = attempts() + 1;
    reply.kernel = submission.kernel.manifest();
    reply.kernelHash = reply.kernel.hash();
    for (const auto &[id, record] : m_declared)
        reply.declared.push_back(record);
    reply.usedRules = m_used;
    reply.note = submission.note;
    reply.memo = submission.memo;
    reply.truth = submission.truth;
    if (const Result<void> done = m_parts.journal->record(kind::roundReplied, key("replied") + '/' + std::to_string(reply.attempt), reply); !done)
        return fail(done.error());
    return advance(progress);
}

Result<Verdict> EpisodeSession::advance(const ProgressSink &progress)
{
    const RoundView *open = reading().openRound();
    if (!open)
        return fail("session.no-round", "No round of " + m_id.value + " is open; search first.");
    if (!open->replied || open->state == RoundState::Opened)
        return fail("session.no-reply", "The open round of " + m_id.value + " has no reply; submit one first.");
    if (open->state == RoundState::Replied) {
        Result<std::optional<Verdict>> refused = judge(*open);
        if (!refused)
            return fail(refused.error());
        if (*refused)
            return std::move(**refused);
        open = reading().openRound();
    }
    return evaluate(*open, progress);
}

Result<std::optional<Verdict>> EpisodeSession::judge(const RoundView &view)
{
    std::vector<ExperienceId> retrieved;
    for (const Retrieved &item : view.opened.retrieved)
        retrieved.push_back(item.id);
    const GateDecision answer = checkAdoption(retrieved, view.replied->declared, m_parts.journal->fold().memory().policy().gate);
    if (answer.passes) {
        std::vector<ExperienceId> rules = usedResidents(view.opened.resident, view.replied->usedRules);
        const Result<void> done = m_parts.journal->record(kind::roundDeclared, key("declared"), RoundDeclared{m_id, view.round, answer.records, std::move(rules)});
        return done ? Result<std::optional<Verdict>>(std::nullopt) : fail(done.error());
    }
    Verdict verdict{Verdict::Kind::Refused, answer.unresolved, false, {}, {}};
    verdict.roundClosed = view.replied->attempt >= settings().refusals;
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::roundRefused, key("refused") + '/' + std::to_string(view.replied->attempt), RoundRefused{m_id, view.round, view.replied->attempt, answer.unresolved}});
    if (verdict.roundClosed)
        entries.push_back({kind::roundClosed, key("closed"), RoundClosed{m_id, view.round, "refused", "gate"}});
    const Result<void> done = m_parts.journal->record(std::move(entries));
    return done ? Result<std::optional<Verdict>>(verdict) : fail(done.error());
}

Result<Verdict> EpisodeSession::evaluate(const RoundView &view, const ProgressSink &progress)
{
    EvaluationRequest request;
    request.card = m_parts.card;
    request.seed = seed();
    request.scratch = m_parts.scratch;
    request.parallelCases = m_parts.parallelCases;
    Result<KernelSource> kernel = loadKernel(m_parts.journal->workspace(), view.replied->kernel);
    if (!kernel)
        return fail(kernel.error());
    request.kernel = std::move(*kernel);
    EvaluationCosts costs;
    request.costs = &costs;
    Result<Feedback> feedback = fail("episode.internal", "The evaluator gave no answer.");
    if (const Result<void> called = calls().run([&](std::stop_token stop) { feedback = m_parts.evaluator->evaluate(request, std::move(stop), progress); }); !called)
        return fail(called.error());
    if (!feedback && !losesOnlyTheRound(feedback.error()))
        return fail(feedback.error());
    if (!feedback) {
        qCWarning(logEpisode, "%s", feedback.error().message.c_str());
        const std::string reason = feedback.error().code;
        const Result<void> given = abandon(reason);
        return given ? Result<Verdict>(Verdict{Verdict::Kind::Abandoned, {}, true, {}, reason}) : fail(given.error());
    }
    const Result<Hash> stored = m_parts.journal->workspace().putArtifact(canonical(Json(*feedback)));
    if (!stored)
        return fail(stored.error());
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::roundEvaluated, key("evaluated"),
                       RoundEvaluated{m_id, view.round, *stored, feedback->stage, feedback->compiled, feedback->correct, feedback->code, feedback->latencyUs},
                       {{"seconds", costs.totalSeconds}, {"compileSeconds", costs.compileSeconds}, {"runSeconds", costs.runSeconds}, {"fromMemo", costs.fromMemo}, {"layers", costs.layers}}});
    entries.push_back({kind::roundClosed, key("closed"), RoundClosed{m_id, view.round, "evaluated", {}}});
    m_feedback[*stored] = *feedback;
    if (const Result<void> done = m_parts.journal->record(std::move(entries)); !done)
        return fail(done.error());
    return Verdict{Verdict::Kind::Evaluated, {}, true, *feedback, {}};
}

Result<void> EpisodeSession::abandon(const std::string &reason)
{
    const RoundView *open = reading().openRound();
    if (!open)
        return {};
    return m_parts.journal->record(kind::roundClosed, key("closed"), RoundClosed{m_id, open->round, "abandoned", reason});
}

Result<std::vector<PastRound>> EpisodeSession::history() const
{
    std::vector<PastRound> rounds;
    const EpisodeReading now = reading();
    const EpisodeView *second = m_task.objective == Objective::Optimization ? now.episode() : nullptr;
    for (const EpisodeView *view : {now.correctness(), second}) {
        if (!view)
            continue;
        for (const RoundView &one : view->rounds) {
            if (!one.replied || &one == now.openRound())
                continue;
            PastRound past{one.round, view->opened.task.objective, one.replied->kernelHash, one.replied->memo, one.replied->truth, {}, {}, {}};
            if (one.declared) {
                past.adoption = one.declared->adoption;
                past.usedRules = one.declared->usedRules;
            }
            if (one.evaluated) {
                const Result<const Feedback *> loaded = feedbackOf(*one.evaluated);
                if (!loaded)
                    return fail(loaded.error());
                past.feedback = **loaded;
            }
            rounds.push_back(std::move(past));
        }
    }
    return rounds;
}

MemoryLearned EpisodeSession::factsOf(const EpisodeClosed &result, std::vector<Experience> written) const
{
    MemoryLearned facts = reading().facts(result);
    for (Experience &experience : written) {
        experience.provenance.run = m_parts.journal->run();
        experience.provenance.episode = m_id;
        experience.provenance.operatorName = m_task.operatorName;
        experience.id = experienceIdOf(experience);
    }
    facts.written = std::move(written);
    return facts;
}

bool EpisodeSession::learnsAtEnd(const std::string &reason) const
{
    return reason != "skipped" && m_parts.journal->fold().memory().policy().learns;
}

Result<void> EpisodeSession::close(const std::string &reason, std::vector<Experience> written, const Abstraction &abstraction, std::optional<double> referenceUs)
{
    if (closed())
        return {};
    const EpisodeClosed result = reading().result(reason, referenceUs);
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::episodeClosed, m_id.value + "/closed", result});
    if (learnsAtEnd(reason)) {
        MemoryLearned learned = factsOf(result, std::move(written));
        if (const Result<void> done = abstractRules(learned, abstraction); !done)
            return done;
        if (const Result<void> done = m_parts.journal->learn(learned); !done)
            return done;
        entries.push_back({kind::memoryLearned, m_id.value + "/learned", learned});
    }
    return m_parts.journal->record(std::move(entries));
}

Result<void> EpisodeSession::abstractRules(MemoryLearned &facts, const Abstraction &abstraction) const
{
    const MemoryState &memory = m_parts.journal->fold().memory();
    for (const ExperienceId &id : memory.needsAbstraction(facts)) {
        Result<RuleText> text = fail("episode.internal", "The generator gave no rule.");
        if (const Result<void> called = calls().run([&](std::stop_token) { text = abstraction(*memory.experience(id)); }); !called)
            return called;
        if (!text)
            return fail(text.error());
        text->id = id;
        facts.abstracted.push_back(fitted(std::move(*text), settings().ruleCapTokens, memory.counter()));
    }
    return {};
}

} // namespace sage
