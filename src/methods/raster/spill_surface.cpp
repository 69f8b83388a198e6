#include "methods/raster/spill_surface.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace weald::terrain::detail {

namespace {

// Ordered by height, then by place, so that ties cannot matter.
struct Shore {
  float height;
  int at;
  bool operator>(const Shore& other) const { return height != other.height ? height > other.height : at > other.at; }
};

// Only samples with a neighbour that is not higher wait in the heap; slopes are climbed and hollows filled without it.
// All grids here have a frame of one sample that counts as reached, so that nothing asks where the border is.
class Flood {
 public:
  Flood(const Grid<float>& land, float slope)
      : width_(land.width()),
        height_(land.height()),
        stride_(land.width() + 2),
        along_(slope),
        across_(slope * 1.41421356f),
        level_(stride_, height_ + 2),
        reached_(stride_, height_ + 2, 1) {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        level_.at(x + 1, y + 1) = land.at(x, y);
        reached_.at(x + 1, y + 1) = 0;
      }
    }
  }

  Grid<float> run(float sea) {
    for (int y = 1; y <= height_; ++y) {
      for (int x = 1; x <= width_; ++x) {
        const bool border = x == 1 || y == 1 || x == width_ || y == height_;
        if (!border && !(level_.at(x, y) <= sea)) continue;
        reached_.at(x, y) = 1;
        shores_.push_back({level_.at(x, y), y * stride_ + x});
      }
    }
    std::make_heap(shores_.begin(), shores_.end(), std::greater<>{});
    while (!shores_.empty()) {
      std::pop_heap(shores_.begin(), shores_.end(), std::greater<>{});
      const int at = shores_.back().at;
      shores_.pop_back();
      hollow_.push_back(at);
      fill_hollow();
      climb();
    }
    Grid<float> surface(width_, height_);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) surface.at(x, y) = level_.at(x + 1, y + 1);
    }
    return surface;
  }

 private:
  template <class Visit>
  void for_dry_neighbours(int at, const Visit& visit) {
    const std::uint8_t* reached = reached_.values().data() + at;
    const float along = level(at) + along_;
    const float across = level(at) + across_;
    const auto look = [&](int offset, float least) {
      if (reached[offset] == 0) visit(at + offset, least);
    };
    look(-stride_, along);
    look(-1, along);
    look(1, along);
    look(stride_, along);
    look(-stride_ - 1, across);
    look(-stride_ + 1, across);
    look(stride_ - 1, across);
    look(stride_ + 1, across);
  }
  float& level(int at) { return level_.values()[static_cast<std::size_t>(at)]; }
  void reach(int at, std::vector<int>& next) {
    reached_.values()[static_cast<std::size_t>(at)] = 1;
    next.push_back(at);
  }

  // Raises what lies lower around the first samples of `hollow_`; what is higher is left for climb().
  void fill_hollow() {
    for (std::size_t first = 0; first < hollow_.size(); ++first) {
      for_dry_neighbours(hollow_[first], [&](int at, float least) {
        if (level(at) > least) {
          reach(at, slopes_);
        } else {
          level(at) = least;
          reach(at, hollow_);
        }
      });
    }
    hollow_.clear();
  }

  void climb() {
    while (!slopes_.empty()) {
      const int from = slopes_.back();
      slopes_.pop_back();
      bool is_shore = false;
      for_dry_neighbours(from, [&](int at, float least) {
        if (level(at) > least)
          reach(at, slopes_);
        else
          is_shore = true;
      });
      if (is_shore) low_beside_.push_back(from);
    }
    // Most of what was dry has been climbed meanwhile from elsewhere: few samples have to wait in the heap.
    for (const int from : low_beside_) {
      bool is_shore = false;
      for_dry_neighbours(from, [&](int, float) { is_shore = true; });
      if (!is_shore) continue;
      shores_.push_back({level(from), from});
      std::push_heap(shores_.begin(), shores_.end(), std::greater<>{});
    }
    low_beside_.clear();
  }

  int width_;
  int height_;
  int stride_;
  float along_;
  float across_;
  Grid<float> level_;
  Grid<std::uint8_t> reached_;
  std::vector<Shore> shores_;
  std::vector<int> hollow_;
  std::vector<int> slopes_;
  std::vector<int> low_beside_;  // climbed, with something dry beside that is not higher
};

}  // namespace

Grid<float> spill_surface(const Grid<float>& land, float sea, float slope) { return Flood(land, slope).run(sea); }

}  // namespace weald::terrain::detail
