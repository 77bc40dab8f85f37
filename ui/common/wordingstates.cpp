#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

// Context "Wording" in the translation file.
#define WORD(text) QT_TRANSLATE_NOOP("Wording", text)

namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Task, "waiting", WORD("waiting")},
    {D::Task, "running", WORD("running")},
    {D::Task, "solved", WORD("solved")},
    {D::Task, "failed", WORD("failed")},
    {D::Task, "skipped", WORD("skipped")},

    {D::Round, "opened", WORD("generating")},
    {D::Round, "replied", WORD("at the gate")},
    {D::Round, "declared", WORD("evaluating")},
    {D::Round, "evaluated", WORD("evaluated")},
    {D::Round, "closed", WORD("closed")},
    {D::Round, "refused", WORD("refused")},
    {D::Round, "abandoned", WORD("abandoned")},

    {D::Item, "normal", WORD("cold")},
    {D::Item, "validated", WORD("validated")},
    {D::Item, "consolidated", WORD("resident")},

    {D::Adoption, "adopted", WORD("adopted")},
    {D::Adoption, "not-adopted", WORD("not adopted")},
    {D::Adoption, "unresolved", WORD("unresolved")},

    {D::Objective, "corr", WORD("correctness")},
    {D::Objective, "opt", WORD("optimization")},

    {D::Stage, "refused", WORD("not evaluated")},
    {D::Stage, "compile", WORD("compile")},
    {D::Stage, "load", WORD("load")},
    {D::Stage, "run", WORD("run")},
    {D::Stage, "accuracy", WORD("accuracy")},
    {D::Stage, "timing", WORD("timed")},

    {D::Feedback, "", WORD("ok")},
    {D::Feedback, "ok", WORD("correct")},
    {D::Feedback, "refused", WORD("refused")},
    {D::Feedback, "compile-error", WORD("does not compile")},
    {D::Feedback, "load-error", WORD("cannot be loaded")},
    {D::Feedback, "symbol-refused", WORD("forbidden symbol")},
    {D::Feedback, "crash", WORD("crash")},
    {D::Feedback, "timeout", WORD("timeout")},
    {D::Feedback, "memory", WORD("out of memory")},
    {D::Feedback, "output-limit", WORD("too much output")},
    {D::Feedback, "forbidden", WORD("forbidden system call")},
    {D::Feedback, "wrong-output", WORD("wrong output")},
    {D::Feedback, "rule-error", WORD("rule broken")},
    {D::Feedback, "not-run", WORD("not run")},

    {D::Rule, "capacity", WORD("buffer capacity")},
    {D::Rule, "alignment", WORD("alignment")},
    {D::Rule, "bounds", WORD("out of bounds")},
    {D::Rule, "count", WORD("copy size")},
    {D::Rule, "range", WORD("field range")},
    {D::Rule, "queue", WORD("queue use")},
    {D::Rule, "hazard", WORD("pipe hazard")},
    {D::Rule, "flag", WORD("event flag")},
    {D::Rule, "legality", WORD("not on this core")},
    {D::Rule, "uninitialised", WORD("uninitialised read")},
    {D::Rule, "coverage", WORD("output not written")},
    {D::Rule, "sync", WORD("core synchronisation")},
    {D::Rule, "aliasing", WORD("overlapping operands")},
    {D::Rule, "budget", WORD("cycle budget")},

    {D::Severity, "error", WORD("error")},
    {D::Severity, "warning", WORD("warning")},
    {D::Severity, "note", WORD("note")},

    {D::End, "solved", WORD("solved")},
    {D::End, "budget", WORD("budget used up")},
    {D::End, "plateau", WORD("no more gain")},
    {D::End, "target", WORD("target reached")},
    {D::End, "skipped", WORD("skipped by a person")},
    {D::End, "stopped", WORD("stopped by a person")},

    {D::Residency, "fits", WORD("fits the budget")},
    {D::Residency, "displaced", WORD("displaced by higher U")},
    {D::Residency, "gate", WORD("gate no longer holds")},
    {D::Residency, "budget", WORD("budget is smaller now")},
    {D::Residency, "pinned", WORD("pinned by a person")},
    {D::Residency, "unpinned", WORD("unpinned")},

    {D::Runner, "", WORD("not running")},
    {D::Runner, "running", WORD("running")},
    {D::Runner, "paused", WORD("paused")},
    {D::Runner, "stopped", WORD("stopped")},
    {D::Runner, "starting", WORD("starting")},
    {D::Runner, "finished", WORD("finished")},
});

} // namespace

std::span<const Wording> stateWordings()
{
    return table;
}

} // namespace sage::ui
