// AppStream id = desktop file = icon = launchable, and its newest release = the project's version.
#include <QDir>
#include <QXmlStreamReader>
#include <QtTest>

namespace {

struct Metainfo {
    QString id;
    QString launchable;
    QString icon;
    QString release; ///< the first, which is the newest
    QStringList binaries;
    QString error;
};

void takeElement(QXmlStreamReader &xml, Metainfo *info)
{
    const QString name = xml.name().toString();
    if (name == QStringLiteral("id"))
        info->id = xml.readElementText();
    else if (name == QStringLiteral("launchable"))
        info->launchable = xml.readElementText();
    else if (name == QStringLiteral("icon"))
        info->icon = xml.readElementText();
    else if (name == QStringLiteral("binary"))
        info->binaries.append(xml.readElementText());
    else if (name == QStringLiteral("release") && info->release.isEmpty())
        info->release = xml.attributes().value(QStringLiteral("version")).toString();
}

[[nodiscard]] Metainfo readMetainfo(const QByteArray &text)
{
    Metainfo info;
    QXmlStreamReader xml(text);
    while (!xml.atEnd()) {
        if (xml.readNextStartElement() || xml.isStartElement())
            takeElement(xml, &info);
        else if (xml.isEndElement())
            xml.readNext();
    }
    info.error = xml.hasError() ? xml.errorString() : QString();
    return info;
}

/// Value of a key of the desktop file's main group, without translations.
[[nodiscard]] QString desktopValue(const QByteArray &text, const QByteArray &key)
{
    for (const QByteArray &line : text.split('\n')) {
        if (line.startsWith(QByteArray(key + '=')))
            return QString::fromUtf8(line.mid(key.size() + 1)).trimmed();
    }
    return {};
}

/// What does not agree; empty when all does.
[[nodiscard]] QStringList disagreements(const QString &fileName, const Metainfo &info, const QByteArray &desktop, const QString &version)
{
    QStringList found;
    const auto expect = [&found](const char *what, const QString &value, const QString &wanted) {
        if (value != wanted)
            found.append(QString(QStringLiteral("%1 is \"%2\", not \"%3\"")).arg(QString::fromLatin1(what), value, wanted));
    };
    expect("the metainfo's file name", fileName, info.id + QStringLiteral(".metainfo.xml"));
    expect("launchable", info.launchable, info.id + QStringLiteral(".desktop"));
    expect("the metainfo's icon", info.icon, info.id);
    expect("the newest release", info.release, version);
    expect("the desktop file's icon", desktopValue(desktop, "Icon"), info.id);
    expect("the desktop file's program", desktopValue(desktop, "Exec").section(QLatin1Char(' '), 0, 0), info.binaries.value(0));
    return found;
}

[[nodiscard]] QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestAppStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sample();
    void packaging();
};

void TestAppStream::sample()
{
    const QByteArray xml = "<component><id>a.b.C</id><launchable type=\"desktop-id\">a.b.C.desktop</launchable><icon>a.b.C</icon>"
                           "<provides><binary>c</binary></provides><releases><release version=\"2\"/><release version=\"1\"/></releases></component>";
    const QByteArray desktop = "[Desktop Entry]\nExec=c %f\nIcon=a.b.C\n";
    const QString name = QStringLiteral("a.b.C.metainfo.xml");
    QCOMPARE(disagreements(name, readMetainfo(xml), desktop, QStringLiteral("2")), QStringList());
    QCOMPARE(disagreements(name, readMetainfo(xml), desktop, QStringLiteral("3")),
             QStringList{ QStringLiteral("the newest release is \"2\", not \"3\"") });
    QCOMPARE(disagreements(name, readMetainfo(xml), "Icon=x\n", QStringLiteral("2")).size(), 2);
    QVERIFY(!readMetainfo("<component><id>").error.isEmpty());
}

void TestAppStream::packaging()
{
    const QDir folder(QStringLiteral(SAGE_SOURCE_DIR "/packaging"));
    const QStringList names = folder.entryList({ QStringLiteral("*.metainfo.xml") }, QDir::Files);
    QCOMPARE(names.size(), 1);
    const Metainfo info = readMetainfo(readAll(folder.filePath(names.first())));
    QCOMPARE(info.error, QString());
    const QByteArray desktop = readAll(folder.filePath(info.launchable));
    QVERIFY2(!desktop.isEmpty(), "the desktop file that launchable names is not there");
    const QStringList found = disagreements(names.first(), info, desktop, QStringLiteral(SAGE_VERSION));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    QVERIFY2(folder.exists(QStringLiteral("icons/hicolor/scalable/apps/") + info.icon + QStringLiteral(".svg")), "the icon is not there");
}

QTEST_GUILESS_MAIN(TestAppStream)
#include "tst_appstream.moc"
