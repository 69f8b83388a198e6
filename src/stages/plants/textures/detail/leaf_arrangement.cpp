#include "stages/plants/textures/detail/leaf_arrangement.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"

namespace weald::texture {

namespace {

Vec2 heading(double degrees_right_of_up) {
  return {math::sin_deg(degrees_right_of_up), math::cos_deg(degrees_right_of_up)};
}

class Twig {
 public:
  // A twig of length `length`, bent by `bend` degrees, as `parts` straight pieces.
  Twig(double length, double bend, double width, int parts, std::vector<TwigPart>& to) : length_(length), bend_(bend) {
    for (int i = 0; i < parts; ++i) {
      const double a = static_cast<double>(i) / parts, b = (i + 1.0) / parts;
      to.push_back({Vec2f{at(a)}, Vec2f{at(b)}, static_cast<float>(width * (1 - 0.65 * a)),
                    static_cast<float>(width * (1 - 0.65 * b))});
    }
  }
  // Point on an arc whose heading turns evenly, starting from -bend / 2.
  Vec2 at(double share) const {
    constexpr int kSteps = 24;
    Vec2 place{0};
    for (int i = 0; i < kSteps; ++i) place += heading(angle((i + 0.5) / kSteps * share)) * (length_ * share / kSteps);
    return place;
  }
  double angle(double share) const { return bend_ * (share - 0.35); }

