#include "contract/gltf_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>
#include "support/catch.h"

#include <tiny_gltf.h>

#include "stages/land/meshing/heightmap_mesh.h"
#include "support/meshes.h"

namespace weald::contract {

namespace {

namespace fs = std::filesystem;
using tinygltf::Model;

/// Pictures stay as they lie in the file.
bool keep_picture(tinygltf::Image* image, const int, std::string*, std::string*, int, int, const unsigned char* bytes,
                  int size, void*) {
  image->image.assign(bytes, bytes + size);
  return true;
}

Model load(const fs::path& file) {
  Model model;
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(keep_picture, nullptr);
  std::string error, warning;
  const bool ok = file.extension() == ".glb" ? loader.LoadBinaryFromFile(&model, &error, &warning, file.string())
                                             : loader.LoadASCIIFromFile(&model, &error, &warning, file.string());
  CHECK(error == "");
  CHECK(warning == "");
  REQUIRE(ok);
  return model;
}

/// The numbers of an accessor, as they are meant, in one row.
std::vector<double> numbers_of(const Model& model, int number) {
  const tinygltf::Accessor& accessor = model.accessors.at(static_cast<std::size_t>(number));
  const tinygltf::BufferView& view = model.bufferViews.at(static_cast<std::size_t>(accessor.bufferView));
  const std::vector<unsigned char>& data = model.buffers.at(static_cast<std::size_t>(view.buffer)).data;
  const auto length =
      static_cast<std::size_t>(tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type)));
  const auto size =
      static_cast<std::size_t>(tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType)));
  const auto stride = static_cast<std::size_t>(accessor.ByteStride(view));
  std::vector<double> result;
  for (std::size_t i = 0; i < accessor.count; ++i) {
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t place = view.byteOffset + accessor.byteOffset + i * stride + k * size;
      REQUIRE(place + size <= data.size());
      const auto read = [&](auto value, double whole) {
        std::memcpy(&value, data.data() + place, sizeof value);
        return static_cast<double>(value) / (accessor.normalized ? whole : 1);
      };
      switch (accessor.componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE: result.push_back(std::max(read(std::int8_t{}, 127), -1.0)); break;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: result.push_back(read(std::uint8_t{}, 255)); break;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: result.push_back(read(std::uint16_t{}, 65535)); break;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT: result.push_back(read(std::uint32_t{}, 1)); break;
        default: result.push_back(read(float{}, 1));
      }
    }
  }
  return result;
}

Vec3 vector_at(const std::vector<double>& numbers, std::size_t index, std::size_t length = 3) {
  return {numbers[length * index], numbers[length * index + 1], numbers[length * index + 2]};
}

Vec3 rotated(const std::vector<double>& q, const Vec3& v) {
  if (q.empty()) return v;
  const Vec3 axis{q[0], q[1], q[2]};
  return v + 2.0 * glm::cross(axis, glm::cross(axis, v) + q[3] * v);
}

/// What is drawn of a file, or of an artifact.
struct Drawn {
  std::size_t triangles = 0;
  Bounds box;
};

/// The places of the corners of one mesh of the file, and its number of triangles. Checks the rest of it.
struct MeshContent {
  std::vector<Vec3> positions;
  std::size_t triangles = 0;
};

void check_normals(const Model& model, const tinygltf::Primitive& primitive, const std::vector<double>& indices,
                   const std::vector<double>& positions) {
  if (!primitive.attributes.contains("NORMAL")) return;
  const std::vector<double> normals = numbers_of(model, primitive.attributes.at("NORMAL"));
  std::size_t not_unit = 0, behind = 0;
  // Eight bits hold a direction to half a degree.
  for (std::size_t i = 0; 3 * i < normals.size(); ++i)
    not_unit += std::abs(glm::length(vector_at(normals, i)) - 1) > 0.02 ? 1 : 0;
  CHECK(not_unit == 0);
  const tinygltf::Material& material = model.materials.at(static_cast<std::size_t>(primitive.material));
  for (std::size_t i = 0; material.doubleSided && i + 2 < indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(indices[i + k]); };
    const Vec3 a = vector_at(positions, corner(0));
    const Vec3 face =
        normalized_or(glm::cross(vector_at(positions, corner(1)) - a, vector_at(positions, corner(2)) - a), Vec3{0});
    for (std::size_t k = 0; k < 3; ++k) behind += glm::dot(face, vector_at(normals, corner(k))) < -0.06 ? 1 : 0;
  }
  CHECK(behind == 0);
  if (material.normalTexture.index < 0 || !primitive.attributes.contains("TEXCOORD_0")) return;
  REQUIRE(primitive.attributes.contains("TANGENT"));
  const std::vector<double> tangents = numbers_of(model, primitive.attributes.at("TANGENT"));
  std::size_t wrong = 0;
  for (std::size_t i = 0; 4 * i < tangents.size(); ++i) {
    const Vec3 t = vector_at(tangents, i, 4);
    wrong += std::abs(glm::length(t) - 1) > 0.02 || std::abs(glm::dot(t, vector_at(normals, i))) > 0.02 ||
                     std::abs(tangents[4 * i + 3]) != 1
                 ? 1
                 : 0;
  }
  CHECK(wrong == 0);
}

