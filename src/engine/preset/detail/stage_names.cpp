#include "engine/preset/detail/stage_names.h"

#include <utility>

#include "schema/part.h"

namespace weald::preset {

namespace {
constexpr int kMaxAliases = 64;  // one after another: deeper than components nest
}

std::size_t StageNames::add_scope(std::string prefix) {
  scopes_.push_back({std::move(prefix), {}});
  return scopes_.size() - 1;
}

void StageNames::add_alias(std::size_t scope, std::string name, StageAlias alias) {
  scopes_[scope].aliases.insert_or_assign(std::move(name), std::move(alias));
}

std::string StageNames::resolve(std::size_t scope, std::string_view name) const {
  std::string current(name);
  for (int i = 0; i < kMaxAliases; ++i) {
    const auto [stage, part] = schema::split_part(current);
    const auto found = scopes_[scope].aliases.find(stage);
    if (found == scopes_[scope].aliases.end()) break;
    const StageAlias& alias = found->second;
    const auto named = alias.parts.find(part);
    const std::string part_of_target = part.empty() ? "" : "." + std::string(part);
    current = !part.empty() && named != alias.parts.end() ? named->second : alias.target + part_of_target;
    scope = alias.scope;
  }
  return scopes_[scope].prefix + current;
}

}  // namespace weald::preset
