#include "stages/land/water/detail/water_sheets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weald::hydrology::detail {

namespace {

constexpr std::uint32_t kNoVertex = 0xFFFFFFFFu;
// Shore vertices keep this distance from samples, as a share of the edge, so that no two vertices coincide and no face
// is a sliver.
constexpr double kNearest = 1.0 / 128;

// Corners of a cell: north-west, south-west, south-east, north-east; counter-clockwise seen from above.
constexpr std::array<int, 4> kCornerX{0, 0, 1, 1};
constexpr std::array<int, 4> kCornerY{0, 1, 1, 0};

class SheetBuilder {
 public:
  SheetBuilder(const Sheets& sheets, WaterSurface& out)
      : sheets_(sheets), level_(sheets.level), first_(sheets.first()), out_(out) {
    const auto width = static_cast<std::size_t>(level_.width());
    for (auto* row : {&corners_[0], &corners_[1], &across_[0], &across_[1], &down_, &diagonal_})
      row->assign(width, kNoVertex);
  }

  // Adds the faces of a row of cells. Rows must be added in order, since vertices shared between rows are cached.
  void add_row(int y) {
    row_ = y;
    for (auto* row : {&corners_[(y + 1) & 1], &across_[(y + 1) & 1], &down_, &diagonal_})
      std::fill(row->begin(), row->end(), kNoVertex);
    for (int x = sheets_.apron; x + 1 < level_.width() - sheets_.apron; ++x) add_cell(x);
  }

 private:
  bool is_wet(int x, int corner) const { return level_at(x, corner) > kDry; }
  float level_at(int x, int corner) const { return at(level_, x, corner); }
  float ground_at(int x, int corner) const { return at(sheets_.ground.heights, x, corner); }
  float at(const Grid<float>& grid, int x, int corner) const {
    const auto c = static_cast<std::size_t>(corner);
    return grid.at(x + kCornerX[c], row_ + kCornerY[c]);
  }

  void add_cell(int x) {
    int wet = 0;
    for (int corner = 0; corner < 4; ++corner) wet += is_wet(x, corner) ? 1 : 0;
    if (wet == 0) return;
    if (wet == 4) {
      const std::array face{corner_vertex(x, 0), corner_vertex(x, 1), corner_vertex(x, 2), corner_vertex(x, 3)};
      out_.add_face(face);
    } else if (cuts_from_north_west(x)) {
      add_triangle(x, {0, 1, 2});
      add_triangle(x, {0, 2, 3});
    } else {
      add_triangle(x, {0, 1, 3});
      add_triangle(x, {1, 2, 3});
    }
  }

  // Uses the same diagonal as heightmap_mesh with faces: shortest.
  bool cuts_from_north_west(int x) const {
    const double main = std::abs(double{ground_at(x, 0)} - ground_at(x, 2));
    const double other = std::abs(double{ground_at(x, 1)} - ground_at(x, 3));
    if (main != other) return main < other;
    return (x + row_) % 2 == 0;
  }

  void add_triangle(int x, const std::array<int, 3>& corners) {
    std::array<std::uint32_t, 4> face{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const int from = corners[i], to = corners[(i + 1) % 3];
      if (is_wet(x, from)) face[count++] = corner_vertex(x, from);
      if (is_wet(x, from) != is_wet(x, to)) face[count++] = is_wet(x, from) ? shore(x, from, to) : shore(x, to, from);
    }
    if (count >= 3) out_.add_face(std::span(face).first(count));
  }

  std::uint32_t corner_vertex(int x, int corner) {
    const auto c = static_cast<std::size_t>(corner);
    std::uint32_t& slot =
        corners_[static_cast<std::size_t>((row_ + kCornerY[c]) & 1)][static_cast<std::size_t>(x + kCornerX[c])];
    if (slot == kNoVertex) {
      const double level = level_at(x, corner);
      slot = add_vertex(x + kCornerX[c], row_ + kCornerY[c], level, level - ground_at(x, corner));
    }
    return slot;
  }

