#pragma once
// PointField: noise of any kind, with or without a warp, evaluated position by position.
//
// OctaveField relies on grid samples sharing the work of whole rows. PointField only assumes that neighbouring samples
// have nearby positions. It fills blocks of samples: the lattice points around a block are computed once, then every
// sample interpolates those around itself. Gradient and value noise without a warp equal the values of OctaveField up
// to rounding.

#include <memory>

#include "data/driven.h"
#include "data/heightmap.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise {

/// A prepared field that is filled window by window. Immutable.
class PointField {
 public:
  /// Allocates tables of 12 bytes per octave and column or row. Pre: as for OctaveField.
  explicit PointField(FieldSpec spec);
  ~PointField();
  PointField(const PointField&) = delete;
  PointField& operator=(const PointField&) = delete;

  /// Fills the window `out`; the warp displaces every sample by its noise times `strength` metres. A value depends only
  /// on the sample and its strength, not on the window. Safe to call from several threads.
  void fill(const MutableHeightView& out, const schema::DrivenSamples& strength) const;
  /// Fills the window `out` of a field without a warp.
  void fill(const MutableHeightView& out) const;

  struct Prepared;

 private:
  std::unique_ptr<const Prepared> prepared_;
};

}  // namespace weald::noise
