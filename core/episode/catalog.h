#pragma once

#include "core/model/card.h"
#include "core/model/experience.h"

#include <filesystem>
#include <vector>

namespace sage {

/// A named order of operators.
struct StreamSpec {
    std::string name;
    std::vector<std::string> operators;
};

/// A card as it enters a run: its text is kept as an artifact, so a run never depends on a file that changes.
struct CatalogCard {
    std::string text; ///< what parseCard read
    OperatorSpec card;
};

/// Operator cards, streams and cold-start knowledge: those that the product ships and a user's own. A user's card of
/// the same name wins. Folders that are missing are empty.
class Catalog
{
public:
    /// `own`: folders with operators/, streams/, knowledge/ inside; searched before the shipped ones.
    explicit Catalog(std::vector<std::filesystem::path> own = {});

    /// By name or by path of a YAML file. Errors: catalog.unknown-operator (says what was probably meant), and those of parseCard.
    [[nodiscard]] Result<CatalogCard> card(const std::string &name) const;
    /// Sorted names of all cards, whether they can be read or not.
    [[nodiscard]] std::vector<std::string> cardNames() const;
    [[nodiscard]] std::vector<std::string> streamNames() const;
    /// By name or by path of a YAML file. Errors: catalog.unknown-stream, catalog.stream-invalid.
    [[nodiscard]] Result<StreamSpec> stream(const std::string &nameOrPath) const;
    /// All of knowledge/*.yaml, sorted by file, then position; ids set. Error catalog.knowledge-invalid names file and item.
    [[nodiscard]] Result<std::vector<Experience>> knowledge() const;

private:
    [[nodiscard]] std::vector<std::filesystem::path> files(const std::string &kind) const;
    std::vector<std::filesystem::path> m_folders;
};

/// The card with only those cases in which no input has more than `elements` elements; where none is left, the
/// smallest case. For quick profiles: the card says so in its summary and has another hash.
[[nodiscard]] Result<CatalogCard> withSmallCases(const CatalogCard &card, std::int64_t elements);

} // namespace sage
