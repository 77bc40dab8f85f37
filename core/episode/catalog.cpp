#include "core/episode/catalog.h"

#include "core/base/nearest.h"
#include "core/base/yaml.h"
#include "core/plain/file.h"
#include "core/plain/install.h"

#include <algorithm>
#include <map>
#include <set>

namespace sage {

namespace {

[[nodiscard]] std::int64_t largestInput(const Json &shapes)
{
    std::int64_t largest = 0;
    for (const Json &shape : shapes) {
        std::int64_t elements = 1;
        for (const Json &size : shape)
            elements *= size.get<std::int64_t>();
        largest = std::max(largest, elements);
    }
    return largest;
}

[[nodiscard]] Result<std::vector<Experience>> readKnowledge(const std::filesystem::path &file)
{
    const Result<YamlFile> yaml = readYaml(file);
    if (!yaml)
        return fail(yaml.error());
    const Json items = yaml->json.is_object() ? yaml->json.value("items", Json::array()) : yaml->json;
    const Json::json_pointer list(yaml->json.is_object() ? "/items" : "");
    std::vector<Experience> knowledge;
    for (const Json &item : items) {
        const Json::json_pointer at = list / knowledge.size();
        std::string unknown = unknownKeyText(item, {yaml->text, file.string(), at}, {"title", "applies", "rationale", "change", "effect", "codeBefore", "codeAfter"});
        if (unknown.empty() && item.is_object())
            unknown = unknownKeyText(item.value("applies", Json()), {yaml->text, file.string(), at / "applies"}, {"signals", "features", "dtypes", "objective"});
        if (!unknown.empty())
            return fail("catalog.knowledge-invalid", unknown);
        Result<Experience> experience = decode<Experience>(item, file.string() + ", item " + std::to_string(knowledge.size() + 1));
        if (!experience || experience->title.empty())
            return fail("catalog.knowledge-invalid", file.string() + ", item " + std::to_string(knowledge.size() + 1) + ": an experience needs at least a title.",
                        experience ? std::string() : experience.error().detail);
        experience->provenance.author = "cold-start";
        experience->id = experienceIdOf(*experience);
        knowledge.push_back(std::move(*experience));
    }
    return knowledge;
}

[[nodiscard]] std::vector<std::string> stems(const std::vector<std::filesystem::path> &paths)
{
    std::vector<std::string> names;
    for (const std::filesystem::path &path : paths)
        names.push_back(path.stem().string());
    return names;
}

} // namespace

Catalog::Catalog(std::vector<std::filesystem::path> own) : m_folders(std::move(own))
{
    m_folders.push_back(dataPath(""));
}

std::vector<std::filesystem::path> Catalog::files(const std::string &kind) const
{
    std::map<std::string, std::filesystem::path> byName; // first folder wins, sorted by name
    for (const std::filesystem::path &folder : m_folders) {
        std::error_code missing;
        for (auto entry = std::filesystem::directory_iterator(folder / kind, missing); !missing && entry != std::filesystem::directory_iterator(); entry.increment(missing)) {
            if (entry->path().extension() == ".yaml")
                byName.try_emplace(entry->path().stem().string(), entry->path());
        }
    }
    std::vector<std::filesystem::path> result;
    for (auto &[name, path] : byName)
        result.push_back(std::move(path));
    return result;
}

std::vector<std::string> Catalog::cardNames() const
{
    return stems(files("operators"));
}

std::vector<std::string> Catalog::streamNames() const
{
    return stems(files("streams"));
}

Result<CatalogCard> Catalog::card(const std::string &name) const
{
    const std::vector<std::filesystem::path> all = files("operators");
    const auto found = std::find_if(all.begin(), all.end(), [&](const std::filesystem::path &path) { return path.stem() == name; });
    const std::filesystem::path given(name);
    std::error_code error;
    const bool asFile = found == all.end() && given.extension() == ".yaml" && std::filesystem::exists(given, error);
    if (found == all.end() && !asFile) {
        const std::vector<std::string> names = cardNames();
        const std::string near = didYouMean(name, names), known = names.empty() ? "none at all" : listed(names);
        return fail("catalog.unknown-operator", "There is no operator card called \"" + name + "\"" + (near.empty() ? "." : near) + " Known: " + known + "; a path of a YAML file is taken as well.", {},
                    {{"operator", name}, {"known", known}});
    }
    Result<std::string> text = readFile(asFile ? given : *found);
    if (!text)
        return fail(text.error());
    Result<OperatorSpec> card = parseCard(*text, (asFile ? given : *found).string());
    if (!card)
        return fail(card.error());
    return CatalogCard{std::move(*text), std::move(*card)};
}

Result<StreamSpec> Catalog::stream(const std::string &nameOrPath) const
{
    const std::vector<std::filesystem::path> all = files("streams");
    const auto found = std::find_if(all.begin(), all.end(), [&](const std::filesystem::path &one) { return one.stem() == nameOrPath; });
    std::error_code error;
    const std::filesystem::path path = found == all.end() ? std::filesystem::path(nameOrPath) : *found;
    if (found == all.end() && !std::filesystem::is_regular_file(path, error))
        return fail("catalog.unknown-stream", "There is no stream called \"" + nameOrPath + "\" and no such file. Known: " + listed(streamNames()) + "; a path of a YAML file is taken as well.", {}, {{"stream", nameOrPath}});
    const Result<YamlFile> yaml = readYaml(path);
    if (!yaml)
        return fail(yaml.error());
    const Json &json = yaml->json;
    if (const std::string unknown = unknownKeyText(json, {yaml->text, path.string()}, {"name", "operators"}); !unknown.empty())
        return fail("catalog.stream-invalid", unknown);
    if (!json.is_object() || !json.contains("operators") || !json["operators"].is_array() || json["operators"].empty())
        return fail("catalog.stream-invalid", path.string() + ": a stream needs a list of operators.");
    StreamSpec stream;
    stream.name = json.contains("name") && json["name"].is_string() ? json["name"].get<std::string>() : path.stem().string();
    std::set<std::string> seen;
    for (const Json &name : json["operators"]) {
        if (!name.is_string() || !seen.insert(name.get<std::string>()).second)
            return fail("catalog.stream-invalid", path.string() + ": operators must be names, each once (operators are never revisited).");
        stream.operators.push_back(name.get<std::string>());
    }
    return stream;
}

Result<std::vector<Experience>> Catalog::knowledge() const
{
    std::vector<Experience> all;
    for (const std::filesystem::path &path : files("knowledge")) {
        Result<std::vector<Experience>> some = readKnowledge(path);
        if (!some)
            return some;
        std::move(some->begin(), some->end(), std::back_inserter(all));
    }
    return all;
}

Result<CatalogCard> withSmallCases(const CatalogCard &card, std::int64_t elements)
{
    Result<Json> json = parseYaml(card.text, card.card.name);
    if (!json)
        return fail(json.error());
    const Json cases = (*json)["cases"];
    Json kept = Json::array();
    Json smallest = cases.front();
    for (const Json &one : cases) {
        if (largestInput(one["shapes"]) < largestInput(smallest["shapes"]))
            smallest = one;
        if (largestInput(one["shapes"]) <= elements)
            kept.push_back(one);
    }
    if (kept.empty())
        kept.push_back(smallest);
    if (kept.size() == cases.size())
        return card;
    (*json)["cases"] = kept;
    (*json)["summary"] = card.card.summary + " (small cases)";
    CatalogCard result{canonical(*json), {}};
    Result<OperatorSpec> parsed = parseCard(result.text, card.card.name);
    if (!parsed)
        return fail(parsed.error());
    result.card = std::move(*parsed);
    return result;
}

} // namespace sage
