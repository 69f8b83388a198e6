#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/math/math.h"
#include "base/parallel.h"
#include "engine/graph/stage.h"
#include "stages/land/maps/detail/horizon.h"
#include "stages/land/maps/sky_view.h"
#include "unit/stages/land/maps/surfaces.h"

using namespace weald;
using namespace weald::maps;
using test::surface;

static_assert(pipeline::WholeStage<SkyView>);

namespace {

SkyViewParams seen(SkyMeasure measure, int directions = 16) {
  return {.from = {}, .measure = measure, .directions = directions};
}

// The tangent of the horizon by looking at every point of the way, one after the other.
double horizon_by_looking(const Heightmap& map, int x, int y, const HorizonDirection& direction, double exaggeration) {
  const int parts = std::max(std::abs(direction.columns), std::abs(direction.rows));
  const double step =
      std::sqrt(static_cast<double>(direction.columns * direction.columns + direction.rows * direction.rows)) / parts;
  double tangent = 0;
  for (int k = 1;; ++k) {
    const int last = (k + parts - 1) / parts;  // the line ends with a sample
    const int end_x = x + last * direction.columns, end_y = y + last * direction.rows;
    if (end_x < 0 || end_y < 0 || end_x >= map.width() || end_y >= map.height()) return tangent;
    const double height = sample_bilinear(map, x + static_cast<double>(k) * direction.columns / parts,
                                          y + static_cast<double>(k) * direction.rows / parts);
    const double rise = exaggeration * (height - static_cast<double>(map.heights.at(x, y)));
    tangent = std::max(tangent, rise / (k * step * map.cell_size));
  }
}

}  // namespace

TEST_CASE("horizon_directions: the sectors cover the circle, each direction inside its own") {
  for (const int count : kDirectionCounts) {
    const auto directions = horizon_directions(count);
    REQUIRE(directions.size() == static_cast<std::size_t>(count));
    double width = 0;
    Vec2 all{0, 0};
    for (const HorizonDirection& d : directions) {
      width += d.width;
      all += d.integral;
      // Over a sector of width w the mean of the unit vectors is sin(w / 2) / (w / 2) long.
      CHECK(glm::length(d.integral) == Approx(2 * math::sin(d.width / 2)).epsilon(1e-12));
      const Vec2 towards = glm::normalize(Vec2{d.columns, d.rows});
      CHECK(glm::dot(glm::normalize(d.integral), towards) > math::cos(d.width / 2));
    }
    CHECK(width == Approx(2 * math::kPi).epsilon(1e-12));
    CHECK(glm::length(all) < 1e-12);
  }
}

TEST_CASE("for_each_horizon: every horizon is the one that looking along the line finds") {
  for (const auto& [width, height] : {std::pair{29, 21}, std::pair{3, 17}, std::pair{2, 2}}) {
    const Heightmap map = test::random_surface({width, height, 2.5, {0, 0}}, 30);
    const auto directions = horizon_directions(48);
    Grid<int> calls(width, height);
    double worst = 0;
    const ThreadLimit one(1);
    for_each_horizon(map, {directions, 1.5},
                     [&](int x, int y, const HorizonDirection& direction, double tangent) {
                       ++calls.at(x, y);
                       worst = std::max(worst, std::abs(tangent - horizon_by_looking(map, x, y, direction, 1.5)));
                     },
                     {});
    CHECK(worst < 1e-12);
    CHECK(std::all_of(calls.values().begin(), calls.values().end(), [](int n) { return n == 48; }));
  }
}