  // Vertex where the edge from a wet corner to a dry one crosses the shore.
  std::uint32_t shore(int x, int wet, int dry) {
    std::uint32_t& slot = edge_slot(x, wet, dry);
    if (slot == kNoVertex) {
      const double level = level_at(x, wet);
      const double share = shore_place(level, ground_at(x, wet), ground_at(x, dry));
      const auto w = static_cast<std::size_t>(wet), d = static_cast<std::size_t>(dry);
      slot = add_vertex(x + kCornerX[w] + share * (kCornerX[d] - kCornerX[w]),
                        row_ + kCornerY[w] + share * (kCornerY[d] - kCornerY[w]), level, 0);
    }
    return slot;
  }

  std::uint32_t& edge_slot(int x, int a, int b) {
    const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(row_);
    if (a > b) std::swap(a, b);
    if (b - a == 2) return diagonal_[column];
    if (a == 0 && b == 1) return down_[column];
    if (a == 2 && b == 3) return down_[column + 1];
    return across_[(a == 1 ? row + 1 : row) & 1][column];
  }

  std::uint32_t add_vertex(double column, double row, double level, double depth) {
    const Vec2 place = sheets_.position(column, row);
    const double from_south = sheets_.ground.whole_grid().height - 1 - (first_.y + row);
    const Vec2 repeats = Vec2{first_.x + column, from_south} * (sheets_.ground.cell_size / sheets_.texture_size);
    return out_.add({{place.x, level, place.y}, {0, 1, 0}, repeats, depth});
  }

  const Sheets& sheets_;
  const Grid<float>& level_;
  const TileSample first_;
  WaterSurface& out_;
  int row_ = 0;
  // Cached vertices: at samples and on eastward edges for two rows; on southward edges and diagonals for one row.
  std::array<std::vector<std::uint32_t>, 2> corners_, across_;
  std::vector<std::uint32_t> down_, diagonal_;
};

class SideBuilder {
 public:
  SideBuilder(const Sheets& sheets, WaterSurface& out)
      : sheets_(sheets), ground_(sheets.ground), level_(sheets.level), first_(sheets.first()), out_(out) {}

  // Goes around the map in the direction in which the surface's faces run along its border, down the west side first.
  void add() {
    const GridSpec whole = ground_.whole_grid();
    const int apron = sheets_.apron, last_x = level_.width() - 1 - apron, last_y = level_.height() - 1 - apron;
    const bool is_east = first_.x + level_.width() == whole.width,
               is_south = first_.y + level_.height() == whole.height;
    for (int y = apron; first_.x == 0 && y < last_y; ++y) add_piece({apron, y}, {apron, y + 1}, {-1, 0, 0});
    for (int x = apron; is_south && x < last_x; ++x) add_piece({x, last_y}, {x + 1, last_y}, {0, 0, 1});
    for (int y = last_y; is_east && y > apron; --y) add_piece({last_x, y}, {last_x, y - 1}, {1, 0, 0});
    for (int x = last_x; first_.y == 0 && x > apron; --x) add_piece({x, apron}, {x - 1, apron}, {0, 0, -1});
  }

 private:
  bool is_wet(const TileSample& at) const { return level_.at(at.x, at.y) > kDry; }

  void add_piece(const TileSample& from, const TileSample& to, const Vec3& outwards) {
    if (!is_wet(from) && !is_wet(to)) return last_.reset();
    double begin = 0, end = 1;
    if (!is_wet(from)) begin = 1 - shore_share(level_.at(to.x, to.y), to, from);
    if (!is_wet(to)) end = shore_share(level_.at(from.x, from.y), from, to);
    const double level0 = level_.at(is_wet(from) ? from.x : to.x, is_wet(from) ? from.y : to.y);
    const double level1 = level_.at(is_wet(to) ? to.x : from.x, is_wet(to) ? to.y : from.y);
    const End a{from, to, begin, level0, is_wet(from)}, b{from, to, end, level1, is_wet(to)};
    std::array<std::uint32_t, 4> face{};
    std::size_t count = 0;
    const bool goes_on = last_ && last_->outwards == outwards && a.is_sample;
    face[count++] = goes_on ? last_->top : vertex(a, true, outwards);
    if (a.is_sample) face[count++] = goes_on ? last_->bottom : vertex(a, false, outwards);
    if (b.is_sample) face[count++] = vertex(b, false, outwards);
    face[count++] = vertex(b, true, outwards);
    out_.add_face(std::span(face).first(count));
    last_.reset();
    if (b.is_sample) last_ = Last{face[count - 1], face[count - 2], outwards};
  }

