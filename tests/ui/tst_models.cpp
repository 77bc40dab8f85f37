// Every model on a small run: contents as text, growth without reset, order, under the model tester.

#include "fixture.h"

#include "ui/adoption/retrievedmodel.h"
#include "ui/common/dress.h"
#include "ui/memory/experiencemodel.h"
#include "ui/memory/movementmodel.h"
#include "ui/memory/rulemodel.h"
#include "ui/rounds/casemodel.h"
#include "ui/rounds/findingmodel.h"
#include "ui/rounds/roundmodel.h"
#include "ui/settings/settingmodel.h"
#include "ui/stream/progress.h"
#include "ui/stream/taskmodel.h"
#include "ui/utility/pickmodel.h"
#include "ui/utility/whymodel.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

using namespace sage;
using namespace sage::ui;

namespace {

/// Columns from first to last of all rows, one row a line.
QString asText(const QAbstractItemModel &model, int first, int last)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = first; column <= last; ++column)
            cells << model.index(row, column).data().toString();
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines.join(u'\n');
}

struct Strict {
    explicit Strict(QAbstractItemModel *model) : tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest), reset(model, &QAbstractItemModel::modelReset) {}
    QAbstractItemModelTester tester;
    QSignalSpy reset;
};

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tasksGrowAndMove();
    void tasksAskForAnOrderAndNeverTakeOne();
    void roundsGrow();
    void feedbackTables();
    void adoption();
    void memory();
    void why();
    void picks();
    void settings();
    void progress();
    void filterAndSort();
    void snapshotRowsAreInsertedRemovedAndMoved();
};

void TestModels::tasksGrowAndMove()
{
    Demo demo({"Sqrt", "Swish", "Gelu"});
    TaskModel model;
    const Strict strict(&model);
    model.setSnapshot(demo.snapshot());
    QCOMPARE(asText(model, TaskModel::Position, TaskModel::SpeedUp), QStringLiteral("1 | Sqrt | 1 | waiting | 0 | — | — | — | —\n2 | Swish | 1 | waiting | 0 | — | — | — | —\n3 | Gelu | 1 | waiting | 0 | — | — | — | —"));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    demo.correctness(0);
    model.setSnapshot(demo.snapshot());
    QCOMPARE(changed.count(), 1); // one row changed, one signal
    QCOMPARE(changed.first().first().toModelIndex().row(), 0);
    QCOMPARE(asText(model, TaskModel::Operator, TaskModel::SpeedUp).section(u'\n', 0, 0), QStringLiteral("Sqrt | 1 | running | 3 | 3 | 40.0 µs | 40.0 µs | 1.55×"));
    const QPersistentModelIndex swish(model.index(1, TaskModel::Operator));
    StreamChanged order;
    order.stream = demo.fold.state().created.stream;
    std::swap(order.stream[1], order.stream[2]);
    demo.add(kind::streamChanged, "order", order);
    model.setSnapshot(demo.snapshot());
    QCOMPARE(asText(model, TaskModel::Operator, TaskModel::Operator), QStringLiteral("Sqrt\nGelu\nSwish"));
    QCOMPARE(swish.row(), 2); // selections follow their operator
    QCOMPARE(strict.reset.count(), 0);
}

void TestModels::tasksAskForAnOrderAndNeverTakeOne()
{
    Demo demo({"Sqrt", "Swish", "Gelu"});
    demo.correctness(0);
    TaskModel model;
    model.setSnapshot(demo.snapshot());
    QSignalSpy asked(&model, &TaskModel::orderAsked);
    const std::unique_ptr<QMimeData> dragged(model.mimeData({model.index(2, 0)}));
    QVERIFY(!model.dropMimeData(dragged.get(), Qt::MoveAction, 1, 0, {}));
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().toStringList(), QStringList({QStringLiteral("Sqrt"), QStringLiteral("Gelu"), QStringLiteral("Swish")}));
    QCOMPARE(model.row(1).key(), QStringLiteral("Swish")); // unchanged until the run says so
    QVERIFY(model.orderAfterMove(2, 0).isEmpty());         // not before the one that runs
    QVERIFY(model.orderAfterMove(0, 1).isEmpty());         // what runs stays
    QVERIFY(!(model.flags(model.index(0, 0)) & Qt::ItemIsDragEnabled));
}

