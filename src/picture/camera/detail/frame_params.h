#pragma once
// FrameParams: the keys of `frames` in the settings of a picture, which make it a series of pictures.

#include <optional>

#include "schema/codec.h"
#include "schema/field.h"

namespace weald::render {

/// Most frames of a series.
inline constexpr int kMaxFrames = 3600;

/// A series of pictures, between which the camera moves by equal steps.
struct FrameParams {
  int count = 36;
  double per_second = 18;
  std::optional<double> turn;
};

}  // namespace weald::render

namespace weald::schema {

template <>
struct Schema<render::FrameParams> {
  using P = render::FrameParams;
  static constexpr auto fields = Fields{
      Field{&P::count, "count", "Number of frames.", "", Range{1, render::kMaxFrames}},
      Field{&P::per_second, "per_second", "Frames shown in a second, if they are in one file.", "", Range{0.05, 1000}},
      Field{&P::turn, "turn",
            "Angle by which the camera moves around the subject, or around what a placed camera looks at, in all "
            "frames together, clockwise as seen from above; unset: 360, or 0 with 'camera.along'.",
            "deg", Range{-3600, 3600}}};
};

}  // namespace weald::schema
