#include "stages/images/channels.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/srgb.h"
#include "stages/images/detail/canvas.h"

namespace weald::image {

namespace {

constexpr std::array<std::string_view, 4> kKeys{"red", "green", "blue", "alpha"};

std::array<const std::optional<PackedChannel>*, 4> channels_of(const PackChannelsParams& params) {
  return {&params.red, &params.green, &params.blue, &params.alpha};
}

/// Source of a channel's values.
struct PackSource {
  const Heightmap* map = nullptr;
  const Image* image = nullptr;
  Channel channel = Channel::red;
  double low = 0, high = 1;
  double value = 0;  // used if there is no map and no image

  int width() const { return map != nullptr ? map->width() : image->pixels.width(); }
  int height() const { return map != nullptr ? map->height() : image->pixels.height(); }
  bool has_size() const { return map != nullptr || image != nullptr; }
  /// The scaled value, which may lie outside 0 to 1.
  double at(int x, int y) const {
    if (map != nullptr) return (map->heights.at(x, y) - low) / (high - low);
    if (image != nullptr) return (channel_of(pixel_at(*image, x, y), channel) - low) / (high - low);
    return value;
  }
};

PackSource source_of(const std::optional<PackedChannel>& packed, std::size_t index, const schema::Inputs& inputs) {
  PackSource source;
  source.value = index == 3 ? 1 : 0;
  if (!packed) return source;
  if (packed->value) source.value = *packed->value;
  if (!packed->from.given()) return source;
  const auto input = inputs.any(packed->from);
  if (const auto* map = std::get_if<const Heightmap*>(&input)) source.map = *map;
  if (const auto* image = std::get_if<const Image*>(&input)) source.image = *image;
  source.channel = packed->channel.value_or(static_cast<Channel>(index));
  source.low = packed->range[0];
  source.high = packed->range[1];
  if (source.map != nullptr && packed->channel)
    throw StageError("'channel' is for images; a heightmap has only one channel", std::string(kKeys[index]));
  return source;
}

/// The first source that has a size. Pre: there is one.
const PackSource& sized(const std::array<PackSource, 4>& sources) {
  return *std::ranges::find_if(sources, &PackSource::has_size);
}

void require_one_size(const std::array<PackSource, 4>& sources) {
  const PackSource& first = sized(sources);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const PackSource& other = sources[i];
    if (!other.has_size() || (other.width() == first.width() && other.height() == first.height())) continue;
    throw StageError(fmt::format("'{}' has {} x {} pixels, but the maps packed before it have {} x {}", kKeys[i],
                                 other.width(), other.height(), first.width(), first.height()),
                     std::string(kKeys[i]));
  }
}

// Written so that the weights sum to 1 exactly: a grey pixel keeps its value.
double weighted(double r, double g, double b) { return g + 0.2126 * (r - g) + 0.0722 * (b - g); }

}  // namespace

double channel_of(const Vec4& pixel, Channel channel) {
  switch (channel) {
    case Channel::red: return pixel.r;
    case Channel::green: return pixel.g;
    case Channel::blue: return pixel.b;
    case Channel::alpha: return pixel.a;
    case Channel::luma: return weighted(pixel.r, pixel.g, pixel.b);
    case Channel::luminance: break;
  }
  return weighted(linear_of_srgb(pixel.r), linear_of_srgb(pixel.g), linear_of_srgb(pixel.b));
}

Estimate ImageChannel::estimate(const Params& params, const schema::Estimates& inputs) {
  const std::optional<Vec2>& sides = inputs[params.from].sides;
  if (!sides) return {};
  return Estimate::of_heightmap({static_cast<int>(sides->x), static_cast<int>(sides->y), params.cell_size, {0, 0}});
}

Heightmap ImageChannel::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Image& image = inputs[params.from];
  Heightmap map({image.pixels.width(), image.pixels.height(), params.cell_size, {0, 0}});
  for_rows(map.height(), context, [&](int y) {
    for (int x = 0; x < map.width(); ++x) {
      const double value = channel_of(pixel_at(image, x, y), params.channel);
      map.heights.at(x, y) = static_cast<float>(params.output[0] * (1 - value) + params.output[1] * value);
    }
  });
  return map;
}

Image PackChannels::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  std::array<PackSource, 4> sources;
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i] = source_of(*channels_of(params)[i], i, inputs);
  require_one_size(sources);
  Canvas canvas(sized(sources).width(), sized(sources).height(), bits_of(params.depth));
  // An excess of half a 16-bit level is rounding, not clipping.
  constexpr double kSlack = 0.5 / 65535;
  std::array<std::atomic<bool>, 4> outside{};
  for_rows(canvas.height(), context, [&](int y) {
    std::array<bool, 4> clipped{};
    for (int x = 0; x < canvas.width(); ++x) {
      Vec4 pixel{0};
      for (std::size_t i = 0; i < 4; ++i) {
        const double value = sources[i].at(x, y);
        clipped[i] = clipped[i] || value < -kSlack || value > 1 + kSlack;
        pixel[static_cast<glm::length_t>(i)] = value;
      }
      canvas.set(x, y, pixel);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      if (clipped[i]) outside[i].store(true, std::memory_order_relaxed);
    }
  });
  for (std::size_t i = 0; i < 4; ++i) {
    if (outside[i].load())
      context.warn(fmt::format("some values of '{}' lie outside its range of {} to {} and were clamped", kKeys[i],
                               sources[i].low, sources[i].high),
                   kKeys[i]);
  }
  return canvas.take();
}

Estimate PackChannels::estimate(const Params& params, const schema::Estimates& inputs) {
  for (const auto* packed : channels_of(params)) {
    if (!*packed || !(*packed)->from.given()) continue;
    const Estimate& from = inputs[(*packed)->from];
    if (from.pixels.most) return Estimate::of_image_like(from, bits_of(params.depth));
  }
  return {};
}

}  // namespace weald::image

void weald::schema::Schema<weald::image::PackedChannel>::check(const P& params, Checker& checker) {
  if (params.from.given() && params.value) checker.error("value", "'from' and 'value' exclude each other");
  if (!params.from.given() && !params.value) checker.error("from", "give either 'from' or 'value'");
  if (params.value && params.channel)
    checker.error("channel",
                  "'channel' is for images: a constant value has no "
                  "channels");
  if (params.range[0] == params.range[1]) checker.error("range", "the two ends of 'range' must differ");
}

void weald::schema::Schema<weald::image::PackChannelsParams>::check(const P& params, Checker& checker) {
  const auto has_stage = [](const auto* packed) { return *packed && (*packed)->from.given(); };
  const std::array channels{&params.red, &params.green, &params.blue, &params.alpha};
  if (!std::ranges::any_of(channels, has_stage))
    checker.error("red", "at least one channel needs a stage as 'from', which sets the size of the image");
}
