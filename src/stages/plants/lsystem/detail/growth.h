#pragma once
// Growth: the length of a derived string, computed before derivation. Source: [prusinkiewicz1990] section 1.9,
// [rozenberg1980].

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// A pass over the string.
enum class Pass : std::uint8_t { step, decomposition, interpretation };

/// A step or another pass that would make the string too large or never end.
struct Excess {
  int step = 0;              ///< counted from 1; 0 is the axiom
  std::uint64_t size = 0;    ///< symbols and parameters of the string after it
  std::uint64_t before = 0;  ///< symbols and parameters of the string before it
  Pass pass = Pass::step;
  bool is_endless = false;  ///< productions still apply after kMaxRounds; the sizes are then meaningless
};

/// Finds the first of `steps` steps, or else the interpretation that follows them, after which the string would have
/// more than `limit` symbols and parameters. The result is exact, because symbols are only counted. Gives up if a
/// decomposition makes counting as expensive as deriving. Pre: has_exact_growth(); limit at most 1e9.
std::optional<Excess> find_excess(const Grammar& grammar, int steps, std::uint64_t limit);

/// As find_excess, for systems with productions chosen by chance: the first step after which the mean size over all
/// seeds would exceed `limit` symbols and parameters, with rounded sizes (at most 1e18). Pre: has_expected_growth().
std::optional<Excess> find_expected_excess(const Grammar& grammar, int steps, std::uint64_t limit);

/// Size of a derived string.
struct StringSize {
  double modules = 0;
  double parameters = 0;
  double name_bytes = 0;  ///< bytes of all symbol names as written
};

/// Exact size of the string after `steps` steps and the interpretation. Unset if the string would exceed `limit`
/// symbols and parameters, if the derivation would never end, or if counting is as expensive as deriving. Pre: as for
/// find_excess().
std::optional<StringSize> grown_size(const Grammar& grammar, int steps, std::uint64_t limit);

/// Error message about an excess.
std::string describe_excess(const Excess& excess, std::uint64_t limit);
std::string describe_expected_excess(const Excess& excess, std::uint64_t limit);
/// Advice for the user on an excess.
std::string excess_help(const Excess& excess);
/// The key of the stage that the error is about.
std::string_view excess_key(const Excess& excess);

}  // namespace weald::lsystem
