#include "methods/mesh/build.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"
#include "data/dcel_builder.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kMaxItems = 100;

void check_shape(const Soup& soup) {
  WEALD_CHECK(!soup.face_begin.empty());
  const std::size_t faces = soup.face_begin.size() - 1;
  WEALD_CHECK(soup.face_begin.front() == 0 && soup.face_begin.back() == soup.corners.size());
  WEALD_CHECK(std::is_sorted(soup.face_begin.begin(), soup.face_begin.end()));
  WEALD_CHECK(soup.corner_uvs.empty() || soup.corner_uvs.size() == soup.corners.size());
  WEALD_CHECK(soup.corner_normals.empty() || soup.corner_normals.size() == soup.corners.size());
  WEALD_CHECK(soup.uvs.empty() || !soup.corner_uvs.empty() || soup.uvs.size() == soup.positions.size());
  WEALD_CHECK(soup.normals.empty() || !soup.corner_normals.empty() || soup.normals.size() == soup.positions.size());
  WEALD_CHECK(fit_vertices(soup, soup.positions.size()));
  WEALD_CHECK(soup.face_groups.empty() || soup.face_groups.size() == faces);
  WEALD_CHECK(!soup.groups.empty());
  for (const std::uint16_t group : soup.face_groups) WEALD_CHECK(group < soup.groups.size());
  for (const Group& group : soup.groups) WEALD_CHECK(group.material < soup.materials.size());
  if (soup.corners.size() > DcelBuilder::kMaxCorners || soup.positions.size() > DcelBuilder::kMaxCorners) {
    throw StageError("the mesh is too large: more than 2147483646 corners or vertices");
  }
}

/// Detects faults of single faces.
class FaceInspector {
 public:
  explicit FaceInspector(const Soup& soup) : soup_(soup) {}

  /// The first fault of face f, if any.
  std::optional<BuildReport::Item> fault(std::uint32_t f) {
    const auto corners = soup_.face(f);
    if (corners.size() < 3) return BuildReport::Item{SoupFault::too_few_corners, f, 0, 0};
    for (const std::uint32_t v : corners) {
      if (v >= soup_.positions.size()) return item(SoupFault::index_out_of_range, f, v);
    }
    if (const auto bad = attribute_out_of_range(f, soup_.corner_uvs, soup_.uvs.size())) return bad;
    if (const auto bad = attribute_out_of_range(f, soup_.corner_normals, soup_.normals.size())) return bad;
    if (const auto repeated = repeated_vertex(corners, f)) return item(SoupFault::repeated_vertex, f, *repeated);
    return std::nullopt;
  }

 private:
  static BuildReport::Item item(SoupFault fault, std::uint32_t f, std::uint32_t v) { return {fault, f, v, v}; }

  std::optional<BuildReport::Item> attribute_out_of_range(std::uint32_t f, const std::vector<std::uint32_t>& index,
                                                          std::size_t pool) const {
    if (index.empty() || pool == 0) return std::nullopt;
    for (std::uint32_t c = soup_.face_begin[f]; c < soup_.face_begin[f + 1]; ++c) {
      if (index[c] >= pool) return item(SoupFault::index_out_of_range, f, index[c]);
    }
    return std::nullopt;
  }

  /// Compares all pairs in small faces; uses a stamp per position for large ones, so that the cost stays linear.
  std::optional<std::uint32_t> repeated_vertex(std::span<const std::uint32_t> corners, std::uint32_t f) {
    if (corners.size() <= 8) {
      for (std::size_t i = 1; i < corners.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          if (corners[i] == corners[j]) return corners[i];
        }
      }
      return std::nullopt;
    }
    if (last_face_.empty()) last_face_.assign(soup_.positions.size(), Dcel::kNoIndex);
    for (const std::uint32_t v : corners) {
      if (last_face_[v] == f) return v;
      last_face_[v] = f;
    }
    return std::nullopt;
  }

  const Soup& soup_;
  std::vector<std::uint32_t> last_face_;  // per position, the last large face that visited it
};