 private:
  double length_, bend_;
};

double twig_width(const LeafForm& blade) { return 0.030 * std::sqrt(blade.aspect); }

// Length of a leaf by its position on the twig: rising slightly at the foot, decreasing towards the end.
double leaf_length(const ArrangementForm& form, double share) {
  const double end = 1 - form.taper * share * (0.35 + 0.65 * share);
  const double foot = 1 - 0.9 * form.taper * (1 - share) * std::max(0.0, 0.28 - share) / 0.28;
  return std::max(0.06, end * foot);
}

PlacedLeaf leaf_at(const Twig& twig, double share, double turn, double length, const Rng& rng, std::uint64_t number) {
  const auto random = rng.four_uniforms(number, 1);
  PlacedLeaf leaf;
  leaf.foot = Vec2f{twig.at(share)};
  leaf.along = Vec2f{heading(twig.angle(share) + turn + 9 * (random[0] - 0.5))};
  leaf.length = static_cast<float>(length * (0.93 + 0.14 * random[1]));
  leaf.width = static_cast<float>(0.84 + 0.16 * random[2]);
  leaf.lean = static_cast<float>(0.5 * (random[3] - 0.6));
  leaf.tint = static_cast<float>(2 * rng.uniform(number, 2) - 1);
  leaf.variant = static_cast<int>(rng.below(kLeafVariants, number, 3));
  return leaf;
}

// Positions of the leaves along the twig, 0 to 1; short leaves are closer together.
std::vector<double> leaf_places(const ArrangementForm& form) {
  std::vector<double> places;
  double sum = 0;
  for (int i = 0; i < form.count; ++i) {
    places.push_back(sum);
    sum += 0.2 + 0.8 * leaf_length(form, static_cast<double>(i) / form.count);
  }
  for (double& place : places) place /= sum;
  return places;
}

void set_above(LeafArrangement& arrangement, std::size_t leaves) {
  for (TwigPart& part : arrangement.twig) part.above = leaves;
}

// Leaves along a twig, placed from its end to its foot, so that younger leaves lie below older ones.
LeafArrangement leafy_twig(const ArrangementForm& form, const LeafForm& blade, const Rng& rng) {
  const bool pairs = form.arrangement == Arrangement::opposite;
  const double reach = 1 + blade.petiole;
  const double bare = form.taper > 0.5 || form.count > 20 ? 0.12 : 0.18;
  const double length = reach * (bare + form.spacing * form.count);
  LeafArrangement arrangement;
  const Twig twig(length, pairs ? 8 : 20, twig_width(blade), 16, arrangement.twig);
  const auto start = reach * bare / length;
  const std::vector<double> places = leaf_places(form);
  PlacedLeaf last = leaf_at(twig, 1, 0, leaf_length(form, 1), rng, 1000);
  last.foot -= last.along * static_cast<float>(0.3 * blade.petiole);
  last.width = 1;
  arrangement.leaves.push_back(last);
  for (int i = form.count; i-- > 0;) {
    const double along = static_cast<double>(i) / form.count;
    const double share = start + (1 - start) * places[static_cast<std::size_t>(i)];
    const double turn = form.spread * (1 - 0.38 * along * along);
    const auto number = static_cast<std::uint64_t>(2 * i);
    const double size = leaf_length(form, along);
    if (pairs || i % 2 == 0) arrangement.leaves.push_back(leaf_at(twig, share, turn, size, rng, number));
    if (pairs || i % 2 == 1) arrangement.leaves.push_back(leaf_at(twig, share, -turn, size, rng, number + 1));
  }
  set_above(arrangement, arrangement.leaves.size());
  return arrangement;
}

// Needles are placed around the twig at the golden angle; those that point towards the viewer or away are
// foreshortened.
LeafArrangement brush(const ArrangementForm& form, const LeafForm& blade, const Rng& rng) {
  const double reach = 1 + blade.petiole, bare = 0.10;
  const double length = reach * (bare + form.spacing * form.count);
  LeafArrangement arrangement;
  const Twig twig(length, 10, 0.16 * std::sqrt(blade.aspect), 16, arrangement.twig);
  std::vector<std::pair<double, PlacedLeaf>> needles;  // paired with their height above the picture plane
  for (int i = 0; i < form.count; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    const double along = (i + 0.5) / form.count, share = (bare + (length / reach - bare) * along) * reach / length;
    const double spread = form.spread * (1 - 0.55 * along * along * along) + 10 * (rng.uniform(number, 5) - 0.5);
    const double round = math::kGoldenAngle * i;
    const double side = math::sin_deg(round) * math::sin_deg(spread),
                 high = math::cos_deg(round) * math::sin_deg(spread);
    const double turn = math::degrees(math::atan2(side, math::cos_deg(spread)));
    PlacedLeaf needle = leaf_at(twig, share, turn, leaf_length(form, along), rng, number);
    const double seen = std::sqrt(std::max(0.0, 1 - high * high));
    needle.length *= static_cast<float>(std::max(0.15, seen));
    needle.width = static_cast<float>(1 / std::max(0.3, seen));
    needle.lean = static_cast<float>(high);
    needle.tint = static_cast<float>(0.55 * static_cast<double>(needle.tint) + 0.45 * high);
    needles.emplace_back(high, needle);
  }
  std::stable_sort(needles.begin(), needles.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t below = 0;
  for (const auto& [high, needle] : needles) {
    if (high < 0) ++below;
    arrangement.leaves.push_back(needle);
  }
  set_above(arrangement, below);
  return arrangement;
}

LeafArrangement single_leaf() {
  LeafArrangement arrangement;
  arrangement.leaves.emplace_back();
  return arrangement;
}

LeafArrangement one_twig(const ArrangementForm& form, const LeafForm& blade, const Rng& rng) {
  return form.arrangement == Arrangement::brush ? brush(form, blade, rng) : leafy_twig(form, blade, rng);
}

// Adds an arrangement with its foot at a point of another arrangement, rotated towards `along`.
void add_side_twig(const LeafArrangement& side, const Vec2f& foot, const Vec2f& along, LeafArrangement& to) {
  const Vec2f across{along.y, -along.x};
  const auto turned = [&](const Vec2f& v) { return across * v.x + along * v.y; };
  const std::size_t first = to.leaves.size();
  for (PlacedLeaf leaf : side.leaves) {
    leaf.foot = foot + turned(leaf.foot), leaf.along = turned(leaf.along);
    to.leaves.push_back(leaf);
  }
  for (TwigPart part : side.twig) {
    part.from = foot + turned(part.from), part.to = foot + turned(part.to);
    part.above += first;
    to.twig.push_back(part);
  }
}

// A twig with side twigs alternately on the left and the right, shorter towards its end.
LeafArrangement branched(const ArrangementForm& form, const LeafForm& blade, std::uint64_t seed) {
  ArrangementForm main_form = form;
  main_form.count = static_cast<int>(form.count * 1.7);
  const LeafArrangement main = one_twig(main_form, blade, Rng(seed));
  LeafArrangement arrangement;
  const auto parts = static_cast<double>(main.twig.size());
  for (int i = form.twigs; i-- > 0;) {
    const double share = 0.10 + 0.72 * (i + 0.5) / form.twigs, at = share * parts;
    const TwigPart& part = main.twig[static_cast<std::size_t>(at)];
    const Vec2f foot = part.from + (part.to - part.from) * static_cast<float>(at - std::floor(at));
    const double bend = math::degrees(
        math::atan2(static_cast<double>(part.to.x - part.from.x), static_cast<double>(part.to.y - part.from.y)));
    const std::uint64_t own = sub_seed(seed, static_cast<std::uint64_t>(i) + 1);
    ArrangementForm side_form = form;
    side_form.count = std::max(1, static_cast<int>(form.count * (1.05 - 0.8 * share) + 0.5));
    const double turn = (i % 2 == 0 ? 1 : -1) * (52 - 16 * share + 10 * (Rng(own).uniform(9) - 0.5));
    add_side_twig(one_twig(side_form, blade, Rng(own)), foot, Vec2f{heading(bend + turn)}, arrangement);
  }
  add_side_twig(main, Vec2f{0}, Vec2f{0, 1}, arrangement);
  return arrangement;
}

}  // namespace

LeafArrangement make_arrangement(const ArrangementForm& form, const LeafForm& blade, std::uint64_t seed) {
  if (form.arrangement == Arrangement::single) return single_leaf();
  return form.twigs > 0 ? branched(form, blade, seed) : one_twig(form, blade, Rng(seed));
}

}  // namespace weald::texture
