#include "core/generate/reflection.h"

#include "core/generate/lowering.h"
#include "core/generate/search.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace sage {

namespace {

/// A round against the one it started from.
struct Lesson {
    const PastRound *before = nullptr;
    const PastRound *after = nullptr;
    PlanChange change;
    double size = 0;     ///< of the effect, to order by
    bool swapped = false; ///< a regression: the lesson is the way back
    std::string effect;
};

std::string fixedNumber(double value, int digits)
{
    const double scale = std::pow(10.0, digits);
    return Json(std::round(value * scale) / scale).dump();
}

const PastRound *roundIn(const std::vector<PastRound> &history, int round)
{
    for (const PastRound &one : history) {
        if (one.round == round)
            return &one;
    }
    return nullptr;
}

int failing(const Feedback &feedback)
{
    return feedback.compiled ? failingCases(feedback) : static_cast<int>(feedback.cases.size()) + 1;
}

/// Fills size and effect; false where nothing was learnt.
bool compare(Lesson &lesson, Objective objective)
{
    const Feedback &before = *lesson.before->feedback, &after = *lesson.after->feedback;
    if (objective == Objective::Correctness) {
        const int fixed = failing(before) - failing(after);
        if (fixed <= 0)
            return false;
        lesson.size = static_cast<double>(fixed) / static_cast<double>(std::max<std::size_t>(1, after.cases.size()));
        lesson.effect = "failing cases " + std::to_string(failing(before)) + " -> " + std::to_string(failing(after)) + " of " + std::to_string(after.cases.size()) + " (" + before.code + " -> " + after.code + ")";
        return true;
    }
    if (!before.latencyUs || !after.latencyUs)
        return false;
    const double ratio = *after.latencyUs / *before.latencyUs;
    lesson.swapped = ratio > 1.1;
    if (ratio > 0.98 && !lesson.swapped)
        return false;
    lesson.size = std::fabs(std::log(ratio)) * (lesson.swapped ? 0.5 : 1);
    const double slow = lesson.swapped ? *after.latencyUs : *before.latencyUs, fast = lesson.swapped ? *before.latencyUs : *after.latencyUs;
    lesson.effect = "latency " + fixedNumber(slow, 2) + " -> " + fixedNumber(fast, 2) + " us";
    return true;
}

std::vector<Lesson> lessonsOf(Objective objective, const std::vector<PastRound> &history)
{
    std::vector<Lesson> lessons;
    for (const PastRound &round : history) {
        if (round.objective != objective || !round.feedback)
            continue;
        // A memo may come from a journal that another program or a person wrote.
        const PastRound *before = roundIn(history, intIn(round.memo, "baseRound").value_or(0));
        const Json &changes = memberOf(round.memo, "changes");
        if (!before || !before->feedback || !changes.is_array())
            continue;
        for (const Json &json : changes) {
            const Result<PlanChange> change = planChangeFromJson(json);
            Lesson lesson{before, &round, change ? *change : PlanChange(), 0, false, {}};
            if (change && compare(lesson, objective))
                lessons.push_back(std::move(lesson));
        }
    }
    std::stable_sort(lessons.begin(), lessons.end(), [](const Lesson &a, const Lesson &b) { return a.size > b.size; });
    return lessons;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.rfind("//", 0) != 0)
            lines.push_back(line);
    }
    return lines;
}

/// The first region in which two texts differ, with a line around it, at most ten lines.
std::pair<std::string, std::string> excerpts(const std::string &before, const std::string &after)
{
    const std::vector<std::string> a = linesOf(before), b = linesOf(after);
    std::size_t head = 0, tail = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head])
        ++head;
    while (tail + head < a.size() && tail + head < b.size() && a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
        ++tail;
    const auto cut = [&](const std::vector<std::string> &lines) {
        std::string text;
        const std::size_t first = head > 0 ? head - 1 : 0, last = std::min(lines.size() - tail + 1, first + 10);
        for (std::size_t i = first; i < last && i < lines.size(); ++i)
            text += lines[i] + "\n";
        return text;
    };
    return {cut(a), cut(b)};
}

/// The limit of the hardware behind a dimension.
std::string rationaleOf(const std::string &dimension)
{
    static const std::map<std::string, std::string> texts{
        {"cores", "Each vector core has its own pipes and its own way to global memory; what one core does alone takes as many times longer, up to the shared bandwidth."},
        {"tileLength", "A transfer of few KB does not reach the bandwidth and every instruction has a fixed latency; but all tiles together must fit the 192 KB of UB."},
        {"buffers", "With two buffers a queue, the moves of the next tile run while this one is computed; with one they wait for each other. It costs UB."},
        {"tail", "DataCopy moves whole blocks of 32 bytes and drops the rest silently; DataCopyPad counts bytes."},
        {"compute", "The vector unit does not compute in bfloat16, and half loses precision over chains and sums; float takes twice the repeats and conversions."},
        {"reduction", "Reading elements one by one costs scalar cycles for each; a vector reduction takes some cycles for 256 bytes, and adding halves first needs fewer of the slow ones."},
        {"fusion", "Intermediate results that go through global memory cost moves and a meeting of the cores; workspace is limited as well."},
        {"inPlace", "A result that takes over the buffer of a dead operand leaves room in UB for longer tiles."},
        {"moves", "Each transfer has a start-up cost; one DataCopyPad can move many rows with a stride."},
        {"division", "Div takes four cycles a repeat; Reciprocal takes one and a product one, but is less exact."},
        {"broadcast", "Adds and Muls take a scalar operand as it is; filling a tensor with it costs an instruction and a buffer."},
        {"constants", "What is the same for every tile need not be loaded or filled again for each; keeping it costs UB."},
    };
    const auto found = texts.find(dimension);
    return found == texts.end() ? std::string() : found->second;
}

