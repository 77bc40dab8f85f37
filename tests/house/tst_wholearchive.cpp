// The engine needs no GUI module: a program that holds all of it does not load one.
#include <QProcess>
#include <QtTest>

namespace {

/// Libraries named NEEDED in the output of readelf -d.
[[nodiscard]] QStringList neededLibraries(const QString &readelf)
{
    static const QRegularExpression pattern(QStringLiteral("\\(NEEDED\\).*\\[(.+)\\]"));
    QStringList libraries;
    for (auto it = pattern.globalMatch(readelf); it.hasNext();)
        libraries.append(it.next().captured(1));
    return libraries;
}

/// Qt modules among the libraries that core must not load.
[[nodiscard]] QStringList barred(const QStringList &libraries)
{
    static const QRegularExpression allowed(QStringLiteral("^libQt6(Core|Sql|Network)\\.so"));
    QStringList found;
    for (const QString &library : libraries) {
        if (library.startsWith(QStringLiteral("libQt6")) && !allowed.match(library).hasMatch())
            found.append(library);
    }
    return found;
}

} // namespace

class TestWholeArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sample();
    void program();
};

void TestWholeArchive::sample()
{
    const QString bad = QStringLiteral(" 0x0000000000000001 (NEEDED)             Shared library: [libQt6Sql.so.6]\n"
                                       " 0x0000000000000001 (NEEDED)             Shared library: [libQt6Gui.so.6]\n"
                                       " 0x000000000000000e (SONAME)             Library soname: [libQt6Widgets.so.6]\n");
    QCOMPARE(barred(neededLibraries(bad)), QStringList{ QStringLiteral("libQt6Gui.so.6") });
}

void TestWholeArchive::program()
{
    QProcess run;
    run.start(QStringLiteral(SAGE_WHOLE_ARCHIVE), QStringList());
    QVERIFY2(run.waitForFinished() && run.exitCode() == 0, qPrintable(run.errorString()));

    QProcess readelf;
    readelf.start(QStringLiteral("readelf"), { QStringLiteral("-d"), QStringLiteral(SAGE_WHOLE_ARCHIVE) });
    QVERIFY2(readelf.waitForFinished() && readelf.exitCode() == 0, "readelf is needed (Debian package binutils)");
    const QStringList libraries = neededLibraries(QString::fromLocal8Bit(readelf.readAllStandardOutput()));
    QVERIFY(!libraries.isEmpty());
    QCOMPARE(barred(libraries), QStringList());
}

QTEST_GUILESS_MAIN(TestWholeArchive)
#include "tst_wholearchive.moc"
