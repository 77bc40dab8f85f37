#pragma once

#include "core/base/hash.h"
#include "core/store/environment.h"

#include <filesystem>
#include <set>

namespace sage {

/// Files named by the SHA-256 of their content, `artifacts/ab/cdef...`.
///
/// Thread rule: one thread. Cost of a put: one file sync and one folder sync; of a repeat: nothing.
class ArtifactStore
{
public:
    ArtifactStore(std::filesystem::path folder, const StoreEnvironment &environment);

    /// Durable when it returns. A damaged file of that name is replaced. Errors: store.no-space, store.unwritable.
    [[nodiscard]] Result<Hash> put(std::string_view bytes);
    /// Errors: store.artifact-missing, store.artifact-corrupt, store.bad-hash.
    [[nodiscard]] Result<std::string> get(const Hash &hash) const;

private:
    [[nodiscard]] std::filesystem::path pathOf(const Hash &hash) const;
    [[nodiscard]] Result<void> makeShard(const std::filesystem::path &shard);

    std::filesystem::path m_folder; ///< the workspace
    const StoreEnvironment &m_environment;
    std::set<Hash> m_durable;       ///< synced by this object
    std::set<std::string> m_shards; ///< folders whose names were synced by this object
};

/// file.* errors of a write in the store's words.
[[nodiscard]] Error storeWriteError(Error error);

} // namespace sage
