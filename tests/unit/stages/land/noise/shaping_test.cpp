// remap, combine and falloff.

#include "support/catch.h"

#include <cmath>

#include "engine/graph/stage.h"
#include "stages/land/noise/combine.h"
#include "stages/land/noise/falloff.h"
#include "stages/land/noise/remap.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

static_assert(pipeline::FieldStage<Remap> && pipeline::FieldStage<Combine> && pipeline::FieldStage<Falloff>);

namespace {

Heightmap ramp(float from, float to, int count) {
  Heightmap map(GridSpec{count, 2, 1.0, {0, 0}});
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < 2; ++y)
      map.heights.at(x, y) = from + (to - from) * static_cast<float>(x) / static_cast<float>(count - 1);
  }
  return map;
}

schema::Input<Heightmap> named(const char* stage) { return {stage, {}}; }

double remapped(const RemapParams& params, double height) {
  return remap_function(params, {0, 1})(height, params.terrace ? params.terrace->sharpness.value : 0);
}

double combined(CombineOperation operation, double a, double b, double smoothing = 0) {
  return combine(operation, a, b, smoothing);
}

}  // namespace

TEST_CASE("remap: input range to output range, in either direction, with and without clamping", "[noise]") {
  RemapParams params;
  params.input = {{-1, 1}};
  params.output = {{0, 500}};
  CHECK(remapped(params, -1) == 0);
  CHECK(remapped(params, 0) == 250);
  CHECK(remapped(params, 2) == 750);
  params.clamp = true;
  CHECK(remapped(params, 2) == 500);
  CHECK(remapped(params, -7) == 0);
  params.output = {{10, -10}};
  CHECK(remapped(params, 1) == -10);
  params.output.reset();
  CHECK(remapped(params, 0.25) == 0.25);
}

TEST_CASE("remap: clamp, curve, terraces and output range act in this order", "[noise]") {
  RemapParams params;
  params.input = {{0, 10}};
  params.output = {{100, 200}};
  params.clamp = true;
  params.curve = {{0, 0}, {0.5, 0.2}, {1, 1}};
  params.terrace = Terraces{5, 1.0};
  CHECK(remapped(params, 5) == Approx(120));    // curve to 0.2, a shelf
  CHECK(remapped(params, 5.4) == Approx(120));  // still that shelf
  CHECK(remapped(params, 30) == Approx(200));   // clamped before all else
}

TEST_CASE("terrace: shelves stay, steps are continuous and monotone, sharpness 0 changes nothing", "[noise]") {
  for (int i = 0; i <= 40; ++i) CHECK(terrace(i / 40.0, 8, 0) == Approx(i / 40.0).margin(1e-15));
  for (const double sharpness : {0.3, 0.8, 0.99}) {
    for (int k = 0; k <= 4; ++k) CHECK(terrace(k / 4.0, 4, sharpness) == k / 4.0);
    double before = -1;
    for (int i = -1000; i <= 3000; ++i) {
      const double y = terrace(i / 2000.0, 4, sharpness);
      CHECK(y >= before);
      if (i > -1000) CHECK(y - before < 0.0006 * (1 + sharpness) / (1 - sharpness));
      before = y;
    }
    const double h = 1e-7;
    CHECK((terrace(0.5 + h, 4, sharpness) - terrace(0.5 - h, 4, sharpness)) / (2 * h) ==
          Approx((1 - sharpness) / (1 + sharpness)).epsilon(1e-4));
  }
  CHECK(terrace(0.249, 2, 1) == 0);
  CHECK(terrace(0.251, 2, 1) == 0.5);
}

TEST_CASE("remap: without an input range the measured one is used, and the stage is not local", "[noise]") {
  RemapParams params;
  params.from = named("a");
  params.output = {{0, 1}};
  CHECK_FALSE(Remap::cut_rule(params).is_allowed);
  const Heightmap input = ramp(20, 60, 5);
  schema::Inputs inputs;
  inputs.add("a", input);
  const Heightmap out = whole(Remap::kernel(params, inputs, input.grid(), {}), input.grid());
  CHECK(out.heights.at(0, 0) == 0);
  CHECK(out.heights.at(2, 1) == 0.5f);
  CHECK(out.heights.at(4, 0) == 1);
  params.input = {{0, 100}};
  CHECK(Remap::cut_rule(params).is_allowed);
  const Heightmap local = whole(Remap::kernel(params, {}, input.grid(), {}), input.grid(), {{"a", &input}});
  CHECK(local.heights.at(4, 0) == Approx(0.6));
}

