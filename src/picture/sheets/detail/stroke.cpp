#include "picture/sheets/detail/stroke.h"

#include <algorithm>
#include <cmath>

#include "base/math/clamped.h"
#include "picture/camera/camera.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kPaling = 0.5f;  // share of the paper's colour that is blended into the farthest lines

Line cleaned(const Line& line) {
  Line result{{{}, line.path.closed}, {}, line.colour, line.end_colour};
  for (std::size_t i = 0; i < line.path.points.size(); ++i) {
    if (!is_finite(line.path.points[i])) continue;
    result.path.points.push_back(line.path.points[i]);
    if (i < line.radii.size())
      result.radii.push_back(std::isfinite(line.radii[i]) ? std::max(0.0, line.radii[i]) : 0.0);
  }
  if (result.radii.size() != result.path.points.size()) result.radii.clear();
  if (result.path.closed && !result.path.points.empty()) {
    result.path.points.push_back(result.path.points.front());
    if (!result.radii.empty()) result.radii.push_back(result.radii.front());
  }
  return result;
}

// A projected point: pixels, pixels per metre at the point, and depth relative to the drawing's depth range.
struct Projected {
  double x = 0, y = 0, scale = 1, depth = 0;
};

class LineProjector {
 public:
  LineProjector(std::span<const Line> lines, LineView view, const PictureParams& params, PixelSize size)
      : view_(view), size_(size) {
    if (view == LineView::camera) {
      fit_perspective(lines, params);
    } else {
      fit_plane(lines, params);
    }
  }

  /// Metres by which a point lies beyond the nearest depth that is seen; not negative for a fitted camera.
  double beyond(const Vec3& p) const { return camera_.near() > 0.0 ? camera_.depth(p) - camera_.near() : 0.0; }

  Projected operator()(const Vec3& p) const {
    if (view_ != LineView::camera) {
      const Vec2 flat = flattened(p);
      return {size_.width * 0.5 + (flat.x - centre_.x) * scale_, size_.height * 0.5 + (flat.y - centre_.y) * scale_,
              scale_, 0.0};
    }
    const Vec2 pixel = camera_.project(p);
    const double depth = camera_.depth(p);
    return {pixel.x, pixel.y, camera_.scale_at(depth), (depth - near_) / (far_ - near_)};
  }

 private:
  // Coordinates on the paper, to the right and down.
  Vec2 flattened(const Vec3& p) const { return view_ == LineView::xy ? Vec2{p.x, -p.y} : Vec2{p.x, p.z}; }

  template <class Visit>
  static void for_each(std::span<const Line> lines, Visit&& visit) {
    for (const Line& line : lines) {
      for (std::size_t i = 0; i < line.path.points.size(); ++i)
        visit(line.path.points[i], line.radii.empty() ? 0.0 : line.radii[i]);
    }
  }

  void fit_plane(std::span<const Line> lines, const PictureParams& params) {
    Bounds box;
    for_each(lines, [&](const Vec3& p, double radius) {
      const Vec2 flat = flattened(p);
      box.add({flat.x - radius, flat.y - radius, 0.0});
      box.add({flat.x + radius, flat.y + radius, 0.0});
    });
    centre_ = Vec2{box.centre()};
    const double free = 1.0 - 2.0 * params.margin;
    const Vec3 extent = box.size();
    const double across = extent.x > 0.0 ? size_.width * free / extent.x : 1e300;
    const double down = extent.y > 0.0 ? size_.height * free / extent.y : 1e300;
    scale_ = std::min(across, down) < 1e300 ? std::min(across, down) * params.zoom : 1.0;
  }

  void fit_perspective(std::span<const Line> lines, const PictureParams& params) {
    const ViewAxes axes = axes_of(params, kDefaultElevation);
    FrustumSupport support;
    for_each(lines, [&](const Vec3& p, double radius) {
      for (const Vec3& side : {axes.right, axes.up}) {
        add_support(support, axes, subject_shape(params, size_), p + side * radius);
        add_support(support, axes, subject_shape(params, size_), p - side * radius);
      }
    });
    camera_ = fit_camera(support, axes, params, size_);
    const double position = glm::dot(camera_.position(), axes.back);
    near_ = support.empty() ? 0.0 : position - support.nearest;
    far_ = std::max(near_ + 1e-9, support.empty() ? 1.0 : position - support.farthest);
  }

  LineView view_;
  PixelSize size_;
  Vec2 centre_{0, 0};
  double scale_ = 1;
  Camera camera_;
  double near_ = 0, far_ = 1;
};

class StrokeMaker {
 public:
  StrokeMaker(const LineProjector& project, const PictureParams& params, StrokeSet& set)
      : project_(project), params_(params), set_(set) {}

