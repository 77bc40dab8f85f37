#include "core/model/card.h"

#include "core/base/yaml.h"
#include "core/model/shapes.h"

#include <QtTest>

using namespace sage;

namespace {

const char *const good = R"yaml(
name: HalfGate
level: 2
category: Activation
summary: gate
inputs:
  - {name: x, draw: {uniform: [0, 1]}, integer_draw: {integer: [-3, 3]}}
  - {name: g}
attributes:
  - {name: dim, type: int, default: -1}
  - {name: mode, type: choice, choices: [none, sum], default: none}
outputs:
  - {name: y, dtype: float32, compared: false}
reference:
  - a = split(x, axis=dim, parts=2, index=0)
  - m = mul(a, g)
  - "[mode=none] y = copy(m)"
  - "[mode=sum] y = sum(m, axis=all)"
tolerance:
  bound: {float16: 0.25}
cases:
  - {dtype: float16, shapes: {x: [4, 6], g: [3]}}
  - {dtype: int32, shapes: {x: [4, 6], g: [2, 1]}, attributes: {dim: 0, mode: sum}, origin: benchmark case 3}
)yaml";

[[nodiscard]] std::string replaced(const char *what, const char *with)
{
    QString text = QString::fromUtf8(good);
    Q_ASSERT(text.contains(QString::fromUtf8(what)));
    return text.replace(QString::fromUtf8(what), QString::fromUtf8(with)).toStdString();
}

} // namespace

class TestCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads();
    void infersShapes();
    void hashFollowsContent();
    void refuses_data();
    void refuses();
    void tooLargeIsSaidAtOnce();
    void hostileNamesGetAnotherEntry_data();
    void hostileNamesGetAnotherEntry();
    void everyShippedCardLoads();
};

void TestCard::reads()
{
    const Result<OperatorSpec> card = parseCard(good, "card");
    QVERIFY2(card.has_value(), card ? "" : card.error().message.c_str());
    QCOMPARE(card->entry, std::string("half_gate"));
    QCOMPARE(card->inputs.size(), std::size_t(2));
    QVERIFY(card->inputs[0].draw.kind == Draw::Kind::Uniform);
    QVERIFY(card->inputs[0].integerDraw->kind == Draw::Kind::Integer);
    QVERIFY(card->outputs[0].dtype == DType::F32);
    QVERIFY(!card->outputs[0].compared);
    QCOMPARE(card->tolerance.bound.at("float16"), 0.25);
    QCOMPARE(card->cases.size(), std::size_t(2));
    QCOMPARE(card->cases[0].attributes.at("dim").get<int>(), -1);
    QCOMPARE(card->cases[1].attributes.at("mode").get<std::string>(), std::string("sum"));
    QVERIFY(dtypeIn(card->outputs[0], card->cases[0]) == DType::F32);
    QVERIFY(dtypeIn(card->inputs[0], card->cases[1]) == DType::I32);
}

void TestCard::infersShapes()
{
    const Result<OperatorSpec> card = parseCard(good, "card");
    QVERIFY(card.has_value());
    const Result<TypedProgram> first = inferTypes(*card, card->cases[0]);
    QVERIFY(first.has_value());
    QCOMPARE(first->types.at("a").shape, (Shape{4, 3}));
    QCOMPARE(first->types.at("y").shape, (Shape{4, 3}));
    QCOMPARE(first->steps.size(), std::size_t(3));
    const Result<TypedProgram> second = inferTypes(*card, card->cases[1]);
    QVERIFY(second.has_value());
    QCOMPARE(second->types.at("m").shape, (Shape{2, 6}));
    QVERIFY(second->types.at("m").kind == ValueClass::Integer);
    QCOMPARE(second->types.at("y").shape, (Shape{1}));
}

void TestCard::hashFollowsContent()
{
    const Result<OperatorSpec> one = parseCard(good, "one");
    const Result<OperatorSpec> same = parseCard(std::string("# a comment\n") + good, "another name");
    const Result<OperatorSpec> other = parseCard(replaced("default: none", "default: sum"), "other");
    QVERIFY(one && same && other);
    QVERIFY(one->hash == same->hash);
    QVERIFY(one->hash != other->hash);
}

