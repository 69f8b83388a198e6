#include "picture/raster/flat_view.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/math/math.h"
#include "base/parallel.h"
#include "picture/raster/visibility.h"
#include "picture/surface/surface.h"

namespace weald::render {

namespace {

constexpr int kSamples = 16;
constexpr int kRowsPerBand = 64;

/// A projected triangle with the attributes that are interpolated over it.
class FlatTriangle {
 public:
  FlatTriangle(const Surface& surface, const Projection& projection, std::uint32_t t, NormalSide side)
      : surface_(surface), t_(t), material_(surface.material_of(t)), towards_(projection.axes.back) {
    const TriangleIndices& corners = surface.triangles[t];
    if (side == NormalSide::face) towards_ = seen_side(projection.axes.back);
    for (std::size_t i = 0; i < 3; ++i) pixels_[i] = Vec2(projection(Vec3(surface.positions[corners[i]])));
    area_ = cross(pixels_[1] - pixels_[0], pixels_[2] - pixels_[0]);
    if (material_.texture != nullptr) detail_ = detail_of_texture();
  }

  /// Barycentric coordinates of a point of the picture.
  Vec3 shares(const Vec2& place) const {
    if (area_ == 0) return {1, 0, 0};
    const double b = cross(place - pixels_[0], pixels_[2] - pixels_[0]) / area_;
    const double c = cross(pixels_[1] - pixels_[0], place - pixels_[0]) / area_;
    return {1 - b - c, b, c};
  }
  Vec3f colour(const Vec3& shares) const {
    Vec3f colour = material_.colour;
    if (!surface_.colours.empty()) colour *= mixed(surface_.colours, surface_.triangles[t_], shares);
    if (material_.texture == nullptr) return colour;
    return colour * material_.texture->colour(Vec2(mixed(surface_.uvs, surface_.uv_indices[t_], shares)), detail_);
  }
  Vec3 normal(const Vec3& shares) const {
    const Vec3 n(mixed(surface_.normals, surface_.normals_of(t_), shares));
    return glm::dot(n, towards_) < 0 ? -n : n;
  }

 private:
  /// Normal of the triangle on the visible side.
  Vec3 seen_side(const Vec3& back) const {
    const TriangleIndices& t = surface_.triangles[t_];
    const Vec3 a(surface_.positions[t[0]]), b(surface_.positions[t[1]]), c(surface_.positions[t[2]]);
    const Vec3 plane = normalized_or(glm::cross(b - a, c - a), back);
    return glm::dot(plane, back) < 0 ? -plane : plane;
  }

  static double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }

  template <class T>
  static T mixed(const std::vector<T>& values, const TriangleIndices& at, const Vec3& shares) {
    return values[at[0]] * static_cast<float>(shares.x) + values[at[1]] * static_cast<float>(shares.y) +
           values[at[2]] * static_cast<float>(shares.z);
  }

  /// Mip level at which a texel covers about a pixel, from the triangle's areas in texels and in pixels.
  float detail_of_texture() const {
    const TriangleIndices& at = surface_.uv_indices[t_];
    const Vec2 a(surface_.uvs[at[0]]), b(surface_.uvs[at[1]]), c(surface_.uvs[at[2]]);
    const double texels = std::abs(cross(b - a, c - a)) * material_.texture->width() * material_.texture->height();
    const double pixels = std::abs(area_);
    if (!(texels > pixels) || pixels == 0) return 0;
    return static_cast<float>(math::log2(texels / pixels) / 2);
  }

