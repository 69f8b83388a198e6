#include "formats/meshes/detail/glb_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/math/placement.h"
#include "base/math/srgb.h"
#include "formats/meshes/detail/glb_content.h"
#include "formats/meshes/detail/glb_materials.h"

namespace weald::io {

namespace {

constexpr int kTriangles = 4;
constexpr std::array<std::string_view, 9> kKnownExtensions{"EXT_mesh_gpu_instancing",
                                                           "EXT_meshopt_compression",
                                                           "KHR_mesh_quantization",
                                                           "MSFT_lod",
                                                           "KHR_materials_specular",
                                                           "KHR_materials_ior",
                                                           "KHR_materials_diffuse_transmission",
                                                           "KHR_materials_unlit",
                                                           "KHR_texture_transform"};

/// The vertices and triangles of one primitive.
struct GlbPrimitive {
  // Each is empty or has 3, 3, 2, 4 and 4 numbers per vertex, respectively.
  std::vector<float> positions, normals, uvs, colours, wind;
  std::vector<std::uint32_t> indices;  // three for each triangle
  std::size_t material = 0;
  std::size_t vertex_count() const { return positions.size() / 3; }
};

/// The sRGB code of a linear component.
std::uint8_t srgb_code(float linear) {
  return static_cast<std::uint8_t>(srgb_of_linear(std::clamp(static_cast<double>(linear), 0.0, 1.0)) * 255 + 0.5);
}

std::uint8_t byte_code(float share) { return static_cast<std::uint8_t>(std::clamp(share, 0.0f, 1.0f) * 255.0f + 0.5f); }

class GlbReader {
 public:
  GlbReader(std::string_view bytes, const std::string& name) : content_(bytes, name) {}

  MeshFile run() {
    require_known_extensions();
    file_.place = "triangle";
    file_.soup.materials = glb_materials(content_, file_.warnings);
    file_.soup.groups.clear();
    for (std::size_t i = 0; i < file_.soup.materials.size(); ++i)
      file_.soup.groups.push_back({file_.soup.materials[i].name, static_cast<std::uint16_t>(i)});
    walk();
    if (file_.soup.face_count() == 0) content_.fail("it has no triangle");
    finish();
    return std::move(file_);
  }

 private:
  void require_known_extensions() const {
    const auto required = content_.document().find("extensionsRequired");
    if (required == content_.document().end() || !required->is_array()) return;
    for (const GlbJson& extension : *required) {
      const std::string name = extension.is_string() ? extension.get<std::string>() : std::string{};
      if (std::ranges::find(kKnownExtensions, name) == kKnownExtensions.end())
        content_.fail(fmt::format("it needs the extension '{}', which is not supported", name));
    }
  }

  /// Visits the nodes of the scene, each once, with the transform of its parents.
  void walk() {
    const GlbJson& document = content_.document();
    const GlbJson* scene = content_.entry("scenes", document, "scene");
    if (scene == nullptr && document.contains("scenes")) scene = &content_.entry("scenes", 0);
    if (scene == nullptr) content_.fail("it has no scene");
    std::vector<std::pair<std::uint64_t, Mat4>> waiting;
    push_children(*scene, "nodes", Mat4{1.0}, waiting);
    std::set<std::uint64_t> seen;
    while (!waiting.empty()) {
      const auto [number, above] = waiting.back();
      waiting.pop_back();
      if (!seen.insert(number).second) content_.fail(fmt::format("node {} has two parents", number));
      const GlbJson& node = content_.entry("nodes", number);
      const Mat4 here = above * matrix_of_node(node);
      if (const GlbJson* mesh = content_.entry("meshes", node, "mesh")) add_copies(node, *mesh, here);
      push_children(node, "children", here, waiting);
    }
  }

