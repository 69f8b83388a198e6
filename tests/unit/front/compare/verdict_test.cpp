#include <algorithm>

#include "support/catch.h"

#include "front/compare/verdict_text.h"
#include "methods/mesh/icosphere.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::compare;

namespace {

const Gate& gate_of(const Verdict& verdict, std::string_view name) {
  const auto gate =
      std::find_if(verdict.gates.begin(), verdict.gates.end(), [&](const Gate& g) { return g.name == name; });
  if (gate == verdict.gates.end()) FAIL("no gate " << name);
  return *gate;
}

Heightmap ramp(double step) {
  Heightmap map(GridSpec{8, 8, 1});
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) map.heights.at(x, y) = static_cast<float>(x * 10 + step * y);
  return map;
}

TEST_CASE("verdict: each height gate fails alone when only it is set") {
  const HeightDifference difference = compare_heights(ramp(0), ramp(1));
  HeightTolerance none;
  none.max_error = none.rmse = none.max_slope = none.rms_slope = none.changed = none.histogram = {};
  CHECK(judge(difference, none).outcome == Outcome::within);
  using Member = std::optional<double> HeightTolerance::*;
  const std::pair<Member, const char*> gates[] = {
      {&HeightTolerance::max_error, "max error"},  {&HeightTolerance::rmse, "rmse"},
      {&HeightTolerance::max_slope, "max slope"},  {&HeightTolerance::rms_slope, "rms slope"},
      {&HeightTolerance::changed, "changed"},      {&HeightTolerance::histogram, "histogram"},
      {&HeightTolerance::max_error_m, "max error"}};
  for (const auto& [member, name] : gates) {
    HeightTolerance tolerance = none;
    tolerance.*member = 0;
    const Verdict verdict = judge(difference, tolerance);
    INFO(name);
    CHECK(verdict.outcome == Outcome::different);
    for (const Gate& gate : verdict.gates) CHECK(gate.passed == (gate.name != name));
  }
}

TEST_CASE("verdict: a limit is inclusive, and in the unit of the value") {
  const HeightDifference difference = compare_heights(ramp(0), ramp(1));  // 7 m of 70 m
  HeightTolerance tolerance;
  tolerance.max_error = 0.1;
  const Gate gate = gate_of(judge(difference, tolerance), "max error");
  CHECK(gate.value == 7);
  CHECK(*gate.limit == Approx(7));
  CHECK(gate.unit == "m");
  CHECK(gate.note == "at (0, 7)");
  tolerance.max_error_m = 7;
  tolerance.max_error = 1;
  CHECK(gate_of(judge(difference, tolerance), "max error").passed);
}

TEST_CASE("verdict: another size, cell size or origin fails whatever the tolerance") {
  Heightmap a = ramp(0), b = ramp(0);
  b.cell_size = 2;
  CHECK_FALSE(gate_of(judge(compare_heights(a, b), {}), "cell size").passed);
  b = a;
  b.origin.x = 5;
  CHECK(judge(compare_heights(a, b), {}).outcome == Outcome::different);
  const Verdict sizes = judge(compare_heights(a, Heightmap(GridSpec{8, 9, 1})), {});
  CHECK_FALSE(gate_of(sizes, "size").passed);
  CHECK(gate_of(sizes, "size").note == "8 x 9 instead of 8 x 8");
  const Image image{Grid<Rgba8>(3, 3)}, other{Grid<Rgba8>(3, 4)};
  CHECK(judge(compare_images(image, other), ImageTolerance{}).outcome == Outcome::different);
}

TEST_CASE("verdict: counts of meshes are demanded unless the tolerance says otherwise") {
  const mesh::Mesh coarse = mesh::make_icosphere(1, 3), fine = mesh::make_icosphere(1, 4);
  const MeshDifference difference = compare_meshes(coarse, fine);
  MeshTolerance tolerance;
  tolerance.area = tolerance.volume = tolerance.hausdorff = 0.05;
  tolerance.mean_distance = tolerance.bounds = 0.05;
  tolerance.flip_max = tolerance.flip_p99 = std::nullopt;
  CHECK(judge(difference, tolerance).outcome == Outcome::different);
  CHECK_FALSE(gate_of(judge(difference, tolerance), "faces").passed);
  CHECK(gate_of(judge(difference, tolerance), "euler number").passed);
  tolerance.counts = false;
  CHECK(judge(difference, tolerance).outcome == Outcome::within);
}

TEST_CASE("verdict: a torus is no sphere, though its bounds were the same") {
  const Verdict verdict =
      judge(compare_meshes(mesh::build_checked(test::torus()), mesh::make_icosphere(1, 1)), MeshTolerance{});
  CHECK_FALSE(gate_of(verdict, "euler number").passed);
  CHECK(gate_of(verdict, "euler number").note == "2 instead of 0");
}

TEST_CASE("verdict: the headline has figures and limits of two gates, and says how what must be equal is not") {
  HeightTolerance tolerance;
  tolerance.max_error = 0.01;
  const Verdict heights = judge(compare_heights(ramp(0), ramp(1)), tolerance);
  CHECK(headline_text(heights) ==
        "different: max error 7 m (limit 0.7 m), rmse 4.1833 m (limit 0.0014 m) and 2 more; first: sample (0, 1): 1 "
        "instead of 0");
  const Verdict meshes = judge(compare_meshes(mesh::make_icosphere(1, 1), mesh::make_icosphere(1, 2)), {});
  CHECK(headline_text(meshes).find("different: vertices: 162 instead of 42, edges: 480 instead of 120 and ") == 0);
  CHECK(headline_text(judge(compare_heights(ramp(0), ramp(0)), {})) == "identical");
}

TEST_CASE("verdict: identical is identical, and equality demanded turns within into different") {
  const Heightmap map = ramp(0);
  const Verdict same = judge(compare_heights(map, map), {});
  CHECK(same.outcome == Outcome::identical);
  CHECK(summary_text(same) == "identical");
  CHECK(demand_equality(same).outcome == Outcome::identical);
  Heightmap next = map;
  next.heights.at(5, 2) = 50.000004f;
  const Verdict within = judge(compare_heights(map, next), {});
  CHECK(within.outcome == Outcome::within);
  CHECK(within.first == "sample (5, 2): 50.000004 instead of 50");
  CHECK(demand_equality(within).outcome == Outcome::different);
}

TEST_CASE("verdict: the table has a line for each gate, and says which failed") {
  const Verdict verdict = judge(compare_texts("a\nb 1\n", "a\nb 2\n"), TextTolerance{});
  const std::string table = gates_text(verdict);
  CHECK(std::count(table.begin(), table.end(), '\n') == static_cast<std::ptrdiff_t>(verdict.gates.size()));
  CHECK(table.find("changed lines  1 lines  limit 0 lines  FAIL  first at line 2") != std::string::npos);
  CHECK(summary_text(verdict) == "different: changed lines; first: line 2, column 3: \"b 2\" instead of \"b 1\"");
  CHECK(figure_text(0.0125, "share") == "1.25 %");
  CHECK(figure_text(3, "m") == "3 m");
  CHECK(figure_text(1e-7, "") == "1e-07");
}

}  // namespace
