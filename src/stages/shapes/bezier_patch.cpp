#include "stages/shapes/bezier_patch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "methods/curve/bezier.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"

namespace weald::scene {

namespace {

// A homogeneous point of a curve, with its derivative.
struct Ray {
  Vec4 value{0};
  Vec4 slope{0};
};

// De Casteljau's algorithm; the last two points give the derivative.
Ray casteljau(std::array<Vec4, kMaxNetSide>& points, std::size_t count, double t) {
  for (std::size_t left = count; left > 2; --left) {
    for (std::size_t i = 0; i + 1 < left; ++i) points[i] = points[i] * (1 - t) + points[i + 1] * t;
  }
  const Vec4 slope = (points[1] - points[0]) * static_cast<double>(count - 1);
  return {points[0] * (1 - t) + points[1] * t, slope};
}

// Derivative of the projected point of a homogeneous curve.
Vec3 projected_slope(const Vec4& value, const Vec4& slope) {
  return (Vec3{slope} - Vec3{value} * (slope.w / value.w)) / value.w;
}

constexpr int kMaxPatchSegments = 256;

std::vector<double> even_steps(int count) {
  std::vector<double> steps;
  for (int i = 0; i <= count; ++i) steps.push_back(static_cast<double>(i) / count);
  return steps;
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double square = glm::dot(along, along);
  const double t = square > 0 ? std::clamp(glm::dot(p - a, along) / square, 0.0, 1.0) : 0.0;
  return glm::length(p - a - along * t);
}

// Distances between the quads of a grid and the surface, measured at midpoints.
struct Misfit {
  double along_u = 0;
  double along_v = 0;
  double inside = 0;
};

Misfit misfit(const PatchNet& net, int nu, int nv) {
  const std::vector<double> us = even_steps(2 * nu);
  Misfit worst;
  std::vector<PatchPoint> low = net.row(0, us);
  const auto measure_edges = [&](const std::vector<PatchPoint>& line) {
    for (std::size_t i = 0; i + 2 < line.size(); i += 2)
      worst.along_u = std::max(worst.along_u, distance_to_segment(line[i + 1].point, line[i].point, line[i + 2].point));
  };
  measure_edges(low);
  for (int j = 0; j < nv; ++j) {
    const std::vector<PatchPoint> middle = net.row((j + 0.5) / nv, us);
    std::vector<PatchPoint> high = net.row((j + 1.0) / nv, us);
    measure_edges(high);
    for (std::size_t i = 0; i < us.size(); i += 2)
      worst.along_v = std::max(worst.along_v, distance_to_segment(middle[i].point, low[i].point, high[i].point));
    for (std::size_t i = 1; i < us.size(); i += 2) {
      const Vec3 normal = normalized_or(glm::cross(middle[i].along_u, middle[i].along_v), Vec3{0});
      for (const Vec3& diagonal :
           {(low[i - 1].point + high[i + 1].point) * 0.5, (low[i + 1].point + high[i - 1].point) * 0.5})
        worst.inside = std::max(worst.inside, std::abs(glm::dot(middle[i].point - diagonal, normal)));
    }
    low = std::move(high);
  }
  return worst;
}

std::array<int, 2> fitting_segments(const PatchNet& net, double tolerance) {
  std::array<int, 2> segments{1, 1};
  for (;;) {
    const Misfit worst = misfit(net, segments[0], segments[1]);
    bool u = worst.along_u > tolerance, v = worst.along_v > tolerance;
    if (!u && !v && worst.inside > tolerance) u = v = true;
    u = u && segments[0] < kMaxPatchSegments;
    v = v && segments[1] < kMaxPatchSegments;
    if (!u && !v) return segments;
    if (u) segments[0] *= 2;
    if (v) segments[1] *= 2;
  }
}

// Appends the faces of one patch.
class PatchFaces {
 public:
  PatchFaces(const PatchNet& net, const std::array<int, 2>& segments, std::uint16_t group, mesh::Soup& soup)
      : net_(net),
        columns_(static_cast<std::uint32_t>(segments[0]) + 1),
        rows_(static_cast<std::uint32_t>(segments[1]) + 1),
        first_(static_cast<std::uint32_t>(soup.uvs.size())),
        group_(group),
        soup_(soup) {}

