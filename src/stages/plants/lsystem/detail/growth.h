#pragma once
// Growth: how long a derived string will be, before it is made. Source: [prusinkiewicz1990] section 1.9,
// [rozenberg1980].

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// The operation on a string.
enum class Pass : std::uint8_t { step, decomposition, interpretation };

/// A step, or another pass, that would make the string too large or never end.
struct Excess {
  int step = 0;              ///< counted from 1; 0 is the axiom
  std::uint64_t size = 0;    ///< symbols and parameters the string would have after it
  std::uint64_t before = 0;  ///< what it has before the step
  Pass pass = Pass::step;
  bool is_endless = false;  ///< productions still apply after kMaxRounds; the sizes do not matter
};

/// The first of `steps` steps after which the string would have more than `limit` symbols and parameters, or the
/// interpretation after them. Exact, by counting symbols only; given up where a decomposition makes that as much work
/// as deriving. Pre: has_exact_growth(); limit at most 1e9.
std::optional<Excess> find_excess(const Grammar& grammar, int steps, std::uint64_t limit);

/// Like find_excess, for systems with stochastic productions: the first step after which the string would have more
/// than `limit` symbols and parameters on average over all seeds, with rounded sizes (at most 1e18). Pre:
/// has_expected_growth().
std::optional<Excess> find_expected_excess(const Grammar& grammar, int steps, std::uint64_t limit);

/// How much a derived string holds.
struct StringSize {
  double modules = 0;
  double parameters = 0;
  double name_bytes = 0;  ///< of the symbols of all modules, as they are written
};

/// The size of the string after `steps` steps and the interpretation: exact, by counting symbols only. Unset where it
/// would have more than `limit` symbols and parameters, never end, or take as much work as deriving. Pre: as
/// find_excess().
std::optional<StringSize> grown_size(const Grammar& grammar, int steps, std::uint64_t limit);

/// The sentences of the errors that refuse the string.
std::string describe_excess(const Excess& excess, std::uint64_t limit);
std::string describe_expected_excess(const Excess& excess, std::uint64_t limit);
/// Advice to the user.
std::string excess_help(const Excess& excess);
/// The key that the error is about.
std::string_view excess_key(const Excess& excess);

}  // namespace weald::lsystem
