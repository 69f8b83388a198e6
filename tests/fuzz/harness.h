#pragma once
// Harnesses: each hands bytes that others wrote to one reader, as the program does, and asks more of the result than
// that nothing crashed. libFuzzer makes up the bytes (fuzzer_entry.cpp); fuzz_corpora feeds those that are kept.

#include <stdexcept>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace weald::fuzz {

/// What a harness throws where a reader breaks its promise.
class Fault : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws Fault with `promise`, one sentence that does not hold, unless `ok`.
inline void require(bool ok, const char* promise) {
  if (!ok) throw Fault(std::string("broken promise: ") + promise);
}

/// Requires that every diagnostic says something and has its place, if it has one, within a text of `sources`, and that
/// all of them can be printed. `has_result` tells whether the reader gave what it was asked for.
void require_sound(const Diagnostics& diagnostics, const Sources& sources, bool has_result);

/// Requires that `message` names the place in its file: "name:line:column: ...", within `text`.
void require_place(std::string_view message, std::string_view name, std::string_view text);

/// Takes the first line off `text`, without its end.
std::string_view take_line(std::string_view& text);

/// Takes the first byte off `text`, as a choice below `count`; 0 where it is empty.
std::size_t take_choice(std::string_view& text, std::size_t count);

}  // namespace weald::fuzz
