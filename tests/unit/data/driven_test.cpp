#include <limits>
#include <utility>
#include "support/catch.h"

#include "data/driven.h"
#include "data/heightmap.h"

using namespace weald;
using schema::Driven;
using schema::DrivenSamples;

TEST_CASE("driven samples: lie within the range, and none is smaller than a number of a preset may be") {
  Heightmap field(GridSpec{6, 1, 1, {}});
  const float samples[] = {1e-40f, -1e-31f, std::numeric_limits<float>::quiet_NaN(), 7, -7, 0.5f};
  for (int x = 0; x < 6; ++x) field.heights.at(x, 0) = samples[x];
  Driven parameter;
  parameter.stage = "field";
  parameter.range = {-1, 2};
  const DrivenSamples driven(parameter, view(std::as_const(field)));
  const double expected[] = {0, 0, -1, 2, -1, 0.5};
  for (int x = 0; x < 6; ++x) CHECK(driven.at(x, 0) == expected[x]);
  parameter.range = {1e-9, 2};
  CHECK(DrivenSamples(parameter, view(std::as_const(field))).at(0, 0) == 1e-9);
}
