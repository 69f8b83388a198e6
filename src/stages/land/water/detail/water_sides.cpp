#include "stages/land/water/detail/water_sides.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace weald::hydrology::detail {

namespace {

struct Sample {
  int x = 0;
  int y = 0;
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
  bool is_wet(const Sample& at) const { return level_.at(at.x, at.y) > kDry; }

  void add_piece(const Sample& from, const Sample& to, const Vec3& outwards) {
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

  double shore_share(double level, const Sample& wet, const Sample& dry) const {
    return shore_place(level, ground_.heights.at(wet.x, wet.y), ground_.heights.at(dry.x, dry.y));
  }

  // An end of a wall: at a wet sample the wall reaches down to the ground, at the shore its height is zero.
  struct End {
    Sample from, to;
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

void add_sides(const Sheets& sheets, WaterSurface& out) { SideBuilder(sheets, out).add(); }

}  // namespace weald::hydrology::detail