/// Whether faces must be inspected one by one; a single quick pass settles the usual case of valid triangles.
bool may_have_face_faults(const Soup& soup) {
  if (!soup.corner_uvs.empty() || !soup.corner_normals.empty()) return true;
  const auto limit = static_cast<std::uint32_t>(soup.positions.size());
  bool bad = false;
  std::uint32_t begin = 0;
  for (std::size_t f = 1; f < soup.face_begin.size(); ++f) {
    const std::uint32_t end = soup.face_begin[f];
    if (end - begin != 3) return true;
    const std::uint32_t a = soup.corners[begin];
    const std::uint32_t b = soup.corners[begin + 1];
    const std::uint32_t c = soup.corners[begin + 2];
    bad |= (a == b) | (b == c) | (c == a) | (a >= limit) | (b >= limit) | (c >= limit);
    begin = end;
  }
  return bad;
}

std::vector<BuildReport::Item> find_face_faults(const Soup& soup) {
  std::vector<BuildReport::Item> faults;
  if (!may_have_face_faults(soup)) return faults;
  FaceInspector inspector(soup);
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (const auto fault = inspector.fault(f)) faults.push_back(*fault);
  }
  return faults;
}

/// Positions that are not finite, each with the first face that uses it.
std::vector<BuildReport::Item> find_non_finite(const Soup& soup) {
  std::vector<BuildReport::Item> faults;
  if (std::all_of(soup.positions.begin(), soup.positions.end(), [](const Vec3f& p) { return is_finite(p); }))
    return faults;
  std::vector<std::uint32_t> first_face(soup.positions.size(), Dcel::kNoIndex);
  for (std::uint32_t f = soup.face_count(); f-- > 0;) {
    for (const std::uint32_t v : soup.face(f)) {
      if (v < first_face.size()) first_face[v] = f;
    }
  }
  for (std::uint32_t v = 0; v < soup.positions.size(); ++v) {
    if (!is_finite(soup.positions[v])) faults.push_back({SoupFault::non_finite_position, first_face[v], v, v});
  }
  return faults;
}

/// Removes the faces in `faults`, which are in order of faces, and returns the old index of every remaining face.
std::vector<std::uint32_t> drop_faces(Soup& soup, const std::vector<BuildReport::Item>& faults) {
  std::vector<std::uint32_t> kept;
  std::uint32_t corner_end = 0;
  auto fault = faults.begin();
  std::uint32_t begin = 0;
  const std::uint32_t faces = soup.face_count();
  for (std::uint32_t f = 0; f < faces; ++f) {
    const std::uint32_t end = soup.face_begin[f + 1];
    if (fault != faults.end() && fault->face == f) {
      ++fault;
    } else {
      for (std::uint32_t c = begin; c < end; ++c, ++corner_end) {
        soup.corners[corner_end] = soup.corners[c];
        if (!soup.corner_uvs.empty()) soup.corner_uvs[corner_end] = soup.corner_uvs[c];
        if (!soup.corner_normals.empty()) soup.corner_normals[corner_end] = soup.corner_normals[c];
      }
      if (!soup.face_groups.empty()) soup.face_groups[kept.size()] = soup.face_groups[f];
      kept.push_back(f);
      soup.face_begin[kept.size()] = corner_end;
    }
    begin = end;
  }
  soup.face_begin.resize(kept.size() + 1);
  soup.corners.resize(corner_end);
  if (!soup.corner_uvs.empty()) soup.corner_uvs.resize(corner_end);
  if (!soup.corner_normals.empty()) soup.corner_normals.resize(corner_end);
  if (!soup.face_groups.empty()) soup.face_groups.resize(kept.size());
  return kept;
}

