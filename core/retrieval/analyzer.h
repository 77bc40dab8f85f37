#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sage {

/// Splits text about kernels into lower-case terms that survive an index unchanged: identifiers whole and split by
/// case and underscore ("DataCopyPad" -> datacopypad, data, copy, pad), numbers and error codes whole ("507035", "0x8a",
/// "1.5"), codes joined by '-' or ':' whole and in parts ("rule:alignment" -> rule_alignment, rule, alignment), Chinese
/// as single characters and pairs. A term holds only a-z, 0-9, '_', '.' and the bytes of non-ASCII characters; broken
/// UTF-8 is skipped. Terms keep the order of the text, repetitions included.
[[nodiscard]] std::vector<std::string> analyze(std::string_view text);

} // namespace sage
