#include "plant/bark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/math.h"
#include "mesh/vertex_colour.h"

namespace weald::plant {
namespace {

constexpr std::uint32_t kMostSides = 64;

using Circle = std::array<Vec2, kMostSides>;

/// Corners of the regular polygon with `sides` corners on the unit circle, for every count.
const Circle& unit_circle(std::uint32_t sides) {
  static const auto circles = [] {
    std::array<Circle, kMostSides + 1> all{};
    for (std::uint32_t n = 3; n <= kMostSides; ++n) {
      for (std::uint32_t j = 0; j < n; ++j) all[n][j] = {math::cos_deg(360.0 * j / n), math::sin_deg(360.0 * j / n)};
    }
    return all;
  }();
  return circles[sides];
}

std::size_t tube_rings(const Stem& stem) { return stem.rings.size() - (stem.apex ? 1 : 0); }

class BarkWriter {
 public:
  BarkWriter(const Stem& stem, const BarkStyle& style, const Rng& rng, std::uint64_t number, SoupCount at,
             mesh::Soup& soup)
      : stem_(stem),
        style_(style),
        rng_(rng),
        number_(number),
        soup_(soup),
        vertex_(static_cast<std::uint32_t>(at.vertices)),
        uv_(static_cast<std::uint32_t>(at.uvs)),
        face_(static_cast<std::uint32_t>(at.faces)),
        corner_(static_cast<std::uint32_t>(at.corners)) {
    const double around = 2 * math::kPi * stem.rings[0].radius;
    turns_ = std::max(1.0, std::floor(around / style.bark.texture_width + 0.5));
    lobe_phase_ = 360 * rng.uniform(number, 0);
    for (std::uint32_t side = 0; side < stem.rings[0].sides; ++side) streaks_[side] = rng.uniform(number, 1 + side);
  }

  void write() {
    const std::size_t rings = tube_rings(stem_);
    double v = 0;
    for (std::size_t i = 0; i < rings; ++i) {
      const Ring& ring = stem_.rings[i];
      if (i > 0) v += texel_length(stem_.rings[i - 1], ring);
      const RingStart above{vertex_, uv_, ring.sides};
      write_ring(ring, i, v);
      if (i == 0) write_base(above);
      if (i > 0) join(below_, above);
      below_ = above;
    }
    if (stem_.apex) {
      v += texel_length(stem_.rings[rings - 1], stem_.rings[rings]);
      write_apex(v);
    } else {
      for (std::uint32_t j = 0; j < below_.sides; ++j) add_corner(below_.vertex + j, below_.uv + j);
      close_face();
    }
  }

 private:
  struct RingStart {
    std::uint32_t vertex = 0;
    std::uint32_t uv = 0;
    std::uint32_t sides = 0;
  };

  double texel_length(const Ring& a, const Ring& b) const {
    return (b.arc - a.arc) * turns_ / (math::kPi * (a.radius + b.radius));
  }

  void write_ring(const Ring& ring, std::size_t row, double v) {
    const Circle& circle = unit_circle(ring.sides);
    const Vec3 other = glm::cross(ring.tangent, ring.side);
    for (std::uint32_t j = 0; j < ring.sides; ++j) {
      const Vec3 radial = ring.side * circle[j].x + other * circle[j].y;
      Vec3 normal = radial - ring.tangent * ring.slope;
      double radius = ring.radius;
      if (ring.lobe > 0) {
        const double angle = style_.flare.lobes * (360.0 * j / ring.sides) + lobe_phase_;
        radius *= 1 + ring.lobe * math::cos_deg(angle);
        const double around = -ring.lobe * style_.flare.lobes * math::sin_deg(angle);
        normal -= (other * circle[j].x - ring.side * circle[j].y) * (around * ring.radius / radius);
      }
      Vec3 offset = radial * radius;
      offset += ring.bend * (glm::dot(offset, ring.bend) * (ring.stretch - 1));
      write_vertex(ring.centre + offset, normal, ring, row, j);
      write_uv(turns_ * j / ring.sides, v);
    }
    write_uv(turns_, v);
  }

  void write_apex(double v) {
    const Ring& apex = stem_.rings.back();
    const std::uint32_t top = vertex_;
    write_vertex(apex.centre, apex.tangent, apex, stem_.rings.size() - 1, 0);
    const std::uint32_t n = below_.sides;
    for (std::uint32_t j = 0; j < n; ++j) {
      add_corner(below_.vertex + j, below_.uv + j);
      add_corner(below_.vertex + (j + 1) % n, below_.uv + j + 1);
      add_corner(top, uv_);
      write_uv(turns_ * (j + 0.5) / n, v);
      close_face();
    }
  }

