#include "core/generate/situation.h"

#include <algorithm>

namespace sage {

namespace {

void addStepFeatures(const OperatorSpec &card, std::set<std::string> &features)
{
    for (const Step &step : card.reference) {
        switch (info(step.op).kind) {
        case StepKind::Reduction: {
            const auto axis = step.parameters.find("axis");
            features.insert("reduction");
            features.insert(axis != step.parameters.end() && axis->second == "all" ? "full-reduction" : "row-reduction");
            break;
        }
        case StepKind::Comparison: features.insert("comparison"); break;
        case StepKind::Select: features.insert("select"); break;
        case StepKind::Move: features.insert(step.op == StepOp::Split ? "split" : "move"); break;
        default: break;
        }
        using enum StepOp;
        if (step.op == Div || step.op == Reciprocal || step.op == Rsqrt || step.op == Sigmoid || step.op == Tanh || step.op == Erf)
            features.insert("division");
        if (step.op == Exp || step.op == Log || step.op == Sigmoid || step.op == Tanh || step.op == Erf || step.op == Sin || step.op == Cos || step.op == Pow)
            features.insert("transcendental");
    }
    if (card.reference.size() > 2)
        features.insert("chain");
    if (!features.contains("reduction") && !features.contains("split"))
        features.insert("element-wise");
}

void addCaseFeatures(const OperatorSpec &card, const OperatorCase &one, std::set<std::string> &features)
{
    const DTypeInfo &dtype = info(one.dtype);
    if (dtype.floating && dtype.size == 2)
        features.insert("narrow-float");
    if (one.dtype == DType::BF16)
        features.insert("bfloat16");
    if (!dtype.floating)
        features.insert("integer");
    std::int64_t largest = 0, smallest = INT64_MAX;
    for (const auto &[name, shape] : one.shapes) {
        const std::int64_t count = elementCount(shape);
        largest = std::max(largest, count);
        smallest = std::min(smallest, count);
        const std::int64_t row = shape.empty() ? 1 : shape.back();
        if (count > 1 && (count * static_cast<std::int64_t>(dtype.size) % 32 != 0 || (features.contains("row-reduction") && row * static_cast<std::int64_t>(dtype.size) % 32 != 0)))
            features.insert("ragged");
    }
    if (card.inputs.size() > 1 && smallest < largest)
        features.insert("broadcast");
    features.insert(largest >= 1 << 20 ? "large" : largest <= 4096 ? "small" : "medium");
}

/// The pipe that works longest, summed over the cases.
std::string busiestPipe(const Feedback &feedback)
{
    std::map<std::string, double> busy;
    for (const CaseResult &one : feedback.cases) {
        for (const PipeTime &pipe : one.pipes)
            busy[pipe.pipe] += pipe.ratio;
    }
    std::string best;
    for (const auto &[pipe, ratio] : busy) {
        if (best.empty() || ratio > busy[best])
            best = pipe;
    }
    return best;
}

} // namespace

std::set<std::string> featuresOf(const OperatorSpec &card)
{
    std::set<std::string> features;
    addStepFeatures(card, features);
    for (const OperatorCase &one : card.cases)
        addCaseFeatures(card, one, features);
    if (!card.attributes.empty())
        features.insert("attributes");
    return features;
}

std::set<std::string> signalsOf(const Feedback &feedback, Objective objective)
{
    std::set<std::string> signals;
    if (!feedback.correct) {
        signals.insert(feedback.code);
        for (const CaseResult &one : feedback.cases) {
            if (!one.correct && !one.failure.empty())
                signals.insert(one.failure);
        }
        for (const Finding &finding : feedback.findings) {
            if (finding.severity == "error")
                signals.insert("rule:" + finding.rule);
            if (finding.message.find(" of workspace") != std::string::npos)
                signals.insert("object:workspace");
        }
    }
    if (objective == Objective::Optimization || feedback.correct) {
        signals.insert("slow");
        if (const std::string pipe = busiestPipe(feedback); !pipe.empty())
            signals.insert("bound:" + pipe);
    }
    return signals;
}

int failingCases(const Feedback &feedback)
{
    return static_cast<int>(std::count_if(feedback.cases.begin(), feedback.cases.end(), [](const CaseResult &one) { return !one.correct; }));
}

Situation situationOf(const OperatorSpec &card, Objective objective, const Feedback *feedback)
{
    Situation situation;
    situation.features = featuresOf(card);
    for (const OperatorCase &one : card.cases)
        situation.dtypes.insert(std::string(nameOf(one.dtype)));
    if (!feedback)
        return situation;
    situation.signals = signalsOf(*feedback, objective);
    situation.failingCases = failingCases(*feedback);
    int used = 0, most = 0;
    for (const CaseResult &one : feedback->cases)
        most = std::max(most, one.usedCores);
    for (const CaseResult &one : feedback->cases)
        used += one.usedCores;
    if (most > 0)
        situation.idleCores = most <= 1 ? 1 : 1 - static_cast<double>(used) / (static_cast<double>(most) * static_cast<double>(feedback->cases.size()));
    if (most == 1)
        situation.signals.insert("one-core");
    return situation;
}

} // namespace sage
