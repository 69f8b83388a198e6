#pragma once
// Limits within which two results count as equal: one described struct for each kind of result, read and documented
// from its declaration. An unset limit disables its gate. Limits are inclusive.

#include <optional>

#include "schema/decode.h"

namespace weald::compare {

/// Limits for heightmaps. Shares of the range are shares of height_scale(expected), see front/compare/detail/heights.h.
struct HeightTolerance {
  std::optional<double> max_error = 1e-4;  ///< share of the range
  std::optional<double> max_error_m;       ///< metres; in addition to max_error
  std::optional<double> rmse = 2e-5;       ///< share of the range
  std::optional<double> max_slope = 2;     ///< degrees
  std::optional<double> rms_slope = 0.1;   ///< degrees
  double change_threshold = 2e-5;          ///< share of the range above which a sample counts as changed
  std::optional<double> changed = 0.01;    ///< share of the samples
  std::optional<double> histogram = 1e-4;  ///< share of the range
};

/// Limits for colour pictures. FLIP values are 0 (no visible difference) to 1.
struct ImageTolerance {
  double pixels_per_degree = 67;
  std::optional<double> flip_max = 0.1;
  std::optional<double> flip_p99 = 0.03;
  double colour_threshold = 0.02;            ///< YIQ distance, 0 to 1, above which a pixel counts as changed
  std::optional<double> changed = 0.0005;    ///< share of the pixels
  std::optional<double> antialiased = 0.01;  ///< share of the pixels
  std::optional<double> max_channel;         ///< levels
};

/// Limits for meshes. Lengths are shares of mesh_scale(expected), see front/compare/detail/meshes.h.
struct MeshTolerance {
  bool counts = true;
  bool topology = true;
  bool materials = true;
  std::optional<double> bounds = 5e-5;
  std::optional<double> area = 1e-4;    ///< share of the area
  std::optional<double> volume = 1e-4;  ///< share of the volume
  std::optional<double> hausdorff = 1e-4;
  std::optional<double> mean_distance = 2e-5;
  std::optional<double> uv = 1e-3;
  std::optional<double> normal = 1;  ///< degrees
  std::optional<double> colour = 2;  ///< levels
  // For pictures of both meshes, see mesh_view() in front/compare/pictures.h:
  std::optional<double> flip_max = 0.3;
  std::optional<double> flip_p99 = 0.03;
};

/// Limits for texts: numbers in them are compared as numbers.
struct TextTolerance {
  double relative = 1e-5;
  double absolute = 1e-6;
  int last_digit = 1;  ///< units of a number's last digit
  int changed_lines = 0;
};

}  // namespace weald::compare

