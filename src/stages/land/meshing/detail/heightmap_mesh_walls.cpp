#include "stages/land/meshing/detail/heightmap_mesh_walls.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace weald::terrain::detail {

namespace {

struct WallCorner {
  std::uint32_t position;
  std::uint32_t uv;
  std::uint32_t normal;
};

class WallBuilder {
 public:
  WallBuilder(mesh::Soup& soup, const std::vector<BorderEdge>& border, const Walls& walls)
      : soup_(soup), edges_(border), walls_(walls) {}

  void add(std::size_t opposite) {
    soup_.corner_uvs = soup_.corners;
    soup_.corner_normals = soup_.corners;
    soup_.face_groups.assign(soup_.face_count(), 0);
    soup_.groups.push_back({walls_.base ? "base" : "skirt", 0});
    const auto wall_normal = static_cast<std::uint32_t>(soup_.normals.size());
    if (walls_.base) {
      for (const Vec3f& normal : {Vec3f{-1, 0, 0}, Vec3f{0, 0, 1}, Vec3f{1, 0, 0}, Vec3f{0, 0, -1}, Vec3f{0, -1, 0}})
        soup_.normals.push_back(normal);
    }
    const float bottom = lowest() - static_cast<float>(walls_.base.value_or(0));
    const auto foot_of = [&](float top) { return walls_.base ? bottom : top - static_cast<float>(walls_.skirt); };
    const auto turf = static_cast<float>(walls_.turf);
    std::vector<std::uint32_t> above;
    for (const BorderEdge& edge : edges_) above.push_back(edge.from);
    for (std::size_t row = walls_.turf > 0 ? 2 : 1; row-- > 0;) {
      std::vector<std::uint32_t> below;
      for (const BorderEdge& edge : edges_) {
        Vec3f at = soup_.positions[edge.from];
        const float foot = foot_of(at.y);
        at.y = row > 0 ? std::max(at.y - turf, 0.5f * (at.y + foot)) : foot;
        below.push_back(static_cast<std::uint32_t>(soup_.positions.size()));
        soup_.positions.push_back(at);
        if (!walls_.base && !soup_.colours.empty()) soup_.colours.push_back(soup_.colours[edge.from]);
      }
      for (std::size_t i = 0; i < edges_.size(); ++i) {
        const std::size_t next = (i + 1) % edges_.size();
        const std::uint32_t from = edges_[i].from, to = edges_[i].to;
        const std::uint32_t side = wall_normal + static_cast<std::uint32_t>(edges_[i].side);
        const std::uint32_t normal_from = walls_.base ? side : from, normal_to = walls_.base ? side : to;
        add_face({{above[next], to, normal_to},
                  {above[i], from, normal_from},
                  {below[i], from, normal_from},
                  {below[next], to, normal_to}});
      }
      above = std::move(below);
    }
    if (walls_.base) add_bottom(opposite, above.front(), wall_normal + 4);
  }

 private:
  void add_bottom(std::size_t opposite, std::uint32_t below, std::uint32_t normal) {
    const Vec3f first = soup_.positions[below];
    const Vec3f last = soup_.positions[below + opposite];
    const auto centre = static_cast<std::uint32_t>(soup_.positions.size());
    soup_.positions.push_back((first + last) * 0.5f);
    const auto centre_uv = static_cast<std::uint32_t>(soup_.uvs.size());
    soup_.uvs.push_back((soup_.uvs[edges_.front().from] + soup_.uvs[edges_[opposite].from]) * 0.5f);
    const auto count = static_cast<std::uint32_t>(edges_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      add_face({{below + (i + 1) % count, edges_[i].to, normal},
                {below + i, edges_[i].from, normal},
                {centre, centre_uv, normal}});
    }
  }

  float lowest() const {
    float low = soup_.positions[0].y;
    for (const Vec3f& p : soup_.positions) low = std::min(low, p.y);
    return low;
  }

  void add_face(std::initializer_list<WallCorner> corners) {
    for (const WallCorner& corner : corners) {
      soup_.corners.push_back(corner.position);
      soup_.corner_uvs.push_back(corner.uv);
      soup_.corner_normals.push_back(corner.normal);
    }
    soup_.face_begin.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
    soup_.face_groups.push_back(1);
  }

  mesh::Soup& soup_;
  const std::vector<BorderEdge>& edges_;
  const Walls& walls_;
};

}  // namespace

std::size_t wall_faces(const Walls& walls, std::size_t edges) {
  if (!walls.base && walls.skirt <= 0) return 0;
  return edges * ((walls.turf > 0 ? 2u : 1u) + (walls.base ? 1u : 0u));
}

void add_walls(mesh::Soup& soup, const std::vector<BorderEdge>& border, std::size_t opposite, const Walls& walls) {
  WallBuilder(soup, border, walls).add(opposite);
}

}  // namespace weald::terrain::detail
