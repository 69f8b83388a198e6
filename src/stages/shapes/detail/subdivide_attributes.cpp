#include "stages/shapes/detail/subdivide_attributes.h"

#include <array>

#include "data/circulators.h"
#include "methods/mesh/refine.h"

namespace weald::mesh {
namespace {

Vec2f middle(const Vec2f& a, const Vec2f& b) { return Vec2f{(glm::dvec2{a} + glm::dvec2{b}) * 0.5}; }

/// Refines one value per vertex. The child's vertices are the old vertices, then the edges, then the faces.
std::vector<Vec2f> refine_vertex_values(const std::vector<Vec2f>& values, const RefineStep& step) {
  const Dcel& parent = step.parent;
  std::vector<Vec2f> result = values;
  result.reserve(values.size() + parent.edge_count() + (step.quads ? parent.face_count() : 0));
  for (std::uint32_t h = 0; h < parent.halfedge_count(); h += 2) {
    result.push_back(middle(values[parent.origins()[h]], values[parent.origins()[h + 1]]));
  }
  for (std::uint32_t f = 0; step.quads && f < parent.face_count(); ++f) {
    glm::dvec2 sum{0};
    for (const VertexId v : vertices_of(parent, FaceId{f})) sum += glm::dvec2{values[v.index]};
    result.push_back(Vec2f{sum / static_cast<double>(step.begin[f + 1] - step.begin[f])});
  }
  return result;
}

/// Refines values with an index per corner.
class CornerRefiner {
 public:
  CornerRefiner(const CornerAttribute<Vec2f>& uvs, const RefineStep& step, const Dcel& child) : uvs_(uvs), step_(step) {
    result_.values = uvs.values;
    result_.index.assign(child.halfedge_count(), 0);
    middles_.assign(step.parent.halfedge_count(), 0);
  }

  CornerAttribute<Vec2f> run() {
    for (std::uint32_t h = 0; h < step_.parent.halfedge_count(); h += 2) add_edge(h);
    for (std::uint32_t f = 0; f < step_.parent.face_count(); ++f) {
      if (step_.quads) add_face_mean(f);
      std::uint32_t h = step_.parent.face_halfedges()[f];
      for (std::uint32_t c = step_.begin[f]; c < step_.begin[f + 1]; ++c, h = step_.parent.nexts()[h]) set_corner(h);
    }
    return std::move(result_);
  }

 private:
  std::uint32_t push(const Vec2f& value) {
    result_.values.push_back(value);
    return static_cast<std::uint32_t>(result_.values.size() - 1);
  }
  /// Indices of the values at the two ends of h, on h's side.
  std::array<std::uint32_t, 2> ends(std::uint32_t h) const {
    return {uvs_.index[h], uvs_.index[step_.parent.nexts()[h]]};
  }

  void add_edge(std::uint32_t even) {
    const auto faces = step_.parent.faces();
    const std::uint32_t odd = even + 1;
    const bool both = faces[even] != Dcel::kNoIndex && faces[odd] != Dcel::kNoIndex;
    if (faces[even] != Dcel::kNoIndex)
      middles_[even] = push(middle(uvs_.values[ends(even)[0]], uvs_.values[ends(even)[1]]));
    if (both && ends(even)[0] == ends(odd)[1] && ends(even)[1] == ends(odd)[0]) {
      middles_[odd] = middles_[even];
    } else if (faces[odd] != Dcel::kNoIndex) {
      middles_[odd] = push(middle(uvs_.values[ends(odd)[0]], uvs_.values[ends(odd)[1]]));
    }
  }

  void add_face_mean(std::uint32_t f) {
    glm::dvec2 sum{0};
    for (const HalfedgeId h : halfedges_of(step_.parent, FaceId{f}))
      sum += glm::dvec2{uvs_.values[uvs_.index[h.index]]};
    mean_ = push(Vec2f{sum / static_cast<double>(step_.begin[f + 1] - step_.begin[f])});
  }

  /// Sets the corners of the child half-edges that start at the origin or the midpoint of h, on h's side, or lead to
  /// and from the face vertex.
  void set_corner(std::uint32_t h) {
    result_.index[first_half(h)] = uvs_.index[h];
    result_.index[second_half(h)] = middles_[h];
    const std::uint32_t inner = 2 * (step_.parent.halfedge_count() + step_.rank[h]);
    result_.index[inner] = middles_[h];
    result_.index[inner + 1] = step_.quads ? mean_ : middles_[step_.parent.prevs()[h]];
  }

  const CornerAttribute<Vec2f>& uvs_;
  const RefineStep& step_;
  CornerAttribute<Vec2f> result_;
  std::vector<std::uint32_t> middles_;  // per parent half-edge
  std::uint32_t mean_ = 0;              // mean value of the current face
};

/// Per-channel sums of colours.
struct ByteSum {
  std::array<std::uint32_t, 4> channels{};
  std::uint32_t count = 0;

  void add(const Rgba8& c) {
    channels[0] += c.r;
    channels[1] += c.g;
    channels[2] += c.b;
    channels[3] += c.a;
    ++count;
  }
  Rgba8 mean() const {
    const auto round = [&](std::uint32_t sum) { return static_cast<std::uint8_t>((2 * sum + count) / (2 * count)); };
    return {round(channels[0]), round(channels[1]), round(channels[2]), round(channels[3])};
  }
};

}  // namespace

CornerAttribute<Vec2f> refine_uvs(const CornerAttribute<Vec2f>& uvs, const RefineStep& step, const Dcel& child) {
  if (uvs.empty()) return {};
  if (uvs.index.empty()) return {refine_vertex_values(uvs.values, step), {}};
  return CornerRefiner(uvs, step, child).run();
}

std::vector<Rgba8> refine_bytes(const std::vector<Rgba8>& values, const RefineStep& step) {
  if (values.empty()) return {};
  std::vector<Rgba8> result = values;
  const Dcel& parent = step.parent;
  for (std::uint32_t h = 0; h < parent.halfedge_count(); h += 2) {
    ByteSum sum;
    sum.add(values[parent.origins()[h]]);
    sum.add(values[parent.origins()[h + 1]]);
    result.push_back(sum.mean());
  }
  for (std::uint32_t f = 0; step.quads && f < parent.face_count(); ++f) {
    ByteSum sum;
    for (const VertexId v : vertices_of(parent, FaceId{f})) sum.add(values[v.index]);
    result.push_back(sum.mean());
  }
  return result;
}

std::vector<std::uint16_t> refine_groups(const std::vector<std::uint16_t>& groups, const RefineStep& step) {
  std::vector<std::uint16_t> result;
  for (std::uint32_t f = 0; f < groups.size(); ++f) {
    result.insert(result.end(), step.quads ? step.begin[f + 1] - step.begin[f] : 4, groups[f]);
  }
  return result;
}

}  // namespace weald::mesh
