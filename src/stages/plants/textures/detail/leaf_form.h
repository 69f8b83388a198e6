#pragma once
// LeafForm: the shape of one leaf in numbers, and what the known species have there.

#include <array>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "schema/codec.h"

namespace weald::texture {

/// Plants whose leaves are known.
enum class LeafSpecies { oak, maple, birch, beech, willow, ash, palm, pine, spruce, fern };

/// How veins run.
enum class Venation {
  pinnate,   ///< from a midrib to both sides
  palmate,   ///< fanning out from the foot of the blade, where lobes do as well
  parallel,  ///< side by side from foot to tip
};

/// The content of a picture.
enum class Arrangement {
  single,     ///< one leaf
  alternate,  ///< a twig with leaves to the left and to the right in turn, and one at its end
  opposite,   ///< the same with leaves in pairs: also the leaflets of a compound leaf or a frond
  brush,      ///< a twig with needles all around
};

/// One leaf. Lengths are shares of the blade's length unless said otherwise; a blade points up, its foot is at (0, 0).
struct LeafForm {
  double aspect = 0.6;       ///< width by length of the blade
  double widest = 0.45;      ///< height of the widest place
  double base = 0.4;         ///< 0 wedge, 0.5 round, 1 heart
  double tip = 0.5;          ///< 0 round, 0.5 pointed, 1 drawn out
  int lobes = 0;             ///< on each side; palmate: of the whole leaf
  double lobe_depth = 0.5;   ///< of the bays, as a share of the way to the midrib
  int teeth = 0;             ///< on each side; palmate: on each side of a lobe
  double tooth_depth = 0.1;  ///< as a share of the half width
  Venation venation = Venation::pinnate;
  int veins = 7;           ///< on each side of the midrib
  double vein_angle = 45;  ///< degrees between midrib and veins
  double petiole = 0.12;   ///< length of the stalk
};

/// How leaves stand on a twig.
struct ArrangementForm {
  Arrangement arrangement = Arrangement::single;
  int count = 7;         ///< leaves, or pairs of them, or needles
  double spread = 55;    ///< degrees between leaf and twig
  double spacing = 0.3;  ///< along the twig, in lengths of a leaf
  int twigs = 0;         ///< side twigs
  double taper = 0.2;    ///< how much shorter the last leaves are than the longest; 0: as long
};

/// Colours, sRGB from 0 to 1.
struct LeafColours {
  Vec3 blade{0.27, 0.42, 0.12};
  Vec3 patches{0.36, 0.50, 0.16};  ///< of uneven places
  Vec3 veins{0.52, 0.62, 0.30};
  Vec3 twig{0.36, 0.27, 0.18};
  Vec3 autumn{0.80, 0.50, 0.10};
  Vec3 autumn_patches{0.72, 0.26, 0.07};
};

/// All of it.
struct SpeciesForm {
  LeafForm leaf;
  ArrangementForm arrangement;
  LeafColours colours;
};

/// The leaf of a species, and how it stands.
SpeciesForm species_form(LeafSpecies species);

}  // namespace weald::texture

template <>
struct weald::schema::EnumNames<weald::texture::LeafSpecies> {
  using S = weald::texture::LeafSpecies;
  static constexpr std::array names{
      std::pair{std::string_view{"oak"}, S::oak},       std::pair{std::string_view{"maple"}, S::maple},
      std::pair{std::string_view{"birch"}, S::birch},   std::pair{std::string_view{"beech"}, S::beech},
      std::pair{std::string_view{"willow"}, S::willow}, std::pair{std::string_view{"ash"}, S::ash},
      std::pair{std::string_view{"palm"}, S::palm},     std::pair{std::string_view{"pine"}, S::pine},
      std::pair{std::string_view{"spruce"}, S::spruce}, std::pair{std::string_view{"fern"}, S::fern}};
};

template <>
struct weald::schema::EnumNames<weald::texture::Venation> {
  using V = weald::texture::Venation;
  static constexpr std::array names{std::pair{std::string_view{"pinnate"}, V::pinnate},
                                    std::pair{std::string_view{"palmate"}, V::palmate},
                                    std::pair{std::string_view{"parallel"}, V::parallel}};
};

template <>
struct weald::schema::EnumNames<weald::texture::Arrangement> {
  using A = weald::texture::Arrangement;
  static constexpr std::array names{
      std::pair{std::string_view{"single"}, A::single}, std::pair{std::string_view{"alternate"}, A::alternate},
      std::pair{std::string_view{"opposite"}, A::opposite}, std::pair{std::string_view{"brush"}, A::brush}};
};
