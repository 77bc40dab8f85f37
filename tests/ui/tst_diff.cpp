// Lines, words, folds and rows of a diff: values only.

#include "ui/common/diffrows.h"
#include "ui/rounds/coderows.h"

#include <QTest>

using namespace sage::ui;

namespace {

/// "=a" same, "-a" removed, "+a" added; changed words in brackets.
QString asText(const TextDiff &diff)
{
    QStringList lines;
    for (const DiffLine &line : diff.lines) {
        QString text = line.text;
        for (auto word = line.words.rbegin(); word != line.words.rend(); ++word) {
            text.insert(word->start + word->length, u']');
            text.insert(word->start, u'[');
        }
        lines << (line.kind == LineKind::Same ? u'=' : line.kind == LineKind::Added ? u'+' : u'-') + text;
    }
    return lines.join(u' ');
}

QString asText(const std::vector<DiffRow> &rows)
{
    QStringList all;
    for (const DiffRow &row : rows)
        all << (row.kind == DiffRow::Kind::Fold ? QStringLiteral("fold%1").arg(row.hidden) : QStringLiteral("%1/%2").arg(row.left).arg(row.right));
    return all.join(u' ');
}

std::string lines(int first, int last)
{
    std::string text;
    for (int i = first; i <= last; ++i)
        text += "line" + std::to_string(i) + "\n";
    return text;
}

} // namespace

class TestDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void diffs_data();
    void diffs();
    void tokensJoinToTheLine();
    void whiteSpaceCanBeIgnored();
    void numbersCountBothTexts();
    void rows_data();
    void rows();
    void opensFolds();
    void stepsThroughChanges();
    void sidesHaveTheSameHeight();
};

void TestDiff::diffs_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *before, const char *after, const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after) << QString::fromUtf8(expected);
    };
    row("equal", "a\nb\n", "a\nb\n", "=a =b");
    row("empty", "", "", "");
    row("from nothing", "", "a\nb\n", "+a +b");
    row("to nothing", "a\n", "", "-a");
    row("word", "int tile = 2048;\n", "int tile = 8192;\n", "-int tile = [2048]; +int tile = [8192];");
    row("words", "Add(z, x, y);\n", "Mul(z, x, w);\n", "-[Add](z, x, [y]); +[Mul](z, x, [w]);");
    row("inserted word", "f(a);\n", "f(a, b);\n", "-f(a); +f(a[, b]);");
    row("unlike lines", "alpha();\n", "if (q) return 17 * w;\n", "-alpha(); +if (q) return 17 * w;");
    row("no newline at the end", "a\nb", "a\nb\n", "=a -b +b");
    row("beyond ASCII", "f(µs, größe);\n", "f(µs, breite);\n", "-f(µs, [größe]); +f(µs, [breite]);");
    row("carriage returns", "a\r\nb\r\n", "a\r\nc\r\n", "=a -b +c");
}

void TestDiff::diffs()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    QCOMPARE(asText(diffTexts(before.toStdString(), after.toStdString())), expected);
}

void TestDiff::tokensJoinToTheLine()
{
    const QString line = QStringLiteral("  m_x[i*tile] += half(1.5e3); // Größe µs");
    QString joined;
    for (const QString &token : tokensOf(line))
        joined += token;
    QCOMPARE(joined, line);
    QCOMPARE(tokensOf(QStringLiteral("a_1+b")), std::vector<QString>({QStringLiteral("a_1"), QStringLiteral("+"), QStringLiteral("b")}));
}

void TestDiff::whiteSpaceCanBeIgnored()
{
    QCOMPARE(diffTexts("a  b\n", "a b\n").added, 1);
    QCOMPARE(diffTexts("a  b\n", "a b\n", {true}).added, 0);
}

void TestDiff::numbersCountBothTexts()
{
    const TextDiff diff = diffTexts("a\nb\nc\n", "a\nx\ny\nc\n");
    QCOMPARE(diff.added, 2);
    QCOMPARE(diff.removed, 1);
    QCOMPARE(diff.lines.back().oldLine, 3);
    QCOMPARE(diff.lines.back().newLine, 4);
    QCOMPARE(diff.lines[1].newLine, 0); // removed: not in the newer text
}

