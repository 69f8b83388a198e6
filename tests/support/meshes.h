#pragma once
// Named meshes for tests: sound ones of many kinds, and soups that are wrong in one named way.

#include <cstdint>
#include <string>
#include <vector>

#include "data/mesh.h"
#include "methods/mesh/build.h"
#include "methods/mesh/detail/triangle_list.h"

namespace weald::test {

using Faces = std::vector<std::vector<std::uint32_t>>;

/// A soup of polygons given by vertex numbers.
mesh::Soup soup_of(std::vector<Vec3f> positions, const Faces& faces);

/// The triangles of each material, with joined vertices where their values are equal.
inline std::vector<mesh::TriangleList> triangle_lists(const mesh::Mesh& mesh) {
  std::vector<mesh::TriangleList> lists;
  for (const mesh::CornerList& list : corner_lists(mesh, mesh::WeldVertices::yes)) lists.push_back(gather(mesh, list));
  return lists;
}

/// The triangle (0,0), (size,0), (0,size) in the xy plane, seen from +z.
mesh::Mesh triangle(float size);
/// Whether a point lies inside one of the closed bodies of triangles: how often a line from it leaves them, less how
/// often it enters.
bool is_inside(const Vec3& point, const mesh::Soup& bodies);
/// The square (0,0), (1,0), (1,1), (0,1) in the xy plane with a centre vertex 4 and four triangles, seen from +z.
mesh::Soup square_with_centre();
mesh::Soup tetrahedron();
/// Corners (+-1, +-1, +-1); six quads facing outwards.
mesh::Soup cube();
/// A torus of columns x rows quads, genus 1.
mesh::Soup torus(std::uint32_t columns = 5, std::uint32_t rows = 4);
/// A flat square of n x n quads in the xz plane, facing up.
mesh::Soup quad_grid(std::uint32_t n);
/// The square with every quad cut along the same diagonal.
mesh::Soup triangle_grid(std::uint32_t n);
/// A 3 x 3 quad grid without its middle face: an annulus, two boundary loops.
mesh::Soup annulus();
/// Two tetrahedra that do not touch.
mesh::Soup two_tetrahedra();
/// A tetrahedron and a vertex that no face uses.
mesh::Soup with_isolated_vertex();
/// One polygon of n corners on a circle.
mesh::Soup polygon(std::uint32_t n);
/// n triangles about a centre vertex, closed all round.
mesh::Soup wheel(std::uint32_t n);

struct NamedSoup {
  std::string name;
  mesh::Soup soup;
};
/// All of the above: every one is an oriented 2-manifold.
std::vector<NamedSoup> sound_soups();

/// Two triangles that share a vertex only.
mesh::Soup bow_tie();
/// Two tetrahedra that share a vertex only.
mesh::Soup kissing_tetrahedra();
/// Three triangles about the edge 0-1.
mesh::Soup fin();
/// Two triangles that run along the edge 0-1 in the same direction.
mesh::Soup inside_out_pair();
/// A band of n quads with half a twist: no orientation exists.
mesh::Soup moebius_strip(std::uint32_t n = 8);

}  // namespace weald::test

namespace weald::mesh {

/// Writes into a Dcel's arrays, to break invariants on purpose.
class DcelSurgeon {
 public:
  explicit DcelSurgeon(Dcel& dcel)
      : origin(dcel.origin_),
        next(dcel.next_),
        prev(dcel.prev_),
        face(dcel.face_),
        vertex_halfedge(dcel.vertex_halfedge_),
        face_halfedge(dcel.face_halfedge_) {}
  std::vector<std::uint32_t>&origin, &next, &prev, &face, &vertex_halfedge, &face_halfedge;
};

}  // namespace weald::mesh
