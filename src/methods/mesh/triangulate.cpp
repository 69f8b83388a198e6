#include "methods/mesh/triangulate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/math/vec.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"

namespace weald::mesh {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Twice the signed area of a triangle; positive if counter-clockwise.
double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 ab = b - a, ac = c - a;
  return ab.x * ac.y - ab.y * ac.x;
}

/// A counter-clockwise triangle.
struct Ear {
  Vec2 a{0, 0}, b{0, 0}, c{0, 0};
};

/// Finds a remaining corner inside a triangle. The corners' positions form a tree of boxes, each of which counts its
/// positions still in use.
class PositionTree {
 public:
  explicit PositionTree(const std::vector<Vec2>& points) : position_of_(points.size()) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto before = [&](std::uint32_t i, std::uint32_t j) {
      return std::tuple{points[i].x, points[i].y, i} < std::tuple{points[j].x, points[j].y, j};
    };
    std::sort(order.begin(), order.end(), before);
    for (const std::uint32_t i : order) {
      if (positions_.empty() || positions_.back().at != points[i]) positions_.push_back({points[i], 0, 0});
      ++positions_.back().corners;
      position_of_[i] = static_cast<std::uint32_t>(positions_.size() - 1);
    }
    by_box_.resize(positions_.size());
    std::iota(by_box_.begin(), by_box_.end(), 0u);
    build(0, static_cast<std::uint32_t>(positions_.size()), kNone);
  }

  std::uint32_t position_of(std::uint32_t corner) const { return position_of_[corner]; }

  /// Removes one corner at `position`; returns whether it was the last one there.
  bool leave(std::uint32_t position) {
    if (--positions_[position].corners > 0) return false;
    for (std::uint32_t node = positions_[position].leaf; node != kNone; node = nodes_[node].parent)
      --nodes_[node].in_use;
    return true;
  }

  /// A position in use inside the triangle or on its edges, but not at its corners; unset if there is none. If there
  /// are several, `salt` decides which is found, so that different triangles rarely find the same position.
  std::optional<std::uint32_t> find(const Ear& ear, std::uint32_t salt, std::uint64_t& visits) {
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const std::uint32_t index = stack_.back();
      stack_.pop_back();
      const Node& node = nodes_[index];
      ++visits;
      if (node.in_use == 0 || is_outside(node, ear)) continue;
      if (node.left == kNone) {
        for (std::uint32_t i = node.begin; i < node.end; ++i) {
          ++visits;
          if (is_inside(positions_[by_box_[i]], ear)) return by_box_[i];
        }
        continue;
      }
      const bool left_first = ((salt ^ index) * 0x9E3779B1u) >> 31 != 0;
      stack_.push_back(left_first ? node.right : node.left);
      stack_.push_back(left_first ? node.left : node.right);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::uint32_t kLeafPositions = 8;

  struct Position {
    Vec2 at{0, 0};
    std::uint32_t corners;  // number of remaining corners here
    std::uint32_t leaf;
  };
  struct Node {
    Vec2 low{0, 0}, high{0, 0};
    std::uint32_t begin, end;  // range in by_box_
    std::uint32_t parent;
    std::uint32_t in_use;  // positions with remaining corners
    std::uint32_t left = kNone, right = kNone;
  };

  std::uint32_t build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    constexpr double kFar = std::numeric_limits<double>::infinity();
    Node node{Vec2{kFar}, Vec2{-kFar}, begin, end, parent, end - begin};
    for (std::uint32_t i = begin; i < end; ++i) {
      node.low = glm::min(node.low, positions_[by_box_[i]].at);
      node.high = glm::max(node.high, positions_[by_box_[i]].at);
    }
    nodes_.push_back(node);
    if (end - begin <= kLeafPositions) {
      for (std::uint32_t i = begin; i < end; ++i) positions_[by_box_[i]].leaf = index;
      return index;
    }
    const int axis = node.high.x - node.low.x < node.high.y - node.low.y ? 1 : 0;
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(by_box_.begin() + begin, by_box_.begin() + middle, by_box_.begin() + end,
                     [&](std::uint32_t i, std::uint32_t j) {
                       const double u = positions_[i].at[axis], v = positions_[j].at[axis];
                       return u != v ? u < v : i < j;
                     });
    const std::uint32_t left = build(begin, middle, index), right = build(middle, end, index);
    nodes_[index].left = left;
    nodes_[index].right = right;
    return index;
  }

  /// The largest value of turn(a, b, q) for q in the box. Each rounded operation is monotone in the coordinates of q,
  /// so no point of the box exceeds it.
  static double greatest_turn(const Vec2& a, const Vec2& b, const Node& box) {
    const Vec2 step = b - a;
    return turn(a, b, {step.y >= 0 ? box.low.x : box.high.x, step.x >= 0 ? box.high.y : box.low.y});
  }
  static bool is_outside(const Node& box, const Ear& ear) {
    return greatest_turn(ear.a, ear.b, box) < 0 || greatest_turn(ear.b, ear.c, box) < 0 ||
           greatest_turn(ear.c, ear.a, box) < 0;
  }
  static bool is_inside(const Position& position, const Ear& ear) {
    const Vec2& q = position.at;
    if (position.corners == 0 || q == ear.a || q == ear.b || q == ear.c) return false;  // a polygon may touch itself
    return turn(ear.a, ear.b, q) >= 0 && turn(ear.b, ear.c, q) >= 0 && turn(ear.c, ear.a, q) >= 0;
  }

  std::vector<Position> positions_;
  std::vector<std::uint32_t> position_of_;  // per corner
  std::vector<std::uint32_t> by_box_;       // positions in the order of the boxes
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> stack_;
};

