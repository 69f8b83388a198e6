#include "stages/land/meshing/heightmap_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "data/grid.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "stages/land/meshing/detail/adaptive_triangles.h"
#include "stages/land/meshing/detail/heightmap_mesh_walls.h"

namespace weald::terrain {

namespace {

/// Samples along one side of the map: those the mesh uses, and those of the apron before and after them.
struct Places {
  std::vector<int> all;   ///< ascending
  std::size_t first = 0;  ///< index in `all` of the mesh's first sample
  std::size_t count = 0;  ///< number of the mesh's samples

  int operator[](std::size_t i) const { return all[first + i]; }
};

/// Selects from `count` samples: inside the apron, every step-th sample and the last one; in the apron, the samples in
/// phase with these. Pre: step > 0.
Places used_samples(int count, int step, int apron) {
  Places used;
  for (int i = apron % step; i < apron; i += step) used.all.push_back(i);
  used.first = used.all.size();
  const int last = count - 1 - apron;
  for (int i = apron; i < last; i += step) used.all.push_back(i);
  if (last >= apron) used.all.push_back(last);
  used.count = used.all.size() - used.first;
  for (int i = last + step; i < count; i += step) used.all.push_back(i);
  return used;
}

/// The samples without the apron. Pre: the grid is larger than the apron.
Grid<float> without_apron(const Grid<float>& samples, int apron) {
  Grid<float> inner(samples.width() - 2 * apron, samples.height() - 2 * apron);
  for (int y = 0; y < inner.height(); ++y)
    std::copy_n(samples.row(y + apron).begin() + apron, inner.width(), inner.row(y).begin());
  return inner;
}

using detail::BorderEdge;
using detail::Side;

constexpr std::size_t kMeshRowsPerBlock = 32;
constexpr std::size_t kVerticesPerBlock = 16384;

class Mesher {
 public:
  Mesher(const Heightmap& map, const HeightmapMeshParams& params, std::uint64_t seed)
      : map_(map),
        params_(params),
        seed_(seed),
        columns_(used_samples(map.width(), params.step, params.apron)),
        rows_(used_samples(map.height(), params.step, params.apron)) {}

  mesh::Soup make_regular() {
    check_face_count(surface_faces(), 2 * (width() + height() - 2), "use a larger step", "step");
    begin();
    add_vertices();
    add_surface();
    if (has_walls()) detail::add_walls(soup_, border(), width() + height() - 2, walls());
    return end();
  }

  mesh::Soup make_adaptive(AdaptiveTriangles triangles) {
    begin();
    add_adaptive(std::move(triangles));
    return end();
  }

  /// Throws if the map cannot be meshed.
  void check_map() const {
    if (width() < 2 || height() < 2)
      throw StageError(params_.apron > 0 ? "a mesh needs at least 2 x 2 samples within its apron"
                                         : "a mesh needs at least 2 x 2 samples",
                       "from");
    for (const int y : rows_.all) {
      for (const int x : columns_.all) {
        if (!std::isfinite(map_.heights.at(x, y))) {
          throw StageError(fmt::format("the height of sample ({}, {}) is not a finite number", x, y), "from");
        }
      }
    }
  }

 private:
  std::size_t width() const { return columns_.count; }
  std::size_t height() const { return rows_.count; }
  bool has_walls() const { return params_.base || params_.skirt > 0; }
  std::uint32_t vertex(std::size_t c, std::size_t r) const { return static_cast<std::uint32_t>(r * width() + c); }
  double sample(std::size_t c, std::size_t r) const { return map_.heights.at(columns_[c], rows_[r]); }

  std::size_t surface_faces() const {
    return (width() - 1) * (height() - 1) * (params_.faces == CellFaces::quads ? 1 : 2);
  }

  // Tinted walls of a base have a narrow upper row in which the colour of the land blends into that of rock.
  detail::Walls walls() const {
    return {params_.base, params_.skirt, params_.base && params_.tint ? params_.step * map_.cell_size : 0};
  }

  void check_face_count(std::size_t surface, std::size_t border_edges, const char* advice, const char* key) const {
    const std::size_t faces = surface + detail::wall_faces(walls(), border_edges);
    if (faces > kMaxFaces) {
      throw StageError(fmt::format("the mesh would have {} faces, more than {}: {}", faces, kMaxFaces, advice), key);
    }
  }

