#pragma once
// Amounts as JSON, in reports and plans.

#include <nlohmann/json_fwd.hpp>

#include "data/estimate.h"

namespace weald::session {

/// {"least": 12, "most": 34}: whole bytes; "most" is null if unbounded.
nlohmann::ordered_json bytes_json(const Amount& amount);

/// {"least": 0.5, "most": 2.25}: seconds, rounded to a thousandth; "most" is null if unbounded.
nlohmann::ordered_json seconds_json(const Amount& amount);

/// Memory as {"least": 12, "kept": 34}: bytes that are needed at least, and those that are kept besides, at most, for
/// further readers and the next tiles of a world; without the latter if there are none.
nlohmann::ordered_json memory_json(double least, double kept);

}  // namespace weald::session
