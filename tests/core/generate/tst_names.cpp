// Whatever a card calls its tensors, attributes and steps, the generated kernel compiles.

#include "core/generate/identifier.h"
#include "core/generate/lowering.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include "tests/core/generate/cards.h"
#include "tests/core/generate/kernelcheck.h"
#include "tests/core/generate/randomcards.h"

#include <map>
#include <set>

using namespace sage;

namespace {

/// Names of a card, in place of x, z, s, d, y, alpha and the operator's.
using Names = std::map<std::string, std::string>;

/// Element-wise steps, a reduction along an axis and scalars: most of what kernels declare.
constexpr std::string_view pattern = R"yaml(
name: @op
summary: "@summary"
inputs:
  - {name: @x, draw: {uniform: [0, 1]}}
  - {name: @z, draw: {uniform: [0, 1]}}
attributes:
  - {name: @alpha, type: float, default: 1.5}
outputs:
  - {name: @y}
reference:
  - @s = mul(@x, @alpha)
  - @d = mean(@s, axis=-1)
  - @y = add(@s, @z)
  - @w = mul(@y, @d)
  - @v = sqrt(@w)
cases:
  - {dtype: float16, shapes: {@x: [6, 50], @z: [6, 50]}, origin: own}
)yaml";

std::string yamlWith(const Names &names)
{
    QString text = QString::fromUtf8(pattern.data(), static_cast<qsizetype>(pattern.size()));
    for (const char *name : {"op", "summary", "alpha", "x", "z", "y", "s", "d", "w", "v"}) {
        const auto given = names.find(name);
        const std::string fallback = std::string(name) == "op" ? "Plain" : name;
        text.replace(QRegularExpression(QStringLiteral("@%1\\b").arg(QLatin1String(name))), QString::fromStdString(given == names.end() ? fallback : given->second));
    }
    return text.toStdString();
}

/// Every word that begins a name in the generated text.
std::set<std::string> wordsOf(const std::string &kernel)
{
    std::set<std::string> words;
    static const QRegularExpression comment(QStringLiteral("//[^\n]*|\"[^\"]*\"|#include[^\n]*"));
    static const QRegularExpression word(QStringLiteral("(?<![A-Za-z0-9_.:])[a-z][A-Za-z0-9_]*"));
    auto found = word.globalMatch(QString::fromStdString(kernel).remove(comment));
    while (found.hasNext())
        words.insert(found.next().captured().toStdString());
    return words;
}

} // namespace

class TestNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainNamesStay()
    {
        for (const char *name : {"x", "y1", "gamma", "input_data", "mul0_input0", "clip_value_max", "rstd"})
            QCOMPARE(lowering::identifier(name), std::string(name));
    }

    void differentNamesStayDifferent()
    {
        std::map<std::string, std::string> seen;
        for (const char *name : {"x", "X", "v_X", "xGm", "xGmValue", "xValue", "xValueValue", "int", "intValue", "v_int", "Calc", "CalcValue", "v_Calc", "v_CalcValue", "_x", "__x", "kLimit", "v_kLimit",
                                 "xPart1", "xPart1Value", "row", "rowValue"}) {
            const std::string made = lowering::identifier(name);
            QVERIFY2(seen.emplace(made, name).second, (std::string(name) + " and " + seen[made] + " both become " + made).c_str());
        }
    }

    /// The list of names that the lowering writes itself cannot go stale: it is held against kernels.
    void everyNameOfTheLoweringIsTaken()
    {
        const Plan plans[] = {Plan(), *planFromJson({{"cores", "balanced"}, {"buffers", 2}, {"compute", "mixed"}, {"reduction", "folded"}, {"fusion", "resident"}, {"moves", "strided"}, {"constants", "kept"}}),
                              *planFromJson({{"cores", "one"}, {"compute", "native"}, {"reduction", "scalar"}, {"fusion", "steps"}, {"tail", "scalar"}, {"inPlace", false}, {"broadcast", "duplicate"}}),
                              *planFromJson({{"tail", "back-step"}})};
        std::vector<OperatorSpec> cards;
        for (const std::string_view yaml : {test::chainCard, test::normCard, test::totalCard, test::gateCard, test::columnCard})
            cards.push_back(test::cardOf(yaml));
        for (std::uint64_t seed = 0; seed < 60; ++seed)
            cards.push_back(*parseCard(test::RandomCard(seed).yaml(), "random card"));
        std::set<std::string> missing;
        for (const OperatorSpec &card : cards) {
            std::set<std::string> own{card.entry, "a", "b"}; // parameters of small functions, which see no name of a card
            for (const std::vector<TensorSpec> *tensors : {&card.inputs, &card.outputs}) {
                for (const TensorSpec &tensor : *tensors)
                    own.insert(tensor.name);
            }
            for (const AttributeSpec &attribute : card.attributes)
                own.insert(attribute.name);
            for (const Step &step : card.reference)
                own.insert(step.result);
            for (const Plan &plan : plans) {
                const Result<KernelSource> kernel = synthesize(card, plan);
                for (const std::string &word : kernel ? wordsOf(kernel->mainText()) : std::set<std::string>()) {
                    if (lowering::identifier(word) == word && !own.contains(word))
                        missing.insert(word);
                }
            }
        }
        std::string list;
        for (const std::string &word : missing)
            list += word + ' ';
        QVERIFY2(missing.empty(), list.c_str());
    }

    void compiles_data()
    {
        QTest::addColumn<QString>("yaml");
        const auto row = [](const char *name, const Names &names) { QTest::newRow(name) << QString::fromStdString(yamlWith(names)); };
        row("keywords", {{"op", "Int"}, {"x", "int"}, {"z", "class"}, {"y", "return"}, {"alpha", "template"}, {"s", "while"}, {"d", "co_await"}, {"w", "xor"}, {"v", "typename"}});
        row("types and macros", {{"op", "Half"}, {"x", "half"}, {"z", "block_idx"}, {"y", "uint8_t"}, {"alpha", "float"}, {"s", "bfloat16_t"}, {"d", "size_t"}, {"w", "GM_ADDR"}, {"v", "std"}});
        row("the kernel's classes", {{"op", "Calc"}, {"x", "Calc"}, {"z", "Load"}, {"y", "TPipe"}, {"alpha", "Scalar"}, {"s", "Add"}, {"d", "Kernel"}, {"w", "Widened"}, {"v", "kTileLength"}});
        row("the kernel's variables", {{"op", "Args"}, {"x", "args"}, {"z", "pipe"}, {"y", "workspace"}, {"alpha", "tiling"}, {"s", "scratch"}, {"d", "row"}, {"w", "count"}, {"v", "op"}});
        row("names made from names", {{"op", "Queue"}, {"x", "x"}, {"z", "xGm"}, {"y", "xQueue"}, {"alpha", "xIn"}, {"s", "xTemp"}, {"d", "xQueueOut"}, {"w", "xPart1"}, {"v", "scratchBuffer"}});
        row("the C library", {{"op", "Index"}, {"x", "time"}, {"z", "exit"}, {"y", "printf"}, {"alpha", "index"}, {"s", "sqrt"}, {"d", "exp"}, {"w", "abs"}, {"v", "main"}});
        row("underscores", {{"op", "_op"}, {"x", "_"}, {"z", "__z"}, {"y", "_Y"}, {"alpha", "__builtin_expect"}, {"s", "s__"}, {"d", "_d"}, {"w", "sage_launch"}, {"v", "DTYPE_X"}});
        row("a summary of two lines", {{"summary", "first\\n#error second\\\\"}});
    }

    void compiles()
    {
        QFETCH(QString, yaml);
        const Result<OperatorSpec> card = parseCard(yaml.toStdString(), "hostile card");
        QVERIFY2(card.has_value(), card ? "" : card.error().message.c_str());
        const Result<KernelSource> fused = synthesize(*card, Plan());
        const Result<KernelSource> steps = synthesize(*card, *planFromJson({{"fusion", "steps"}, {"reduction", "folded"}, {"constants", "kept"}}));
        QVERIFY2(fused && steps, fused ? "by steps" : fused.error().message.c_str());
        for (const Result<KernelSource> *kernel : {&fused, &steps}) {
            const QByteArray errors = test::complaint(test::prelude(*card, card->cases.front()) + (*kernel)->mainText());
            QVERIFY2(errors.isEmpty(), errors.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestNames)
#include "tst_names.moc"
