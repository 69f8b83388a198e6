#include "support/catch.h"

#include <vector>

#include "base/rng.h"
#include "stages/plants/skin/detail/leaf_facing.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::plant;

namespace {

constexpr LeafShape kShapes[] = {LeafShape::rhombus, LeafShape::oval,        LeafShape::lobed,  LeafShape::needles,
                                 LeafShape::card,    LeafShape::folded_card, LeafShape::crossed};

Vec3 direction(const Rng& rng, std::uint64_t i) {
  Vec3 d{rng.uniform_in(-1, 1, i, 0), rng.uniform_in(-1, 1, i, 1), rng.uniform_in(-1, 1, i, 2)};
  return normalized_or(d, {0, 1, 0});
}

/// Unit normal of a face as it is written.
Vec3 face_normal(const LeafModel& model, std::size_t face, bool is_reversed) {
  Vec3 area{0};
  const Vec3& first = model.positions[model.corners[model.face_begin[face]]];
  for (std::uint32_t c = model.face_begin[face] + 1; c + 1 < model.face_begin[face + 1]; ++c)
    area += glm::cross(model.positions[model.corners[c]] - first, model.positions[model.corners[c + 1]] - first);
  return normalized_or(is_reversed ? -area : area, {0, 0, 0});
}

/// The least cosine between a face and the normal at one of its corners.
double least_agreement(const LeafModel& model, const LeafFacing::Turned& turned) {
  double least = 1;
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    const Vec3 normal = face_normal(model, f, turned.reversed[f] != 0);
    for (std::uint32_t c = model.face_begin[f]; c < model.face_begin[f + 1]; ++c)
      least = std::min(least, glm::dot(normal, turned.normals[model.corners[c]]));
  }
  return least;
}

}  // namespace

TEST_CASE("leaf shapes: normals are on the outer side of their faces") {
  for (const LeafShape shape : kShapes) {
    for (const double curl : {0.0, 40.0, -90.0}) {
      LeafParams params;
      params.shape = shape;
      params.curl = curl;
      const LeafModel model = make_leaf_model(params);
      CAPTURE(static_cast<int>(shape), curl);
      CHECK(least_agreement(model, LeafFacing(model).turned({0, 0, 1}, 0, false)) > 0.1);
    }
  }
}

TEST_CASE("leaf facing: no normal is on the back of its face, whatever the crown's surface and the bend") {
  const Rng rng(5);
  for (const LeafShape shape : kShapes) {
    LeafParams params;
    params.shape = shape;
    for (std::uint64_t i = 0; i < 200; ++i) {
      params.curl = rng.uniform_in(-160, 160, i, 3);
      params.fold = rng.uniform_in(0, 80, i, 4);
      const LeafModel model = make_leaf_model(params);
      const Vec3 outward = direction(rng, i);
      const LeafFacing::Turned turned = LeafFacing(model).turned(outward, rng.uniform(i, 5), true);
      CAPTURE(static_cast<int>(shape), params.curl, params.fold, i);
      CHECK(least_agreement(model, turned) > -1e-9);
      for (const Vec3& normal : turned.normals) CHECK(glm::length(normal) == Approx(1));
    }
  }
}

TEST_CASE("leaf facing: a leaf is turned over as a whole, and a brush blade by blade") {
  LeafParams params;
  params.shape = LeafShape::lobed;
  const LeafModel leaf = make_leaf_model(params);
  const LeafFacing facing(leaf);
  CHECK(facing.turned({0, 0, 1}, 0.5, true).reversed == std::vector<char>(leaf.face_count(), 0));
  CHECK(facing.turned({0, 0, -1}, 0.5, true).reversed == std::vector<char>(leaf.face_count(), 1));
  CHECK(facing.turned({0, 0, -1}, 0.5, false).reversed == std::vector<char>(leaf.face_count(), 0));

  params.shape = LeafShape::needles;
  const LeafModel brush = make_leaf_model(params);
  const Vec3 outward = normalized_or(Vec3{1, 0.2, 0.3}, {});
  const LeafFacing::Turned turned = LeafFacing(brush).turned(outward, 0, true);
  for (std::size_t f = 0; f < brush.face_count(); ++f)
    CHECK(glm::dot(face_normal(brush, f, turned.reversed[f] != 0), outward) >= 0);
}

TEST_CASE("leaf facing: normals of a flat leaf are between its own and that of the crown") {
  LeafParams params;
  params.shape = LeafShape::card;
  const LeafModel model = make_leaf_model(params);
  const Vec3 outward = normalized_or(Vec3{0.9, 0.1, -0.2}, {});
  for (const double share : {0.0, 0.4, 1.0}) {
    const Vec3 wanted = normalized_or(Vec3{0, 0, -1} * (1 - share) + outward * share, {});
    for (const Vec3& normal : LeafFacing(model).turned(outward, share, true).normals)
      CHECK(glm::length(normal - wanted) < 1e-12);
  }
}

TEST_CASE("leaf facing: a closed mesh that is a leaf is never turned inside out") {
  mesh::ShapesParams ball;
  ball.shape = mesh::Shape::icosphere;
  ball.levels = 2;
  const LeafModel model = model_of_mesh(mesh::make_shape(ball));
  const Rng rng(6);
  for (std::uint64_t i = 0; i < 20; ++i) {
    const LeafFacing::Turned turned = LeafFacing(model).turned(direction(rng, i), 0.6, false);
    CHECK(turned.reversed == std::vector<char>(model.face_count(), 0));
    CHECK(least_agreement(model, turned) > -1e-9);
  }
}
