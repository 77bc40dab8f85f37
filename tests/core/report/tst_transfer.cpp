#include "core/plain/file.h"
#include "core/report/transfer.h"

#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace sage;

class TestTransfer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void planIsKept();
    void readsWhatWasWritten();
    void refuses_data();
    void refuses();
    void splitsAreChosenBySeed();
    void meansAreOverCompleteSplits();

private:
    [[nodiscard]] std::string folder() const { return m_folder->path().toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

[[nodiscard]] TransferPlan plan()
{
    TransferPlan one;
    one.seed = 7;
    one.splits = 2;
    one.heldOut = 1;
    one.operators = {"A", "B", "C"};
    one.generatorOptions = {{"faultRate", 0.5}};
    return one;
}

} // namespace

void TestTransfer::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestTransfer::planIsKept()
{
    QVERIFY(!isTransferFolder(folder()));
    QVERIFY(writeTransferPlan(folder(), plan()).has_value());
    QVERIFY(isTransferFolder(folder()));
    const Result<TransferPlan> read = readTransferPlan(folder());
    QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
    QVERIFY(*read == plan());
}

/// The file as it was first written: folders of measurements stay readable.
void TestTransfer::readsWhatWasWritten()
{
    QVERIFY(writeFileDurably(m_folder->filePath(QStringLiteral("transfer.json")).toStdString(),
                             R"({"generatorOptions": {}, "heldOut": 4, "operators": ["Sqrt", "Muls", "Less", "Gelu", "Swish"], "plateau": 6, "rounds": 30, "seed": 1, "smallCases": 65536, "splits": 5})").has_value());
    const Result<TransferReport> report = readTransfer(folder());
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(report->plan.operators.size(), std::size_t(5));
    QCOMPARE(report->splits.size(), std::size_t(5));
    QVERIFY(!report->splits[0].complete); // nothing has run yet
    QVERIFY(toText(*report).find("(not complete)") != std::string::npos);
}

void TestTransfer::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("unknown field") << QStringLiteral("{\"operators\": [\"A\", \"B\", \"C\", \"D\", \"E\"],\n\"sede\": 2}") << QStringLiteral("transfer.json:2: the key \"sede\" is not known; did you mean seed?");
    QTest::newRow("fraction") << QStringLiteral("{\"operators\": [\"A\", \"B\", \"C\", \"D\", \"E\"], \"rounds\": 2.5}") << QStringLiteral("rounds must be a whole number, not 2.5");
    QTest::newRow("nothing to learn on") << QStringLiteral("{\"operators\": [\"A\"]}") << QStringLiteral("more operators than are held out");
}

void TestTransfer::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, said);
    QVERIFY(writeFileDurably(m_folder->filePath(QStringLiteral("transfer.json")).toStdString(), text.toStdString()).has_value());
    const Result<TransferPlan> read = readTransferPlan(folder());
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().code, std::string("transfer.plan"));
    QVERIFY2(read.error().message.find(said.toStdString()) != std::string::npos, read.error().message.c_str());
}

void TestTransfer::splitsAreChosenBySeed()
{
    TransferPlan one = plan();
    one.heldOut = 2;
    std::set<std::vector<std::string>> seen;
    for (int number = 1; number <= 20; ++number) {
        const std::vector<std::string> held = heldOutOf(one, number);
        QCOMPARE(held.size(), std::size_t(2));
        QVERIFY(held[0] < held[1]); // in stream order
        QCOMPARE(heldOutOf(one, number), held);
        seen.insert(held);
    }
    QCOMPARE(seen.size(), std::size_t(3)); // all that there are
}

void TestTransfer::meansAreOverCompleteSplits()
{
    TransferReport report{plan(), {{1, true, {{"empty", {{"A", 6, true}}}, {"learned", {{"A", 2, true}}}, {"shuffled", {{"A", 30, false}}}}},
                                   {2, false, {{"empty", {{"B", 20, true}}}}}}};
    const Json json = toJson(report);
    QCOMPARE(json["mean"]["empty"].get<double>(), 6.0); // the second split does not count yet
    QCOMPARE(json["mean"]["learned"].get<double>(), 2.0);
    QCOMPARE(json["plan"]["seed"].get<int>(), 7);
    const std::string text = toText(report);
    QVERIFY2(text.find("learned - empty = -4.00 rounds, learned - shuffled = -28.00") != std::string::npos, text.c_str());
    QVERIFY(text.find("30*") != std::string::npos);
    QCOMPARE(toCsv(report), std::string("split,operator,memory,rounds,solved\n1,A,empty,6,1\n1,A,learned,2,1\n1,A,shuffled,30,0\n2,B,empty,20,1\n"));
}

QTEST_GUILESS_MAIN(TestTransfer)
#include "tst_transfer.moc"
