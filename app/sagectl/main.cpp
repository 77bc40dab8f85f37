#include "app/sagectl/command.h"
#include "core/base/nearest.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("sagectl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SAGE_VERSION));
    QStringList arguments = QCoreApplication::arguments();
    QString name = arguments.value(1);
    if (name == QLatin1String("help") && arguments.size() > 2) { // "help run" is "run --help"
        name = arguments.at(2);
        arguments = {arguments.at(0), name, QStringLiteral("--help")};
    }
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
    std::vector<std::string> names;
    for (const sage::CommandEntry &entry : sage::commands())
        names.push_back(entry.name);
    const std::string near = sage::nearestName(name.toStdString(), names);
    std::fprintf(stderr, "sagectl: there is no command \"%s\"%s; sagectl --help lists them\n", qUtf8Printable(name), near.empty() ? "" : (", did you mean " + near + "?").c_str());
    return sage::exitUsage;
}
