#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace sage {

class StoreEnvironment;

/// One line of the journal.
struct Event {
    std::int64_t sequence = 0; ///< from 1 within the run; set by append
    RunId run;
    std::string kind;          ///< core/model/events.h
    std::string key;           ///< unique within the run and stable over resumes: "Swish/corr/3/evaluated"
    Json payload;              ///< deterministic facts
    Json meta;                 ///< host, pid, durations, sandbox layers: never in a digest. "timeMs" (milliseconds
                               ///< since 1970 UTC) is set by append where it is missing
};

/// A short order to whoever runs the workspace.
struct Command {
    std::int64_t id = 0;   ///< set by the store
    std::string verb;      ///< pause | resume | stop | skip | reorder | memory-edit
    Json arguments;
    std::string author;
    std::int64_t timeMs = 0;
};

struct LeaseInfo {
    std::string host;
    std::int64_t pid = 0;
    std::int64_t heartbeatMs = 0;
    bool alive = false; ///< heartbeat not older than the lease's lifetime, or the process is there on this host
};

/// A workspace on disk: `workspace.sqlite` (WAL), `artifacts/ab/cdef...` named by SHA-256, `tmp/` (swept by the
/// lease's holder). The format's page is core/store/README.md.
///
/// Thread rule: an object belongs to the thread that opened it. Any number of readers, one writer at a time.
/// Invariants: 1. events are only appended; 2. an event's artifacts are on disk before the event; 3. a key
/// occurs once in a run; 4. nothing is written without the lease, except commands.
class Workspace
{
public:
    enum class Mode : std::uint8_t { Read, Run };

    /// Makes the folder (must be missing or empty; leftovers of an interrupted create count as empty) and opens it to
    /// run. An error leaves nothing behind. `environment`: null for the real one. Errors: store.not-empty, store.read-only, store.no-space, store.no-locking.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> create(const std::filesystem::path &folder, const Clock &clock,
                                                                   const StoreEnvironment *environment = nullptr);
    /// Run takes the lease (store.busy names its holder), lifts an older schema and sweeps tmp/. Errors: store.missing,
    /// store.newer-schema, store.corrupt, store.read-only, store.no-locking, store.no-space. Read works in an unwritable
    /// folder and refuses an older schema (store.older-schema). An error leaves the folder untouched.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> open(const std::filesystem::path &folder, Mode mode, const Clock &clock,
                                                                 const StoreEnvironment *environment = nullptr);
    ~Workspace();

    [[nodiscard]] const std::filesystem::path &folder() const;
    /// Private scratch of the lease's holder; empty at open.
    [[nodiscard]] std::filesystem::path scratch() const;

    /// All or none, in one transaction. An event whose key is there with the same kind and payload is skipped (a repeat
    /// after a crash); with another payload: store.conflict. Returns the sequence number of the last of them (0 for none).
    /// Also a heartbeat. Errors: store.lease-lost, store.no-space, store.not-runner (opened to read), store.conflict.
    [[nodiscard]] Result<std::int64_t> append(std::vector<Event> events);
    /// Events after `after`, in order, at most `limit`.
    [[nodiscard]] Result<std::vector<Event>> read(const RunId &run, std::int64_t after, int limit = 10000) const;
    [[nodiscard]] Result<std::optional<Event>> find(const RunId &run, const std::string &key) const;
    /// Oldest first.
    [[nodiscard]] Result<std::vector<RunId>> runs() const;

    /// Durable before it returns. The same bytes are stored once.
    [[nodiscard]] Result<Hash> putArtifact(std::string_view bytes);
    /// Errors: store.artifact-missing, store.artifact-corrupt (hash checked on every read).
    [[nodiscard]] Result<std::string> artifact(const Hash &hash) const;

    /// May be called in either mode, also while another process writes. Errors: store.read-only, store.locked, store.no-space.
    [[nodiscard]] Result<void> post(const Command &command);
    /// Commands not yet carried out, oldest first. Run mode.
    [[nodiscard]] Result<std::vector<Command>> openCommands();
    /// Afterwards the command is not given out again. To be called once its effect is stored: a crash in between gives
    /// it out once more, so what it writes needs a key of its own.
    [[nodiscard]] Result<void> markTaken(std::int64_t id);

    /// Changes whenever another connection committed.
    [[nodiscard]] Result<std::int64_t> dataVersion() const;
    /// Who runs this workspace, if anybody.
    [[nodiscard]] Result<std::optional<LeaseInfo>> lease() const;
    /// To be called at least every five seconds while running; store.lease-lost if another took over.
    [[nodiscard]] Result<void> heartbeat();

private:
    struct Private;
    explicit Workspace(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// SHA-256 over the canonical JSON array of [kind, key, payload] of all events of the run whose kind is not under
/// "runner.", in the order of append: design.md, Determinism. Sequence numbers, run id and meta do not enter.
[[nodiscard]] Result<Hash> journalDigest(const Workspace &workspace, const RunId &run);

} // namespace sage
