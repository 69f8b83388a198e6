#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "engine/graph/stage.h"
#include "stages/plants/textures/detail/bleed.h"
#include "stages/plants/textures/detail/leaf_outline.h"
#include "stages/plants/textures/leaf_texture.h"

using namespace weald;
using namespace weald::texture;

static_assert(pipeline::PartedStage<LeafTexture>);

namespace {

constexpr std::array kSpecies{LeafSpecies::oak,    LeafSpecies::maple, LeafSpecies::birch, LeafSpecies::beech,
                              LeafSpecies::willow, LeafSpecies::ash,   LeafSpecies::palm,  LeafSpecies::pine,
                              LeafSpecies::spruce, LeafSpecies::fern};

LeafImages painted(const LeafTextureParams& params, std::uint64_t seed = 3) {
  RunContext context;
  context.seed = seed;
  return paint_leaves(params, context);
}

LeafTextureParams small(LeafSpecies species) {
  LeafTextureParams params;
  params.species = species;
  params.size = {96, 128};
  return params;
}

// Twice the area inside a closed line.
double shoelace(const std::vector<Vec2>& points) {
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 &a = points[i], &b = points[(i + 1) % points.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return std::abs(sum);
}

double alpha_sum(const Image& image) {
  double sum = 0;
  for (const Rgba8& p : image.pixels.values()) sum += p.a / 255.0;
  return sum;
}

int tallest_row(const Image& image) {
  for (int y = 0; y < image.pixels.height(); ++y) {
    for (const Rgba8& p : image.pixels.row(y)) {
      if (p.a > 127) return y;
    }
  }
  return image.pixels.height();
}

}  // namespace

TEST_CASE("leaf_texture: a leaf covers the area inside its outline") {
  for (const LeafSpecies species : {LeafSpecies::oak, LeafSpecies::birch, LeafSpecies::beech, LeafSpecies::willow}) {
    LeafTextureParams params = small(species);
    params.size = {400, 400};
    params.arrangement = Arrangement::single;
    params.petiole = 0.0;
    const Image image = painted(params).colours;
    const SpeciesForm form = leaf_form_of(params);
    // The blade is one length high and stands on the lower edge.
    const double scale = 400.0 - tallest_row(image);
    double area = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) area += 0.5 * shoelace(leaf_outline(form.leaf, seed).points) / 4;
    CHECK(alpha_sum(image) / (scale * scale) == Approx(area).epsilon(0.06));
  }
}

TEST_CASE("leaf_texture: each species stands on the middle of the lower edge and touches no other") {
  for (const LeafSpecies species : kSpecies) {
    const Image image = painted(small(species)).colours;
    const auto& pixels = image.pixels;
    int widest = 0;
    for (int x = 0; x < pixels.width(); ++x) {
      const bool foot = std::abs(x - 47.5) < 3;
      if (!foot) CHECK(pixels.at(x, pixels.height() - 1).a < 128);
      CHECK(pixels.at(x, 0).a == 0);
      widest = std::max(widest, static_cast<int>(pixels.at(x, pixels.height() - 1).a));
    }
    CHECK(widest > 20);
    for (int y = 0; y < pixels.height(); ++y) CHECK((pixels.at(0, y).a == 0 && pixels.at(95, y).a == 0));
    const double share = alpha_sum(image) / static_cast<double>(pixels.size());
    CHECK(share > 0.04);
    CHECK(share < 0.9);
  }
}

TEST_CASE("leaf_texture: normals have unit length, and those of a symmetric needle lean to both sides alike") {
  for (const LeafSpecies species : kSpecies) {
    const Image image = painted(small(species)).normals;
    bool unit = true;
    for (const Rgba8& p : image.pixels.values()) {
      const Vec3 n = (Vec3{p.r, p.g, p.b} - 128.0) / 127.0;
      unit = unit && std::abs(glm::length(n) - 1) < 0.02 && n.z > 0;
    }
    CHECK(unit);
  }
  LeafTextureParams params = small(LeafSpecies::willow);
  params.arrangement = Arrangement::single;
  const LeafImages images = painted(params);
  double left = 0, right = 0;
  for (int y = 40; y < 100; ++y) {
    left += images.normals.pixels.at(45, y).r - 128, right += images.normals.pixels.at(50, y).r - 128;
  }
  CHECK(left * right < 0);
  CHECK(std::abs(left + right) < 0.4 * std::abs(left - right) + 60);
}

