#pragma once
// Habitat: how suitable a place is for the species of a layer.
//
// A species has a suitability from 0 to 1: the product of those of slope, height, moisture, its mask and its patches. A
// seed becomes each of the species of its layer with a probability proportional to weight times suitability; as many
// plants stay as the species that is suited best allows. Shares and densities are therefore those that a preset asks
// for, also where the limits of several species overlap.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "stages/scenes/detail/stage_limits.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

/// Patches: the cells of a warped Voronoi diagram of one random point in every square of a grid. Each is a patch with a
/// given probability; borders are soft.
class Patches {
 public:
  /// Prepares patches for places between `low` and `high`; others take longer.
  Patches(const ClusterParams& params, std::uint64_t seed, const Vec2& low, const Vec2& high);
  /// The suitability of a place: 1 inside a patch, `rest` elsewhere.
  double suitability(const Vec2& xz) const;

 private:
  /// What a square of a grid has.
  struct Square {
    Vec2 offset{0};  ///< of a point, in squares
    bool is_patch = false;
  };
  /// The squares of a grid of random numbers, some of them stored.
  class Squares {
   public:
    Squares(std::uint64_t seed, double share) : rng_(seed), share_(share) {}
    /// Stores the squares between these corners, unless they are too many.
    void store(const Vec2& low, const Vec2& high);
    Square at(const Vec2& corner) const;

   private:
    Square made(const Vec2& corner) const;
    Rng rng_;
    double share_;
    Vec2 low_{0}, size_{0};  ///< of the stored part
    std::vector<Square> stored_;
  };

  /// A place shifted by up to half a unit, smoothly.
  Vec2 warped(const Vec2& at) const;

  ClusterParams params_;
  Squares points_;
  Squares shifts_;
};

/// Suitability from 0 to 1 of a value: 1 between the limits, falling smoothly to 0 over `fade` beyond them.
double band_suitability(double value, const std::array<double, 2>& limits, double fade);

class Habitat {
 public:
  /// All must outlive this. Pre: params has species.
  Habitat(const ScatterGround& ground, const ScatterParams& params, std::uint64_t seed);

  /// The share of the plants that stay at a place; 0 where the limits that concern all species forbid plants.
  double density(const Vec2& xz) const;

  /// Writes the suitability of a place for each of the species with these numbers. `is_shaded`: whether the place is
  /// below a crown; unset: unknown, only if no species depends on it.
  void suitabilities(const Vec2& xz, std::optional<bool> is_shaded, std::span<const std::uint32_t> species,
                     std::span<double> out) const;

 private:
  /// Cosines of the limits of a slope.
  struct SlopeLimits {
    double at_least, at_most;
  };
  const ScatterGround& ground_;
  const ScatterParams& params_;
  StageLimits limits_;
  std::vector<std::optional<Patches>> patches_;  ///< per species
  std::vector<SlopeLimits> slopes_;              ///< per species
};

}  // namespace weald::scene
