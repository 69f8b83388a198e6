#pragma once
// The lists of the fields of all artifacts and of the structs that they contain; see data/detail/field_list.h. The
// order of a list is the order of the stored bytes.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/artifact.h"
#include "data/dcel_builder.h"
#include "data/detail/field_list.h"

namespace weald::pipeline {

// Structs of numbers without padding.
template <>
inline constexpr bool kIsPlain<Rgba8> = sizeof(Rgba8) == 4;
template <>
inline constexpr bool kIsPlain<Rgba16> = sizeof(Rgba16) == 8;
template <>
inline constexpr bool kIsPlain<Vec2> = sizeof(Vec2) == 2 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec3> = sizeof(Vec3) == 3 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec4> = sizeof(Vec4) == 4 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec2f> = sizeof(Vec2f) == 2 * sizeof(float);
template <>
inline constexpr bool kIsPlain<Vec3f> = sizeof(Vec3f) == 3 * sizeof(float);
template <>
inline constexpr bool kIsPlain<Mat4> = sizeof(Mat4) == 16 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Mat3f> = sizeof(Mat3f) == 9 * sizeof(float);

template <>
inline constexpr curve::Plane kLastValue<curve::Plane> = curve::Plane::xz;

// ---- heightmaps and images ----

template <>
struct Fields<GridSpec> {
  static constexpr auto list = std::tuple{Field{"width", &GridSpec::width}, Field{"height", &GridSpec::height},
                                          Field{"cell_size", &GridSpec::cell_size}, Field{"origin", &GridSpec::origin}};
};

template <>
struct Fields<Heightmap> {
  static constexpr auto list = std::tuple{
      HashedPart{"grid", +[](const Heightmap& map) { return map.grid(); }},
      Field{"heights", &Heightmap::heights, bare()}, Field{"cell_size", &Heightmap::cell_size, hashed_in("grid")},
      Field{"origin", &Heightmap::origin, hashed_in("grid")},
      OmittedField{"place", &Heightmap::place, "the position of the region in the whole map, not its content"}};
};
static_assert(sizeof(Heightmap) == sizeof(Heightmap::heights) + sizeof(Heightmap::cell_size) +
                                       sizeof(Heightmap::origin) + sizeof(Heightmap::place),
              "a member of Heightmap is not in the list");

template <>
struct Fields<Image> {
  static constexpr auto list =
      std::tuple{Field{"pixels", &Image::pixels}, Field{"fine", &Image::fine, where_unusual("16 bits").as_bare()},
                 OmittedField{"place", &Image::place, "the position of the region in the whole map, not its content"}};
};

// ---- curves ----

template <>
struct Fields<curve::Segment> {
  static constexpr auto list = std::tuple{Field{"points", &curve::Segment::points}};
};

template <>
struct Fields<curve::Path> {
  using T = curve::Path;
  static constexpr bool is_river(const T& path) { return !path.widths.empty() || path.order != 0; }
  static constexpr auto list =
      std::tuple{Field{"segments", &T::segments, ranked(1)}, Field{"closed", &T::closed},
                 Field{"widths", &T::widths, ranked(3), is_river}, Field{"order", &T::order, ranked(2), is_river}};
};

template <>
struct Fields<curve::Curve> {
  using T = curve::Curve;
  static constexpr auto list = std::tuple{Field{"paths", &T::paths, ranked(1)}, Field{"plane", &T::plane}};
};

// ---- strings and skeletons ----

template <>
struct Fields<lsystem::Symbol> {
  using T = lsystem::Symbol;
  static constexpr auto list = std::tuple{Field{"name", &T::name}, Field{"parameters", &T::parameters}};
};

template <>
struct Fields<lsystem::LString> {
  using T = lsystem::LString;
  static constexpr auto list =
      std::tuple{HashedPart{"text", lsystem::to_text}, Field{"alphabet", &T::alphabet, hashed_in("text")},
                 Field{"symbols", &T::symbols, hashed_in("text")},
                 Field{"parameters", &T::parameters, hashed_in("text")}, Field{"season", &T::season, where_unusual()}};
};

template <>
struct Fields<lsystem::Frame> {
  using T = lsystem::Frame;
  static constexpr auto list =
      std::tuple{Field{"heading", &T::heading}, Field{"left", &T::left, not_hashed("follows from heading and up")},
                 Field{"up", &T::up}};
};

template <>
struct Fields<lsystem::SkeletonSegment> {
  using T = lsystem::SkeletonSegment;
  static constexpr std::string_view kShown = "how the skeleton was drawn; pictures and files show the ends";
  static constexpr auto list = std::tuple{Field{"start", &T::start},
                                          Field{"end", &T::end},
                                          Field{"start_radius", &T::start_radius},
                                          Field{"end_radius", &T::end_radius},
                                          Field{"frame", &T::frame, not_hashed(kShown)},
                                          Field{"parent", &T::parent, not_hashed(kShown)},
                                          Field{"branch", &T::branch, not_hashed(kShown)},
                                          Field{"level", &T::level},
                                          Field{"colour", &T::colour}};
};

template <>
struct Fields<lsystem::SkeletonPolygon> {
  using T = lsystem::SkeletonPolygon;
  static constexpr auto list =
      std::tuple{Field{"points", &T::points}, Field{"level", &T::level}, Field{"colour", &T::colour}};
};

template <>
struct Fields<lsystem::SkeletonOrgan> {
  using T = lsystem::SkeletonOrgan;
  static constexpr auto list = std::tuple{Field{"position", &T::position},
                                          Field{"frame", &T::frame},
                                          Field{"size", &T::size},
                                          Field{"kind", &T::kind, hashed_in("named_organs")},
                                          Field{"parent", &T::parent, not_hashed("how the skeleton was drawn")},
                                          Field{"level", &T::level},
                                          Field{"colour", &T::colour}};
};

/// An organ and the name of its kind; empty if the skeleton names no kinds.
struct NamedOrgan {
  const lsystem::SkeletonOrgan* organ = nullptr;
  std::optional<std::string_view> name{};
};

/// The organs of a skeleton with their names.
std::vector<NamedOrgan> named_organs(const lsystem::Skeleton& skeleton);

template <>
struct Fields<NamedOrgan> {
  using T = NamedOrgan;
  static constexpr auto list = std::tuple{Field{"organ", &T::organ}, Field{"name", &T::name}};
};

template <>
struct Fields<lsystem::Skeleton> {
  using T = lsystem::Skeleton;
  static constexpr auto list = std::tuple{Field{"segments", &T::segments},
                                          Field{"polygons", &T::polygons},
                                          HashedPart{"named_organs", named_organs},
                                          Field{"organs", &T::organs, hashed_in("named_organs")},
                                          Field{"organ_names", &T::organ_names, hashed_in("named_organs")},
                                          Field{"season", &T::season}};
};

// ---- meshes ----

template <>
struct Fields<mesh::Texture> {
  using T = mesh::Texture;
  static constexpr auto list =
      std::tuple{Field{"name", &T::name}, Field{"cutout", &T::cutout}, Field{"image", &T::image}};
};

template <>
struct Fields<mesh::Material> {
  using T = mesh::Material;
  static constexpr auto list =
      std::tuple{Field{"name", &T::name},
                 Field{"colour", &T::colour},
                 Field{"roughness", &T::roughness},
                 Field{"two_sided", &T::two_sided},
                 Field{"texture", &T::texture, where_unusual("texture")},
                 Field{"normals", &T::normals, where_unusual("normals")},
                 Field{"translucency", &T::translucency, where_unusual()},
                 Field{"metallic", &T::metallic, where_unusual("metallic")},
                 Field{"emission", &T::emission, where_unusual("emission")},
                 Field{"emission_strength", &T::emission_strength, where_unusual("emission_strength")},
                 Field{"opacity", &T::opacity, where_unusual("opacity")},
                 Field{"occlusion", &T::occlusion, where_unusual("occlusion").ranked(1)},
                 Field{"metallic_roughness", &T::metallic_roughness, where_unusual("metallic_roughness").ranked(1)},
                 Field{"emission_texture", &T::emission_texture, where_unusual("emission_texture").ranked(1)},
                 Field{"uv_scale", &T::uv_scale, where_unusual("uv_scale")},
                 Field{"uv_offset", &T::uv_offset, where_unusual("uv_offset")}};
};

template <>
struct Fields<mesh::Group> {
  using T = mesh::Group;
  static constexpr auto list = std::tuple{Field{"name", &T::name}, Field{"material", &T::material}};
};

template <>
struct Fields<mesh::Fact> {
  using T = mesh::Fact;
  static constexpr auto list = std::tuple{HashedPart{"fact", +[](const T&) { return std::string_view("fact"); }},
                                          Field{"name", &T::name}, Field{"values", &T::values, bare().ranked(3)},
                                          Field{"row", &T::row, ranked(2)}, Field{"text", &T::text, ranked(1)}};
};

template <class V>
struct Fields<mesh::CornerAttribute<V>> {
  using T = mesh::CornerAttribute<V>;
  static constexpr auto list = std::tuple{Field{"values", &T::values}, Field{"index", &T::index}};
};

/// The digest covers attributes after the first only if they are present: they were added later, and digests of meshes
/// without them must not change.
template <>
struct Fields<mesh::VertexAttributes> {
  using T = mesh::VertexAttributes;
  static constexpr auto list = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{Field{mesh::kVertexAttributes[I].name, mesh::kVertexAttributes[I].values,
                            I == 0 ? FieldRule{} : where_unusual(mesh::kVertexAttributes[I].name)}...};
  }
  (std::make_index_sequence<mesh::kVertexAttributes.size()>());
};