  /// Pushes the children in reverse order, so the first is taken first.
  void push_children(const GlbJson& owner, const char* key, const Mat4& above,
                     std::vector<std::pair<std::uint64_t, Mat4>>& waiting) const {
    const auto list = owner.find(key);
    if (list == owner.end()) return;
    if (!list->is_array()) content_.fail(fmt::format("'{}' is not a list", key));
    for (auto child = list->rbegin(); child != list->rend(); ++child) {
      if (!child->is_number_unsigned()) content_.fail(fmt::format("'{}' names no node", key));
      waiting.emplace_back(child->get<std::uint64_t>(), above);
    }
  }

  /// A list of `count` numbers; empty if there is no such key.
  std::vector<double> numbers_of(const GlbJson& owner, const char* key, std::size_t count) const {
    const auto list = owner.find(key);
    if (list == owner.end()) return {};
    if (!list->is_array() || list->size() != count) content_.fail(fmt::format("'{}' needs {} numbers", key, count));
    std::vector<double> numbers;
    for (const GlbJson& number : *list) {
      if (!number.is_number()) content_.fail(fmt::format("'{}' needs {} numbers", key, count));
      numbers.push_back(number.get<double>());
    }
    return numbers;
  }

  static Mat4 matrix_of_parts(const Vec3& move, const Vec4& turn, const Vec3& size) {
    const double length = glm::length(turn);
    return matrix_of(Placement{move, length > 0 ? turn / length : Vec4{0, 0, 0, 1}, size});
  }

  Mat4 matrix_of_node(const GlbJson& node) const {
    if (const auto m = numbers_of(node, "matrix", 16); !m.empty()) {
      Mat4 matrix{1.0};
      for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = m[static_cast<std::size_t>(i)];
      return matrix;
    }
    const auto move = numbers_of(node, "translation", 3), turn = numbers_of(node, "rotation", 4),
               size = numbers_of(node, "scale", 3);
    return matrix_of_parts(move.empty() ? Vec3{0.0} : Vec3{move[0], move[1], move[2]},
                           turn.empty() ? Vec4{0, 0, 0, 1} : Vec4{turn[0], turn[1], turn[2], turn[3]},
                           size.empty() ? Vec3{1.0} : Vec3{size[0], size[1], size[2]});
  }

  void add_copies(const GlbJson& node, const GlbJson& mesh, const Mat4& here) {
    const std::vector<GlbPrimitive>& primitives = primitives_of(mesh);
    for (const Mat4& place : places_of(node)) {
      for (const GlbPrimitive& primitive : primitives) add(primitive, here * place);
    }
  }

  /// The placement of a node, or those of its instances.
  std::vector<Mat4> places_of(const GlbJson& node) const {
    const auto extensions = node.find("extensions");
    if (extensions == node.end() || !extensions->is_object() || !extensions->contains("EXT_mesh_gpu_instancing"))
      return {Mat4{1.0}};
    const GlbJson& instancing = (*extensions)["EXT_mesh_gpu_instancing"];
    if (!instancing.is_object() || !instancing.contains("attributes")) content_.fail("an instancing has no attributes");
    const GlbJson& attributes = instancing["attributes"];
    const auto values = [&](const char* name, std::size_t length) {
      const GlbJson* accessor = content_.entry("accessors", attributes, name);
      return accessor != nullptr ? content_.vectors(*accessor, length) : std::vector<float>{};
    };
    const auto moves = values("TRANSLATION", 3), turns = values("ROTATION", 4), sizes = values("SCALE", 3);
    const std::size_t count = std::max({moves.size() / 3, turns.size() / 4, sizes.size() / 3});
    const auto fits = [&](std::size_t size, std::size_t length) { return size == 0 || size == count * length; };
    if (!fits(moves.size(), 3) || !fits(turns.size(), 4) || !fits(sizes.size(), 3))
      content_.fail("the attributes of an instancing do not match");
    std::vector<Mat4> places;
    for (std::size_t i = 0; i < count; ++i)
      places.push_back(matrix_of_parts(
          moves.empty() ? Vec3{0.0} : Vec3{moves[3 * i], moves[3 * i + 1], moves[3 * i + 2]},
          turns.empty() ? Vec4{0, 0, 0, 1} : Vec4{turns[4 * i], turns[4 * i + 1], turns[4 * i + 2], turns[4 * i + 3]},
          sizes.empty() ? Vec3{1.0} : Vec3{sizes[3 * i], sizes[3 * i + 1], sizes[3 * i + 2]}));
    return places;
  }

