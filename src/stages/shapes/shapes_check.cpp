// The checks of the parameters of shapes.

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "schema/wording.h"
#include "stages/shapes/shapes.h"

namespace weald::schema {

namespace {

using mesh::Shape;

/// A key, and the shapes that use it. The keys that are not listed are those of all shapes.
struct ShapeKey {
  std::string_view key;
  std::vector<Shape> shapes;
};

const std::vector<ShapeKey>& shape_keys() {
  static const std::vector<ShapeKey> kKeys{
      {"size", {Shape::grid, Shape::box}},  {"radius", {Shape::cylinder, Shape::cone, Shape::icosphere, Shape::torus}},
      {"tube_radius", {Shape::torus}},      {"height", {Shape::cylinder, Shape::cone}},
      {"cells", {Shape::grid, Shape::box}}, {"segments", {Shape::cylinder, Shape::cone, Shape::torus}},
      {"tube_segments", {Shape::torus}},    {"rows", {Shape::cylinder, Shape::cone}},
      {"levels", {Shape::icosphere}},       {"capped", {Shape::cylinder, Shape::cone}}};
  return kKeys;
}

void check_used(const mesh::ShapesParams& params, Checker& checker) {
  for (const ShapeKey& known : shape_keys()) {
    if (!checker.given(known.key) || std::ranges::find(known.shapes, params.shape) != known.shapes.end()) continue;
    std::vector<std::string_view> users;
    for (const Shape shape : known.shapes) users.push_back(name_of(shape));
    checker.error(known.key, fmt::format("{} does not use '{}'", with_article(name_of(params.shape)), known.key),
                  fmt::format("it is used by the shape {}", alternatives_text(users)));
  }
}

}  // namespace

void Schema<mesh::ShapesParams>::check(const P& params, Checker& checker) {
  check_used(params, checker);
  if (params.shape == Shape::torus && params.tube_radius >= params.radius)
    checker.error("tube_radius",
                  "'tube_radius' must be smaller than 'radius', otherwise the torus would intersect itself");
  if (mesh::face_count(params) > mesh::kMaxShapeFaces)
    checker.error("shape", fmt::format("the shape would have {} faces, more than {}", mesh::face_count(params),
                                       mesh::kMaxShapeFaces));
}

}  // namespace weald::schema
