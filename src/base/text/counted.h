#pragma once
// Counted nouns in messages: "1 stage", "3 stages".

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace weald {

/// `noun` in the plural: "stages", "entries", "boxes". For a noun with another plural, give both forms to
/// counted_noun().
inline std::string plural_of(std::string_view noun) {
  const auto ends_in = [&](std::string_view end) { return noun.ends_with(end); };
  if (ends_in("x") || ends_in("s") || ends_in("ch") || ends_in("sh")) return fmt::format("{}es", noun);
  const bool vowel_before = noun.size() > 1 && std::string_view("aeiou").find(noun[noun.size() - 2]) != noun.npos;
  if (ends_in("y") && !vowel_before) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  return fmt::format("{}s", noun);
}

/// The number with the noun: "1 vertex", "0 vertices".
template <class Count>
std::string counted_noun(Count count, std::string_view noun, std::string_view several) {
  return fmt::format("{} {}", count, count == Count{1} ? noun : several);
}

/// The number with the noun, whose plural follows the rules of plural_of().
template <class Count>
std::string counted_noun(Count count, std::string_view noun) {
  return counted_noun(count, noun, plural_of(noun));
}

}  // namespace weald