MeshContent content_of(const Model& model, const tinygltf::Mesh& mesh) {
  MeshContent content;
  for (const tinygltf::Primitive& primitive : mesh.primitives) {
    const std::vector<double> positions = numbers_of(model, primitive.attributes.at("POSITION"));
    const std::vector<double> indices = numbers_of(model, primitive.indices);
    for (std::size_t i = 0; 3 * i < positions.size(); ++i) content.positions.push_back(vector_at(positions, i));
    content.triangles += indices.size() / 3;
    CHECK(indices.size() % 3 == 0);
    CHECK(
        std::ranges::all_of(indices, [&](double index) { return 3 * index < static_cast<double>(positions.size()); }));
    check_normals(model, primitive, indices, positions);
  }
  return content;
}

/// The placement of a node or of an instance within the node around it.
Mat4 local_matrix(const std::vector<double>& translation, const std::vector<double>& rotation,
                  const std::vector<double>& scale) {
  const Vec3 factor = scale.empty() ? Vec3{1.0} : vector_at(scale, 0);
  const Vec3 offset = translation.empty() ? Vec3{0.0} : vector_at(translation, 0);
  Mat4 matrix{1.0};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit{0};
    unit[axis] = factor[axis];
    matrix[axis] = Vec4{rotated(rotation, unit), 0};
  }
  matrix[3] = Vec4{offset, 1};
  return matrix;
}

void add_copy(const MeshContent& mesh, const Mat4& matrix, Drawn& drawn) {
  drawn.triangles += mesh.triangles;
  for (const Vec3& p : mesh.positions) drawn.box.add(Vec3{matrix * Vec4{p, 1}});
}

/// A node with a mesh, and the transform of the nodes around it.
struct ShownNode {
  const tinygltf::Node* node;
  Mat4 world_from_outer{1.0};
};

/// The nodes of the scene that have meshes. Groups have a name and children, and no mesh.
std::vector<ShownNode> shown_nodes(const Model& model) {
  std::vector<ShownNode> shown, open;
  for (const int number : model.scenes.at(0).nodes) open.push_back({&model.nodes.at(static_cast<std::size_t>(number))});
  while (!open.empty()) {
    const ShownNode next = open.back();
    open.pop_back();
    CHECK(next.node->name != "");
    CHECK((next.node->mesh >= 0) == next.node->children.empty());
    if (next.node->mesh >= 0) shown.push_back(next);
    const Mat4 matrix =
        next.world_from_outer * local_matrix(next.node->translation, next.node->rotation, next.node->scale);
    for (const int child : next.node->children)
      open.push_back({&model.nodes.at(static_cast<std::size_t>(child)), matrix});
  }
  return shown;
}

Drawn drawn_in(const Model& model) {
  std::vector<MeshContent> meshes;
  for (const tinygltf::Mesh& mesh : model.meshes) meshes.push_back(content_of(model, mesh));
  Drawn drawn;
  for (const auto& [shown, world_from_outer] : shown_nodes(model)) {
    const tinygltf::Node& node = *shown;
    const MeshContent& mesh = meshes.at(static_cast<std::size_t>(node.mesh));
    const auto instancing = node.extensions.find("EXT_mesh_gpu_instancing");
    if (instancing == node.extensions.end()) {
      add_copy(mesh, world_from_outer * local_matrix(node.translation, node.rotation, node.scale), drawn);
      continue;
    }
    const tinygltf::Value& attributes = instancing->second.Get("attributes");
    const auto values = [&](const char* name) { return numbers_of(model, attributes.Get(name).GetNumberAsInt()); };
    const auto moves = values("TRANSLATION"), turns = values("ROTATION"), sizes = values("SCALE");
    for (std::size_t i = 0; 3 * i < moves.size(); ++i) {
      const auto part = [&](const std::vector<double>& all, std::size_t length) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * length);
        return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(length));
      };
      add_copy(mesh, world_from_outer * local_matrix(part(moves, 3), part(turns, 4), part(sizes, 3)), drawn);
    }
  }
  return drawn;
}

void add_mesh(const mesh::Mesh& mesh, const Mat4& place, Drawn& drawn) {
  for (const mesh::TriangleList& list : test::triangle_lists(mesh)) {
    drawn.triangles += list.triangle_count();
    for (const std::uint32_t index : list.indices) drawn.box.add(Vec3{place * Vec4{Vec3{list.positions[index]}, 1}});
  }
}

Drawn expected_of(const pipeline::Artifact& artifact) {
  Drawn drawn;
  if (const auto* map = std::get_if<Heightmap>(&artifact)) {
    add_mesh(terrain::mesh_heightmap(*map, {}), Mat4{1.0}, drawn);
  } else if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) {
    add_mesh(*mesh, Mat4{1.0}, drawn);
  } else {
    const auto& scene = std::get<scene::Scene>(artifact);
    for (const scene::Instance& instance : scene.instances)
      add_mesh(*scene.prototype_of(instance).mesh, world_from_prototype(instance), drawn);
  }
  return drawn;
}

