#include "core/evaluate/diagnostics.h"
#include "core/evaluate/objectcheck.h"

#include <QTest>

using namespace sage;

namespace {

[[nodiscard]] QByteArray textOf(const std::vector<Diagnostic> &diagnostics)
{
    QByteArray text;
    for (const Diagnostic &one : diagnostics)
        text += QByteArray::fromStdString(one.severity + '|' + one.file + '|' + std::to_string(one.line) + '|' + std::to_string(one.column) + '|' + one.message + '\n');
    return text;
}

} // namespace

class TestDiagnostics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses();
    void normalises();
    void mergesOnce();
    void assembly();
    void symbols();
};

void TestDiagnostics::parses()
{
    const auto parsed = parseDiagnostics("In file included from wrapper.cpp:3:\n"
                                         "kernel/a.cpp: In function 'void f()':\n"
                                         "kernel/a.cpp:12:5: error: 'x' was not declared: really\n"
                                         "   12 |     x = 1; // note: this is no note\n"
                                         "kernel/sub/b.h:3: warning: no column\n"
                                         "kernel/a.cpp:9:2:   required from 'void g() [with T = int]'\n"
                                         "<npu>/sage_npu/pipe.h:40:23: note: candidate\n"
                                         "wrapper.cpp:7:1: error: 'a' was not declared\n"
                                         "kernel/a.cpp:1:10: fatal error: none.h: No such file or directory\n"
                                         "compilation terminated.\n"
                                         "cc1plus: error: unknown switch\n"
                                         "kernel/a.cpp:20: undefined reference to `foo'\n");
    QCOMPARE(textOf(parsed), QByteArray("error|a.cpp|12|5|'x' was not declared: really\n"
                                        "warning|sub/b.h|3|0|no column\n"
                                        "note|a.cpp|9|2|required from 'void g() [with T = int]'\n"
                                        "note|<npu>/sage_npu/pipe.h|40|23|candidate\n"
                                        "error|<wrapper.cpp>|7|1|'a' was not declared\n"
                                        "error|a.cpp|1|10|none.h: No such file or directory\n"
                                        "error||0|0|unknown switch\n"
                                        "error|a.cpp|20|0|undefined reference to `foo'\n"));
}

void TestDiagnostics::normalises()
{
    QCOMPARE(QByteArray::fromStdString(normaliseCompilerOutput("/x/job-1/kernel/a.cpp:1: e \r\n/tmp/ccAbC123.o: bad\naccountant.cpp\n", {{"/x/job-1/", ""}})),
             QByteArray("kernel/a.cpp:1: e\n/tmp/cc.o: bad\naccountant.cpp\n"));
}

void TestDiagnostics::mergesOnce()
{
    std::vector<Diagnostic> all{{"error", "a", 1, 1, "m"}};
    mergeDiagnostics(all, {{"error", "a", 1, 1, "m"}, {"error", "a", 2, 1, "m"}});
    QCOMPARE(textOf(all), QByteArray("error|a|1|1|m\nerror|a|2|1|m\n"));
}

void TestDiagnostics::assembly()
{
    QVERIFY(checkAssembly("\t.section\t.text.f,\"ax\"\n\t.type\tf, @function\n\tret\n").empty());
    QVERIFY(checkAssembly("\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n\tinterrupt:\n").empty());
    for (const char *text : {"#APP\n nop\n#NO_APP\n", "\t.section\t.text,\"ax\",@progbits#,\"a\"\n", "\tsyscall\n", "\t.incbin \"/etc/passwd\"\n", "\tint\t$128\n", "\t.macro x\n"})
        QCOMPARE(checkAssembly(text).front().kind, ObjectProblem::Kind::InlineAssembler);
    QCOMPARE(checkAssembly("\t.section\t.init_array,\"aw\"\n").front().kind, ObjectProblem::Kind::Constructor);
    QCOMPARE(checkAssembly("\t.section\t.init_array.00100,\"aw\"\n").front().kind, ObjectProblem::Kind::Constructor);
    QCOMPARE(checkAssembly("\t.type\tf, @gnu_indirect_function\n").front().kind, ObjectProblem::Kind::Constructor);
    QVERIFY(checkAssembly("\t.section\t.initial,\"aw\"\n").empty());
}

void TestDiagnostics::symbols()
{
    for (const char *allowed : {"memcpy", "sqrt", "sqrtf", "expl", "__stack_chk_fail"})
        QVERIFY2(isAllowedSymbol(allowed), allowed);
    for (const char *forbidden : {"fork", "system", "open", "socket", "dlsym", "syscall", "malloc", "_Znwm", "exit", "f", "l", "", "mmap", "getenv"})
        QVERIFY2(!isAllowedSymbol(forbidden), forbidden);
}

QTEST_GUILESS_MAIN(TestDiagnostics)
#include "tst_diagnostics.moc"
