// What sagectl says to a wrong command line, and with what exit code it says it.

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

class TestSagectl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void refusesCards();
    void hostileNamesRun();
    void helpShowsChoicesAndDefaults_data();
    void helpShowsChoicesAndDefaults();

private:
    struct Answer {
        int exit = -1;
        QString out, err;
    };
    [[nodiscard]] static Answer run(const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(SAGE_BINARY_DIR "/bin/sagectl"), arguments);
        process.closeWriteChannel();
        if (!process.waitForFinished(120000))
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }
};

void TestSagectl::refuses_data()
{
    QTest::addColumn<QString>("said");
    const auto row = [](const char *line, const char *said) { QTest::newRow(line) << QString::fromUtf8(said); };
    row("rnu w", "there is no command \"rnu\", did you mean run?");
    row("synthesise w", "there is no command \"synthesise\"; sagectl --help");
    row("run", "WORKSPACE is missing");
    row("run a b", "\"b\" is one argument too many");
    row("run w --polciy sage", "there is no option --polciy, did you mean --policy?");
    row("run w --policy sgae", "--policy does not know \"sgae\"; did you mean sage? Known: sage, ");
    row("run w --device foo", "--device does not know \"foo\". Known: Ascend910B1, ");
    row("eval k.cpp --operator Swish --device foo", "--device does not know \"foo\"");
    row("doctor --device foo", "--device does not know \"foo\"");
    row("run w --stream strater", "Known: starter");
    row("run w --stream starter --operators Sqrt", "--stream and --operators exclude each other");
    row("run w --operators Swsh", "did you mean Swish?");
    row("run w --operators Convolution", "There is no operator card called \"Convolution\". Known: AddCustom, ");
    row("run w --operators Sqrt,Swish,Sqrt", "The operator Sqrt is named twice");
    row("run w --operators ,", "--operators names no operator");
    row("run w --set kAdopt=1.5", "a whole number between 1 and 1000");
    row("run w --set kAdopt=0", "between 1 and 1000");
    row("run w --set kAdpot=1", "did you mean kAdopt?");
    row("run w --set kAdopt=1,kAdopt=2", "The setting kAdopt is given twice");
    row("run w --set rounds=3 --rounds 4", "The setting rounds is given twice");
    row("run w --set kAdopt", "--set needs NAME=VALUE");
    row("run w --rounds 1.5", "a whole number between 1 and 1000");
    row("run w --seed -1", "--seed needs a whole number between 0 and ");
    row("run w --seed 1.5", "--seed needs a whole number");
    row("run w --parallel -1", "--parallel needs a whole number between 0 and 1024, not \"-1\"");
    row("resume w --parallel -1", "--parallel needs a whole number between 0 and 1024");
    row("eval k.cpp --operator Swish --parallel -1", "--parallel needs a whole number between 0 and 1024");
    row("run w --small -5", "--small needs a whole number");
    row("run w --shuffle-memory", "--shuffle-memory needs --memory");
    row("run w --generator-options {", "--generator-options is not valid JSON");
    row("run w --generator-options {\"most\":1.5}", "a whole number between 0 and 6");
    row("run w --generator-options {\"faultrate\":0}", "did you mean faultRate?");
    row("eval k.cpp", "--operator NAME is needed");
    row("eval nowhere.cpp --operator Swish", "nowhere.cpp");
    row("generate Swsh", "did you mean Swish?");
    row("report w --json --csv", "--json and --csv exclude each other");
    row("memory shwo w", "Use `sagectl memory list WORKSPACE`");
    row("transfer w --splits 0", "--splits needs a whole number between 1 and 1000");
    row("transfer w --jobs -1", "--jobs needs a whole number between 0 and 1024");
}

void TestSagectl::refuses()
{
    QFETCH(QString, said);
    const QString line = QString::fromUtf8(QTest::currentDataTag());
    const Answer answer = run(line.split(u' '));
    QVERIFY2(answer.err.contains(said), qPrintable(answer.err));
    QCOMPARE(answer.exit, 2);
    QVERIFY2(answer.out.isEmpty(), qPrintable(answer.out));
    QVERIFY(!QFile::exists(QStringLiteral("w"))); // nothing was begun
}

