#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Task, "waiting", QT_TRANSLATE_NOOP("Wording", "waiting")},
    {D::Task, "running", QT_TRANSLATE_NOOP("Wording", "running")},
    {D::Task, "solved", QT_TRANSLATE_NOOP("Wording", "solved")},
    {D::Task, "failed", QT_TRANSLATE_NOOP("Wording", "failed")},
    {D::Task, "skipped", QT_TRANSLATE_NOOP("Wording", "skipped")},

    {D::Round, "opened", QT_TRANSLATE_NOOP("Wording", "generating")},
    {D::Round, "replied", QT_TRANSLATE_NOOP("Wording", "at the gate")},
    {D::Round, "declared", QT_TRANSLATE_NOOP("Wording", "evaluating")},
    {D::Round, "evaluated", QT_TRANSLATE_NOOP("Wording", "evaluated")},
    {D::Round, "closed", QT_TRANSLATE_NOOP("Wording", "closed")},
    {D::Round, "refused", QT_TRANSLATE_NOOP("Wording", "refused")},
    {D::Round, "abandoned", QT_TRANSLATE_NOOP("Wording", "abandoned")},

    {D::Item, "normal", QT_TRANSLATE_NOOP("Wording", "cold")},
    {D::Item, "validated", QT_TRANSLATE_NOOP("Wording", "validated")},
    {D::Item, "consolidated", QT_TRANSLATE_NOOP("Wording", "resident")},

    {D::Adoption, "adopted", QT_TRANSLATE_NOOP("Wording", "adopted")},
    {D::Adoption, "not-adopted", QT_TRANSLATE_NOOP("Wording", "not adopted")},
    {D::Adoption, "unresolved", QT_TRANSLATE_NOOP("Wording", "unresolved")},

    {D::Objective, "corr", QT_TRANSLATE_NOOP("Wording", "correctness")},
    {D::Objective, "opt", QT_TRANSLATE_NOOP("Wording", "optimization")},

    {D::Stage, "refused", QT_TRANSLATE_NOOP("Wording", "not evaluated")},
    {D::Stage, "compile", QT_TRANSLATE_NOOP("Wording", "compile")},
    {D::Stage, "load", QT_TRANSLATE_NOOP("Wording", "load")},
    {D::Stage, "run", QT_TRANSLATE_NOOP("Wording", "run")},
    {D::Stage, "accuracy", QT_TRANSLATE_NOOP("Wording", "accuracy")},
    {D::Stage, "timing", QT_TRANSLATE_NOOP("Wording", "timed")},

    {D::Feedback, "", QT_TRANSLATE_NOOP("Wording", "ok")},
    {D::Feedback, "ok", QT_TRANSLATE_NOOP("Wording", "correct")},
    {D::Feedback, "refused", QT_TRANSLATE_NOOP("Wording", "refused")},
    {D::Feedback, "compile-error", QT_TRANSLATE_NOOP("Wording", "does not compile")},
    {D::Feedback, "compile-timeout", QT_TRANSLATE_NOOP("Wording", "compiles too long")},
    {D::Feedback, "compile-memory", QT_TRANSLATE_NOOP("Wording", "compiler out of memory")},
    {D::Feedback, "exit", QT_TRANSLATE_NOOP("Wording", "ended early")},
    {D::Feedback, "load-error", QT_TRANSLATE_NOOP("Wording", "cannot be loaded")},
    {D::Feedback, "symbol-refused", QT_TRANSLATE_NOOP("Wording", "forbidden symbol")},
    {D::Feedback, "crash", QT_TRANSLATE_NOOP("Wording", "crash")},
    {D::Feedback, "timeout", QT_TRANSLATE_NOOP("Wording", "timeout")},
    {D::Feedback, "forged", QT_TRANSLATE_NOOP("Wording", "forged result")},
    {D::Feedback, "memory", QT_TRANSLATE_NOOP("Wording", "out of memory")},
    {D::Feedback, "output-flood", QT_TRANSLATE_NOOP("Wording", "too much output")},
    {D::Feedback, "forbidden-call", QT_TRANSLATE_NOOP("Wording", "forbidden system call")},
    {D::Feedback, "wrong-output", QT_TRANSLATE_NOOP("Wording", "wrong output")},
    {D::Feedback, "rule-error", QT_TRANSLATE_NOOP("Wording", "rule broken")},
    {D::Feedback, "not-run", QT_TRANSLATE_NOOP("Wording", "not run")},

    {D::Rule, "capacity", QT_TRANSLATE_NOOP("Wording", "buffer capacity")},
    {D::Rule, "alignment", QT_TRANSLATE_NOOP("Wording", "alignment")},
    {D::Rule, "bounds", QT_TRANSLATE_NOOP("Wording", "out of bounds")},
    {D::Rule, "count", QT_TRANSLATE_NOOP("Wording", "copy size")},
    {D::Rule, "range", QT_TRANSLATE_NOOP("Wording", "field range")},
    {D::Rule, "queue", QT_TRANSLATE_NOOP("Wording", "queue use")},
    {D::Rule, "hazard", QT_TRANSLATE_NOOP("Wording", "pipe hazard")},
    {D::Rule, "flag", QT_TRANSLATE_NOOP("Wording", "event flag")},
    {D::Rule, "legality", QT_TRANSLATE_NOOP("Wording", "not on this core")},
    {D::Rule, "uninitialised", QT_TRANSLATE_NOOP("Wording", "uninitialised read")},
    {D::Rule, "coverage", QT_TRANSLATE_NOOP("Wording", "output not written")},
    {D::Rule, "sync", QT_TRANSLATE_NOOP("Wording", "core synchronisation")},
    {D::Rule, "aliasing", QT_TRANSLATE_NOOP("Wording", "overlapping operands")},
    {D::Rule, "budget", QT_TRANSLATE_NOOP("Wording", "cycle budget")},
    {D::Rule, "assert", QT_TRANSLATE_NOOP("Wording", "kernel's own assertion")},

    {D::Severity, "error", QT_TRANSLATE_NOOP("Wording", "error")},
    {D::Severity, "warning", QT_TRANSLATE_NOOP("Wording", "warning")},
    {D::Severity, "note", QT_TRANSLATE_NOOP("Wording", "note")},

    {D::End, "solved", QT_TRANSLATE_NOOP("Wording", "solved")},
    {D::End, "budget", QT_TRANSLATE_NOOP("Wording", "budget used up")},
    {D::End, "plateau", QT_TRANSLATE_NOOP("Wording", "no more gain")},
    {D::End, "skipped", QT_TRANSLATE_NOOP("Wording", "skipped by a person")},

    {D::Residency, "fits", QT_TRANSLATE_NOOP("Wording", "fits the budget")},
    {D::Residency, "displaced", QT_TRANSLATE_NOOP("Wording", "displaced by higher U")},
    {D::Residency, "gate", QT_TRANSLATE_NOOP("Wording", "gate no longer holds")},
    {D::Residency, "budget", QT_TRANSLATE_NOOP("Wording", "budget is smaller now")},
    {D::Residency, "pinned", QT_TRANSLATE_NOOP("Wording", "pinned by a person")},
    {D::Residency, "unpinned", QT_TRANSLATE_NOOP("Wording", "unpinned")},

    {D::Runner, "", QT_TRANSLATE_NOOP("Wording", "not running")},
    {D::Runner, "running", QT_TRANSLATE_NOOP("Wording", "running")},
    {D::Runner, "paused", QT_TRANSLATE_NOOP("Wording", "paused")},
    {D::Runner, "stopped", QT_TRANSLATE_NOOP("Wording", "stopped")},
    {D::Runner, "starting", QT_TRANSLATE_NOOP("Wording", "starting")},
    {D::Runner, "finished", QT_TRANSLATE_NOOP("Wording", "finished")},
});

} // namespace

std::span<const Wording> stateWordings()
{
    return table;
}

} // namespace sage::ui