  const std::vector<GlbPrimitive>& primitives_of(const GlbJson& mesh) {
    const auto [known, is_new] = primitives_.try_emplace(&mesh);
    if (!is_new) return known->second;
    const auto list = mesh.find("primitives");
    if (list == mesh.end() || !list->is_array()) content_.fail("a mesh has no primitives");
    for (const GlbJson& entry : *list) {
      if (!entry.is_object() || !entry.contains("attributes")) content_.fail("a primitive has no attributes");
      if (entry.value("mode", GlbJson(kTriangles)) != GlbJson(kTriangles)) {
        warn("primitives other than separate triangles are ignored");
        continue;
      }
      if (entry["attributes"].contains("POSITION")) known->second.push_back(read_primitive(entry));
    }
    return known->second;
  }

  GlbPrimitive read_primitive(const GlbJson& entry) {
    GlbPrimitive primitive;
    const GlbJson& attributes = entry["attributes"];
    const auto read = [&](const char* name, std::size_t length, float filler = 0) {
      const GlbJson* accessor = content_.entry("accessors", attributes, name);
      std::vector<float> values =
          accessor != nullptr ? content_.vectors(*accessor, length, filler) : std::vector<float>{};
      if (!values.empty() && !primitive.positions.empty() && values.size() / length != primitive.vertex_count())
        content_.fail(fmt::format("the number of elements of '{}' differs from the number of positions", name));
      return values;
    };
    primitive.positions = read("POSITION", 3);
    primitive.normals = read("NORMAL", 3);
    primitive.uvs = read("TEXCOORD_0", 2);
    primitive.colours = read("COLOR_0", 4, 1);
    primitive.wind = read("_WIND", 4, 0);
    const std::size_t plain = file_.soup.materials.size() - 1;
    primitive.material = plain;
    if (const GlbJson* material = content_.entry("materials", entry, "material"))
      primitive.material = static_cast<std::size_t>(material - &content_.document()["materials"][0]);
    if (const GlbJson* indices = content_.entry("accessors", entry, "indices")) {
      primitive.indices = content_.indices(*indices);
    } else {
      for (std::uint32_t i = 0; i < primitive.vertex_count(); ++i) primitive.indices.push_back(i);
    }
    if (primitive.indices.size() % 3 != 0) content_.fail("a primitive ends within a triangle");
    if (std::ranges::any_of(primitive.indices, [&](std::uint32_t i) { return i >= primitive.vertex_count(); }))
      content_.fail("an index is out of range");
    return primitive;
  }

  void add(const GlbPrimitive& primitive, const Mat4& place) {
    mesh::Soup& soup = file_.soup;
    if (soup.corners.size() + primitive.indices.size() > kMaxGlbCorners ||
        soup.positions.size() + primitive.vertex_count() > kMaxGlbCorners)
      content_.fail(fmt::format("its copies have more than {} corners together", kMaxGlbCorners));
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    const Mat3 linear(place);
    const bool mirrors = glm::determinant(linear) < 0;
    const Mat3 of_normals{glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                          glm::cross(linear[0], linear[1])};
    for (std::size_t v = 0; v < primitive.vertex_count(); ++v) {
      const float* p = &primitive.positions[3 * v];
      const Vec3f at{Vec3{place * Vec4{p[0], p[1], p[2], 1}}};
      if (!is_finite(at)) content_.fail("a vertex position is not finite");
      soup.positions.push_back(at);
      add_attributes(primitive, v, mirrors ? -of_normals : of_normals);
    }
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
      std::array<std::uint32_t, 3> face{first + primitive.indices[i], first + primitive.indices[i + 1],
                                        first + primitive.indices[i + 2]};
      if (mirrors) std::swap(face[1], face[2]);
      file_.face_places.push_back(soup.face_count());
      soup.add_face(face);
      soup.face_groups.push_back(static_cast<std::uint16_t>(primitive.material));
    }
    note(primitive);
  }

