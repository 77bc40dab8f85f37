#include "core/episode/catalog.h"

#include "core/base/yaml.h"
#include "core/plain/file.h"
#include "core/plain/install.h"

#include <algorithm>
#include <map>
#include <set>

namespace sage {

namespace {

/// Levenshtein distance, to suggest the name that was meant.
[[nodiscard]] std::size_t distance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

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
    const Result<Json> json = readYaml(file);
    if (!json)
        return fail(json.error());
    const Json items = json->is_object() ? json->value("items", Json::array()) : *json;
    std::vector<Experience> knowledge;
    for (const Json &item : items) {
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
    std::vector<std::string> names;
    for (const std::filesystem::path &path : files("operators"))
        names.push_back(path.stem().string());
    return names;
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
        const auto closest = std::min_element(names.begin(), names.end(), [&](const std::string &a, const std::string &b) { return distance(a, name) < distance(b, name); });
        return fail("catalog.unknown-operator", "There is no operator card called \"" + name + "\"" + (closest == names.end() ? "; no card was found at all." : "; did you mean " + *closest + "?"), {},
                    {{"operator", name}, {"closest", closest == names.end() ? std::string() : *closest}});
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
        return fail("catalog.unknown-stream", "There is no stream called \"" + nameOrPath + "\" and no such file.", {}, {{"stream", nameOrPath}});
    const Result<Json> json = readYaml(path);
    if (!json)
        return fail(json.error());
    if (!json->is_object() || !json->contains("operators") || !(*json)["operators"].is_array() || (*json)["operators"].empty())
        return fail("catalog.stream-invalid", path.string() + ": a stream needs a list of operators.");
    StreamSpec stream;
    stream.name = json->contains("name") && (*json)["name"].is_string() ? (*json)["name"].get<std::string>() : path.stem().string();
    std::set<std::string> seen;
    for (const Json &name : (*json)["operators"]) {
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