/// Without corners, pools of corner values would be mistaken for values of the vertices, so they are cleared.
void drop_corner_attributes(Soup& soup) {
  soup.uvs.clear();
  soup.corner_uvs.clear();
  soup.normals.clear();
  soup.corner_normals.clear();
}

/// Adds the faults found while connecting the faces. `old_face` maps to faces of the original soup; empty: unchanged.
void add_topology_faults(const FaceListTopology& topology, const std::vector<std::uint32_t>& old_face,
                         std::size_t positions, std::vector<BuildReport::Item>& faults) {
  const auto given = [&](std::uint32_t f) { return old_face.empty() ? f : old_face[f]; };
  std::vector<bool> explained(topology.extra_fans.empty() ? 0 : positions, false);
  for (const BadEdge& edge : topology.bad_edges) {
    faults.push_back({SoupFault::non_manifold_edge, given(edge.face), edge.low, edge.high});
    if (!explained.empty()) explained[edge.low] = explained[edge.high] = true;
  }
  for (const ExtraFan& fan : topology.extra_fans) {
    if (explained[fan.vertex]) continue;
    explained[fan.vertex] = true;
    faults.push_back({SoupFault::non_manifold_vertex, given(fan.face), fan.vertex, fan.vertex});
  }
}

void finish_report(std::vector<BuildReport::Item> faults, BuildReport& report) {
  report.count = faults.size();
  std::sort(faults.begin(), faults.end(), [](const BuildReport::Item& a, const BuildReport::Item& b) {
    return std::tuple(a.face, a.fault, a.vertex, a.other) < std::tuple(b.face, b.fault, b.vertex, b.other);
  });
  if (faults.size() > kMaxItems) faults.resize(kMaxItems);
  report.items = std::move(faults);
}

/// Appends the values of the copied vertices.
template <class T>
void append_copies(std::vector<T>& values, const std::vector<ExtraFan>& fans) {
  if (values.empty() || fans.empty()) return;
  values.reserve(values.size() + fans.size());
  for (const ExtraFan& fan : fans) values.push_back(values[fan.vertex]);
}

template <class T>
CornerAttribute<T> make_attribute(std::vector<T>&& pool, const std::vector<std::uint32_t>& corner_index,
                                  const FaceListTopology& topology) {
  CornerAttribute<T> attribute;
  attribute.values = std::move(pool);
  if (attribute.values.empty()) return attribute;
  if (corner_index.empty()) {
    append_copies(attribute.values, topology.extra_fans);
    return attribute;
  }
  attribute.index.assign(topology.dcel.halfedge_count(), 0);
  for (std::size_t c = 0; c < corner_index.size(); ++c) {
    attribute.index[topology.halfedge_of_corner[c]] = corner_index[c];
  }
  return attribute;
}

Mesh assemble(Soup&& soup, FaceListTopology&& topology) {
  Mesh mesh;
  mesh.uvs = make_attribute(std::move(soup.uvs), soup.corner_uvs, topology);
  mesh.normals = make_attribute(std::move(soup.normals), soup.corner_normals, topology);
  mesh.positions = std::move(soup.positions);
  append_copies(mesh.positions, topology.extra_fans);
  static_cast<VertexAttributes&>(mesh) = std::move(static_cast<VertexAttributes&>(soup));
  for (const VertexAttribute& attribute : kVertexAttributes) append_copies(mesh.*attribute.values, topology.extra_fans);
  mesh.face_groups = std::move(soup.face_groups);
  mesh.groups = std::move(soup.groups);
  mesh.materials = std::move(soup.materials);
  mesh.topology = std::move(topology.dcel);
  return mesh;
}

