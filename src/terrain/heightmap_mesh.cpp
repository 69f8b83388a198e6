#include "terrain/heightmap_mesh.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "mesh/build.h"
#include "mesh/soup.h"

namespace weald::terrain {

namespace {

constexpr std::size_t kMeshRowsPerBlock = 32;

// 0, step, 2 step, ... and the last sample.
std::vector<int> used_samples(int count, int step) {
  std::vector<int> used;
  for (int i = 0; i < count - 1; i += step) used.push_back(i);
  used.push_back(count - 1);
  return used;
}

// Side of the map on which a wall stands, in the order of the border loop.
enum class Side : std::uint32_t { west, south, east, north };

class Mesher {
 public:
  Mesher(const Heightmap& map, const HeightmapMeshParams& params, std::uint64_t seed)
      : map_(map),
        params_(params),
        seed_(seed),
        columns_(used_samples(map.width(), params.step)),
        rows_(used_samples(map.height(), params.step)) {}

  mesh::Soup make() {
    check_size();
    check_heights();
    if (params_.tint) tint_.emplace(*params_.tint, tinted_land(), seed_);
    const Vec3 colour = tint_ ? tint_->lightest() : params_.colour;
    soup_.materials = {mesh::Material{.name = params_.material, .colour = Vec3f(colour)}};
    soup_.groups = {{"terrain", 0}};
    add_vertices();
    add_surface();
    if (has_walls()) add_walls();
    if (tint_) soup_.colours.resize(soup_.positions.size(), tint_->wall_factor());
    return std::move(soup_);
  }

 private:
  std::size_t width() const { return columns_.size(); }
  std::size_t height() const { return rows_.size(); }
  // Tinted walls have a narrow upper row, in which the colour of the land goes over to that of rock.
  std::size_t wall_rows() const { return tinted() ? 2 : 1; }
  bool tinted() const { return params_.tint.has_value(); }
  bool has_walls() const { return params_.base || params_.skirt > 0; }
  std::uint32_t vertex(std::size_t c, std::size_t r) const { return static_cast<std::uint32_t>(r * width() + c); }
  double sample(std::size_t c, std::size_t r) const { return map_.heights.at(columns_[c], rows_[r]); }

  std::size_t surface_faces() const {
    return (width() - 1) * (height() - 1) * (params_.faces == CellFaces::quads ? 1 : 2);
  }

  void check_size() const {
    if (width() < 2 || height() < 2) throw StageError("a mesh needs at least 2 x 2 samples", "from");
    const std::size_t border_edges = 2 * (width() + height() - 2);
    const std::size_t walls = has_walls() ? border_edges * (wall_rows() + (params_.base ? 1 : 0)) : 0;
    if (surface_faces() + walls > kMaxFaces) {
      throw StageError(fmt::format("the mesh would have {} faces, more than {}: use a larger step",
                                   surface_faces() + walls, kMaxFaces),
                       "step");
    }
  }

  void check_heights() const {
    for (const int y : rows_) {
      for (const int x : columns_) {
        if (!std::isfinite(map_.heights.at(x, y))) {
          throw StageError(fmt::format("the height of sample ({}, {}) is not a finite number", x, y), "from");
        }
      }
    }
  }

  TintedLand tinted_land() const {
    const HeightRange range = height_range(map_);
    return {range.min, range.max, (std::max(map_.width(), map_.height()) - 1) * map_.cell_size};
  }

  void add_vertices() {
    soup_.positions.resize(width() * height());
    soup_.normals.resize(width() * height());
    soup_.uvs.resize(width() * height());
    if (tint_) soup_.colours.resize(width() * height());
    parallel_blocks(height(), kMeshRowsPerBlock, [this](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r) {
        for (std::size_t c = 0; c < width(); ++c) add_vertex(c, r);
      }
    });
  }