  /// One face that looks back along the axis; it lies inside the parent or in the ground.
  void write_base(const RingStart& ring) {
    if (style_.base == BaseShape::open) return;
    for (std::uint32_t j = ring.sides; j-- > 0;) add_corner(ring.vertex + j, ring.uv + j);
    close_face();
  }

  void join(const RingStart& a, const RingStart& b) {
    if (a.sides == b.sides) {
      for (std::uint32_t j = 0; j < a.sides; ++j) {
        const std::uint32_t k = (j + 1) % a.sides;
        add_corner(a.vertex + j, a.uv + j);
        add_corner(a.vertex + k, a.uv + j + 1);
        add_corner(b.vertex + k, b.uv + j + 1);
        add_corner(b.vertex + j, b.uv + j);
        close_face();
      }
      return;
    }
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    while (i < a.sides || j < b.sides) {  // advance where the next corner comes first around the tube
      const bool lower = (i + 1) * b.sides <= (j + 1) * a.sides;
      add_corner(a.vertex + i % a.sides, a.uv + i);
      if (lower) {
        ++i;
        add_corner(a.vertex + i % a.sides, a.uv + i);
        add_corner(b.vertex + j % b.sides, b.uv + j);
      } else {
        add_corner(b.vertex + (j + 1) % b.sides, b.uv + j + 1);
        add_corner(b.vertex + j % b.sides, b.uv + j);
        ++j;
      }
      close_face();
    }
  }

  void write_vertex(const Vec3& position, const Vec3& normal, const Ring& ring, std::size_t row, std::uint32_t side) {
    soup_.positions[vertex_] = Vec3f(position);
    soup_.normals[vertex_] = Vec3f(normalized_or(normal, ring.tangent));
    soup_.colours[vertex_] =
        ring.data ? *ring.data : mesh::vertex_colour(colour_at(position, ring, row, side), style_.material_colour);
    ++vertex_;
  }

  Vec3 colour_at(const Vec3& position, const Ring& ring, std::size_t row, std::uint32_t side) const {
    const BarkParams& bark = style_.bark;
    const double thin = 1 - std::sqrt(std::min(ring.radius / style_.thickest, 1.0));
    const Vec3 thick = base_colour(bark);
    const Vec3 usual = bark.twig_colour ? glm::mix(thick, *bark.twig_colour, thin * thin) : thick;
    const Vec3 base = ring.colour.value_or(usual);
    const auto own = rng_.four_uniforms(number_, (std::uint64_t{row} + 1) << 32 | side);
    const double mark = own[1] * own[1] * own[1];
    const double tone = 1 - bark.streaks * (0.6 * streaks_[side] + 0.4 * own[0]) - bark.marks * mark * mark;
    const double dark = style_.shade > 0 ? style_.shade * (1 - style_.light.at(position).sky_share) : 0;
    return base * (std::max(tone, 0.0) * (1 - dark));
  }

  void write_uv(double u, double v) { soup_.uvs[uv_++] = Vec2f(static_cast<float>(u), static_cast<float>(v)); }

  void add_corner(std::uint32_t vertex, std::uint32_t uv) {
    soup_.corners[corner_] = vertex;
    soup_.corner_uvs[corner_] = uv;
    ++corner_;
  }

  void close_face() { soup_.face_begin[++face_] = corner_; }

  const Stem& stem_;
  const BarkStyle& style_;
  const Rng& rng_;
  std::uint64_t number_;
  mesh::Soup& soup_;
  std::uint32_t vertex_, uv_, face_, corner_;
  RingStart below_;
  double turns_ = 1;
  double lobe_phase_ = 0;
  std::array<double, kMostSides> streaks_;  // by side: the same on every ring; rings above have no more sides
};

}  // namespace

SoupCount count_bark(const Stem& stem, BaseShape base) {
  SoupCount count;
  if (stem.rings.empty()) return count;
  const std::size_t rings = tube_rings(stem);
  for (std::size_t i = 0; i < rings; ++i) {
    const std::uint64_t n = stem.rings[i].sides;
    count += {n, n + 1, 0, 0};
    if (i == 0) continue;
    const std::uint64_t below = stem.rings[i - 1].sides;
    count += below == n ? SoupCount{0, 0, n, 4 * n} : SoupCount{0, 0, n + below, 3 * (n + below)};
  }
  const std::uint64_t last = stem.rings[rings - 1].sides;
  count += stem.apex ? SoupCount{1, last, last, 3 * last} : SoupCount{0, 0, 1, last};
  if (base == BaseShape::closed) count += {0, 0, 1, stem.rings[0].sides};
  return count;
}

void write_bark(const Stem& stem, const BarkStyle& style, const Rng& rng, std::uint64_t number, SoupCount at,
                mesh::Soup& soup) {
  if (!stem.rings.empty()) BarkWriter(stem, style, rng, number, at, soup).write();
}

}  // namespace weald::plant
