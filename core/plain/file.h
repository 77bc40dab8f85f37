#pragma once

#include "core/plain/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace sage {

/// Whole file as bytes. Errors: file.missing, file.unreadable, file.too-large (above limit bytes).
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path &path, std::size_t limit = 256u << 20);

/// Writes a temporary file, syncs it, renames it, syncs the folder: after a crash there is the old or the new
/// file, never half of one. The temporary file lies beside the target, or in `scratch` (same file system) where
/// leftovers of a killed process are swept. Errors: file.unwritable, file.no-space.
[[nodiscard]] Result<void> writeFileDurably(const std::filesystem::path &path, std::string_view bytes, const std::filesystem::path &scratch = {});

/// Makes names added to or removed from a folder survive a power cut. Error: file.unwritable.
[[nodiscard]] Result<void> syncFolder(const std::filesystem::path &folder);

/// A folder that disappears with the object, whole tree. Move only.
class TemporaryFolder
{
public:
    /// Under parent (made if missing); name = prefix and six random characters.
    [[nodiscard]] static Result<TemporaryFolder> make(const std::filesystem::path &parent, std::string_view prefix);

    TemporaryFolder(TemporaryFolder &&other) noexcept;
    TemporaryFolder &operator=(TemporaryFolder &&other) noexcept;
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

} // namespace sage
