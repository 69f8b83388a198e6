#include "stages/plants/textures/leaf_texture.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/plants/textures/detail/bleed.h"
#include "stages/plants/textures/detail/leaf_arrangement.h"
#include "stages/plants/textures/detail/leaf_blade.h"
#include "stages/plants/textures/detail/tile_noise.h"

namespace weald::texture {

namespace {

/// The topmost surface at a point.
struct LeafSample {
  bool hit = false;
  Vec3f colour{0};      ///< sRGB
  Vec2f lean{0};        ///< slope of the surface towards the right and upwards
  float clearance = 0;  ///< distance to the nearest edge encountered, in lengths of a blade
};

/// An arrangement of leaves prepared for painting, in lengths of the longest blade. Immutable; safe to query from
/// several threads.
class LeafPainter {
 public:
  /// `texels` is the number of pixels along the longest blade.
  LeafPainter(const LeafTextureParams& params, const SpeciesForm& form, LeafArrangement arrangement, int texels,
              std::uint64_t seed);
  /// Indices of the leaves and twig pieces that reach into a box, lowest first.
  std::vector<std::uint32_t> things_in(const Vec2f& low, const Vec2f& high) const;
  /// The visible surface at `p` among the listed things.
  LeafSample at(const Vec2f& p, const std::vector<std::uint32_t>& things) const;
  /// Bounding rectangle of the whole arrangement.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  // A leaf or a piece of a twig, and its bounding box including its shadow.
  struct Thing {
    Vec2f low{0}, high{0};
    bool is_twig = false;
    std::uint32_t index = 0;
  };
  Thing thing_of(const PlacedLeaf& leaf, std::uint32_t index) const;
  void add_twig_above(std::size_t leaves, std::size_t& next);
  bool leaf_at(const Vec2f& p, std::uint32_t number, LeafSample& sample, float& shadow) const;
  bool twig_at(const Vec2f& p, const TwigPart& part, LeafSample& sample, float& shadow) const;
  Vec3f blade_colour(const PlacedLeaf& leaf, std::uint32_t number, const Vec2f& local, const BladePoint& point) const;

  LeafColours colours_;
  float patches_, autumn_;
  LeafArrangement arrangement_;
  std::vector<LeafBlade> blades_;
  std::vector<Thing> things_;  // lowest first
  TileFractal uneven_, turning_;
  TileCells network_;
  float aspect_;
  Vec2f low_{0}, high_{0};
};

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

constexpr int kTile = 16;     // side in pixels of a square that shares one list of leaves
constexpr int kFine = 4;      // samples per axis of a pixel on an edge
constexpr float kBorder = 2;  // empty pixels at the sides and at the top
constexpr int kMaxTexels = 1024;

template <class T, class U>
void take(T& value, const std::optional<U>& given) {
  if (given) value = *given;
}

// Mapping between the arrangement and the picture.
struct Frame {
  float scale = 1;  // pixels per length of a blade
  int width = 1, height = 1;
  Vec2f place(float column, float row) const {
    return {(column - 0.5f * static_cast<float>(width)) / scale, (static_cast<float>(height) - row) / scale};
  }
};

Frame frame_of(const LeafPainter& painter, const std::array<int, 2>& size) {
  const float side = std::max({painter.high().x, -painter.low().x, 1e-3f});
  const float wide =
      (0.5f * static_cast<float>(size[0]) - std::min(kBorder, 0.1f * static_cast<float>(size[0]))) / side;
  const float high = (static_cast<float>(size[1]) - std::min(kBorder, 0.1f * static_cast<float>(size[1]))) /
                     std::max(painter.high().y, 1e-3f);
  return {std::min(wide, high), size[0], size[1]};
}

// Sums over the samples of a pixel.
struct PixelSum {
  Vec3f colour{0};
  Vec3f normal{0};
  int hits = 0, samples = 0;
  void add(const LeafSample& sample, float relief) {
    ++samples;
    if (!sample.hit) return;
    ++hits;
    colour += sample.colour;
    const Vec2f lean = sample.lean * relief;
    const float up = 1.0f / std::sqrt(1.0f + lean.x * lean.x + lean.y * lean.y);
    normal += Vec3f{-lean.x * up, -lean.y * up, up};
  }
};

class LeafCanvas {
 public:
  LeafCanvas(const LeafPainter& painter, const Frame& frame, float relief)
      : painter_(painter),
        frame_(frame),
        relief_(relief),
        colours_(frame.width, frame.height),
        normals_(frame.width, frame.height, Rgba8{128, 128, 255}) {}

  void paint_tile(int x0, int y0) {
    const int x1 = std::min(x0 + kTile, frame_.width), y1 = std::min(y0 + kTile, frame_.height);
    const Vec2f a = frame_.place(static_cast<float>(x0), static_cast<float>(y1));
    const Vec2f b = frame_.place(static_cast<float>(x1), static_cast<float>(y0));
    const std::vector<std::uint32_t> leaves = painter_.things_in(a, b);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) paint_pixel(x, y, leaves);
    }
  }

  LeafImages finish() {
    bleed_colours(colours_);
    LeafImages images{{Grid<Rgba8>(frame_.width, frame_.height)}, {std::move(normals_)}};
    for (std::size_t i = 0; i < colours_.size(); ++i) {
      const Vec4f& p = colours_.values()[i];
      Rgba8 pixel = to_rgba8(Vec3{Vec3f{p}});
      pixel.a = static_cast<std::uint8_t>(p.w * 255.0f + 0.5f);
      images.colours.pixels.values()[i] = pixel;
    }
    return images;
  }

