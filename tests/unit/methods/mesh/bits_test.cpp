// Equal bits from every compiler and at every optimisation level: a digest of a chain of operations is pinned.

#include "support/catch.h"

#include "base/hash.h"
#include "methods/mesh/build.h"
#include "methods/mesh/normals.h"
#include "methods/mesh/triangulate.h"
#include "stages/shapes/displace.h"
#include "stages/shapes/shapes.h"
#include "stages/shapes/subdivide.h"
#include "stages/shapes/transform.h"

using namespace weald;
using namespace weald::mesh;

namespace {

/// Digest of faces, positions, UVs and normals.
std::string digest(const Mesh& mesh) {
  const Soup soup = to_soup(mesh);
  Hasher hasher;
  hasher.add_array(std::span{soup.corners});
  hasher.add_array(std::span{soup.positions});
  hasher.add_array(std::span{soup.uvs});
  hasher.add_array(std::span{soup.normals});
  return hasher.hex();
}

}  // namespace

TEST_CASE("bits: shapes, displacement, subdivision and transforms give the pinned digests") {
  Heightmap field(GridSpec{16, 16});
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) field.heights.at(x, y) = static_cast<float>((x * 7 + y * 13) % 11);
  }
  Mesh mesh = make_shape({.shape = Shape::icosphere, .levels = 3});
  mesh = displace(mesh, field, {.amplitude = 0.2, .scale = 0.8, .crease_angle = 30});
  CHECK(digest(mesh) == "77ba482663e8673c16fed63e29ce4f40");
  mesh = subdivide(mesh, {SubdivisionScheme::loop, 1}, RunContext{});
  mesh = subdivide(mesh, {SubdivisionScheme::catmull_clark, 1}, RunContext{});
  mesh = transformed(mesh, matrix_of({.scale = {1, -2, 0.5}, .rotate = {10, 20, 30}, .translate = {1, 2, 3}}));
  CHECK(digest(triangulate(mesh, RunContext{})) == "9727e60d4a1cef8d1b09fbee64a3a711");
  mesh = make_shape({.shape = Shape::torus, .segments = 37, .tube_segments = 11});
  set_crease_normals(mesh, 25);
  CHECK(digest(mesh) == "089716de66fb612f6d988ec44b1e5a3a");
  CHECK(digest(make_shape({.shape = Shape::cone, .segments = 19, .rows = 4})) == "1df0e9a4e978f1e2be247d5f0b45f16f");
}