void check_levels(const Model& model, const scene::Scene& scene) {
  std::size_t expected = 0, found = 0;
  std::vector<bool> is_placed(scene.prototypes.size(), false);
  for (const scene::Instance& instance : scene.instances) {
    expected += scene.prototype_of(instance).lighter.size();
    is_placed[scene.prototype_index(instance)] = true;
  }
  for (const auto& [shown, world_from_outer] : shown_nodes(model)) {
    const tinygltf::Node& node = *shown;
    const auto lod = node.extensions.find("MSFT_lod");
    if (lod == node.extensions.end()) continue;
    std::size_t copies = 1;
    if (const auto gpu = node.extensions.find("EXT_mesh_gpu_instancing"); gpu != node.extensions.end()) {
      const int moves = gpu->second.Get("attributes").Get("TRANSLATION").GetNumberAsInt();
      copies = model.accessors.at(static_cast<std::size_t>(moves)).count;
    }
    const tinygltf::Value& ids = lod->second.Get("ids");
    found += copies * ids.ArrayLen();
    CHECK(node.extras.Get("MSFT_screencoverage").ArrayLen() == ids.ArrayLen() + 1);
    for (std::size_t i = 0; i < ids.ArrayLen(); ++i)
      CHECK(model.nodes.at(static_cast<std::size_t>(ids.Get(static_cast<int>(i)).GetNumberAsInt())).mesh >= 0);
  }
  CHECK(found == expected);
}

/// The bytes of the picture that a texture shows.
const std::vector<unsigned char>& picture_of(const Model& model, int texture) {
  const int source = model.textures.at(static_cast<std::size_t>(texture)).source;
  return model.images.at(static_cast<std::size_t>(source)).image;
}

void check_materials(const Model& model) {
  for (const tinygltf::Material& material : model.materials) {
    const int texture = material.pbrMetallicRoughness.baseColorTexture.index;
    if (texture < 0) {
      CHECK(material.alphaMode == "OPAQUE");
      continue;
    }
    const std::vector<unsigned char>& png = picture_of(model, texture);
    REQUIRE(png.size() > 26);
    CHECK(std::memcmp(png.data() + 1, "PNG", 3) == 0);
    const bool has_alpha = png[25] == 6;  // the colour type of its head
    if (!has_alpha) CHECK(material.alphaMode == "OPAQUE");
  }
}

/// An attribute of the vertices of a primitive as codes of 8 bits, sorted; empty where it is not there.
std::vector<std::array<int, 4>> codes_of(const Model& model, const tinygltf::Primitive& primitive, const char* name) {
  const auto found = primitive.attributes.find(name);
  if (found == primitive.attributes.end()) return {};
  const std::vector<double> numbers = numbers_of(model, found->second);
  std::vector<std::array<int, 4>> codes;
  for (std::size_t i = 0; i + 3 < numbers.size(); i += 4) {
    codes.emplace_back();
    for (std::size_t k = 0; k < 4; ++k) codes.back()[k] = static_cast<int>(std::lround(numbers[i + k] * 255));
  }
  std::ranges::sort(codes);
  return codes;
}

/// The shade and the wind of a mesh that is alone in its file.
void check_vertex_attributes(const Model& model, const mesh::Mesh& mesh) {
  const std::vector<mesh::TriangleList> lists = test::triangle_lists(mesh);
  if (lists.empty()) return;
  REQUIRE(model.meshes.at(0).primitives.size() == lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const tinygltf::Primitive& primitive = model.meshes[0].primitives[i];
    const bool is_shaded = std::ranges::any_of(lists[i].colours, [](const Rgba8& c) {
      return !(c == Rgba8{255, 255, 255, 255});
    });
    CHECK(primitive.attributes.contains("COLOR_0") == is_shaded);
    std::vector<std::array<int, 4>> expected;
    for (const Rgba8& w : lists[i].wind) expected.push_back({w.r, w.g, w.b, w.a});
    std::ranges::sort(expected);
    // Vertices may have copies for their tangents, which add nothing new.
    auto found = codes_of(model, primitive, "_WIND");
    for (auto* codes : {&expected, &found}) codes->erase(std::unique(codes->begin(), codes->end()), codes->end());
    CHECK(found == expected);
  }
}

}  // namespace

void check_gltf(const pipeline::Artifact& artifact, const fs::path& file) {
  const Model model = load(file);
  check_materials(model);
  const Drawn found = drawn_in(model), expected = expected_of(artifact);
  CHECK(found.triangles == expected.triangles);
  const Vec3 size = expected.box.max - expected.box.min;
  const double tolerance = 2e-5 * std::max({size.x, size.y, size.z, 1e-9});
  for (int i = 0; expected.triangles > 0 && i < 3; ++i) {
    CHECK(std::abs(found.box.min[i] - expected.box.min[i]) <= tolerance);
    CHECK(std::abs(found.box.max[i] - expected.box.max[i]) <= tolerance);
  }
  if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) check_vertex_attributes(model, *mesh);
  if (const auto* scene = std::get_if<scene::Scene>(&artifact)) check_levels(model, *scene);
}

}  // namespace weald::contract