void TestDiff::rows_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("split");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const std::string &before, const std::string &after, bool split, const char *expected) {
        QTest::newRow(name) << QString::fromStdString(before) << QString::fromStdString(after) << split << QString::fromLatin1(expected);
    };
    row("unchanged is not folded", lines(1, 9), lines(1, 9), false, "0/0 1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8");
    row("short is not folded", lines(1, 5), lines(1, 5) + "x\n", false, "0/0 1/1 2/2 3/3 4/4 5/5");
    row("head is folded", lines(1, 9), lines(1, 9) + "x\n", false, "fold6 6/6 7/7 8/8 9/9");
    row("between two changes", "x\n" + lines(1, 10) + "y\n", "X\n" + lines(1, 10) + "Y\n", false, "0/0 1/1 2/2 3/3 4/4 fold4 9/9 10/10 11/11 12/12 13/13");
    row("split pairs lines", "a\nb\nc\n", "a\nx\ny\nz\nc\n", true, "0/0 1/2 -1/3 -1/4 5/5");
    row("split of a removal", "a\nb\nc\n", "a\nc\n", true, "0/0 1/-1 2/2");
}

void TestDiff::rows()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(bool, split);
    QFETCH(QString, expected);
    const TextDiff diff = diffTexts(before.toStdString(), after.toStdString());
    QCOMPARE(asText(diffRows(diff, split ? DiffLayout::Split : DiffLayout::Unified, {})), expected);
}

void TestDiff::opensFolds()
{
    const TextDiff diff = diffTexts(lines(1, 9), lines(1, 9) + "x\n");
    FoldOptions options;
    const std::vector<DiffRow> folded = diffRows(diff, DiffLayout::Unified, options);
    QCOMPARE(rowOfLine(diff, folded, 2), -1);
    const int fold = foldOfLine(diff, options, 2);
    QCOMPARE(fold, folded.front().fold);
    QCOMPARE(foldOfLine(diff, options, 8), -1); // in sight
    options.opened.insert(fold);
    const std::vector<DiffRow> open = diffRows(diff, DiffLayout::Unified, options);
    QCOMPARE(rowOfLine(diff, open, 2), 1);
    QCOMPARE(open.size(), 10u);
    options = {};
    options.fold = false;
    QCOMPARE(diffRows(diff, DiffLayout::Unified, options).size(), 10u);
}

void TestDiff::stepsThroughChanges()
{
    const TextDiff diff = diffTexts("x\n" + lines(1, 10) + "y\n", "X\n" + lines(1, 10) + "Y\n");
    const auto changes = changesOf(diffRows(diff, DiffLayout::Unified, {}));
    QCOMPARE(changes, (std::vector<std::pair<int, int>>{{0, 1}, {9, 10}}));
    QCOMPARE(nextChange(changes, -1), 0);
    QCOMPARE(nextChange(changes, 0), 1);
    QCOMPARE(nextChange(changes, 9), -1);
    QCOMPARE(previousChange(changes, 9), 0);
    QCOMPARE(previousChange(changes, 0), -1);
}

void TestDiff::sidesHaveTheSameHeight()
{
    FileDocument file;
    file.diff = diffTexts("a\nb\nc\n", "a\nx\ny\nc\n");
    const std::vector<DiffRow> rows = diffRows(file.diff, DiffLayout::Split, {});
    const auto left = codeRows(file, rows, CodeSide::Left, QStringLiteral("%1"));
    const auto right = codeRows(file, rows, CodeSide::Right, QStringLiteral("%1"));
    QCOMPARE(left.size(), right.size());
    QCOMPARE(left[2].kind, CodeRow::Kind::Filler);
    QCOMPARE(right[2].text, QStringLiteral("y"));
    QCOMPARE(left[1].kind, CodeRow::Kind::Removed);
    QCOMPARE(right[1].newLine, 2);
    QCOMPARE(right[1].oldLine, 0);
}

QTEST_MAIN(TestDiff)
#include "tst_diff.moc"
