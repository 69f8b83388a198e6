#include "stages/land/noise/detail/point_field.h"

#include <algorithm>

#include "base/check.h"
#include "stages/land/noise/detail/point_block.h"

namespace weald::noise {

struct PointField::Prepared : detail::PreparedPoints {};

PointField::PointField(FieldSpec spec) {
  WEALD_CHECK(!spec.octaves.empty() && spec.octaves.size() <= kMaxOctaves);
  WEALD_CHECK(spec.grid.width > 0 && spec.grid.height > 0);
  auto prepared = std::make_unique<Prepared>();
  for (const OctaveSpec& octave : spec.octaves) prepared->octaves.push_back(point_layers(spec, octave));
  if (spec.warp) prepared->warp = detail::prepare_warp(*spec.warp, spec.grid);
  prepared->spec = std::move(spec);
  prepared_ = std::move(prepared);
}

PointField::~PointField() = default;

void PointField::fill(const MutableHeightView& out, const schema::DrivenSamples& strength) const {
  detail::fill_blocks(*prepared_, out, strength);
}

void PointField::fill(const MutableHeightView& out) const { fill(out, schema::DrivenSamples(schema::Driven{0})); }

Vec2f PointField::reference_shift(int column, int row, float strength) const {
  if (!prepared_->warp) return {0, 0};
  const detail::PreparedWarp& warp = *prepared_->warp;
  const float way = std::min(strength, warp.limit);
  if (warp.grid_x) {
    return {warp.grid_x->reference_value(column, row) * way, warp.grid_y->reference_value(column, row) * way};
  }
  Vec2f shift{0, 0};
  for (const detail::PreparedWarp::Follower& octave : warp.followers) {
    const float x = layer_value(octave.x, lattice_place(octave.x, column, row, shift));
    const float y = layer_value(octave.y, lattice_place(octave.y, column, row, shift));
    shift += Vec2f{x, y} * (octave.strength * way);
  }
  return shift;
}

float PointField::reference_value(int column, int row, float strength) const {
  const Vec2f shift = reference_shift(column, row, strength);
  FractalState state;
  for (std::size_t o = 0; o < prepared_->octaves.size(); ++o) {
    float noise = 0;
    bool add = false;
    for (const PointLayer& layer : prepared_->octaves[o]) {
      const float value = layer_value(layer, lattice_place(layer, column, row, shift));
      noise = add ? noise + value : value;
      add = true;
    }
    const OctaveSpec& spec = prepared_->spec.octaves[o];
    add_octave(prepared_->spec.rule, noise, {spec.amplitude, spec.share, o == 0}, state);
  }
  return state.value;
}

}  // namespace weald::noise
