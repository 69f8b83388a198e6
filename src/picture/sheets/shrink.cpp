#include "picture/sheets/shrink.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

// Source pixels along one axis that a new pixel covers, and the covered shares of the first and the last.
struct Span {
  int first = 0, last = 0;
  float first_share = 1, last_share = 1;
};

std::vector<Span> spans(int source, int target) {
  std::vector<Span> result(static_cast<std::size_t>(target));
  for (int i = 0; i < target; ++i) {
    // In units of 1 / target of a pixel all bounds are integers.
    const auto begin = std::int64_t{i} * source, end = begin + source;
    Span& span = result[static_cast<std::size_t>(i)];
    span.first = static_cast<int>(begin / target);
    span.last = static_cast<int>((end - 1) / target);
    span.first_share = static_cast<float>(target - begin % target) / static_cast<float>(target);
    span.last_share = static_cast<float>((end - 1) % target + 1) / static_cast<float>(target);
    if (span.first == span.last) span.first_share = span.last_share = 1;
  }
  return result;
}

template <class At>
Vec3f mean(const Span& span, At&& at) {
  Vec3f sum = at(span.first) * span.first_share;
  float weight = span.first_share;
  for (int i = span.first + 1; i < span.last; ++i, weight += 1.0f) sum += at(i);
  if (span.last > span.first) {
    sum += at(span.last) * span.last_share;
    weight += span.last_share;
  }
  return sum / weight;
}

}  // namespace

PixelSize fitted_size(PixelSize size, PixelSize most) {
  if (size.width <= most.width && size.height <= most.height) return size;
  const double scale =
      std::min(static_cast<double>(most.width) / size.width, static_cast<double>(most.height) / size.height);
  const auto scaled = [scale](int side, int limit) {
    return std::clamp(static_cast<int>(std::floor(side * scale + 0.5)), 1, std::max(1, limit));
  };
  return {scaled(size.width, most.width), scaled(size.height, most.height)};
}

Image shrunk(const Image& image, PixelSize size, Rgba8 paper) {
  const int width = image.pixels.width(), height = image.pixels.height();
  WEALD_CHECK(size.width > 0 && size.height > 0 && size.width <= width && size.height <= height);
  const SrgbTable srgb;
  const auto linear = [&](const Rgba8& p) { return Vec3f{srgb.linear(p.r), srgb.linear(p.g), srgb.linear(p.b)}; };
  const Vec3f behind = linear(paper);
  const std::vector<Span> columns = spans(width, size.width), rows = spans(height, size.height);
  Image result{Grid<Rgba8>(size.width, size.height)};
  parallel_blocks(static_cast<std::size_t>(size.height), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const Vec3f colour = mean(rows[y], [&](int row) {
          return mean(columns[static_cast<std::size_t>(x)], [&](int column) {
            const Rgba8& p = image.pixels.at(column, row);
            return mix(behind, linear(p), static_cast<float>(p.a) / 255.0f);
          });
        });
        result.pixels.at(x, static_cast<int>(y)) = {srgb.encode(colour.x, 0.5f), srgb.encode(colour.y, 0.5f),
                                                    srgb.encode(colour.z, 0.5f), 255};
      }
    }
  });
  return result;
}

}  // namespace weald::render
