#include "base/simd.h"

#include <cstdint>

#include <hwy/targets.h>

#include "base/text/lower_case.h"

namespace weald {

namespace {

// The target without vector instructions is called SCALAR or EMU128, depending on the compiler.
std::string target_name(std::int64_t target) {
  if (target == HWY_SCALAR || target == HWY_EMU128) return "scalar";
  return lower_case(hwy::TargetName(target));
}

// Queried once, before any limit: Highway's own list omits disabled targets.
const std::vector<std::int64_t>& all_targets() {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : all_targets()) names.push_back(target_name(target));
  return names;
}

bool limit_simd_targets(std::string_view best) {
  for (const std::int64_t target : all_targets()) {
    if (target_name(target) != best) continue;
    hwy::DisableTargets(target - 1);  // lower bits stand for better targets
    return true;
  }
  return false;
}

}  // namespace weald
