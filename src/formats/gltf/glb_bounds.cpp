#include "formats/gltf/glb_bounds.h"

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"

namespace weald::io {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kHead = 20;  // bytes of the file's head and of that of its first chunk
constexpr std::size_t kMostJson = std::size_t{256} << 20;
constexpr int kDeepest = 64;  // nodes inside each other

Vec3 vector_of(const Json& numbers) {
  return {numbers.at(0).get<double>(), numbers.at(1).get<double>(), numbers.at(2).get<double>()};
}

/// What a component of an accessor is multiplied by.
double unit_of(const Json& accessor) {
  if (!accessor.value("normalized", false)) return 1;
  switch (accessor.at("componentType").get<int>()) {
    case 5120: return 1.0 / 127;
    case 5121: return 1.0 / 255;
    case 5122: return 1.0 / 32767;
    default: return 1.0 / 65535;
  }
}

/// Collects the bounds of the nodes of a file.
class NodeBounds {
 public:
  explicit NodeBounds(const Json& root) : root_(root) {}

  /// Adds a node and those below it, whose parent moves and scales points like this.
  void add(std::size_t index, const Vec3& move, const Vec3& scale, int depth = 0) {
    const Json& node = root_.at("nodes").at(index);
    if (depth > kDeepest) throw IoError("its nodes are too deep inside each other");
    if (node.contains("rotation") || node.contains("matrix")) throw IoError("its nodes are turned");
    const Vec3 own_move = node.contains("translation") ? vector_of(node.at("translation")) : Vec3{0.0};
    const Vec3 own_scale = node.contains("scale") ? vector_of(node.at("scale")) : Vec3{1.0};
    const Vec3 at = move + scale * own_move, size = scale * own_scale;
    if (node.contains("mesh")) add_mesh(root_.at("meshes").at(node.at("mesh").get<std::size_t>()), at, size);
    for (const Json& child : node.value("children", Json::array())) add(child.get<std::size_t>(), at, size, depth + 1);
  }

  Bounds bounds;

 private:
  void add_mesh(const Json& mesh, const Vec3& at, const Vec3& size) {
    for (const Json& primitive : mesh.at("primitives")) {
      const Json& accessor = root_.at("accessors").at(primitive.at("attributes").at("POSITION").get<std::size_t>());
      for (const char* corner : {"min", "max"})
        bounds.add(at + size * (vector_of(accessor.at(corner)) * unit_of(accessor)));
    }
  }

  const Json& root_;
};

}  // namespace

Bounds glb_bounds(const std::filesystem::path& path) {
  try {
    const std::string head = read_start(path, kHead);
    if (head.size() < kHead || !head.starts_with("glTF") || head.substr(16, 4) != "JSON") throw IoError("it is no GLB");
    const std::size_t length = word_at<std::uint32_t>(head.data() + 12);
    if (length > kMostJson) throw IoError("its head is too large");
    const Json root = Json::parse(read_start(path, kHead + length).substr(kHead));
    NodeBounds found(root);
    const Json& scene = root.at("scenes").at(root.value("scene", std::size_t{0}));
    // A scene without nodes has no such key.
    for (const Json& node : scene.value("nodes", Json::array()))
      found.add(node.get<std::size_t>(), Vec3{0.0}, Vec3{1.0});
    return found.bounds;
  } catch (const Json::exception& error) {
    throw IoError(fmt::format("the bounds of '{}' cannot be read: {}", path.string(), error.what()));
  } catch (const IoError& error) {
    throw IoError(fmt::format("the bounds of '{}' cannot be read: {}", path.string(), error.what()));
  }
}

}  // namespace weald::io
