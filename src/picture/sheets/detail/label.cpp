#include "picture/sheets/detail/label.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/math/clamped.h"
#include "data/grid.h"
#include "data/heightmap.h"
#include "picture/sheets/detail/label_glyphs.h"
#include "picture/sheets/detail/stroke.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kTracking = 3;  // extra letter spacing in glyph units, for legibility of small text
constexpr int kArcSteps = 8;     // line segments per curve

// A code point and the index after it. A byte that belongs to no valid code point becomes the replacement character.
struct CodePoint {
  char32_t code = U'\uFFFD';
  std::size_t end = 0;
};

CodePoint code_point(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return {first, at + 1};
  const std::size_t size = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
  char32_t code = first & (0xFFu >> (size + 1));
  std::size_t end = at + 1;
  for (; end < at + size && end < text.size() && (byte(end) & 0xC0) == 0x80; ++end)
    code = code << 6 | (byte(end) & 0x3Fu);
  if (size == 1 || end < at + size) return {U'\uFFFD', end};
  return {code, end};
}

std::u32string code_points(std::string_view text) {
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = code_point(text, i);
    result.push_back(point.code);
    i = point.end;
  }
  return result;
}

// Maps glyph units to pixels. Like font hinting, it aligns the strokes' outer edges with whole pixels at the baseline,
// the x-height and the cap height, and stretches the heights in between slightly.
class GlyphScale {
 public:
  explicit GlyphScale(const LabelStyle& style)
      : unit_((style.cap_height - style.weight) / kGlyphCap),
        small_((std::floor(style.cap_height * (kGlyphX + 5) / (kGlyphCap + 5) + 0.5) - style.weight) / kGlyphX),
        upper_((style.cap_height - style.weight - small_ * kGlyphX) / (kGlyphCap - kGlyphX)),
        weight_(style.weight) {}

  double across(double units) const { return units * unit_; }
  // Height in pixels of a stroke's axis above the baseline.
  double up(double units) const {
    const double above = std::max(0.0, units - kGlyphX);
    return weight_ * 0.5 + (units - above) * small_ + above * upper_;
  }

 private:
  double unit_, small_, upper_, weight_;
};

// Interprets the commands of a glyph's axis: calls move(point) and line(point) in glyph units.
template <class Move, class LineTo>
void trace(std::string_view axis, Move&& move, LineTo&& line) {
  Vec2 at{0, 0};
  const auto number = [&axis] {
    axis.remove_prefix(std::min(axis.find_first_not_of(' '), axis.size()));
    int value = 0;
    const auto end = std::from_chars(axis.data(), axis.data() + axis.size(), value).ptr;
    axis.remove_prefix(static_cast<std::size_t>(end - axis.data()));
    return static_cast<double>(value);
  };
  const auto point = [&number] {
    const double x = number();
    return Vec2{x, number()};
  };
  const auto curve = [&](const Vec2& b, const Vec2& c, const Vec2& d) {
    for (int i = 1; i <= kArcSteps; ++i) {
      const double t = static_cast<double>(i) / kArcSteps, s = 1 - t;
      line(at * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t));
    }
    at = d;
  };
  while (!axis.empty()) {
    const char command = axis.front();
    axis.remove_prefix(1);
    if (command == ' ') continue;
    constexpr double kArc = 0.5523;  // control point distance of a quarter circle, in radii
    const Vec2 to = point();
    switch (command) {
      case 'M': move(at = to); break;
      case 'L': line(at = to); break;
      case 'h': curve({at.x + (to.x - at.x) * kArc, at.y}, {to.x, to.y + (at.y - to.y) * kArc}, to); break;
      case 'v': curve({at.x, at.y + (to.y - at.y) * kArc}, {to.x + (at.x - to.x) * kArc, to.y}, to); break;
      default: {
        const Vec2 second = point();
        curve(to, second, point());
      }
    }
  }
}

// Accumulates the coverage of a label's pixels; where strokes overlap, the maximum is kept.
class Coverer {
 public:
  // Pre: `region` lies inside the image.
  Coverer(const Region& region, double radius)
      : region_(region), cover_(region.width, region.height), radius_(static_cast<float>(radius)) {}