  void add(const Line& line, bool by_depth) {
    const std::size_t count = line.path.points.size();
    if (count == 0) return;
    std::vector<LinePoint> points;
    double length = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) length += glm::length(line.path.points[i] - line.path.points[i - 1]);
      points.push_back({line.path.points[i], line.radii.empty() ? 0.0 : line.radii[i], length});
    }
    for (LinePoint& point : points) point.along /= length > 0.0 ? length : 1.0;
    const std::size_t first = set_.points.size();
    if (!by_depth) {
      for (const LinePoint& point : points) place(point);
      add_stroke(line, first, count, 0.0);
    } else if (count == 1) {
      if (project_.beyond(points[0].position) >= 0.0) add_stroke(line, first, 1, place(points[0]));
    } else {
      add_segments(line, points);
    }
  }

 private:
  struct LinePoint {
    Vec3 position{0};
    double radius = 0;  ///< metres
    double along = 0;   ///< share of the line's length
  };

  /// Adds a projected point to the set; returns its depth.
  double place(const LinePoint& point) {
    const Projected at = project_(point.position);
    set_.points.push_back({static_cast<float>(clamped(at.x, -1e6, 1e6)), static_cast<float>(clamped(at.y, -1e6, 1e6)),
                           static_cast<float>(clamped(point.radius * at.scale, params_.line_width * 0.5, 1e5)),
                           static_cast<float>(point.along)});
    return at.depth;
  }

  /// Adds a stroke for each segment, without the parts that are too near to be seen. Segments share their points.
  void add_segments(const Line& line, std::span<const LinePoint> points) {
    std::optional<double> depth;  // of the last point in the set, if it is the start of the segment
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      LinePoint a = points[i], b = points[i + 1];
      const double from = project_.beyond(a.position), to = project_.beyond(b.position);
      if (from < 0.0 && to < 0.0) {
        depth.reset();
        continue;
      }
      if (from < 0.0) a = between(a, b, from / (from - to));
      if (to < 0.0) b = between(a, b, from / (from - to));
      if (!depth || from < 0.0) depth = place(a);
      const std::size_t first = set_.points.size() - 1;
      const double end = place(b);
      add_stroke(line, first, 2, (*depth + end) * 0.5);
      depth = to < 0.0 ? std::nullopt : std::optional(end);
    }
  }

  static LinePoint between(const LinePoint& a, const LinePoint& b, double share) {
    return {a.position + (b.position - a.position) * share, a.radius + (b.radius - a.radius) * share,
            a.along + (b.along - a.along) * share};
  }

  void add_stroke(const Line& line, std::size_t first, std::size_t count, double depth) {
    const Vec3f start = line.colour.value_or(params_.line_colour);
    const Vec3f end = line.end_colour ? *line.end_colour
                      : line.colour   ? *line.colour
                                      : params_.line_end_colour.value_or(start);
    const Vec3f paper = srgb_.linear(params_.paper);
    const auto far = static_cast<float>(clamped(depth, 0.0, 1.0));
    const float pale = kPaling * far * far;
    set_.strokes.push_back({first, count, mix(srgb_.linear(start), paper, pale), mix(srgb_.linear(end), paper, pale),
                            !line.radii.empty(), depth});
  }

  const LineProjector& project_;
  const PictureParams& params_;
  StrokeSet& set_;
  SrgbTable srgb_;
};

}  // namespace

StrokeSet make_strokes(std::span<const Line> lines, LineView view, const PictureParams& params, PixelSize size) {
  std::vector<Line> clean;
  for (const Line& line : lines) clean.push_back(cleaned(line));
  const LineProjector project(clean, view, params, size);
  StrokeSet set;
  StrokeMaker maker(project, params, set);
  for (const Line& line : clean) maker.add(line, view == LineView::camera);
  if (view == LineView::camera) {
    std::stable_sort(set.strokes.begin(), set.strokes.end(),
                     [](const Stroke& a, const Stroke& b) { return a.depth > b.depth; });
  }
  return set;
}

Coverage coverage_of(const StrokePoint& a, const StrokePoint& b, float x, float y) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  const float length2 = dx * dx + dy * dy;
  const float t = length2 > 0.0f ? clamp01(((x - a.x) * dx + (y - a.y) * dy) / length2) : 0.0f;
  const float side_x = x - (a.x + dx * t), side_y = y - (a.y + dy * t);
  const float distance = std::sqrt(side_x * side_x + side_y * side_y);
  const float radius = mix(a.radius, b.radius, t);
  // Overlap of the pixel's width with the line's width, both measured along the line's normal.
  const float share = std::min(radius, distance + 0.5f) - std::max(-radius, distance - 0.5f);
  // The round caps are shaded like the rod itself, so that joints do not look like beads.
  const float cross = length2 > 0.0f ? (dx * side_y - dy * side_x) / (length2 * radius) : 0.0f;
  return {clamp01(share), mix(a.along, b.along, t), -dy * cross, dx * cross};
}

}  // namespace weald::render
