#include "core/retrieval/embedder.h"

#include "core/retrieval/analyzer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sage {

namespace {

// Weights are powers of two, so that sums of whole counts stay exact.
constexpr double termWeight = 1;
constexpr double pairWeight = 0.5;
constexpr double trigramWeight = 0.25;
constexpr double grid = 2048; ///< components are multiples of 1 / grid

/// FNV-1a with a final mix (the finaliser of splitmix64), so that all bits are usable.
std::uint64_t hashOf(char kind, std::string_view a, std::string_view b = {})
{
    std::uint64_t hash = 14695981039346656037u;
    const auto add = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u; };
    add(kind);
    for (const char c : a)
        add(c);
    add('\0');
    for (const char c : b)
        add(c);
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

struct Feature {
    std::uint64_t hash;
    double weight;
};

std::vector<Feature> featuresOf(std::string_view text)
{
    const std::vector<std::string> terms = analyze(text);
    std::vector<Feature> features;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        features.push_back({hashOf('t', terms[i]), termWeight});
        if (i > 0)
            features.push_back({hashOf('p', terms[i - 1], terms[i]), pairWeight});
        const std::string marked = "^" + terms[i] + "$";
        for (std::size_t k = 0; k + 3 <= marked.size(); ++k)
            features.push_back({hashOf('g', std::string_view(marked).substr(k, 3)), trigramWeight});
    }
    // Sorted, so that the sum below has one order.
    std::sort(features.begin(), features.end(), [](const Feature &a, const Feature &b) { return a.hash < b.hash; });
    return features;
}

} // namespace

HashedEmbedder::HashedEmbedder(int dimension) : m_dimension(dimension) {}

std::string HashedEmbedder::name() const
{
    return "hashed-" + std::to_string(m_dimension);
}

std::vector<float> HashedEmbedder::embed(std::string_view text) const
{
    std::vector<double> sums(std::size_t(m_dimension), 0.0);
    const std::vector<Feature> features = featuresOf(text);
    for (std::size_t begin = 0; begin < features.size();) {
        std::size_t end = begin;
        while (end < features.size() && features[end].hash == features[begin].hash)
            ++end;
        const std::uint64_t hash = features[begin].hash;
        const double value = features[begin].weight * std::sqrt(double(end - begin));
        sums[(hash >> 1) % std::uint64_t(m_dimension)] += (hash & 1) ? value : -value;
        begin = end;
    }
    double squares = 0;
    for (const double sum : sums)
        squares += sum * sum;
    std::vector<float> vector(sums.size(), 0.0f);
    const double length = std::sqrt(squares);
    for (std::size_t i = 0; i < sums.size() && length > 0; ++i)
        vector[i] = float(std::nearbyint(sums[i] / length * grid) / grid);
    return vector;
}

} // namespace sage