  void segment(const Vec2& from, const Vec2& to) {
    const StrokePoint a = inside(from), b = inside(to);
    const float reach = radius_ + 1.0f;
    const auto within = [](float v, int count) {
      return static_cast<int>(clamped(std::floor(v), 0.0f, static_cast<float>(count)));
    };
    const int x0 = within(std::min(a.x, b.x) - reach, cover_.width()),
              y0 = within(std::min(a.y, b.y) - reach, cover_.height());
    const int x1 = within(std::max(a.x, b.x) + reach + 1.0f, cover_.width()),
              y1 = within(std::max(a.y, b.y) + reach + 1.0f, cover_.height());
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        const float share = coverage_of(a, b, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f).share;
        cover_.at(x, y) = std::max(cover_.at(x, y), share);
      }
    }
  }

  void blend(Image& image, const Vec3f& srgb_colour) const {
    const SrgbTable srgb;
    const Vec3f colour = srgb.linear(srgb_colour);
    for (int y = 0; y < region_.height; ++y) {
      for (int x = 0; x < region_.width; ++x) {
        if (cover_.at(x, y) > 0.0f) blend(image.pixels.at(region_.x + x, region_.y + y), colour, cover_.at(x, y), srgb);
      }
    }
  }

 private:
  StrokePoint inside(const Vec2& p) const {
    return {static_cast<float>(p.x - region_.x), static_cast<float>(p.y - region_.y), radius_, 0};
  }

  static void blend(Rgba8& pixel, const Vec3f& colour, float share, const SrgbTable& srgb) {
    const Vec3f mixed = mix({srgb.linear(pixel.r), srgb.linear(pixel.g), srgb.linear(pixel.b)}, colour, share);
    pixel = {srgb.encode(mixed.x, 0.5f), srgb.encode(mixed.y, 0.5f), srgb.encode(mixed.z, 0.5f), pixel.a};
  }

  Region region_;
  Grid<float> cover_;
  float radius_;
};

double advance_of(char32_t code) { return glyph_of(code).advance + kTracking; }

double width_of(std::u32string_view text, const GlyphScale& scale) {
  double units = 0;
  for (const char32_t code : text) units += advance_of(code);
  return scale.across(units);
}

// Region of `image` that a label may touch.
Region touched(const Image& image, double x, double y, double width, double cap_height) {
  const auto within = [](double v, int count) {
    return static_cast<int>(clamped(std::floor(v), 0.0, static_cast<double>(count)));
  };
  const int x0 = within(x - 2, image.pixels.width()), x1 = within(x + width + 3, image.pixels.width());
  const int y0 = within(y - cap_height * 1.3 - 2, image.pixels.height()),
            y1 = within(y + cap_height * 0.5 + 3, image.pixels.height());
  return {x0, y0, x1 - x0, y1 - y0};
}

}  // namespace

double label_width(std::string_view text, const LabelStyle& style) {
  return width_of(code_points(text), GlyphScale(style));
}

std::string fit_label(std::string_view text, const LabelStyle& style, double width) {
  if (label_width(text, style) <= width) return std::string(text);
  constexpr std::string_view kEllipsis = "\u2026";
  const double room = width - label_width(kEllipsis, style);
  if (room < 0) return "";
  const GlyphScale scale(style);
  const std::u32string codes = code_points(text);
  std::size_t fitting = 0;
  for (double used = 0; fitting < codes.size(); ++fitting) {
    used += scale.across(advance_of(codes[fitting]));
    if (used > room) break;
  }
  std::size_t end = 0;
  for (; fitting > 0; --fitting) end = code_point(text, end).end;
  return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

void draw_label(Image& image, double x, double y, std::string_view text, const LabelStyle& style) {
  const GlyphScale scale(style);
  const std::u32string codes = code_points(text);
  Coverer coverer(touched(image, x, y, width_of(codes, scale), style.cap_height), style.weight * 0.5);
  double pen = 0;  // glyph units
  for (const char32_t code : codes) {
    const Glyph& glyph = glyph_of(code);
    const auto pixel_of = [&](const Vec2& p) {
      return Vec2{x + scale.across(pen + glyph.left + p.x), y - scale.up(p.y)};
    };
    Vec2 at{0, 0};
    trace(
        glyph.axis, [&](const Vec2& p) { at = pixel_of(p); },
        [&](const Vec2& p) {
          const Vec2 to = pixel_of(p);
          coverer.segment(at, to);
          at = to;
        });
    pen += advance_of(code);
  }
  coverer.blend(image, style.colour);
}

}  // namespace weald::render
