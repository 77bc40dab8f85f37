#include "core/store/highwater.h"

#include "core/store/connection.h"

#include <fstream>

namespace sage {

namespace {

constexpr const char *noteFile = "last";

} // namespace

void noteLast(const std::filesystem::path &folder, const Database &database)
{
    std::string text;
    const auto read = database.select("SELECT run, last FROM runs ORDER BY position", {}, [&](const Row &row) -> Result<void> {
        text += row.text(0) + ' ' + std::to_string(row.integer(1)) + '\n';
        return {};
    });
    const std::filesystem::path fresh = folder / "tmp" / noteFile;
    std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    std::error_code ignored;
    if (read && stream)
        std::filesystem::rename(fresh, folder / noteFile, ignored);
    else
        std::filesystem::remove(fresh, ignored);
}

Result<void> mustReachNote(const std::filesystem::path &folder, const Database &database)
{
    std::ifstream stream(folder / noteFile, std::ios::binary);
    std::string run;
    for (std::int64_t noted = 0; stream >> run >> noted;) {
        const auto last = database.number("SELECT last FROM runs WHERE run = ?", {sqlText(run)});
        if (!last)
            return fail(last.error());
        if (*last < noted)
            return fail("store.events-lost", "The journal of " + folder.string() + " ends at event " + std::to_string(*last) + " of run " + run + ", but " + std::to_string(noted)
                        + " were stored: a file of it (" + std::string(journalFile) + "-wal) is missing or the journal is an older copy. Restore the missing file; to go on without these events, delete the file \""
                        + noteFile + "\" in the workspace.", {}, {{"folder", folder.string()}, {"run", run}, {"last", std::to_string(*last)}, {"noted", std::to_string(noted)}});
    }
    return {};
}

} // namespace sage