  const Surface& surface_;
  std::uint32_t t_;
  const SurfaceMaterial& material_;
  Vec3 towards_{0};  ///< normals are flipped to this side
  Vec2 pixels_[3];
  double area_ = 0;
  float detail_ = 0;
};

Projection projection_of(const FlatFrame& frame, const Surface& surface) {
  double behind = std::numeric_limits<double>::max();
  for (const Vec3f& p : surface.positions) behind = std::min(behind, glm::dot(Vec3(p), frame.axes.back));
  Projection projection;
  projection.axes = frame.axes;
  projection.origin =
      frame.axes.right * frame.corner.x + frame.axes.up * frame.corner.y + frame.axes.back * (behind - 1);
  projection.scale = 1 / frame.pixel;
  projection.size = frame.size;
  projection.perspective = false;
  return projection;
}

/// Averages the samples of one band into its pixels.
void resolve(const VisibilityBand& band, const Surface& surface, const Projection& projection,
             const SamplePattern& pattern, NormalSide side, FlatView& view) {
  const ViewAxes& axes = projection.axes;
  for (int y = band.y0; y < band.y1; ++y) {
    for (int x = 0; x < band.width; ++x) {
      Vec3 colour{0}, normal{0};
      double height = 0;
      int covered = 0;
      std::uint32_t last = VisibleSample::kNothing;
      std::optional<FlatTriangle> triangle;  // neighbouring samples mostly see the same triangle
      for (int s = 0; s < band.samples; ++s) {
        const VisibleSample& seen = band.at(x, y, s);
        if (seen.triangle == VisibleSample::kNothing) continue;
        const auto i = static_cast<std::size_t>(s);
        if (seen.triangle != last) triangle.emplace(surface, projection, last = seen.triangle, side);
        const Vec3 shares = triangle->shares(
            {x + static_cast<double>(pattern.x[i]) / kSubpixels, y + static_cast<double>(pattern.y[i]) / kSubpixels});
        colour += Vec3(triangle->colour(shares));
        normal += triangle->normal(shares);
        height += static_cast<double>(seen.depth);
        ++covered;
      }
      if (covered == 0) continue;
      normal = side == NormalSide::face ? normal / static_cast<double>(covered) : normalized_or(normal, axes.back);
      view.colours.at(x, y) = Vec3f(colour / static_cast<double>(covered));
      view.normals.at(x, y) =
          Vec3f(Vec3{glm::dot(normal, axes.right), glm::dot(normal, axes.up), glm::dot(normal, axes.back)});
      view.heights.at(x, y) = static_cast<float>(height / covered + glm::dot(projection.origin, axes.back));
      view.coverage.at(x, y) = static_cast<float>(covered) / static_cast<float>(band.samples);
    }
  }
}

}  // namespace

FlatView flat_view(const mesh::Mesh& mesh, const FlatFrame& frame, const RunContext& context) {
  return flat_view(surface_of(mesh), frame, context);
}

FlatView flat_view(const Surface& surface, const FlatFrame& frame, const RunContext& context) {
  const SurfaceItem item{&surface, Mat4{1.0}};
  const TriangleNumbers numbers(std::span(&item, 1));
  const Projection projection = projection_of(frame, surface);
  const SamplePattern pattern = sample_pattern(kSamples);
  const int width = frame.size.width, height = frame.size.height;
  FlatView view{Grid<Vec3f>(width, height, Vec3f{0}), Grid<Vec3f>(width, height, Vec3f{0}),
                Grid<float>(width, height, 0.0f), Grid<float>(width, height, 0.0f)};
  const int bands = (height + kRowsPerBand - 1) / kRowsPerBand;
  parallel_blocks(static_cast<std::size_t>(bands), 1, [&](std::size_t band, std::size_t) {
    const int y0 = static_cast<int>(band) * kRowsPerBand, y1 = std::min(height, y0 + kRowsPerBand);
    resolve(draw_band(numbers, projection, pattern, {y0, y1}, context), surface, projection, pattern, frame.normals,
            view);
  });
  return view;
}

FlatExtent flat_extent(const mesh::Mesh& mesh, const ViewAxes& axes) {
  if (mesh.positions.empty()) return {};
  constexpr double kFar = std::numeric_limits<double>::max();
  double left = kFar, right = -kFar, bottom = kFar, top = -kFar;
  for (const Vec3f& p : mesh.positions) {
    const double across = glm::dot(Vec3(p), axes.right), up = glm::dot(Vec3(p), axes.up);
    left = std::min(left, across), right = std::max(right, across);
    bottom = std::min(bottom, up), top = std::max(top, up);
  }
  return {{left, top}, {right - left, top - bottom}};
}

}  // namespace weald::render
