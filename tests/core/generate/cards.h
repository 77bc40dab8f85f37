#pragma once

#include "core/model/card.h"

// Own cards for tests of core/generate: small, one for each kind of loop.

namespace sage::test {

inline constexpr std::string_view chainCard = R"yaml(
name: ScaledSigmoid
summary: y = sigmoid(x scale) x
inputs:
  - {name: x, draw: {uniform: [-1, 1]}}
attributes:
  - {name: scale, type: float, default: 1.5}
outputs:
  - y
reference:
  - t = mul(x, scale)
  - s = sigmoid(t)
  - y = mul(s, x)
cases:
  - {dtype: float16, shapes: {x: [37, 5]}, origin: own}
  - {dtype: float32, shapes: {x: [1024]}, origin: own}
  - {dtype: bfloat16, shapes: {x: [3, 100]}, origin: own}
)yaml";

inline constexpr std::string_view normCard = R"yaml(
name: RowScale
summary: every row less its mean, over its deviation, times a weight
inputs:
  - {name: x, draw: {uniform: [0, 1]}}
  - {name: weight, draw: {uniform: [0, 1]}}
outputs:
  - y
reference:
  - m = mean(x, axis=-1)
  - d = sub(x, m)
  - q = square(d)
  - v = mean(q, axis=-1)
  - e = add(v, 0.001)
  - r = sqrt(e)
  - n = div(d, r)
  - y = mul(n, weight)
cases:
  - {dtype: float16, shapes: {x: [9, 100], weight: [100]}, origin: own}
  - {dtype: float32, shapes: {x: [4, 64], weight: [64]}, origin: own}
)yaml";

inline constexpr std::string_view totalCard = R"yaml(
name: SquareTotal
summary: the sum of squares, or the squares
inputs:
  - {name: x, draw: {uniform: [0, 1]}}
attributes:
  - {name: kind, type: choice, choices: [each, total], default: total}
outputs:
  - y
reference:
  - s = square(x)
  - "[kind=each] y = copy(s)"
  - "[kind=total] y = sum(s, axis=all)"
cases:
  - {dtype: float32, shapes: {x: [77, 3]}, attributes: {kind: total}, origin: own}
  - {dtype: float32, shapes: {x: [77, 3]}, attributes: {kind: each}, origin: own}
)yaml";

inline constexpr std::string_view gateCard = R"yaml(
name: Gate
summary: one half times the other
inputs:
  - {name: x, draw: {uniform: [0, 1]}}
attributes:
  - {name: dim, type: int, default: -1}
outputs:
  - y
reference:
  - a = split(x, axis=dim, parts=2, index=0)
  - b = split(x, axis=dim, parts=2, index=1)
  - y = mul(a, b)
cases:
  - {dtype: float16, shapes: {x: [6, 50]}, attributes: {dim: -1}, origin: own}
  - {dtype: float16, shapes: {x: [6, 7]}, attributes: {dim: 0}, origin: own}
)yaml";

inline constexpr std::string_view columnCard = R"yaml(
name: ColumnSum
summary: sums along the first axis and both inputs joined
inputs:
  - {name: x, draw: {uniform: [0, 1]}}
  - {name: z, draw: {uniform: [0, 1]}}
outputs:
  - y
  - j
reference:
  - y = sum(x, axis=0)
  - j = concat(x, z, axis=1)
cases:
  - {dtype: float32, shapes: {x: [6, 50], z: [6, 7]}, origin: own}
)yaml";

inline OperatorSpec cardOf(std::string_view yaml)
{
    const Result<OperatorSpec> card = parseCard(yaml, "test card");
    if (!card)
        qFatal("%s", card.error().message.c_str());
    return *card;
}

} // namespace sage::test