 private:
  LeafSample sample(int x, int y, float dx, float dy, const std::vector<std::uint32_t>& leaves) const {
    return painter_.at(frame_.place(static_cast<float>(x) + dx, static_cast<float>(y) + dy), leaves);
  }

  void paint_pixel(int x, int y, const std::vector<std::uint32_t>& leaves) {
    PixelSum sum;
    const LeafSample middle = sample(x, y, 0.5f, 0.5f, leaves);
    if (middle.clearance * frame_.scale > 1.0f) {
      sum.add(middle, relief_);
    } else {
      for (int i = 0; i < kFine * kFine; ++i) {
        constexpr float kStep = 1.0f / kFine;
        const int column = i % kFine, row = i / kFine;
        const float dx = (static_cast<float>(column) + 0.5f) * kStep;
        const float dy = (static_cast<float>(row) + 0.5f) * kStep;
        sum.add(sample(x, y, dx, dy, leaves), relief_);
      }
    }
    if (sum.hits == 0) return;
    const float share = 1.0f / static_cast<float>(sum.hits);
    const float alpha = static_cast<float>(sum.hits) / static_cast<float>(sum.samples);
    colours_.at(x, y) = {glm::clamp(sum.colour * share, 0.0f, 1.0f), alpha};
    normals_.at(x, y) = to_rgba8(normalized_or(Vec3{sum.normal}, {0, 0, 1}) * (127.0 / 255.0) + 128.0 / 255.0);
  }

  const LeafPainter& painter_;
  Frame frame_;
  float relief_;
  Grid<Vec4f> colours_;
  Grid<Rgba8> normals_;
};

// Number of pixels along the longest blade, estimated with a coarse painter.
int texels_of(const LeafTextureParams& params, const SpeciesForm& form, const LeafArrangement& arrangement,
              std::uint64_t seed) {
  const LeafPainter coarse(params, form, arrangement, 48, seed);
  return std::clamp(static_cast<int>(frame_of(coarse, params.size).scale * 1.1f), 48, kMaxTexels);
}

}  // namespace

SpeciesForm leaf_form_of(const LeafTextureParams& params) {
  SpeciesForm form = species_form(params.species);
  ArrangementForm& arrangement = form.arrangement;
  take(arrangement.arrangement, params.arrangement), take(arrangement.count, params.count),
      take(arrangement.spread, params.spread);
  arrangement.twigs = params.twigs;
  take(arrangement.spacing, params.spacing), take(arrangement.taper, params.taper);
  LeafForm& leaf = form.leaf;
  take(leaf.aspect, params.aspect), take(leaf.widest, params.widest), take(leaf.base, params.base);
  take(leaf.tip, params.tip), take(leaf.lobes, params.lobes), take(leaf.lobe_depth, params.lobe_depth);
  take(leaf.teeth, params.teeth), take(leaf.tooth_depth, params.tooth_depth), take(leaf.venation, params.venation);
  take(leaf.veins, params.veins), take(leaf.vein_angle, params.vein_angle), take(leaf.petiole, params.petiole);
  LeafColours& colours = form.colours;
  take(colours.blade, params.colour), take(colours.patches, params.patch_colour);
  take(colours.veins, params.vein_colour), take(colours.twig, params.twig_colour);
  take(colours.autumn, params.autumn_colour), take(colours.autumn_patches, params.autumn_patch_colour);
  return form;
}

LeafImages paint_leaves(const LeafTextureParams& params, const RunContext& context) {
  const SpeciesForm form = leaf_form_of(params);
  const LeafArrangement arrangement = make_arrangement(form.arrangement, form.leaf, sub_seed(context.seed, 1));
  const int texels = texels_of(params, form, arrangement, context.seed);
  const LeafPainter painter(params, form, arrangement, texels, context.seed);
  context.check_stop();
  const Frame frame = frame_of(painter, params.size);
  LeafCanvas canvas(painter, frame, static_cast<float>(params.relief));
  const int across = (frame.width + kTile - 1) / kTile, down = (frame.height + kTile - 1) / kTile;
  parallel_blocks(static_cast<std::size_t>(across) * static_cast<std::size_t>(down), 4,
                  [&](std::size_t begin, std::size_t end) {
                    context.check_stop();
                    for (std::size_t i = begin; i < end; ++i) {
                      const int tile = static_cast<int>(i);
                      canvas.paint_tile(tile % across * kTile, tile / across * kTile);
                    }
                  });
  return canvas.finish();
}

Estimate LeafTexture::estimate(const Params& params, const schema::Estimates&) {
  Estimate result = Estimate::of_image(params.size[0], params.size[1]);
  const Estimate picture = result;
  for (const schema::PartInfo& part : kParts) result.parts.emplace_back(part.name, picture);
  result.scratch = {result.pixels.least * 8, result.pixels.least * 60 + 420e6};
  result.cause = "size";
  return result;
}

schema::WithParts<Image, Image> LeafTexture::run(const Params& params, const schema::Inputs&,
                                                 const RunContext& context) {
  LeafImages images = paint_leaves(params, context);
  schema::WithParts<Image, Image> result;
  result.main = std::move(images.colours);
  result.parts.emplace_back(kParts[0].name, std::move(images.normals));
  result.parts.emplace_back(kParts[1].name, opacity_of(result.main));
  return result;
}

}  // namespace weald::texture
