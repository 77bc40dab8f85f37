#include "core/episode/context.h"

#include "core/generate/situation.h"

#include <algorithm>

namespace sage {

namespace {

constexpr std::size_t diagnosticsInQuery = 3;

void append(const std::set<std::string> &words, std::string &query)
{
    for (const std::string &word : words)
        query += word + ' ';
    query += '\n';
}

} // namespace

std::string queryFor(const OperatorSpec &card, Objective objective, const std::optional<Feedback> &feedback)
{
    const Situation situation = situationOf(card, objective, feedback ? &*feedback : nullptr);
    std::string query = "objective " + std::string(nameOf(objective)) + " category " + card.category + '\n' + card.summary + '\n';
    append(situation.features, query);
    append(situation.dtypes, query);
    append(situation.signals, query);
    if (!feedback)
        return query;
    for (std::size_t i = 0; i < std::min(feedback->diagnostics.size(), diagnosticsInQuery); ++i)
        query += feedback->diagnostics[i].message + '\n';
    for (std::size_t i = 0; i < std::min(feedback->findings.size(), diagnosticsInQuery); ++i)
        query += feedback->findings[i].message + '\n';
    return query;
}

} // namespace sage
