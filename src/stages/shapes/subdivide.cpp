#include "stages/shapes/subdivide.h"

#include <array>
#include <optional>

#include "base/math/math.h"
#include "base/parallel.h"
#include "data/circulators.h"
#include "methods/mesh/check.h"
#include "methods/mesh/normals.h"
#include "methods/mesh/refine.h"
#include "methods/mesh/seams.h"
#include "methods/mesh/triangulate.h"

namespace weald::mesh {

namespace {

/// One refinement step: the mesh that is split, and how.
struct RefineStep {
  const Dcel& parent;
  const std::vector<std::uint32_t>& begin;  ///< corner_begin(parent)
  const std::vector<std::uint32_t>& rank;   ///< corner_ranks(parent, begin)
  bool quads = true;                        ///< split_to_quads, otherwise split_to_triangles
};

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

/// Interpolates corner values linearly. Every edge gets one midpoint value if both sides have the same values,
/// otherwise one per side; with `quads`, every face gets its mean.
CornerAttribute<Vec2f> refine_uvs(const CornerAttribute<Vec2f>& uvs, const RefineStep& step, const Dcel& child) {
  if (uvs.empty()) return {};
  if (uvs.index.empty()) return {refine_vertex_values(uvs.values, step), {}};
  return CornerRefiner(uvs, step, child).run();
}

/// Interpolates a list of VertexAttributes linearly and rounds to nearest. An empty list stays empty.
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

/// Group of each child face. An empty list stays empty.
std::vector<std::uint16_t> refine_groups(const std::vector<std::uint16_t>& groups, const RefineStep& step) {
  std::vector<std::uint16_t> result;
  for (std::uint32_t f = 0; f < groups.size(); ++f) {
    result.insert(result.end(), step.quads ? step.begin[f + 1] - step.begin[f] : 4, groups[f]);
  }
  return result;
}

constexpr std::size_t kValuesPerBlock = 16384;

/// Computes the points of the next finer level: old vertices, edges, and for Catmull-Clark also faces.
class PointMaker {
 public:
  PointMaker(const Mesh& mesh, const RefineStep& step, BoundaryCorner corners)
      : dcel_(mesh.topology), old_(mesh.positions), step_(step), corners_(corners) {
    const std::size_t faces = step.quads ? dcel_.face_count() : 0;
    points_.resize(std::size_t{dcel_.vertex_count()} + dcel_.edge_count() + faces);
    if (!step.quads) fill_loop_weights();
  }

  std::vector<Vec3f> run() {
    if (step_.quads) for_all(dcel_.face_count(), [&](std::uint32_t f) { set(face_vertex(f), face_point(f)); });
    for_all(dcel_.edge_count(), [&](std::uint32_t e) { set(dcel_.vertex_count() + e, edge_point(2 * e)); });
    for_all(dcel_.vertex_count(), [&](std::uint32_t v) { set(v, vertex_point(v)); });
    return std::move(points_);
  }

 private:
  template <class Body>
  static void for_all(std::size_t count, const Body& body) {
    parallel_blocks(count, kValuesPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) body(static_cast<std::uint32_t>(i));
    });
  }
  void set(std::uint32_t index, const Vec3& point) { points_[index] = Vec3f{point}; }
  std::uint32_t face_vertex(std::uint32_t f) const { return dcel_.vertex_count() + dcel_.edge_count() + f; }
  Vec3 at(std::uint32_t v) const { return Vec3{old_[v]}; }
  Vec3 origin(std::uint32_t h) const { return at(dcel_.origins()[h]); }

  Vec3 face_point(std::uint32_t f) const {
    Vec3 sum{0};
    std::uint32_t h = dcel_.face_halfedges()[f];
    const std::uint32_t count = step_.begin[f + 1] - step_.begin[f];
    for (std::uint32_t i = 0; i < count; ++i, h = dcel_.nexts()[h]) sum += origin(h);
    return sum / static_cast<double>(count);
  }

  Vec3 edge_point(std::uint32_t h) const {
    const std::uint32_t left = dcel_.faces()[h];
    const std::uint32_t right = dcel_.faces()[h + 1];
    const Vec3 ends = origin(h) + origin(h + 1);
    if (left == Dcel::kNoIndex || right == Dcel::kNoIndex) return ends * 0.5;
    if (step_.quads) return (ends + Vec3{points_[face_vertex(left)]} + Vec3{points_[face_vertex(right)]}) * 0.25;
    return ends * 0.375 + (origin(dcel_.prevs()[h]) + origin(dcel_.prevs()[h + 1])) * 0.125;
  }

  Vec3 vertex_point(std::uint32_t v) const {
    const std::uint32_t start = dcel_.vertex_halfedges()[v];
    if (start == Dcel::kNoIndex) return at(v);
    if (dcel_.faces()[start] == Dcel::kNoIndex) return boundary_point(v, start);
    Vec3 neighbours{0};
    Vec3 faces{0};
    std::uint32_t valence = 0;
    std::uint32_t h = start;
    do {
      neighbours += origin(h ^ 1u);
      if (step_.quads) faces += Vec3{points_[face_vertex(dcel_.faces()[h])]};
      ++valence;
      h = dcel_.nexts()[h ^ 1u];
    } while (h != start);
    const double n = valence;
    if (step_.quads) return (neighbours + faces) / (n * n) + at(v) * ((n - 2) / n);
    const double weight = loop_weight(valence);
    return neighbours * weight + at(v) * (1 - n * weight);
  }

