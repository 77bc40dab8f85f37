#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sage {

/// Text to a vector. Implementations are deterministic and may be called from any thread.
class Embedder
{
public:
    virtual ~Embedder() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual int dimension() const = 0;
    /// `dimension()` numbers of length 1, or all zero where the text holds nothing to embed.
    [[nodiscard]] virtual std::vector<float> embed(std::string_view text) const = 0;
};

/// Offline embedder: the analyzer's terms, pairs of neighbours and the terms' character trigrams are hashed with a sign
/// into the dimensions (feature hashing), counts damped by a square root, then normalised.
///
/// Components are rounded to multiples of 2^-11, so every inner product of two such vectors, and every partial sum of
/// it, fits a float's 24 bits: the result is the same whatever the order of summation or the instruction set, and an
/// index rebuilt in another order answers the same. Length is 1 up to that rounding.
class HashedEmbedder final : public Embedder
{
public:
    explicit HashedEmbedder(int dimension = 256);
    [[nodiscard]] std::string name() const override;
    [[nodiscard]] int dimension() const override { return m_dimension; }
    [[nodiscard]] std::vector<float> embed(std::string_view text) const override;

private:
    int m_dimension;
};

} // namespace sage
