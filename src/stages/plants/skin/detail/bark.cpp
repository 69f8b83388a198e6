#include "stages/plants/skin/detail/bark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "base/math/math.h"
#include "methods/mesh/vertex_colour.h"
#include "stages/plants/skin/detail/bark_traversal.h"
#include "stages/plants/skin/detail/collar.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kCollarRows = std::uint64_t{1} << 31;  // rows of random numbers for collars

constexpr std::uint32_t kStreakySides = 8;  // collars with at least this many sides continue their parents' streaks

/// The indices of a ring's first vertex and first texture coordinates.
struct RingStart {
  std::uint32_t vertex = 0;
  std::uint32_t uv = 0;
  std::uint32_t sides = 0;
  std::uint64_t missing = 0;  ///< corners removed by holes

  std::uint32_t corner(std::uint32_t j) const {
    if (missing == 0) return vertex + j;
    return vertex + j - static_cast<std::uint32_t>(std::popcount(missing & ((std::uint64_t{1} << j) - 1)));
  }
};

double turns_of(const Stem& stem, const BarkParams& bark) {
  return std::max(1.0, std::floor(2 * math::kPi * stem.rings[0].radius / bark.texture_width + 0.5));
}

/// The sink that writes the bark; see bark_traversal.h. It remembers the last two rings.
class BarkWriter {
 public:
  BarkWriter(const BarkPlan& plan, std::size_t axis, const BarkStyle& style, const Rng& rng,
             std::span<const SoupCount> begins, mesh::Soup& soup, CollarMaker& collars)
      : plan_(plan),
        tube_(plan.tubes[axis]),
        stem_(tube_.stem),
        style_(style),
        rng_(rng),
        number_(tube_.number),
        begins_(begins),
        soup_(soup),
        collars_(collars),
        vertex_(static_cast<std::uint32_t>(begins[axis].vertices)),
        uv_(static_cast<std::uint32_t>(begins[axis].uvs)),
        face_(static_cast<std::uint32_t>(begins[axis].faces)),
        corner_(static_cast<std::uint32_t>(begins[axis].corners)),
        turns_(turns_of(stem_, style.bark)),
        buttresses_(buttresses_of(axis)) {
    for (std::uint32_t side = 0; side < stem_.rings[0].sides; ++side) streaks_[side] = rng.uniform(number_, 1 + side);
  }

  /// Writes exactly `count` elements, which is all that the soup has room for.
  template <class Write>
  void emit(const SoupCount& count, const Write& write) {
    SoupCount expected{vertex_, uv_, face_, corner_};
    expected += count;
    write(*this);
    WEALD_CHECK(vertex_ == expected.vertices && uv_ == expected.uvs && face_ == expected.faces &&
                corner_ == expected.corners);
  }

  /// The offset of the texture from the parent's.
  const Vec2& shift() const { return shift_; }

  /// Ring `i` of the tube.
  void write_ring(std::size_t i, std::uint64_t missing) {
    if (i > 0) v_ += turns_ * texture_step(stem_.rings[i - 1], stem_.rings[i]);
    write_ring(stem_.rings[i], i, v_, missing);
  }

  void write_ring(const Ring& ring, std::size_t row, double v, std::uint64_t missing) {
    begin_ring(ring.sides, missing);
    const RingCorners corners(ring, buttresses_);
    for (std::uint32_t j = 0; j < ring.sides; ++j) {
      if ((missing >> j & 1) == 0) write_vertex(corners.at(j), ring, row, j);
      write_uv(turns_ * j / ring.sides, v);
    }
    write_uv(turns_, v);
  }

  void write_apex() {
    const Ring& apex = stem_.rings.back();
    const double v = v_ + turns_ * texture_step(stem_.rings[stem_.tube_rings() - 1], apex);
    const std::uint32_t top = vertex_;
    write_vertex({apex.centre, apex.tangent}, apex, stem_.rings.size() - 1, 0);
    const std::uint32_t n = ring_.sides;
    for (std::uint32_t j = 0; j < n; ++j) {
      add_corner(ring_.vertex + j, ring_.uv + j);
      add_corner(ring_.vertex + (j + 1) % n, ring_.uv + j + 1);
      add_corner(top, uv_);
      write_uv(turns_ * (j + 0.5) / n, v);
      close_face();
    }
  }

  /// The vertex in the middle of the base.
  void write_middle() {
    const Ring& base = stem_.rings[0];
    write_vertex({base.centre, -base.tangent}, base, kCollarRows, 0);
  }

