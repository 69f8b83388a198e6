#include "stages/shapes/displace.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "data/circulators.h"
#include "methods/mesh/normals.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kVerticesPerBlock = 8192;

/// The field as a function of two coordinates that each run from 0 to 1 over one copy of the field.
class UnitField {
 public:
  UnitField(const Heightmap& field, FieldWrap wrap) : field_(field), wrap_(wrap) {
    const HeightRange range = height_range(field);
    low_ = range.min;
    scale_ = range.max > range.min ? 1 / (static_cast<double>(range.max) - range.min) : 0;
    // A repeating field has a period of `width` cells; a mirrored field reverses at its last sample.
    const int less = wrap == FieldWrap::mirror ? 1 : 0;
    columns_ = field.width() - less;
    rows_ = field.height() - less;
  }

  bool is_flat() const { return scale_ == 0; }

  /// The value scaled to 0 at the lowest sample and 1 at the highest.
  double at(double u, double v) const {
    const double column = place(u) * columns_;
    const double row = place(v) * rows_;
    return ((wrap_ == FieldWrap::mirror ? sample_bilinear(field_, column, row) : sample_wrapped(column, row)) - low_) *
           scale_;
  }

 private:
  double place(double x) const {
    if (wrap_ == FieldWrap::repeat) return x - std::floor(x);
    const double half = x * 0.5;
    const double t = 2 * (half - std::floor(half));  // in the range 0 to 2
    return t <= 1 ? t : 2 - t;
  }

  double sample_wrapped(double column, double row) const {
    const int x0 = static_cast<int>(column) % field_.width();
    const int y0 = static_cast<int>(row) % field_.height();
    const int x1 = (x0 + 1) % field_.width();
    const int y1 = (y0 + 1) % field_.height();
    const double fx = column - std::floor(column);
    const double fy = row - std::floor(row);
    const double north = field_.heights.at(x0, y0) * (1 - fx) + field_.heights.at(x1, y0) * fx;
    const double south = field_.heights.at(x0, y1) * (1 - fx) + field_.heights.at(x1, y1) * fx;
    return north * (1 - fy) + south * fy;
  }

  const Heightmap& field_;
  FieldWrap wrap_;
  double low_ = 0;
  double scale_ = 0;
  double columns_ = 0;
  double rows_ = 0;
};

class Displacer {
 public:
  Displacer(const Mesh& mesh, const UnitField& field, const DisplaceOptions& options)
      : mesh_(mesh), field_(field), options_(options), normals_(vertex_normals(mesh)) {}

  Vec3f moved(VertexId v) const {
    const Vec3 p{mesh_.positions[v.index]};
    if (!mesh_.topology.halfedge(v)) return mesh_.positions[v.index];
    const Vec3 n{normals_[v.index]};
    return Vec3f{p + n * (options_.amplitude * (value(v, p, n) - options_.midlevel))};
  }

 private:
  double value(VertexId v, const Vec3& p, const Vec3& n) const {
    const Vec3 q = p / options_.scale + 0.5;
    switch (options_.mapping) {
      case FieldMapping::triplanar: return triplanar(q, n);
      case FieldMapping::uv: return by_uv(v);
      case FieldMapping::xz: return field_.at(q.x, q.z);
    }
    return 0;
  }

  /// Weights with the eighth power of the normal keep transitions narrow, so that different patterns overlap little.
  double triplanar(const Vec3& q, const Vec3& n) const {
    Vec3 weight = n * n;
    weight *= weight;
    weight *= weight;
    const double sum = weight.x + weight.y + weight.z;
    return (weight.x * field_.at(q.z, q.y) + weight.y * field_.at(q.x, q.z) + weight.z * field_.at(q.x, q.y)) / sum;
  }

  double by_uv(VertexId v) const {
    double sum = 0;
    int count = 0;
    for (const HalfedgeId h : outgoing_of(mesh_.topology, v)) {
      if (mesh_.topology.is_boundary(h)) continue;
      const Vec2 uv{mesh_.uvs.values[mesh_.uvs.index_of(h, v)]};
      sum += field_.at(uv.x, 1 - uv.y);
      ++count;
    }
    return sum / count;
  }

  const Mesh& mesh_;
  const UnitField& field_;
  const DisplaceOptions& options_;
  std::vector<Vec3f> normals_;
};

}  // namespace

Mesh displace(const Mesh& mesh, const Heightmap& field, const DisplaceOptions& options) {
  if (field.heights.empty()) throw StageError("the field is empty", "by");
  if (options.mapping == FieldMapping::uv && mesh.uvs.empty()) {
    throw StageError("the mesh has no UVs to map the field by; use another mapping", "mapping");
  }
  Mesh result = mesh;
  result.facts.clear();
  const UnitField unit_field(field, options.wrap);
  if (!unit_field.is_flat()) {
    const Displacer displacer(mesh, unit_field, options);
    parallel_blocks(mesh.positions.size(), kVerticesPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        result.positions[v] = displacer.moved(VertexId{static_cast<std::uint32_t>(v)});
      }
    });
  }
  if (options.crease_angle >= 180) {
    set_smooth_normals(result);
  } else {
    set_crease_normals(result, options.crease_angle);
  }
  return result;
}

Mesh Displace::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  context.progress(0);
  return displace(inputs[params.from], inputs[params.by],
                  {params.amplitude, params.midlevel, params.mapping, params.scale, params.wrap, params.crease_angle});
}

}  // namespace weald::mesh