/// Stores the polygon as a doubly linked list. A corner that is not an ear because of a position inside its triangle is
/// not tested again until that position is empty or one of the corner's neighbours changes.
class EarClipper {
 public:
  EarClipper(const std::vector<Vec2>& points, std::uint64_t& visits)
      : p_(points),
        visits_(visits),
        tree_(points),
        next_(p_.size()),
        prev_(p_.size()),
        waiting_(p_.size()),
        is_gone_(p_.size(), false) {
    const auto n = static_cast<std::uint32_t>(p_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      next_[i] = (i + 1) % n;
      prev_[i] = (i + n - 1) % n;
      open_.insert(open_.end(), i);
    }
  }

  std::vector<Triangle> run() {
    std::vector<Triangle> triangles;
    std::uint32_t at = 0;
    for (std::size_t left = p_.size(); left > 3; --left) {
      at = next_ear(at);
      triangles.push_back({prev_[at], at, next_[at]});
      at = clip(at);  // continuing after the clipped corner distributes the ears and avoids slivers
    }
    triangles.push_back({prev_[at], at, next_[at]});
    return triangles;
  }

 private:
  /// The first ear from `at` onwards, searching all the way around; `at` if there is none. A simple polygon always has
  /// one.
  std::uint32_t next_ear(std::uint32_t at) {
    for (auto it = open_.lower_bound(at);;) {
      if (open_.empty()) return at;
      if (it == open_.end()) it = open_.begin();
      if (is_ear(*it)) return *it;
      it = open_.erase(it);
    }
  }

  bool is_ear(std::uint32_t i) {
    const Ear ear{p_[prev_[i]], p_[i], p_[next_[i]]};
    if (!(turn(ear.a, ear.b, ear.c) > 0)) return false;
    const auto inside = tree_.find(ear, i, visits_);
    if (inside) waiting_[*inside].push_back(i);
    return !inside;
  }

  /// Removes the corner from the polygon and returns the next one.
  std::uint32_t clip(std::uint32_t at) {
    const std::uint32_t before = prev_[at], after = next_[at];
    next_[before] = after;
    prev_[after] = before;
    is_gone_[at] = true;
    open_.erase(at);
    open_.insert(before);
    open_.insert(after);
    const std::uint32_t position = tree_.position_of(at);
    if (tree_.leave(position)) {
      for (const std::uint32_t corner : waiting_[position]) {
        if (!is_gone_[corner]) open_.insert(corner);
      }
      waiting_[position].clear();
    }
    return after;
  }

  const std::vector<Vec2>& p_;
  std::uint64_t& visits_;
  PositionTree tree_;
  std::vector<std::uint32_t> next_, prev_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // per position: the corners that it prevents from being ears
  std::vector<bool> is_gone_;
  std::set<std::uint32_t> open_;  // corners that may be ears, in polygon order
};

/// Ear clipping: triangulates a planar polygon of n corners into n - 2 triangles of indices into `points`. Ears are
/// clipped in the order of the corners, cyclically. If no corner is an ear, because the polygon intersects itself, the
/// current corner is clipped. `visits`, if not null, is increased by the number of boxes and points examined. Time:
/// about n sqrt(n), even for self-intersecting polygons. Pre: at least three points, all finite. Source:
/// [meisters1975], [eberly2002].
std::vector<Triangle> clip_ears(const std::vector<Vec2>& points, std::uint64_t* visits) {
  std::uint64_t counted = 0;
  std::vector<Triangle> triangles = EarClipper(points, counted).run();
  if (visits != nullptr) *visits += counted;
  return triangles;
}

