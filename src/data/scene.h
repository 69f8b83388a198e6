#pragma once
// Scene: meshes and the placements of their copies.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "schema/input.h"

namespace weald::scene {

/// A coarser mesh that replaces a prototype when it is small on screen.
struct LighterLevel {
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;  ///< shown while the prototype covers at least this share of the screen's height, 0 to 1
};

/// A mesh that instances share, and its coarser levels of detail. Pictures draw small copies by coarser levels; file
/// formats without levels of detail use the mesh itself.
struct Prototype {
  std::string name;
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;               ///< of the mesh, like that of a coarser level; 0 if no stage has set one
  std::vector<LighterLevel> lighter{};  ///< in descending order of screen size
  /// The collision mesh, one body per group; null if there is none. Only some file formats can contain it.
  std::shared_ptr<const mesh::Mesh> collision{};
};

/// A colour that multiplies those of a mesh: sRGB, 8 bits for each channel. White changes nothing.
struct Tint {
  std::uint8_t red = 255, green = 255, blue = 255;
  auto operator<=>(const Tint&) const = default;
};

/// What distinguishes instances besides their placement: the prototype, its tint, and a number for other programs.
struct Variety {
  std::uint32_t prototype = 0;
  Tint tint{};
  float data = 0;
  bool operator==(const Variety&) const = default;
};

/// One copy of a prototype. Affine transform: a point p of the prototype is placed at `axes` * p + `position`. The axes
/// are as precise as the vertices of meshes.
struct Instance {
  Vec3 position{0};         ///< metres
  Mat3f axes{1.0f};         ///< columns
  std::uint32_t variety{};  ///< index into Scene::varieties
};
static_assert(sizeof(Instance) == 64);

/// The instance at this affine transform.
Instance instance_at(std::uint32_t variety, const Mat4& world_from_prototype);

/// The affine transform of an instance.
Mat4 world_from_prototype(const Instance& instance);

/// A part of a scene with a name and a frame of its own: a range of the instances. Two groups nest or are disjoint.
struct Group {
  std::uint32_t name = 0;   ///< index into Scene::group_names
  std::uint32_t begin = 0;  ///< index of its first instance
  std::uint32_t end = 0;    ///< index after that of its last instance
  bool is_copy = false;     ///< whether it is one of the copies of a scene that a stage has placed
  Vec3 position{0};         ///< of the origin of its frame, metres
  Mat3f axes{1.0f};         ///< of its frame, columns
  bool operator==(const Group&) const = default;
};

/// Most instances of a scene that a stage makes.
inline constexpr std::size_t kMaxInstances = 1'000'000;

/// The artifact of stages that place copies of meshes, such as scatter and compose.
struct Scene {
  std::vector<Prototype> prototypes;
  std::vector<Variety> varieties;  ///< each occurs once
  std::vector<Instance> instances;
  std::vector<std::string> group_names{};  ///< each occurs once
  std::vector<Group> groups{};             ///< an outer group before its inner ones; in order of their instances

  /// Index of the prototype of an instance.
  std::uint32_t prototype_index(const Instance& instance) const { return varieties[instance.variety].prototype; }
  /// The prototype of an instance.
  const Prototype& prototype_of(const Instance& instance) const { return prototypes[prototype_index(instance)]; }
};

/// The varieties, or none if variety k is prototype k without a tint and data for every k.
std::vector<Variety> special_varieties(const Scene& scene);

/// Adds a prototype and its variety without a tint; returns the index of the variety.
std::uint32_t add_prototype(Scene& scene, Prototype prototype);

/// Numbers varieties in the order in which they are first asked for.
class VarietyTable {
 public:
  /// Continues with the varieties that exist. Pre: they differ from each other.
  explicit VarietyTable(std::vector<Variety> varieties = {});
  /// Index of the variety, which is added if it is new.
  std::uint32_t index_of(const Variety& variety);
  /// The varieties.
  std::vector<Variety> take() { return std::move(varieties_); }

 private:
  std::vector<Variety> varieties_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

/// The product of two tints, channel by channel in linear light.
Tint operator*(const Tint& a, const Tint& b);
/// Linear factors of the red, green and blue of a mesh.
Vec3f linear_factors(const Tint& tint);
/// An sRGB colour, 0 to 1, multiplied by a tint in linear light.
Vec3f tinted(const Vec3f& colour, const Tint& tint);
/// The colour of a vertex multiplied by a tint, as the product of two tints; its alpha stays.
Rgba8 tinted(const Rgba8& colour, const Tint& tint);

/// The meshes of all prototypes, each followed by its coarser levels, and by its collision mesh if that is set.
std::vector<std::shared_ptr<const mesh::Mesh>> meshes_of(const Scene& scene);

/// Replaces the meshes of the scene by `meshes`, in the order of meshes_of(). Pre: the same number of meshes.
void set_meshes(Scene& scene, std::span<const std::shared_ptr<const mesh::Mesh>> meshes);

/// Box around the transformed boxes of all instances: exact for unrotated instances, otherwise slightly larger than
/// needed. Empty for an empty scene.
Bounds bounds(const Scene& scene);

}  // namespace weald::scene

template <>
struct weald::schema::ArtifactName<weald::scene::Scene> {
  static constexpr std::string_view value = "scene";
};