TEST_CASE("remap: on a logarithmic scale equal ratios are equal shares", "[noise]") {
  RemapParams params;
  params.input = {{100, 1e8}};
  params.output = {{0, 6}};
  params.scale = RangeScale::logarithmic;
  for (int power = 1; power <= 9; ++power)
    CHECK(remapped(params, std::pow(10.0, power)) == Approx(power - 2).margin(1e-12));
  CHECK(remapped(params, 0) == 0);
  CHECK(remapped(params, -5) == 0);
  params.clamp = true;
  CHECK(remapped(params, 1e9) == 6);
  params.input = {{0, 10}};
  CHECK_THROWS_AS(remapped(params, 1), StageError);
}

TEST_CASE("remap: a flat input becomes the low end of the range, not NaN", "[noise]") {
  RemapParams params;
  params.from = named("a");
  params.output = {{3, 9}};
  const Heightmap input = ramp(7, 7, 4);
  schema::Inputs inputs;
  inputs.add("a", input);
  const Heightmap out = whole(Remap::kernel(params, inputs, input.grid(), {}), input.grid());
  for (const float h : out.heights.values()) CHECK(h == 3);
}

TEST_CASE("remap: an empty range and a curve that does not advance are refused", "[noise]") {
  using Entries = std::vector<std::pair<std::string, schema::Node>>;
  const auto errors = [](Entries entries) {
    entries.insert(entries.begin(), {"from", scalar("a")});
    return decode_errors<RemapParams>(map(entries));
  };
  const auto pair = [](const char* a, const char* b) { return list({scalar(a), scalar(b)}); };
  CHECK(errors({{"input", pair("0", "1")}, {"curve", list({pair("0", "0"), pair("1", "1")})}}) == "");
  CHECK_THAT(errors({{"input", pair("1", "1")}}), Catch::Contains("empty"));
  CHECK_THAT(errors({{"curve", list({pair("0", "0")})}}), Catch::Contains("2 to 1000"));
  CHECK_THAT(errors({{"curve", list({pair("0", "0"), pair("0", "1")})}}), Catch::Contains("increase"));
  CHECK_THAT(errors({{"terrace", map({{"steps", scalar("0")}})}}), Catch::Contains("outside"));
  CHECK_THAT(decode_errors<RemapParams>(map({})), Catch::Contains("needs 'from'"));
}

TEST_CASE("combine: each operation on two numbers", "[noise]") {
  using Op = CombineOperation;
  CHECK(combined(Op::add, 3, 4) == 7);
  CHECK(combined(Op::subtract, 3, 4) == -1);
  CHECK(combined(Op::multiply, 3, 4) == 12);
  CHECK(combined(Op::min, 3, 4) == 3);
  CHECK(combined(Op::max, 3, 4) == 4);
  CHECK(combined(Op::blend, 3, 4) == 4);
  CHECK(combined(Op::divide, 3, 4) == 0.75);
  CHECK(combined(Op::power, 3, 4) == 81);
  CHECK(combined(Op::power, -3, 3) == -27);
  CHECK(combined(Op::power, 2, -2) == 0.25);
  CHECK(combined(Op::power, 2, 0.5) == std::sqrt(2.0));
  CHECK(combined(Op::difference, 3, 4) == 1);
  CHECK(combined(Op::difference, 4, 3) == 1);
  CHECK(combined(Op::difference, -4, 0) == 4);
}

