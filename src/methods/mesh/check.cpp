#include "methods/mesh/check.h"

#include <algorithm>
#include <cmath>

namespace weald::mesh {
namespace {

class Reporter {
 public:
  explicit Reporter(CheckReport& report) : report_(report) {}
  void add(FaultKind kind, std::size_t element) {
    if (report_.faults.size() < CheckReport::kMaxFaults) {
      report_.faults.push_back({kind, static_cast<std::uint32_t>(element)});
    }
    ++report_.count;
  }

 private:
  CheckReport& report_;
};

class DcelChecker {
 public:
  DcelChecker(const Dcel& dcel, Reporter& report)
      : origin_(dcel.origins()),
        next_(dcel.nexts()),
        prev_(dcel.prevs()),
        face_(dcel.faces()),
        vertex_halfedge_(dcel.vertex_halfedges()),
        face_halfedge_(dcel.face_halfedges()),
        report_(report) {}

  void run() {
    const std::size_t count = origin_.size();
    if (next_.size() != count || prev_.size() != count || face_.size() != count || count % 2 != 0) {
      report_.add(FaultKind::array_sizes_differ, 0);
      return;
    }
    bool in_range = true;
    for (std::size_t h = 0; h < count; ++h) in_range = check_range(h) && in_range;
    for (std::size_t h = 0; h < count; ++h) {
      if (range_ok(h)) check_links(h);
    }
    for (std::size_t f = 0; f < face_halfedge_.size(); ++f) check_face_halfedge(f);
    for (std::size_t v = 0; v < vertex_halfedge_.size(); ++v) check_vertex_halfedge(v);
    if (in_range) {  // the walks follow indices stored in other half-edges
      check_cycles();
      check_fans();
    }
  }

 private:
  bool range_ok(std::size_t h) const {
    return origin_[h] < vertex_halfedge_.size() && next_[h] < origin_.size() && prev_[h] < origin_.size() &&
           (face_[h] == Dcel::kNoIndex || face_[h] < face_halfedge_.size());
  }
  bool check_range(std::size_t h) {
    if (range_ok(h)) return true;
    report_.add(FaultKind::index_out_of_range, h);
    return false;
  }

  void check_links(std::size_t h) {
    const std::uint32_t next = next_[h];
    if (prev_[next] != h || next_[prev_[h]] != h) report_.add(FaultKind::next_prev_disagree, h);
    if (origin_[next] != origin_[h ^ 1u]) report_.add(FaultKind::next_starts_elsewhere, h);
    if (face_[next] != face_[h]) report_.add(FaultKind::face_changes_along_cycle, h);
    if (h % 2 == 0) {
      if (origin_[h] == origin_[h + 1]) report_.add(FaultKind::edge_joins_vertex_to_itself, h);
      if (face_[h] == Dcel::kNoIndex && face_[h + 1] == Dcel::kNoIndex) report_.add(FaultKind::edge_without_face, h);
    }
  }

  bool face_halfedge_ok(std::size_t f) const {
    return face_halfedge_[f] < origin_.size() && face_[face_halfedge_[f]] == f;
  }
  void check_face_halfedge(std::size_t f) {
    if (!face_halfedge_ok(f)) report_.add(FaultKind::face_halfedge_wrong, f);
  }

  bool vertex_halfedge_ok(std::size_t v) const {
    return vertex_halfedge_[v] < origin_.size() && origin_[vertex_halfedge_[v]] == v;
  }
  void check_vertex_halfedge(std::size_t v) {
    if (vertex_halfedge_[v] != Dcel::kNoIndex && !vertex_halfedge_ok(v))
      report_.add(FaultKind::vertex_halfedge_wrong, v);
  }