  void add_attributes(const GlbPrimitive& primitive, std::size_t v, const Mat3& of_normals) {
    mesh::Soup& soup = file_.soup;
    const auto& n = primitive.normals;
    soup.normals.push_back(
        n.empty() ? Vec3f{0, 1, 0}
                  : Vec3f{normalized_or(of_normals * Vec3{n[3 * v], n[3 * v + 1], n[3 * v + 2]}, {0, 1, 0})});
    const auto& uv = primitive.uvs;
    soup.uvs.push_back(uv.empty() ? Vec2f{0, 0} : Vec2f{uv[2 * v], 1.0f - uv[2 * v + 1]});
    const auto& c = primitive.colours;
    soup.colours.push_back(c.empty() ? Rgba8{255, 255, 255, 255}
                                     : Rgba8{srgb_code(c[4 * v]), srgb_code(c[4 * v + 1]), srgb_code(c[4 * v + 2]),
                                             byte_code(c[4 * v + 3])});
    const auto& w = primitive.wind;
    soup.wind.push_back(w.empty() ? Rgba8{0, 0, 0, 0}
                                  : Rgba8{byte_code(w[4 * v]), byte_code(w[4 * v + 1]), byte_code(w[4 * v + 2]),
                                          byte_code(w[4 * v + 3])});
  }

  void note(const GlbPrimitive& primitive) {
    all_have_normals_ = all_have_normals_ && !primitive.normals.empty();
    some_have_uvs_ = some_have_uvs_ || !primitive.uvs.empty();
    some_have_colours_ = some_have_colours_ || !primitive.colours.empty();
    some_have_wind_ = some_have_wind_ || !primitive.wind.empty();
  }

  /// Removes normals unless all primitives have them, and UVs, colours and wind if no primitive has them.
  void finish() {
    mesh::Soup& soup = file_.soup;
    if (!all_have_normals_) soup.normals.clear();
    if (!some_have_uvs_) soup.uvs.clear();
    if (!some_have_colours_) soup.colours.clear();
    if (!some_have_wind_) soup.wind.clear();
    keep_used_groups();
  }

  /// Removes groups without faces. Until here there is one group for each material.
  void keep_used_groups() {
    mesh::Soup& soup = file_.soup;
    std::vector<bool> is_used(soup.groups.size(), false);
    for (const std::uint16_t group : soup.face_groups) is_used[group] = true;
    std::vector<std::uint16_t> numbers(soup.groups.size(), 0);
    std::vector<mesh::Group> groups;
    std::vector<mesh::Material> materials;
    for (std::size_t i = 0; i < is_used.size(); ++i) {
      if (!is_used[i]) continue;
      numbers[i] = static_cast<std::uint16_t>(groups.size());
      groups.push_back({soup.groups[i].name, numbers[i]});
      materials.push_back(std::move(soup.materials[i]));
    }
    for (std::uint16_t& group : soup.face_groups) group = numbers[group];
    soup.groups = std::move(groups);
    soup.materials = std::move(materials);
  }

  void warn(const std::string& message) {
    if (std::ranges::find(file_.warnings, message) == file_.warnings.end()) file_.warnings.push_back(message);
  }

  GlbContent content_;
  MeshFile file_;
  std::map<const GlbJson*, std::vector<GlbPrimitive>> primitives_;
  bool all_have_normals_ = true, some_have_uvs_ = false, some_have_colours_ = false, some_have_wind_ = false;
};

}  // namespace

MeshFile parse_glb(std::string_view bytes, const std::string& name) { return GlbReader(bytes, name).run(); }

}  // namespace weald::io
