#pragma once
// BlockProgram: a formula as steps over blocks of samples, with a place in a frame for each value.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/formula/detail/formula_graph.h"

namespace weald::formula {

/// Copies of a value that is the same in a whole block; no vector is longer.
inline constexpr std::size_t kCopies = 8;

/// The place of a value in a frame. Sample i of a block is at `at + (i & mask)`: a value that is the same in the whole
/// block has mask 0 and kCopies copies.
struct Place {
  std::size_t at = 0;
  std::size_t mask = 0;
};

/// An operation on values of a frame. A parameter is a field, whose samples are read.
struct Step {
  Op op = Op::constant;
  Place a, b, c;            ///< as many as the operation has operands
  std::size_t to = 0;       ///< where the result starts
  std::uint32_t field = 0;  ///< of a parameter
};

/// Parts of a formula that do not vary with the row are computed once per block of columns, those that do not vary with
/// the column once per row. Values of one sample share places when they are no longer needed.
struct BlockProgram {
  std::vector<Step> column_steps;  ///< once per block of columns, for all of its rows
  std::vector<Step> row_steps;     ///< once per row of a block; their results have kCopies copies
  std::vector<Step> sample_steps;
  std::vector<double> constants;  ///< what a frame begins with
  std::size_t x = 0;              ///< where the block's x coordinates start
  std::size_t z = 0;              ///< where the copies of the row's z coordinate start
  Place result;
  std::size_t block = 0;       ///< columns of a block, a multiple of kCopies
  std::size_t frame_size = 0;  ///< values
};

/// The program that computes the result of `graph`, which must be that of a formula.
BlockProgram block_program(const Graph& graph);

/// Fills `out`, a window of the grid `grid`, with the results of `program`. `fields` are the fields that it reads, by
/// number; their windows contain that of `out`. The values do not depend on the window.
void run_program(const BlockProgram& program, const GridSpec& grid, std::span<const HeightView> fields,
                 const MutableHeightView& out);

}  // namespace weald::formula
