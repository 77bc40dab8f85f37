#pragma once

#include "core/episode/runstate.h"
#include "core/plain/result.h"
#include "ui/common/document.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace sage::ui {

using SnapshotPtr = std::shared_ptr<const RunSnapshot>;

/// What is known of the open workspace beside the run itself.
struct WorkspaceStatus {
    QString folder;              ///< empty: none is open
    std::vector<RunId> runs;     ///< oldest first
    RunId shown;
    std::optional<LeaseInfo> lease;
    bool launching = false;      ///< a runner was started here and has not shown itself yet

    [[nodiscard]] bool runnerAlive() const { return lease && lease->alive; }
};

/// Where views get a run from: RunData (a workspace on disk) or, in tests, a value in memory.
/// Views hold a pointer to it, connect to its signals and never wait for anything. GUI thread.
class RunSource : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Null while no run is shown.
    [[nodiscard]] const SnapshotPtr &snapshot() const { return m_snapshot; }
    [[nodiscard]] const WorkspaceStatus &status() const { return m_status; }

    /// Answered by documentReady with this ticket, or by problem.
    virtual quint64 requestDocument(DocumentRequest request) = 0;
    /// An order for the inbox: pause, resume, skip, reorder.
    virtual void post(const std::string &verb, const Json &arguments) = 0;
    /// Continues the run shown: by the inbox where a runner is alive, else by starting one.
    virtual void resumeRun() = 0;

Q_SIGNALS:
    /// At most every 100 ms. The previous snapshot stays alive until all slots have run.
    void snapshotChanged(const sage::ui::SnapshotPtr &previous);
    void statusChanged();
    void documentReady(const sage::ui::DocumentPtr &document);
    void problem(const sage::Error &error);

protected:
    void setSnapshot(SnapshotPtr snapshot)
    {
        const SnapshotPtr previous = std::exchange(m_snapshot, std::move(snapshot));
        Q_EMIT snapshotChanged(previous);
    }
    void setStatus(WorkspaceStatus status)
    {
        m_status = std::move(status);
        Q_EMIT statusChanged();
    }

private:
    SnapshotPtr m_snapshot;
    WorkspaceStatus m_status;
};

} // namespace sage::ui

Q_DECLARE_METATYPE(sage::ui::SnapshotPtr)
Q_DECLARE_METATYPE(sage::ui::DocumentPtr)
Q_DECLARE_METATYPE(sage::Error)
