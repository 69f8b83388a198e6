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
    const ViewAxes axes =
        axes_of(params.azimuth.value_or(kDefaultAzimuth), params.elevation.value_or(kDefaultElevation));
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
    std::vector<Projected> projected;
    std::vector<double> length{0.0};
    for (std::size_t i = 0; i < count; ++i) {
      projected.push_back(project_(line.path.points[i]));
      if (i > 0) length.push_back(length.back() + glm::length(line.path.points[i] - line.path.points[i - 1]));
    }
    const double whole = length.back() > 0.0 ? length.back() : 1.0;
    const std::size_t first = set_.points.size();
    for (std::size_t i = 0; i < count; ++i) {
      const double radius = line.radii.empty() ? 0.0 : line.radii[i] * projected[i].scale;
      set_.points.push_back({static_cast<float>(clamped(projected[i].x, -1e6, 1e6)),
                             static_cast<float>(clamped(projected[i].y, -1e6, 1e6)),
                             static_cast<float>(clamped(radius, params_.line_width * 0.5, 1e5)),
                             static_cast<float>(length[i] / whole)});
    }
    if (!by_depth) {
      add_stroke(line, first, count, 0.0);
    } else if (count == 1) {
      add_stroke(line, first, 1, projected[0].depth);
    } else {
      for (std::size_t i = 0; i + 1 < count; ++i)
        add_stroke(line, first + i, 2, (projected[i].depth + projected[i + 1].depth) * 0.5);
    }
  }

 private:
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
