#pragma once
// LeafForm: the parameters of a leaf's shape, and their values for known species.

#include <array>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "schema/codec.h"

namespace weald::texture {

/// Species with predefined leaves.
enum class LeafSpecies { oak, maple, birch, beech, willow, ash, palm, pine, spruce, fern };

/// Layout of veins.
enum class Venation {
  pinnate,   ///< on both sides of a midrib
  palmate,   ///< fanned out from the foot of the blade, as lobes are
  parallel,  ///< side by side from foot to tip
};

/// Content of a leaf picture.
enum class Arrangement {
  single,     ///< one leaf
  alternate,  ///< a twig with leaves alternately on the left and the right, and one at its end
  opposite,   ///< a twig with pairs of leaves; also the leaflets of a compound leaf or a frond
  brush,      ///< a twig with needles on all sides
};

/// One leaf. Lengths are relative to the blade's length unless stated otherwise; a blade points up, and its foot is at
/// (0, 0).
struct LeafForm {
  double aspect = 0.6;       ///< ratio of the blade's width to its length
  double widest = 0.45;      ///< height of the widest point
  double base = 0.4;         ///< shape of the base: 0 wedge, 0.5 round, 1 heart
  double tip = 0.5;          ///< shape of the tip: 0 round, 0.5 pointed, 1 drawn out
  int lobes = 0;             ///< number on each side; palmate: on the whole leaf
  double lobe_depth = 0.5;   ///< depth of the sinuses, as a share of the distance to the midrib
  int teeth = 0;             ///< number on each side; palmate: on each side of a lobe
  double tooth_depth = 0.1;  ///< as a share of the half width
  Venation venation = Venation::pinnate;
  int veins = 7;           ///< number on each side of the midrib
  double vein_angle = 45;  ///< degrees between midrib and veins
  double petiole = 0.12;   ///< length of the stalk
};

/// Arrangement of leaves on a twig.
struct ArrangementForm {
  Arrangement arrangement = Arrangement::single;
  int count = 7;         ///< number of leaves, pairs of leaves, or needles
  double spread = 55;    ///< degrees between leaf and twig
  double spacing = 0.3;  ///< along the twig, in leaf lengths
  int twigs = 0;         ///< number of side twigs
  double taper = 0.2;    ///< how much shorter the last leaves are than the longest; 0: equally long
};

/// Colours, sRGB from 0 to 1.
struct LeafColours {
  Vec3 blade{0.27, 0.42, 0.12};
  Vec3 patches{0.36, 0.50, 0.16};  ///< colour of irregular patches
  Vec3 veins{0.52, 0.62, 0.30};
  Vec3 twig{0.36, 0.27, 0.18};
  Vec3 autumn{0.80, 0.50, 0.10};
  Vec3 autumn_patches{0.72, 0.26, 0.07};
};

/// Complete description of a species.
struct SpeciesForm {
  LeafForm leaf;
  ArrangementForm arrangement;
  LeafColours colours;
};

/// The leaf of a species and its arrangement.
SpeciesForm species_form(LeafSpecies species);

}  // namespace weald::texture

template <>
struct weald::schema::EnumNames<weald::texture::LeafSpecies> {
  static constexpr auto names = names_in_order<weald::texture::LeafSpecies>("oak", "maple", "birch", "beech", "willow",
                                                                            "ash", "palm", "pine", "spruce", "fern");
};

template <>
struct weald::schema::EnumNames<weald::texture::Venation> {
  static constexpr auto names = names_in_order<weald::texture::Venation>("pinnate", "palmate", "parallel");
};

template <>
struct weald::schema::EnumNames<weald::texture::Arrangement> {
  static constexpr auto names = names_in_order<weald::texture::Arrangement>("single", "alternate", "opposite", "brush");
};
