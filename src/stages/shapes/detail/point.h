#pragma once
// Point: a position in a preset, written with two or three numbers.

#include "base/math/vec.h"
#include "data/curve.h"
#include "schema/codec.h"

namespace weald::curve {

/// Two or three coordinates in metres, as written.
struct Point {
  double a = 0;
  double b = 0;
  std::optional<double> c;

  bool operator==(const Point&) const = default;
};

/// The position in space: three numbers are x, y, z; two numbers lie in `plane`, and the remaining coordinate is 0.
inline Vec3 placed(const Point& point, Plane plane) {
  if (point.c) return {point.a, point.b, *point.c};
  return plane == Plane::xy ? Vec3{point.a, point.b, 0} : Vec3{point.a, 0, point.b};
}

}  // namespace weald::curve

template <>
struct weald::schema::Codec<weald::curve::Point> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, curve::Point& out);
  static ValueType type(const Slot& slot);
  static Node to_node(const curve::Point& value);
};

template <>
struct weald::schema::EnumNames<weald::curve::Plane> {
  static constexpr auto names = names_in_order<weald::curve::Plane>("xy", "xz");
};