std::vector<std::string> some(const std::set<std::string> &all, const std::vector<std::string> &preferred)
{
    std::vector<std::string> picked;
    for (const std::string &one : preferred) {
        if (all.contains(one))
            picked.push_back(one);
    }
    return picked;
}

/// Features that seem to have to do with a dimension: a guess, as people guess.
std::vector<std::string> featuresFor(const std::string &dimension, const std::set<std::string> &features)
{
    if (dimension == "tail")
        return some(features, {"ragged"});
    if (dimension == "compute")
        return some(features, {"bfloat16", "narrow-float"});
    if (dimension == "reduction")
        return some(features, {"reduction"});
    if (dimension == "moves")
        return some(features, {"row-reduction", "split"});
    if (dimension == "constants" || dimension == "broadcast")
        return some(features, {"broadcast", "attributes", "transcendental"});
    if (dimension == "fusion" || dimension == "inPlace")
        return some(features, {"chain"});
    return some(features, {"large"});
}

/// The signals that were there and are gone, errors first; in optimization the bound.
std::vector<std::string> signalsFor(const Lesson &lesson, Objective objective)
{
    const std::set<std::string> before = signalsOf(*(lesson.swapped ? lesson.after : lesson.before)->feedback, objective);
    std::vector<std::string> specific, plain;
    for (const std::string &signal : before) {
        const bool rule = signal.rfind("rule:", 0) == 0 || signal.rfind("object:", 0) == 0 || signal.rfind("bound:", 0) == 0;
        (rule ? specific : plain).push_back(signal);
    }
    if (objective == Objective::Optimization)
        return specific.empty() ? plain : specific;
    if (specific.size() > 2)
        specific.resize(2);
    return specific.empty() ? plain : specific;
}

Experience experienceOf(const OperatorSpec &card, Objective objective, const Lesson &lesson, const std::string &author)
{
    Experience experience;
    PlanChange change = lesson.change;
    if (lesson.swapped) {
        change.to = lesson.change.from;
        change.from = valueOf(*planIn(lesson.after->memo), change.dimension);
    }
    const std::set<std::string> features = featuresOf(card);
    experience.applies.signals = signalsFor(lesson, objective);
    experience.applies.features = featuresFor(change.dimension, features);
    experience.applies.objective = nameOf(objective);
    if (change.dimension == "compute") {
        for (const OperatorCase &one : card.cases) {
            const std::string dtype(nameOf(one.dtype));
            if (std::find(experience.applies.dtypes.begin(), experience.applies.dtypes.end(), dtype) == experience.applies.dtypes.end())
                experience.applies.dtypes.push_back(dtype);
        }
        std::sort(experience.applies.dtypes.begin(), experience.applies.dtypes.end());
    }
    experience.title = (experience.applies.signals.empty() ? "" : "On " + experience.applies.signals.front() + ": ") + describe(change);
    experience.rationale = rationaleOf(change.dimension);
    change.guard = experience.applies.features.empty() ? Json::object() : Json{{"features", experience.applies.features}};
    experience.change = toJson(change);
    experience.effect = lesson.effect;
    const Result<KernelSource> before = synthesize(card, *planIn(lesson.before->memo)), after = synthesize(card, *planIn(lesson.after->memo));
    if (before && after) {
        auto [first, second] = excerpts(before->mainText(), after->mainText());
        experience.codeBefore = lesson.swapped ? second : first;
        experience.codeAfter = lesson.swapped ? first : second;
    }
    experience.provenance.author = author;
    experience.provenance.episode = episodeIdOf({card.name, objective});
    experience.provenance.operatorName = card.name;
    experience.provenance.round = lesson.after->round;
    experience.provenance.kernelBefore = lesson.before->kernel;
    experience.provenance.kernelAfter = lesson.after->kernel;
    return experience;
}

} // namespace

Result<Reflection> reflectOn(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, const std::string &author)
{
    constexpr std::size_t most = 3;
    Reflection reflection;
    std::vector<std::pair<std::string, Json>> told;
    for (const Lesson &lesson : lessonsOf(objective, history)) {
        if (reflection.experiences.size() >= most)
            break;
        if (!planIn(lesson.before->memo) || !planIn(lesson.after->memo))
            continue;
        Experience experience = experienceOf(card, objective, lesson, author);
        const std::pair<std::string, Json> key{lesson.change.dimension, experience.change.at("to")};
        if (std::find(told.begin(), told.end(), key) != told.end())
            continue;
        told.push_back(key);
        reflection.experiences.push_back(std::move(experience));
    }
    return reflection;
}

Result<RuleText> ruleOf(const Experience &experience, int capTokens)
{
    if (capTokens < 1)
        return fail("generate.rule-cap", "A rule must be allowed at least one token.");
    RuleText rule;
    rule.id = experience.id;
    std::string when;
    for (const std::string &signal : experience.applies.signals)
        when += (when.empty() ? "On " : " or ") + signal;
    const Result<PlanChange> change = planChangeFromJson(experience.change);
    std::string what = change ? describe(*change) : experience.title;
    const std::size_t most = static_cast<std::size_t>(capTokens) * 3;
    std::string text = (when.empty() ? "" : when + ", ") + "choose " + what + ".";
    const std::string reason = experience.rationale.substr(0, experience.rationale.find_first_of(";."));
    if (!reason.empty() && text.size() + reason.size() + 2 <= std::min<std::size_t>(most, 300))
        text += " " + reason + ".";
    if (text.size() > most)
        text = what.substr(0, most);
    rule.text = std::move(text);
    return rule;
}

} // namespace sage
