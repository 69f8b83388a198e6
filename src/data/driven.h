#pragma once
// Driven: a number, or the name of a stage whose heightmap supplies the number for each sample.

#include <cmath>

#include "base/math/clamped.h"
#include "data/field.h"
#include "schema/codec.h"

namespace weald::schema {

/// A numeric parameter of a field stage that may vary from sample to sample. A heightmap drives it if the preset names
/// a stage; its samples are clamped to the parameter's range (NaN to its lower end), with a warning by the evaluator.
/// Counts as an input.
struct Driven : Input<Heightmap> {
  double value = 0;   ///< the number, if no stage is named
  Range range{0, 0};  ///< of the parameter; set by decoding

  Driven() = default;
  Driven(double number) : value(number) {}
  /// The number, or `driven` if a heightmap replaces it.
  double value_or(double driven) const { return given() ? driven : value; }
};

/// The value of a driven parameter at each sample of a window.
class DrivenSamples {
 public:
  /// The parameter's own number everywhere.
  explicit DrivenSamples(const Driven& parameter) : value_(parameter.value), range_(parameter.range) {}
  /// The samples of `field`, which the parameter names.
  DrivenSamples(const Driven& parameter, const HeightView& field) : DrivenSamples(parameter) {
    field_ = field;
    is_driven_ = true;
  }

  /// True when the value differs between samples.
  bool is_driven() const { return is_driven_; }
  /// The value at a sample; magnitudes smaller than kMagnitudes.min count as 0. Pre: it lies inside the field's region.
  double at(int x, int y) const {
    if (!is_driven_) return value_;
    const double value = clamped<double>(field_.at(x, y), range_.min, range_.max);
    return std::abs(value) < kMagnitudes.min ? 0 : value;
  }

 private:
  double value_;
  Range range_;
  HeightView field_;
  bool is_driven_ = false;
};

/// The samples of a driven parameter in the window whose inputs are `views`.
inline DrivenSamples driven_samples(const InputViews& views, const Driven& parameter) {
  const HeightView* field = views.maybe(parameter);
  return field != nullptr ? DrivenSamples(parameter, *field) : DrivenSamples(parameter);
}

template <>
struct Codec<Driven> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, Driven& out);
  static ValueType type(const Slot& slot) {
    return {.kind = ValueType::Kind::any_of,
            .elements = {Codec<double>::type(slot), Codec<Input<Heightmap>>::type(slot)}};
  }
  static Node to_node(const Driven& value) {
    return value.given() ? text_node(value.stage) : Codec<double>::to_node(value.value);
  }
};

}  // namespace weald::schema
