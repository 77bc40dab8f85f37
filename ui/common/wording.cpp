#include "ui/common/wording.h"

#include "ui/common/language.h"
#include "ui/common/text.h"
#include "ui/common/wordingtables.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <map>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

[[nodiscard]] const char *sourceOf(Domain domain, std::string_view code)
{
    static const auto table = [] {
        std::map<std::pair<Domain, std::string_view>, const char *> made;
        for (const Wording &one : allWordings())
            made.emplace(std::pair(one.domain, std::string_view(one.code)), one.text);
        return made;
    }();
    const auto found = table.find({domain, code});
    return found == table.end() ? nullptr : found->second;
}

[[nodiscard]] QString translated(const char *source)
{
    return QCoreApplication::translate("Wording", source);
}

/// The engine's own words in English; elsewhere the table's sentence, if its gaps can all be filled.
[[nodiscard]] QString filled(Domain domain, std::string_view code, const std::map<std::string, std::string> &arguments, const std::string &fallback)
{
    const char *source = sourceOf(domain, code);
    if (!source)
        return text(fallback.empty() ? std::string(code) : fallback);
    if (currentLanguage() == Language::English && !fallback.empty())
        return text(fallback);
    QString sentence = translated(source);
    for (const auto &[name, value] : arguments)
        sentence.replace(u'{' + text(name) + u'}', text(value));
    static const QRegularExpression gap(u"\\{[a-zA-Z-]+\\}"_s);
    // The engine named less than the sentence needs: better its own words than a gap.
    return sentence.contains(gap) && !fallback.empty() ? text(fallback) : sentence;
}

} // namespace

std::vector<Wording> allWordings()
{
    std::vector<Wording> all;
    for (const std::span<const Wording> part : {stateWordings(), settingWordings(), errorWordings(), findingWordings()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

bool isWorded(Domain domain, std::string_view code)
{
    return sourceOf(domain, code) != nullptr;
}

QString worded(Domain domain, std::string_view code)
{
    const char *source = sourceOf(domain, code);
    return source ? translated(source) : text(code);
}

QString worded(const Error &error)
{
    return filled(Domain::Error, error.code, error.args, error.message);
}

QString worded(const Finding &finding)
{
    std::map<std::string, std::string> figures{{"object", finding.object}};
    if (finding.numbers.is_object()) {
        for (const auto &[name, value] : finding.numbers.items())
            figures[name] = value.is_string() ? value.get<std::string>() : canonical(value);
    }
    return filled(Domain::Finding, finding.id, figures, finding.message);
}

std::string_view codeOf(TaskState state)
{
    switch (state) {
    case TaskState::Waiting: return "waiting";
    case TaskState::Running: return "running";
    case TaskState::Solved: return "solved";
    case TaskState::Failed: return "failed";
    case TaskState::Skipped: return "skipped";
    }
    return "";
}

std::string_view codeOf(RoundState state)
{
    switch (state) {
    case RoundState::Opened: return "opened";
    case RoundState::Replied: return "replied";
    case RoundState::Declared: return "declared";
    case RoundState::Evaluated: return "evaluated";
    case RoundState::Closed: return "closed";
    case RoundState::Refused: return "refused";
    case RoundState::Abandoned: return "abandoned";
    }
    return "";
}

std::string_view codeOf(ItemState state)
{
    switch (state) {
    case ItemState::Normal: return "normal";
    case ItemState::Validated: return "validated";
    case ItemState::Consolidated: return "consolidated";
    }
    return "";
}

std::string_view codeOf(Adoption state)
{
    switch (state) {
    case Adoption::Unresolved: return "unresolved";
    case Adoption::Adopted: return "adopted";
    case Adoption::NotAdopted: return "not-adopted";
    }
    return "";
}

std::string_view codeOf(FeedbackStage stage)
{
    switch (stage) {
    case FeedbackStage::Refused: return "refused";
    case FeedbackStage::Compile: return "compile";
    case FeedbackStage::Load: return "load";
    case FeedbackStage::Run: return "run";
    case FeedbackStage::Accuracy: return "accuracy";
    case FeedbackStage::Timing: return "timing";
    }
    return "";
}

Tone toneOf(TaskState state)
{
    switch (state) {
    case TaskState::Waiting: return Tone::Waiting;
    case TaskState::Running: return Tone::Active;
    case TaskState::Solved: return Tone::Good;
    case TaskState::Failed: return Tone::Bad;
    case TaskState::Skipped: return Tone::Neutral;
    }
    return Tone::Neutral;
}

Tone toneOf(ItemState state)
{
    switch (state) {
    case ItemState::Normal: return Tone::Waiting;
    case ItemState::Validated: return Tone::Active;
    case ItemState::Consolidated: return Tone::Good;
    }
    return Tone::Neutral;
}

Tone toneOf(Adoption state)
{
    switch (state) {
    case Adoption::Unresolved: return Tone::Warning;
    case Adoption::Adopted: return Tone::Good;
    case Adoption::NotAdopted: return Tone::Waiting;
    }
    return Tone::Neutral;
}

Tone toneOf(const RoundView &round)
{
    if (round.state == RoundState::Refused || round.state == RoundState::Abandoned)
        return Tone::Warning;
    if (!round.evaluated)
        return Tone::Active;
    return round.evaluated->correct ? Tone::Good : Tone::Bad;
}

Tone toneOfSeverity(std::string_view severity)
{
    return severity == "error" ? Tone::Bad : severity == "warning" ? Tone::Warning : Tone::Neutral;
}

} // namespace sage::ui
