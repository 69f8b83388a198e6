#include "data/artifact_fields.h"

namespace weald::pipeline {

std::vector<NamedOrgan> named_organs(const lsystem::Skeleton& skeleton) {
  std::vector<NamedOrgan> organs;
  organs.reserve(skeleton.organs.size());
  for (const lsystem::SkeletonOrgan& organ : skeleton.organs) {
    organs.push_back({&organ, {}});
    if (!skeleton.organ_names.empty()) organs.back().name = skeleton.organ_names[organ.kind];
  }
  return organs;
}

bool same_artifact(const Artifact& a, const Artifact& b) {
  return a.index() == b.index() && std::visit(
                                       [&](const auto& value) {
                                         using T = std::remove_cvref_t<decltype(value)>;
                                         return same_value(value, std::get<T>(b));
                                       },
                                       a);
}

}  // namespace weald::pipeline
