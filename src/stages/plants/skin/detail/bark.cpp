#include "stages/plants/skin/detail/bark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/check.h"
#include "base/math/math.h"
#include "methods/mesh/vertex_colour.h"
#include "stages/plants/skin/detail/bark_colours.h"
#include "stages/plants/skin/detail/bark_traversal.h"
#include "stages/plants/skin/detail/bark_wrap.h"
#include "stages/plants/skin/detail/collar.h"
#include "stages/plants/skin/detail/collar_texture.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kCollarRows = std::uint64_t{1} << 31;  // rows of random numbers for collars

constexpr std::uint32_t kStreakySides = 8;  // collars with at least this many sides take the streaks of their parents

/// Numbers of a ring's first vertex and first texture coordinates, and its corners.
struct RingStart {
  std::uint32_t vertex = 0;
  std::uint32_t uv = 0;     ///< for the band below
  std::uint32_t above = 0;  ///< for the band above; may be the same
  std::uint32_t sides = 0;
  std::uint64_t missing = 0;  ///< corners removed by holes, one bit each
  std::uint32_t first = 0;    ///< corner at which the coordinates for the band below begin; those above begin at 0,
  bool is_collar = false;     ///< except in a collar

  std::uint32_t corner(std::uint32_t j) const {
    if (missing == 0) return vertex + j;
    return vertex + j - static_cast<std::uint32_t>(std::popcount(missing & ((std::uint64_t{1} << j) - 1)));
  }
  /// Texture coordinates on the left of side `j` in the band below; those on its right follow.
  std::uint32_t uv_below(std::uint32_t j) const { return uv + (j + sides - first) % sides; }
  std::uint32_t uv_above(std::uint32_t j) const { return is_collar ? uv_below(j) : above + j; }
};

/// The sink of a BarkTraversal that writes the bark. It keeps the last two rings that were written.
class BarkWriter {
 public:
  BarkWriter(const BarkPlan& plan, std::size_t axis, const BarkStyle& style, const Rng& rng, const BarkOutput& output,
             CollarMaker& collars)
      : plan_(plan),
        tube_(plan.tubes[axis]),
        stem_(tube_.stem),
        style_(style),
        rng_(rng),
        begins_(output.begins),
        soup_(output.soup),
        collars_(collars),
        vertex_(static_cast<std::uint32_t>(output.begins[axis].vertices)),
        uv_(static_cast<std::uint32_t>(output.begins[axis].uvs)),
        face_(static_cast<std::uint32_t>(output.begins[axis].faces)),
        corner_(static_cast<std::uint32_t>(output.begins[axis].corners)),
        wraps_(tube_.wraps),
        turns_(tube_.wraps[0].below.turns),
        colours_(plan, axis, style, rng),
        buttresses_(buttresses_of(axis)) {}

  /// Calls `write`, and checks that it writes exactly `count` elements, because the soup has no room for more.
  template <class Write>
  void emit(const SoupCount& count, const Write& write) {
    SoupCount expected{vertex_, uv_, face_, corner_};
    expected += count;
    write(*this);
    WEALD_CHECK(vertex_ == expected.vertices && uv_ == expected.uvs && face_ == expected.faces &&
                corner_ == expected.corners);
  }

  /// Offset of the tube's texture coordinates from the parent's; 0 without a collar.
  Vec2 shift() const { return texture_ ? texture_->shift() : Vec2{0}; }

  /// Ring `i` of the tube.
  void write_ring(std::size_t i, std::uint64_t missing) {
    const bool ends_collar = i == 0 && texture_ && tube_.splits_texture(0);
    write_vertices(stem_.rings[i], i, missing);
    if (ends_collar)
      write_collar_uvs(texture_->rows());
    else
      write_edge(wraps_[i].below, stem_.rings[i].sides);
    if (!tube_.splits_texture(i)) return;
    ring_.above = uv_;
    write_edge(wraps_[i].above, stem_.rings[i].sides);
  }

  void write_vertices(const Ring& ring, std::size_t row, std::uint64_t missing) {
    begin_ring(ring.sides, missing);
    const RingCorners corners(ring, buttresses_);
    for (std::uint32_t j = 0; j < ring.sides; ++j) {
      if ((missing >> j & 1) == 0) write_vertex(corners.at(j), ring, row, j);
    }
  }

  /// Texture coordinates of a ring's corners, and once more of the first, behind a whole turn.
  void write_edge(const TextureEdge& edge, std::uint32_t sides) {
    for (std::uint32_t j = 0; j <= sides; ++j) write_uv(texture_around(edge, j, sides), edge.v);
  }

