#pragma once

#include "core/npu/job.h"
#include "core/npu/runner.h"
#include "core/npu/runresult.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

// Compiles kernels as the engine does and runs them: in this process, or in a child where they may crash.

namespace harness {

using namespace sage::npu;

inline QString sourceDir()
{
    return QStringLiteral(SAGE_SOURCE_DIR);
}

/// Compiles one translation unit to a library; an empty path after a failure, which is printed.
inline QString compile(const QTemporaryDir &folder, const QString &source, const QStringList &options = {})
{
    const QString library = folder.filePath(QFileInfo(source).completeBaseName() + QString::number(qHash(options.join(QLatin1Char(' ')))) + QStringLiteral(".so"));
    QStringList arguments{QStringLiteral("@") + sourceDir() + QStringLiteral("/core/npu/kernel-flags.txt"),
                          QStringLiteral("-I") + sourceDir() + QStringLiteral("/core/npu/include"),
                          QStringLiteral("-ffile-prefix-map=") + QFileInfo(source).absolutePath() + QStringLiteral("/="),
                          QStringLiteral("-Wall"), QStringLiteral("-Werror"), QStringLiteral("-shared"), QStringLiteral("-Wl,-z,defs"), source, QStringLiteral("-o"), library};
    QProcess compiler;
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    compiler.start(qEnvironmentVariable("CXX", QStringLiteral("g++")), arguments + options);
    if (!compiler.waitForFinished(120000) || compiler.exitCode() != 0) {
        qWarning().noquote() << compiler.readAll();
        return {};
    }
    return library;
}

struct Buffer {
    std::string name;
    BufferRole role;
    std::vector<std::uint8_t> bytes; ///< contents before; after a run, what the kernel left
    std::uint32_t elementSize = 1;
};

template<typename T>
Buffer buffer(const char *name, BufferRole role, const std::vector<T> &values)
{
    Buffer result{name, role, std::vector<std::uint8_t>(values.size() * sizeof(T)), sizeof(T)};
    std::memcpy(result.bytes.data(), values.data(), result.bytes.size());
    return result;
}

template<typename T>
std::vector<T> valuesOf(const Buffer &buffer)
{
    std::vector<T> values(buffer.bytes.size() / sizeof(T));
    std::memcpy(values.data(), buffer.bytes.data(), values.size() * sizeof(T));
    return values;
}

/// Memory files of one launch.
class Files
{
public:
    Files(LaunchSpec &spec, const std::vector<Buffer> &buffers)
    {
        std::uint64_t size = 0;
        spec.buffers.clear();
        for (const Buffer &buffer : buffers) {
            spec.buffers.push_back({buffer.name, buffer.role, size, buffer.bytes.size(), buffer.elementSize});
            size += (buffer.bytes.size() + 4095) / 4096 * 4096;
        }
        const std::string text = toJson(spec);
        bool good = ::write(job, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::ftruncate(tensors, static_cast<off_t>(size)) == 0;
        for (std::size_t i = 0; i < buffers.size(); ++i)
            good = good && ::pwrite(tensors, buffers[i].bytes.data(), buffers[i].bytes.size(), static_cast<off_t>(spec.buffers[i].offset)) >= 0;
        if (!good)
            qFatal("memory files cannot be written");
    }
    ~Files()
    {
        for (const int fd : {job, tensors, result})
            ::close(fd);
    }
    Files(const Files &) = delete;
    Files &operator=(const Files &) = delete;

    void readBack(const LaunchSpec &spec, std::vector<Buffer> &buffers) const
    {
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            if (::pread(tensors, buffers[i].bytes.data(), buffers[i].bytes.size(), static_cast<off_t>(spec.buffers[i].offset)) < 0)
                qFatal("memory files cannot be read");
        }
    }

    int job = ::memfd_create("job", MFD_CLOEXEC), tensors = ::memfd_create("tensors", MFD_CLOEXEC), result = ::memfd_create("result", MFD_CLOEXEC);
};

inline LaunchSpec launchSpec(const QString &library, std::uint32_t cores)
{
    LaunchSpec spec;
    spec.library = library.toStdString();
    spec.profile = SAGE_SOURCE_DIR "/resources/devices/Ascend910_9391.json";
    spec.blockDim = cores;
    return spec;
}

/// Runs in this process; the buffers are as the kernel left them.
inline RunResult run(LaunchSpec spec, std::vector<Buffer> &buffers)
{
    const Files files(spec, buffers);
    static_cast<void>(runJob(files.job, files.tensors, files.result, [] { return sage::Result<void>{}; }));
    files.readBack(spec, buffers);
    const sage::Result<RunResult> result = readRunResult(files.result);
    return result ? *result : RunResult{};
}

/// Runs in a child; waitStatus is its end.
inline RunResult runInChild(LaunchSpec spec, std::vector<Buffer> &buffers, int &waitStatus)
{
    const Files files(spec, buffers);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto done = runJob(files.job, files.tensors, files.result, [] { return sage::Result<void>{}; });
        ::_exit(done ? 0 : 1);
    }
    ::waitpid(child, &waitStatus, 0);
    files.readBack(spec, buffers);
    const sage::Result<RunResult> result = readRunResult(files.result);
    return result ? *result : RunResult{};
}

/// One line per finding, for failure messages and whole comparisons.
inline QString listed(const RunResult &result)
{
    QString text = QString::fromLatin1(nameOf(result.status));
    if (!result.error.code.empty())
        text += QStringLiteral(" ") + QString::fromStdString(result.error.code + ": " + result.error.message + " " + result.error.detail);
    for (const Finding &finding : result.findings)
        text += QString::fromStdString("\n" + finding.file + ":" + std::to_string(finding.line) + " " + nameOf(finding.severity) + " " + finding.id + " " + finding.message);
    return text;
}

/// Lines of a source that carry the marker comment "// FAULT id".
inline std::map<std::string, std::uint32_t> faultLines(const QString &source)
{
    std::map<std::string, std::uint32_t> lines;
    QFile file(source);
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    const QList<QByteArray> text = file.readAll().split('\n');
    for (int i = 0; i < text.size(); ++i) {
        const int at = static_cast<int>(text[i].indexOf("// FAULT "));
        if (at >= 0)
            lines[text[i].mid(at + 9).trimmed().toStdString()] = static_cast<std::uint32_t>(i + 1);
    }
    return lines;
}

} // namespace harness