  double shore_share(double level, const TileSample& wet, const TileSample& dry) const {
    return shore_place(level, ground_.heights.at(wet.x, wet.y), ground_.heights.at(dry.x, dry.y));
  }

  // An end of a wall: at a wet sample the wall reaches down to the ground, at the shore its height is zero.
  struct End {
    TileSample from, to;
    double share;
    double level;
    bool is_sample;
  };

  std::uint32_t vertex(const End& end, bool is_top, const Vec3& outwards) {
    const double column = end.from.x + end.share * (end.to.x - end.from.x);
    const double row = end.from.y + end.share * (end.to.y - end.from.y);
    const Vec2 place = sheets_.position(column, row);
    const double height = is_top ? end.level : sample_bilinear(ground_, column, row);
    const double in_whole = outwards.x != 0 ? first_.y + row : first_.x + column;
    const double along = (outwards.x != 0 ? -outwards.x : outwards.z) * in_whole * ground_.cell_size;
    return out_.add({{place.x, height, place.y},
                     outwards,
                     Vec2{along, height - end.level} / sheets_.texture_size,
                     end.level - height});
  }

  const Sheets& sheets_;
  const Heightmap& ground_;
  const Grid<float>& level_;
  const TileSample first_;
  // Vertices at the end of the previous piece, if that was a sample.
  struct Last {
    std::uint32_t top, bottom;
    Vec3 outwards{0};
  };
  std::optional<Last> last_;
  WaterSurface& out_;
};

}  // namespace

// A dry sample below the level is treated as if it were at the level; this occurs where ground was lowered beside the
// water.
double shore_place(double level, double wet_ground, double dry_ground) {
  const double depth = level - wet_ground, rise = std::max(0.0, dry_ground - level);
  return std::clamp(depth / (depth + rise), kNearest, 1 - kNearest);
}

TileSample Sheets::first() const { return ground.place ? TileSample{ground.place->x, ground.place->y} : TileSample{}; }

Vec2 Sheets::position(double column, double row) const {
  return ground.whole_grid().position(first().x + column, first().y + row);
}

std::size_t count_sheet_faces(const Sheets& sheets) {
  std::size_t faces = 0;
  const int last_x = sheets.level.width() - 1 - sheets.apron, last_y = sheets.level.height() - 1 - sheets.apron;
  const auto is_wet = [&](int x, int y) { return sheets.level.at(x, y) > kDry ? 1 : 0; };
  for (int y = sheets.apron; y < last_y; ++y) {
    for (int x = sheets.apron; x < last_x; ++x) {
      const int wet = is_wet(x, y) + is_wet(x + 1, y) + is_wet(x, y + 1) + is_wet(x + 1, y + 1);
      faces += wet == 0 ? 0 : wet == 4 ? 1 : 2;
    }
  }
  return faces;
}

void add_sheets(const Sheets& sheets, WaterSurface& out, const RunContext& context) {
  SheetBuilder builder(sheets, out);
  for (int y = sheets.apron; y + 1 < sheets.level.height() - sheets.apron; ++y) {
    context.check_stop();
    builder.add_row(y);
  }
}

void add_sides(const Sheets& sheets, WaterSurface& out) { SideBuilder(sheets, out).add(); }

}  // namespace weald::hydrology::detail
