#pragma once
// Catch2 in version 2 or 3, whichever is installed, under names that both have.

#if __has_include(<catch2/catch_all.hpp>)

#include <string>

#include <catch2/catch_all.hpp>

using Catch::Approx;

namespace Catch {

using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::StartsWith;

/// Matches texts in which `text` occurs.
inline auto Contains(const std::string& text) { return Matchers::ContainsSubstring(text); }

}  // namespace Catch

#else

#include <catch2/catch.hpp>

#endif
