#include "stages/land/noise/detail/point_field.h"

#include <algorithm>

#include "base/check.h"
#include "stages/land/noise/detail/point_block.h"

namespace weald::noise {

struct PointField::Prepared : detail::PreparedPoints {};

namespace {

// Whether the samples can be filled row by row: neighbours in a vector are then in the same cell or in adjacent ones.
bool goes_by_rows(const FieldSpec& spec) {
  constexpr double kMostCells = 0.9;  // per sample; rounding leaves less than 1
  if (spec.warp || (spec.base != NoiseBase::simplex && spec.base != NoiseBase::cellular)) return false;
  return std::ranges::all_of(
      spec.octaves, [&](const OctaveSpec& octave) { return octave.frequency_x * spec.grid.cell_size <= kMostCells; });
}

}  // namespace

PointField::PointField(FieldSpec spec) {
  WEALD_CHECK(!spec.octaves.empty() && spec.octaves.size() <= kMaxOctaves);
  WEALD_CHECK(spec.grid.width > 0 && spec.grid.height > 0);
  auto prepared = std::make_unique<Prepared>();
  for (const OctaveSpec& octave : spec.octaves) prepared->octaves.push_back(point_layers(spec, octave));
  if (spec.warp) prepared->warp = detail::prepare_warp(*spec.warp, spec.grid);
  prepared->squares = !goes_by_rows(spec);
  prepared->spec = std::move(spec);
  prepared_ = std::move(prepared);
}

PointField::~PointField() = default;

void PointField::fill(const MutableHeightView& out, const schema::DrivenSamples& strength) const {
  detail::fill_blocks(*prepared_, out, strength);
}

void PointField::fill(const MutableHeightView& out) const { fill(out, schema::DrivenSamples(schema::Driven{0})); }

}  // namespace weald::noise
