#include "core/base/yaml.h"

#include "core/base/nearest.h"
#include "core/plain/file.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>

namespace sage {

namespace {

[[nodiscard]] Json scalar(const YAML::Node &node)
{
    const std::string &text = node.Scalar();
    if (node.Tag() == "!") // quoted
        return text;
    if (text == "true" || text == "false")
        return text == "true";
    if (text == "null" || text == "~" || text.empty())
        return nullptr;
    const char *end = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto got = std::from_chars(text.data(), end, whole); got.ec == std::errc() && got.ptr == end)
        return whole;
    double real = 0;
    if (const auto got = std::from_chars(text.data(), end, real); got.ec == std::errc() && got.ptr == end && text.find_first_of("0123456789") != std::string::npos)
        return real;
    return text;
}

constexpr int deepest = 64;
constexpr int mostNodes = 1'000'000; ///< aliases let a short text stand for a huge one, or for an endless one

[[nodiscard]] Json convert(const YAML::Node &node, int depth, int &nodes)
{
    if (depth > deepest || ++nodes > mostNodes)
        throw YAML::Exception(node.Mark(), "nested too deeply, or too large once its aliases are followed");
    if (node.IsSequence()) {
        Json list = Json::array();
        for (const YAML::Node &item : node)
            list.push_back(convert(item, depth + 1, nodes));
        return list;
    }
    if (node.IsMap()) {
        Json object = Json::object();
        for (const auto &entry : node)
            object[entry.first.Scalar()] = convert(entry.second, depth + 1, nodes);
        return object;
    }
    return node.IsScalar() ? scalar(node) : Json(nullptr);
}

} // namespace

Result<Json> parseYaml(std::string_view text, std::string_view what)
{
    if (text.size() > longestYaml)
        return fail("file.too-large", std::string(what) + " has " + std::to_string(text.size()) + " bytes; YAML is read up to " + std::to_string(longestYaml) + ". Split it, or remove what is not needed.",
                    {}, {{"path", std::string(what)}});
    try {
        int nodes = 0;
        return convert(YAML::Load(std::string(text)), 0, nodes);
    } catch (const YAML::Exception &problem) {
        const std::string line = std::to_string(problem.mark.line + 1);
        return fail("yaml.invalid", std::string(what) + ", line " + line + ", column " + std::to_string(problem.mark.column + 1) + ": " + problem.msg + ".",
                    problem.what(), {{"what", std::string(what)}, {"line", line}});
    }
}

int yamlLine(std::string_view text, const Json::json_pointer &place)
{
    try {
        YAML::Node node = YAML::Load(std::string(text));
        YAML::Mark mark = node.Mark();
        std::vector<std::string> keys;
        for (Json::json_pointer rest = place; !rest.empty(); rest = rest.parent_pointer())
            keys.insert(keys.begin(), rest.back());
        for (const std::string &key : keys) {
            YAML::Node next(YAML::NodeType::Undefined);
            int position = 0;
            for (const auto &entry : node) {
                const bool map = node.IsMap();
                if (map ? entry.first.Scalar() != key : std::to_string(position++) != key)
                    continue;
                mark = map ? entry.first.Mark() : entry.Mark();
                next.reset(map ? entry.second : static_cast<const YAML::Node &>(entry));
                break;
            }
            if (!next.IsDefined())
                return 0;
            node.reset(next);
        }
        return mark.line + 1;
    } catch (const YAML::Exception &) {
        return 0;
    }
}

std::string unknownKeyText(const Json &object, const YamlPlace &place, const std::vector<std::string> &known)
{
    if (!object.is_object())
        return {};
    const auto isKnown = [&known](const std::string &key) { return std::find(known.begin(), known.end(), key) != known.end(); };
    for (const auto &[key, value] : object.items()) {
        if (isKnown(key))
            continue;
        const int line = yamlLine(place.text, place.at / key);
        const std::string at = place.at.to_string(), near = didYouMean(key, known);
        return place.file + (line > 0 ? ":" + std::to_string(line) : "") + (at.empty() ? "" : ", " + at.substr(1)) + ": the key \"" + key + "\" is not known"
            + (near.empty() ? "." : near) + " Known here: " + listed(known) + ".";
    }
    return {};
}

Result<YamlFile> readYaml(const std::filesystem::path &path)
{
    Result<std::string> text = readFile(path);
    if (!text)
        return fail(text.error());
    Result<Json> json = parseYaml(*text, path.string());
    return json ? Result<YamlFile>(YamlFile{std::move(*text), std::move(*json)}) : fail(json.error());
}

} // namespace sage
