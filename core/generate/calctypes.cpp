#include "core/generate/calctypes.h"

#include <algorithm>

namespace sage::lowering {

namespace {

/// The input whose dtype is the case's: its macro tells the cases apart.
std::string keyMacro(const OperatorSpec &card)
{
    for (const std::vector<TensorSpec> *tensors : {&card.inputs, &card.outputs}) {
        for (const TensorSpec &tensor : *tensors) {
            if (!tensor.dtype)
                return dtypeMacro(tensor.name);
        }
    }
    return {};
}

DType calcFor(DType dtype, bool whole, const Plan &plan, const CalcNeeds &needs)
{
    if (whole && !needs.needsFloat && !needs.reduces && (dtype == DType::I32 || dtype == DType::I64))
        return DType::I32;
    if (needs.needsFloat || plan.compute == ComputeType::Widened)
        return DType::F32;
    if (dtype == DType::F16)
        return DType::F16;
    return dtype == DType::BF16 && plan.compute == ComputeType::Native ? DType::BF16 : DType::F32;
}

std::string aliasOf(const std::map<DType, DType> &calc, const std::string &key)
{
    // The commonest type stands at the end of the chain of tests.
    std::map<DType, int> counts;
    for (const auto &[dtype, type] : calc)
        ++counts[type];
    DType common = calc.begin()->second;
    for (const auto &[type, count] : counts) {
        if (count > counts[common] || (count == counts[common] && type == DType::F32))
            common = type;
    }
    std::string text(info(common).ascendName);
    for (auto entry = calc.rbegin(); entry != calc.rend(); ++entry) {
        if (entry->second != common)
            text = "std::conditional_t<std::is_same_v<" + key + ", " + std::string(info(entry->first).ascendName) + ">, " + std::string(info(entry->second).ascendName) + ", " + text + ">";
    }
    return text;
}

const TensorSpec *specOf(const OperatorSpec &card, const std::string &name)
{
    for (const std::vector<TensorSpec> *tensors : {&card.inputs, &card.outputs}) {
        for (const TensorSpec &tensor : *tensors) {
            if (tensor.name == name)
                return &tensor;
        }
    }
    return nullptr;
}

} // namespace

bool isWhole(DType dtype, const std::vector<Variant> &variants)
{
    for (const Variant &variant : variants) {
        for (const Instance &instance : variant.instances) {
            if (instance.one->dtype != dtype)
                continue;
            for (const Step &step : variant.steps) {
                if (instance.types.at(step.result).kind == ValueClass::Real)
                    return false;
                for (const StepArgument &argument : step.arguments) {
                    const auto type = argument.isName() ? instance.types.find(argument.name()) : instance.types.end();
                    if (type != instance.types.end() ? type->second.kind == ValueClass::Real : !argument.isName() && argument.number() != static_cast<double>(static_cast<std::int32_t>(argument.number())))
                        return false;
                }
            }
        }
    }
    return !info(dtype).floating;
}

CalcTypes calcTypesOf(const OperatorSpec &card, const std::vector<Variant> &variants, const Plan &plan, const CalcNeeds &needs)
{
    CalcTypes types;
    const std::string key = keyMacro(card);
    for (const OperatorCase &one : card.cases)
        types.calc[one.dtype] = key.empty() ? DType::F32 : calcFor(one.dtype, isWhole(one.dtype, variants), plan, needs);
    types.alias = aliasOf(types.calc, key);
    for (const auto &[dtype, type] : types.calc)
        types.distinct.insert(type);
    return types;
}

bool converts(const OperatorSpec &card, const CalcTypes &types, const GmTensor &tensor)
{
    if (tensor.temporary)
        return false;
    const TensorSpec *spec = specOf(card, tensor.argument);
    return std::any_of(types.calc.begin(), types.calc.end(), [&](const auto &entry) { return (spec && spec->dtype ? *spec->dtype : entry.first) != entry.second; });
}

bool hasBytes(const OperatorSpec &card, const GmTensor &tensor)
{
    if (tensor.temporary)
        return false;
    const TensorSpec *spec = specOf(card, tensor.argument);
    return std::any_of(card.cases.begin(), card.cases.end(), [&](const OperatorCase &one) { return sizeOf(spec ? dtypeIn(*spec, one) : one.dtype) == 1; });
}

} // namespace sage::lowering