void TestCard::refuses_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *what, const char *with, const char *said) {
        QTest::newRow(name) << QString::fromUtf8(what) << QString::fromUtf8(with) << QString::fromUtf8(said);
    };
    row("no name", "name: HalfGate", "name: half gate", "name");
    row("entry that is code", "level: 2", "entry: 'x(){} void y'", "entry");
    row("endless alias", "summary: gate", "summary: &a [*a]", "nested too deeply");
    row("broken yaml", "inputs:", "inputs: [", "line");
    row("unknown step", "m = mul(a, g)", "m = mull(a, g)", "mull");
    row("unknown operand", "m = mul(a, g)", "m = mul(a, h)", "nothing is called h");
    row("name twice", "m = mul(a, g)", "a = mul(a, g)", "the name a is taken");
    row("shapes that do not fit", "g: [3]", "g: [5]", "do not fit together");
    row("odd split", "x: [4, 6], g: [3]", "x: [4, 7], g: [3]", "cannot be split");
    row("dtype", "dtype: int32, shapes", "dtype: int3, shapes", "is not a dtype");
    row("negative size", "x: [4, 6], g: [3]", "x: [-4, 6], g: [3]", "whole numbers from 1");
    row("huge", "x: [4, 6], g: [3]", "x: [2147483648, 2147483648, 6], g: [3]", "more than");
    row("unknown input", "g: [3]", "q: [3]", "no input q");
    row("missing shape", "x: [4, 6], g: [3]", "x: [4, 6]", "no shape is given");
    row("axis", "dim: 0", "dim: 9", "axis 9 does not exist");
    row("attribute value", "mode: sum}", "mode: maybe}", "mode has no fitting value");
    row("unknown attribute", "mode: sum}", "mood: sum}", "no attribute mood");
    row("draw", "uniform: [0, 1]", "unifrom: [0, 1]", "unifrom");
    row("tolerance", "float16: 0.25", "float16: -1", "tolerance");
    row("key of the card", "level: 2", "levl: 2", "the card:3: the key \"levl\" is not known; did you mean level?");
    row("key far from all", "level: 2", "colour: red", "the card:3: the key \"colour\" is not known. Known here: name");
    row("key of a tensor", "- {name: g}", "- {name: g, dtpye: float16}", "the card:8, inputs/1: the key \"dtpye\" is not known; did you mean dtype?");
    row("key of an attribute", "type: int, default", "type: int, defualt", "the card:10, attributes/0: the key \"defualt\" is not known; did you mean default?");
    row("key of a case", "mode: sum}, origin", "mode: sum}, orgin", "the card:23, cases/1: the key \"orgin\" is not known; did you mean origin?");
    row("key of the tolerance", "bound: {float16", "bonud: {float16", "did you mean bound?");
    row("not a number as a bound", "uniform: [0, 1]", "uniform: [0, .nan]", "inputs.x.draw.uniform: two finite numbers are needed, not [0,\".nan\"]");
    row("infinity as a bound", "uniform: [0, 1]", "uniform: [-.inf, 1]", "two finite numbers are needed");
    row("bound beyond double", "uniform: [0, 1]", "uniform: [0, 1e999]", "two finite numbers are needed");
    row("deviation that is not finite", "uniform: [0, 1]", "normal: [0, .inf]", "inputs.x.draw.normal: two finite numbers are needed");
    row("constant that is not finite", "uniform: [0, 1]", "constant: .nan", "numbers are finite");
    row("bounds the wrong way round", "uniform: [0, 1]", "uniform: [1, 0]", "the lower bound comes first");
    row("share above one", "uniform: [0, 1]", "ties: 2", "share from 0 to 1");
    row("draw that is a word", "draw: {uniform: [0, 1]}", "draw: uniform", "inputs.x.draw: normal");
    row("dtype that is a number", "dtype: float32, compared", "dtype: 32, compared", "32 is not a dtype");
    row("level that is a word", "level: 2", "level: high", "level: a whole number is needed");
    row("entry that is a keyword", "level: 2", "entry: int", "entry");
    row("entry that is a type", "level: 2", "entry: half", "entry");
    row("entry of the emulator", "level: 2", "entry: sage_launch", "entry");
    row("entry like a class", "level: 2", "entry: Calc", "entry");
    row("tensors that differ in case", "- {name: g}", "- {name: X}", "upper and lower case do not tell them apart");
    row("attribute like a field", "name: dim", "name: x_rank", "the name is taken");
    row("output not computed", "- {name: y, dtype", "- {name: z, dtype", "no step computes the output z");
}

