#pragma once
// Amounts as JSON, in reports and plans.

#include <nlohmann/json_fwd.hpp>

#include "data/estimate.h"

namespace weald::session {

/// {"least": 12, "most": 34}: whole bytes; "most" is null if unbounded.
nlohmann::ordered_json bytes_json(const Amount& amount);

/// {"least": 0.5, "most": 2.25}: seconds, rounded to a thousandth; "most" is null if unbounded.
nlohmann::ordered_json seconds_json(const Amount& amount);

}  // namespace weald::session