  void begin() {
    if (params_.tint) tint_.emplace(*params_.tint, tinted_land(), seed_);
    const Vec3 colour = tint_ ? tint_->lightest() : params_.colour;
    soup_.materials = {mesh::finished({.name = params_.material, .colour = Vec3f(colour)}, params_, params_.roughness)};
    soup_.groups = {{"terrain", 0}};
  }

  mesh::Soup end() {
    if (tint_) soup_.colours.resize(soup_.positions.size(), tint_->wall_factor());
    return std::move(soup_);
  }

  TintedLand tinted_land() const {
    const HeightRange range = height_range(map_);
    const GridSpec whole = map_.whole_grid();
    const int unused = map_.place ? 0 : 2 * params_.apron;
    return {range.min, range.max, (std::max(whole.width, whole.height) - unused - 1) * map_.cell_size};
  }

  void resize_vertices(std::size_t count) {
    soup_.positions.resize(count);
    soup_.normals.resize(count);
    soup_.uvs.resize(count);
    if (tint_) soup_.colours.resize(count);
  }

  void add_vertices() {
    resize_vertices(width() * height());
    parallel_blocks(height(), kMeshRowsPerBlock, [this](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin; r < end; ++r) {
        for (std::size_t c = 0; c < width(); ++c)
          add_vertex(vertex(c, r), c, r, map_.heights.at(columns_[c], rows_[r]), 1);
      }
    });
  }

  // Mean slope from `along` - reach to `along` + reach over the lines within that distance of `line`, out of `lines`
  // lines; nearer lines have more weight. Differences telescope along each line, so this is the mean over an area.
  template <class Height>
  double mean_slope(const std::vector<int>& places, std::size_t along, std::size_t line, std::size_t lines,
                    std::size_t reach, const Height& height_at) const {
    const std::size_t from = along - std::min(along, reach);
    const std::size_t to = std::min(along + reach, places.size() - 1);
    const std::size_t last = std::min(line + reach, lines) - 1;
    double rise = 0;
    double weight = 0;
    for (std::size_t other = line - std::min(line, reach - 1); other <= last; ++other) {
      const auto share = static_cast<double>(reach - (other > line ? other - line : line - other));
      rise += share * (height_at(to, other) - height_at(from, other));
      weight += share;
    }
    return rise / (weight * (places[to] - places[from]) * map_.cell_size);
  }

  // Slope eastwards and southwards, rise over run: the mean over the land up to `reach` rows and columns away.
  Vec2 slope(std::size_t c, std::size_t r, std::size_t reach) const {
    const std::vector<int>&xs = columns_.all, &ys = rows_.all;
    const std::size_t x = c + columns_.first, y = r + rows_.first;
    const auto at = [&](std::size_t i, std::size_t j) -> double { return map_.heights.at(xs[i], ys[j]); };
    return {mean_slope(xs, x, y, ys.size(), reach, at),
            mean_slope(ys, y, x, xs.size(), reach, [&](std::size_t j, std::size_t i) { return at(i, j); })};
  }

  // Mean colour of the same land, from five samples along each axis. Every sample has the colour of its own height and
  // slope, so coarse meshes are as green as fine ones.
  Rgba8 tint(std::size_t c, std::size_t r, std::size_t reach) const {
    TintCells cells;
    const auto tint_of_sample = [&](std::size_t x, std::size_t y) {
      const Vec2 at = map_.grid().position(columns_[x], rows_[y]);
      return tint_->factor(at, sample(x, y), glm::length(slope(x, y, 1)), cells);
    };
    if (reach == 1) return tint_of_sample(c, r);
    std::array<unsigned, 3> sum{};
    unsigned count = 0;
    for (std::size_t j = 0; j <= 4; ++j) {
      for (std::size_t i = 0; i <= 4; ++i) {
        const std::size_t x = c + i * reach / 2;
        const std::size_t y = r + j * reach / 2;
        if (x < reach || x >= width() + reach || y < reach || y >= height() + reach) continue;
        const Rgba8 one = tint_of_sample(x - reach, y - reach);
        sum = {sum[0] + one.r, sum[1] + one.g, sum[2] + one.b};
        ++count;
      }
    }
    const auto mean = [count](unsigned total) { return static_cast<std::uint8_t>((total + count / 2) / count); };
    return {mean(sum[0]), mean(sum[1]), mean(sum[2]), 255};
  }