TEST_CASE("for_each_horizon: with a distance it is the horizon among the points up to there") {
  const Heightmap map = test::random_surface({31, 23, 2.5, {0, 0}}, 30);
  const auto directions = horizon_directions(48);
  const auto tangents = [&](std::optional<double> distance) {
    std::vector<double> all;
    const ThreadLimit one(1);
    for_each_horizon(map, {directions, 1.0, distance},
                     [&](int, int, const HorizonDirection&, double tangent) { all.push_back(tangent); }, {});
    std::sort(all.begin(), all.end());  // the order of the calls is not the same
    return all;
  };
  const std::vector<double> unlimited = tangents(std::nullopt), far = tangents(1000), near = tangents(20);
  REQUIRE(far.size() == unlimited.size());
  double worst = 0, lost = 0;
  for (std::size_t i = 0; i < far.size(); ++i) {
    worst = std::max(worst, std::abs(far[i] - unlimited[i]));
    lost += unlimited[i] - near[i];
  }
  CHECK(worst < 1e-9);
  CHECK(lost > 1);
  const Heightmap wall = surface({40, 5, 1, {0, 0}}, [](double x, double) { return x < 30 ? 0.0 : 10.0; });
  for_each_horizon(wall, {directions, 1.0, 8.0},
                   [&](int x, int, const HorizonDirection& direction, double tangent) {
                     if (direction.columns != 1 || direction.rows != 0 || x >= 30) return;
                     CHECK(tangent == Approx(x >= 22 ? 10.0 / (30 - x) : 0.0));
                   },
                   {});
}

TEST_CASE("sky_view: a plain sees all of the sky, whatever is measured") {
  const Heightmap plain = surface({20, 30, 5, {0, 0}}, [](double, double) { return 7.0; });
  for (const SkyMeasure measure : {SkyMeasure::horizontal, SkyMeasure::tilted, SkyMeasure::occlusion}) {
    const Heightmap share = sky_view(plain, seen(measure), {});
    for (const float s : share.heights.values()) CHECK(s == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("sky_view: the bottom of a cone sees cos^2 of its slope") {
  for (const double slope : {0.25, 1.0, 2.0}) {
    const Heightmap pit =
        surface({41, 41, 1, {-20, -20}}, [&](double x, double z) { return slope * std::sqrt(x * x + z * z); });
    // Eight directions meet samples only; between samples lines take the chord, which lies above this surface.
    const Heightmap share = sky_view(pit, seen(SkyMeasure::horizontal, 8), {});
    CHECK(share.heights.at(20, 20) == Approx(1 / (1 + slope * slope)).epsilon(1e-5));
    CHECK(share.heights.at(0, 0) == Approx(1).margin(0.01));  // the rim
  }
}

TEST_CASE("sky_view: an endless slope sees (1 + cos S) / 2 of the light, and is not occluded") {
  for (const double slope : {0.3, 1.0, 3.0}) {
    const Heightmap hill =
        surface({31, 31, 1, {0, 0}}, [&](double x, double z) { return slope * (0.6 * x + 0.8 * z); });
    const double cosine = 1 / std::sqrt(1 + slope * slope);
    const auto middle = [&](SkyMeasure measure, int directions) {
      return static_cast<double>(sky_view(hill, seen(measure, directions), {}).heights.at(15, 15));
    };
    CHECK(middle(SkyMeasure::tilted, 16) == Approx((1 + cosine) / 2).epsilon(0.02));
    CHECK(middle(SkyMeasure::tilted, 48) == Approx((1 + cosine) / 2).epsilon(0.005));
    CHECK(middle(SkyMeasure::occlusion, 48) == Approx(1).epsilon(0.005));
  }
}

TEST_CASE("sky_view: a wall as high as it is far takes the light of its angle") {
  // At the foot of a wall along z, of tangent t across and t |cos| in other directions; half the sky is open.
  const Heightmap walls = surface({201, 401, 1, {0, -200}}, [](double x, double) { return x < 10 ? 10.0 : 0.0; });
  const double share = static_cast<double>(sky_view(walls, seen(SkyMeasure::horizontal, 48), {}).heights.at(20, 200));
  // The last sample of the wall is 11 m away. Exact: (1 + cos of the elevation) / 2.
  CHECK(share == Approx((1 + 11 / std::sqrt(221.0)) / 2).epsilon(0.002));
}

TEST_CASE("sky_view: the same bits for any number of threads") {
  const Heightmap map = test::random_surface({150, 130, 1, {0, 0}}, 12);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return sky_view(map, seen(SkyMeasure::occlusion), {}).heights;
  };
  const auto one = with(1);
  CHECK(with(2) == one);
  CHECK(with(8) == one);
}