TEST_CASE("leaf_texture: beyond the edge a leaf's own colours go on") {
  LeafTextureParams params = small(LeafSpecies::birch);
  params.colour = Vec3{0.2, 0.6, 0.1}, params.patch_colour = params.colour, params.vein_colour = params.colour;
  const Image image = painted(params).colours;
  bool green = true;
  for (const Rgba8& p : image.pixels.values()) green = green && p.g > 2 * p.r && p.g > 3 * p.b && p.g > 90;
  CHECK(green);
}

TEST_CASE("bleed_colours: a transparent pixel gets a mean of the visible colours, a picture without any stays") {
  Grid<Vec4f> picture(7, 5, Vec4f{9, 9, 9, 0});
  Grid<Vec4f> empty = picture;
  picture.at(1, 1) = {1, 0, 0, 1};
  picture.at(5, 3) = {0, 0, 1, 0.5f};
  bleed_colours(picture);
  for (const Vec4f& p : picture.values()) {
    CHECK(p.x + p.z == Approx(1));
    CHECK(p.y == Approx(0).margin(1e-6));
  }
  CHECK(picture.at(0, 0).x > picture.at(6, 4).x);
  CHECK(picture.at(1, 1) == Vec4f{1, 0, 0, 1});
  bleed_colours(empty);
  CHECK(empty.at(3, 3) == Vec4f{9, 9, 9, 0});
}

TEST_CASE("leaf_texture: the same bytes on any number of threads, others for another seed") {
  const LeafTextureParams params = small(LeafSpecies::spruce);
  std::vector<Image> images;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    images.push_back(painted(params).colours);
  }
  CHECK(images[0].pixels == images[1].pixels);
  CHECK(images[0].pixels == images[2].pixels);
  CHECK_FALSE(images[0].pixels == painted(params, 4).colours.pixels);
}

TEST_CASE("leaf_texture: autumn turns green leaves red from their edges inwards") {
  LeafTextureParams params = small(LeafSpecies::maple);
  const auto redness = [&](double autumn) {
    params.autumn = autumn;
    const Image image = painted(params).colours;
    double sum = 0, count = 0;
    for (const Rgba8& p : image.pixels.values()) {
      if (p.a == 255) sum += p.r - p.g, ++count;
    }
    return sum / count;
  };
  const double green = redness(0), half = redness(0.5), full = redness(1);
  CHECK(green < 0);
  CHECK(half > green + 20);
  CHECK(full > half + 20);
}

TEST_CASE("leaf_texture: side twigs fill more of the picture, and a single leaf has none") {
  LeafTextureParams params = small(LeafSpecies::birch);
  params.size = {160, 160};
  params.arrangement = Arrangement::alternate;
  params.count = 5;
  const double twig = alpha_sum(painted(params).colours);
  params.twigs = 5;
  CHECK(alpha_sum(painted(params).colours) > 1.2 * twig);
  params.arrangement = Arrangement::single;
  const Image single = painted(params).colours;
  params.twigs = 0;
  CHECK(single.pixels == painted(params).colours.pixels);
}

TEST_CASE("leaf_texture: extreme parameters of every kind give a picture") {
  for (const Arrangement arrangement : {Arrangement::single, Arrangement::opposite, Arrangement::brush}) {
    for (const Venation venation : {Venation::pinnate, Venation::palmate, Venation::parallel}) {
      LeafTextureParams params = small(LeafSpecies::oak);
      params.size = {16, 40};
      params.arrangement = arrangement, params.venation = venation;
      for (const double extreme : {0.0, 1.0}) {
        params.aspect = 0.01 + 1.99 * extreme, params.widest = 0.05 + 0.9 * extreme;
        params.base = extreme, params.tip = extreme, params.lobe_depth = 0.95 * extreme;
        params.lobes = static_cast<int>(40 * extreme), params.teeth = static_cast<int>(100 * (1 - extreme));
        params.veins = static_cast<int>(40 * extreme), params.vein_angle = 5 + 80 * extreme;
        params.petiole = 2 * extreme, params.spacing = 0.001 + extreme,
        params.count = 1 + static_cast<int>(20 * extreme);
        params.twigs = static_cast<int>(24 * extreme);
        CHECK(painted(params).colours.pixels.width() == 16);
      }
    }
  }
}