void TestCard::refuses()
{
    QFETCH(QString, what);
    QFETCH(QString, with);
    QFETCH(QString, said);
    const Result<OperatorSpec> card = parseCard(replaced(what.toUtf8().constData(), with.toUtf8().constData()), "the card");
    QVERIFY(!card.has_value());
    QVERIFY2(card.error().message.find(said.toStdString()) != std::string::npos, card.error().message.c_str());
}

void TestCard::tooLargeIsSaidAtOnce()
{
    const auto many = [](std::size_t cases, std::size_t steps) {
        std::string text = "name: Many\nsummary: s\ncategory: c\ninputs: [x]\noutputs: [y]\nreference:\n";
        for (std::size_t i = 1; i < steps; ++i)
            text += "  - t" + std::to_string(i) + " = copy(x)\n";
        text += "  - y = copy(x)\ncases:\n";
        for (std::size_t i = 0; i < cases; ++i)
            text += "  - {dtype: float32, shapes: {x: [" + std::to_string(i + 1) + "]}}\n";
        return text;
    };
    QVERIFY(parseCard(many(mostCases, 1), "card").has_value());
    QCOMPARE(parseCard(many(1, mostSteps), "card")->reference.size(), mostSteps);
    const Result<OperatorSpec> cases = parseCard(many(mostCases + 1, 1), "card");
    QCOMPARE(cases.error().code, std::string("card.invalid"));
    QVERIFY2(cases.error().message.find("1001 cases") != std::string::npos, cases.error().message.c_str());
    const Result<OperatorSpec> steps = parseCard(many(1, mostSteps + 1), "card");
    QCOMPARE(steps.error().code, std::string("card.invalid"));
    QVERIFY2(steps.error().message.find("1001 steps") != std::string::npos, steps.error().message.c_str());
    const Result<OperatorSpec> text = parseCard(many(1, 1) + "# " + std::string(longestYaml, 'x'), "card");
    QCOMPARE(text.error().code, std::string("file.too-large"));
    QCOMPARE(text.error().args.at("path"), std::string("card"));
}

void TestCard::hostileNamesGetAnotherEntry_data()
{
    QTest::addColumn<QString>("entry");
    QTest::newRow("Swish") << QStringLiteral("swish");
    QTest::newRow("Int") << QStringLiteral("kernel_int");
    QTest::newRow("half") << QStringLiteral("kernel_half");
    QTest::newRow("XorEq") << QStringLiteral("kernel_xor_eq");
    QTest::newRow("BlockIdx") << QStringLiteral("kernel_block_idx");
    QTest::newRow("Sqrt") << QStringLiteral("sqrt"); // a function of the C library: renamed where it is compiled
}

void TestCard::hostileNamesGetAnotherEntry()
{
    QFETCH(QString, entry);
    const Result<OperatorSpec> card = parseCard(replaced("name: HalfGate", (std::string("name: ") + QTest::currentDataTag()).c_str()), "card");
    QVERIFY2(card.has_value(), card ? "" : card.error().message.c_str());
    QCOMPARE(QString::fromStdString(card->entry), entry);
}

void TestCard::everyShippedCardLoads()
{
    const QDir folder(QStringLiteral(SAGE_SOURCE_DIR "/resources/operators"));
    const QStringList files = folder.entryList({QStringLiteral("*.yaml")});
    QVERIFY(files.size() >= 12);
    for (const QString &file : files) {
        const Result<OperatorSpec> card = readCard(folder.filePath(file).toStdString());
        QVERIFY2(card.has_value(), card ? "" : card.error().message.c_str());
        QCOMPARE(QString::fromStdString(card->name) + QStringLiteral(".yaml"), file);
    }
}

QTEST_GUILESS_MAIN(TestCard)
#include "tst_card.moc"
