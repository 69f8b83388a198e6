#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "engine/graph/stage.h"
#include "stages/land/erosion/strata.h"

using namespace weald;
using namespace weald::terrain;

static_assert(pipeline::FieldStage<Strata>);
static_assert(schema::has_sound_defaults<StrataParams>());

namespace {

struct StrataFields {
  const Heightmap* hardness = nullptr;
  const Heightmap* warp = nullptr;
};

Heightmap stratified(const Heightmap& map, StrataParams params, const StrataFields& fields = {},
                     std::uint64_t seed = 1) {
  params.from.stage = "from";
  std::vector<FieldInput<HeightView>> views{{"from", view(map)}};
  if (fields.hardness != nullptr) views.push_back({params.hardness.stage, view(*fields.hardness)});
  if (fields.warp != nullptr) views.push_back({params.warp.stage, view(*fields.warp)});
  RunContext context;
  context.seed = seed;
  Heightmap out(map.grid());
  const GridSpec grid = map.grid();
  Strata::kernel(params, {}, grid, context).fill({grid, InputViews(views), view(out)});
  return out;
}

// Heights from -200 m on, rising by 0.25 m from sample to sample and 3 m from row to row.
Heightmap even_ramp() {
  Heightmap map(GridSpec{1601, 5, 1.0, {0, 0}});
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) map.heights.at(x, y) = -200.0f + 0.25f * static_cast<float>(x + 12 * y);
  }
  return map;
}

const StrataParams kEvenBeds{.thickness = 40, .irregularity = 0, .hardness = 0.75, .cliff = 0.5, .bench = 0};

}  // namespace

TEST_CASE("strata: even layers make of a ramp the staircase that follows from them", "[terrain]") {
  const Heightmap ramp = even_ramp();
  const Heightmap stairs = stratified(ramp, kEvenBeds);
  StrataParams bent = kEvenBeds;
  bent.bench = 1;
  const Heightmap concave = stratified(ramp, bent);
  for (int x = 0; x < ramp.width(); ++x) {
    const double height = ramp.heights.at(x, 2);
    const double foot = 40 * std::floor(height / 40);
    // Soft up to 20 m. Hard rock three quarters as steep as can be leaves it 20 + 0.75 * 20 m of what comes in.
    const double in = height - foot;
    const double out = in < 35 ? in * 20 / 35 : 20 + (in - 35) * 4;
    CHECK(stairs.heights.at(x, 2) == Approx(foot + out).margin(1e-4));
    const double share = in / 35;
    const double curved = in < 35 ? 20 * share * (0.25 + 0.75 * share) : out;
    CHECK(concave.heights.at(x, 2) == Approx(foot + curved).margin(1e-4));
  }
}

TEST_CASE("strata: rock that is not hard changes nothing, and the hardest stands upright", "[terrain]") {
  const Heightmap ramp = even_ramp();
  StrataParams params = kEvenBeds;
  params.hardness = 0;
  params.bench = 1;
  CHECK(stratified(ramp, params).heights == ramp.heights);
  params.hardness = 1;
  params.bench = 0;
  const Heightmap stairs = stratified(ramp, params);
  for (int x = 0; x < ramp.width(); ++x) {
    const double height = ramp.heights.at(x, 0);
    const double foot = 40 * std::floor(height / 40);
    CHECK(stairs.heights.at(x, 0) == Approx(foot + (height - foot) / 2).margin(1e-4));
  }
}

TEST_CASE("strata: the order of heights is kept, and none leaves its bed", "[terrain]") {
  const Heightmap ramp = even_ramp();
  for (const double irregularity : {0.0, 0.4, 0.9}) {
    for (const double hardness : {0.3, 0.9, 1.0}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const StrataParams params{
            .thickness = 17, .irregularity = irregularity, .hardness = hardness, .cliff = 0.95, .bench = 1};
        const Heightmap out = stratified(ramp, params, {}, seed);
        int falling = 0, outside = 0;
        for (int x = 0; x < ramp.width(); ++x) {
          falling += x > 0 && out.heights.at(x, 0) < out.heights.at(x - 1, 0);
          const RockBed bed = bed_at(params, ramp.heights.at(x, 0), seed);
          outside += bed.foot > ramp.heights.at(x, 0) || ramp.heights.at(x, 0) >= bed.top;
          outside += out.heights.at(x, 0) < bed.foot - 1e-4 || out.heights.at(x, 0) > bed.top + 1e-4;
        }
        CHECK(falling == 0);
        CHECK(outside == 0);
      }
    }
  }
}

