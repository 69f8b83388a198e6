#pragma once
// Estimate: bounds on the result of a stage and on the memory and time that it needs, known before it is run.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/heightmap.h"

namespace weald {

/// A number known to lie between two bounds. Default: at least 0, and otherwise unknown.
struct Amount {
  double least = 0;            ///< lower bound
  std::optional<double> most;  ///< upper bound; unset: unbounded

  static constexpr Amount exactly(double number) { return {number, number}; }
  static constexpr Amount between(double least, double most) { return {least, most}; }
  static constexpr Amount up_to(double most) { return {0, most}; }
  /// None, or any number up to the upper bound of `amount`.
  static constexpr Amount up_to(const Amount& amount) { return {0, amount.most}; }

  bool is_exact() const { return most && *most == least; }
  /// One number for both bounds: their geometric mean. Unset if there is no upper bound or it is more than eight times
  /// the lower one.
  std::optional<double> typical() const;

  friend Amount operator+(const Amount& a, const Amount& b) {
    return {a.least + b.least, a.most && b.most ? std::optional{*a.most + *b.most} : std::nullopt};
  }
  /// Pre: `factor` is not negative.
  friend Amount operator*(const Amount& a, double factor) {
    return {a.least * factor, a.most ? std::optional{*a.most * factor} : std::nullopt};
  }
  /// The amount times a rough factor, which may be half as large or twice as large. Pre: `factor` is not negative.
  Amount roughly_times(double factor) const {
    return {least * factor / 2, most ? std::optional{*most * factor * 2} : std::nullopt};
  }
  bool operator==(const Amount&) const = default;
};

/// Bounds of the larger of two amounts.
Amount larger(const Amount& a, const Amount& b);

/// Element counts of a surface. For a scene, the counts of all its instances.
struct SurfaceCounts {
  Amount vertices{}, faces{}, corners{};
  Amount uvs{}, normals{};  ///< distinct values
  Amount points{};          ///< distinct combinations of vertex, UV and normal; at most as many as corners
  /// A lower bound of the triangles of combined counts, since none follows from their sums if the number of faces of
  /// one is unbounded.
  double sure_triangles = 0;

  static constexpr SurfaceCounts none() {  ///< Exactly none of each.
    constexpr Amount kNone = Amount::exactly(0);
    return {kNone, kNone, kNone, kNone, kNone, kNone};
  }
  /// Lower bound of the number of triangles of the faces: corners minus twice the faces.
  double least_triangles() const;
  /// Drops all lower bounds.
  void may_be_fewer();

  friend SurfaceCounts operator+(const SurfaceCounts& a, const SurfaceCounts& b) {
    return {a.vertices + b.vertices,
            a.faces + b.faces,
            a.corners + b.corners,
            a.uvs + b.uvs,
            a.normals + b.normals,
            a.points + b.points,
            a.least_triangles() + b.least_triangles()};
  }
  /// Pre: `factor` is not negative.
  friend SurfaceCounts operator*(const SurfaceCounts& a, double factor) {
    return {a.vertices * factor, a.faces * factor,  a.corners * factor,          a.uvs * factor,
            a.normals * factor,  a.points * factor, a.least_triangles() * factor};
  }
};

/// The larger of two numbers for each kind of element.
SurfaceCounts larger(const SurfaceCounts& a, const SurfaceCounts& b);

/// The content of a file that stores each mesh of a scene once.
struct SceneCounts {
  Amount meshes{};                     ///< meshes with instances, and their coarser levels
  Amount instances{};                  ///< placed copies
  Amount nodes{};                      ///< instances, each counted once for each of its levels
  SurfaceCounts stored{};              ///< of these meshes together, each counted once
  double facts = 0;                    ///< upper bound of the metadata of the meshes as JSON, bytes
  Amount groups = Amount::exactly(0);  ///< named groups of instances

  static constexpr SceneCounts none() {  ///< Exactly none of each.
    constexpr Amount kNone = Amount::exactly(0);
    return {kNone, kNone, kNone, SurfaceCounts::none()};
  }
  /// True if none of the meshes need be stored for this scene alone.
  void may_be_shared();

  /// Most groups of a part with this content: a part of several objects becomes a group.
  Amount groups_as_part() const { return instances.most == 1.0 ? groups : groups + Amount::up_to(1); }

  friend SceneCounts operator+(const SceneCounts& a, const SceneCounts& b) {
    return {a.meshes + b.meshes, a.instances + b.instances, a.nodes + b.nodes,
            a.stored + b.stored, a.facts + b.facts,         a.groups + b.groups};
  }
};

/// Which paths a curve has for certain.
struct SurePaths {
  bool open = false;    ///< at least one open path
  bool closed = false;  ///< at least one closed path

  /// Of a curve with paths of one sort.
  static constexpr SurePaths all(bool closed) { return {!closed, closed}; }
  bool operator==(const SurePaths&) const = default;
};

/// The estimate of a stage. Unknown values are unset, or an Amount without bounds.
struct Estimate {
  std::optional<GridSpec> grid{};      ///< of a heightmap
  Amount pixels;                       ///< of an image, samples of a heightmap
  std::optional<Vec2> sides{};         ///< width and height of an image, pixels
  SurfaceCounts surface;               ///< of a mesh or a scene
  std::optional<SceneCounts> scene{};  ///< of a scene
  double facts = 0;                    ///< upper bound of the metadata of a mesh as JSON, bytes
  SurePaths paths{};                   ///< of a curve
  Amount text{};                       ///< bytes of a string as text
  Amount pictures{};                   ///< bytes of the pictures that the materials of a mesh can have, as files
  Amount bytes;                        ///< memory that the artifact takes
  Amount scratch{};                    ///< bytes in addition to the artifact and its inputs while it is made
  Amount seconds{};                    ///< seconds of work on one core: rough, within a factor of four
  std::string_view cause{};            ///< key of the parameter that causes most of it; empty: no single one
  std::vector<std::pair<std::string_view, Estimate>> parts{};  ///< by name; unknown ones are omitted

  static Estimate of_heightmap(const GridSpec& grid);
  /// An image with 8 or 16 `bits` per channel. Pre: neither side is negative.
  static Estimate of_image(double width, double height, int bits = 8);
  /// An image with one pixel per pixel of an image or per sample of a heightmap described by `from`; `bits` per channel
  /// is 8, 16, or 0 if unknown.
  static Estimate of_image_like(const Estimate& from, int bits = 8);
  /// Bits per channel of an image: 8 or 16, or 0 if unknown.
  int image_bits() const;
  static Estimate of_surface(const SurfaceCounts& surface);
  /// Its samples or pixels, or the vertices of a mesh or a scene.
  const Amount& items() const { return pixels.most ? pixels : surface.vertices; }
  /// The counts of a scene; a mesh counts as a scene with one instance.
  SceneCounts in_scene() const {
    constexpr Amount kOne = Amount::exactly(1);
    return scene.value_or(SceneCounts{kOne, kOne, kOne, surface, facts});
  }
};

}  // namespace weald
