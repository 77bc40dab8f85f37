#include "core/generate/variants.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace sage::lowering {

namespace {

/// What tells one variant from another: the steps, and how their reductions lie.
struct Key {
    std::string steps;
    std::string axes;
    auto operator<=>(const Key &) const = default;
};

bool isLast(const Step &step, const Instance &instance)
{
    if (info(step.op).kind != StepKind::Reduction || reducesAll(step) || !step.arguments.front().isName())
        return false;
    const auto type = instance.types.find(step.arguments.front().name());
    if (type == instance.types.end())
        return false;
    const std::size_t rank = type->second.shape.size();
    return TypedProgram::axisOf(step, *instance.one, rank) == static_cast<std::int64_t>(rank) - 1;
}

Key keyOf(const std::vector<Step> &steps, const Instance &instance)
{
    Key key;
    for (const Step &step : steps) {
        key.steps += toText(step) + "\n";
        key.axes += isLast(step, instance) ? 'l' : '-';
    }
    return key;
}

/// The attributes that conditions of the card look at, in order of appearance.
std::vector<std::string> conditionAttributes(const OperatorSpec &card)
{
    std::vector<std::string> names;
    for (const Step &step : card.reference) {
        if (step.condition && std::find(names.begin(), names.end(), step.condition->attribute) == names.end())
            names.push_back(step.condition->attribute);
    }
    return names;
}

std::string choicePosition(const AttributeSpec &attribute, const std::string &value)
{
    const auto found = std::find(attribute.choices.begin(), attribute.choices.end(), value);
    return std::to_string(found - attribute.choices.begin());
}

/// The values of an attribute in a variant's cases, sorted.
std::set<std::string> valuesIn(const Variant &variant, const std::string &attribute)
{
    std::set<std::string> values;
    for (const Instance &instance : variant.instances) {
        const auto value = instance.one->attributes.find(attribute);
        if (value != instance.one->attributes.end() && value->second.is_string())
            values.insert(value->second.get<std::string>());
    }
    return values;
}

void nameByChoices(const OperatorSpec &card, Variant &variant)
{
    for (const std::string &name : conditionAttributes(card)) {
        const AttributeSpec *attribute = card.attribute(name);
        if (!attribute)
            continue;
        std::string any;
        for (const std::string &value : valuesIn(variant, name)) {
            any += (any.empty() ? "" : " || ") + ("args." + argumentField(name) + " == " + choicePosition(*attribute, value));
            variant.name += capitalised(identifier(value));
        }
        if (!any.empty())
            variant.condition += (variant.condition.empty() ? "" : " && ") + (any.find("||") == std::string::npos ? any : "(" + any + ")");
    }
}

/// A card tensor whose rank equals that of the step's operand in every case, or "".
std::string rankSource(const OperatorSpec &card, const std::vector<Variant> &variants, const Step &step)
{
    const std::string &operand = step.arguments.front().name();
    const auto fits = [&](const std::string &tensor) {
        for (const Variant &variant : variants) {
            for (std::size_t i = 0; i < variant.instances.size(); ++i) {
                if (variant.shapeOf(i, tensor).size() != variant.shapeOf(i, operand).size())
                    return false;
            }
        }
        return true;
    };
    for (const TensorSpec &input : card.inputs) {
        if (fits(input.name))
            return input.name;
    }
    return {};
}

/// Adds a condition on where an attribute-given axis lies. Needed where variants share their steps.
Result<void> nameByAxes(const OperatorSpec &card, std::vector<Variant> &variants)
{
    for (Variant &variant : variants) {
        const bool shared = std::count_if(variants.begin(), variants.end(), [&](const Variant &other) { return other.steps == variant.steps; }) > 1;
        if (!shared)
            continue;
        for (std::size_t s = 0; s < variant.steps.size(); ++s) {
            const Step &step = variant.steps[s];
            if (info(step.op).kind != StepKind::Reduction || reducesAll(step))
                continue;
            const std::string source = rankSource(card, variants, step);
            if (source.empty())
                return fail("generate.cannot-lower", "The step \"" + toText(step) + "\" of " + card.name + " reduces the last axis in some cases only, and no input tells the kernel which.");
            const std::string axis = parameterText(step, "axis");
            const std::string test = "AxisOf(" + axis + ", args." + source + "_rank) == args." + source + "_rank - 1";
            variant.condition += (variant.condition.empty() ? "" : " && ") + (variant.lastAxis[s] ? test : "!(" + test + ")");
            variant.name += variant.lastAxis[s] ? "Last" : "Inner";
        }
    }
    return {};
}

} // namespace

const Shape &Variant::shapeOf(std::size_t instance, const std::string &value) const
{
    static const Shape none;
    const auto found = instances[instance].types.find(value);
    return found == instances[instance].types.end() ? none : found->second.shape;
}

Result<std::vector<Variant>> variantsOf(const OperatorSpec &card)
{
    std::map<Key, std::size_t> positions;
    std::vector<Variant> variants;
    for (const OperatorCase &one : card.cases) {
        Result<TypedProgram> program = inferTypes(card, one);
        if (!program)
            return fail(program.error());
        Instance instance{&one, program->types};
        const auto [position, fresh] = positions.emplace(keyOf(program->steps, instance), variants.size());
        if (fresh) {
            Variant variant;
            variant.steps = program->steps;
            for (const Step &step : variant.steps)
                variant.lastAxis.push_back(isLast(step, instance));
            variants.push_back(std::move(variant));
        }
        variants[position->second].instances.push_back(std::move(instance));
    }
    if (variants.empty())
        return fail("generate.cannot-lower", "The card " + card.name + " has no case: there is nothing to write a kernel for.");
    if (variants.size() == 1)
        return variants;
    for (Variant &variant : variants)
        nameByChoices(card, variant);
    if (Result<void> named = nameByAxes(card, variants); !named)
        return fail(named.error());
    return variants;
}

bool reducesAll(const Step &step)
{
    const auto axis = step.parameters.find("axis");
    return axis != step.parameters.end() && axis->second == "all";
}

std::string parameterText(const Step &step, std::string_view name)
{
    const auto given = step.parameters.find(std::string(name));
    if (given == step.parameters.end())
        return "0";
    return given->second.is_string() ? "args." + argumentField(given->second.get<std::string>()) : given->second.dump();
}

std::string dtypeMacro(const std::string &tensor)
{
    std::string text = "DTYPE_";
    for (const char c : tensor)
        text += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string capitalised(const std::string &name)
{
    std::string text = name;
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace sage::lowering
