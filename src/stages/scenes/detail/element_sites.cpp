#include "stages/scenes/detail/element_sites.h"

#include "data/circulators.h"
#include "methods/curve/frames.h"
#include "methods/mesh/normals.h"

namespace weald::scene {

namespace {

/// A site on a surface: its outward direction is the normal, and its tangent is as close to `along` as that allows.
Site surface_site(const Vec3& position, const Vec3& normal, const Vec3& along, std::size_t number) {
  return {position, curve::perpendicular(normal, along), normal, normal, number};
}

Vec3 position_of(const mesh::Mesh& mesh, mesh::VertexId v) { return Vec3{mesh.positions[v.index]}; }

Site end_site(const lsystem::SkeletonSegment& segment, const Vec3& position, std::size_t number) {
  const Vec3 heading = normalized_or(segment.end - segment.start, segment.frame.heading);
  return {position, curve::perpendicular(heading, segment.frame.up), heading, heading, number};
}

}  // namespace

std::vector<Site> vertex_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.vertex_count(), "surface");
  const std::vector<Vec3f> normals = mesh::vertex_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3 normal = normalized_or(Vec3{normals[v]}, {0, 1, 0});
    sites.push_back(surface_site(Vec3{mesh.positions[v]}, normal, {0, 0, 1}, v));
  }
  return sites;
}

std::vector<Site> edge_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.topology.edge_count(), "surface");
  const std::vector<Vec3f> normals = mesh::face_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t e = 0; e < mesh.topology.edge_count(); ++e) {
    const mesh::HalfedgeId h{2 * e};
    Vec3 sum{0};
    for (const mesh::HalfedgeId side : {h, mesh::Dcel::twin(h)}) {
      if (!mesh.topology.is_boundary(side)) sum += Vec3{normals[mesh.topology.face(side).index]};
    }
    const Vec3 a = position_of(mesh, mesh.topology.origin(h)), b = position_of(mesh, mesh.topology.target(h));
    sites.push_back(surface_site(0.5 * (a + b), normalized_or(sum, {0, 1, 0}), b - a, e));
  }
  return sites;
}

std::vector<Site> face_sites(const mesh::Mesh& mesh) {
  require_site_count(mesh.face_count(), "surface");
  const std::vector<Vec3f> normals = mesh::face_normals(mesh);
  std::vector<Site> sites;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    Vec3 sum{0};
    double corners = 0;
    for (const mesh::VertexId v : mesh::vertices_of(mesh.topology, mesh::FaceId{f})) {
      sum += position_of(mesh, v);
      ++corners;
    }
    const mesh::HalfedgeId first = mesh.topology.halfedge(mesh::FaceId{f});
    const Vec3 along = position_of(mesh, mesh.topology.target(first)) - position_of(mesh, mesh.topology.origin(first));
    sites.push_back(surface_site(sum / corners, normalized_or(Vec3{normals[f]}, {0, 1, 0}), along, f));
  }
  return sites;
}

std::vector<Site> tip_sites(const lsystem::Skeleton& skeleton) {
  require_site_count(static_cast<double>(skeleton.segments.size()), "skeleton");
  std::vector<bool> is_continued(skeleton.segments.size(), false);
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    if (segment.parent) is_continued[*segment.parent] = true;
  }
  std::vector<Site> sites;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    if (!is_continued[i]) sites.push_back(end_site(skeleton.segments[i], skeleton.segments[i].end, sites.size()));
  }
  return sites;
}

std::vector<Site> node_sites(const lsystem::Skeleton& skeleton) {
  require_site_count(static_cast<double>(skeleton.segments.size()), "skeleton");
  std::vector<Site> sites;
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    if (!segment.parent) sites.push_back(end_site(segment, segment.start, sites.size()));
    sites.push_back(end_site(segment, segment.end, sites.size()));
  }
  return sites;
}

}  // namespace weald::scene