namespace weald::schema {

template <>
struct Schema<compare::HeightTolerance> {
  using P = compare::HeightTolerance;
  static constexpr auto fields = Fields{
      Field{&P::max_error, "max_error", "Largest error of a sample, as a share of the range of heights; ~: unlimited.",
            "", Range{0, 1e3}},
      Field{&P::max_error_m, "max_error_m",
            "Largest error of a sample in metres, in addition to 'max_error'; unset: "
            "unlimited.",
            "m", Range{0, 1e6}},
      Field{&P::rmse, "rmse", "Root mean square error, as a share of the range of heights; ~: unlimited.", "",
            Range{0, 1e3}},
      Field{&P::max_slope, "max_slope", "Largest change of the slope at a sample; ~: unlimited.", "deg", Range{0, 90}},
      Field{&P::rms_slope, "rms_slope", "Root mean square change of the slope; ~: unlimited.", "deg", Range{0, 90}},
      Field{&P::change_threshold, "change_threshold",
            "Error above which a sample counts as changed, as a share of the range of heights.", "", Range{0, 1e3}},
      Field{&P::changed, "changed", "Largest share of changed samples; ~: unlimited.", "", Range{0, 1}},
      Field{&P::histogram, "histogram",
            "Distance between the histograms of heights (the earth mover's distance), as a share of the range; ~: "
            "unlimited.",
            "", Range{0, 1e3}}};
};

template <>
struct Schema<compare::ImageTolerance> {
  using P = compare::ImageTolerance;
  static constexpr auto fields = Fields{
      Field{&P::pixels_per_degree, "pixels_per_degree",
            "Pixels per degree of the visual field; 67: a screen 0.7 m wide with 3840 pixels, 0.7 m away.", "px/deg",
            Range{4, 256}},
      Field{&P::flip_max, "flip_max", "Largest FLIP value of a pixel, 0 to 1; ~: unlimited.", "", Range{0, 1}},
      Field{&P::flip_p99, "flip_p99", "99th percentile of the FLIP values, 0 to 1; ~: unlimited.", "", Range{0, 1}},
      Field{&P::colour_threshold, "colour_threshold",
            "Colour difference, 0 to 1, above which a pixel counts as changed.", "", Range{0, 1}},
      Field{&P::changed, "changed",
            "Largest share of changed pixels, not counting antialiased edges; ~: "
            "unlimited.",
            "", Range{0, 1}},
      Field{&P::antialiased, "antialiased",
            "Largest share of changed pixels on antialiased edges; ~: "
            "unlimited.",
            "", Range{0, 1}},
      Field{&P::max_channel, "max_channel", "Largest change of a channel, in levels of 255; unset: unlimited.", "",
            Range{0, 255}}};
};

template <>
struct Schema<compare::MeshTolerance> {
  using P = compare::MeshTolerance;
  static constexpr auto fields = Fields{
      Field{&P::counts, "counts", "Whether the numbers of vertices, edges and faces must be equal."},
      Field{&P::topology, "topology",
            "Whether Euler number and the numbers of boundary loops and connected parts must be equal."},
      Field{&P::materials, "materials", "Whether groups and materials must be equal."},
      Field{&P::bounds, "bounds",
            "Largest displacement of a side of the bounds, as a share of their diagonal; ~: "
            "unlimited.",
            "", Range{0, 1e3}},
      Field{&P::area, "area", "Largest relative change of the area; ~: unlimited.", "", Range{0, 1e3}},
      Field{&P::volume, "volume", "Largest relative change of the volume; ~: unlimited.", "", Range{0, 1e3}},
      Field{&P::hausdorff, "hausdorff",
            "Largest distance from a point of one surface to the other, as a share of the diagonal; ~: unlimited.", "",
            Range{0, 1e3}},
      Field{&P::mean_distance, "mean_distance",
            "Mean distance from one surface to the other, as a share of the diagonal; ~: unlimited.", "",
            Range{0, 1e3}},
      Field{&P::uv, "uv", "Largest change of a texture coordinate, if the faces are the same; ~: unlimited.", "",
            Range{0, 1e6}},
      Field{&P::normal, "normal", "Largest angle between normals, if the faces are the same; ~: unlimited.", "deg",
            Range{0, 180}},
      Field{&P::colour, "colour", "Largest change of a channel of the vertex colours, in levels of 255; ~: unlimited.",
            "", Range{0, 255}},
      Field{&P::flip_max, "flip_max", "Largest FLIP value of a pixel, 0 to 1, of pictures of both; ~: unlimited.", "",
            Range{0, 1}},
      Field{&P::flip_p99, "flip_p99", "99th percentile of the FLIP values, 0 to 1, of pictures of both; ~: unlimited.",
            "", Range{0, 1}}};
};

template <>
struct Schema<compare::TextTolerance> {
  using P = compare::TextTolerance;
  static constexpr auto fields =
      Fields{Field{&P::relative, "relative", "Largest relative change of a number.", "", Range{0, 1}},
             Field{&P::absolute, "absolute",
                   "Largest absolute change of a number, if it is more than 'relative' allows.", "", Range{0, 1e6}},
             Field{&P::last_digit, "last_digit",
                   "Units in its last digit by which a number with a decimal point may change, if they are at most a "
                   "thousandth of it.",
                   "", Range{0, 1e3}},
             Field{&P::changed_lines, "changed_lines",
                   "Largest number of lines whose numbers differ by more than these "
                   "limits.",
                   "", Range{0, 1e6}}};
};

// Compiled in tolerance.cpp, for every room.
extern template const FieldTable& table_of<compare::HeightTolerance>();
extern template const FieldTable& table_of<compare::ImageTolerance>();
extern template const FieldTable& table_of<compare::MeshTolerance>();
extern template const FieldTable& table_of<compare::TextTolerance>();

}  // namespace weald::schema
