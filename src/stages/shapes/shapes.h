#pragma once
// Shapes: grid, box, cylinder, cone, icosphere, torus.

#include <array>
#include <cstdint>
#include <string>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

/// Kind of shape.
enum class Shape {
  grid,  ///< rectangle in the xz plane, facing up
  box,
  cylinder,   ///< about the y axis
  cone,       ///< about the y axis, apex on top
  icosphere,  ///< subdivided icosahedron with a vertex at each pole
  torus,      ///< about the y axis
};

/// The point of a shape that lies at the origin.
enum class ShapeOrigin {
  centre,  ///< middle of the bounds
  base,    ///< the middle of the base, on y = 0
};

/// Each shape uses some of these. Lengths in metres.
struct ShapesParams : FinishParams {
  Shape shape = Shape::box;
  Vec3 size{1, 1, 1};                 ///< grid (x, z), box
  double radius = 0.5;                ///< cylinder, cone, icosphere; torus: of the circle in the middle of the tube
  double tube_radius = 0.2;           ///< torus
  double height = 1;                  ///< cylinder, cone
  std::array<int, 3> cells{1, 1, 1};  ///< grid (x, z), box: faces along each axis
  int segments = 32;                  ///< cylinder, cone, torus: faces around the axis
  int tube_segments = 16;             ///< torus: faces around the tube
  int rows = 1;                       ///< cylinder, cone: faces along the side
  int levels = 3;                     ///< icosphere: every level has four times the faces
  bool capped = true;                 ///< cylinder, cone
  ShapeOrigin origin = ShapeOrigin::centre;
  std::string material = "default";
  Vec3 colour{0.8, 0.8, 0.8};  ///< sRGB
  double roughness = 0.9;
};

/// Most faces of a shape. Making a shape takes up to 295 bytes per face (box; 120 to 250 for the others), at most
/// 1.8 GB.
inline constexpr std::uint64_t kMaxShapeFaces = 6'000'000;

/// Number of faces that make_shape will make.
std::uint64_t face_count(const ShapesParams& params);

/// The shape with normals (smooth over round parts, creased at rims), UVs and one material.
///
/// Faces are quads, except for triangles on the icosphere, at the apex of the cone and in the caps. The box, icosphere,
/// torus, and capped cylinder and cone are closed. UVs: the grid and each side of the box fill the unit square. On
/// round sides u runs around the axis (seam at +x, counter-clockwise seen from above) and v upwards; caps are discs in
/// the unit square. The icosphere is mapped by longitude and latitude, each triangle in one piece: u may exceed 1 at
/// the seam, and a corner at a pole has the u of the middle of its triangle. Icosphere vertices lie on the sphere to
/// the last bit of float.
/// Pre: values in the ranges of the schema.
Mesh make_shape(const ShapesParams& params);

/// Stage `shapes`.
struct Shapes {
  using Params = ShapesParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::EnumNames<weald::mesh::Shape> {
  static constexpr auto names =
      names_in_order<weald::mesh::Shape>("grid", "box", "cylinder", "cone", "icosphere", "torus");
};

template <>
struct weald::schema::EnumNames<weald::mesh::ShapeOrigin> {
  static constexpr auto names = names_in_order<weald::mesh::ShapeOrigin>("centre", "base");
};

template <>
struct weald::schema::Schema<weald::mesh::ShapesParams> {
  using P = weald::mesh::ShapesParams;
  static constexpr std::string_view kind = "shapes";
  static constexpr std::string_view summary = "Makes a simple shape: grid, box, cylinder, cone, icosphere or torus.";
  static constexpr auto own_fields =
      Fields{Field{&P::shape, "shape", "Shape to make."},
             Field{&P::size, "size", "Extent along x, y, z (box; grid: x and z).", "m", Range{1e-4, 1e6}},
             Field{&P::radius, "radius", "Radius (cylinder, cone, icosphere; torus: to the middle of the tube).", "m",
                   Range{1e-4, 1e6}},
             Field{&P::tube_radius, "tube_radius", "Radius of the tube (torus); smaller than 'radius'.", "m",
                   Range{1e-4, 1e6}},
             Field{&P::height, "height", "Extent along y (cylinder, cone).", "m", Range{1e-4, 1e6}},
             Field{&P::cells, "cells", "Faces along x, y, z (box; grid: x and z).", "", Range{1, 4096}},
             Field{&P::segments, "segments", "Faces around the axis (cylinder, cone, torus).", "", Range{3, 65536}},
             Field{&P::tube_segments, "tube_segments", "Faces around the tube (torus).", "", Range{3, 65536}},
             Field{&P::rows, "rows", "Faces along the side (cylinder, cone).", "", Range{1, 65536}},
             Field{&P::levels, "levels", "Subdivisions of the icosahedron (icosphere): 20 * 4^levels triangles.", "",
                   Range{0, 9}},
             Field{&P::capped, "capped", "Whether the ends are closed (cylinder, cone)."},
             Field{&P::origin, "origin", "Point of the shape at the origin: its centre, or the middle of its base."},
             Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
             Field{&P::colour, "colour", "Colour of the material, sRGB.", "", Range{0, 1}},
             weald::mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, weald::mesh::kFinishFields);
  /// Checks that the shape uses every key that is given, that a torus does not intersect itself, and that there are at
  /// most kMaxShapeFaces faces.
  static void check(const P& params, Checker& checker);
};
