#include "engine/run/detail/tile_artifact.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/parallel.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "stages/shapes/transform.h"

namespace weald::pipeline {

namespace {

template <class Pixel>
Grid<Pixel> inner(const Grid<Pixel>& pixels, int apron) {
  if (pixels.empty()) return {};
  Grid<Pixel> result(pixels.width() - 2 * apron, pixels.height() - 2 * apron);
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) result.at(x, y) = pixels.at(x + apron, y + apron);
  }
  return result;
}

}  // namespace

Region written_region(const Graph& graph) {
  const Region& all = *graph.region;
  return {all.x + graph.apron, all.y + graph.apron, all.width - 2 * graph.apron, all.height - 2 * graph.apron};
}

SharedArtifact WrittenForm::of(const SharedArtifact& artifact, const OutputSpec& spec) {
  const bool is_drawn = spec.picture && !std::holds_alternative<Image>(*artifact);
  if (!graph_.region || is_drawn || std::holds_alternative<Heightmap>(*artifact)) return artifact;
  const std::lock_guard lock(mutex_);
  if (made_ == nullptr) isolated([&] { made_ = as_written(artifact, graph_, made_for_); });
  return made_;
}

SharedArtifact as_written(const SharedArtifact& artifact, const Graph& graph, MadeFor made_for) {
  if (made_for == MadeFor::cut) {
    if (const auto* curve = std::get_if<curve::Curve>(artifact.get()))
      return std::make_shared<const Artifact>(curves_in(*curve, *graph.share));
    const auto share = std::make_shared<const Artifact>(mesh_in(std::get<mesh::Mesh>(*artifact), *graph.share));
    return as_written(share, graph, MadeFor::world);
  }
  const auto* image = std::get_if<Image>(artifact.get());
  if (image != nullptr && made_for == MadeFor::region && graph.apron > 0) {
    // A picture of another size is no window of the map: it shows the region, apron included.
    if (image->pixels.width() != graph.region->width || image->pixels.height() != graph.region->height) return artifact;
    return std::make_shared<const Artifact>(Image{inner(image->pixels, graph.apron), inner(image->fine, graph.apron)});
  }
  if (!graph.local_origin) return artifact;
  mesh::PlacementParams move;
  move.translate = {-graph.local_origin->x, 0, -graph.local_origin->y};
  if (const auto* mesh = std::get_if<mesh::Mesh>(artifact.get()))
    return std::make_shared<const Artifact>(mesh::transformed(*mesh, mesh::matrix_of(move)));
  if (const auto* scene = std::get_if<scene::Scene>(artifact.get()))
    return std::make_shared<const Artifact>(mesh::transformed(*scene, mesh::matrix_of(move)));
  return artifact;
}

namespace {

bool begins_in(const curve::Segment& segment, const RegionShare& share) {
  const Vec4& first = segment.points.front();  // homogeneous
  const Vec3 at = Vec3{first} / first.w;
  return at.x >= share.low.x && at.x < share.high.x && at.z >= share.low.y && at.z < share.high.y;
}

/// The segments [begin, end) of a path.
curve::Path piece_of(const curve::Path& path, std::size_t begin, std::size_t end) {
  if (begin == 0 && end == path.segments.size()) return path;
  const auto at = [](auto& values, std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
  curve::Path piece;
  piece.segments.assign(at(path.segments, begin), at(path.segments, end));
  if (!path.widths.empty()) piece.widths.assign(at(path.widths, begin), at(path.widths, end + 1));
  piece.order = path.order;
  return piece;
}

}  // namespace

curve::Curve curves_in(const curve::Curve& curve, const RegionShare& share) {
  curve::Curve result;
  result.plane = curve.plane;
  for (const curve::Path& path : curve.paths) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= path.segments.size(); ++i) {
      if (i < path.segments.size() && begins_in(path.segments[i], share)) continue;
      if (begin < i) result.paths.push_back(piece_of(path, begin, i));
      begin = i + 1;
    }
  }
  return result;
}

