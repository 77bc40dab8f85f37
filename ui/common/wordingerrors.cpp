#include "ui/common/wordingtables.h"

#include <QtCore/qglobal.h>

#include <array>

// {name} stands for the error's argument of that name.
namespace sage::ui {

namespace {

using D = Domain;

constexpr auto table = std::to_array<Wording>({
    {D::Error, "card.broadcast", QT_TRANSLATE_NOOP("Wording", "The shapes of a step's operands do not fit together.")},
    {D::Error, "card.invalid", QT_TRANSLATE_NOOP("Wording", "The operator card {card} is wrong at {field}: {why}.")},
    {D::Error, "card.parameter", QT_TRANSLATE_NOOP("Wording", "A parameter of a step in an operator card is missing or wrong.")},
    {D::Error, "card.shapes", QT_TRANSLATE_NOOP("Wording", "The shapes in the operator card {card} do not fit together.")},

    {D::Error, "catalog.knowledge-invalid", QT_TRANSLATE_NOOP("Wording", "A file of initial knowledge cannot be read: an experience needs at least a title, and no keys that are not known.")},
    {D::Error, "catalog.stream-invalid", QT_TRANSLATE_NOOP("Wording", "The stream file is wrong: it needs a list of operators, each once, and has no other keys than name and operators.")},
    {D::Error, "catalog.unknown-operator", QT_TRANSLATE_NOOP("Wording", "There is no operator card called {operator}. Known: {known}.")},
    {D::Error, "catalog.unknown-stream", QT_TRANSLATE_NOOP("Wording", "There is no stream called {stream} and no such file.")},

    {D::Error, "episode.fold", QT_TRANSLATE_NOOP("Wording", "Event {sequence} ({kind}) of the journal does not fit what came before.")},
    {D::Error, "episode.stopped", QT_TRANSLATE_NOOP("Wording", "The run was stopped; resume continues here.")},

    {D::Error, "evaluate.cancelled", QT_TRANSLATE_NOOP("Wording", "The evaluation was cancelled.")},
    {D::Error, "evaluate.killed", QT_TRANSLATE_NOOP("Wording", "The compiler or a case was killed from outside, twice. The machine may be short of memory.")},
    {D::Error, "evaluate.no-compiler", QT_TRANSLATE_NOOP("Wording", "The compiler {compiler} cannot be run. Install the package g++.")},
    {D::Error, "evaluate.no-emulator", QT_TRANSLATE_NOOP("Wording", "The kernel runner or its headers are missing. Build or install all of SAGE.")},
    {D::Error, "evaluate.no-memory", QT_TRANSLATE_NOOP("Wording", "There is not enough memory for a kernel's tensors. Evaluate fewer cases side by side, or free memory.")},
    {D::Error, "evaluate.no-sandbox", QT_TRANSLATE_NOOP("Wording", "Nothing on this machine keeps the network or the home folder away from generated code, so it was not run. sagectl doctor says what is missing.")},
    {D::Error, "evaluate.no-space", QT_TRANSLATE_NOOP("Wording", "The job folder {folder} cannot be written. Free space on that disk, or choose another scratch folder.")},
    {D::Error, "evaluate.reference", QT_TRANSLATE_NOOP("Wording", "The reference of the operator card cannot be computed for this case.")},
    {D::Error, "evaluate.sandbox", QT_TRANSLATE_NOOP("Wording", "The sandbox could not be set up.")},
    {D::Error, "evaluate.watchdog", QT_TRANSLATE_NOOP("Wording", "A case did not end in time, twice, without using up its processor time. The machine may be overloaded.")},

    {D::Error, "file.missing", QT_TRANSLATE_NOOP("Wording", "There is no file {path}.")},
    {D::Error, "file.no-space", QT_TRANSLATE_NOOP("Wording", "No space left to write {path}. Free some space and try again.")},
    {D::Error, "file.too-large", QT_TRANSLATE_NOOP("Wording", "The file {path} is too large.")},
    {D::Error, "file.unreadable", QT_TRANSLATE_NOOP("Wording", "The file {path} cannot be read.")},
    {D::Error, "file.unwritable", QT_TRANSLATE_NOOP("Wording", "The file {path} cannot be written.")},

    {D::Error, "generate.cannot-lower", QT_TRANSLATE_NOOP("Wording", "A step of the operator card cannot be lowered to a kernel.")},
    {D::Error, "generate.options", QT_TRANSLATE_NOOP("Wording", "The synthesizer's option {option} is unknown or out of its range.")},
    {D::Error, "generate.rule-cap", QT_TRANSLATE_NOOP("Wording", "A rule must be allowed at least one token.")},

    {D::Error, "json.invalid", QT_TRANSLATE_NOOP("Wording", "{what} is not valid JSON.")},
    {D::Error, "json.shape", QT_TRANSLATE_NOOP("Wording", "The content of {what} does not have the expected fields.")},

    {D::Error, "memory.check", QT_TRANSLATE_NOOP("Wording", "Replaying the memory gave another value than the journal holds. The journal was changed, or another build wrote it.")},
    {D::Error, "memory.damaged", QT_TRANSLATE_NOOP("Wording", "The memory is damaged at {item}. Take it from its source again.")},
    {D::Error, "memory.facts", QT_TRANSLATE_NOOP("Wording", "Memory cannot learn from episode {episode}: its facts contradict each other.")},
    {D::Error, "memory.no-episode", QT_TRANSLATE_NOOP("Wording", "Memory cannot learn from episode {episode}: it is not the one that was opened last.")},
    {D::Error, "memory.rule-length", QT_TRANSLATE_NOOP("Wording", "The rule made from {item} is empty or too long.")},
    {D::Error, "memory.unknown-item", QT_TRANSLATE_NOOP("Wording", "The experience {item} is not in memory.")},
    {D::Error, "memory.unknown-policy", QT_TRANSLATE_NOOP("Wording", "There is no memory policy {policy}. Known: {known}.")},
    {D::Error, "memory.unknown-tokenizer", QT_TRANSLATE_NOOP("Wording", "There is no token counter {tokenizer}.")},
    {D::Error, "memory.import", QT_TRANSLATE_NOOP("Wording", "The memory cannot be imported here.")},
    {D::Error, "memory.budget-pinned", QT_TRANSLATE_NOOP("Wording", "The pinned rules do not fit the new budget. Unpin some first.")},
    {D::Error, "memory.known-item", QT_TRANSLATE_NOOP("Wording", "This experience is in memory already.")},
    {D::Error, "memory.edit", QT_TRANSLATE_NOOP("Wording", "The edit of the memory is incomplete or unknown.")},
    {D::Error, "memory.deleted", QT_TRANSLATE_NOOP("Wording", "This experience was deleted. Restore it first.")},
    {D::Error, "memory.pinned", QT_TRANSLATE_NOOP("Wording", "This rule is pinned. Unpin it first.")},
    {D::Error, "memory.pin-budget", QT_TRANSLATE_NOOP("Wording", "The rule does not fit the budget, so it cannot be pinned.")},

    {D::Error, "npu.bad-job", QT_TRANSLATE_NOOP("Wording", "The kernel runner got a launch description that it cannot read.")},
    {D::Error, "npu.bad-library", QT_TRANSLATE_NOOP("Wording", "The compiled kernel does not fit this emulator.")},
    {D::Error, "npu.bad-profile", QT_TRANSLATE_NOOP("Wording", "The device profile cannot be read.")},
    {D::Error, "npu.failed", QT_TRANSLATE_NOOP("Wording", "The emulator ran out of memory or failed.")},
    {D::Error, "npu.load", QT_TRANSLATE_NOOP("Wording", "The compiled kernel cannot be loaded.")},
    {D::Error, "npu.map", QT_TRANSLATE_NOOP("Wording", "No address range is left for a tensor.")},
    {D::Error, "npu.no-result", QT_TRANSLATE_NOOP("Wording", "The kernel runner ended without an answer.")},

    {D::Error, "plan.change", QT_TRANSLATE_NOOP("Wording", "An experience's plan change cannot be read.")},
    {D::Error, "plan.dimension", QT_TRANSLATE_NOOP("Wording", "A plan has no dimension {dimension}.")},
    {D::Error, "plan.value", QT_TRANSLATE_NOOP("Wording", "A plan has a value that is not allowed.")},

    {D::Error, "retrieval.dimension", QT_TRANSLATE_NOOP("Wording", "The vector index does not fit the embedder. Rebuild it.")},
    {D::Error, "retrieval.sparse", QT_TRANSLATE_NOOP("Wording", "The text index does not work.")},

    {D::Error, "run.none", QT_TRANSLATE_NOOP("Wording", "This workspace has no run yet.")},
    {D::Error, "run.unfinished", QT_TRANSLATE_NOOP("Wording", "This workspace has an unfinished run: resume it, or use another workspace.")},

    {D::Error, "sandbox.landlock", QT_TRANSLATE_NOOP("Wording", "Landlock could not be set up ({what}).")},
    {D::Error, "sandbox.missing-folder", QT_TRANSLATE_NOOP("Wording", "The folder to write to does not exist: {path}.")},
    {D::Error, "sandbox.no-bubblewrap", QT_TRANSLATE_NOOP("Wording", "Bubblewrap is not installed. Install the package bubblewrap.")},
    {D::Error, "sandbox.no-proc", QT_TRANSLATE_NOOP("Wording", "/proc is not mounted, so nothing that starts other processes was run. Mount /proc.")},
    {D::Error, "sandbox.no-runner", QT_TRANSLATE_NOOP("Wording", "The program {path} is missing. Build or install all of SAGE.")},
    {D::Error, "sandbox.no-scratch", QT_TRANSLATE_NOOP("Wording", "No temporary folder could be made in {path}.")},
    {D::Error, "sandbox.no-walls", QT_TRANSLATE_NOOP("Wording", "Nothing on this machine keeps the network or the home folder away from generated code, so it was not run. sagectl doctor says what is missing.")},
    {D::Error, "sandbox.not-started", QT_TRANSLATE_NOOP("Wording", "{what} could not be used.")},
    {D::Error, "sandbox.privileges", QT_TRANSLATE_NOOP("Wording", "The process could not give up its privileges.")},
    {D::Error, "sandbox.rlimit", QT_TRANSLATE_NOOP("Wording", "The limit {limit} could not be set.")},
    {D::Error, "sandbox.seccomp", QT_TRANSLATE_NOOP("Wording", "The system call filter could not be installed.")},
    {D::Error, "sandbox.supervisor-lost", QT_TRANSLATE_NOOP("Wording", "The process that watches over generated code was itself killed. Try it again.")},
    {D::Error, "sandbox.system", QT_TRANSLATE_NOOP("Wording", "A system resource for the sandbox could not be had.")},

    {D::Error, "session.no-reply", QT_TRANSLATE_NOOP("Wording", "The open round has no reply; submit one first.")},
    {D::Error, "session.not-open", QT_TRANSLATE_NOOP("Wording", "The episode {episode} was not opened.")},
    {D::Error, "episode.internal", QT_TRANSLATE_NOOP("Wording", "A generator or an evaluator failed in a way that it should not; this is a fault of the program.")},
    {D::Error, "session.ended", QT_TRANSLATE_NOOP("Wording", "The episode {episode} has ended; no further round can be opened.")},
    {D::Error, "session.kernel-missing", QT_TRANSLATE_NOOP("Wording", "The entering kernel of a round is not in the journal.")},
    {D::Error, "session.no-round", QT_TRANSLATE_NOOP("Wording", "No round is open; search first.")},
    {D::Error, "session.not-in-stream", QT_TRANSLATE_NOOP("Wording", "{operator} is not an operator of this run's stream.")},

    {D::Error, "settings.range", QT_TRANSLATE_NOOP("Wording", "The setting {setting} is {value}, which is out of its range.")},
    {D::Error, "settings.unknown", QT_TRANSLATE_NOOP("Wording", "There is no setting called {setting}.")},
    {D::Error, "settings.value", QT_TRANSLATE_NOOP("Wording", "The setting {setting} cannot be \"{value}\": another kind of value is expected.")},
    {D::Error, "settings.unknown-policy", QT_TRANSLATE_NOOP("Wording", "There is no policy called {policy}.")},

    {D::Error, "steps.invalid", QT_TRANSLATE_NOOP("Wording", "The step \"{line}\" cannot be read: expected {expected}.")},

    {D::Error, "store.artifact-corrupt", QT_TRANSLATE_NOOP("Wording", "An artifact of the workspace is damaged: its content does not fit its name. Restore the file from a copy.")},
    {D::Error, "store.artifact-missing", QT_TRANSLATE_NOOP("Wording", "An artifact of the workspace is missing. Restore the file from a copy.")},
    {D::Error, "store.artifact-unreadable", QT_TRANSLATE_NOOP("Wording", "An artifact of the workspace cannot be read.")},
    {D::Error, "store.bad-event", QT_TRANSLATE_NOOP("Wording", "An event needs a run, a kind and a key.")},
    {D::Error, "store.bad-hash", QT_TRANSLATE_NOOP("Wording", "A name of an artifact has to have 64 lower-case hexadecimal digits.")},
    {D::Error, "store.busy", QT_TRANSLATE_NOOP("Wording", "The workspace {folder} is being run by process {pid} on {host}. Stop that run first, or watch it instead.")},
    {D::Error, "store.conflict", QT_TRANSLATE_NOOP("Wording", "The journal already holds another event under the same key. The run was continued with a different program or different files.")},
    {D::Error, "store.corrupt", QT_TRANSLATE_NOOP("Wording", "The workspace is damaged or is none. Restore it from a copy; nothing was changed.")},
    {D::Error, "store.database", QT_TRANSLATE_NOOP("Wording", "The database of the workspace answered with an error.")},
    {D::Error, "store.events-lost", QT_TRANSLATE_NOOP("Wording", "The journal of {folder} ends at event {last}, but {noted} were stored: its -wal file is missing, or it is an older copy. Restore it; to go on without these events, delete the file last in the workspace.")},
    {D::Error, "store.io", QT_TRANSLATE_NOOP("Wording", "The disk failed. Nothing that was stored is lost; check the disk and resume.")},
    {D::Error, "store.lease-lost", QT_TRANSLATE_NOOP("Wording", "Another process took over the workspace {folder}. This run has stopped writing.")},
    {D::Error, "store.locked", QT_TRANSLATE_NOOP("Wording", "Another program keeps the workspace locked. Close it, then try again.")},
    {D::Error, "store.missing", QT_TRANSLATE_NOOP("Wording", "There is no workspace in {folder}. Open another one, or create a new workspace.")},
    {D::Error, "store.newer-schema", QT_TRANSLATE_NOOP("Wording", "The workspace was written by a newer version. Update the program; nothing was changed.")},
    {D::Error, "store.no-driver", QT_TRANSLATE_NOOP("Wording", "Qt's SQLite driver was not found. Install libqt6sql6-sqlite.")},
    {D::Error, "store.no-locking", QT_TRANSLATE_NOOP("Wording", "The workspace {folder} lies on a network file system, where the journal cannot be shared safely. Choose a folder on a local disk.")},
    {D::Error, "store.no-space", QT_TRANSLATE_NOOP("Wording", "There is no space left on the disk. Nothing that was stored is lost.")},
    {D::Error, "store.not-empty", QT_TRANSLATE_NOOP("Wording", "The folder {folder} is not empty. Choose a new or an empty folder for the workspace.")},
    {D::Error, "store.not-runner", QT_TRANSLATE_NOOP("Wording", "The workspace {folder} is open for reading only.")},
    {D::Error, "store.older-schema", QT_TRANSLATE_NOOP("Wording", "The workspace was written by an older version. Resume or run it once to bring it up to date.")},
    {D::Error, "store.read-only", QT_TRANSLATE_NOOP("Wording", "The workspace cannot be written. Check the permissions of the folder and its disk.")},
    {D::Error, "store.unreadable", QT_TRANSLATE_NOOP("Wording", "The workspace cannot be opened. Check the permissions of the folder.")},
    {D::Error, "store.unwritable", QT_TRANSLATE_NOOP("Wording", "An artifact could not be written. Check the permissions of the folder.")},

    {D::Error, "transfer.plan", QT_TRANSLATE_NOOP("Wording", "The plan of a transfer measurement in {file} is wrong.")},

    {D::Error, "yaml.invalid", QT_TRANSLATE_NOOP("Wording", "{what} cannot be read as YAML, line {line}.")},

    {D::Error, "ui.runner-ended", QT_TRANSLATE_NOOP("Wording", "The runner ended before the run was finished. Its last words:\n{words}")},
    {D::Error, "ui.no-runner", QT_TRANSLATE_NOOP("Wording", "The program {program} could not be started. Build or install sagectl beside the workbench.")},
});

} // namespace

std::span<const Wording> errorWordings()
{
    return table;
}

} // namespace sage::ui
