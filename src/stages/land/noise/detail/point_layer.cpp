#include "stages/land/noise/detail/point_layer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/math/math.h"
#include "base/rng.h"

namespace weald::noise {

namespace {

constexpr double kEquilateral = 0.86602540378443864676;  // sqrt(3) / 2

PointLayer::Axis place_axis(const SampledAxis& samples, int count) {
  PointLayer::Axis axis;
  axis.frequency = static_cast<float>(samples.frequency);
  for (const LatticeCoordinate& at : lattice_coordinates(samples, count)) {
    axis.cell.push_back(at.cell);
    axis.fraction.push_back(static_cast<float>(at.fraction));
  }
  return axis;
}

// Builds a layer with `rule` and maps the grid's positions to its lattice, moved by `shift`.
PointLayer place_layer(const FieldSpec& field, const OctaveSpec& octave, const LayerRule& rule, double row_distance,
                       double shift) {
  PointLayer layer{.rule = rule, .points = {PointRule::Kind::plane, octave.scale}, .seed = octave.seed};
  const GridSpec& grid = field.grid;
  layer.columns = place_axis(
      {grid.origin.x, grid.cell_size, octave.frequency_x, octave.offset.x, octave.start.x, shift}, grid.width);
  layer.rows = place_axis({grid.origin.y, grid.cell_size, octave.frequency_y / row_distance,
                           octave.offset.y / row_distance, octave.start.y / row_distance, shift},
                          grid.height);
  if (octave.period) {
    const auto rows = static_cast<std::int64_t>(std::floor(static_cast<double>(octave.period->y) / row_distance + 0.5));
    layer.period = LatticePeriod{octave.period->x, rows};
  }
  return layer;
}

// Factor that scales a sum of gradients faded by (r^2 - d^2)^4 to +-1, if its maximum lies at the midpoint of an edge:
// there two gradients of length 1 sum to e (r^2 - e^2 / 4)^4.
double radial_norm(double radius_squared, double edge_squared) {
  const double fade = 1 - edge_squared / (4 * radius_squared);
  const double r8 = radius_squared * radius_squared * radius_squared * radius_squared;
  return 1 / (std::sqrt(edge_squared) * fade * fade * fade * fade * r8);
}

// Norm for triangles whose rows are closer than equilateral ones, where the maximum lies beside the midpoint of an
// edge. It is found by a search, with a small safety margin.
double squeezed_norm(double h, double radius_squared) {
  constexpr int kSteps = 48;
  double greatest = 0;
  for (int j = 0; j <= kSteps; ++j) {
    for (int i = 0; i <= kSteps; ++i) {
      const double x = static_cast<double>(i) / kSteps;
      const double y = h * j / kSteps;
      double sum = 0;
      for (const auto& [px, py] :
           {std::pair{0.0, 0.0}, std::pair{1.0, 0.0}, std::pair{0.5, h}, std::pair{-0.5, h}, std::pair{1.5, h}}) {
        const double d2 = (x - px) * (x - px) + (y - py) * (y - py);
        const double near = std::max(radius_squared - d2, 0.0);
        sum += near * near * near * near * std::sqrt(d2);
      }
      greatest = std::max(greatest, sum);
    }
  }
  return 1 / (1.002 * greatest);
}

PointLayer triangle_layer(const FieldSpec& field, const OctaveSpec& octave) {
  const double h = triangle_row_distance(octave.period ? std::optional(octave.period->y) : std::nullopt);
  // Edges have length 1 or `slanted`. The radius is the smallest height of the triangles, so only a triangle's own
  // corners reach into it, and only the two nearest points of either row.
  const double slanted_squared = 0.25 + h * h;
  const double radius = std::min(h, h / std::sqrt(slanted_squared));
  const LayerRule rule{.kind = LayerKind::radial,
                       .row_distance = static_cast<float>(h),
                       .odd_shift = 0.5f,
                       .radius_squared = static_cast<float>(radius * radius)};
  const double norm = h < kEquilateral ? squeezed_norm(h, radius * radius) : radial_norm(radius * radius, 1);
  PointLayer layer = place_layer(field, octave, rule, h, 0);
  layer.points.scale = {static_cast<float>(norm), 0};
  return layer;
}

// A slice through gradients at the points of a body-centred cubic lattice: square layers half a cell apart, every
// second one offset by half a cell. The vertical gradient components become heights in the slice.
std::vector<PointLayer> slice_layers(const FieldSpec& field, const OctaveSpec& octave, double z) {
  constexpr double kRadiusSquared = 0.75;
  // Neighbours on different sublattices are sqrt(3/4) apart.
  const auto norm = static_cast<float>(radial_norm(kRadiusSquared, 0.75));
  std::vector<PointLayer> layers;
  const double first = std::floor(2 * z) - 1;
  for (int i = 0; i < 4; ++i) {
    const double index = first + i;
    const double dz = z - index / 2;
    if (dz * dz >= kRadiusSquared) continue;
    const bool odd = std::floor(index / 2) * 2 != index;
    const LayerRule rule{.kind = LayerKind::radial, .radius_squared = static_cast<float>(kRadiusSquared - dz * dz)};
    PointLayer layer = place_layer(field, octave, rule, 1, odd ? -0.5 : 0.0);
    layer.points = {PointRule::Kind::sphere, {norm, norm * static_cast<float>(dz)}};
    layer.seed = sub_seed(octave.seed, static_cast<std::uint64_t>(static_cast<std::int64_t>(index)));
    layers.push_back(std::move(layer));
  }
  return layers;
}

PointLayer cellular_layer(const FieldSpec& field, const OctaveSpec& octave) {
  const auto jitter = static_cast<float>(field.cellular.jitter);
  // Points two cells away are at least this far from the border of a cell, less a margin for rounding.
  const LayerRule rule{.kind = LayerKind::cellular,
                       .feature = field.cellular.feature,
                       .metric = field.cellular.metric,
                       .reach = 1.5f - 0.5f * jitter - 1e-4f,
                       .scale = field.cellular_scale,
                       .bias = field.cellular_bias};
  PointLayer layer = place_layer(field, octave, rule, 1, 0);
  layer.points = {PointRule::Kind::place, {jitter, 0}};
  return layer;
}

// Column number used by the hash: in half cells if odd rows are offset.
std::int64_t column_id(const PointLayer& layer, std::int64_t row, std::int64_t column) {
  const bool halves = layer.rule.odd_shift > 0;
  const std::int64_t id = halves ? 2 * column + floor_mod(row, 2) : column;
  if (!layer.period) return id;
  return floor_mod(id, halves ? 2 * layer.period->x : layer.period->x);
}

LatticePoint point_at(const PointLayer& layer, std::int64_t column, std::int64_t row) {
  return layer_point(layer.points,
                     point_hash(column_key(layer.seed, column_id(layer, row, column)), lattice_row_key(layer, row)));
}

float blend_value(const PointLayer& layer, const LatticePlace& at) {
  const float weight_x = fade_float(layer.rule.fade, at.x);
  const auto line = [&](std::int64_t row, float y) {
    const LatticePoint left = point_at(layer, at.column, row);
    const LatticePoint right = point_at(layer, at.column + 1, row);
    const float from_left = left.height + left.gradient.x * at.x;
    const float from_right = right.height + right.gradient.x * (at.x - 1.0f);
    const float t = from_left + weight_x * (from_right - from_left);
    const float g = left.gradient.y + weight_x * (right.gradient.y - left.gradient.y);
    return t + y * g;
  };
  const float upper = line(at.row, at.y);
  const float lower = line(at.row + 1, at.y - 1.0f);
  return upper + fade_float(layer.rule.fade, at.y) * (lower - upper);
}

float radial_value(const PointLayer& layer, const LatticePlace& at) {
  const LayerRule& rule = layer.rule;
  float sum = 0;
  for (int r = 0; r <= 1; ++r) {
    const std::int64_t row = at.row + r;
    float x = at.x;
    std::int64_t column = at.column;
    if (rule.odd_shift > 0 && floor_mod(row, 2) != 0) {
      x = at.x - rule.odd_shift;
      if (x < 0) {
        x += 1.0f;
        column -= 1;
      }
    }
    const float y = (at.y - static_cast<float>(r)) * rule.row_distance;
    const float left_over = rule.radius_squared - y * y;
    for (int side = 0; side <= 1; ++side) {
      const LatticePoint point = point_at(layer, column + side, row);
      const float dx = x - static_cast<float>(side);
      const float near = std::max(left_over - dx * dx, 0.0f);
      const float near2 = near * near;
      sum += (near2 * near2) * ((point.height + point.gradient.x * dx) + point.gradient.y * y);
    }
  }
  return sum;
}

float metric_distance(CellularMetric metric, float dx, float dy) {
  switch (metric) {
    case CellularMetric::euclidean:
    case CellularMetric::squared: return dx * dx + dy * dy;
    case CellularMetric::manhattan: return std::abs(dx) + std::abs(dy);
    case CellularMetric::chebyshev: return std::max(std::abs(dx), std::abs(dy));
  }
  return 0;
}

float cellular_value(const PointLayer& layer, const LatticePlace& at) {
  const LayerRule& rule = layer.rule;
  float f1 = 1e9f;
  float f2 = 1e9f;
  for (int r = -2; r <= 2; ++r) {
    for (int c = -2; c <= 2; ++c) {
      const Vec2f place = point_at(layer, at.column + c, at.row + r).gradient;
      const float dx = (place.x + static_cast<float>(c)) - at.x;
      const float dy = (place.y + static_cast<float>(r)) - at.y;
      const float distance = metric_distance(rule.metric, dx, dy);
      f2 = std::min(f2, std::max(f1, distance));
      f1 = std::min(f1, distance);
    }
  }
  if (rule.metric == CellularMetric::euclidean) {
    f1 = std::sqrt(f1);
    f2 = std::sqrt(f2);
  }
  const float shown = rule.feature == CellularFeature::f1 ? f1 : rule.feature == CellularFeature::f2 ? f2 : f2 - f1;
  return shown * rule.scale + rule.bias;
}

}  // namespace

std::vector<PointLayer> point_layers(const FieldSpec& field, const OctaveSpec& octave) {
  switch (field.base) {
    case NoiseBase::gradient:
    case NoiseBase::value: return {place_layer(field, octave, {.fade = field.fade}, 1, 0)};
    case NoiseBase::simplex:
      if (field.slice)
        return slice_layers(field, octave, *field.slice * (octave.frequency_x / field.octaves.front().frequency_x));
      return {triangle_layer(field, octave)};
    case NoiseBase::cellular: return {cellular_layer(field, octave)};
  }
  return {};
}

LatticePlace lattice_place(const PointLayer& layer, int column, int row, Vec2f shift) {
  LatticePlace at;
  const auto moved = [](const PointLayer::Axis& axis, int index, float metres, std::int64_t& cell, float& fraction) {
    const auto i = static_cast<std::size_t>(index);
    const float position = axis.fraction[i] + metres * axis.frequency;
    const float whole = std::floor(position);
    cell = axis.cell[i] + static_cast<std::int64_t>(whole);
    fraction = position - whole;
  };
  moved(layer.columns, column, shift.x, at.column, at.x);
  moved(layer.rows, row, shift.y, at.row, at.y);
  return at;
}

void lattice_column_keys(const PointLayer& layer, std::int64_t row, std::int64_t first, int count, std::uint32_t* a,
                         std::uint32_t* b) {
  const AxisKeys keys = column_keys(layer.seed);
  for (int i = 0; i < count; ++i) {
    const AxisKey key = keys.of(column_id(layer, row, first + i));
    a[i] = key.a;
    b[i] = key.b;
  }
}

AxisKey lattice_row_key(const PointLayer& layer, std::int64_t row) {
  return row_key(layer.seed, layer.period ? floor_mod(row, layer.period->y) : row);
}

LatticePoint layer_point(const PointRule& rule, std::uint32_t hash) {
  switch (rule.kind) {
    case PointRule::Kind::plane: return hashed_point(hash, rule.scale);
    case PointRule::Kind::sphere: {
      // The vertical component of a random direction is uniform in [-1, 1), since zones of equal height on a sphere
      // have equal area.
      const LatticePoint unit = hashed_point(hash, {1, 1});
      const float level = std::sqrt(1.0f - unit.height * unit.height) * rule.scale.gradient;
      return {rule.scale.height * unit.height, {level * unit.gradient.x, level * unit.gradient.y}};
    }
    case PointRule::Kind::place: {
      const auto share = [&](std::uint32_t bits) {
        return (static_cast<float>(bits) * 0x1p-16f - 0.5f) * rule.scale.gradient + 0.5f;
      };
      return {0, {share(hash >> 16), share(hash & 0xFFFFu)}};
    }
  }
  return {};
}

float layer_value(const PointLayer& layer, const LatticePlace& place) {
  switch (layer.rule.kind) {
    case LayerKind::blend: return blend_value(layer, place);
    case LayerKind::radial: return radial_value(layer, place);
    case LayerKind::cellular: return cellular_value(layer, place);
  }
  return 0;
}

float fade_float(Fade fade, float t) {
  switch (fade) {
    case Fade::linear: return t;
    case Fade::cosine: {
      // 1/2 + 1/2 sin(pi z), with a Taylor polynomial for the sine.
      const float z = t - 0.5f;
      const float s = z * z;
      const float series =
          ((((s * kFadeSine[5] + kFadeSine[4]) * s + kFadeSine[3]) * s + kFadeSine[2]) * s + kFadeSine[1]) * s +
          kFadeSine[0];
      return 0.5f + z * series;
    }
    case Fade::cubic: return t * t * (3.0f - 2.0f * t);
    case Fade::quintic: return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
  }
  return t;
}

double triangle_row_distance(std::optional<std::int64_t> cells) {
  if (!cells) return kEquilateral;
  const auto length = static_cast<double>(*cells);
  const double pairs = std::max(1.0, std::floor(length / (2 * kEquilateral) + 0.5));
  return length / (2 * pairs);
}

}  // namespace weald::noise
