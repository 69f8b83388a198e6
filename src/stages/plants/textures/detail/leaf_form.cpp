#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

namespace {

SpeciesForm oak() {
  return {{.aspect = 0.66,
           .widest = 0.60,
           .base = 0.12,
           .tip = 0.22,
           .lobes = 4,
           .lobe_depth = 0.66,
           .veins = 4,
           .vein_angle = 58,
           .petiole = 0.07},
          {.count = 7, .spread = 58, .spacing = 0.26, .taper = 0.15},
          {{0.327, 0.461, 0.171},
           {0.458, 0.567, 0.235},
           {0.62, 0.69, 0.36},
           {0.36, 0.29, 0.21},
           {0.64, 0.40, 0.13},
           {0.46, 0.25, 0.09}}};
}

SpeciesForm maple() {
  return {{.aspect = 1.12,
           .widest = 0.4,
           .base = 0.6,
           .tip = 0.5,
           .lobes = 5,
           .lobe_depth = 0.52,
           .teeth = 2,
           .tooth_depth = 0.5,
           .venation = Venation::palmate,
           .veins = 4,
           .vein_angle = 42,
           .petiole = 0.32},
          {.arrangement = Arrangement::single, .count = 3, .spread = 62, .spacing = 0.55, .taper = 0.25},
          {{0.339, 0.495, 0.180},
           {0.470, 0.596, 0.251},
           {0.64, 0.73, 0.39},
           {0.42, 0.25, 0.17},
           {0.90, 0.42, 0.06},
           {0.72, 0.10, 0.05}}};
}

SpeciesForm birch() {
  return {{.aspect = 0.74,
           .widest = 0.34,
           .base = 0.42,
           .tip = 0.82,
           .teeth = 15,
           .tooth_depth = 0.11,
           .veins = 7,
           .vein_angle = 42,
           .petiole = 0.30},
          {.count = 10, .spread = 56, .spacing = 0.23, .taper = 0.3},
          {{0.382, 0.525, 0.180},
           {0.508, 0.626, 0.256},
           {0.66, 0.75, 0.38},
           {0.33, 0.22, 0.16},
           {0.93, 0.73, 0.12},
           {0.86, 0.57, 0.08}}};
}

SpeciesForm beech() {
  return {{.aspect = 0.60,
           .widest = 0.47,
           .base = 0.40,
           .tip = 0.5,
           .teeth = 8,
           .tooth_depth = 0.035,
           .veins = 8,
           .vein_angle = 46,
           .petiole = 0.08},
          {.count = 8, .spread = 54, .spacing = 0.36, .taper = 0.2},
          {{0.330, 0.489, 0.183},
           {0.455, 0.586, 0.250},
           {0.60, 0.71, 0.36},
           {0.38, 0.29, 0.22},
           {0.83, 0.49, 0.13},
           {0.62, 0.30, 0.10}}};
}

SpeciesForm willow() {
  return {{.aspect = 0.135,
           .widest = 0.42,
           .base = 0.12,
           .tip = 0.75,
           .teeth = 26,
           .tooth_depth = 0.05,
           .veins = 13,
           .vein_angle = 52,
           .petiole = 0.05},
          {.count = 24, .spread = 34, .spacing = 0.115, .taper = 0.4},
          {{0.439, 0.548, 0.262},
           {0.546, 0.639, 0.353},
           {0.74, 0.80, 0.50},
           {0.55, 0.47, 0.20},
           {0.85, 0.73, 0.22},
           {0.70, 0.58, 0.18}}};
}

SpeciesForm ash() {
  return {{.aspect = 0.34,
           .widest = 0.42,
           .base = 0.28,
           .tip = 0.7,
           .teeth = 12,
           .tooth_depth = 0.06,
           .veins = 8,
           .vein_angle = 52,
           .petiole = 0.02},
          {.arrangement = Arrangement::opposite, .count = 5, .spread = 60, .spacing = 0.42, .taper = 0.15},
          {{0.325, 0.485, 0.186},
           {0.431, 0.566, 0.246},
           {0.58, 0.69, 0.35},
           {0.42, 0.47, 0.22},
           {0.80, 0.70, 0.18},
           {0.66, 0.52, 0.12}}};
}

SpeciesForm palm() {
  return {{.aspect = 0.062,
           .widest = 0.26,
           .base = 0.32,
           .tip = 0.72,
           .venation = Venation::parallel,
           .veins = 3,
           .vein_angle = 20,
           .petiole = 0.01},
          {.arrangement = Arrangement::opposite, .count = 34, .spread = 52, .spacing = 0.068, .taper = 0.62},
          {{0.333, 0.476, 0.195},
           {0.468, 0.577, 0.262},
           {0.62, 0.70, 0.38},
           {0.58, 0.58, 0.27},
           {0.62, 0.50, 0.22},
           {0.50, 0.35, 0.16}}};
}

SpeciesForm pine() {
  return {{.aspect = 0.022,
           .widest = 0.3,
           .base = 0.3,
           .tip = 0.6,
           .venation = Venation::parallel,
           .veins = 1,
           .vein_angle = 20,
           .petiole = 0.01},
          {.arrangement = Arrangement::brush, .count = 190, .spread = 38, .spacing = 0.0085, .taper = 0.12},
          {{0.282, 0.408, 0.203},
           {0.428, 0.529, 0.273},
           {0.50, 0.60, 0.38},
           {0.50, 0.36, 0.22},
           {0.55, 0.38, 0.14},
           {0.48, 0.30, 0.11}}};
}

SpeciesForm spruce() {
  return {{.aspect = 0.085,
           .widest = 0.4,
           .base = 0.4,
           .tip = 0.45,
           .venation = Venation::parallel,
           .veins = 1,
           .vein_angle = 20,
           .petiole = 0.01},
          {.arrangement = Arrangement::brush, .count = 260, .spread = 58, .spacing = 0.017, .taper = 0.35},
          {{0.220, 0.354, 0.194},
           {0.328, 0.463, 0.244},
           {0.42, 0.53, 0.36},
           {0.46, 0.32, 0.19},
           {0.50, 0.34, 0.14},
           {0.43, 0.27, 0.11}}};
}

SpeciesForm fern() {
  return {{.aspect = 0.24,
           .widest = 0.14,
           .base = 0.42,
           .tip = 0.66,
           .lobes = 12,
           .lobe_depth = 0.78,
           .veins = 12,
           .vein_angle = 62,
           .petiole = 0.015},
          {.arrangement = Arrangement::opposite, .count = 26, .spread = 74, .spacing = 0.16, .taper = 0.94},
          {{0.364, 0.524, 0.179},
           {0.485, 0.620, 0.259},
           {0.56, 0.68, 0.30},
           {0.42, 0.45, 0.17},
           {0.72, 0.52, 0.16},
           {0.54, 0.33, 0.11}}};
}

}  // namespace

SpeciesForm species_form(LeafSpecies species) {
  switch (species) {
    case LeafSpecies::oak: return oak();
    case LeafSpecies::maple: return maple();
    case LeafSpecies::birch: return birch();
    case LeafSpecies::beech: return beech();
    case LeafSpecies::willow: return willow();
    case LeafSpecies::ash: return ash();
    case LeafSpecies::palm: return palm();
    case LeafSpecies::pine: return pine();
    case LeafSpecies::spruce: return spruce();
    case LeafSpecies::fern: return fern();
  }
  return oak();
}

}  // namespace weald::texture