void TestModels::roundsGrow()
{
    Demo demo({"Sqrt"});
    demo.correctness(0);
    RoundModel model;
    const Strict strict(&model);
    model.setTask(demo.snapshot(), QStringLiteral("Sqrt"));
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    demo.optimization(0);
    model.setTask(demo.snapshot(), QStringLiteral("Sqrt"));
    QCOMPARE(inserted.count(), 1); // two rounds at once
    QCOMPARE(asText(model, RoundModel::Number, RoundModel::Adopted),
             QStringLiteral("1 | correctness | closed | does not compile | compile | — | 1 of 3\n2 | correctness | closed | wrong output | accuracy | — | 0 of 3\n"
                            "3 | correctness | closed | correct | timed | 40.0 µs | 1 of 3\n4 | optimization | closed | correct | timed | 28.0 µs | 1 of 3\n"
                            "5 | optimization | closed | correct | timed | 12.0 µs | 1 of 3"));
    QVERIFY(model.row(4).best);
    QCOMPARE(strict.reset.count(), 0);
    QCOMPARE(newestRound(*demo.snapshot()), std::pair(QStringLiteral("Sqrt"), 5));
    model.setTask(demo.snapshot(), QStringLiteral("nothing"));
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::feedbackTables()
{
    FindingModel findings;
    CaseModel cases;
    const Strict strictFindings(&findings);
    const Strict strictCases(&cases);
    findings.setRows(findingRows(Demo::compileError()));
    QCOMPARE(asText(findings, FindingModel::Severity, FindingModel::Message), QStringLiteral("error | compiler | kernel.cpp | 53 | 'Sqrtt' was not declared in this scope\nwarning | compiler | kernel.cpp | 13 | unused variable 'block'"));
    findings.setRows(findingRows(Demo::wrongOutput()));
    QCOMPARE(asText(findings, FindingModel::Severity, FindingModel::Times),
             QStringLiteral("error | alignment | kernel.cpp | 42 | A copy of 200 bytes is not a multiple of 32 bytes. | Use DataCopyPad for the tail. | case 1, core 3, MTE2, x, 507035 | 12"));
    cases.setCases(Demo::wrongOutput().cases);
    QCOMPARE(asText(cases, CaseModel::Index, CaseModel::Pipes),
             QStringLiteral("0 | float16 | x [48, 128] | correct | 0 of 6,144 | 0.0001 | — | 41.0 µs | MTE2 73%  V 29%\n"
                            "1 | float16 | x [100] | accuracy: wrong output | 48 of 100 | 0.5 | y[99]: got 0, expected 1.5 | — | "));
    const FileMarks files = fileMarks(findingRows(Demo::compileError()));
    QCOMPARE(files.size(), 1u);
    const LineMarks &marks = files.at(QStringLiteral("kernel.cpp"));
    QCOMPARE(marks.size(), 2u);
    QCOMPARE(marks.at(53).tone, Tone::Bad);
    QCOMPARE(marks.at(13).tone, Tone::Warning);
}

void TestModels::adoption()
{
    Demo demo({"Sqrt", "Swish"});
    demo.correctness(0);
    RetrievedModel model;
    const Strict strict(&model);
    const SnapshotPtr run = demo.snapshot();
    const RoundView *round = findRound(run->tasks[0], 1);
    model.setRound(run, round);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, RetrievedModel::State).data().toString(), QStringLiteral("adopted"));
    QCOMPARE(model.index(0, RetrievedModel::Rationale).data().toString(), QStringLiteral("The finding at line 42 names exactly this limit."));
    QCOMPARE(model.index(1, RetrievedModel::State).data().toString(), QStringLiteral("not adopted"));
    QCOMPARE(model.index(1, RetrievedModel::Score).data(SortRole).toDouble(), 0.8);
    QCOMPARE(model.index(0, RetrievedModel::Title).data().toString(), titleOf(*run, round->opened.retrieved[0].id));
    model.setRound(run, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::memory()
{
    Demo demo({"Sqrt", "Swish", "Gelu"});
    ExperienceModel experiences;
    RuleModel rules;
    MovementModel movements;
    const Strict strictExperiences(&experiences);
    const Strict strictRules(&rules);
    const Strict strictMovements(&movements);
    for (int i = 0; i < 3; ++i) {
        demo.correctness(i);
        demo.optimization(i);
        for (const auto &set : {std::function<void()>([&] { experiences.setSnapshot(demo.snapshot()); }), std::function<void()>([&] { rules.setSnapshot(demo.snapshot()); }), std::function<void()>([&] { movements.setSnapshot(demo.snapshot()); })})
            set();
    }
    const MemoryView &view = *demo.snapshot()->memory;
    QCOMPARE(experiences.rowCount(), static_cast<int>(view.items.size()));
    QCOMPARE(rules.rowCount(), static_cast<int>(view.resident.size()));
    QVERIFY(rules.rowCount() > 0);
    QCOMPARE(movements.rowCount(), static_cast<int>(view.residencyLog.size()));
    QCOMPARE(movements.index(0, MovementModel::Move).data().toString(), QStringLiteral("promoted"));
    for (int row = 0; row < experiences.rowCount(); ++row)
        QCOMPARE(experiences.index(row, ExperienceModel::Utility).data(SortRole).toDouble(), view.items[static_cast<std::size_t>(row)].utility);
    for (int row = 1; row < rules.rowCount(); ++row)
        QVERIFY(rules.row(row).expected <= rules.row(row - 1).expected);
    QCOMPARE(rules.index(0, RuleModel::Expected).data(ShareRole).toDouble(), 1.0);
}

void TestModels::why()
{
    Demo demo({"Sqrt", "Swish"});
    demo.run(2);
    const SnapshotPtr run = demo.snapshot();
    WhyModel model;
    const Strict strict(&model);
    const auto touched = std::find_if(run->memory->items.begin(), run->memory->items.end(), [](const MemoryItemView &item) { return item.history.size() > 1; });
    QVERIFY(touched != run->memory->items.end());
    model.setItem(run, &*touched);
    QCOMPARE(model.rowCount(), static_cast<int>(touched->history.size()));
    const UtilityPoint &first = touched->history.front();
    QCOMPARE(model.index(0, WhyModel::Episode).data().toString(), QStringLiteral("Sqrt · correctness"));
    QCOMPARE(model.index(0, WhyModel::Credit).data(SortRole).toDouble(), first.credit);
    // u <- (1 - eta) u + eta xi, as the row says
    QCOMPARE(model.index(0, WhyModel::After).data(SortRole).toDouble(), (1 - first.eta) * first.before + first.eta * first.credit);
}

void TestModels::picks()
{
    Demo demo({"Sqrt"});
    PickModel model;
    const Strict strict(&model);
    model.setSnapshot(demo.snapshot());
    QSignalSpy changed(&model, &PickModel::pickedChanged);
    QVERIFY(model.setData(model.index(1, PickModel::Title), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.picked(), std::vector<QString>{model.row(1).key()});
    QCOMPARE(model.index(1, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QVERIFY(model.colourOf(model.row(1).key()).isValid());
    QVERIFY(!model.colourOf(model.row(0).key()).isValid());
}

void TestModels::settings()
{
    SettingModel model(Settings(), false);
    const Strict strict(&model);
    QVERIFY(model.changes().isEmpty());
    const auto rowOf = [&](const char *field) {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data(IdRole).toString() == QString::fromLatin1(field))
                return row;
        }
        return -1;
    };
    const QModelIndex kOperators = model.index(rowOf("kOperators"), SettingModel::Value);
    QVERIFY(model.setData(kOperators, 1, Qt::EditRole));
    QVERIFY(!model.setData(kOperators, 0, Qt::EditRole)); // out of range: refused
    QVERIFY(model.setData(model.index(rowOf("residentCredit"), SettingModel::Value), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(model.settings().kOperators, 1);
    QVERIFY(model.settings().residentCredit);
    QCOMPARE(model.changes(), QStringList({QStringLiteral("kOperators=1"), QStringLiteral("residentCredit=true")}));
    SettingModel fixed(Settings(), true);
    QVERIFY(!fixed.setData(fixed.index(0, SettingModel::Value), 3, Qt::EditRole));
}

void TestModels::progress()
{
    Demo demo({"Sqrt", "Swish", "Gelu"});
    const Progress none = progressOf(*demo.snapshot(), 0);
    QCOMPARE(none.total, 3);
    QVERIFY(!none.remainingMs);
    demo.run(1);
    const SnapshotPtr run = demo.snapshot();
    const std::int64_t took = run->tasks[0].optimization->rounds.back().closedMs - run->tasks[0].correctness->rounds.front().startedMs;
    const Progress one = progressOf(*run, run->lastEventMs);
    QCOMPARE(one.done, 1);
    QCOMPARE(one.rounds, 5);
    QCOMPARE(*one.remainingMs, 2 * took);
}

void TestModels::filterAndSort()
{
    Demo demo({"Sqrt", "Swish", "Gelu"});
    demo.correctness(0);
    TaskModel model;
    model.setSnapshot(demo.snapshot());
    WordFilter filter;
    filter.setSourceModel(&model);
    filter.setWords(QStringLiteral("waiting gel"));
    QCOMPARE(filter.rowCount(), 1);
    filter.setWords({});
    filter.sort(TaskModel::BestLatency, Qt::AscendingOrder);
    QCOMPARE(filter.index(0, TaskModel::Operator).data().toString(), QStringLiteral("Sqrt")); // those without a figure come last
    QCOMPARE(tableText(model, {model.index(1, 0)}, u',').section(u'\n', 1, 1), QStringLiteral("2,Swish,1,waiting,0,—,—,—,—"));
}

void TestModels::snapshotRowsAreInsertedRemovedAndMoved()
{
    struct Row {
        int id;
        int value;
        [[nodiscard]] QString key() const { return QString::number(id); }
        bool operator==(const Row &) const = default;
    };
    struct Model : SnapshotModel<Row> {
        using SnapshotModel<Row>::assign;
        [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 1; }
        [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override { return role == Qt::DisplayRole ? QVariant(row(index.row()).value) : QVariant(); }
    };
    Model model;
    const Strict strict(&model);
    const auto numbers = [&] {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.row(row).key();
        return all.join(u' ');
    };
    model.assign({{2, 0}, {4, 0}, {6, 0}});
    model.assign({{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}});
    QCOMPARE(numbers(), QStringLiteral("1 2 3 4 5 6 7"));
    const QPersistentModelIndex four(model.index(3, 0));
    model.assign({{7, 0}, {4, 1}, {9, 0}, {1, 0}});
    QCOMPARE(numbers(), QStringLiteral("7 4 9 1"));
    QCOMPARE(four.row(), 1);
    QCOMPARE(four.data().toInt(), 1);
    QCOMPARE(strict.reset.count(), 0);
    model.assign({{20, 0}});
    QCOMPARE(strict.reset.count(), 1); // nothing stayed
    model.assign({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
