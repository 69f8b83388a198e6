#include "data/georeference.h"

#include <charconv>

#include "base/text/lower_case.h"

namespace weald {

int epsg_code(std::string_view crs) {
  constexpr std::string_view kAuthority = "epsg:";
  if (lower_case(std::string(crs.substr(0, kAuthority.size()))) != kAuthority) return 0;
  const std::string_view digits = crs.substr(kAuthority.size());
  if (digits.starts_with('0')) return 0;
  int code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code);
  if (error != std::errc{} || end != digits.data() + digits.size()) return 0;
  return code >= 1024 && code <= 32766 ? code : 0;
}

}  // namespace weald
