#include "contract/model_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "contract/read_binary.h"
#include "data/scene_groups.h"
#include "support/files.h"

namespace weald::contract {

namespace fs = std::filesystem;

namespace {

/// A mesh of the artifact in its place.
struct Placed {
  const mesh::Mesh* mesh;
  Mat4 matrix{1.0};
};

std::vector<Placed> placed_of(const pipeline::Artifact& artifact) {
  if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) return {Placed{mesh}};
  std::vector<Placed> placed;
  const auto& scene = std::get<scene::Scene>(artifact);
  for (const auto& instance : scene.instances)
    placed.push_back({scene.prototype_of(instance).mesh.get(), world_from_prototype(instance)});
  return placed;
}

using Point = std::array<float, 3>;

/// The corners of every face in the world, those of a mirrored mesh the other way round, each beginning with the first.
std::vector<std::vector<Point>> polygons_of(const std::vector<Placed>& placed) {
  std::vector<std::vector<Point>> polygons;
  for (const auto& [mesh, matrix] : placed) {
    const bool is_mirrored = glm::determinant(Mat3(matrix)) < 0;
    for (std::uint32_t f = 0; f < mesh->face_count(); ++f) {
      auto& polygon = polygons.emplace_back();
      const mesh::HalfedgeId first = mesh->topology.halfedge(mesh::FaceId{f});
      mesh::HalfedgeId h = first;
      do {
        const Vec3f own = mesh->positions[mesh->topology.origin(h).index];
        const Vec3f p = matrix == Mat4{1.0} ? own : Vec3f(Vec3(matrix * Vec4(Vec3(own), 1.0)));
        polygon.push_back({p.x, p.y, p.z});
        h = mesh->topology.next(h);
      } while (h != first);
      if (is_mirrored) std::reverse(polygon.begin() + 1, polygon.end());
    }
  }
  return polygons;
}

Vec3 vector_area(const std::vector<Point>& polygon) {
  const auto at = [&](std::size_t i) { return Vec3(polygon[i][0], polygon[i][1], polygon[i][2]); };
  Vec3 area{0};
  for (std::size_t i = 2; i < polygon.size(); ++i) area += 0.5 * glm::cross(at(i - 1) - at(0), at(i) - at(0));
  return area;
}

bool has_all(const std::vector<Placed>& placed, bool (*has)(const mesh::Mesh&)) {
  return std::all_of(placed.begin(), placed.end(),
                     [&](const Placed& p) { return p.mesh->face_count() == 0 || has(*p.mesh); });
}

bool has_some(const std::vector<Placed>& placed, bool (*has)(const mesh::Mesh&)) {
  return std::any_of(placed.begin(), placed.end(), [&](const Placed& p) { return has(*p.mesh); });
}

}  // namespace

void check_ply(const pipeline::Artifact& artifact, const fs::path& file) {
  const std::vector<Placed> placed = placed_of(artifact);
  const LoadedPly ply = load_ply(test::file_text(file));
  CHECK(ply.faults == "");
  const auto polygons = polygons_of(placed);
  REQUIRE(ply.faces.size() == polygons.size());
  std::size_t wrong = 0;
  for (std::size_t f = 0; f < polygons.size(); ++f) {
    bool is_right = ply.faces[f].size() == polygons[f].size();
    for (std::size_t i = 0; is_right && i < polygons[f].size(); ++i) {
      const auto& vertex = ply.vertices.at(ply.faces[f][i]);
      is_right = Point{vertex.at("x"), vertex.at("y"), vertex.at("z")} == polygons[f][i];
    }
    wrong += is_right ? 0 : 1;
  }
  CHECK(wrong == 0);
  if (polygons.empty()) return;
  const auto& vertex = ply.vertices.front();
  CHECK(vertex.contains("nx") == has_all(placed, [](const mesh::Mesh& m) { return !m.normals.empty(); }));
  CHECK(vertex.contains("s") == has_some(placed, [](const mesh::Mesh& m) { return !m.uvs.empty(); }));
  CHECK(vertex.contains("red") == has_some(placed, [](const mesh::Mesh& m) { return !m.colours.empty(); }));
  CHECK(vertex.contains("wind_bend") == has_some(placed, [](const mesh::Mesh& m) { return !m.wind.empty(); }));
}

