#pragma once

#include "core/sandbox/process.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdlib>

// What the sandbox's tests share: an installation of their own, so that every process they start, helpers included,
// can be told by its command line from all others on the machine.

namespace sage::sandbox::test {

class Yard
{
public:
    /// Installs the runner and compiles hostile.c; an empty string, or what went wrong.
    [[nodiscard]] QString open()
    {
        QDir(m_folder.path()).mkpath(QStringLiteral("bin"));
        const QString runner = m_folder.filePath(QStringLiteral("bin/sage-kernel-runner"));
        if (!QFile::copy(QStringLiteral(SAGE_BINARY_DIR "/bin/sage-kernel-runner"), runner))
            return QStringLiteral("no runner at " SAGE_BINARY_DIR "/bin");
        qputenv("SAGE_PREFIX", m_folder.path().toUtf8());
        // Not by QProcess: ThreadSanitizer does not let a program that did a vfork start threads.
        const QString compile = QStringLiteral("cc -O1 -o '%1' '" SAGE_SOURCE_DIR "/tests/core/sandbox/hostile.c'").arg(hostile());
        return std::system(compile.toUtf8().constData()) == 0 ? QString() : QStringLiteral("hostile.c did not compile");
    }

    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString hostile() const { return m_folder.filePath(QStringLiteral("hostile")); }

    [[nodiscard]] static bool canLook() { return QFile::exists(QStringLiteral("/proc/self/cmdline")); }

    /// Command lines of living processes that belong here.
    [[nodiscard]] QStringList living() const
    {
        QStringList found;
        const QStringList numbers = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
        for (const QString &number : numbers) {
            QFile file(QStringLiteral("/proc/") + number + QStringLiteral("/cmdline"));
            if (number.at(0).isDigit() && file.open(QIODevice::ReadOnly)) {
                const QByteArray line = file.readAll().replace('\0', ' ');
                if (line.contains(m_folder.path().toUtf8()))
                    found << number + QLatin1Char(' ') + QString::fromUtf8(line.left(200));
            }
        }
        return found;
    }

    /// A command that performs one hostile act as a compiler might (forks, writes to its folder) or as a kernel might.
    [[nodiscard]] Command command(const QStringList &act, Outer outer, const QString &workFolder) const
    {
        Command command;
        command.argv.push_back(hostile().toStdString());
        for (const QString &argument : act)
            command.argv.push_back(argument.toStdString());
        command.outer = outer;
        command.policy = workFolder.isEmpty() ? kernelPolicy({m_folder.path().toStdString()})
                                              : compilerPolicy(workFolder.toStdString(), {});
        if (!workFolder.isEmpty())
            command.policy.executable.push_back(hostile().toStdString());
        command.wallLimit = std::chrono::seconds(60);
        return command;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace sage::sandbox::test
