#include "stages/plants/models/detail/stem_path.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/plants/models/detail/weber_penn_formulas.h"

namespace weald::tree {
namespace {

using lsystem::Frame;

constexpr double kHelixTurn = 90;  // degrees per segment: the coarsest turn that smoothing makes round
constexpr int kFirstLevelAttracted = 2;

double signed_draw(double uniform) { return 2 * uniform - 1; }

void straighten_frame(Frame& frame) {
  frame.heading = normalized_or(frame.heading, {0, 1, 0});
  frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), frame.left);
  frame.up = glm::cross(frame.heading, frame.left);
}

/// Traces one stem.
class PathTracer {
 public:
  PathTracer(const StemStart& start, const StemLevel& level, const WeberPennParams& params, const Rng& rng,
             StemPath& path)
      : start_(start), level_(level), params_(params), rng_(rng), path_(path), frame_(start.frame) {}

  void run() {
    path_.nodes.clear();
    path_.splits.clear();
    path_.child_shares.assign(1, {0, start_.child_share});
    const double step = start_.length / level_.segments;
    // The carried error starts at a random value, which makes the mean over stems correct from the first node on.
    split_error_ = start_.split_error ? *start_.split_error : draw(rng_, start_.path, Draw::split)[3];
    straighten_ = start_.straighten;
    split_share_ = start_.split_share;
    path_.nodes.push_back({start_.position, frame_});
    if (is_helix()) return run_helix(step);
    for (int k = start_.first_segment; k < level_.segments; ++k) {
      if (k > start_.first_segment) turn(k);
      path_.nodes.push_back({path_.nodes.back().position + frame_.heading * step, frame_});
      if (k + 1 < level_.segments) split(k + 1);
    }
  }

 private:
  bool is_helix() const { return level_.curve_variation < 0; }

  void run_helix(double step) {
    const Frame axis = frame_;
    const double start_angle = 360 * draw(rng_, start_.path, Draw::bend)[0];
    for (int k = start_.first_segment; k < level_.segments; ++k) {
      Frame frame = axis;
      roll(frame, start_angle + kHelixTurn * k);
      pitch(frame, -level_.curve_variation);
      if (k == start_.first_segment) path_.nodes[0].frame = frame;
      path_.nodes.push_back({path_.nodes.back().position + frame.heading * step, frame});
    }
  }

  /// Rotates the frame from segment k - 1 to segment k.
  void turn(int k) {
    const int n = level_.segments;
    double bend = level_.curve / n;
    if (level_.curve_back != 0) bend = (2 * k < n ? level_.curve : level_.curve_back) / (0.5 * n);
    pitch(frame_, bend - straighten_);
    if (level_.curve_variation > 0) {
      const auto draws = draw(rng_, start_.path, Draw::bend, static_cast<std::uint64_t>(k));
      const double azimuth = 360 * draws[0];
      const Vec3 axis = frame_.left * math::cos_deg(azimuth) + frame_.up * math::sin_deg(azimuth);
      turn_about(frame_, axis, level_.curve_variation / n * signed_draw(draws[1]));
    }
    if (start_.level >= kFirstLevelAttracted && params_.attraction_up != 0)
      attract_up(frame_, params_.attraction_up, n);
    straighten_frame(frame_);
  }

  /// Splits off stems at node k: as many as the accumulated shares of the segments so far yield.
  void split(int k) {
    const bool at_base = start_.level == 0 && k == 1 && params_.base_splits > 0;
    int count = params_.base_splits;
    if (!at_base) {
      split_error_ += level_.segment_splits * split_share_;
      count = std::max(static_cast<int>(std::floor(split_error_)), 0);
      split_error_ -= count;
    }
    if (count == 0) return;
    const auto draws = draw(rng_, start_.path, Draw::split, static_cast<std::uint64_t>(k));
    const double error = split_error_;
    if (!at_base) split_share_ /= count + 1;
    const double child_share = path_.child_shares.back().share / (count + 1);
    path_.child_shares.push_back({static_cast<int>(path_.nodes.size()) - 1, child_share});
    // The errors differ, to keep the stems from splitting again at the same height, but have the same mean.
    const auto error_of = [&](int stem) { return error + draws[3] * (stem / static_cast<double>(count) - 0.5); };
    const double lean = declination(frame_);
    const double aim = level_.split_angle + level_.split_angle_variation * signed_draw(draws[0]);
    const double angle = std::max(aim - lean, 0.0);
    const double back = angle / (level_.segments - k);
    const double spread = 20 + 0.75 * (30 + std::abs(lean - 90)) * draws[1] * draws[1];
    if (at_base) roll(frame_, 360 * draws[2]);
    const Frame before = frame_;
    for (int j = 0; j < count; ++j) {
      StemStart clone = start_;
      clone.path = path_of(start_.path, Draw::clone, static_cast<std::uint64_t>(k) << 8 | static_cast<unsigned>(j));
      clone.first_segment = k;
      clone.position = path_.nodes.back().position;
      clone.straighten = straighten_ + back;
      clone.split_share = split_share_;
      clone.child_share = child_share;
      if (!at_base) clone.split_error = error_of(j + 1);
      clone.frame = at_base ? fanned(before, angle, 360.0 * (j + 1) / (count + 1))
                            : spread_out(before, angle, spread, draws[2] < 0.5 ? -1 : 1, j + 1, count);
      path_.splits.push_back({clone, static_cast<int>(path_.nodes.size()) - 1});
    }
    frame_ = at_base ? fanned(before, angle, 0) : spread_out(before, angle, spread, draws[2] < 0.5 ? -1 : 1, 0, count);
    straighten_ += back;
    if (!at_base) split_error_ = error_of(0);
  }