  /// Walks each face's cycle and compares the counts. The number of half-edges of the face limits the steps.
  void check_cycles() {
    std::vector<std::uint32_t> owned(face_halfedge_.size(), 0);
    for (const std::uint32_t f : face_) {
      if (f != Dcel::kNoIndex) ++owned[f];
    }
    for (std::size_t f = 0; f < face_halfedge_.size(); ++f) {
      if (!face_halfedge_ok(f)) continue;
      std::uint32_t met = 0;
      std::uint32_t h = face_halfedge_[f];
      do {
        ++met;
        h = next_[h];
      } while (h != face_halfedge_[f] && met <= owned[f]);
      if (met < 3) report_.add(FaultKind::face_too_small, f);
      if (met < owned[f]) report_.add(FaultKind::face_in_several_cycles, f);
    }
  }

  /// Walks clockwise around each vertex and compares the counts. The number of half-edges that start there limits the
  /// steps.
  void check_fans() {
    std::vector<std::uint32_t> owned(vertex_halfedge_.size(), 0);
    std::vector<bool> has_gap(vertex_halfedge_.size(), false);
    for (std::size_t h = 0; h < origin_.size(); ++h) {
      ++owned[origin_[h]];
      if (face_[h] == Dcel::kNoIndex) has_gap[origin_[h]] = true;
    }
    for (std::size_t v = 0; v < vertex_halfedge_.size(); ++v) {
      if (vertex_halfedge_[v] == Dcel::kNoIndex) {
        if (owned[v] != 0) report_.add(FaultKind::vertex_without_halfedge, v);
        continue;
      }
      if (!vertex_halfedge_ok(v)) continue;
      if (has_gap[v] && face_[vertex_halfedge_[v]] != Dcel::kNoIndex) report_.add(FaultKind::vertex_hides_boundary, v);
      std::uint32_t met = 0;
      std::uint32_t h = vertex_halfedge_[v];
      do {
        ++met;
        h = next_[h ^ 1u];
      } while (h != vertex_halfedge_[v] && met <= owned[v]);
      if (met < owned[v]) report_.add(FaultKind::vertex_in_several_fans, v);
    }
  }

  std::span<const std::uint32_t> origin_, next_, prev_, face_, vertex_halfedge_, face_halfedge_;
  Reporter& report_;
};

/// The violations under which faults of an attribute are reported.
struct AttributeViolations {
  FaultKind count, index, value;
};

template <class T, class ValueOk>
void check_attribute(const Dcel& dcel, const CornerAttribute<T>& attribute, const AttributeViolations& names,
                     Reporter& report, const ValueOk& value_ok) {
  const std::size_t expected = attribute.index.empty() ? dcel.vertex_count() : dcel.halfedge_count();
  const std::size_t actual = attribute.index.empty() ? attribute.values.size() : attribute.index.size();
  if (attribute.empty() ? !attribute.index.empty() : actual != expected) {
    report.add(names.count, attribute.values.size());
    return;
  }
  for (std::size_t h = 0; h < attribute.index.size(); ++h) {
    if (dcel.faces()[h] != Dcel::kNoIndex && attribute.index[h] >= attribute.values.size()) report.add(names.index, h);
  }
  for (std::size_t i = 0; i < attribute.values.size(); ++i) {
    if (!value_ok(attribute.values[i])) report.add(names.value, i);
  }
}

void check_groups(const Mesh& mesh, Reporter& report) {
  if (mesh.groups.empty() || (!mesh.face_groups.empty() && mesh.face_groups.size() != mesh.face_count())) {
    report.add(FaultKind::group_count_differs, mesh.face_groups.size());
  }
  for (std::size_t f = 0; f < mesh.face_groups.size(); ++f) {
    if (mesh.face_groups[f] >= mesh.groups.size()) report.add(FaultKind::group_out_of_range, f);
  }
  for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
    if (mesh.groups[g].material >= mesh.materials.size()) report.add(FaultKind::material_out_of_range, g);
  }
}

}  // namespace

