#pragma once
// Estimates: what is known about the artifacts that a stage will read, for the stage's own estimate.

#include <map>
#include <string>

#include "data/estimate.h"
#include "schema/input.h"

namespace weald::schema {

/// The estimates of stages, by name.
class Estimates {
 public:
  /// Adds the estimate of `stage`, which must outlive this.
  void add(const std::string& stage, const Estimate& estimate) { entries_.insert_or_assign(stage, &estimate); }

  /// What is known about the artifact that an input names; nothing for an input that was not given.
  template <class... Ts>
  const Estimate& operator[](const Input<Ts...>& input) const {
    return of(input.stage);
  }
  /// What is known about the artifact of `stage`.
  const Estimate& of(const std::string& stage) const {
    static const Estimate kNothing{};
    const auto found = entries_.find(stage);
    return found != entries_.end() ? *found->second : kNothing;
  }

 private:
  std::map<std::string, const Estimate*> entries_;
};

}  // namespace weald::schema
