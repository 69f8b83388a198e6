#pragma once
// PointField: noise of any kind, with or without a warp, looked up position by position.
//
// Where OctaveField uses that samples on a grid share whole rows of work, this one asks nothing of positions but that
// neighbours lie near one another. It works in blocks of samples: the lattice points around a block are made once, then
// every sample looks up those around itself. Gradient and value noise without a warp have the same values as in
// OctaveField, up to rounding.

#include <memory>

#include "data/driven.h"
#include "data/heightmap.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise {

/// A field ready to be filled, window by window. Immutable.
class PointField {
 public:
  /// Tables of 12 bytes per octave and column or row. Pre: as for OctaveField; no octave has a table.
  explicit PointField(FieldSpec spec);
  ~PointField();
  PointField(const PointField&) = delete;
  PointField& operator=(const PointField&) = delete;

  /// Fills the window `out`; the warp moves every sample by its noise times `strength` metres. The values depend on the
  /// sample and its strength only, not on the window. Safe to call from several threads.
  void fill(const MutableHeightView& out, const schema::DrivenSamples& strength) const;
  /// Fills the window `out` of a field without warp.
  void fill(const MutableHeightView& out) const;

  /// The value of one sample, by plain code: the definition that `fill` is tested against.
  float reference_value(int column, int row, float strength = 0) const;
  /// How far the warp moves a sample, metres.
  Vec2f reference_shift(int column, int row, float strength) const;

  struct Prepared;

 private:
  std::unique_ptr<const Prepared> prepared_;
};

}  // namespace weald::noise