void TestSagectl::refusesCards()
{
    QTemporaryDir folder;
    const auto file = [&folder](const char *name, const char *text) {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write(text);
        return file.fileName();
    };
    const QString stream = file("mine.yaml", "name: mine\noperators: [Sqrt]\nrounds: 3\n");
    const Answer wrongStream = run({QStringLiteral("run"), QStringLiteral("w"), QStringLiteral("--stream"), stream});
    QCOMPARE(wrongStream.exit, 2);
    QVERIFY2(wrongStream.err.contains(QStringLiteral("mine.yaml:3: the key \"rounds\" is not known")), qPrintable(wrongStream.err));
    const QString card = file("card.yaml", "name: Mine\ninputs: [x]\noutputs: [y]\nreference:\n  - y = exp(x)\ncases:\n  - {dtype: float32, shape: {x: [4]}, shapes: {x: [4]}}\n");
    const Answer wrongCard = run({QStringLiteral("generate"), card});
    QCOMPARE(wrongCard.exit, 2);
    QVERIFY2(wrongCard.err.contains(QStringLiteral("card.yaml:7, cases/0: the key \"shape\" is not known; did you mean shapes?")), qPrintable(wrongCard.err));
}

/// From card to verdict: entry, fields and variables all have names that mean something else to C++.
void TestSagectl::hostileNamesRun()
{
    QTemporaryDir folder;
    QFile card(folder.filePath(QStringLiteral("index.yaml")));
    QVERIFY(card.open(QIODevice::WriteOnly));
    card.write("name: Index\ninputs: [{name: time, draw: {uniform: [0, 1]}}, {name: int, draw: {uniform: [0, 1]}}]\nattributes:\n  - {name: index, type: float, default: 2}\n"
               "  - {name: float, type: float, default: 0.5}\noutputs: [args]\nreference:\n  - half = mul(time, index)\n  - Calc = mul(int, float)\n  - args = add(half, Calc)\ncases:\n"
               "  - {dtype: float32, shapes: {time: [6, 64], int: [6, 64]}}\n");
    card.close();
    const QString kernel = folder.filePath(QStringLiteral("kernel.cpp"));
    const Answer written = run({QStringLiteral("generate"), card.fileName(), QStringLiteral("--output"), kernel});
    QVERIFY2(written.exit == 0, qPrintable(written.err));
    const Answer verdict = run({QStringLiteral("eval"), kernel, QStringLiteral("--operator"), card.fileName()});
    QVERIFY2(verdict.exit == 0 && verdict.out.startsWith(QStringLiteral("CORRECT")), qPrintable(verdict.out + verdict.err));
}

void TestSagectl::helpShowsChoicesAndDefaults_data()
{
    QTest::addColumn<QStringList>("said");
    QTest::newRow("run") << QStringList{QStringLiteral("uniform-credit"), QStringLiteral("Ascend910B1"), QStringLiteral("Default: Ascend910_9391."), QStringLiteral("Default: sage."),
                                        QStringLiteral("Default: starter."), QStringLiteral("Default: 30."), QStringLiteral("kAdopt=3"), QStringLiteral("faultRate")};
    QTest::newRow("eval") << QStringList{QStringLiteral("Ascend910B1"), QStringLiteral("Default: Ascend910_9391."), QStringLiteral("Swish")};
    QTest::newRow("transfer") << QStringList{QStringLiteral("Default: 5."), QStringLiteral("Default: 65536.")};
}

void TestSagectl::helpShowsChoicesAndDefaults()
{
    QFETCH(QStringList, said);
    const QString command = QString::fromUtf8(QTest::currentDataTag());
    const Answer answer = run({command, QStringLiteral("--help")});
    QCOMPARE(answer.exit, 0);
    const QString text = answer.out.simplified().remove(u' '); // lines are broken anywhere
    for (const QString &one : said)
        QVERIFY2(text.contains(QString(one).remove(u' ')), qPrintable(one + QStringLiteral(" in ") + answer.out));
    QCOMPARE(run({QStringLiteral("help"), command}).out, answer.out);
}

QTEST_GUILESS_MAIN(TestSagectl)
#include "tst_sagectl.moc"