void check_stl(const pipeline::Artifact& artifact, const fs::path& file) {
  const LoadedStl stl = load_stl(test::file_text(file));
  CHECK(stl.faults == "");
  std::size_t triangle = 0, wrong = 0;
  for (const std::vector<Point>& polygon : polygons_of(placed_of(artifact))) {
    Vec3 area{0};
    double size = 1e-30;
    for (std::size_t i = 2; i < polygon.size(); ++i, ++triangle) {
      REQUIRE(triangle < stl.triangles.size());
      const std::vector<float>& t = stl.triangles[triangle];
      std::vector<Point> corners;
      for (std::size_t k = 3; k < 12; k += 3) corners.push_back({t[k], t[k + 1], t[k + 2]});
      area += vector_area(corners);
      for (const Point& corner : corners) {
        wrong += std::find(polygon.begin(), polygon.end(), corner) == polygon.end() ? 1 : 0;
        for (const float x : corner) size = std::max(size, std::abs(double{x}));
      }
    }
    // Triangles that tile a polygon have its vector area.
    if (glm::length(area - vector_area(polygon)) > 1e-12 * size * size) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(triangle == stl.triangles.size());
}

namespace {

/// Largest difference between where a row and the matrix put the corners of a box, metres: single precision.
double misplacement(const std::vector<double>& row, const Mat4& matrix) {
  const Vec3 position{row[0], row[1], row[2]}, axis{row[3], row[4], row[5]}, scale{row[7], row[8], row[9]};
  double most = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{i & 1, (i >> 1) & 1, (i >> 2) & 1};
    const Vec3 scaled = scale * corner;
    const Vec3 turned = scaled + 2.0 * glm::cross(axis, glm::cross(axis, scaled) + row[6] * scaled);
    most = std::max(most, glm::length(position + turned - Vec3(matrix * Vec4(corner, 1))));
  }
  return most;
}

void check_row(const std::vector<double>& row, const Mat4& matrix, std::size_t& wrong) {
  double size = 0;
  for (int i = 0; i < 4; ++i) size += glm::length(Vec3(matrix[i]));
  wrong += misplacement(row, matrix) > 1e-6 * size ? 1 : 0;
}

}  // namespace

std::string path_of_instance(const scene::Scene& scene, std::size_t instance) {
  const std::vector<std::string> names = scene::distinct_names(scene);
  std::string path;
  for (std::size_t g = 0; g < names.size(); ++g) {
    if (scene.groups[g].begin <= instance && instance < scene.groups[g].end)
      path += (path.empty() ? "" : "/") + names[g];
  }
  return path;
}

void check_instances_csv(const scene::Scene& scene, const fs::path& file) {
  const LoadedInstances table = load_instances(test::file_text(file));
  CHECK(table.faults == "");
  REQUIRE(table.rows.size() == scene.instances.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const scene::Instance& instance = scene.instances[i];
    wrong += table.names[i] == scene.prototype_of(instance).name ? 0 : 1;
    check_row(table.rows[i], world_from_prototype(instance), wrong);
    if (!scene.groups.empty()) wrong += table.groups.at(i) == path_of_instance(scene, i) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

void check_instances_json(const scene::Scene& scene, const fs::path& file) {
  const auto json = nlohmann::json::parse(test::file_text(file), nullptr, false);
  REQUIRE(json.is_object());
  CHECK((json["unit"] == "m" && json["up"] == "y" && json["handedness"] == "right"));
  REQUIRE(json["prototypes"].size() == scene.prototypes.size());
  for (std::size_t i = 0; i < scene.prototypes.size(); ++i) {
    CHECK(json["prototypes"][i]["name"] == scene.prototypes[i].name);
    const Bounds box = mesh::bounds(*scene.prototypes[i].mesh);
    if (box.empty()) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const auto& bounds = json["prototypes"][i]["bounds_m"];
      CHECK(bounds["min"][static_cast<std::size_t>(axis)].get<float>() == static_cast<float>(box.min[axis]));
      CHECK(bounds["max"][static_cast<std::size_t>(axis)].get<float>() == static_cast<float>(box.max[axis]));
    }
  }
  REQUIRE(json["instances"].size() == scene.instances.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < scene.instances.size(); ++i) {
    const auto& entry = json["instances"][i];
    std::vector<double> row;
    for (const char* key : {"position_m", "rotation", "scale"})
      for (const auto& number : entry[key]) row.push_back(number.get<double>());
    REQUIRE(row.size() == 10);
    wrong += entry["prototype"] == scene.prototype_index(scene.instances[i]) ? 0 : 1;
    check_row(row, world_from_prototype(scene.instances[i]), wrong);
  }
  CHECK(wrong == 0);
}

}  // namespace weald::contract
