#pragma once
// SkyParams: the keys of `sky` in the settings of a picture: a sky with clouds behind the subject.

#include <cstdint>

#include "schema/codec.h"
#include "schema/field.h"

namespace weald::render {

/// A sky with one layer of clouds.
struct SkyParams {
  double clouds = 0.4;
  double cloud_size = 1.5;
  double cloud_height = 1200;
  double haze = 1;
  std::uint64_t seed = 1;
};

}  // namespace weald::render

namespace weald::schema {

template <>
struct Schema<render::SkyParams> {
  using P = render::SkyParams;
  static constexpr auto fields = Fields{
      Field{&P::clouds, "clouds", "Share of the sky that clouds cover; 0: a clear sky, 1: an overcast one.", "",
            Range{0, 1}},
      Field{&P::cloud_size, "cloud_size", "Size of the largest clouds, as a multiple of 'cloud_height'.", "",
            Range{0.1, 20}},
      Field{&P::cloud_height, "cloud_height", "Height of the clouds above the camera.", "m", Range{100, 20000}},
      Field{
          &P::haze, "haze",
          "Density of the haze in which the sky and the clouds fade towards the horizon, where 'background_bottom' is "
          "left; 0: none.",
          "", Range{0, 10}},
      Field{&P::seed, "seed", "Seed of the clouds."}};
};

}  // namespace weald::schema
