// The released languages are complete: no string of the code is missing or unfinished, and the catalogue loads.
#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTranslator>
#include <QXmlStreamReader>
#include <QtTest>

namespace {

struct Catalogue {
    int messages = 0;
    QStringList unfinished; ///< sources
};

[[nodiscard]] Catalogue readCatalogue(const QByteArray &ts)
{
    Catalogue catalogue;
    QXmlStreamReader xml(ts);
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QStringLiteral("source")) {
            source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            const QString type = xml.attributes().value(QStringLiteral("type")).toString();
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            ++catalogue.messages;
            if (type == QStringLiteral("unfinished") || text.trimmed().isEmpty())
                catalogue.unfinished.append(source);
        }
    }
    return catalogue;
}

[[nodiscard]] QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sample();
    void noStringIsUnfinished();
    void theCatalogueLoads();
};

void TestTranslations::sample()
{
    const Catalogue bad = readCatalogue("<TS><context><message><source>A</source><translation>a</translation></message>"
                                        "<message><source>B</source><translation type=\"unfinished\">b</translation></message>"
                                        "<message><source>C</source><translation></translation></message></context></TS>");
    QCOMPARE(bad.messages, 3);
    QCOMPARE(bad.unfinished, (QStringList{ QStringLiteral("B"), QStringLiteral("C") }));
}

void TestTranslations::noStringIsUnfinished()
{
    // lupdate adds what the code says and the catalogue does not know, as unfinished. Without -I it sees no class
    // declarations and would take every string for one of another context.
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("sage_zh_CN.ts"));
    QVERIFY(QFile::copy(QStringLiteral(SAGE_SOURCE_DIR "/translations/sage_zh_CN.ts"), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(SAGE_SOURCE_DIR));
    lupdate.start(QStringLiteral(SAGE_LUPDATE), { QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("-no-obsolete"),
                                                  QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("ui"), QStringLiteral("core"), QStringLiteral("-ts"), copy });
    QVERIFY2(lupdate.waitForFinished() && lupdate.exitCode() == 0, lupdate.readAllStandardError().constData());
    const Catalogue catalogue = readCatalogue(readAll(copy));
    QVERIFY(catalogue.messages > 0);
    QVERIFY2(catalogue.unfinished.isEmpty(),
             qPrintable(QStringLiteral("not translated (cmake --build --preset release --target update_translations adds them):\n")
                        + catalogue.unfinished.join(QLatin1Char('\n'))));
}

void TestTranslations::theCatalogueLoads()
{
    QTranslator translator;
    QVERIFY2(translator.load(QStringLiteral(":/i18n/sage_zh_CN.qm")), "the catalogue is not among the program's resources");
    QVERIFY(!translator.isEmpty());
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
