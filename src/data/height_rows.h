#pragma once
// HeightRows: a heightmap that is read in bands of rows, and need not be in memory as a whole.
//
// A field that only files of samples read is computed while it is written. The bytes depend neither on the number of
// threads nor on how many rows are read at a time.

#include <optional>

#include "data/heightmap.h"

namespace weald {

/// The samples of a heightmap, which can be read any number of times.
class HeightRows {
 public:
  HeightRows() = default;
  virtual ~HeightRows() = default;
  HeightRows(const HeightRows&) = delete;
  HeightRows& operator=(const HeightRows&) = delete;

  virtual GridSpec grid() const = 0;
  /// The rows [first, first + count), addressed by the coordinates of grid(); valid until the next call. All samples
  /// are finite. Pre: the rows are inside the grid, and count is at least 1. Errors: those of the stages that make
  /// them.
  virtual HeightView rows(int first, int count) = 0;
  /// The range of all samples. May read all rows once. Errors: as rows().
  virtual HeightRange range() = 0;
  /// The number that stands for samples without data; unset: all have data.
  virtual std::optional<float> no_data() const { return std::nullopt; }
};

/// The rows of a heightmap in memory.
class StoredRows final : public HeightRows {
 public:
  /// `map` must outlive this. Errors: StageError, with the sample's position, if a height is not finite.
  explicit StoredRows(const Heightmap& map);
  GridSpec grid() const override { return map_.grid(); }
  HeightView rows(int first, int count) override;
  HeightRange range() override;

 private:
  const Heightmap& map_;
};

/// Grows `range` to contain the samples of `view`, which are finite. An unset range is empty.
void grow_range(std::optional<HeightRange>& range, const HeightView& view);

}  // namespace weald
