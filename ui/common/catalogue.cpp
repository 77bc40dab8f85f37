#include "ui/common/catalogue.h"

#include "core/episode/catalog.h"
#include "core/plain/install.h"
#include "ui/common/text.h"

#include <algorithm>
#include <tuple>

namespace sage::ui {

namespace {

[[nodiscard]] std::vector<CatalogueStream> readStreams(const Catalog &catalog, std::vector<QString> &problems)
{
    std::vector<CatalogueStream> streams;
    std::error_code missing;
    for (const auto &entry : std::filesystem::directory_iterator(dataPath("streams"), missing)) {
        const Result<StreamSpec> stream = catalog.stream(entry.path().string());
        if (!stream) {
            problems.push_back(text(stream.error().message));
            continue;
        }
        CatalogueStream one{text(stream->name), text(entry.path().string()), {}};
        for (const std::string &name : stream->operators)
            one.operators << text(name);
        streams.push_back(std::move(one));
    }
    std::sort(streams.begin(), streams.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
    return streams;
}

} // namespace

Catalogue readCatalogue()
{
    Catalogue result;
    const Catalog catalog;
    for (const std::string &name : catalog.cardNames()) {
        const Result<CatalogCard> read = catalog.card(name);
        if (!read) {
            result.problems.push_back(text(read.error().message));
            continue;
        }
        const OperatorSpec &card = read->card;
        result.operators.push_back({text(card.name), card.level, text(card.category), text(card.summary), static_cast<int>(card.cases.size())});
    }
    std::sort(result.operators.begin(), result.operators.end(), [](const auto &a, const auto &b) { return std::tie(a.level, a.name) < std::tie(b.level, b.name); });
    result.streams = readStreams(catalog, result.problems);
    return result;
}

} // namespace sage::ui
