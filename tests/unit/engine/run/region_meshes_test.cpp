#include "engine/run/detail/tile_artifact.h"

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/soup.h"

using namespace weald;
using pipeline::mesh_in;
using pipeline::RegionShare;

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// 8 x 6 squares of 1 m in two groups, with colours, and texture coordinates at corners or at vertices.
mesh::Mesh squares(bool has_corner_uvs) {
  mesh::Soup soup;
  soup.groups = {{"west", 0}, {"east", 0}};
  for (int z = 0; z <= 6; ++z) {
    for (int x = 0; x <= 8; ++x) {
      soup.positions.push_back({x, x * z, z});
      soup.normals.push_back({0, 1, 0});
      soup.colours.push_back({static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(z), 0, 255});
      if (!has_corner_uvs) soup.uvs.push_back({x, -z});
    }
  }
  for (std::uint32_t z = 0; z < 6; ++z) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const std::uint32_t first = z * 9 + x;
      soup.add_face(std::vector<std::uint32_t>{first, first + 9, first + 10, first + 1});
      soup.face_groups.push_back(x < 4 ? 0 : 1);
      if (!has_corner_uvs) continue;
      for (int corner = 0; corner < 4; ++corner) {
        soup.corner_uvs.push_back(static_cast<std::uint32_t>(soup.uvs.size()));
        soup.uvs.push_back({static_cast<float>(x) + 0.1f * static_cast<float>(corner), static_cast<float>(z)});
      }
    }
  }
  return mesh::build_checked(std::move(soup));
}

// A line for each face: its group, and all that its corners have.
std::vector<std::string> faces_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  std::vector<std::string> faces;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    std::string face = soup.groups[soup.face_groups.empty() ? 0 : soup.face_groups[f]].name;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const std::uint32_t vertex = soup.corners[c];
      const Vec3f at = soup.positions[vertex];
      const Vec2f uv = soup.uvs[soup.corner_uvs.empty() ? vertex : soup.corner_uvs[c]];
      const Vec3f normal = soup.normals[soup.corner_normals.empty() ? vertex : soup.corner_normals[c]];
      for (const float number : {at.x, at.y, at.z, uv.x, uv.y, normal.x, normal.y, normal.z})
        face += " " + std::to_string(number);
      face += " " + std::to_string(soup.colours[vertex].r) + " " + std::to_string(soup.colours[vertex].g);
    }
    faces.push_back(face);
  }
  std::ranges::sort(faces);
  return faces;
}

}  // namespace

TEST_CASE("meshes in a region: regions that share the world have each face once, with all that it has", "[pipeline]") {
  for (const bool has_corner_uvs : {false, true}) {
    const mesh::Mesh whole = squares(has_corner_uvs);
    std::vector<std::string> faces;
    for (const RegionShare& share :
         {RegionShare{{-kEndless, -kEndless}, {2.5, kEndless}}, RegionShare{{2.5, -kEndless}, {kEndless, 3}},
          RegionShare{{2.5, 3}, {kEndless, kEndless}}}) {
      const mesh::Mesh part = mesh_in(whole, share);
      CHECK(mesh::check(part).ok());
      CHECK(part.groups == whole.groups);
      CHECK(part.vertex_count() < whole.vertex_count());
      CHECK(part.uvs.values.size() < whole.uvs.values.size());
      const std::vector<std::string> own = faces_of(part);
      faces.insert(faces.end(), own.begin(), own.end());
    }
    std::ranges::sort(faces);
    CHECK(faces == faces_of(whole));
  }
}

TEST_CASE("meshes in a region: a face whose middle lies on the border belongs to the region towards +x and +z",
          "[pipeline]") {
  const mesh::Mesh whole = squares(false);
  CHECK(mesh_in(whole, {{0, 0}, {0.5, 6}}).face_count() == 0);
  CHECK(mesh_in(whole, {{0.5, 0.5}, {1.5, 1.5}}).face_count() == 1);
  CHECK(mesh_in(whole, {{0, 0}, {8, 6}}).face_count() == 48);
}
