#include "stages/plants/textures/detail/leaf_painter.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace weald::texture {

namespace {

constexpr float kShadowReach = 0.04f;   // in lengths of a blade
constexpr float kShadow = 0.42f;        // darkening directly beside an upper leaf
constexpr float kNeedle = 0.1f;         // aspect below which blades are needles, whose brightness varies
constexpr float kPatchTile = 3.0f;      // period of the patches, in lengths of a blade
constexpr float kNetworkCells = 26.0f;  // cells of the finest veins along a blade

Vec2f across_of(const Vec2f& along) { return {along.y, -along.x}; }

float dot2(const Vec2f& a, const Vec2f& b) { return a.x * b.x + a.y * b.y; }

float shadow_at(float distance) {
  const float t = std::clamp(1.0f - distance / kShadowReach, 0.0f, 1.0f);
  return kShadow * t * t;
}

}  // namespace

LeafPainter::LeafPainter(const LeafTextureParams& params, const SpeciesForm& form, LeafArrangement arrangement,
                         int texels, std::uint64_t seed)
    : colours_(form.colours),
      patches_(static_cast<float>(params.patches)),
      autumn_(static_cast<float>(params.autumn)),
      arrangement_(std::move(arrangement)),
      uneven_(18, 18, 4, sub_seed(seed, 11)),
      turning_(12, 12, 4, sub_seed(seed, 12)),
      network_(static_cast<int>(kPatchTile * kNetworkCells), static_cast<int>(kPatchTile * kNetworkCells), 1.0f,
               sub_seed(seed, 13)),
      aspect_(static_cast<float>(form.leaf.aspect)) {
  const int variants = arrangement_.leaves.size() > 1 ? kLeafVariants : 1;
  for (int i = 0; i < variants; ++i)
    blades_.emplace_back(form.leaf, texels, sub_seed(seed, 20 + static_cast<std::uint64_t>(i)));
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < arrangement_.leaves.size(); ++i) {
    add_twig_above(i, next);
    things_.push_back(thing_of(arrangement_.leaves[i], i));
  }
  add_twig_above(arrangement_.leaves.size(), next);
  for (const Thing& thing : things_)
    low_ = glm::min(low_, thing.low + kShadowReach), high_ = glm::max(high_, thing.high - kShadowReach);
}

void LeafPainter::add_twig_above(std::size_t leaves, std::size_t& next) {
  for (; next < arrangement_.twig.size() && arrangement_.twig[next].above <= leaves; ++next) {
    const TwigPart& part = arrangement_.twig[next];
    const float reach = kShadowReach + part.from_width;
    things_.push_back({glm::min(part.from, part.to) - reach, glm::max(part.from, part.to) + reach, true,
                       static_cast<std::uint32_t>(next)});
  }
}

LeafPainter::Thing LeafPainter::thing_of(const PlacedLeaf& leaf, std::uint32_t index) const {
  const LeafBlade& blade = blades_[static_cast<std::size_t>(leaf.variant) % blades_.size()];
  Thing thing{Vec2f{1e9f}, Vec2f{-1e9f}, false, index};
  for (const float x : {blade.low().x, blade.high().x}) {
    for (const float y : {blade.low().y, blade.high().y}) {
      const Vec2f p = leaf.foot + (leaf.along * y + across_of(leaf.along) * (x * leaf.width)) * leaf.length;
      thing.low = glm::min(thing.low, p), thing.high = glm::max(thing.high, p);
    }
  }
  return thing;
}

std::vector<std::uint32_t> LeafPainter::things_in(const Vec2f& low, const Vec2f& high) const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < things_.size(); ++i) {
    const Thing& thing = things_[i];
    if (thing.low.x <= high.x && thing.high.x >= low.x && thing.low.y <= high.y && thing.high.y >= low.y)
      result.push_back(i);
  }
  return result;
}

LeafSample LeafPainter::at(const Vec2f& p, const std::vector<std::uint32_t>& things) const {
  LeafSample sample;
  sample.clearance = 1.0f;
  float shadow = 0.0f;
  for (std::size_t i = things.size(); i-- > 0 && !sample.hit;) {
    const Thing& thing = things_[things[i]];
    if (thing.is_twig) {
      twig_at(p, arrangement_.twig[thing.index], sample, shadow);
    } else {
      leaf_at(p, thing.index, sample, shadow);
    }
  }
  sample.colour *= 1.0f - std::min(shadow, 0.6f);
  return sample;
}