  /// Cubic B-spline knot insertion along the boundary.
  Vec3 boundary_point(std::uint32_t v, std::uint32_t start) const {
    const std::uint32_t before = dcel_.prevs()[start];
    const bool one_face = dcel_.nexts()[start ^ 1u] == (before ^ 1u);
    if (corners_ == BoundaryCorner::sharp && one_face) return at(v);
    return (origin(start ^ 1u) + origin(before)) * 0.125 + at(v) * 0.75;
  }

  static double exact_loop_weight(std::uint32_t valence) {
    const double inner = 0.375 + 0.25 * math::cos(2 * math::kPi / valence);
    return (0.625 - inner * inner) / valence;
  }
  void fill_loop_weights() {
    for (std::uint32_t n = 1; n < loop_weights_.size(); ++n) loop_weights_[n] = exact_loop_weight(n);
  }
  double loop_weight(std::uint32_t valence) const {
    return valence < loop_weights_.size() ? loop_weights_[valence] : exact_loop_weight(valence);
  }

  const Dcel& dcel_;
  const std::vector<Vec3f>& old_;
  const RefineStep& step_;
  BoundaryCorner corners_;
  std::vector<Vec3f> points_;
  std::array<double, 32> loop_weights_{};  // weight of each neighbour, by valence
};

Mesh subdivide_once(const Mesh& mesh, const SubdivideOptions& options, const RunContext& context) {
  const Dcel& dcel = mesh.topology;
  const std::vector<std::uint32_t> begin = corner_begin(dcel);
  const std::vector<std::uint32_t> rank = corner_ranks(dcel, begin);
  const RefineStep step{dcel, begin, rank, options.scheme == SubdivisionScheme::catmull_clark};
  Mesh result;
  result.positions = PointMaker(mesh, step, options.corners).run();
  context.check_stop();
  result.topology = step.quads ? split_to_quads(dcel, begin, rank) : split_to_triangles(dcel, rank);
  result.uvs = refine_uvs(mesh.uvs, step, result.topology);
  for (const VertexAttribute& attribute : kVertexAttributes)
    result.*attribute.values = refine_bytes(mesh.*attribute.values, step);
  result.face_groups = refine_groups(mesh.face_groups, step);
  result.groups = mesh.groups;
  result.materials = mesh.materials;
  return result;
}

}  // namespace

std::uint64_t subdivided_face_count(const Dcel& dcel, SubdivisionScheme scheme, int levels) {
  std::uint64_t faces = dcel.face_count();
  for (int level = 0; level < levels; ++level) {
    if (scheme == SubdivisionScheme::catmull_clark && level == 0) {
      faces = corner_begin(dcel).back();
    } else {
      faces *= 4;
    }
  }
  return faces;
}

Mesh subdivide(const Mesh& mesh, const SubdivideOptions& options, const RunContext& context) {
  WEALD_CHECK(options.levels >= 0 && options.levels <= 16);
  if (options.scheme == SubdivisionScheme::loop) WEALD_CHECK(is_triangle_mesh(mesh.topology));
  const std::uint64_t faces = subdivided_face_count(mesh.topology, options.scheme, options.levels);
  if (faces > kMaxSubdividedFaces) {
    throw StageError(std::to_string(options.levels) + " levels would make " + std::to_string(faces) +
                         " faces; at most " + std::to_string(kMaxSubdividedFaces) + " are allowed",
                     "levels");
  }
  Mesh result = options.levels == 0 ? mesh : subdivide_once(mesh, options, context);
  for (int level = 1; level < options.levels; ++level) {
    result = subdivide_once(result, options, context);
    context.progress(static_cast<double>(level) / options.levels);
  }
  result.normals = {};
  if (options.normals) set_smooth_normals(result);
  return result;
}

Estimate Subdivide::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  if (params.levels == 0) return Estimate::of_surface(from.surface);
  const bool quads = params.scheme == SubdivisionScheme::catmull_clark;
  // The first step makes a quad from each corner, or four triangles from each triangle of a face; every further step
  // makes four faces from one. The number of triangles of a mesh is its corners minus twice its faces.
  Amount first = from.surface.corners;
  if (!quads) {
    const SurfaceCounts& given = from.surface;
    first.least = given.faces.most ? std::max(0.0, given.corners.least - 2 * *given.faces.most) : 0;
    if (given.corners.most) first.most = *given.corners.most - 2 * given.faces.least;
    first = first * 4;
  }
  const Amount faces = first * static_cast<double>(std::uint64_t{1} << (2 * (params.levels - 1)));
  SurfaceCounts counts;
  counts.faces = faces;
  counts.corners = faces * (quads ? 4 : 3);
  // vertices per face, for a mesh of a single face
  const double fewest = quads ? 0.5 : 0.25, most = quads ? 2.25 : 1.5;
  counts.vertices = {faces.least * fewest, faces.most ? std::optional{*faces.most * most} : std::nullopt};
  counts.normals = counts.vertices;
  counts.uvs = {0, counts.corners.most};
  Estimate result = Estimate::of_surface(counts);
  result.scratch = {faces.least * (quads ? 24 : 14), faces.most ? std::optional{*faces.most * 30} : std::nullopt};
  result.seconds = faces * 4e-7;
  result.cause = "levels";
  return result;
}

Mesh Subdivide::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Mesh& given = inputs[params.from];
  const SubdivideOptions options{params.scheme, params.levels, params.corners, true};
  const std::optional<ClosedSeams> closed = options.levels > 0 ? close_seams(given) : std::nullopt;
  const Mesh& mesh = closed ? closed->mesh : given;
  if (options.scheme == SubdivisionScheme::catmull_clark || is_triangle_mesh(mesh.topology)) {
    return subdivide(mesh, options, context);
  }
  context.warn("Loop subdivision needs triangles: faces with more corners were triangulated first", "scheme");
  return subdivide(triangulate(mesh, context), options, context);
}

}  // namespace weald::mesh
