#pragma once
// The words of other programs for what weald has under another name, or has not.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald::schema {

/// How near the stages of weald come to what another program calls by a word.
enum class Kinship {
  same,  ///< weald has it, under another name
  none,  ///< weald has nothing like it; the stages serve the same purpose
};

/// A word of other programs.
struct OtherWord {
  std::string_view word;                 ///< in lower case
  std::vector<std::string_view> stages;  ///< kinds of stages, the nearest first; empty: see `advice`
  Kinship kinship = Kinship::same;
  std::string_view advice;  ///< how it is done in weald, without a full stop
};

/// Every such word for a kind of stage, in alphabetical order.
std::span<const OtherWord> other_words();

/// The entry of `word` in any case, also in the plural and with '-' or a space for '_'; null if there is none.
const OtherWord* find_other_word(std::string_view word);

/// The help for the word: "weald calls it 'sweep': ..." or "weald has none; see 'merge': ...".
std::string help_for(const OtherWord& word);

/// The help for a kind of stage that does not exist, or for a word in its place; empty if the word is unknown.
std::string help_for_other_word(std::string_view word);

/// The help for an unknown key or choice `word`: the one of `names` that other programs call so, or that is spelt
/// nearly so, or else the stage for the word, or a list of the names if they are few.
std::string help_for_name(std::string_view word, std::span<const std::string_view> names);

}  // namespace weald::schema
