#include "session/amount_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace weald::session {

using Json = nlohmann::ordered_json;

Json bytes_json(const Amount& amount) {
  // No file is larger than an integer in JSON can hold.
  const auto whole = [](double number) { return static_cast<std::uint64_t>(std::min(number, 9e15)); };
  return {{"least", whole(std::floor(amount.least))},
          {"most", amount.most ? Json(whole(std::ceil(*amount.most))) : Json(nullptr)}};
}

Json seconds_json(const Amount& amount) {
  const auto rounded = [](double number) { return std::round(number * 1000) / 1000; };
  return {{"least", rounded(amount.least)}, {"most", amount.most ? Json(rounded(*amount.most)) : Json(nullptr)}};
}

Json memory_json(double least, double kept) {
  Json json = {{"least", static_cast<std::int64_t>(least)}};
  if (kept > 0) json["kept"] = static_cast<std::int64_t>(kept);
  return json;
}

}  // namespace weald::session
