#pragma once

#include <string>

namespace sage::lowering {

/// Source lines with their indentation.
class SourceText
{
public:
    explicit SourceText(int depth = 0) : m_depth(depth) {}

    void line(const std::string &text)
    {
        if (!text.empty())
            m_text.append(static_cast<std::size_t>(m_depth) * 4, ' ');
        m_text += text + "\n";
    }
    void blank() { m_text += "\n"; }
    void open(const std::string &head)
    {
        line(head.empty() ? "{" : head + " {");
        ++m_depth;
    }
    void close(const std::string &tail = "}")
    {
        --m_depth;
        line(tail);
    }
    /// A function with its brace on a line of its own.
    void function(const std::string &head)
    {
        line(head);
        open("");
    }
    /// A label such as "private:", one level out.
    void label(const std::string &text)
    {
        --m_depth;
        line(text);
        ++m_depth;
    }
    void append(const std::string &block) { m_text += block; }

    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::string m_text;
    int m_depth;
};

} // namespace sage::lowering