  void add_vertex(std::size_t c, std::size_t r) {
    const Vec2 at = map_.grid().position(columns_[c], rows_[r]);
    const std::uint32_t v = vertex(c, r);
    soup_.positions[v] = Vec3f(Vec3{at.x, sample(c, r), at.y});
    const std::size_t west = c > 0 ? c - 1 : c;
    const std::size_t east = std::min(c + 1, width() - 1);
    const std::size_t north = r > 0 ? r - 1 : r;
    const std::size_t south = std::min(r + 1, height() - 1);
    const double slope_x = (sample(east, r) - sample(west, r)) / ((columns_[east] - columns_[west]) * map_.cell_size);
    const double slope_z = (sample(c, south) - sample(c, north)) / ((rows_[south] - rows_[north]) * map_.cell_size);
    const double slope_squared = slope_x * slope_x + slope_z * slope_z;
    soup_.normals[v] = Vec3f(Vec3{-slope_x, 1.0, -slope_z} / std::sqrt(1.0 + slope_squared));
    if (tint_) soup_.colours[v] = tint_->factor(at, sample(c, r), std::sqrt(slope_squared));
    const double east_of_edge = columns_[c];
    const double north_of_edge = map_.height() - 1 - rows_[r];
    if (params_.texture_size) {
      const double repeats = map_.cell_size / *params_.texture_size;
      soup_.uvs[v] = Vec2f(Vec2{east_of_edge, north_of_edge} * repeats);
    } else {
      soup_.uvs[v] = Vec2f(Vec2{east_of_edge / (map_.width() - 1), north_of_edge / (map_.height() - 1)});
    }
  }

  // Corners of a cell: a north-west, b south-west, c south-east, d north-east; counter-clockwise from above.
  void add_surface() {
    const bool quads = params_.faces == CellFaces::quads;
    const std::size_t corners_per_face = quads ? 4 : 3;
    soup_.corners.resize(surface_faces() * corners_per_face);
    soup_.face_begin.resize(surface_faces() + 1);
    for (std::size_t f = 0; f <= surface_faces(); ++f)
      soup_.face_begin[f] = static_cast<std::uint32_t>(f * corners_per_face);
    const std::size_t corners_per_cell = quads ? 4 : 6;
    parallel_blocks(height() - 1, kMeshRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      std::uint32_t* out = soup_.corners.data() + begin * (width() - 1) * corners_per_cell;
      for (std::size_t r = begin; r < end; ++r) {
        for (std::size_t c = 0; c + 1 < width(); ++c, out += corners_per_cell) write_cell(c, r, out);
      }
    });
  }

  void write_cell(std::size_t column, std::size_t row, std::uint32_t* out) const {
    const std::uint32_t a = vertex(column, row);
    const std::uint32_t b = vertex(column, row + 1);
    const std::uint32_t c = b + 1;
    const std::uint32_t d = a + 1;
    if (params_.faces == CellFaces::quads) {
      std::copy_n(std::array{a, b, c, d}.data(), 4, out);
    } else if (cuts_from_north_west(column, row)) {
      std::copy_n(std::array{a, b, c, a, c, d}.data(), 6, out);
    } else {
      std::copy_n(std::array{a, b, d, b, c, d}.data(), 6, out);
    }
  }

  bool cuts_from_north_west(std::size_t c, std::size_t r) const {
    if (params_.faces == CellFaces::shortest) {
      const double main = std::abs(sample(c, r) - sample(c + 1, r + 1));
      const double other = std::abs(sample(c, r + 1) - sample(c + 1, r));
      if (main != other) return main < other;
    }
    return (c + r) % 2 == 0;
  }

  struct BorderEdge {
    std::uint32_t from;
    std::uint32_t to;
    Side side;
  };

  // The border as the surface's faces run along it: down the west side first.
  std::vector<BorderEdge> border() const {
    std::vector<BorderEdge> edges;
    const std::size_t last_c = width() - 1;
    const std::size_t last_r = height() - 1;
    for (std::size_t r = 0; r < last_r; ++r) edges.push_back({vertex(0, r), vertex(0, r + 1), Side::west});
    for (std::size_t c = 0; c < last_c; ++c) edges.push_back({vertex(c, last_r), vertex(c + 1, last_r), Side::south});
    for (std::size_t r = last_r; r > 0; --r) edges.push_back({vertex(last_c, r), vertex(last_c, r - 1), Side::east});
    for (std::size_t c = last_c; c > 0; --c) edges.push_back({vertex(c, 0), vertex(c - 1, 0), Side::north});
    return edges;
  }

