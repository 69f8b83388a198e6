#include "formats/tables/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/check.h"
#include "base/error.h"

namespace weald::io {

namespace {

constexpr double kLongerSide = 1000;  // pixels
constexpr double kMargin = 0.02;      // of the longer side
constexpr double kLimit = 1e15;
constexpr std::size_t kFlushBytes = 64 * 1024;

/// An axis-aligned rectangle that grows with each point added.
struct Box {
  Vec2 min{DBL_MAX};
  Vec2 max{-DBL_MAX};

  void add(const Vec2& point, double radius) {
    min = glm::min(min, point - radius);
    max = glm::max(max, point + radius);
  }
};

Vec2 bezier_point(const Vec2& a, const SvgPiece& piece, double t) {
  const double s = 1 - t;
  const auto& p = piece.points;
  if (piece.degree == 2) return s * s * a + 2 * s * t * p[0] + t * t * p[1];
  return s * s * s * a + 3 * s * s * t * p[0] + 3 * s * t * t * p[1] + t * t * t * p[2];
}

/// Adds the points of a curve where it turns back along an axis: the roots of its derivative in that coordinate.
void add_turns(const Vec2& from, const SvgPiece& piece, double radius, Box& box) {
  for (int axis = 0; axis < 2; ++axis) {
    const double p0 = from[axis], p1 = piece.points[0][axis], p2 = piece.points[1][axis];
    // Derivative, up to a factor: a t^2 + b t + c.
    const double p3 = piece.degree == 3 ? piece.points[2][axis] : 0;
    const double a = piece.degree == 3 ? p3 - 3 * p2 + 3 * p1 - p0 : 0;
    const double b = piece.degree == 3 ? 2 * (p2 - 2 * p1 + p0) : p2 - 2 * p1 + p0;
    const double c = p1 - p0;
    const auto add = [&](double t) {
      if (t > 0 && t < 1) box.add(bezier_point(from, piece, t), radius);
    };
    const double discriminant = b * b - 4 * a * c;
    if (discriminant < 0) continue;
    const double q = -0.5 * (b + (b < 0 ? -1 : 1) * std::sqrt(discriminant));
    if (a != 0) add(q / a);
    if (q != 0) add(c / q);
  }
}

Box extent(std::span<const SvgPath> paths) {
  Box box;
  for (const SvgPath& path : paths) {
    const double radius = path.style.width / 2;
    Vec2 from = path.start;
    box.add(from, radius);
    for (const SvgPiece& piece : path.pieces) {
      const Vec2 to = piece.points[static_cast<std::size_t>(piece.degree - 1)];
      box.add(to, radius);
      if (piece.degree > 1) add_turns(from, piece, radius, box);
      from = to;
    }
  }
  return box;
}

void check_finite(std::span<const SvgPath> paths) {
  const auto check = [](double value) {
    if (!(std::abs(value) <= kLimit))
      throw StageError("cannot write SVG: a coordinate is not finite or is beyond 1e15");
  };
  for (const SvgPath& path : paths) {
    check(path.start.x), check(path.start.y), check(path.style.width);
    for (const SvgPiece& piece : path.pieces) {
      WEALD_CHECK(piece.degree >= 1 && piece.degree <= 3);
      for (int i = 0; i < piece.degree; ++i) {
        check(piece.points[static_cast<std::size_t>(i)].x), check(piece.points[static_cast<std::size_t>(i)].y);
      }
    }
  }
}

std::string colour_text(const Rgba8& colour) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t channel : {colour.r, colour.g, colour.b}) {
    text += kHex[channel >> 4];
    text += kHex[channel & 15];
  }
  return text;
}