/// Projects the polygon along the axis closest to its vector area, counter-clockwise. Coordinates are only copied or
/// negated, so float input loses no precision.
std::vector<Vec2> project(std::span<const Vec3> points) {
  const Vec3 area = vector_area(points);
  const Vec3 size = glm::abs(area);
  const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const double sign = area[axis] < 0 ? -1 : 1;
  std::vector<Vec2> flat;
  flat.reserve(points.size());
  for (const Vec3& p : points) flat.push_back({p[u] * sign, p[v]});
  return flat;
}

/// Whether no corner turns right and the polygon winds only once: the first coordinate may change direction twice.
bool is_convex(const std::vector<Vec2>& p) {
  const std::size_t n = p.size();
  int changes = 0;
  double last = 0;
  for (std::size_t i = 0; i < n + 1; ++i) {
    const Vec2& a = p[i % n];
    const Vec2& b = p[(i + 1) % n];
    if (turn(a, b, p[(i + 2) % n]) < 0) return false;
    const double step = b.x - a.x;
    if (step != 0) {
      if (last != 0 && (step > 0) != (last > 0)) ++changes;
      last = step;
    }
  }
  return changes <= 2;
}

std::vector<Triangle> fan(std::size_t corners) {
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 1; i + 1 < corners; ++i) triangles.push_back({0, i, i + 1});
  return triangles;
}

}  // namespace

std::vector<Triangle> triangulate_polygon(std::span<const Vec3> points, std::uint64_t* visits) {
  WEALD_CHECK(points.size() >= 3);
  if (points.size() == 3) return {{0, 1, 2}};
  std::vector<Vec2> flat = project(points);
  if (is_convex(flat)) return fan(points.size());
  if (points.size() > kMaxConcaveCorners) {
    throw StageError("a concave face has " + std::to_string(points.size()) + " corners; at most " +
                     std::to_string(kMaxConcaveCorners) + " can be triangulated");
  }
  return clip_ears(flat, visits);
}

Soup triangulate(Soup soup) {
  // Per-corner and per-face data is rebuilt at its exact size; everything else stays in place.
  Soup faces;
  std::swap(faces.face_begin, soup.face_begin);
  std::swap(faces.corners, soup.corners);
  std::swap(faces.corner_uvs, soup.corner_uvs);
  std::swap(faces.corner_normals, soup.corner_normals);
  std::swap(faces.face_groups, soup.face_groups);
  const std::size_t triangles = faces.corners.size() - 2 * std::size_t{faces.face_count()};
  soup.face_begin.reserve(triangles + 1);
  soup.corners.reserve(3 * triangles);
  if (!faces.corner_uvs.empty()) soup.corner_uvs.reserve(3 * triangles);
  if (!faces.corner_normals.empty()) soup.corner_normals.reserve(3 * triangles);
  if (!faces.face_groups.empty()) soup.face_groups.reserve(triangles);
  std::vector<Vec3> points;
  const auto add = [&](std::uint32_t f, const Triangle& triangle) {
    for (const std::uint32_t i : triangle) {
      const std::uint32_t corner = faces.face_begin[f] + i;
      soup.corners.push_back(faces.corners[corner]);
      if (!faces.corner_uvs.empty()) soup.corner_uvs.push_back(faces.corner_uvs[corner]);
      if (!faces.corner_normals.empty()) soup.corner_normals.push_back(faces.corner_normals[corner]);
    }
    soup.face_begin.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    if (!faces.face_groups.empty()) soup.face_groups.push_back(faces.face_groups[f]);
  };
  for (std::uint32_t f = 0; f < faces.face_count(); ++f) {
    points.clear();
    for (const std::uint32_t v : faces.face(f)) points.emplace_back(soup.positions[v]);
    if (points.size() == 3) {
      add(f, {0, 1, 2});
    } else {
      for (const Triangle& triangle : triangulate_polygon(points)) add(f, triangle);
    }
  }
  return soup;
}

Mesh triangulate(const Mesh& mesh, const RunContext& context) {
  BuildResult built = build_mesh(triangulate(to_soup(mesh)));
  if (built.report.vertices_split > 0) {
    context.warn("faces that share two opposite corners were separated: " +
                 std::to_string(built.report.vertices_split) + " vertices were copied");
  }
  return std::move(built.mesh);
}

}  // namespace weald::mesh
