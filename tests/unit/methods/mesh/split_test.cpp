#include "methods/mesh/split.h"

#include "support/catch.h"

#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/mesh_volume.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::mesh;

TEST_CASE("split: each group with faces becomes a mesh of its own, in order and without attributes") {
  Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}};
  for (const auto& face : {std::array<std::uint32_t, 3>{0, 1, 2}, {1, 4, 2}, {0, 2, 3}}) soup.add_face(face);
  soup.groups = {{"left", 0}, {"nothing", 0}, {"right", 0}};
  soup.face_groups = {2, 0, 2};
  soup.uvs.assign(5, Vec2f{0});
  soup.normals.assign(5, Vec3f{0, 0, 1});
  const std::vector<Mesh> shapes = shapes_of_groups(build_checked(std::move(soup)));
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].groups[0].name == "left");
  CHECK(shapes[0].positions == std::vector<Vec3f>{{1, 0, 0}, {2, 0, 0}, {1, 1, 0}});
  CHECK(shapes[1].groups[0].name == "right");
  CHECK(shapes[1].positions == std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  CHECK(shapes[1].face_count() == 2);
  for (const Mesh& shape : shapes) {
    CHECK(check(shape).ok());
    CHECK((shape.uvs.empty() && shape.normals.empty()));
  }
}

TEST_CASE("split: of a mesh of one group all is left, and of one without faces nothing") {
  ShapesParams params;
  params.shape = Shape::icosphere;
  const Mesh ball = make_shape(params);
  const std::vector<Mesh> shapes = shapes_of_groups(ball);
  REQUIRE(shapes.size() == 1);
  CHECK(shapes[0].positions.size() == ball.positions.size());
  CHECK(shapes[0].face_count() == ball.face_count());
  CHECK(shapes_of_groups(Mesh{}).empty());
}