  /// Distributes the stems of a base split evenly around the trunk.
  static Frame fanned(Frame frame, double angle, double azimuth) {
    roll(frame, azimuth);
    pitch(frame, angle);
    return frame;
  }

  /// Frame of stem `j` of `count` + 1. Two stems diverge to either side; if there are three or more, the first one
  /// continues straight on.
  static Frame spread_out(Frame frame, double angle, double spread, int sign, int j, int count) {
    pitch(frame, angle);
    const int pair = (j + 1) / 2;  // one stem of a pair on each side
    const double step = count == 1 ? (j == 0 ? -0.5 : 0.5) : pair * (j % 2 == 0 ? -1.0 : 1.0);
    turn_about(frame, {0, 1, 0}, sign * step * spread);
    return frame;
  }

  const StemStart& start_;
  const StemLevel& level_;
  const WeberPennParams& params_;
  const Rng& rng_;
  StemPath& path_;
  Frame frame_;
  double split_error_ = 0;
  double straighten_ = 0;
  double split_share_ = 1;
};

}  // namespace

std::array<double, 4> draw(const Rng& rng, std::uint64_t path, Draw what, std::uint64_t number) {
  return rng.four_uniforms(path, static_cast<std::uint64_t>(what) << 56 | number);
}

std::uint64_t path_of(std::uint64_t path, Draw what, std::uint64_t number) {
  return sub_seed(path, static_cast<std::uint64_t>(what) << 56 | number);
}

int dithered(double value, double uniform) { return static_cast<int>(std::floor(value + uniform)); }

void trace_stem(const StemStart& start, const StemLevel& level, const WeberPennParams& params, const Rng& rng,
                StemPath& path) {
  PathTracer(start, level, params, rng, path).run();
}

StemNode point_on(const StemPath& path, double t) {
  const auto last = path.nodes.size() - 1;
  const auto i = std::min(static_cast<std::size_t>(std::max(t, 0.0)), last - 1);
  const double u = t - static_cast<double>(i);
  const StemNode& a = path.nodes[i];
  const StemNode& b = path.nodes[i + 1];
  if (u >= 1) return b;
  const Vec3 chord = b.position - a.position;
  // The frame of b belongs to the segment from a to b.
  const double length = glm::length(chord);
  const Vec3 in = i == 0 ? b.frame.heading : normalized_or(a.frame.heading + b.frame.heading, b.frame.heading);
  const Vec3 out = i + 1 == last ? b.frame.heading
                                 : normalized_or(b.frame.heading + path.nodes[i + 2].frame.heading, b.frame.heading);
  const Vec3 m0 = in * length, m1 = out * length;
  const double u2 = u * u, u3 = u2 * u;
  StemNode point;
  point.position = u == 0 ? a.position
                          : a.position * (2 * u3 - 3 * u2 + 1) + m0 * (u3 - 2 * u2 + u) +
                                b.position * (3 * u2 - 2 * u3) + m1 * (u3 - u2);
  const Vec3 slope = chord * (6 * u - 6 * u2) + m0 * (3 * u2 - 4 * u + 1) + m1 * (3 * u2 - 2 * u);
  point.frame.heading = normalized_or(slope, b.frame.heading);
  const Vec3 left = glm::mix(a.frame.left, b.frame.left, u);
  point.frame.left = normalized_or(left - point.frame.heading * glm::dot(point.frame.heading, left), b.frame.left);
  straighten_frame(point.frame);
  return point;
}

}  // namespace weald::tree