const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::array_sizes_differ: return "array sizes differ";
    case FaultKind::index_out_of_range: return "index out of range";
    case FaultKind::next_prev_disagree: return "next and prev disagree";
    case FaultKind::next_starts_elsewhere: return "next starts elsewhere";
    case FaultKind::edge_joins_vertex_to_itself: return "edge joins a vertex to itself";
    case FaultKind::edge_without_face: return "edge without face";
    case FaultKind::face_changes_along_cycle: return "face changes along its cycle";
    case FaultKind::face_halfedge_wrong: return "half-edge of face is wrong";
    case FaultKind::face_in_several_cycles: return "face has several cycles";
    case FaultKind::face_too_small: return "face with fewer than three corners";
    case FaultKind::vertex_halfedge_wrong: return "half-edge of vertex is wrong";
    case FaultKind::vertex_without_halfedge: return "vertex without half-edge has edges";
    case FaultKind::vertex_hides_boundary: return "boundary vertex without boundary half-edge";
    case FaultKind::vertex_in_several_fans: return "vertex has several fans";
    case FaultKind::position_count_differs: return "number of positions differs";
    case FaultKind::position_not_finite: return "position not finite";
    case FaultKind::uv_count_differs: return "number of UVs differs";
    case FaultKind::uv_index_out_of_range: return "UV index out of range";
    case FaultKind::uv_not_finite: return "UV not finite";
    case FaultKind::normal_count_differs: return "number of normals differs";
    case FaultKind::normal_index_out_of_range: return "normal index out of range";
    case FaultKind::normal_not_unit: return "normal not of unit length";
    case FaultKind::colour_count_differs: return "number of colours or wind data differs";
    case FaultKind::group_count_differs: return "number of face groups differs";
    case FaultKind::group_out_of_range: return "face group out of range";
    case FaultKind::material_out_of_range: return "material out of range";
  }
  return "?";
}

CheckReport check(const Dcel& dcel) {
  CheckReport result;
  Reporter report(result);
  DcelChecker(dcel, report).run();
  return result;
}

CheckReport check(const Mesh& mesh) {
  CheckReport result = check(mesh.topology);
  for (const Fault& fault : result.faults) {
    if (fault.kind == FaultKind::array_sizes_differ) return result;
  }
  Reporter report(result);
  if (mesh.positions.size() != mesh.vertex_count())
    report.add(FaultKind::position_count_differs, mesh.positions.size());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    if (!is_finite(mesh.positions[v])) report.add(FaultKind::position_not_finite, v);
  }
  check_attribute(mesh.topology, mesh.uvs,
                  {FaultKind::uv_count_differs, FaultKind::uv_index_out_of_range, FaultKind::uv_not_finite}, report,
                  [](const Vec2f& uv) { return std::isfinite(uv.x) && std::isfinite(uv.y); });
  check_attribute(mesh.topology, mesh.normals,
                  {FaultKind::normal_count_differs, FaultKind::normal_index_out_of_range, FaultKind::normal_not_unit},
                  report, [](const Vec3f& n) { return std::abs(glm::length(n) - 1.0f) <= 1e-3f; });  // false for NaN
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::size_t size = (mesh.*attribute.values).size();
    if (size != 0 && size != mesh.vertex_count()) report.add(FaultKind::colour_count_differs, size);
  }
  check_groups(mesh, report);
  return result;
}

bool is_closed(const Dcel& dcel) {
  return std::find(dcel.faces().begin(), dcel.faces().end(), Dcel::kNoIndex) == dcel.faces().end();
}

bool is_triangle_mesh(const Dcel& dcel) {  // no face has fewer than three corners, so the mean decides
  const auto boundary = std::count(dcel.faces().begin(), dcel.faces().end(), Dcel::kNoIndex);
  return dcel.halfedge_count() - static_cast<std::uint64_t>(boundary) == 3 * std::uint64_t{dcel.face_count()};
}

}  // namespace weald::mesh