class SvgWriter {
 public:
  SvgWriter(const Box& box, Sink& sink) : sink_(sink) {
    const Vec2 size = box.max - box.min;
    const double longer = std::max({size.x, size.y, 1e-9});
    while (decimals_ < 15 && 1 / scale_ > longer * 1e-6) {
      ++decimals_;
      scale_ *= 10;
    }
    const Vec2 corner = box.min - longer * kMargin;
    const Vec2 view = size + 2 * longer * kMargin;
    const double pixels = kLongerSide / std::max(view.x, view.y);
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";
    text_ += std::to_string(static_cast<int>(std::ceil(view.x * pixels)));
    text_ += "\" height=\"" + std::to_string(static_cast<int>(std::ceil(view.y * pixels))) + "\" viewBox=\"";
    point({corner.x, corner.y + view.y});
    text_ += ' ';
    number(view.x);
    text_ += ' ';
    number(view.y);
    text_ += "\">\n<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
  }

  void path(const SvgPath& path, bool same_style) {
    if (!same_style) begin(path.style);
    text_ += 'M';
    point(path.start);
    char last = 'M';
    for (const SvgPiece& piece : path.pieces) {
      const char command = piece.degree == 1 ? 'L' : piece.degree == 2 ? 'Q' : 'C';
      text_ += command == last ? ' ' : command;
      last = command;
      for (int i = 0; i < piece.degree; ++i) {
        if (i > 0) text_ += ' ';
        point(piece.points[static_cast<std::size_t>(i)]);
      }
    }
    if (path.closed) text_ += 'Z';
    if (text_.size() > kFlushBytes) flush();
  }

  void end() {
    if (open_) text_ += "\"/>\n";
    text_ += "</g>\n</svg>\n";
    flush();
  }

 private:
  void begin(const SvgStyle& style) {
    if (open_) text_ += "\"/>\n";
    open_ = true;
    text_ += "<path ";
    if (style.order > 0) text_ += "class=\"order-" + std::to_string(style.order) + "\" ";
    text_ += "stroke=\"" + colour_text(style.stroke) + "\" stroke-width=\"";
    number(style.width);
    text_ += "\" fill=\"" + (style.fill ? colour_text(*style.fill) : std::string("none")) + '"';
    if (style.stroke.a != 255) opacity("stroke-opacity", style.stroke.a);
    if (style.fill && style.fill->a != 255) opacity("fill-opacity", style.fill->a);
    text_ += " d=\"";
  }

  void opacity(std::string_view name, std::uint8_t alpha) {
    const int thousandths = (alpha * 1000 + 127) / 255;
    text_ += ' ';
    text_ += name;
    text_ += "=\"0." + std::string(thousandths < 100 ? thousandths < 10 ? "00" : "0" : "") +
             std::to_string(thousandths) + '"';
  }

  void point(const Vec2& p) {
    number(p.x);
    text_ += ' ';
    number(-p.y);
  }

  /// `value` rounded to `decimals_` places, without trailing zeros.
  void number(double value) {
    const double rounded = std::floor(value * scale_ + 0.5) / scale_;
    char buffer[64];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0.0 : rounded, std::chars_format::fixed, decimals_)
            .ptr;
    std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
    if (decimals_ > 0) {
      digits = digits.substr(0, digits.find_last_not_of('0') + 1);
      if (digits.ends_with('.')) digits.remove_suffix(1);
    }
    text_ += digits == "-0" ? "0" : digits;
  }

  void flush() {
    sink_.append(text_);
    text_.clear();
  }

  Sink& sink_;
  std::string text_;
  int decimals_ = 0;
  double scale_ = 1;
  bool open_ = false;
};

}  // namespace

SvgPath svg_path(const Polyline& line, const SvgStyle& style) {
  WEALD_CHECK(!line.points.empty());
  SvgPath path{Vec2(line.points[0]), {}, line.closed, style};
  path.pieces.reserve(line.points.size());
  for (std::size_t i = 1; i < line.points.size(); ++i) path.pieces.push_back({1, {Vec2(line.points[i])}});
  return path;
}

void write_svg(std::span<const SvgPath> paths, Sink& sink) {
  check_finite(paths);
  Box box = extent(paths);
  if (paths.empty()) box = {{0, 0}, {1, 1}};
  SvgWriter writer(box, sink);
  for (std::size_t i = 0; i < paths.size(); ++i) writer.path(paths[i], i > 0 && paths[i].style == paths[i - 1].style);
  writer.end();
}

}  // namespace weald::io
