#include "engine/run/detail/tile_artifact.h"

#include "support/catch.h"

#include <limits>
#include <vector>

#include "methods/curve/bezier.h"

using namespace weald;
using pipeline::curves_in;
using pipeline::RegionShare;

namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();

// A path through x = 0, 1, 2 ... `count` at z = 0, as wide as x.
curve::Path straight_path(int count) {
  curve::Path path;
  for (int x = 0; x < count; ++x) {
    path.segments.push_back(curve::make_segment(std::vector<Vec3>{{x, 5, 0}, {x + 1, 5, 0}}));
    path.widths.push_back(x);
  }
  path.widths.push_back(count);
  path.order = 2;
  return path;
}

}  // namespace

TEST_CASE("curves in a region: each segment is in the region where it begins, with its widths", "[pipeline]") {
  const curve::Curve whole{{straight_path(7)}, curve::Plane::xz};
  const curve::Curve west = curves_in(whole, {{-kFarAway, -kFarAway}, {3, kFarAway}});
  const curve::Curve east = curves_in(whole, {{3, -kFarAway}, {kFarAway, kFarAway}});
  REQUIRE((west.paths.size() == 1 && east.paths.size() == 1));
  CHECK(west.plane == curve::Plane::xz);
  CHECK(west.paths[0].segments.size() == 3);
  CHECK(west.paths[0].widths == std::vector<double>{0, 1, 2, 3});
  CHECK(east.paths[0].segments.size() == 4);
  CHECK(east.paths[0].widths == std::vector<double>{3, 4, 5, 6, 7});
  CHECK(east.paths[0].order == 2);
  CHECK(curves_in(whole, {{3, 0}, {kFarAway, 0}}).paths.empty());
}

TEST_CASE("curves in a region: a path that leaves it and comes back is two, and one that stays is whole",
          "[pipeline]") {
  curve::Path there_and_back = straight_path(3);
  there_and_back.widths.clear();
  for (int x = 3; x > 0; --x)
    there_and_back.segments.push_back(curve::make_segment(std::vector<Vec3>{{x, 5, 0}, {x - 1, 5, 0}}));
  there_and_back.closed = true;
  const curve::Curve whole{{there_and_back}, curve::Plane::xz};
  const curve::Curve west = curves_in(whole, {{0, 0}, {2, 1}});
  REQUIRE(west.paths.size() == 2);
  CHECK_FALSE(west.paths[0].closed);
  CHECK(west.paths[0].segments.size() == 2);
  CHECK(west.paths[1].segments.size() == 1);
  CHECK(west.paths[1].widths.empty());
  const curve::Curve all = curves_in(whole, {{0, 0}, {4, 1}});
  REQUIRE(all.paths.size() == 1);
  CHECK(all.paths[0].closed);
}
