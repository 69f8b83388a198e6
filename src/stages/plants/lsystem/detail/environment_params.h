#pragma once
// Parameters of an environment.

#include <optional>

#include <vector>

#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "schema/decode.h"
#include "stages/plants/lsystem/detail/shade_grid.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// An axis-aligned box.
struct BoxParams {
  Vec3 min{-1, 0, -1};
  Vec3 max{1, 2, 1};
};

struct SphereParams {
  Vec3 centre{0, 1, 0};
  double radius = 1;  ///< metres
};

/// The volume in which inside() is true; exactly one of the three is given.
struct VolumeParams {
  std::optional<BoxParams> box;
  std::optional<SphereParams> sphere;
  schema::Input<mesh::Mesh> mesh;
};

/// The light around a plant, which its modules, its neighbours and meshes take from what grows below them.
struct LightParams {
  double cell = 0.3;     ///< metres
  double shade = 0.15;   ///< share of the full light that one module takes
  double falloff = 1.5;  ///< from one layer of cells to the next
  int depth = 8;         ///< layers
  SourceText symbols;    ///< that cast shade; empty: all that draw lines or place organs
  std::vector<schema::Input<Skeleton>> neighbours;
  std::vector<schema::Input<mesh::Mesh>> meshes;

  ShadeModel model() const { return {cell, shade, falloff, depth}; }
};

struct EnvironmentParams {
  TurtleSettings turtle;
  std::optional<VolumeParams> volume;
  schema::Input<mesh::Mesh> surface;
  schema::Input<Heightmap> ground;
  std::optional<LightParams> light;
};

/// The artifacts that an environment names; null where it names none.
struct EnvironmentInputs {
  const mesh::Mesh* volume = nullptr;
  const mesh::Mesh* surface = nullptr;
  const Heightmap* ground = nullptr;
  std::vector<const Skeleton*> neighbours{};
  std::vector<const mesh::Mesh*> shading{};  ///< meshes that cast shade
  std::shared_ptr<const GuideLines> guide{};
};

/// The artifacts among `inputs` that `params` names.
EnvironmentInputs environment_inputs(const EnvironmentParams& params, const schema::Inputs& inputs);

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct Schema<lsystem::BoxParams> {
  using P = lsystem::BoxParams;
  static constexpr auto fields =
      Fields{Field{&P::min, "min", "Corner with the smallest coordinates.", "m", Range{-1e6, 1e6}},
             Field{&P::max, "max", "Corner with the largest coordinates.", "m", Range{-1e6, 1e6}}};
  static void check(const P& params, Checker& checker);
};

template <>
struct Schema<lsystem::SphereParams> {
  using P = lsystem::SphereParams;
  static constexpr auto fields = Fields{Field{&P::centre, "centre", "Centre of the sphere.", "m", Range{-1e6, 1e6}},
                                        Field{&P::radius, "radius", "Radius of the sphere.", "m", Range{0, 1e6}}};
};

template <>
struct Schema<lsystem::VolumeParams> {
  using P = lsystem::VolumeParams;
  static constexpr auto fields =
      Fields{Field{&P::box, "box", "An axis-aligned box."},
             Field{&P::sphere, "sphere", "A sphere, given by its centre and radius."},
             Field{&P::mesh, "mesh", "A closed mesh; points with a nonzero winding number are inside."}};
  static void check(const P& params, Checker& checker);
};

template <>
struct Schema<lsystem::LightParams> {
  using P = lsystem::LightParams;
  static constexpr auto fields = Fields{
      Field{&P::cell, "cell", "Side of the cells of space for which the light is known.", "m", Range{1e-4, 1e4}},
      Field{&P::shade, "shade", "Share of the full light that a module takes from its own cell.", "", Range{0, 1}},
      Field{
          &P::falloff, "falloff",
          "Factor by which the shade of a module decreases from one layer of cells to the next below, while it spreads "
          "by one cell to each side.",
          "", Range{1, 100}},
      Field{&P::depth, "depth", "Layers of cells below a module that it shades.", "cells", Range{1, 32}},
      Field{
          &P::symbols, "symbols",
          "Symbols that cast shade, where the turtle is after them; unset: those that draw a line or place an organ."},
      Field{&P::neighbours, "neighbours", "Skeletons of other plants that cast shade."},
      Field{&P::meshes, "meshes",
            "Meshes that cast shade, such as walls, roofs and land: each cell through which a surface passes casts as "
            "much as one module."}};
};

template <>
struct Schema<lsystem::EnvironmentParams> {
  using P = lsystem::EnvironmentParams;
  static constexpr auto fields = Fields{
      Field{&P::turtle, "turtle",
            "The turtle that answers queries; give it the same settings as the turtle "
            "that draws."},
      Field{&P::volume, "volume",
            "Region where inside(x,y,z) is 1, for pruning; unset: inside() is not "
            "available."},
      Field{&P::surface, "surface",
            "Mesh to which distance(x,y,z) is measured, and from which ?N(x,y,z) points to the turtle."},
      Field{&P::ground, "ground",
            "Heightmap of the ground: ground(x,z) is its height, and distance() and ?N know it too."},
      Field{&P::light, "light",
            "Light that the plant's modules, neighbours and meshes take: light(x,y,z) is what is left, and ?V(x,y,z) "
            "the direction in which it increases most; unset: neither is available."}};
};

}  // namespace weald::schema