  void add() {
    add_points();
    for (std::uint32_t j = 0; j + 1 < rows_; ++j) {
      for (std::uint32_t i = 0; i + 1 < columns_; ++i) add_face(i, j);
    }
  }

 private:
  void add_points() {
    const std::vector<double> us = even_steps(static_cast<int>(columns_) - 1);
    const std::vector<double> vs = even_steps(static_cast<int>(rows_) - 1);
    const bool point_at_v0 = net_.is_point_at_v(false), point_at_v1 = net_.is_point_at_v(true);
    const bool point_at_u0 = net_.is_point_at_u(false), point_at_u1 = net_.is_point_at_u(true);
    position_.resize(std::size_t{columns_} * rows_);
    for (std::uint32_t j = 0; j < rows_; ++j) {
      const std::vector<PatchPoint> row = net_.row(vs[j], us);
      for (std::uint32_t i = 0; i < columns_; ++i) {
        const bool is_repeated = (i > 0 && ((j == 0 && point_at_v0) || (j + 1 == rows_ && point_at_v1))) ||
                                 (j > 0 && i == 0 && point_at_u0) || (j > 0 && i + 1 == columns_ && point_at_u1);
        if (is_repeated) {
          const bool beside = i > 0 && ((j == 0 && point_at_v0) || (j + 1 == rows_ && point_at_v1));
          position_[at(i, j)] = position_[beside ? at(i - 1, j) : at(i, j - 1)];
        } else {
          position_[at(i, j)] = static_cast<std::uint32_t>(soup_.positions.size());
          soup_.positions.push_back(Vec3f{row[i].point});
        }
        soup_.uvs.push_back({static_cast<float>(us[i]), static_cast<float>(vs[j])});
        soup_.normals.push_back(Vec3f{net_.normal(us[i], vs[j])});
      }
    }
  }

  void add_face(std::uint32_t i, std::uint32_t j) {
    const std::array grid{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
    std::vector<std::uint32_t> corners, attributes;
    for (const std::uint32_t g : grid) {
      const std::uint32_t position = position_[g];
      if (std::find(corners.begin(), corners.end(), position) != corners.end()) continue;
      corners.push_back(position);
      attributes.push_back(first_ + g);
    }
    if (corners.size() < 3) return;
    soup_.add_face(corners);
    soup_.corner_uvs.insert(soup_.corner_uvs.end(), attributes.begin(), attributes.end());
    soup_.corner_normals.insert(soup_.corner_normals.end(), attributes.begin(), attributes.end());
    soup_.face_groups.push_back(group_);
  }

  std::uint32_t at(std::uint32_t i, std::uint32_t j) const { return j * columns_ + i; }

  const PatchNet& net_;
  std::uint32_t columns_, rows_, first_;
  std::uint16_t group_;
  mesh::Soup& soup_;
  std::vector<std::uint32_t> position_;  ///< per grid point
};

std::uint16_t add_material(const BezierPatchParams& params, const std::string& name, const Vec3& colour,
                           mesh::Soup& soup) {
  mesh::Material material;
  material.name = name;
  material.colour = Vec3f{colour};
  material.two_sided = params.two_sided;
  soup.materials.push_back(mesh::finished(std::move(material), params, params.roughness));
  soup.groups.push_back({name, static_cast<std::uint16_t>(soup.materials.size() - 1)});
  return static_cast<std::uint16_t>(soup.groups.size() - 1);
}

}  // namespace

PatchNet::PatchNet(const std::vector<std::vector<Vec3>>& points, const std::vector<std::vector<double>>& weights)
    : columns_(points[0].size()), rows_(points.size()) {
  net_.reserve(columns_ * rows_);
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < columns_; ++c)
      net_.push_back(curve::homogeneous(points[r][c], weights.empty() ? 1.0 : weights[r][c]));
  }
}

std::vector<PatchPoint> PatchNet::row(double v, std::span<const double> us) const {
  std::array<Vec4, kMaxNetSide> values, slopes, work;
  for (std::size_t c = 0; c < columns_; ++c) {
    for (std::size_t r = 0; r < rows_; ++r) work[r] = net_[r * columns_ + c];
    const Ray column = casteljau(work, rows_, v);
    values[c] = column.value;
    slopes[c] = column.slope;
  }
  std::vector<PatchPoint> result;
  result.reserve(us.size());
  for (const double u : us) {
    work = values;
    const Ray along = casteljau(work, columns_, u);
    work = slopes;
    const Vec4 across = casteljau(work, columns_, u).value;
    result.push_back(
        {curve::project(along.value), projected_slope(along.value, along.slope), projected_slope(along.value, across)});
  }
  return result;
}

