#pragma once

#include "core/npu/guardedpages.h"
#include "core/npu/launch.h"
#include "core/npu/lines.h"
#include "core/npu/runresult.h"

#include <memory>
#include <string>

namespace sage::npu {

/// Writes the answer of one run line by line, whatever ends it. Signal handlers and the process's exit reach it
/// through one global; see guardAnswer().
class Answer
{
public:
    explicit Answer(int fd) : m_fd(fd) {}

    /// Takes the key that whoever asked left in the result file: the file is empty afterwards, and no page of the process shows the
    /// key until the answer is complete. Call it before any code of the kernel runs.
    void takeKey();

    /// From here on findings of the launch are written as they occur.
    void begin(Launch &launch);
    /// Where the kernel library was loaded: its addresses can be turned into lines.
    void setLibrary(std::string path, std::uintptr_t base);

    /// One line, as it occurs. Plain write(2): safe wherever JSON can be made.
    void add(const Finding &finding);

    /// The last line: everything, with addresses turned into lines. The first call wins.
    void complete(RunStatus status, int signal = 0);
    void completeBroken(const Error &error);

    /// Async-signal-safe: that a signal came.
    void noteSignal(int signal);

    [[nodiscard]] Launch *launch() const { return m_launch; }

private:
    void writeLine(const std::string &line);
    void writeResult(const RunResult &result);

    int m_fd;
    GuardedPages m_key{keyLength};
    bool m_hasKey = false;
    bool m_complete = false;
    Launch *m_launch = nullptr;
    std::string m_library;
    std::uintptr_t m_base = 0;
};

/// From here on fatal signals and exit() complete the answer. The object must live as long as the process.
void guardAnswer(Answer &answer);
/// The kernel's code is over; exit() is ours again.
void releaseAnswer();

} // namespace sage::npu