TEST_CASE(
    "combine: quotients and powers without a value are not finite, and a mask of 0 keeps the first heightmap there",
    "[noise]") {
  using Op = CombineOperation;
  CHECK(std::isinf(combined(Op::divide, 3, 0)));
  CHECK(std::isnan(combined(Op::divide, 0, 0)));
  CHECK(std::isnan(combined(Op::power, -2, 0.5)));
  CHECK(std::isinf(combined(Op::power, 0, -1)));
  const Heightmap a = ramp(6, 2, 3);  // 6, 4, 2
  const Heightmap b = ramp(0, 4, 3);  // 0, 2, 4
  const Heightmap mask = ramp(0, 2, 3);
  CombineParams params;
  params.from = named("a");
  params.with = named("b");
  params.mask = named("m");
  params.operation = Op::divide;
  const auto quotient = [&](const std::vector<NamedMap>& inputs) {
    return whole(Combine::kernel(params, {}, a.grid(), {}), a.grid(), inputs);
  };
  const Heightmap masked = quotient({{"a", &a}, {"b", &b}, {"m", &mask}});
  CHECK(masked.heights.at(0, 0) == 6);
  CHECK(masked.heights.at(1, 0) == 2);
  CHECK(masked.heights.at(2, 0) == 0.5f);
  params.mask = {};
  CHECK(std::isinf(quotient({{"a", &a}, {"b", &b}}).heights.at(0, 0)));  // which the evaluator refuses
}

TEST_CASE("combine: rounded min and max differ by k/4 where the inputs meet, by nothing k away, and have no kink",
          "[noise]") {
  using Op = CombineOperation;
  CHECK(combined(Op::min, 5, 5, 2) == 4.5);
  CHECK(combined(Op::max, 5, 5, 2) == 5.5);
  CHECK(combined(Op::min, 5, 7, 2) == 5);
  CHECK(combined(Op::max, 9, 5, 2) == 9);
  const double h = 1e-6;
  const auto slope = [&](double a) {
    return (combined(Op::min, a + h, 0, 1) - combined(Op::min, a - h, 0, 1)) / (2 * h);
  };
  CHECK(slope(0) == Approx(0.5).epsilon(1e-4));
  CHECK(slope(1 + 1e-5) == Approx(0).margin(1e-4));
  CHECK(slope(-1 - 1e-5) == Approx(1).margin(1e-4));
}

TEST_CASE("combine: inputs, number and mask", "[noise]") {
  const Heightmap a = ramp(0, 10, 3);
  const Heightmap b = ramp(100, 100, 3);
  const Heightmap mask = ramp(-1, 1, 3);  // -1, 0, 1
  CombineParams params;
  params.from = named("a");
  params.with = named("b");
  params.operation = CombineOperation::blend;
  params.mask = named("m");
  const Heightmap blended =
      whole(Combine::kernel(params, {}, a.grid(), {}), a.grid(), {{"a", &a}, {"b", &b}, {"m", &mask}});
  const std::vector<NamedMap> in_another_order{{"m", &mask}, {"b", &b}, {"a", &a}};
  CHECK(whole(Combine::kernel(params, {}, a.grid(), {}), a.grid(), in_another_order).heights == blended.heights);
  CHECK(blended.heights.at(0, 0) == 0);
  CHECK(blended.heights.at(1, 0) == 5);
  CHECK(blended.heights.at(2, 0) == 100);
  CombineParams times;
  times.from = named("a");
  times.value = 3;
  times.operation = CombineOperation::multiply;
  times.mask = named("m");
  const Heightmap scaled = whole(Combine::kernel(times, {}, a.grid(), {}), a.grid(), {{"a", &a}, {"m", &mask}});
  CHECK(scaled.heights.at(1, 0) == 5);
  CHECK(scaled.heights.at(2, 1) == 30);
}

TEST_CASE("combine: grids that differ are refused with the key at fault", "[noise]") {
  CombineParams params;
  params.from = named("a");
  params.with = named("b");
  params.mask = named("m");
  const GridSpec a{4, 4, 1.0, {0, 0}};
  GridSpec moved = a;
  moved.origin.x = 1;
  const auto key = [&](const std::array<GridSpec, 3>& grids) {
    const std::array<FieldInput<GridSpec>, 3> inputs{{{"m", grids[2]}, {"b", grids[1]}, {"a", grids[0]}}};
    try {
      (void)Combine::grid(params, InputGrids(inputs));
    } catch (const StageError& error) {
      return error.key();
    }
    return std::string("none");
  };
  CHECK(key({a, a, a}) == "none");
  CHECK(key({a, moved, a}) == "with");
  CHECK(key({a, a, moved}) == "mask");
  params.with = {};
  CHECK(key({a, moved}) == "mask");
}

