#include "core/model/card.h"

#include "core/base/hash.h"
#include "core/base/yaml.h"
#include "core/model/names.h"
#include "core/model/shapes.h"
#include "core/plain/file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace sage {

namespace {

constexpr std::int64_t largestTensor = 1ll << 31; // elements; beyond this nothing here can hold the reference in double
constexpr std::size_t largestRank = 8;            // CaseArgs has eight dimensions

[[nodiscard]] std::string snakeCase(std::string_view name)
{
    std::string result;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        if (std::isupper(c) && i > 0 && !std::isupper(static_cast<unsigned char>(name[i - 1])))
            result += '_';
        result += static_cast<char>(std::tolower(c));
    }
    return result;
}

[[nodiscard]] bool isIdentifier(std::string_view name)
{
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())))
        return false;
    return std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

[[nodiscard]] std::string upperCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// A kernel's entry is a function of C linkage beside the kernel's own classes and constants: lower case first, none of
/// the language's words, not "kLimit".
[[nodiscard]] bool canBeEntry(const std::string &name)
{
    const auto at = [&name](std::size_t i) { return i < name.size() ? static_cast<unsigned char>(name[i]) : static_cast<unsigned char>(' '); };
    return isIdentifier(name) && !isReservedName(name) && std::islower(at(0)) && !(at(0) == 'k' && std::isupper(at(1)));
}

/// Turns a card's YAML into an OperatorSpec. Messages name card and field.
class CardReader
{
public:
    CardReader(const Json &json, std::string_view yaml, std::string_view what) : m_json(json), m_yaml(yaml), m_what(what) {}

