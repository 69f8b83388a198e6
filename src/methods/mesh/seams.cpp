#include "methods/mesh/seams.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "base/disjoint_sets.h"
#include "methods/mesh/build.h"

namespace weald::mesh {
namespace {

using Point = std::array<float, 3>;

Point point_of(const Vec3f& p) { return {p.x, p.y, p.z}; }

/// A boundary half-edge, identified by the positions of its ends, the smaller one first.
struct BorderEdge {
  Point low, high;
  bool upwards;             ///< from low to high
  std::uint32_t half_edge;  ///< the half-edge that has a face
};

class SeamCloser {
 public:
  explicit SeamCloser(const Mesh& mesh) : mesh_(mesh), dcel_(mesh.topology), sets_(dcel_.vertex_count()) {}

  std::optional<ClosedSeams> run() {
    const std::uint32_t edges = join_edges();
    if (edges == 0) return std::nullopt;
    BuildResult built = build_mesh(joined_soup());
    if (built.report.faces_dropped > 0) return std::nullopt;
    return ClosedSeams{std::move(built.mesh), edges};
  }

 private:
  Point place(std::uint32_t h) const { return point_of(mesh_.positions[dcel_.origins()[h]]); }

  std::vector<BorderEdge> border() const {
    std::vector<BorderEdge> edges;
    for (std::uint32_t h = 0; h < dcel_.halfedge_count(); ++h) {
      if (dcel_.faces()[h] == Dcel::kNoIndex || dcel_.faces()[h ^ 1u] != Dcel::kNoIndex) continue;
      const Point from = place(h);
      const Point to = place(h ^ 1u);
      const bool finite =
          is_finite(mesh_.positions[dcel_.origins()[h]]) && is_finite(mesh_.positions[dcel_.origins()[h ^ 1u]]);
      if (finite && from != to) edges.push_back({std::min(from, to), std::max(from, to), from < to, h});
    }
    std::sort(edges.begin(), edges.end(), [](const BorderEdge& a, const BorderEdge& b) {
      return std::tie(a.low, a.high, a.half_edge) < std::tie(b.low, b.high, b.half_edge);
    });
    return edges;
  }

  /// Whether the corners beside the two edges coincide too.
  bool folded(std::uint32_t h, std::uint32_t other) const {
    return place(dcel_.prevs()[h]) == place(dcel_.nexts()[other] ^ 1u);
  }

  std::uint32_t join_edges() {
    const std::vector<BorderEdge> edges = border();
    std::uint32_t joined = 0;
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
      while (end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high) ++end;
      if (end - begin != 2 || edges[begin].upwards == edges[begin + 1].upwards) continue;
      const std::uint32_t h = edges[begin].half_edge;
      const std::uint32_t other = edges[begin + 1].half_edge;
      if (folded(h, other)) continue;
      sets_.join(dcel_.origins()[h], dcel_.origins()[other ^ 1u]);
      sets_.join(dcel_.origins()[h ^ 1u], dcel_.origins()[other]);
      ++joined;
    }
    return joined;
  }

  Soup joined_soup() {
    Soup soup = to_soup(mesh_);
    if (!soup.uvs.empty() && soup.corner_uvs.empty()) soup.corner_uvs = soup.corners;
    if (!soup.normals.empty() && soup.corner_normals.empty()) soup.corner_normals = soup.corners;
    std::vector<std::uint32_t> number(dcel_.vertex_count());
    std::uint32_t kept = 0;
    for (std::uint32_t v = 0; v < dcel_.vertex_count(); ++v) {
      const std::uint32_t first = sets_.root(v);
      number[v] = first == v ? kept++ : number[first];
      if (first != v) continue;
      soup.positions[number[v]] = soup.positions[v];
      for (const VertexAttribute& attribute : kVertexAttributes) {
        std::vector<Rgba8>& values = soup.*attribute.values;
        if (!values.empty()) values[number[v]] = values[v];
      }
    }
    soup.positions.resize(kept);
    for (const VertexAttribute& attribute : kVertexAttributes) {
      if (!(soup.*attribute.values).empty()) (soup.*attribute.values).resize(kept);
    }
    for (std::uint32_t& corner : soup.corners) corner = number[corner];
    return soup;
  }

  const Mesh& mesh_;
  const Dcel& dcel_;
  DisjointSets sets_;  // of vertices to be joined
};

}  // namespace

std::optional<ClosedSeams> close_seams(const Mesh& mesh) { return SeamCloser(mesh).run(); }

}  // namespace weald::mesh
