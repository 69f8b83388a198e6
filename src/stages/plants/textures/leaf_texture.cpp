#include "stages/plants/textures/leaf_texture.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/rng.h"
#include "stages/plants/textures/detail/bleed.h"
#include "stages/plants/textures/detail/leaf_arrangement.h"
#include "stages/plants/textures/detail/leaf_painter.h"

namespace weald::texture {

namespace {

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