    [[nodiscard]] Result<OperatorSpec> read()
    {
        if (!m_json.is_object())
            return wrong("", "the file must be a mapping with name, inputs, outputs, reference and cases");
        if (const Result<void> known = checkKeys(m_json, "", {"name", "entry", "level", "category", "summary", "inputs", "outputs", "attributes", "reference", "tolerance", "cases"}); !known)
            return fail(known.error());
        if (m_json.contains("level") && !m_json["level"].is_number_integer())
            return wrong("level", "a whole number is needed");
        m_card.summary = text("summary");
        m_card.category = text("category");
        m_card.level = m_json.value("level", 1);
        for (const auto part : {&CardReader::readName, &CardReader::readTensors, &CardReader::readAttributes, &CardReader::checkNames, &CardReader::readSteps, &CardReader::readTolerance, &CardReader::readCases}) {
            if (const Result<void> done = (this->*part)(); !done)
                return fail(done.error());
        }
        m_card.hash = sha256(m_json);
        return std::move(m_card);
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(const std::string &field, const std::string &why) const
    {
        return fail("card.invalid", std::string(m_what) + (field.empty() ? "" : ", " + field) + ": " + why + ".", {},
                    {{"card", std::string(m_what)}, {"field", field}, {"why", why}});
    }

    /// Nothing that is written in a card may be without effect: a key that nobody reads is a slip of the pen.
    [[nodiscard]] Result<void> checkKeys(const Json &object, const std::string &place, const std::vector<std::string> &known) const
    {
        const std::string text = unknownKeyText(object, {m_yaml, std::string(m_what), Json::json_pointer(place)}, known);
        return text.empty() ? Result<void>() : Result<void>(fail("card.invalid", text, {}, {{"card", std::string(m_what)}, {"field", place.empty() ? "/" : place}, {"why", text}}));
    }

    [[nodiscard]] Result<void> readName()
    {
        m_card.name = text("name");
        if (!isIdentifier(m_card.name))
            return wrong("name", "a name of letters, digits and underscores is needed");
        m_card.entry = snakeCase(m_card.name);
        if (!canBeEntry(m_card.entry)) // an operator may be called Int: only its kernel may not
            m_card.entry = "kernel_" + m_card.entry;
        if (!m_json.contains("entry"))
            return {};
        m_card.entry = text("entry");
        if (!canBeEntry(m_card.entry))
            return wrong("entry", "the kernel's entry is a name of letters, digits and underscores, with a small letter first; words of C++ and names that its headers use are taken");
        return {};
    }

    /// Names become fields, macros and variables of kernels: they must stay apart there.
    [[nodiscard]] Result<void> checkNames()
    {
        std::set<std::string> macros, fields;
        for (const std::vector<TensorSpec> *tensors : {&m_card.inputs, &m_card.outputs}) {
            for (const TensorSpec &tensor : *tensors) {
                if (!macros.insert(upperCase(tensor.name)).second)
                    return wrong(tensor.name, "two tensors have this name; upper and lower case do not tell them apart, since kernels know their types as DTYPE_" + upperCase(tensor.name));
                for (const char *suffix : {"_size", "_rank", "_shape"})
                    fields.insert(tensor.name + suffix);
            }
        }
        for (const AttributeSpec &attribute : m_card.attributes) {
            if (!fields.insert(argumentField(attribute.name)).second || m_card.input(attribute.name))
                return wrong("attributes." + attribute.name, "the name is taken by another attribute, by a tensor, or by a tensor's size, rank or shape");
        }
        return {};
    }

    /// A field's text; empty where it is missing or something else.
    [[nodiscard]] static std::string textOf(const Json &object, const char *field)
    {
        if (!object.is_object() || !object.contains(field) || !object[field].is_string())
            return {};
        return object[field].get<std::string>();
    }

    [[nodiscard]] std::string text(const char *field) const { return textOf(m_json, field); }

    [[nodiscard]] Result<Draw> readDraw(const Json &json, const std::string &field) const
    {
        Draw draw;
        if (!json.is_object() && !json.is_null())
            return wrong(field, std::string(drawForms));
        for (const auto &[key, value] : json.items()) {
            const bool pair = value.is_array() && value.size() == 2 && isFinite(value[0]) && isFinite(value[1]);
            if ((key == "uniform" || key == "integer" || key == "normal") && !pair)
                return wrong(field + "." + key, "two finite numbers are needed, not " + canonical(value));
            if (key == "uniform" || key == "integer") {
                draw.kind = key == "uniform" ? Draw::Kind::Uniform : Draw::Kind::Integer;
                draw.low = value[0].get<double>();
                draw.high = value[1].get<double>();
                if (draw.low > draw.high)
                    return wrong(field + "." + key, "the lower bound comes first, not " + canonical(value));
            } else if (key == "normal") {
                draw.shift = value[0].get<double>();
                draw.scale = value[1].get<double>();
            } else if (key == "constant" && isFinite(value)) {
                draw.kind = Draw::Kind::Constant;
                draw.low = value.get<double>();
            } else if (key == "absolute" && value.is_boolean()) {
                draw.absolute = value.get<bool>();
            } else if (key == "ties" && isFinite(value) && value.get<double>() >= 0 && value.get<double>() <= 1) {
                draw.tieShare = value.get<double>();
            } else {
                return wrong(field, "\"" + key + ": " + canonical(value) + "\" is not one of " + std::string(drawForms));
            }
        }
        return draw;
    }

    static constexpr std::string_view drawForms = "normal: [mean, deviation], uniform: [low, high], integer: [low, high], constant: value, absolute: true or false, ties: share from 0 to 1; numbers are finite";

    /// YAML's .nan and .inf are no JSON numbers and come as text.
    [[nodiscard]] static bool isFinite(const Json &value) { return value.is_number() && std::isfinite(value.get<double>()); }

    [[nodiscard]] Result<void> readTensor(const Json &json, const std::string &field, std::vector<TensorSpec> &target)
    {
        TensorSpec tensor;
        tensor.name = json.is_object() ? textOf(json, "name") : json.is_string() ? json.get<std::string>() : "";
        if (!isIdentifier(tensor.name))
            return wrong(field, "every tensor needs a name of letters, digits and underscores");
        if (const Result<void> known = checkKeys(json, "/" + field + "/" + std::to_string(target.size()), {"name", "dtype", "draw", "integer_draw", "compared"}); !known)
            return known;
        if (json.is_object() && json.contains("dtype")) {
            tensor.dtype = dtypeFromName(textOf(json, "dtype"));
            if (!tensor.dtype)
                return wrong(field + "." + tensor.name, canonical(json["dtype"]) + " is not a dtype");
        }
        if (json.is_object() && json.contains("compared") && !json["compared"].is_boolean())
            return wrong(field + "." + tensor.name + ".compared", "true or false is needed");
        if (json.is_object() && json.contains("draw")) {
            Result<Draw> draw = readDraw(json["draw"], field + "." + tensor.name + ".draw");
            if (!draw)
                return fail(draw.error());
            tensor.draw = *draw;
        }
        if (json.is_object() && json.contains("integer_draw")) {
            Result<Draw> draw = readDraw(json["integer_draw"], field + "." + tensor.name + ".integer_draw");
            if (!draw)
                return fail(draw.error());
            tensor.integerDraw = *draw;
        }
        tensor.compared = !json.is_object() || json.value("compared", true);
        target.push_back(std::move(tensor));
        return {};
    }

    [[nodiscard]] Result<void> readTensors()
    {
        for (const auto &[field, target] : {std::pair("inputs", &m_card.inputs), std::pair("outputs", &m_card.outputs)}) {
            const Json list = m_json.value(field, Json::array());
            if (!list.is_array() || list.empty())
                return wrong(field, "at least one tensor is needed");
            for (const Json &one : list) {
                if (const Result<void> read = readTensor(one, field, *target); !read)
                    return read;
            }
        }
        return {};
    }

    [[nodiscard]] Result<void> readAttributes()
    {
        static const std::map<std::string, AttributeSpec::Type> types{{"int", AttributeSpec::Type::Int}, {"float", AttributeSpec::Type::Float},
                                                                      {"bool", AttributeSpec::Type::Bool}, {"choice", AttributeSpec::Type::Choice}};
        for (const Json &json : m_json.value("attributes", Json::array())) {
            AttributeSpec attribute;
            attribute.name = textOf(json, "name");
            const auto type = types.find(textOf(json, "type"));
            if (!isIdentifier(attribute.name) || type == types.end())
                return wrong("attributes", "every attribute needs a name and a type of int, float, bool or choice");
            if (const Result<void> known = checkKeys(json, "/attributes/" + std::to_string(m_card.attributes.size()), {"name", "type", "default", "choices"}); !known)
                return known;
            attribute.type = type->second;
            attribute.fallback = json.value("default", Json(nullptr));
            attribute.choices = json.value("choices", std::vector<std::string>());
            if (attribute.type == AttributeSpec::Type::Choice && attribute.choices.empty())
                return wrong("attributes." + attribute.name, "a choice needs choices");
            m_card.attributes.push_back(std::move(attribute));
        }
        return {};
    }

    [[nodiscard]] Result<void> readSteps()
    {
        const Json lines = m_json.value("reference", Json::array());
        if (lines.size() > mostSteps)
            return wrong("reference", std::to_string(lines.size()) + " steps are too many; at most " + std::to_string(mostSteps) + " are possible");
        for (const Json &line : lines) {
            if (!line.is_string())
                return wrong("reference", "every step is one line of text");
            Result<Step> step = parseStep(line.get<std::string>());
            if (!step)
                return wrong("reference", step.error().message);
            m_card.reference.push_back(std::move(*step));
        }
        return m_card.reference.empty() ? Result<void>(wrong("reference", "at least one step is needed")) : Result<void>();
    }

    [[nodiscard]] Result<void> readTolerance()
    {
        const Json tolerance = m_json.value("tolerance", Json::object());
        if (const Result<void> known = checkKeys(tolerance, "/tolerance", {"bound", "relative_absolute"}); !known)
            return known;
        for (const auto &[key, value] : tolerance.items()) {
            if ((key != "bound" && key != "relative_absolute") || !value.is_object())
                return wrong("tolerance", "bound and relative_absolute are known, each a mapping from dtype to number");
            for (const auto &[dtype, figure] : value.items()) {
                if (!dtypeFromName(dtype) || !figure.is_number() || figure.get<double>() < 0)
                    return wrong("tolerance." + key, "\"" + dtype + "\" must be a dtype with a number that is not negative");
                (key == "bound" ? m_card.tolerance.bound : m_card.tolerance.relativeAbsolute)[std::string(nameOf(*dtypeFromName(dtype)))] = figure.get<double>();
            }
        }
        return {};
    }

    [[nodiscard]] Result<void> readShapes(const Json &json, OperatorCase &one) const
    {
        const std::string field = "cases[" + std::to_string(one.index) + "].shapes";
        for (const auto &[tensor, shape] : json.items()) {
            if (!m_card.input(tensor))
                return wrong(field, "there is no input " + tensor);
            if (!shape.is_array() || shape.empty() || shape.size() > largestRank)
                return wrong(field, tensor + " needs a list of one to eight sizes");
            Shape sizes;
            for (const Json &size : shape) {
                if (!size.is_number_integer() || size.get<std::int64_t>() < 1 || size.get<std::int64_t>() > largestTensor)
                    return wrong(field, "sizes of " + tensor + " must be whole numbers from 1 to " + std::to_string(largestTensor));
                sizes.push_back(size.get<std::int64_t>());
            }
            double elements = 1;
            for (const std::int64_t size : sizes)
                elements *= static_cast<double>(size);
            if (elements > static_cast<double>(largestTensor))
                return wrong(field, tensor + " has more than " + std::to_string(largestTensor) + " elements");
            one.shapes[tensor] = std::move(sizes);
        }
        return {};
    }

    [[nodiscard]] Result<void> readCaseAttributes(const Json &json, OperatorCase &one) const
    {
        const std::string field = "cases[" + std::to_string(one.index) + "].attributes";
        for (const AttributeSpec &attribute : m_card.attributes) {
            const Json value = json.contains(attribute.name) ? json[attribute.name] : attribute.fallback;
            const bool fits = attribute.type == AttributeSpec::Type::Int ? value.is_number_integer()
                : attribute.type == AttributeSpec::Type::Float ? value.is_number()
                : attribute.type == AttributeSpec::Type::Bool ? value.is_boolean()
                : value.is_string() && std::find(attribute.choices.begin(), attribute.choices.end(), value.get<std::string>()) != attribute.choices.end();
            if (!fits)
                return wrong(field, attribute.name + " has no fitting value and no fitting default");
            one.attributes[attribute.name] = value;
        }
        for (const auto &[name, value] : json.items()) {
            if (!m_card.attribute(name))
                return wrong(field, "there is no attribute " + name);
        }
        return {};
    }

    [[nodiscard]] Result<void> readCases()
    {
        const Json cases = m_json.value("cases", Json::array());
        if (cases.size() > mostCases)
            return wrong("cases", std::to_string(cases.size()) + " cases are too many: each runs by itself in every round; at most " + std::to_string(mostCases) + " are possible");
        for (const Json &json : cases) {
            OperatorCase one;
            one.index = static_cast<int>(m_card.cases.size());
            const std::string field = "cases[" + std::to_string(one.index) + "]";
            if (!json.is_object() || !json.contains("dtype") || !json["dtype"].is_string() || !json.contains("shapes") || !json["shapes"].is_object())
                return wrong(field, "every case needs dtype and shapes");
            if (const Result<void> known = checkKeys(json, "/cases/" + std::to_string(one.index), {"dtype", "shapes", "attributes", "origin"}); !known)
                return known;
            const std::optional<DType> dtype = dtypeFromName(json["dtype"].get<std::string>());
            if (!dtype)
                return wrong(field, "\"" + json["dtype"].get<std::string>() + "\" is not a dtype");
            one.dtype = *dtype;
            one.origin = json.value("origin", "own");
            if (const Result<void> shapes = readShapes(json["shapes"], one); !shapes)
                return shapes;
            if (const Result<void> attributes = readCaseAttributes(json.value("attributes", Json::object()), one); !attributes)
                return attributes;
            if (const Result<TypedProgram> typed = inferTypes(m_card, one); !typed)
                return fail(typed.error());
            m_card.cases.push_back(std::move(one));
        }
        return m_card.cases.empty() ? Result<void>(wrong("cases", "at least one case is needed")) : Result<void>();
    }

    const Json &m_json;
    std::string_view m_yaml;
    std::string_view m_what;
    OperatorSpec m_card;
};

template<typename List>
[[nodiscard]] auto *byName(const List &list, std::string_view name)
{
    const auto found = std::find_if(list.begin(), list.end(), [name](const auto &one) { return one.name == name; });
    return found == list.end() ? nullptr : &*found;
}

} // namespace

const TensorSpec *OperatorSpec::input(std::string_view inputName) const
{
    return byName(inputs, inputName);
}

const AttributeSpec *OperatorSpec::attribute(std::string_view attributeName) const
{
    return byName(attributes, attributeName);
}

std::int64_t elementCount(const Shape &shape)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

DType dtypeIn(const TensorSpec &tensor, const OperatorCase &one)
{
    return tensor.dtype.value_or(one.dtype);
}

Result<OperatorSpec> parseCard(std::string_view yaml, std::string_view what)
{
    const Result<Json> json = parseYaml(yaml, what);
    if (!json)
        return fail(json.error());
    try {
        return CardReader(*json, yaml, what).read();
    } catch (const nlohmann::json::exception &problem) {
        return fail("card.invalid", std::string(what) + ": a field has the wrong type.", problem.what(), {{"card", std::string(what)}});
    }
}

Result<OperatorSpec> readCard(const std::filesystem::path &path)
{
    const Result<std::string> text = readFile(path);
    return text ? parseCard(*text, path.string()) : Result<OperatorSpec>(fail(text.error()));
}

} // namespace sage
