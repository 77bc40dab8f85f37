#include "core/store/lease.h"

#include "core/base/log.h"

namespace sage {

Result<std::optional<LeaseInfo>> Lease::read(const Database &database, const Clock &clock, const StoreEnvironment &environment)
{
    std::optional<LeaseInfo> holder;
    const ProcessIdentity self = environment.self();
    const std::int64_t now = clock.nowMs();
    auto read = database.select("SELECT host, machine, pid, started, heartbeat FROM lease WHERE slot = 1 AND held = 1", {}, [&](const Row &row) -> Result<void> {
        const ProcessIdentity process{row.text(0), row.text(1), row.integer(2), row.text(3)};
        LeaseInfo info{process.host, process.pid, row.integer(4), false};
        // On this machine the process table knows; a busy holder may well be late with its heartbeat.
        info.alive = process.machine == self.machine ? environment.lives(process) : now - info.heartbeatMs <= leaseLifetimeMs;
        holder = info;
        return {};
    });
    if (!read)
        return fail(std::move(read.error()));
    return holder;
}

Error Lease::busy(const std::filesystem::path &folder, const LeaseInfo &holder)
{
    return {"store.busy",
            "The workspace " + folder.string() + " is being run by process " + std::to_string(holder.pid) + " on " + holder.host
                + ". Stop that run first, or watch it instead.",
            {},
            {{"folder", folder.string()}, {"pid", std::to_string(holder.pid)}, {"host", holder.host}}};
}

Result<void> Lease::take()
{
    auto transaction = Transaction::begin(m_database);
    if (!transaction)
        return fail(std::move(transaction.error()));
    auto holder = read(m_database, m_clock, m_environment);
    if (!holder)
        return fail(std::move(holder.error()));
    if (*holder && (*holder)->alive)
        return fail(busy(m_database.file().parent_path(), **holder));
    if (*holder)
        qCInfo(logStore) << "taking the lease over from process" << (*holder)->pid << "on" << (*holder)->host.c_str();
    const auto epoch = m_database.number("SELECT epoch FROM lease WHERE slot = 1");
    if (!epoch)
        return fail(epoch.error());
    const ProcessIdentity self = m_environment.self();
    auto taken = m_database.run("UPDATE lease SET epoch = ?, held = 1, host = ?, machine = ?, pid = ?, started = ?, heartbeat = ? WHERE slot = 1",
                                {qlonglong{*epoch + 1}, sqlText(self.host), sqlText(self.machine), qlonglong{self.pid}, sqlText(self.started), qlonglong{m_clock.nowMs()}});
    if (!taken)
        return fail(std::move(taken.error()));
    if (auto done = transaction->commit(); !done)
        return done;
    m_epoch = *epoch + 1;
    return {};
}

Result<void> Lease::renew()
{
    auto renewed = m_database.run("UPDATE lease SET heartbeat = ? WHERE slot = 1 AND held = 1 AND epoch = ?", {qlonglong{m_clock.nowMs()}, qlonglong{m_epoch}});
    if (!renewed)
        return fail(std::move(renewed.error()));
    if (*renewed == 1)
        return {};
    const std::string folder = m_database.file().parent_path().string();
    return fail("store.lease-lost", "Another process took over the workspace " + folder + ". This run has stopped writing; resume it here when the other is done.",
                {}, {{"folder", folder}});
}

void Lease::giveBack()
{
    if (m_epoch == 0)
        return;
    auto given = m_database.run("UPDATE lease SET held = 0 WHERE slot = 1 AND epoch = ?", {qlonglong{m_epoch}});
    if (!given)
        qCWarning(logStore) << "the lease could not be given back:" << given.error().detail.c_str();
    m_epoch = 0;
}

} // namespace sage