  void write_apex() {
    const Ring& apex = stem_.rings.back();
    const TextureEdge& edge = wraps_.back().above;
    const double v = edge.v + edge.turns * texture_step(stem_.rings[stem_.tube_rings() - 1], apex);
    const std::uint32_t top = vertex_;
    write_vertex({apex.centre, apex.tangent}, apex, stem_.rings.size() - 1, 0);
    const std::uint32_t n = ring_.sides;
    for (std::uint32_t j = 0; j < n; ++j) {
      add_corner(ring_.vertex + j, ring_.above + j);
      add_corner(ring_.vertex + (j + 1) % n, ring_.above + j + 1);
      add_corner(top, uv_);
      write_uv(texture_around(edge, j + 0.5, n), v);
      close_face();
    }
  }

  /// The vertex in the middle of the base.
  void write_middle() {
    const Ring& base = stem_.rings[0];
    write_vertex({base.centre, -base.tangent}, base, kCollarRows, 0);
  }

  /// A face that looks back along the axis and lies inside the parent.
  void write_base() {
    for (std::uint32_t j = ring_.sides; j-- > 0;) add_corner(ring_.vertex + j, ring_.uv_above(j));
    close_face();
  }

  /// The base of a root, which may be visible: one face, or a fan if its outline may be concave.
  void write_flat_base() {
    const std::uint32_t n = ring_.sides;
    const std::uint32_t uv = write_flat_uvs(stem_.rings[0], turns_, -1);
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
    const std::uint32_t uv = write_flat_uvs(end, wraps_.back().above.turns, 1), n = ring_.sides;
    if (!tube_.has_cut_fan()) {
      for (std::uint32_t j = 0; j < n; ++j) add_corner(ring_.vertex + j, uv + j);
      close_face();
      return;
    }
    const std::uint32_t middle = vertex_;
    write_vertex({end.centre, end.tangent}, end, kCollarRows, 0);
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t k = (j + 1) % n;
      add_corner(ring_.vertex + j, uv + j);
      add_corner(ring_.vertex + k, uv + k);
      add_corner(middle, uv + n);
      close_face();
    }
    write_uv(0, 0);
  }

  void start_collar(const Attachment& attachment) {
    const std::size_t parent = attachment.place.parent;
    grid_ = &collars_.make(
        {attachment.place, attachment.patch, stem_, plan_.tubes[parent].stem, buttresses_of(parent), !attachment.hole});
    texture_.emplace(tube_, plan_.tubes[parent], *grid_);
  }

  /// The lower end of a tube without a hole: a narrow ring inside the parent, and a face that closes the tube.
  void write_root(const JointPlace& place) {
    Ring ring = stem_.rings[0];
    ring.tangent = place.direction;
    ring.side = normalized_or(ring.side - place.direction * glm::dot(ring.side, place.direction), place.along);
    ring.stretch = 1;
    ring.centre =
        place.point - place.normal * std::min(std::max(place.radius, 0.5 * place.bark_radius), 0.9 * place.bark_radius);
    ring.radius = std::min(place.radius, 0.5 * place.bark_radius);
    write_vertices(ring, kCollarRows + grid_->rows, 0);
    write_collar_uvs(0, -turns_ * place.radius / ring_perimeter(ring));
    write_base();
  }

  void write_collar_row(const Attachment& attachment, std::uint32_t row) {
    const JointPlace& place = attachment.place;
    const CollarGrid& grid = *grid_;
    begin_ring(grid.sides, 0);
    const double share = row / static_cast<double>(grid.rows);
    Ring look = stem_.rings[0];  // for the colour
    look.radius = glm::mix(place.bark_radius, look.radius, share);
    const bool on_bark = row <= 1 && !attachment.hole && grid.sides >= kStreakySides;  // shaded like the parent's bark
    for (std::uint32_t j = 0; j < grid.sides; ++j) {
      if (on_bark) {
        write_vertex(grid.at(row, j), look, colours_.tone_below(attachment, grid.feet[j]));
      } else {
        write_vertex(grid.at(row, j), look, kCollarRows + row, j);
      }
    }
    if (row == 0 && attachment.hole) write_parent_uvs(attachment);
    write_collar_uvs(row);
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

  /// Faces between the last two rings, except on sides in holes.
  void write_band(std::uint64_t holes) {
    const RingStart &a = below_, &b = ring_;
    if (a.sides == b.sides) {
      for (std::uint32_t j = 0; j < a.sides; ++j) {
        if ((holes >> j & 1) != 0) continue;
        const std::uint32_t k = (j + 1) % a.sides;
        const std::uint32_t low = a.uv_above(j), high = b.uv_below(j);
        add_corner(a.corner(j), low);
        add_corner(a.corner(k), low + 1);
        add_corner(b.corner(k), high + 1);
        add_corner(b.corner(j), high);
        close_face();
      }
      return;
    }
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    while (i < a.sides || j < b.sides) {  // advances on the ring whose next corner comes first around the tube
      const bool lower = (i + 1) * b.sides <= (j + 1) * a.sides;
      add_corner(a.corner(i % a.sides), a.above + i);
      if (lower) {
        ++i;
        add_corner(a.corner(i % a.sides), a.above + i);
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
    ring_ = {vertex_, uv_, uv_, sides, missing};
  }

  /// Writes texture coordinates of the last ring's corners in its plane, with texels of the same size as around the
  /// ring with `turns` repeats. `facing` is 1 for a face seen from beyond the ring, -1 for one seen from below it.
  /// Returns the number of the first coordinates.
  std::uint32_t write_flat_uvs(const Ring& ring, double turns, double facing) {
    const std::uint32_t first = uv_;
    const Vec3 other = glm::cross(ring.tangent, ring.side);
    const double scale = turns / ring_perimeter(ring);
    for (std::uint32_t j = 0; j < ring_.sides; ++j) {
      const Vec3 offset = Vec3(soup_.positions[ring_.vertex + j]) - ring.centre;
      write_uv(facing * scale * glm::dot(offset, ring.side), scale * glm::dot(offset, other));
    }
    return first;
  }

  /// Writes texture coordinates of the parent's bark at the hole's outline and at the foot.
  void write_parent_uvs(const Attachment& attachment) {
    const Tube& parent = plan_.tubes[attachment.place.parent];
    const std::uint32_t first = attachment.hole->row, sides = parent.stem.rings[first].sides;
    for (std::uint32_t i = 0; i < outline_size(*attachment.hole); ++i) {
      const OutlineCorner corner = outline_corner(*attachment.hole, i);
      const RingWrap& wrap = parent.wraps[corner.row];
      const TextureEdge& edge = corner.row == first ? wrap.above : wrap.below;
      write_uv(texture_around(edge, corner.column, sides), edge.v);
    }
    for (const Vec2& foot : std::span{grid_->feet}.first(grid_->sides)) {
      const Vec2 uv = texture_->of_parent(foot);
      write_uv(uv.x, uv.y);
    }
  }

  /// Texture coordinates of a row of the collar, raised by `rise`.
  void write_collar_uvs(std::uint32_t row, double rise = 0) {
    ring_.uv = ring_.above = uv_;
    ring_.first = texture_->first();
    ring_.is_collar = row < texture_->rows();
    for (std::uint32_t k = 0; k <= ring_.sides; ++k) {
      const Vec2 uv = texture_->at(row, k);
      write_uv(uv.x, uv.y + rise);
    }
  }

  /// A vertex with the colour and the wind of the wood at ring `look`.
  void write_vertex(const SurfacePoint& point, const Ring& look, std::uint64_t row, std::uint32_t side) {
    write_vertex(point, look, colours_.tone_at(row, side));
  }

  void write_vertex(const SurfacePoint& point, const Ring& look, double tone) {
    soup_.positions[vertex_] = Vec3f(point.position);
    soup_.normals[vertex_] = Vec3f(point.normal);
    if (!soup_.colours.empty())
      soup_.colours[vertex_] = mesh::vertex_colour(colours_.at(point, look, tone), style_.material_colour);
    if (!soup_.wind.empty()) soup_.wind[vertex_] = look.wind;
    ++vertex_;
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
  std::span<const SoupCount> begins_;
  mesh::Soup& soup_;
  CollarMaker& collars_;
  std::uint32_t vertex_, uv_, face_, corner_;
  RingStart below_, ring_;
  const CollarGrid* grid_ = nullptr;
  const std::vector<RingWrap>& wraps_;
  double turns_;  // around the first ring
  std::optional<CollarTexture> texture_;
  BarkColours colours_;
  Buttresses buttresses_;
};

}  // namespace

void write_bark(const BarkPlan& plan, const AxisRange& axes, const BarkStyle& style, const Rng& rng,
                const BarkOutput& output) {
  CollarMaker collars;
  for (std::size_t i = axes.from; i < axes.to; ++i) {
    if (!plan.tubes[i].has_bark()) continue;
    BarkWriter writer(plan, i, style, rng, output, collars);
    BarkTraversal(plan, i, writer).run();
    output.shifts[i] = writer.shift();
  }
}

}  // namespace weald::plant