TEST_CASE("strata: beds lie upon each other without gaps, and differ as they are told to", "[terrain]") {
  StrataParams params{.thickness = 10, .irregularity = 0.8};
  double thinnest = 1e9, thickest = 0, level = -1000;
  int beds = 0;
  for (; level < 1000; ++beds) {
    const RockBed bed = bed_at(params, level, 3);
    CHECK(bed.foot < bed.edge);
    CHECK(bed.edge < bed.top);
    CHECK(bed.strength >= 0.5);
    CHECK(bed_at(params, std::nextafter(bed.top, -1e9), 3).foot == bed.foot);
    CHECK(bed_at(params, bed.top, 3).foot == bed.top);
    if (beds > 0) {
      thinnest = std::min(thinnest, bed.top - bed.foot);
      thickest = std::max(thickest, bed.top - bed.foot);
    }
    level = bed.top;
  }
  CHECK(beds == Approx(200).margin(3));
  CHECK(thinnest < 6);
  CHECK(thickest > 14);
  CHECK(thickest < 18.01);
}

TEST_CASE("strata: layers that dip or are warped are level ones, raised at each place", "[terrain]") {
  const Heightmap ramp = even_ramp();
  StrataParams dipping = kEvenBeds;
  dipping.dip = 30;
  dipping.dip_direction = 90;
  Heightmap raised(ramp.grid());
  for (int y = 0; y < ramp.height(); ++y) {
    for (int x = 0; x < ramp.width(); ++x)
      raised.heights.at(x, y) = static_cast<float>(-x * math::tan_deg(30));  // down towards the east
  }
  Heightmap level(ramp.grid());
  std::ranges::transform(ramp.heights.values(), raised.heights.values(), level.heights.values().begin(),
                         std::minus<>());
  const Heightmap expected = stratified(level, kEvenBeds);

  StrataParams warped = kEvenBeds;
  warped.warp.stage = "warp";
  warped.warp.range = {-1e5, 1e5};
  const Heightmap by_dip = stratified(ramp, dipping);
  const Heightmap by_field = stratified(ramp, warped, {nullptr, &raised});
  for (int x = 0; x < ramp.width(); ++x) {
    const double height = double{expected.heights.at(x, 1)} + raised.heights.at(x, 1);
    CHECK(by_dip.heights.at(x, 1) == Approx(height).margin(2e-3));
    CHECK(by_field.heights.at(x, 1) == Approx(height).margin(2e-3));
  }
  StrataParams offset = kEvenBeds;
  offset.offset = 40;  // a whole bed
  CHECK(stratified(ramp, offset).heights.at(700, 2) == Approx(stratified(ramp, kEvenBeds).heights.at(700, 2)));
}

TEST_CASE("strata: a field drives the hardness", "[terrain]") {
  const Heightmap ramp = even_ramp();
  Heightmap hardness(ramp.grid());
  for (int x = 800; x < ramp.width(); ++x) hardness.heights.at(x, 0) = 0.75f;
  StrataParams params = kEvenBeds;
  params.hardness.stage = "field";
  params.hardness.range = {0, 1};
  const Heightmap driven = stratified(ramp, params, {&hardness, nullptr});
  const Heightmap all = stratified(ramp, kEvenBeds);
  int wrong = 0;
  for (int x = 0; x < ramp.width(); ++x) wrong += driven.heights.at(x, 0) != (x < 800 ? ramp : all).heights.at(x, 0);
  CHECK(wrong == 0);
}

TEST_CASE("strata: a window has the bits of the whole, and what is no height stays", "[terrain]") {
  Heightmap ramp = even_ramp();
  ramp.heights.at(3, 0) = std::numeric_limits<float>::infinity();
  ramp.heights.at(4, 0) = 1e30f;
  const StrataParams params{.thickness = 9, .irregularity = 0.7, .dip = 5};
  const Heightmap whole = stratified(ramp, params);
  CHECK(whole.heights.at(3, 0) == ramp.heights.at(3, 0));
  CHECK(whole.heights.at(4, 0) == ramp.heights.at(4, 0));
  const GridSpec grid = ramp.grid();
  const Region region{500, 1, 90, 3};
  std::vector<float> cut(90 * 3);
  const FieldInput<HeightView> from{"", view(static_cast<const Heightmap&>(ramp))};
  RunContext context;
  context.seed = 1;
  Strata::kernel(params, {}, grid, context).fill({grid, InputViews({&from, 1}), {region, cut.data(), 90}});
  int wrong = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 90; ++x) wrong += cut[static_cast<std::size_t>(y * 90 + x)] != whole.heights.at(500 + x, 1 + y);
  }
  CHECK(wrong == 0);
}

TEST_CASE("strata: fields on another grid are refused at their key", "[terrain]") {
  StrataParams params;
  params.from.stage = "from";
  params.warp.stage = "other";
  const std::vector<FieldInput<GridSpec>> grids{{"from", {5, 5, 1, {0, 0}}}, {"other", {5, 6, 1, {0, 0}}}};
  CHECK_THROWS_AS(Strata::grid(params, InputGrids(grids)), StageError);
  params.warp.stage.clear();
  params.hardness.stage = "other";
  CHECK_THROWS_AS(Strata::grid(params, InputGrids(grids)), StageError);
}
