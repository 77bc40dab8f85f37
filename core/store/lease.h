#pragma once

#include "core/base/clock.h"
#include "core/store/database.h"
#include "core/store/environment.h"
#include "core/store/workspace.h"

namespace sage {

/// A holder on another machine that has been silent for longer is taken for gone.
inline constexpr std::int64_t leaseLifetimeMs = 30000;

/// The right to write: one row whose epoch grows with every taker. Whoever knows the current epoch holds it.
///
/// Invariant: every write transaction of the holder begins with renew(), so a holder that was replaced cannot
/// commit anything.
class Lease
{
public:
    Lease(Database &database, const Clock &clock, const StoreEnvironment &environment)
        : m_database(database), m_clock(clock), m_environment(environment) {}

    /// Takes it within a transaction of its own. Error: store.busy.
    [[nodiscard]] Result<void> take();
    /// Within a transaction: the heartbeat. Error: store.lease-lost.
    [[nodiscard]] Result<void> renew();
    /// Best effort; a lease that is not given back is found stale by its pid.
    void giveBack();

    /// Who holds it according to the database.
    [[nodiscard]] static Result<std::optional<LeaseInfo>> read(const Database &database, const Clock &clock, const StoreEnvironment &environment);
    [[nodiscard]] static Error busy(const std::filesystem::path &folder, const LeaseInfo &holder);

private:
    Database &m_database;
    const Clock &m_clock;
    const StoreEnvironment &m_environment;
    std::int64_t m_epoch = 0; ///< 0: not held
};

} // namespace sage
