#pragma once
// MaskedRows: the rows of a heightmap with a number in place of the heights where there are no data.

#include <optional>
#include <vector>

#include "data/height_rows.h"

namespace weald {

/// The mask from which on a sample has data.
inline constexpr float kLeastMaskOfData = 0.5f;

/// The rows of a heightmap in which the samples whose mask is below kLeastMaskOfData are `no_data`.
class MaskedRows final : public HeightRows {
 public:
  /// Both must outlive this. Errors: StageError (key "mask") if they lie on different grids.
  MaskedRows(HeightRows& heights, HeightRows& mask, float no_data);

  GridSpec grid() const override { return heights_.grid(); }
  /// Errors: also StageError (key "no_data"), with the sample's position, if a height of a sample with data is
  /// no_data(), which readers would take for none.
  HeightView rows(int first, int count) override;
  /// The range of the heights of samples with data; {0, 0} if no sample has data. Reads all rows once. Errors: as
  /// rows().
  HeightRange range() override;
  std::optional<float> no_data() const override { return no_data_; }

 private:
  HeightRows& heights_;
  HeightRows& mask_;
  float no_data_;
  std::vector<float> samples_;
};

}  // namespace weald