  // A wall below every border edge; corners have normals of their own, and the UVs of the border vertex above.
  void add_walls() {
    soup_.corner_uvs = soup_.corners;
    soup_.corner_normals = soup_.corners;
    soup_.face_groups.assign(surface_faces(), 0);
    soup_.groups.push_back({params_.base ? "base" : "skirt", 0});
    const auto wall_normal = static_cast<std::uint32_t>(soup_.normals.size());
    for (const Vec3f& normal : {Vec3f{-1, 0, 0}, Vec3f{0, 0, 1}, Vec3f{1, 0, 0}, Vec3f{0, 0, -1}, Vec3f{0, -1, 0}}) {
      soup_.normals.push_back(normal);
    }
    const std::vector<BorderEdge> edges = border();
    const float bottom = lowest() - static_cast<float>(params_.base.value_or(0));
    const auto foot_of = [&](float top) { return params_.base ? bottom : top - static_cast<float>(params_.skirt); };
    const auto turf = static_cast<float>(params_.step * map_.cell_size);
    std::vector<std::uint32_t> above;
    for (const BorderEdge& edge : edges) above.push_back(edge.from);
    for (std::size_t row = wall_rows(); row-- > 0;) {
      std::vector<std::uint32_t> below;
      for (const BorderEdge& edge : edges) {
        Vec3f at = soup_.positions[edge.from];
        const float foot = foot_of(at.y);
        at.y = row > 0 ? std::max(at.y - turf, 0.5f * (at.y + foot)) : foot;
        below.push_back(static_cast<std::uint32_t>(soup_.positions.size()));
        soup_.positions.push_back(at);
      }
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const std::size_t next = (i + 1) % edges.size();
        const std::uint32_t normal = wall_normal + static_cast<std::uint32_t>(edges[i].side);
        add_face({{above[next], edges[i].to, normal},
                  {above[i], edges[i].from, normal},
                  {below[i], edges[i].from, normal},
                  {below[next], edges[i].to, normal}});
      }
      above = std::move(below);
    }
    if (params_.base) add_bottom(edges, above.front(), wall_normal + 4);
  }

  void add_bottom(const std::vector<BorderEdge>& edges, std::uint32_t below, std::uint32_t normal) {
    const Vec3f first = soup_.positions[below];
    const Vec3f opposite = soup_.positions[below + (height() - 1) + (width() - 1)];
    const auto centre = static_cast<std::uint32_t>(soup_.positions.size());
    soup_.positions.push_back((first + opposite) * 0.5f);
    const auto centre_uv = static_cast<std::uint32_t>(soup_.uvs.size());
    soup_.uvs.push_back((soup_.uvs[edges.front().from] + soup_.uvs[vertex(width() - 1, height() - 1)]) * 0.5f);
    const auto count = static_cast<std::uint32_t>(edges.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      add_face({{below + (i + 1) % count, edges[i].to, normal},
                {below + i, edges[i].from, normal},
                {centre, centre_uv, normal}});
    }
  }

  float lowest() const {
    float low = soup_.positions[0].y;
    for (const Vec3f& p : soup_.positions) low = std::min(low, p.y);
    return low;
  }

  struct Corner {
    std::uint32_t position;
    std::uint32_t uv;
    std::uint32_t normal;
  };

  void add_face(std::initializer_list<Corner> corners) {
    for (const Corner& corner : corners) {
      soup_.corners.push_back(corner.position);
      soup_.corner_uvs.push_back(corner.uv);
      soup_.corner_normals.push_back(corner.normal);
    }
    soup_.face_begin.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
    soup_.face_groups.push_back(1);
  }

  const Heightmap& map_;
  const HeightmapMeshParams& params_;
  std::uint64_t seed_;
  std::optional<Tint> tint_;
  std::vector<int> columns_;
  std::vector<int> rows_;
  mesh::Soup soup_;
};

}  // namespace

mesh::Mesh mesh_heightmap(const Heightmap& map, const HeightmapMeshParams& params, std::uint64_t seed) {
  return mesh::build_checked(Mesher(map, params, seed).make());
}

}  // namespace weald::terrain