/// The members of DcelArrays, and the functions of Dcel that return them.
template <>
struct Fields<mesh::Dcel> {
  using T = mesh::Dcel;
  using Arrays = mesh::DcelArrays;
  static constexpr std::string_view kStart = "the surface does not depend on the half-edge that represents an element";
  static constexpr auto list =
      std::tuple{ArrayField{"origins", &T::origins, &Arrays::origin},
                 ArrayField{"nexts", &T::nexts, &Arrays::next},
                 ArrayField{"faces", &T::faces, &Arrays::face},
                 ArrayField{"vertex_halfedges", &T::vertex_halfedges, &Arrays::vertex_halfedge, not_hashed(kStart)},
                 ArrayField{"face_halfedges", &T::face_halfedges, &Arrays::face_halfedge, not_hashed(kStart)},
                 OmittedField{"prevs", &Arrays::prev, "follows from next"}};
};
static_assert(detail::member_count<mesh::DcelArrays>() == detail::members_named(Fields<mesh::Dcel>::list),
              "an array of Dcel is not in the list");

template <>
struct Fields<mesh::Mesh> {
  using T = mesh::Mesh;
  static constexpr auto list = std::tuple{Field{"topology", &T::topology, ranked(3)},
                                          Field{"positions", &T::positions},
                                          Field{"uvs", &T::uvs},
                                          Field{"normals", &T::normals},
                                          Field{"face_groups", &T::face_groups, ranked(2)},
                                          Field{"groups", &T::groups, bare().ranked(4)},
                                          Field{"materials", &T::materials, bare().ranked(5)},
                                          Field{"facts", &T::facts, bare().ranked(6)},
                                          BaseFields<T, mesh::VertexAttributes>{"", ranked(1)}};
};

