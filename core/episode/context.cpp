#include "core/episode/context.h"

#include <algorithm>
#include <set>

namespace sage {

namespace {

constexpr std::size_t diagnosticsInQuery = 3;

/// Bytes of one vector register; a last axis that is no multiple leaves a tail.
constexpr std::int64_t blockBytes = 32;

void addOperation(const Step &step, std::set<std::string> &features)
{
    using enum StepOp;
    switch (step.op) {
    case Exp: case Log: case Sigmoid: case Tanh: case Erf: case Sin: case Cos: case Pow: features.insert("transcendental"); break;
    case Sqrt: case Rsqrt: features.insert("root"); break;
    case Div: case Reciprocal: features.insert("division"); break;
    case Split: features.insert("split"); break;
    case Concat: features.insert("concat"); break;
    case Cast: features.insert("cast"); break;
    case Select: features.insert("select"); break;
    default: break;
    }
    const StepKind stepKind = info(step.op).kind;
    if (stepKind == StepKind::Comparison)
        features.insert("comparison");
    if (stepKind == StepKind::Reduction) {
        const auto axis = step.parameters.find("axis");
        features.insert(axis != step.parameters.end() && axis->second == "all" ? "full-reduction" : "reduction");
    }
}

void addCase(const OperatorSpec &card, const OperatorCase &one, std::set<std::string> &features)
{
    std::int64_t largest = 0;
    for (const TensorSpec &input : card.inputs)
        largest = std::max(largest, elementCount(one.shapes.at(input.name)));
    for (const TensorSpec &input : card.inputs) {
        const DTypeInfo &dtype = info(dtypeIn(input, one));
        const std::int64_t elements = elementCount(one.shapes.at(input.name));
        features.insert(!dtype.floating ? "integer" : dtype.size == 2 ? "narrow-float" : "float");
        if (elements < largest)
            features.insert("broadcast");
        if (elements * static_cast<std::int64_t>(dtype.size) % blockBytes != 0)
            features.insert("ragged");
    }
}

} // namespace

std::vector<std::string> featuresOf(const OperatorSpec &card)
{
    std::set<std::string> features;
    for (const Step &step : card.reference)
        addOperation(step, features);
    if (!features.contains("reduction") && !features.contains("full-reduction") && !features.contains("split") && !features.contains("concat"))
        features.insert("elementwise");
    for (const OperatorCase &one : card.cases)
        addCase(card, one, features);
    return {features.begin(), features.end()};
}

std::vector<std::string> signalsOf(const std::optional<Feedback> &feedback)
{
    if (!feedback)
        return {"first-round"};
    std::set<std::string> signals;
    for (const Finding &finding : feedback->findings)
        signals.insert("rule:" + finding.rule);
    if (feedback->correct) {
        signals.insert("slow");
    } else {
        signals.insert(feedback->code);
        signals.insert("stage:" + Json(feedback->stage).get<std::string>());
    }
    return {signals.begin(), signals.end()};
}

std::string queryFor(const OperatorSpec &card, Objective objective, const std::optional<Feedback> &feedback)
{
    std::string query = "objective " + std::string(nameOf(objective)) + " category " + card.category + '\n' + card.summary + '\n';
    for (const std::string &feature : featuresOf(card))
        query += feature + ' ';
    std::set<std::string_view> dtypes;
    for (const OperatorCase &one : card.cases)
        dtypes.insert(nameOf(one.dtype));
    for (const std::string_view dtype : dtypes)
        query += std::string(dtype) + ' ';
    query += '\n';
    for (const std::string &signal : signalsOf(feedback))
        query += signal + ' ';
    if (feedback) {
        for (std::size_t i = 0; i < std::min(feedback->diagnostics.size(), diagnosticsInQuery); ++i)
            query += '\n' + feedback->diagnostics[i].message;
        for (std::size_t i = 0; i < std::min(feedback->findings.size(), diagnosticsInQuery); ++i)
            query += '\n' + feedback->findings[i].message;
    }
    return query;
}

} // namespace sage
