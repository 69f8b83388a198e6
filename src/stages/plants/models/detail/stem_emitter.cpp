#include "stages/plants/models/detail/stem_emitter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stages/plants/models/detail/weber_penn_formulas.h"

namespace weald::tree {
namespace {

constexpr double kSamePlace = 1e-6;  // in segments
constexpr int kMaxBalls = 64;
constexpr int kNodesPerBall = 6;

void add_place(const StemBody& body, double share, std::vector<StemPlace>& places) {
  const double t = share * body.level.segments - body.start.first_segment;
  if (t > 0 && t < static_cast<double>(body.path.nodes.size() - 1)) places.push_back({t, {}, {}});
}

/// Adds nodes on the balls of a periodic taper, from the tip down.
void add_ball_places(const StemBody& body, std::vector<StemPlace>& places) {
  const double step = 2 * body.radius / body.start.length / kNodesPerBall;
  if (!(step > 0)) return;  // too thin for balls
  const auto count = static_cast<int>(std::min(1 / step, static_cast<double>(kMaxBalls * kNodesPerBall)));
  for (int i = 1; i <= count; ++i) add_place(body, 1 - i * step, places);
}

/// Adds nodes on the rounded end of a taper between cone and cylinder.
void add_dome_places(const StemBody& body, std::vector<StemPlace>& places) {
  const double end = tapered_radius(body.level.taper, body.radius, body.start.length, 1 - 1e-9);
  const double near = body.radius * (body.level.taper - 1) + end;  // radius of the cone near its end
  for (const double part : {1.0, 0.6, 0.3, 0.1}) add_place(body, 1 - part * near / body.start.length, places);
}

}  // namespace

double StemBody::radius_at(double t) const {
  const double z = std::clamp(share(t), 0.0, 1.0);
  const double radius_here = tapered_radius(level.taper, radius, start.length, z);
  return flare > 0 ? radius_here * flare_factor(flare, z) : radius_here;
}

void add_shape_places(const StemBody& body, std::vector<StemPlace>& places) {
  if (body.flare > 0) {
    for (const double share : {0.006, 0.0125, 0.02, 0.03, 0.045, 0.07, 0.125}) add_place(body, share, places);
  }
  if (body.level.taper > 2) add_ball_places(body, places);
  if (body.level.taper > 1 && body.level.taper <= 2) add_dome_places(body, places);
}

void emit_stem(const StemBody& body, std::vector<StemPlace>& places, lsystem::Skeleton& skeleton,
               std::vector<double>& ends) {
  ends.clear();
  std::vector<StemPlace*> order;
  order.reserve(places.size());
  for (StemPlace& place : places) order.push_back(&place);
  std::stable_sort(order.begin(), order.end(), [](const StemPlace* a, const StemPlace* b) { return a->t < b->t; });

  double at = 0, radius = body.radius_at(0);
  StemNode here = body.path.nodes[0];
  std::optional<std::uint32_t> segment = body.parent;
  const auto go_to = [&](double t) {
    if (t - at < kSamePlace) return;
    const StemNode next = point_on(body.path, t);
    const double next_radius = body.radius_at(t);
    lsystem::Frame frame = next.frame;
    frame.heading = normalized_or(next.position - here.position, frame.heading);
    frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), frame.left);
    frame.up = glm::cross(frame.heading, frame.left);
    const auto number = static_cast<std::uint32_t>(skeleton.segments.size());
    const auto level = static_cast<std::uint16_t>(body.start.level);
    skeleton.segments.push_back(
        {here.position, next.position, radius, next_radius, frame, segment, body.branch, level, level});
    ends.push_back(t);
    segment = number;
    here = next;
    at = t;
    radius = next_radius;
  };
  std::size_t node = 1;
  const std::size_t last = body.path.nodes.size() - 1;
  for (StemPlace* place : order) {
    while (node <= last && static_cast<double>(node) <= place->t) go_to(static_cast<double>(node++));
    if (node > last || static_cast<double>(node) - place->t > kSamePlace)
      go_to(place->t);
    else if (static_cast<double>(node) - place->t > 0)
      go_to(static_cast<double>(node++));
    place->node = here;
    place->segment = segment;
  }
  while (node <= last) go_to(static_cast<double>(node++));
}

}  // namespace weald::tree
