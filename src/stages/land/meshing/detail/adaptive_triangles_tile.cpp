// Meshes of tiles: a ring of triangles one sample wide joins the border, which depends only on its own samples, to an
// adaptive mesh of the interior samples. The ring contains no samples, so its two boundary lines determine its error.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/land/meshing/detail/adaptive_triangles.h"

namespace weald::terrain {

namespace {

// Shrinks the bound by more than the rounding error of doubles.
constexpr double kInside = 1 - 1e-9;

// The farthest index that a straight line from `from` can reach while it stays within the bound at every index between.
// `lowest` and `highest` bound the slopes of lines that pass all samples so far.
template <class Height>
int farthest(const Height& height, int from, int count, double max_error) {
  double lowest = -1e300;
  double highest = 1e300;
  int reached = from + 1;
  for (int i = from + 1; i < count && lowest <= highest; ++i) {
    const double run = i - from;
    const double rise = height(i) - height(from);
    if (rise >= lowest * run && rise <= highest * run) reached = i;
    lowest = std::max(lowest, (rise - max_error) / run);
    highest = std::min(highest, (rise + max_error) / run);
  }
  return reached;
}

// Indices of the samples that simplify a line: the first, the last, and a greedy minimum between them.
template <class Height>
std::vector<int> kept_along(const Height& height, int count, double max_error) {
  std::vector<int> kept{0};
  while (kept.back() < count - 1) kept.push_back(farthest(height, kept.back(), count, max_error * kInside));
  return kept;
}

class TileBuilder {
 public:
  TileBuilder(const Grid<float>& samples, const AdaptiveTriangles& core)
      : samples_(samples), core_(core), east_(samples.width() - 1), south_(samples.height() - 1) {}

  AdaptiveTriangles build(double edge_error) {
    choose_border(edge_error);
    merge_vertices();
    out_.corners.reserve(core_.corners.size() + 6 * (core_.vertices.size() + kept_[0].size()));
    for (const std::uint32_t corner : core_.corners) out_.corners.push_back(number_of_core_[corner]);
    for (std::size_t side = 0; side < 4; ++side) add_strip(outer_[side], inner_[side]);
    return std::move(out_);
  }

 private:
  // A point of a line: its position along the line, and its vertex.
  struct LineVertex {
    int along;
    std::uint32_t vertex;
  };

  // Sides: 0 north, 1 east, 2 south, 3 west.
  void choose_border(double edge_error) {
    const auto row = [&](int y) { return [this, y](int x) { return static_cast<double>(samples_.at(x, y)); }; };
    const auto column = [&](int x) { return [this, x](int y) { return static_cast<double>(samples_.at(x, y)); }; };
    kept_ = {kept_along(row(0), east_ + 1, edge_error), kept_along(column(east_), south_ + 1, edge_error),
             kept_along(row(south_), east_ + 1, edge_error), kept_along(column(0), south_ + 1, edge_error)};
  }

  // Merges all vertices row by row; the border lines run eastwards and southwards.
  void merge_vertices() {
    number_of_core_.resize(core_.vertices.size());
    std::array<std::size_t, 4> next{};
    std::size_t next_of_core = 0;
    for (int y = 0; y <= south_; ++y) {
      if (y == 0 || y == south_) {
        const std::size_t side = y == 0 ? 0 : 2;
        for (const int x : kept_[side]) outer_[side].push_back({x, add_border_vertex(x, y)});
        for (const std::size_t end : {3u, 1u})
          outer_[end].push_back({y, end == 3 ? outer_[side].front().vertex : outer_[side].back().vertex});
        continue;
      }
      add_if_kept(3, 0, y, next);
      for (; next_of_core < core_.vertices.size() && core_.vertices[next_of_core].y + 1 == y; ++next_of_core)
        add_core_vertex(next_of_core);
      add_if_kept(1, east_, y, next);
    }
  }

  std::uint32_t add_border_vertex(int x, int y) {
    out_.vertices.push_back({x, y, samples_.at(x, y)});
    return static_cast<std::uint32_t>(out_.vertices.size() - 1);
  }

  void add_if_kept(std::size_t side, int x, int y, std::array<std::size_t, 4>& next) {
    while (kept_[side][next[side]] < y) ++next[side];
    if (kept_[side][next[side]] == y) outer_[side].push_back({y, add_border_vertex(x, y)});
  }

  void add_core_vertex(std::size_t n) {
    const AdaptiveTriangles::Vertex& v = core_.vertices[n];
    const int x = v.x + 1;
    const int y = v.y + 1;
    const auto number = static_cast<std::uint32_t>(out_.vertices.size());
    out_.vertices.push_back({x, y, v.height});
    number_of_core_[n] = number;
    if (y == 1) inner_[0].push_back({x, number});
    if (x == east_ - 1) inner_[1].push_back({y, number});
    if (y == south_ - 1) inner_[2].push_back({x, number});
    if (x == 1) inner_[3].push_back({y, number});
  }

  // Adds the triangles between two adjacent lines; each triangle advances to the nearer of the next points. Written for
  // the north side; the other sides are rotated.
  void add_strip(const std::vector<LineVertex>& outer, const std::vector<LineVertex>& inner) {
    const bool backwards = &outer == &outer_[2] || &outer == &outer_[3];
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      for (const std::uint32_t v : {a, backwards ? c : b, backwards ? b : c}) out_.corners.push_back(v);
    };
    std::size_t o = 0;
    std::size_t i = 0;
    while (o + 1 < outer.size() || i + 1 < inner.size()) {
      const bool take_outer =
          i + 1 == inner.size() || (o + 1 < outer.size() && outer[o + 1].along <= inner[i + 1].along);
      if (take_outer) {
        add(outer[o].vertex, inner[i].vertex, outer[o + 1].vertex);
        ++o;
      } else {
        add(inner[i].vertex, inner[i + 1].vertex, outer[o].vertex);
        ++i;
      }
    }
  }

  const Grid<float>& samples_;
  const AdaptiveTriangles& core_;
  int east_;
  int south_;
  std::array<std::vector<int>, 4> kept_;
  std::array<std::vector<LineVertex>, 4> outer_;
  std::array<std::vector<LineVertex>, 4> inner_;
  std::vector<std::uint32_t> number_of_core_;
  AdaptiveTriangles out_;
};

}  // namespace

std::vector<AdaptiveTriangles> triangulate_tile_levels(const Grid<float>& samples,
                                                       const std::vector<double>& max_errors, double edge_error,
                                                       std::size_t most) {
  if (samples.width() < kMinTileSide || samples.height() < kMinTileSide) {
    throw StageError(fmt::format("a mesh with a border of its own needs at least {0} x {0} samples", kMinTileSide),
                     "edge_error");
  }
  Grid<float> inside(samples.width() - 2, samples.height() - 2);
  for (int y = 0; y < inside.height(); ++y)
    std::copy_n(samples.row(y + 1).data() + 1, inside.width(), inside.row(y).data());
  std::vector<AdaptiveTriangles> levels = triangulate_levels(inside, max_errors, most);
  for (AdaptiveTriangles& level : levels) level = TileBuilder(samples, level).build(edge_error);
  return levels;
}

}  // namespace weald::terrain