  // Normal and colour are means over the land up to `reach` rows and columns away.
  void add_vertex(std::size_t v, std::size_t c, std::size_t r, float at_height, std::size_t reach) {
    const Vec2 at = map_.grid().position(columns_[c], rows_[r]);
    soup_.positions[v] = Vec3f(Vec3{at.x, at_height, at.y});
    const Vec2 s = slope(c, r, reach);
    soup_.normals[v] = Vec3f(Vec3{-s.x, 1.0, -s.y} / std::sqrt(1.0 + (s.x * s.x + s.y * s.y)));
    if (tint_) soup_.colours[v] = tint(c, r, reach);
    const double east_of_edge = columns_[c] - params_.apron;
    const double north_of_edge = map_.height() - 1 - params_.apron - rows_[r];
    if (params_.texture_size) {
      const double repeats = map_.cell_size / *params_.texture_size;
      soup_.uvs[v] = Vec2f(Vec2{east_of_edge, north_of_edge} * repeats);
    } else {
      const int columns = map_.width() - 2 * params_.apron, rows = map_.height() - 2 * params_.apron;
      soup_.uvs[v] = Vec2f(Vec2{east_of_edge / (columns - 1), north_of_edge / (rows - 1)});
    }
  }

  // Corners of a cell: a north-west, b south-west, c south-east, d north-east; counter-clockwise seen from above.
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

  // The border, in the direction in which the surface's faces run along it: down the west side first.
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

  void add_adaptive(AdaptiveTriangles triangles) {
    const std::vector<AdaptiveTriangles::Vertex>& vertices = triangles.vertices;
    std::size_t opposite = 0;
    const std::vector<BorderEdge> edges = adaptive_border(vertices, opposite);
    check_face_count(triangles.triangle_count(), edges.size(), "allow a larger error", "max_error");
    resize_vertices(vertices.size());
    std::vector<std::uint32_t> reach = reach_of_vertices(triangles);
    if (params_.edge_error) {
      for (const BorderEdge& edge : edges) reach[edge.from] = 1;  // identical for all levels of a tile
    }
    parallel_blocks(vertices.size(), kVerticesPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        add_vertex(v, static_cast<std::size_t>(vertices[v].x), static_cast<std::size_t>(vertices[v].y),
                   vertices[v].height, reach[v]);
      }
    });
    soup_.face_begin.resize(triangles.triangle_count() + 1);
    for (std::size_t f = 0; f < soup_.face_begin.size(); ++f) soup_.face_begin[f] = static_cast<std::uint32_t>(3 * f);
    soup_.corners = std::move(triangles.corners);
    if (has_walls()) detail::add_walls(soup_, edges, opposite, walls());
  }

  // Radius, in samples, of the land that each vertex represents: 0.7 of the mean length of its edges, which matches the
  // extent of the vertex's weight in its triangles.
  static std::vector<std::uint32_t> reach_of_vertices(const AdaptiveTriangles& triangles) {
    struct Edges {
      std::uint32_t length = 0;
      std::uint32_t count = 0;
    };
    std::vector<Edges> edges(triangles.vertices.size());
    const auto length = [&](std::uint32_t from, std::uint32_t to) {
      const AdaptiveTriangles::Vertex& a = triangles.vertices[from];
      const AdaptiveTriangles::Vertex& b = triangles.vertices[to];
      return static_cast<std::uint32_t>(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)));
    };
    for (std::size_t i = 0; i < triangles.corners.size(); i += 3) {
      const std::uint32_t a = triangles.corners[i], b = triangles.corners[i + 1], c = triangles.corners[i + 2];
      const std::uint32_t ab = length(a, b), bc = length(b, c), ca = length(c, a);
      edges[a] = {edges[a].length + ca + ab, edges[a].count + 2};
      edges[b] = {edges[b].length + ab + bc, edges[b].count + 2};
      edges[c] = {edges[c].length + bc + ca, edges[c].count + 2};
    }
    std::vector<std::uint32_t> reach;
    reach.reserve(edges.size());
    for (const Edges& e : edges) reach.push_back(std::max(1u, 7 * e.length / (10 * std::max(1u, e.count))));
    return reach;
  }

  // The border() of an adaptive mesh, whose vertices are ordered row by row.
  std::vector<BorderEdge> adaptive_border(const std::vector<AdaptiveTriangles::Vertex>& vertices,
                                          std::size_t& opposite) const {
    const int last_c = static_cast<int>(width()) - 1;
    const int last_r = static_cast<int>(height()) - 1;
    std::array<std::vector<std::uint32_t>, 4> sides;  // west, south, east, north
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
      if (vertices[v].x == 0) sides[0].push_back(v);
      if (vertices[v].y == last_r) sides[1].push_back(v);
      if (vertices[v].x == last_c) sides[2].push_back(v);
      if (vertices[v].y == 0) sides[3].push_back(v);
    }
    std::reverse(sides[2].begin(), sides[2].end());
    std::reverse(sides[3].begin(), sides[3].end());
    std::vector<BorderEdge> edges;
    for (std::uint32_t side = 0; side < 4; ++side) {
      if (static_cast<Side>(side) == Side::east) opposite = edges.size();
      for (std::size_t i = 1; i < sides[side].size(); ++i)
        edges.push_back({sides[side][i - 1], sides[side][i], static_cast<Side>(side)});
    }
    return edges;
  }

  const Heightmap& map_;
  const HeightmapMeshParams& params_;
  std::uint64_t seed_;
  std::optional<Tint> tint_;
  Places columns_;
  Places rows_;
  mesh::Soup soup_;
};

}  // namespace

