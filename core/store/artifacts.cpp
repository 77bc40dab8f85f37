#include "core/store/artifacts.h"

#include "core/plain/file.h"

#include <algorithm>

namespace sage {

namespace {

constexpr std::size_t artifactLimit = std::size_t{1} << 30;

bool wellFormed(const Hash &hash)
{
    return hash.value.size() == 64
        && std::all_of(hash.value.begin(), hash.value.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

Error storeWriteError(Error error)
{
    if (error.code == "file.no-space") {
        error.code = "store.no-space";
        error.message += " Nothing that was stored is lost.";
    } else {
        error.code = "store.unwritable";
    }
    return error;
}

ArtifactStore::ArtifactStore(std::filesystem::path folder, const StoreEnvironment &environment)
    : m_folder(std::move(folder)), m_environment(environment)
{
}

std::filesystem::path ArtifactStore::pathOf(const Hash &hash) const
{
    return m_folder / "artifacts" / hash.value.substr(0, 2) / hash.value.substr(2);
}

Result<void> ArtifactStore::makeShard(const std::filesystem::path &shard)
{
    const std::string name = shard.filename().string();
    if (m_shards.contains(name))
        return {};
    std::error_code error;
    std::filesystem::create_directory(shard, error);
    if (error)
        return fail(error == std::errc::no_space_on_device ? "store.no-space" : "store.unwritable",
                    "Cannot make the folder " + shard.string() + ": " + error.message() + ".", error.message(), {{"path", shard.string()}});
    // Also when it was there: who made it may have been killed before the sync.
    if (auto synced = syncFolder(m_folder / "artifacts"); !synced)
        return fail(storeWriteError(std::move(synced.error())));
    m_shards.insert(name);
    return {};
}

Result<Hash> ArtifactStore::put(std::string_view bytes)
{
    Hash hash = sha256(bytes);
    if (m_durable.contains(hash))
        return hash;
    const std::filesystem::path path = pathOf(hash);
    if (auto made = makeShard(path.parent_path()); !made)
        return fail(std::move(made.error()));
    // A file that is there was renamed whole, but a process killed right then has not synced its name.
    const auto present = readFile(path, artifactLimit);
    auto written = present && *present == bytes ? syncFolder(path.parent_path()) : m_environment.writeDurably(path, bytes, m_folder / "tmp");
    if (!written)
        return fail(storeWriteError(std::move(written.error())));
    m_durable.insert(hash);
    return hash;
}

Result<std::string> ArtifactStore::get(const Hash &hash) const
{
    const std::map<std::string, std::string> args{{"hash", hash.value}, {"folder", m_folder.string()}};
    if (!wellFormed(hash))
        return fail("store.bad-hash", "\"" + hash.value + "\" does not name an artifact: 64 lower-case hexadecimal digits are expected.", {}, args);
    auto bytes = readFile(pathOf(hash), artifactLimit);
    if (!bytes && bytes.error().code == "file.missing")
        return fail("store.artifact-missing", "The artifact " + hash.value + " is missing in " + m_folder.string() + ". Restore the file from a copy of the workspace.",
                    bytes.error().detail, args);
    if (!bytes)
        return fail("store.artifact-unreadable", "The artifact " + hash.value + " in " + m_folder.string() + " cannot be read.", bytes.error().detail, args);
    if (sha256(std::string_view(*bytes)) != hash)
        return fail("store.artifact-corrupt", "The artifact " + hash.value + " in " + m_folder.string() + " is damaged: its content does not fit its name. Restore the file from a copy of the workspace.",
                    {}, args);
    return bytes;
}

} // namespace sage