/// Index of each corner's value, in the order of the soup's corners.
template <class T>
std::vector<std::uint32_t> corner_index(const Dcel& dcel, const CornerAttribute<T>& attribute, std::size_t corners) {
  std::vector<std::uint32_t> index;
  if (attribute.empty() || attribute.index.empty()) return index;
  index.reserve(corners);
  for (const std::uint32_t first : dcel.face_halfedges()) {
    std::uint32_t h = first;
    do {
      index.push_back(attribute.index[h]);
      h = dcel.nexts()[h];
    } while (h != first);
  }
  return index;
}

}  // namespace

const char* name_of(SoupFault fault) {
  switch (fault) {
    case SoupFault::index_out_of_range: return "index out of range";
    case SoupFault::too_few_corners: return "fewer than three corners";
    case SoupFault::repeated_vertex: return "repeated vertex";
    case SoupFault::non_manifold_edge: return "non-manifold edge";
    case SoupFault::non_manifold_vertex: return "non-manifold vertex";
    case SoupFault::non_finite_position: return "position not finite";
  }
  return "?";
}

BuildResult build_mesh(Soup soup, NonManifold policy) {
  if (soup.corners.empty()) drop_corner_attributes(soup);
  check_shape(soup);
  BuildResult result;
  std::vector<BuildReport::Item> faults = find_face_faults(soup);
  std::vector<std::uint32_t> old_face;
  if (!faults.empty()) old_face = drop_faces(soup, faults);
  if (soup.corners.empty()) drop_corner_attributes(soup);
  result.report.faces_dropped = static_cast<std::uint32_t>(faults.size());
  const auto non_finite = find_non_finite(soup);

  FaceListTopology topology =
      DcelBuilder::connect({soup.face_begin, soup.corners, static_cast<std::uint32_t>(soup.positions.size())});
  add_topology_faults(topology, old_face, soup.positions.size(), faults);
  for (BuildReport::Item item : non_finite) {
    if (item.face != Dcel::kNoIndex && !old_face.empty()) item.face = old_face[item.face];
    faults.push_back(item);
  }
  result.report.vertices_split = static_cast<std::uint32_t>(topology.extra_fans.size());
  finish_report(std::move(faults), result.report);
  result.refused = policy == NonManifold::refuse && result.report.count > 0;
  if (result.refused) {
    result.report.vertices_split = 0;
    result.report.faces_dropped = 0;
  } else {
    result.mesh = assemble(std::move(soup), std::move(topology));
  }
  return result;
}

Mesh build_checked(Soup soup) {
  BuildResult result = build_mesh(std::move(soup), NonManifold::refuse);
  if (result.refused) {
    const BuildReport::Item& item = result.report.items.front();
    if (item.fault == SoupFault::non_finite_position)
      throw StageError("vertex " + std::to_string(item.vertex) +
                       " of the mesh is outside the range of single precision");
    throw InternalError("a generated mesh is faulty: " + std::string(name_of(item.fault)) + " at face " +
                        std::to_string(item.face) + ", vertex " + std::to_string(item.vertex));
  }
  return std::move(result.mesh);
}

Soup to_soup(const Mesh& mesh) {
  const Dcel& dcel = mesh.topology;
  Soup soup;
  soup.positions = mesh.positions;
  static_cast<VertexAttributes&>(soup) = mesh;
  soup.uvs = mesh.uvs.values;
  soup.normals = mesh.normals.values;
  soup.face_groups = mesh.face_groups;
  soup.groups = mesh.groups;
  soup.materials = mesh.materials;
  soup.face_begin.reserve(dcel.face_count() + std::size_t{1});
  soup.corners.reserve(dcel.halfedge_count());
  for (const std::uint32_t first : dcel.face_halfedges()) {
    std::uint32_t h = first;
    do {
      soup.corners.push_back(dcel.origins()[h]);
      h = dcel.nexts()[h];
    } while (h != first);
    soup.face_begin.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  }
  soup.corner_uvs = corner_index(dcel, mesh.uvs, soup.corners.size());
  soup.corner_normals = corner_index(dcel, mesh.normals, soup.corners.size());
  return soup;
}

}  // namespace weald::mesh
