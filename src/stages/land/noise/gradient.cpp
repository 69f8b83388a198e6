#include "stages/land/noise/gradient.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "base/math/math.h"
#include "stages/land/noise/curve_params.h"

namespace weald::noise {

namespace {

using PositionOf = std::function<double(const Vec2&)>;

/// Start of a linear gradient, and the way to its end.
struct Line {
  Vec2 start{0, 0}, way{0, 0};
};

Line line_of(const GradientParams& params) {
  const GridSpec grid = grid_spec(params);
  const double middle = 0.5 * (grid.height - 1);
  const Vec2 start = params.start.value_or(grid.position(0, middle));
  return {start, params.end.value_or(grid.position(grid.width - 1, middle)) - start};
}

PositionOf linear_position(const Line& line) {
  return [line, squared = glm::dot(line.way, line.way)](const Vec2& at) {
    return glm::dot(at - line.start, line.way) / squared;
  };
}

/// Position by the angle around `centre`. North is -z, so clockwise angles from north have the sine x and the cosine
/// -z.
PositionOf conical_position(const GradientParams& params, const Vec2& centre) {
  return [centre, bearing = params.bearing, turn = params.turn](const Vec2& at) {
    const Vec2 away = at - centre;
    if (away.x == 0 && away.y == 0) return 0.0;
    const double angle = math::degrees(math::atan2(away.x, -away.y)) - bearing;
    const double around = angle - 360 * std::floor(angle / 360);
    return (around < 360 ? around : 0) / turn;  // an angle just below 0 rounds to 360
  };
}

}  // namespace

double repeated(GradientRepeat repeat, double position) {
  if (repeat == GradientRepeat::repeat) return position - std::floor(position);
  if (repeat == GradientRepeat::mirror) {
    const double pair = position - 2 * std::floor(position / 2);
    return pair > 1 ? 2 - pair : pair;
  }
  return std::clamp(position, 0.0, 1.0);
}

std::function<double(const Vec2&)> gradient_position(const GradientParams& params) {
  if (params.shape == GradientShape::linear) return linear_position(line_of(params));
  const GridSpec grid = grid_spec(params);
  const Vec2 centre = params.centre.value_or(grid.position(0.5 * (grid.width - 1), 0.5 * (grid.height - 1)));
  if (params.shape == GradientShape::conical) return conical_position(params, centre);
  const double half = 0.5 * (std::min(grid.width, grid.height) - 1) * grid.cell_size;
  const double radius = params.radius.value_or(half);
  return [=](const Vec2& at) {
    const Vec2 away = at - centre;
    return std::sqrt(away.x * away.x + away.y * away.y) / radius;
  };
}

FieldKernel Gradient::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  const auto curve = curve_function(params.curve);
  return {.radius = 0, .fill = [params, curve, position = gradient_position(params)](const FieldWindow& window) {
            const auto& [first, last] = params.values;
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                const double t = curve(repeated(params.repeat, position(window.grid.position(x, y))));
                window.out.at(x, y) = static_cast<float>(first * (1 - t) + last * t);
              }
            }
          }};
}

}  // namespace weald::noise

void weald::schema::Schema<weald::noise::GradientParams>::check(const P& params, Checker& checker) {
  using Shape = weald::noise::GradientShape;
  const auto only_for = [&](std::initializer_list<const char*> keys, bool is_used, const char* shapes) {
    for (const char* key : keys) {
      if (!is_used && checker.given(key))
        checker.error(key, std::string("'") + key + "' is used with " + shapes + " only");
    }
  };
  only_for({"start", "end"}, params.shape == Shape::linear, "'shape: linear'");
  only_for({"radius"}, params.shape == Shape::radial, "'shape: radial'");
  only_for({"bearing", "turn"}, params.shape == Shape::conical, "'shape: conical'");
  only_for({"centre"}, params.shape != Shape::linear, "'shape: radial' and 'shape: conical'");
  if (params.shape == Shape::linear && weald::noise::line_of(params).way == weald::Vec2{0, 0})
    checker.error(params.end ? "end" : "start", "the gradient has no length: it ends where it starts");
  weald::noise::check_curve(params.curve, checker);
}
