#pragma once
// The published L-systems of tests/data/lsystems.yaml with their expected values.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/lsystem/lsystem.h"
#include "stages/plants/lsystem/turtle.h"

namespace weald::test {

/// Lengths and symbol counts after n steps; parameters do not distinguish symbols here.
struct ExpectedCounts {
  int n = 0;
  std::optional<std::size_t> length;
  std::map<std::string, double> symbols;
};

/// What one variant looks like after n steps.
struct ExpectedGeometry {
  int n = 0;
  std::size_t length = 0;
  std::map<std::string, double> symbols;
  std::size_t segments = 0;
  std::size_t polygons = 0;
  double total_length = 0;
  std::optional<Bounds> bounds;
  std::string sha256;
};

/// One variant of a published system.
struct Published {
  std::string name;      ///< id, or id/variant
  std::string kind;      ///< D0L, stochastic, parametric or context
  schema::Node strings;  ///< its preset with productions as strings
  schema::Node maps;     ///< the same with productions as maps
  lsystem::TurtleParams turtle;
  std::vector<ExpectedCounts> counts;
  std::vector<ExpectedCounts> mean_counts;
  std::optional<ExpectedGeometry> geometry;
};

/// Reads the file; throws on anything that it does not understand.
std::vector<Published> read_published();

/// The stage's parameters after `steps` steps.
lsystem::LSystemParams params_of(schema::Node preset, int steps);

/// Number of modules by symbol.
std::map<std::string, double> count_symbols(const lsystem::LString& string);

}  // namespace weald::test
