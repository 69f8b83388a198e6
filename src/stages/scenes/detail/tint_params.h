#pragma once
// TintParams: the colours that the copies of a stage are tinted with.

#include <vector>

#include "base/math/vec.h"
#include "schema/field.h"

namespace weald::scene {

struct TintParams {
  std::vector<Vec3f> tints{};
};

inline constexpr auto kTintFields = schema::Fields{
    schema::Field{&TintParams::tints, "tints",
                  "Colours, sRGB, by which those of the copies are multiplied: each copy has a random one between the "
                  "first and the last; white changes nothing; empty: none.",
                  "", schema::Range{0, 1}}};

}  // namespace weald::scene
