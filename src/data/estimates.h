#pragma once
// Estimates: the estimates of the inputs of a stage, from which its own estimate is made.

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

  /// The estimate of the artifact that an input names; an unknown one if the input was not given.
  template <class... Ts>
  const Estimate& operator[](const Input<Ts...>& input) const {
    return of(input.stage);
  }
  /// The estimate of `stage`; unknown if there is none.
  const Estimate& of(const std::string& stage) const {
    static const Estimate kNothing{};
    const auto found = entries_.find(stage);
    return found != entries_.end() ? *found->second : kNothing;
  }

 private:
  std::map<std::string, const Estimate*> entries_;
};

}  // namespace weald::schema