  /// A face that points back along the axis and lies inside the parent.
  void write_base() {
    for (std::uint32_t j = ring_.sides; j-- > 0;) add_corner(ring_.vertex + j, ring_.uv + j);
    close_face();
  }

  /// The base of a root, which may be visible: one face, or a fan between buttresses.
  void write_flat_base() {
    const std::uint32_t n = ring_.sides;
    const std::uint32_t uv = write_flat_uvs(stem_.rings[0], -1);
    if (!tube_.has_fan()) {
      for (std::uint32_t j = n; j-- > 0;) add_corner(ring_.vertex + j, uv + j);
      close_face();
      return;
    }
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t k = (j + 1) % n;
      add_corner(ring_.vertex + k, uv + k);
      add_corner(ring_.vertex + j, uv + j);
      add_corner(ring_.vertex - 1, uv + n);
      close_face();
    }
    write_uv(0, 0);
  }

  /// The face at the end of a branch that is cut flat.
  void write_cut() {
    const Ring& end = stem_.rings.back();
    const std::uint32_t uv = write_flat_uvs(end, 1);
    for (std::uint32_t j = 0; j < ring_.sides; ++j) add_corner(ring_.vertex + j, uv + j);
    close_face();
  }

  void start_collar(const Attachment& attachment) {
    const std::size_t parent = attachment.place.parent;
    grid_ = &collars_.make(
        {attachment.place, attachment.patch, stem_, plan_.tubes[parent].stem, buttresses_of(parent), !attachment.hole});
    shift_ = shift_of(attachment);
  }

  /// Inside the parent: a narrow ring with a face that closes the tube.
  void write_root(const JointPlace& place) {
    Ring ring = stem_.rings[0];
    ring.tangent = place.direction;
    ring.side = normalized_or(ring.side - place.direction * glm::dot(ring.side, place.direction), place.along);
    ring.stretch = 1;
    ring.centre =
        place.point - place.normal * std::min(std::max(place.radius, 0.5 * place.bark_radius), 0.9 * place.bark_radius);
    ring.radius = std::min(place.radius, 0.5 * place.bark_radius);
    const double v = turns_ * (grid_->texture[0] - place.radius / ring_perimeter(ring));
    write_ring(ring, kCollarRows + grid_->rows, v, 0);
    write_base();
  }

  void write_collar_row(const Attachment& attachment, std::uint32_t row) {
    const JointPlace& place = attachment.place;
    const CollarGrid& grid = *grid_;
    begin_ring(grid.sides, 0);
    const double share = row / static_cast<double>(grid.rows);
    Ring look = stem_.rings[0];  // gives the colour
    look.radius = glm::mix(place.bark_radius, look.radius, share);
    const bool on_bark = row <= 1 && !attachment.hole && grid.sides >= kStreakySides;  // shaded like the bark below
    for (std::uint32_t j = 0; j < grid.sides; ++j) {
      if (on_bark) {
        write_vertex(grid.at(row, j), look, tone_below(attachment, grid.feet[j]));
      } else {
        write_vertex(grid.at(row, j), look, kCollarRows + row, j);
      }
    }
    if (row == 0 && attachment.hole) write_parent_uvs(attachment);
    ring_.uv = uv_;
    for (std::uint32_t j = 0; j <= grid.sides; ++j)
      write_uv(turns_ * j / grid.sides, turns_ * grid.texture[row * grid.sides + j % grid.sides]);
  }

  /// Triangles between the outline of the hole in the parent and the foot.
  void stitch(const Attachment& attachment) {
    const CollarGrid& grid = *grid_;
    const Hole& hole = *attachment.hole;
    const Stem& parent = plan_.tubes[attachment.place.parent].stem;
    const auto& gaps = plan_.tubes[attachment.place.parent].gaps;
    const std::uint32_t sides = parent.rings[hole.row].sides;
    const auto first = static_cast<std::uint32_t>(begins_[attachment.place.parent].vertices) +
                       plan_.head_vertices(attachment.place.parent);
    const std::uint32_t count = outline_size(hole);
    const std::uint32_t uv = ring_.uv - count - grid.sides;
    const auto outer = [&](std::uint32_t i) {
      const OutlineCorner corner = outline_corner(hole, i % count);
      add_corner(first + gaps[corner.row].vertex(corner.column, sides), uv + i % count);
    };
    const auto inner = [&](std::uint32_t j) { add_corner(ring_.vertex + j % grid.sides, uv + count + j % grid.sides); };
    Stitches stitches(attachment.patch, hole, parent, std::span{grid.feet}.first(grid.sides));
    while (const auto step = stitches.next()) {
      outer(step->outer);
      if (step->outward) outer(step->outer + 1);
      if (!step->outward) inner(step->inner + 1);
      inner(step->inner);
      close_face();
    }
  }

  /// Faces between the last two rings, except for sides in holes.
  void write_band(std::uint64_t holes) {
    const RingStart &a = below_, &b = ring_;
    if (a.sides == b.sides) {
      for (std::uint32_t j = 0; j < a.sides; ++j) {
        if ((holes >> j & 1) != 0) continue;
        const std::uint32_t k = (j + 1) % a.sides;
        add_corner(a.corner(j), a.uv + j);
        add_corner(a.corner(k), a.uv + j + 1);
        add_corner(b.corner(k), b.uv + j + 1);
        add_corner(b.corner(j), b.uv + j);
        close_face();
      }
      return;
    }
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    while (i < a.sides || j < b.sides) {  // advance on the ring whose next corner comes first around the tube
      const bool lower = (i + 1) * b.sides <= (j + 1) * a.sides;
      add_corner(a.corner(i % a.sides), a.uv + i);
      if (lower) {
        ++i;
        add_corner(a.corner(i % a.sides), a.uv + i);
        add_corner(b.corner(j % b.sides), b.uv + j);
      } else {
        add_corner(b.corner((j + 1) % b.sides), b.uv + j + 1);
        add_corner(b.corner(j % b.sides), b.uv + j);
        ++j;
      }
      close_face();
    }
  }

 private:
  Buttresses buttresses_of(std::size_t axis) const {
    const Tube& tube = plan_.tubes[axis];
    if (tube.stem.rings[0].lobe <= 0) return {};
    return {style_.flare.lobes, 360 * rng_.uniform(tube.number, 0)};
  }

  void begin_ring(std::uint32_t sides, std::uint64_t missing) {
    below_ = ring_;
    ring_ = {vertex_, uv_, sides, missing};
  }

  /// Adds texture coordinates for the last ring's corners in its plane, with texels of the same size as around it.
  /// `facing` is 1 if the face is seen from beyond the ring, -1 from behind it. Returns the index of the first one.
  std::uint32_t write_flat_uvs(const Ring& ring, double facing) {
    const std::uint32_t first = uv_;
    const Vec3 other = glm::cross(ring.tangent, ring.side);
    const double scale = turns_ / ring_perimeter(ring);
    for (std::uint32_t j = 0; j < ring_.sides; ++j) {
      const Vec3 offset = Vec3(soup_.positions[ring_.vertex + j]) - ring.centre;
      write_uv(facing * scale * glm::dot(offset, ring.side), scale * glm::dot(offset, other));
    }
    return first;
  }

  /// Texture coordinates of the parent's bark at the hole's outline and at the foot.
  void write_parent_uvs(const Attachment& attachment) {
    const Stem& parent = plan_.tubes[attachment.place.parent].stem;
    const auto& gaps = plan_.tubes[attachment.place.parent].gaps;
    const double turns = turns_of(parent, style_.bark);
    const double sides = parent.rings[attachment.hole->row].sides;
    for (std::uint32_t i = 0; i < outline_size(*attachment.hole); ++i) {
      const OutlineCorner corner = outline_corner(*attachment.hole, i);
      write_uv(turns * corner.column / sides, turns * gaps[corner.row].texture);
    }
    for (const Vec2& foot : std::span{grid_->feet}.first(grid_->sides)) {
      const Vec2 uv = parent_uv(attachment, foot);
      write_uv(uv.x, uv.y);
    }
  }

  /// Texture coordinates of the parent at a foot.
  Vec2 parent_uv(const Attachment& attachment, const Vec2& foot) const {
    const Stem& parent = plan_.tubes[attachment.place.parent].stem;
    const auto& gaps = plan_.tubes[attachment.place.parent].gaps;
    const auto& hole = attachment.hole;
    std::size_t row = hole ? hole->row : tube_row(parent, foot.y);
    while (hole && row + 1 < hole->row + hole->rows && parent.rings[row + 1].arc < foot.y) ++row;
    const Ring &a = parent.rings[row], &b = parent.rings[row + 1];
    const double t = b.arc > a.arc ? std::clamp((foot.y - a.arc) / (b.arc - a.arc), 0.0, 1.0) : 0;
    const double high = row + 1 < gaps.size() ? gaps[row + 1].texture : gaps[row].texture;
    return turns_of(parent, style_.bark) * Vec2{foot.x / a.sides, glm::mix(gaps[row].texture, high, t)};
  }

  /// Offset from the tube's texture to the parent's at the lowest point of the foot, where the wood bends least.
  Vec2 shift_of(const Attachment& attachment) const {
    const CollarGrid& grid = *grid_;
    std::uint32_t lowest = 0;
    for (std::uint32_t j = 1; j < grid.sides; ++j) {
      if (grid.feet[j].y < grid.feet[lowest].y) lowest = j;
    }
    const Vec2 own{static_cast<double>(lowest) / grid.sides, grid.texture[lowest]};
    return parent_uv(attachment, grid.feet[lowest]) - turns_ * own;
  }

  /// A vertex with the colour and the wind of the wood at ring `look`.
  void write_vertex(const SurfacePoint& point, const Ring& look, std::uint64_t row, std::uint32_t side) {
    write_vertex(point, look, tone_at(row, side));
  }

  void write_vertex(const SurfacePoint& point, const Ring& look, double tone) {
    soup_.positions[vertex_] = Vec3f(point.position);
    soup_.normals[vertex_] = Vec3f(point.normal);
    if (!soup_.colours.empty())
      soup_.colours[vertex_] = mesh::vertex_colour(colour_at(point.position, look, tone), style_.material_colour);
    if (!soup_.wind.empty()) soup_.wind[vertex_] = look.wind;
    ++vertex_;
  }

  /// Brightness of a vertex, 1 without streaks and marks.
  double tone_at(std::uint64_t row, std::uint32_t side) const {
    const auto own = rng_.four_uniforms(number_, (row + 1) << 32 | side);
    const double mark = own[1] * own[1] * own[1];
    return 1 - style_.bark.streaks * (0.6 * streaks_[side] + 0.4 * own[0]) - style_.bark.marks * mark * mark;
  }

  /// The tone of the parent's bark at a foot, without the part that varies from ring to ring.
  double tone_below(const Attachment& attachment, const Vec2& foot) const {
    const std::size_t parent = attachment.place.parent;
    const Stem& stem = plan_.tubes[parent].stem;
    const double sides = stem.rings[tube_row(stem, foot.y)].sides;
    const double column = foot.x - sides * std::floor(foot.x / sides), whole = std::floor(column);
    const auto streak = [&](double side) {
      return rng_.uniform(plan_.tubes[parent].number, 1 + static_cast<std::uint64_t>(side < sides ? side : 0));
    };
    return 1 - style_.bark.streaks * (0.6 * glm::mix(streak(whole), streak(whole + 1), column - whole) + 0.2);
  }

  Vec3 colour_at(const Vec3& position, const Ring& look, double tone) const {
    const BarkParams& bark = style_.bark;
    const double thin = 1 - std::sqrt(std::min(look.radius / style_.thickest, 1.0));
    const Vec3 thick = base_colour(bark);
    const Vec3 usual = bark.twig_colour ? glm::mix(thick, *bark.twig_colour, thin * thin) : thick;
    const Vec3 base = look.colour.value_or(usual);
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

  const BarkPlan& plan_;
  const Tube& tube_;
  const Stem& stem_;
  const BarkStyle& style_;
  const Rng& rng_;
  std::uint64_t number_;
  std::span<const SoupCount> begins_;
  mesh::Soup& soup_;
  CollarMaker& collars_;
  std::uint32_t vertex_, uv_, face_, corner_;
  RingStart below_, ring_;
  const CollarGrid* grid_ = nullptr;
  double v_ = 0;
  double turns_;
  Vec2 shift_{0};
  Buttresses buttresses_;
  std::array<double, kMostSides> streaks_;  // by side, for all rings; no ring has more sides than the one below
};

}  // namespace

void write_bark(const BarkPlan& plan, const AxisRange& axes, const BarkStyle& style, const Rng& rng,
                std::span<const SoupCount> begins, std::span<Vec2> shifts, mesh::Soup& soup) {
  CollarMaker collars;
  for (std::size_t i = axes.from; i < axes.to; ++i) {
    if (!plan.tubes[i].has_bark()) continue;
    BarkWriter writer(plan, i, style, rng, begins, soup, collars);
    BarkTraversal(plan, i, writer).run();
    shifts[i] = writer.shift();
  }
}

}  // namespace weald::plant
