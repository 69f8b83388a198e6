#pragma once
// Estimate: what a stage will make and what it takes to make it, told before it is run.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/heightmap.h"

namespace weald {

/// A number that is known between two bounds before it is counted. Without arguments nothing is known of it.
struct Amount {
  double least = 0;            ///< it is not smaller
  std::optional<double> most;  ///< it is not larger; unset: nothing bounds it

  static constexpr Amount exactly(double number) { return {number, number}; }
  static constexpr Amount between(double least, double most) { return {least, most}; }
  static constexpr Amount up_to(double most) { return {0, most}; }
  /// None, or any number up to what `amount` may be.
  static constexpr Amount up_to(const Amount& amount) { return {0, amount.most}; }

  bool is_exact() const { return most && *most == least; }
  /// One number for both bounds: their geometric mean. Unset where the upper one is missing or more than eight times
  /// the lower one.
  std::optional<double> typical() const;

  friend Amount operator+(const Amount& a, const Amount& b) {
    return {a.least + b.least, a.most && b.most ? std::optional{*a.most + *b.most} : std::nullopt};
  }
  /// Pre: `factor` is not negative.
  friend Amount operator*(const Amount& a, double factor) {
    return {a.least * factor, a.most ? std::optional{*a.most * factor} : std::nullopt};
  }
  bool operator==(const Amount&) const = default;
};

/// What the larger one of two amounts has, whichever it is.
Amount larger(const Amount& a, const Amount& b);

/// How many elements a surface has. A scene has those of all its instances.
struct SurfaceCounts {
  Amount vertices{}, faces{}, corners{};
  Amount uvs{}, normals{};  ///< different ones
  Amount points{};          ///< different vertices with UV and normal; no more than corners
  /// Triangles that are certain of counts that were put together: their sum no longer tells them where nothing bounds
  /// the faces of one.
  double sure_triangles = 0;

  static constexpr SurfaceCounts none() {  ///< Exactly none of each.
    constexpr Amount kNone = Amount::exactly(0);
    return {kNone, kNone, kNone, kNone, kNone, kNone};
  }
  /// As many triangles as the faces are cut into, at least: corners less twice the faces.
  double least_triangles() const;
  /// Lets all bounds from below go.
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
  /// Pre: as of Amount.
  friend SurfaceCounts operator*(const SurfaceCounts& a, double factor) {
    return {a.vertices * factor, a.faces * factor,  a.corners * factor,          a.uvs * factor,
            a.normals * factor,  a.points * factor, a.least_triangles() * factor};
  }
};

/// The larger of two numbers of each kind.
SurfaceCounts larger(const SurfaceCounts& a, const SurfaceCounts& b);

/// What a file holds of a scene that stores each mesh once.
struct SceneCounts {
  Amount meshes{};         ///< those of which there are copies, with their lighter levels
  Amount instances{};      ///< copies
  Amount nodes{};          ///< copies, each counted once for each of its levels
  SurfaceCounts stored{};  ///< of these meshes together, each counted once
  double facts = 0;        ///< bytes of what the meshes say of themselves, as JSON: at most

  static constexpr SceneCounts none() {  ///< Exactly none of each.
    constexpr Amount kNone = Amount::exactly(0);
    return {kNone, kNone, kNone, SurfaceCounts::none()};
  }
  /// None of the meshes need be stored for this scene alone.
  void may_be_shared();

  friend SceneCounts operator+(const SceneCounts& a, const SceneCounts& b) {
    return {a.meshes + b.meshes, a.instances + b.instances, a.nodes + b.nodes, a.stored + b.stored, a.facts + b.facts};
  }
};

/// What a stage will make. What cannot be known is left as it is: unset, or an Amount without bounds.
struct Estimate {
  std::optional<GridSpec> grid{};      ///< of a heightmap
  Amount pixels;                       ///< of an image, samples of a heightmap
  std::optional<Vec2> sides{};         ///< width and height of an image, pixels
  SurfaceCounts surface;               ///< of a mesh or a scene
  std::optional<SceneCounts> scene{};  ///< of a scene
  double facts = 0;                    ///< bytes of what a mesh says of itself, as JSON: at most
  Amount text{};                       ///< bytes of a string as text
  Amount pictures{};                   ///< bytes of the pictures that the materials of a mesh can have, as files
  Amount bytes;                        ///< memory that the artifact takes
  Amount scratch{};                    ///< bytes beside the artifact and its inputs while it is made
  Amount seconds{};                    ///< work of one core: rough, good to a factor of four
  std::string_view cause{};            ///< key of the parameter that asks for most of it; empty: none does by itself
  std::vector<std::pair<std::string_view, Estimate>> parts{};  ///< by name, those of which something is known

  static Estimate of_heightmap(const GridSpec& grid);
  /// With 8 or 16 `bits` per channel. Pre: at least 0 pixels each way.
  static Estimate of_image(double width, double height, int bits = 8);
  /// An image with a pixel for each pixel of an image or each sample of a heightmap of which `from` tells; with 8 bits
  /// per channel, 16, or where `bits` is 0 either.
  static Estimate of_image_like(const Estimate& from, int bits = 8);
  /// Bits per channel of an image: 8 or 16, or 0 where they are not known.
  int image_bits() const;
  static Estimate of_surface(const SurfaceCounts& surface);
  /// The artifact as a part of a scene: a mesh stands there once.
  SceneCounts in_scene() const {
    constexpr Amount kOne = Amount::exactly(1);
    return scene.value_or(SceneCounts{kOne, kOne, kOne, surface, facts});
  }
};

}  // namespace weald
