#include "stages/plants/cards/detail/card_mesh.h"

#include <algorithm>
#include <vector>

namespace weald::billboard {

namespace {

/// Share of the facing direction in the normals of a side, and the margin by which that share exceeds the strip's lean,
/// so that programs that flip normals towards the viewer leave them unchanged.
constexpr double kFacing = 0.25, kBeyondLean = 0.15;

/// A corner of a card's faces, seen from the front.
struct CardPoint {
  double x = 0, y = 0;  ///< along right and up, metres
  Vec3 position{0};
  Vec3 outwards{0};      ///< direction away from the spine, relative to the reach
  double lean[2] = {0};  ///< largest lean of the adjacent strips towards the front and the back, metres per metre
};

/// The points of a card, row by row from the bottom; each row runs from left to right.
struct CardGrid {
  int columns = 0, rows = 0;
  std::vector<CardPoint> points;
};

struct Edges {
  double left = 0, right = 0, bottom = 0, top = 0;
};

Edges edges_of(const CardPlace& card) {
  return {card.corner.x, card.corner.x + card.cell.size.width * card.pixel,
          card.corner.y - card.cell.size.height * card.pixel, card.corner.y};
}

/// Points of the spine closer than a pixel to an edge or to the previous row are skipped: much lower strips have no
/// area in floats, and strips that low show no lean.
std::vector<double> rows_of(const CardPlace& card, const Edges& edges, const Spine& spine) {
  std::vector<double> rows{edges.bottom};
  for (const Vec3& point : spine.points()) {
    const bool is_inside = point.y > rows.back() + card.pixel && point.y < edges.top - card.pixel;
    if (spine.points().size() > 1 && is_inside) rows.push_back(point.y);
  }
  rows.push_back(edges.top);
  return rows;
}

/// Computes the lean of the strips below and above each row.
void set_lean(const CardPlace& card, const Spine& spine, CardGrid& grid) {
  const auto depth = [&](int row) {
    const double y = grid.points[static_cast<std::size_t>(row * grid.columns)].y;
    return glm::dot(spine.at(y), card.axes.back);
  };
  for (int row = 0; row + 1 < grid.rows; ++row) {
    const auto first = static_cast<std::size_t>(row * grid.columns), columns = static_cast<std::size_t>(grid.columns);
    const double height = grid.points[first + columns].y - grid.points[first].y;
    const double lean = (depth(row + 1) - depth(row)) / height;
    for (std::size_t i = first; i < first + 2 * columns; ++i) {
      grid.points[i].lean[0] = std::max(grid.points[i].lean[0], lean);
      grid.points[i].lean[1] = std::max(grid.points[i].lean[1], -lean);
    }
  }
}

CardGrid upright_grid(const CardPlace& card, const Spine& spine, const CardLight& light) {
  const Edges edges = edges_of(card);
  const std::vector<double> rows = rows_of(card, edges, spine);
  const auto middle_of = [&](double y) { return glm::dot(spine.at(y), card.axes.right); };
  const bool is_cut = std::all_of(rows.begin(), rows.end(),
                                  [&](double y) { return middle_of(y) > edges.left && middle_of(y) < edges.right; });
  CardGrid grid{is_cut ? 3 : 2, static_cast<int>(rows.size()), {}};
  for (const double y : rows) {
    const double middle = middle_of(y), depth = glm::dot(spine.at(y), card.axes.back);
    const auto add = [&](double x) {
      grid.points.push_back({x, y, card.axes.right * x + card.axes.up * y + card.axes.back * depth,
                             card.axes.right * ((x - middle) / light.reach)});
    };
    add(edges.left);
    if (is_cut) add(middle);
    add(edges.right);
  }
  set_lean(card, spine, grid);
  return grid;
}

CardGrid level_grid(const CardPlace& card, const Spine& spine, const CardLight& light) {
  const Edges edges = edges_of(card);
  CardGrid grid{2, 2, {}};
  for (const double y : {edges.bottom, edges.top}) {
    for (const double x : {edges.left, edges.right}) {
      const Vec3 position = card.axes.right * x + card.axes.up * y + card.axes.back * card.level;
      grid.points.push_back({x, y, position, (position - spine.at(card.level)) / light.reach});
    }
  }
  return grid;
}

/// Adds the vertices of one side; `front` is 1 or -1. Returns the index of the first vertex.
std::uint32_t add_points(const CardGrid& grid, const CardPlace& card, const CardLight& light, double front,
                         mesh::Soup& soup) {
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  const Vec3 side = card.axes.back * front, up = card.upright ? Vec3{0, 1, 0} : side;
  for (const CardPoint& point : grid.points) {
    soup.positions.emplace_back(point.position + side * (0.5 * light.apart));
    const double column = card.cell.x + (point.x - card.corner.x) / card.pixel;
    const double row = card.cell.y + (card.corner.y - point.y) / card.pixel;
    soup.uvs.emplace_back(column / card.atlas.width, 1 - row / card.atlas.height);
    const double facing = std::max(kFacing, point.lean[front > 0 ? 0 : 1] + kBeyondLean);
    soup.normals.emplace_back(normalized_or(up + point.outwards * (2 * light.bend) + side * facing, up));
  }
  return first;
}

void add_side(const CardGrid& grid, const CardPlace& card, const CardLight& light, bool is_front, mesh::Soup& soup) {
  const std::uint32_t first = add_points(grid, card, light, is_front ? 1 : -1, soup);
  for (int row = 0; row + 1 < grid.rows; ++row) {
    for (int column = 0; column + 1 < grid.columns; ++column) {
      const auto at = [&](int x, int y) {
        return first + static_cast<std::uint32_t>((row + y) * grid.columns + column + x);
      };
      const std::uint32_t front[4] = {at(0, 0), at(1, 0), at(1, 1), at(0, 1)};
      const std::uint32_t back[4] = {at(1, 0), at(0, 0), at(0, 1), at(1, 1)};
      soup.add_face(is_front ? front : back);
    }
  }
}

}  // namespace

void add_card(const CardPlace& card, const Spine& spine, const CardLight& light, mesh::Soup& soup) {
  const CardGrid grid = card.upright ? upright_grid(card, spine, light) : level_grid(card, spine, light);
  add_side(grid, card, light, true, soup);
  add_side(grid, card, light, false, soup);
}

}  // namespace weald::billboard