mesh::Mesh mesh_heightmap(const Heightmap& map, const HeightmapMeshParams& params, std::uint64_t seed) {
  if (params.max_error) return std::move(mesh_heightmap_levels(map, params, {*params.max_error}, seed).front());
  Mesher mesher(map, params, seed);
  mesher.check_map();
  return mesh::build_checked(mesher.make_regular());
}

Estimate HeightmapMesh::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  if (!from.grid) return {};
  const auto places = [&](int samples) {
    return static_cast<double>(used_samples(std::max(samples, 2), params.step, params.apron).count);
  };
  const double columns = places(from.grid->width), rows = places(from.grid->height);
  const double faces = std::max(0.0, (columns - 1) * (rows - 1)) * (params.faces == CellFaces::quads ? 1 : 2);
  const double border = 2 * (columns + rows);
  const double walls = (params.base ? 4 : 0) * border + (params.skirt > 0 ? 4 : 0) * border;
  const double fewest = params.max_error ? 0 : 1;  // the vertex count of an adaptive mesh depends on the heights
  SurfaceCounts counts;
  counts.faces = Amount::between(fewest * faces, faces + walls);
  const double corners = params.faces == CellFaces::quads && !params.max_error ? 4 : 3;
  counts.corners = Amount::between(corners * fewest * faces, 4 * (faces + walls));
  if (walls == 0 && !params.max_error) counts.corners = Amount::exactly(corners * faces);
  counts.vertices = Amount::between(fewest * columns * rows, columns * rows + walls);
  counts.uvs = {counts.vertices.least, *counts.vertices.most + 2 * walls};
  counts.normals = counts.uvs;
  if (walls == 0) counts.points = counts.vertices;  // walls meet the ground with separate normals
  Estimate result = Estimate::of_surface(counts);
  result.cause = "step";
  return result;
}

std::vector<mesh::Mesh> mesh_heightmap_levels(const Heightmap& map, const HeightmapMeshParams& params,
                                              const std::vector<double>& max_errors, std::uint64_t seed) {
  Mesher(map, params, seed).check_map();
  std::optional<Grid<float>> inner;
  if (params.apron > 0) inner = without_apron(map.heights, params.apron);
  const Grid<float>& samples = inner ? *inner : map.heights;
  std::vector<AdaptiveTriangles> levels =
      params.edge_error ? triangulate_tile_levels(samples, max_errors, *params.edge_error, kMaxFaces)
                        : triangulate_levels(samples, max_errors, kMaxFaces);
  std::vector<mesh::Mesh> meshes;
  for (AdaptiveTriangles& level : levels)
    meshes.push_back(mesh::build_checked(Mesher(map, params, seed).make_adaptive(std::move(level))));
  return meshes;
}

}  // namespace weald::terrain