bool LeafPainter::leaf_at(const Vec2f& p, std::uint32_t number, LeafSample& sample, float& shadow) const {
  const PlacedLeaf& leaf = arrangement_.leaves[number];
  const Vec2f away = p - leaf.foot, across = across_of(leaf.along);
  const Vec2f local{dot2(away, across) / (leaf.length * leaf.width), dot2(away, leaf.along) / leaf.length};
  const LeafBlade& blade = blades_[static_cast<std::size_t>(leaf.variant) % blades_.size()];
  const BladePoint point = blade.at(local.x, local.y);
  const float distance = point.distance * leaf.length;
  sample.clearance = std::min(sample.clearance, std::abs(distance) * std::min(1.0f, leaf.width));
  if (distance > 0.0f) {
    shadow = std::max(shadow, shadow_at(distance) * std::min(1.0f, aspect_ * 12.0f));
    return false;
  }
  sample.hit = true;
  sample.colour = blade_colour(leaf, number, local, point);
  sample.lean = across * (point.lean_x / leaf.width) + leaf.along * (point.lean_y + leaf.lean);
  return true;
}

bool LeafPainter::twig_at(const Vec2f& p, const TwigPart& part, LeafSample& sample, float& shadow) const {
  const Vec2f along = part.to - part.from, away = p - part.from;
  const float squared = std::max(dot2(along, along), 1e-12f);
  const float share = std::clamp(dot2(away, along) / squared, 0.0f, 1.0f);
  const Vec2f off = away - along * share;
  const float half = 0.5f * blend(part.from_width, part.to_width, share);
  const float distance = std::sqrt(dot2(off, off)) - half;
  sample.clearance = std::min(sample.clearance, std::abs(distance));
  if (distance > 0.0f) {
    shadow = std::max(shadow, shadow_at(distance) * 0.6f);
    return false;
  }
  const Vec2f across = across_of(along) * (1.0f / std::sqrt(squared));
  const float side = std::clamp(dot2(off, across) / half, -0.95f, 0.95f);
  const float uneven = uneven_.at(p.x * 2.3f, p.y * 2.3f);
  sample.hit = true;
  sample.colour = Vec3f{colours_.twig} * (1.0f + 0.22f * uneven - 0.25f * side * side);
  sample.lean = across * (-side / std::sqrt(1.0f - side * side));
  return true;
}

Vec3f LeafPainter::blade_colour(const PlacedLeaf& leaf, std::uint32_t number, const Vec2f& local,
                                const BladePoint& point) const {
  // Each leaf samples a different part of the noise.
  const float shift = static_cast<float>(number % 97u) * 0.371f;
  const float x = local.x / kPatchTile + shift, y = local.y / kPatchTile + shift * 1.7f;
  const float uneven = uneven_.at(x, y) * leaf.width;
  const float fine = aspect_ > 0.1f ? network_.at(x, y).border : 0.3f;
  const float inside = std::min(1.0f, -point.distance / 0.05f);
  const Vec3f green{colours_.blade}, patches{colours_.patches}, veins{colours_.veins};
  Vec3f colour = blend(green, patches, std::clamp(patches_ * (0.55f + 0.9f * uneven) + 0.10f * leaf.tint, 0.0f, 1.0f));
  colour *= 1.0f + 0.07f * (ease(0.0f, 0.22f, fine) - 0.6f) - 0.10f * point.near * (1.0f - point.vein);
  Vec3f line = veins;
  if (autumn_ > 0.0f) {
    const float noise = 0.5f + 0.5f * turning_.at(x * 1.3f, y * 1.3f);
    const float first = 0.42f * noise + 0.30f * (1.0f - inside) + 0.28f * (1.0f - point.near);
    const float turned = ease(1.0f - 1.28f * autumn_, 1.22f - 1.28f * autumn_, first + 0.08f * leaf.tint);
    const float deep = ease(0.42f, 0.85f, 0.62f * noise + 0.42f * (1.0f - inside) + 0.16f * leaf.tint * patches_);
    const Vec3f turned_colour = blend(Vec3f{colours_.autumn}, Vec3f{colours_.autumn_patches}, deep);
    colour = blend(colour, turned_colour * (1.0f + 0.12f * uneven), turned);
    line = blend(veins, blend(Vec3f{colours_.autumn}, veins, 0.35f), autumn_);
  }
  colour *= 1.0f - 0.10f * (1.0f - inside) * (1.0f - inside);
  colour = blend(colour, line, 0.62f * point.vein);
  return colour * (1.0f + (aspect_ < kNeedle ? 0.24f : 0.09f) * leaf.tint);
}

}  // namespace weald::texture