Vec3 PatchNet::normal(double u, double v) const {
  constexpr double kSmallest = 1e-9;
  // Moves towards the centre of the patch until the normal is defined.
  for (const double share : {0.0, 1e-4, 1e-2, 0.3}) {
    const std::array at{u + (0.5 - u) * share};
    const PatchPoint p = row(v + (0.5 - v) * share, at)[0];
    const Vec3 normal = glm::cross(p.along_u, p.along_v);
    const double length = glm::length(normal), scale = glm::length(p.along_u) * glm::length(p.along_v);
    if (length > kSmallest * scale && length > 0) return normal / length;
  }
  return {0, 0, 1};
}

bool PatchNet::is_point_at_v(bool last) const {
  const Vec4* row = net_.data() + (last ? (rows_ - 1) * columns_ : 0);
  return std::all_of(row, row + columns_, [&](const Vec4& p) { return curve::project(p) == curve::project(*row); });
}

bool PatchNet::is_point_at_u(bool last) const {
  const std::size_t column = last ? columns_ - 1 : 0;
  for (std::size_t r = 0; r < rows_; ++r) {
    if (curve::project(net_[r * columns_ + column]) != curve::project(net_[column])) return false;
  }
  return true;
}

Estimate BezierPatch::estimate(const Params& params, const schema::Estimates&) {
  const std::array<int, 2> segments = params.segments.value_or(std::array{kMaxPatchSegments, kMaxPatchSegments});
  const auto patches = static_cast<double>(params.patches.size());
  const double faces = patches * segments[0] * segments[1];
  // sides may degenerate to points
  const Amount places = Amount::up_to(patches * (segments[0] + 1) * (segments[1] + 1));
  Estimate result =
      Estimate::of_surface({places, Amount::up_to(faces), Amount::up_to(4 * faces), places, places, places});
  result.cause = "patches";
  return result;
}

mesh::Mesh bezier_surface(const BezierPatchParams& params, const RunContext& context) {
  mesh::Soup soup;
  soup.groups.clear();
  soup.materials.clear();
  std::optional<std::uint16_t> common;
  int coloured = 0;
  for (std::size_t i = 0; i < params.patches.size(); ++i) {
    context.progress(static_cast<double>(i) / static_cast<double>(params.patches.size()));
    const BezierNet& patch = params.patches[i];
    if (!patch.colour && !common) common = add_material(params, params.material, params.colour, soup);
    const std::uint16_t group =
        patch.colour ? add_material(params, fmt::format("{}_{}", params.material, ++coloured), *patch.colour, soup)
                     : *common;
    const PatchNet net(patch.points, patch.weights);
    PatchFaces(net, params.segments ? *params.segments : fitting_segments(net, params.tolerance), group, soup).add();
  }
  return mesh::build_checked(std::move(soup));
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::BezierNet>::check(const P& params, Checker& checker) {
  const auto is_side = [](std::size_t count) { return count >= 2 && count <= scene::kMaxNetSide; };
  const auto& points = params.points;
  const bool is_net =
      is_side(points.size()) && is_side(points[0].size()) &&
      std::all_of(points.begin(), points.end(), [&](const auto& row) { return row.size() == points[0].size(); });
  if (!is_net) checker.error("points", "'points' needs 2 to 16 rows of equal length, 2 to 16 points each");
  const bool has_weights = params.weights.size() == points.size() &&
                           std::equal(points.begin(), points.end(), params.weights.begin(),
                                      [](const auto& a, const auto& b) { return a.size() == b.size(); });
  if (is_net && !params.weights.empty() && !has_weights)
    checker.error("weights", "'weights' needs as many rows as 'points', with as many numbers in each");
}

void Schema<scene::BezierPatchParams>::check(const P& params, Checker& checker) {
  if (params.patches.empty() || params.patches.size() > scene::kMaxPatches)
    checker.error("patches", fmt::format("'patches' needs 1 to {} nets", scene::kMaxPatches));
}

}  // namespace weald::schema
