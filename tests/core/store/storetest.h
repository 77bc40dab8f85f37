#pragma once

#include "core/base/hash.h"
#include "core/store/workspace.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

// What the store's tests share.

namespace sage::test {

/// Fails the test with the error's code and text.
#define VERIFY_OK(result)                                                                                                        \
    do {                                                                                                                         \
        const auto &verified = (result);                                                                                         \
        if (!verified)                                                                                                           \
            QFAIL((verified.error().code + ": " + verified.error().message + " " + verified.error().detail).c_str());           \
    } while (false)

#define VERIFY_CODE(result, expected)                                                                                            \
    do {                                                                                                                         \
        const auto &verified = (result);                                                                                         \
        QVERIFY2(!verified, "an error was expected");                                                                            \
        QVERIFY2(verified.error().code == (expected), (verified.error().code + ": " + verified.error().detail).c_str());         \
        QVERIFY(!verified.error().message.empty());                                                                              \
    } while (false)

inline std::string bytesOf(const std::filesystem::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void writeBytes(const std::filesystem::path &file, std::string_view bytes)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// Names and contents of everything below a folder, one line each. Not while a workspace in it is open in this
/// process (core/store/database.h says why).
inline std::string treeOf(const std::filesystem::path &folder)
{
    std::set<std::string> lines;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).string();
        lines.insert(entry.is_directory() ? name + "/" : name + " " + sha256(std::string_view(bytesOf(entry.path()))).value);
    }
    std::string text;
    for (const std::string &line : lines)
        text += line + "\n";
    return text;
}

inline Event fact(const std::string &run, const std::string &key, Json payload, const std::string &kind = "round.opened")
{
    return Event{0, RunId(run), kind, key, std::move(payload), Json::object()};
}

inline std::filesystem::path pathIn(const QTemporaryDir &dir, const char *name)
{
    return std::filesystem::path(dir.path().toStdString()) / name;
}

} // namespace sage::test
