#include "app/sagectl/command.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("sagectl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SAGE_VERSION));
    const QStringList arguments = QCoreApplication::arguments();
    const QString name = arguments.value(1);
    if (name == QLatin1String("--version") || name == QLatin1String("-v")) {
        std::printf("sagectl %s\n", SAGE_VERSION);
        return sage::exitSuccess;
    }
    if (name.isEmpty() || name == QLatin1String("--help") || name == QLatin1String("-h") || name == QLatin1String("help")) {
        std::fputs(sage::overview().c_str(), name.isEmpty() ? stderr : stdout);
        return name.isEmpty() ? sage::exitUsage : sage::exitSuccess;
    }
    for (const sage::CommandEntry &entry : sage::commands()) {
        if (name == QLatin1String(entry.name))
            return entry.run(arguments.mid(1));
    }
    std::fprintf(stderr, "sagectl: there is no command \"%s\"; sagectl --help lists them\n", qUtf8Printable(name));
    return sage::exitUsage;
}