namespace {

bool is_middle_in(const mesh::Soup& soup, std::uint32_t face, const RegionShare& share) {
  const std::span<const std::uint32_t> corners = soup.face(face);
  Vec2 sum{0};
  for (const std::uint32_t corner : corners) {
    const Vec3f& at = soup.positions[corner];
    sum += Vec2{at.x, at.z};
  }
  const Vec2 middle = sum / static_cast<double>(corners.size());
  return middle.x >= share.low.x && middle.x < share.high.x && middle.y >= share.low.y && middle.y < share.high.y;
}

/// Numbers of the values that are used, in their order.
class UsedValues {
 public:
  explicit UsedValues(std::size_t count) : number_(count, 0) {}
  void use(std::uint32_t value) { number_[value] = 1; }
  /// Calls take(value) for each used value, in order. Pre: called once.
  template <class Take>
  void number(const Take& take) {
    std::uint32_t next = 0;
    for (std::uint32_t value = 0; value < number_.size(); ++value) {
      if (number_[value] == 0) continue;
      take(value);
      number_[value] = next++;
    }
  }
  std::uint32_t of(std::uint32_t value) const { return number_[value]; }

 private:
  std::vector<std::uint32_t> number_;
};

/// Corners of the kept faces, for an attribute of corners; empty if it follows the positions.
std::vector<std::uint32_t> kept_corners(const mesh::Soup& whole, std::span<const std::uint32_t> faces,
                                        std::span<const std::uint32_t> corners) {
  std::vector<std::uint32_t> kept;
  if (corners.empty()) return kept;
  for (const std::uint32_t face : faces)
    kept.insert(kept.end(), corners.begin() + whole.face_begin[face], corners.begin() + whole.face_begin[face + 1]);
  return kept;
}

/// Keeps of `values` those that `corners` name, and numbers these anew.
template <class T>
std::vector<T> keep_used(const std::vector<T>& values, std::vector<std::uint32_t>& corners) {
  UsedValues used(values.size());
  for (const std::uint32_t value : corners) used.use(value);
  std::vector<T> kept;
  used.number([&](std::uint32_t value) { kept.push_back(values[value]); });
  for (std::uint32_t& value : corners) value = used.of(value);
  return kept;
}

}  // namespace

mesh::Mesh mesh_in(const mesh::Mesh& mesh, const RegionShare& share) {
  const mesh::Soup whole = mesh::to_soup(mesh);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t face = 0; face < whole.face_count(); ++face) {
    if (is_middle_in(whole, face, share)) faces.push_back(face);
  }
  mesh::Soup soup;
  soup.groups = whole.groups, soup.materials = whole.materials;
  soup.corners = kept_corners(whole, faces, whole.corners);
  soup.corner_uvs = kept_corners(whole, faces, whole.corner_uvs);
  soup.corner_normals = kept_corners(whole, faces, whole.corner_normals);
  for (const std::uint32_t face : faces) {
    soup.face_begin.push_back(soup.face_begin.back() + static_cast<std::uint32_t>(whole.face(face).size()));
    if (!whole.face_groups.empty()) soup.face_groups.push_back(whole.face_groups[face]);
  }
  UsedValues vertices(whole.positions.size());
  for (const std::uint32_t vertex : soup.corners) vertices.use(vertex);
  vertices.number([&](std::uint32_t vertex) {
    soup.positions.push_back(whole.positions[vertex]);
    if (!whole.uvs.empty() && whole.corner_uvs.empty()) soup.uvs.push_back(whole.uvs[vertex]);
    if (!whole.normals.empty() && whole.corner_normals.empty()) soup.normals.push_back(whole.normals[vertex]);
    append_vertex(soup, whole, vertex);
  });
  for (std::uint32_t& vertex : soup.corners) vertex = vertices.of(vertex);
  if (!whole.corner_uvs.empty()) soup.uvs = keep_used(whole.uvs, soup.corner_uvs);
  if (!whole.corner_normals.empty()) soup.normals = keep_used(whole.normals, soup.corner_normals);
  return mesh::build_mesh(std::move(soup), mesh::NonManifold::split).mesh;
}

}  // namespace weald::pipeline
