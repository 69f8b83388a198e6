#pragma once
// Headers of elevation grids: keys with values, and the numbers in both headers and samples.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace weald::io {

/// Throws IoError: the grid `name` cannot be read, for `reason`.
[[noreturn]] void fail_grid(const std::string& name, const std::string& reason);

/// Takes a byte order mark off the beginning of a text.
void skip_mark(std::string_view& text);

/// Takes the next word of a text; empty at its end.
std::string_view next_word(std::string_view& text);

/// The number that a word is; too large ones are infinite, too small ones 0. Words of Windows such as "-1.#IND" and
/// "1.#INF" are read as well. Unset if it is none.
std::optional<double> number_in(std::string_view word);

/// The keys of a header with their values. Letters may be of either case. Errors of all members that read a value:
/// IoError, with the file and the key, if the header has the key twice with different values, and those stated.
class HeaderKeys {
 public:
  /// `name`: the file with the header, in messages.
  explicit HeaderKeys(std::string name) : name_(std::move(name)) {}

  /// Adds a key. Pre: `value` outlives this.
  void add(std::string_view key, std::string_view value);
  /// Adds the first word of each line as a key, and the second as its value. Lines may end in any way. Pre: as add().
  void add_lines(std::string_view text);

  /// The number of a key, which may be infinite or NaN; unset if the header lacks the key. Errors: IoError if the value
  /// is no number.
  std::optional<double> any_number(std::string_view key) const;
  /// As any_number(), but an infinite number and NaN are errors as well.
  std::optional<double> number(std::string_view key) const;
  /// A whole number from `low` to `high`; `otherwise` if the header lacks the key. Errors: IoError for all other
  /// numbers, and if `otherwise` is needed but unset.
  std::uint64_t whole(std::string_view key, std::uint64_t low, std::uint64_t high,
                      std::optional<std::uint64_t> otherwise = {}) const;
  /// A number of samples, from 1 to 1000000000. Errors: IoError for all other numbers, and if the header lacks the key.
  int count(std::string_view key) const;
  /// The text of a key in lower case; empty if the header lacks it.
  std::string text(std::string_view key) const;

  /// Throws IoError: `what` is wrong with the value of `key`.
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  struct Entry {
    std::string_view text;
    bool is_contradicted = false;
  };

  const Entry* find(std::string_view key) const;

  std::string name_;
  std::map<std::string, Entry, std::less<>> values_;
};

}  // namespace weald::io
