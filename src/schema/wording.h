#pragma once
// Words and numbers as printed in messages, help and the reference.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/field.h"

namespace weald::schema {

/// `value` for humans: plain digits from 0.0001 to a million (1000000), otherwise with a short exponent (1e9, 2.5e-7).
std::string readable_number(double value);

/// `bytes` for humans: "312 B", "17 kB", "1.2 MB", "3.0 GB".
std::string readable_bytes(double bytes);

/// `seconds` for humans: "less than a second", "14 seconds", "3 minutes", "2 hours", "5 days".
std::string readable_time(double seconds);

/// Shortens the exponent of `number`, which C++ writes with a sign and at least two digits (1e+09): 1e9.
std::string with_short_exponent(std::string number);

/// "1 .. 24", "at least 0", "at most 5"; empty if there is no bound.
std::string range_text(const std::optional<Range>& range);

/// "a mesh", "an image".
std::string with_article(std::string_view noun);

/// "mesh", "mesh or scene", "curve, mesh or scene". Pre: not empty.
std::string alternatives_text(std::span<const std::string_view> nouns);

}  // namespace weald::schema