TEST_CASE("combine: parameters that do not fit together are refused", "[noise]") {
  using Entries = std::vector<std::pair<std::string, schema::Node>>;
  const auto errors = [](Entries entries) {
    entries.insert(entries.begin(), {"from", scalar("a")});
    return decode_errors<CombineParams>(map(entries));
  };
  CHECK(errors({{"with", scalar("b")}}) == "");
  CHECK(errors({{"value", scalar("2")}}) == "");
  CHECK_THAT(errors({}), Catch::Contains("one of 'with' and 'value'"));
  CHECK_THAT(errors({{"with", scalar("b")}, {"value", scalar("2")}}), Catch::Contains("not both"));
  CHECK_THAT(errors({{"with", scalar("b")}, {"operation", scalar("blend")}}), Catch::Contains("needs a mask"));
  CHECK_THAT(errors({{"with", scalar("b")}, {"smoothing", scalar("1")}}), Catch::Contains("min and max"));
  CHECK_THAT(errors({{"value", scalar("0")}, {"operation", scalar("divide")}}), Catch::Contains("divided by 0"));
  CHECK(errors({{"value", scalar("0")}, {"operation", scalar("difference")}}) == "");
}

TEST_CASE("falloff: 1 in the middle, 0 from the end on, half way in between", "[noise]") {
  FalloffParams params;
  params.size = {101, 51};
  params.start = 0.5;
  params.end = 1;
  for (const FalloffShape shape : {FalloffShape::radial, FalloffShape::square}) {
    params.shape = shape;
    const Heightmap map = generate<Falloff>(params);
    CHECK(map.heights.at(50, 25) == 1);
    CHECK(map.heights.at(75, 25) == 1);
    CHECK(map.heights.at(100, 25) == 0);
    CHECK(map.heights.at(50, 0) == 0);
    CHECK(map.heights.at(0, 0) == 0);
    CHECK(falloff_share(params, 0.75) == 0.5);
    for (int y = 0; y < 51; ++y) {
      for (int x = 0; x < 101; ++x) {
        CHECK(map.heights.at(x, y) == map.heights.at(100 - x, y));
        CHECK(map.heights.at(x, y) == map.heights.at(x, 50 - y));
      }
    }
  }
  CHECK(falloff_distance(FalloffShape::radial, {101, 51, 1, {0, 0}}, 0, 0) == Approx(std::sqrt(2.0)));
  CHECK(falloff_distance(FalloffShape::square, {101, 51, 1, {0, 0}}, 0, 0) == 1);
}

TEST_CASE("falloff: applied to heights it keeps the middle and sinks to the edge height", "[noise]") {
  FalloffParams params;
  params.from = named("a");
  params.edge = -40;
  const Heightmap a = ramp(30, 30, 41);
  const Heightmap out = whole(Falloff::kernel(params, {}, a.grid(), {}), a.grid(), {{"a", &a}});
  // Both of the two rows lie at the edge; the distance is sqrt(x^2 + 1) there.
  CHECK(out.heights.at(0, 0) == -40);
  CHECK(out.heights.at(20, 1) == -40);
  params.end = 4;
  params.start = 2;
  CHECK(whole(Falloff::kernel(params, {}, a.grid(), {}), a.grid(), {{"a", &a}}).heights == a.heights);
}

TEST_CASE("falloff: a grid beside an input, an edge without one, and an end before the start are refused", "[noise]") {
  CHECK(decode_errors<FalloffParams>(map({{"start", scalar("0.2")}, {"end", scalar("0.9")}})) == "");
  CHECK_THAT(decode_errors<FalloffParams>(map({{"start", scalar("0.9")}, {"end", scalar("0.9")}})),
             Catch::Contains("greater"));
  CHECK_THAT(decode_errors<FalloffParams>(map({{"from", scalar("a")}, {"cell_size", scalar("2")}})),
             Catch::Contains("that 'from' names"));
  CHECK_THAT(decode_errors<FalloffParams>(map({{"edge", scalar("-5")}})), Catch::Contains("needs a heightmap"));
}