// ---- scenes ----

template <>
struct Fields<scene::LighterLevel> {
  using T = scene::LighterLevel;
  static constexpr auto list = std::tuple{Field{"screen_size", &T::screen_size}, Field{"mesh", &T::mesh}};
};

template <>
struct Fields<scene::Prototype> {
  using T = scene::Prototype;
  static constexpr bool has_levels(const T& prototype) { return !prototype.lighter.empty(); }
  static constexpr FieldRule kLevels{.rank = 2, .label = "levels"};
  static constexpr auto list =
      std::tuple{Field{"name", &T::name}, Field{"screen_size", &T::screen_size, kLevels, has_levels},
                 Field{"lighter", &T::lighter, ranked(2), has_levels}, Field{"mesh", &T::mesh, ranked(1)},
                 Field{"collision", &T::collision, where_unusual("collision").ranked(3).or_null()}};
};

template <>
struct Fields<scene::Tint> {
  using T = scene::Tint;
  static constexpr auto list = std::tuple{Field{"red", &T::red}, Field{"green", &T::green}, Field{"blue", &T::blue}};
};

template <>
struct Fields<scene::Variety> {
  using T = scene::Variety;
  static constexpr auto list =
      std::tuple{Field{"prototype", &T::prototype}, Field{"tint", &T::tint}, Field{"data", &T::data}};
};

template <>
struct Fields<scene::Instance> {
  using T = scene::Instance;
  static constexpr auto list =
      std::tuple{Field{"variety", &T::variety}, HashedPart{"world_from_prototype", scene::world_from_prototype},
                 Field{"position", &T::position, hashed_in("world_from_prototype")},
                 Field{"axes", &T::axes, hashed_in("world_from_prototype")}};
};

template <>
struct Fields<scene::Group> {
  using T = scene::Group;
  static constexpr auto list =
      std::tuple{Field{"name", &T::name},       Field{"begin", &T::begin},       Field{"end", &T::end},
                 Field{"is_copy", &T::is_copy}, Field{"position", &T::position}, Field{"axes", &T::axes}};
};

template <>
struct Fields<scene::Scene> {
  using T = scene::Scene;
  static constexpr bool has_groups(const T& scene) { return !scene.groups.empty(); }
  static constexpr auto list =
      std::tuple{Field{"prototypes", &T::prototypes},
                 HashedPart{"special_varieties", scene::special_varieties, bare().ranked(1)},
                 Field{"varieties", &T::varieties, hashed_in("special_varieties")},
                 Field{"instances", &T::instances},
                 Field{"group_names", &T::group_names, FieldRule{.label = "groups"}.ranked(2), has_groups},
                 Field{"groups", &T::groups, ranked(3), has_groups}};
};

/// Whether two artifacts have the same bytes: no stage and no writer can distinguish them.
bool same_artifact(const Artifact& a, const Artifact& b);

}  // namespace weald::pipeline
