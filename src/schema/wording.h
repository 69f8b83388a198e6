#pragma once
// Words and numbers as messages, help and the reference print them.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/field.h"

namespace weald::schema {

/// `value` for people: plain digits from 0.0001 to a million (1000000), else with a short exponent (1e9, 2.5e-7).
std::string readable_number(double value);

/// `bytes` for people: "312 B", "17 kB", "1.2 MB", "3.0 GB".
std::string readable_bytes(double bytes);

/// `number` as C++ writes it, with at least two digits and a sign (1e+09), without what its exponent does not need:
/// 1e9.
std::string with_short_exponent(std::string number);

/// "1 .. 24", "at least 0", "at most 5"; empty where there is no bound.
std::string range_text(const std::optional<Range>& range);

/// "a mesh", "an image".
std::string with_article(std::string_view noun);

/// "mesh", "mesh or scene", "curve, mesh or scene". Pre: not empty.
std::string alternatives_text(std::span<const std::string_view> nouns);

}  // namespace weald::schema
