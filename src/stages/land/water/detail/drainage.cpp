#include "stages/land/water/detail/drainage.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <queue>
#include <tuple>

#include "base/parallel.h"
#include "base/rng.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/depression_breaching.h"
#include "stages/land/water/detail/routing_rows.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

namespace {

static_assert(RoutingWeights::kTile == detail::kTileColumns && detail::kTileColumns <= static_cast<int>(kSlack));

constexpr int kRowsPerBand = 128;
constexpr std::size_t kListSlack = 64;  // valid cells past the end of a list
static_assert(kListSlack <= kSlack && kListSlack <= 2 * std::size_t{kRowsPerBand});
constexpr std::size_t kRowsPerBlock = 32;
constexpr std::size_t kCellsPerPit = 16;
constexpr int kColumnsPerListStrip = 64;
constexpr std::uint64_t kNoReceivers = 0x0808080808080808u;  // the bit that kOutlet, kPit and kOutside have in a byte
static_assert((kOutlet & kPit & kOutside & 8) != 0 && kNorthEast < 8);
// Donors in the row above, and in the row below.
constexpr unsigned kFromNorth = 1u << kNorthWest | 1u << kNorth | 1u << kNorthEast;
constexpr unsigned kFromSouth = 1u << kSouthWest | 1u << kSouth | 1u << kSouthEast;

struct Reached {
  float height;
  Cell cell;
  bool operator>(const Reached& other) const { return std::tie(height, cell) > std::tie(other.height, other.cell); }
};

}  // namespace

RoutingWeights::RoutingWeights(std::uint64_t seed, double spread)
    : seed_(seed), weights_(static_cast<std::size_t>(kTile) * kTile * kDirections) {
  const Rng rng(seed);
  const auto place = [&](int x, int y, int d) -> float& {
    const int row = y & (kTile - 1);
    return weights_[static_cast<std::size_t>((row * kDirections + d) * kTile + (x & (kTile - 1)))];
  };
  for (int y = 0; y < kTile; ++y) {
    for (int x = 0; x < kTile; ++x) {
      const auto random = rng.four_uniforms(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
      for (int d = kEast; d <= kSouthWest; ++d) {
        const auto i = static_cast<std::size_t>(d);
        const auto weight = static_cast<float>((1 + spread * (2 * random[i] - 1)) / step_length(d));
        place(x, y, d) = weight;
        place(x + kStepX[i], y + kStepY[i], opposite(d)) = weight;
      }
    }
  }
}

Drainage::Drainage(const Cells& cells, std::vector<std::uint8_t> outlets, std::shared_ptr<const RoutingWeights> weights)
    : cells_(cells),
      steps_(cells.steps()),
      outlets_(std::move(outlets)),
      weights_(std::move(weights)),
      directions_(cells.count(), kOutside),
      donor_steps_(std::size_t{1} << kDirections),
      order_(std::make_unique_for_overwrite<Cell[]>(cells.count())),
      receivers_(std::make_unique_for_overwrite<Cell[]>(cells.count())),
      bands_(static_cast<std::size_t>((cells.height + kRowsPerBand - 1) / kRowsPerBand)) {
  for (unsigned set = 0; set < donor_steps_.size(); ++set) {
    DonorSteps& donors = donor_steps_[set];
    for (unsigned rest = set; rest != 0; rest &= rest - 1)
      donors.steps[donors.count++] = steps_[static_cast<std::size_t>(std::countr_zero(rest))];
  }
}

int Drainage::band_begin(std::size_t band) const {
  return std::min(static_cast<int>(band) * kRowsPerBand, cells_.height);
}

FlowOrder Drainage::trunk_order() const {
  const std::size_t size = trunk_ends_.back();
  return {std::span{trunk_}.first(size), std::span{trunk_receivers_}.first(size), trunk_ends_};
}

FlowOrder Drainage::band_order(std::size_t i) const {
  const std::size_t first = cells_.at(0, band_begin(i)), size = bands_[i].back();
  return {{order_.get() + first, size}, {receivers_.get() + first, size}, bands_[i]};
}

void Drainage::route(std::span<float> heights) {
  find_directions(heights);
  const std::vector<Cell> found = pits(heights);
  if (!found.empty() && !drain_pits(heights, found)) {
    flood(cells_, heights, outlets_, FillSurface::draining);
    find_directions(heights);
  }
  gather();
}

void Drainage::route_out_of_hollows(std::span<float> heights) {
  find_directions(heights);
  const bool has_pits = std::ranges::find(directions_, std::uint8_t{kPit}) != directions_.end();
  if (has_pits) detail::breach_depressions(cells_, heights, weights_->seed(), directions_);
  gather();
  if (has_pits) lower_in_order(heights);
}

void Drainage::lower_ways_out_of_hollows(std::span<float> heights) {
  find_directions(heights);
  const auto count = static_cast<std::size_t>(std::ranges::count(directions_, std::uint8_t{kPit}));
  if (count == 0) return;
  // On level ground nearly every cell is a pit.
  const bool has_few = count < cells_.count() / kCellsPerPit;
  const std::vector<Cell> found = has_few ? pits(heights) : std::vector<Cell>{};
  detail::breach_depressions(cells_, heights, weights_->seed(), directions_);
  if (has_few && lower_below(found, heights)) return;
  gather();
  lower_in_order(heights);
}

// Lowers each cell below those that drain into it. Pre: the order of the cells.
void Drainage::lower_in_order(std::span<float> heights) const {
  for_cells_downstream([&](Cell cell) {
    if (directions_[cell] >= kDirections) return;
    float& next = heights[receiver(cell)];
    if (next >= heights[cell]) next = -next_up(-heights[cell]);
  });
}

// Lowers each cell below those that drain into it, without their order: only the ways out of pits climb, so each is
// followed from its pit until it is descending.
// A cell gets the lowest height that any way asks of it, in whatever order they are followed; the way from the lowest
// pit comes first, because it leaves the least to do for the others. Returns false, with only a part done, if this
// takes too many steps.
bool Drainage::lower_below(std::span<const Cell> pits, std::span<float> heights) const {
  std::size_t budget = cells_.count();
  for (std::size_t i = pits.size(); i-- > 0;) {
    for (Cell cell = pits[i]; directions_[cell] < kDirections; cell = receiver(cell)) {
      float& next = heights[receiver(cell)];
      if (next < heights[cell]) break;
      if (budget-- == 0) return false;
      next = -next_up(-heights[cell]);
    }
  }
  return true;
}

// Computes the drainage areas and the order of the cells.
void Drainage::gather() {
  donors_.resize(cells_.count());
  areas_.resize(cells_.count());
  is_trunk_.resize(cells_.count());
  parallel_blocks(bands(), 1, [&](std::size_t band, std::size_t) {
    for (int y = band_begin(band); y < band_begin(band + 1); ++y) find_donors(y);
  });
  find_trunk();
  list_trunk();
  parallel_blocks(bands(), 1, [&](std::size_t band, std::size_t) { list_band(band); });
  add_up_trunk();
}

void Drainage::find_directions(std::span<const float> heights) {
  parallel_blocks(static_cast<std::size_t>(cells_.height), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) find_directions(heights, y);
  });
}

void Drainage::find_directions(std::span<const float> heights, int y) {
  constexpr int kTile = RoutingWeights::kTile;
  for (int x = 0; x < cells_.width; x += kTile) {
    const Cell first = cells_.at(x, y);
    detail::SteepestTile tile{.centre = heights.data() + first};
    for (int d = 0; d < kDirections; ++d) {
      tile.neighbours[d] = heights.data() + (first + steps_[static_cast<std::size_t>(d)]);
      tile.weights[d] = weights_->row(y, d);
    }
    std::uint8_t direction[kTile];
    detail::steepest_tile(tile, direction);
    std::uint8_t* out = directions_.data() + first;
    const std::uint8_t* outlet = outlets_.data() + first;
    const int count = std::min(kTile, cells_.width - x);
    for (int i = 0; i < count; ++i) out[i] = outlet[i] != 0 ? std::uint8_t{kOutlet} : direction[i];
  }
}

// Returns the pits, highest first; see drain_pits.
std::vector<Cell> Drainage::pits(std::span<const float> heights) const {
  std::vector<Cell> result;
  for (int y = 0; y < cells_.height; ++y) {
    const std::uint8_t* row = directions_.data() + cells_.at(0, y);
    const std::uint8_t* end = row + cells_.width;
    for (const std::uint8_t* at = row; at < end; ++at) {
      at = static_cast<const std::uint8_t*>(std::memchr(at, kPit, static_cast<std::size_t>(end - at)));
      if (at == nullptr) break;
      result.push_back(static_cast<Cell>(at - directions_.data()));
    }
  }
  std::sort(result.begin(), result.end(), [&](Cell a, Cell b) {
    return Reached{heights[a], a} > Reached{heights[b], b};
  });
  return result;
}

// Explores the lowest cells around each pit until one lies below it, and routes the water along the path to that cell.
// Pits are processed highest first, so where paths share a cell, the path of the lower pit prevails. Along any flow
// path, the pit whose path it follows only gets lower, so no cycle can arise.
bool Drainage::drain_pits(std::span<const float> heights, const std::vector<Cell>& found) {
  std::size_t budget = cells_.count() / 8 + 4096;
  explored_by_.resize(cells_.count(), 0);
  back_.resize(cells_.count());
  for (const Cell pit : found) {
    if (++searches_ == 0) {  // the numbers have run out
      std::ranges::fill(explored_by_, 0u);
      searches_ = 1;
    }
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    open.push({heights[pit], pit});
    explored_by_[pit] = searches_;
    Cell end = pit;
    while (true) {
      if (open.empty() || budget == 0) return false;
      --budget;
      const Reached now = open.top();
      open.pop();
      if (Reached{heights[pit], pit} > now || outlets_[now.cell] != 0) {
        end = now.cell;
        break;
      }
      for (int d = 0; d < kDirections; ++d) {
        const Cell next = now.cell + steps_[static_cast<std::size_t>(d)];
        if (directions_[next] == kOutside || explored_by_[next] == searches_) continue;
        explored_by_[next] = searches_;
        back_[next] = static_cast<std::uint8_t>(opposite(d));
        open.push({heights[next], next});
      }
    }
    for (Cell cell = end; cell != pit;) {
      const std::uint8_t to_pit = back_[cell];
      cell += steps_[to_pit];
      directions_[cell] = static_cast<std::uint8_t>(opposite(to_pit));
    }
  }
  return true;
}

void Drainage::find_donors(int y) {
  const Cell first = cells_.at(0, y);
  const std::uint8_t* directions[kDirections];
  for (std::size_t d = 0; d < kDirections; ++d) directions[d] = directions_.data() + (first + steps_[d]);
  detail::donor_row(directions, cells_.width, donors_.data() + first);
}

// Finds the cells that water from another band reaches: those that get it over the border, and all cells below them.
void Drainage::find_trunk() {
  for (const Cell cell : trunk_) is_trunk_[cell] = 0;
  trunk_.clear();
  for (std::size_t band = 1; band < bands(); ++band) {
    const int y = band_begin(band);
    for (int x = 0; x < cells_.width; ++x) {
      if ((donors_[cells_.at(x, y - 1)] & kFromSouth) != 0) mark_trunk(cells_.at(x, y - 1));
      if ((donors_[cells_.at(x, y)] & kFromNorth) != 0) mark_trunk(cells_.at(x, y));
    }
  }
}

void Drainage::mark_trunk(Cell cell) {
  while (is_trunk_[cell] == 0) {
    is_trunk_[cell] = 1;
    if (directions_[cell] >= kDirections) {
      trunk_.push_back(cell);
      return;
    }
    cell = receiver(cell);
  }
}

// Continues from the outlets of the trunk, which are in the list already.
void Drainage::list_trunk() {
  trunk_receivers_ = trunk_;
  trunk_ends_.assign(1, static_cast<std::uint32_t>(trunk_.size()));
  for (std::size_t begin = 0; begin < trunk_.size();) {
    const std::size_t end = trunk_.size();
    for (std::size_t i = begin; i < end; ++i) {
      const Cell cell = trunk_[i];
      for (unsigned rest = donors_[cell]; rest != 0; rest &= rest - 1) {
        const Cell donor = cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))];
        if (is_trunk_[donor] == 0) continue;
        trunk_.push_back(donor);
        trunk_receivers_.push_back(cell);
      }
    }
    begin = end;
    if (trunk_.size() > end) trunk_ends_.push_back(static_cast<std::uint32_t>(trunk_.size()));
  }
  // Whole vectors are read from the lists.
  trunk_.resize(trunk_.size() + kListSlack, 0);
  trunk_receivers_.resize(trunk_.size(), 0);
}

// Lists the cells of a band level by level, strip after strip, so that what a strip touches stays in the cache. All
// donors of a cell are appended in one piece of eight, of which only as many count as there are; what is written too
// much is overwritten, or falls into the two unused cells of each row.
void Drainage::list_band(std::size_t band) {
  const Cell first = cells_.at(0, band_begin(band));
  Cell* const out = order_.get() + first;
  Cell* const into = receivers_.get() + first;
  std::vector<std::uint32_t>& ends = bands_[band];
  ends.clear();
  for (int y = band_begin(band); y < band_begin(band + 1); ++y)
    std::fill_n(areas_.begin() + cells_.at(0, y), cells_.width, 1u);
  std::size_t size = 0;
  for (int x = 0; x < cells_.width; x += kColumnsPerListStrip) {
    std::size_t begin = size, end = size + list_roots(band, x, out + size, into + size);
    const std::size_t roots_end = end;
    while (begin < end) {
      ends.push_back(static_cast<std::uint32_t>(end));
      std::size_t tail = end;
      for (std::size_t i = begin; i < end; ++i) {
        const Cell cell = out[i];
        const DonorSteps& donors = donor_steps_[donors_[cell]];
        for (std::size_t k = 0; k < kDirections; ++k) out[tail + k] = cell + donors.steps[k];
        for (std::size_t k = 0; k < kDirections; ++k) into[tail + k] = cell;
        tail += donors.count;
      }
      begin = end;
      end = tail;
    }
    for (std::size_t i = end; i-- > roots_end;) areas_[into[i]] += areas_[out[i]];
    size = end;
  }
  if (ends.empty()) ends.push_back(0);
  // Whole vectors are read from the lists.
  std::fill_n(out + size, kListSlack, Cell{0});
  std::fill_n(into + size, kListSlack, Cell{0});
}

// Lists the cells of a band, below a strip of columns, from which its order starts: outlets that are not in the trunk,
// and cells that drain into the trunk. Returns their number.
std::size_t Drainage::list_roots(std::size_t band, int x, Cell* out, Cell* into) const {
  const int begin = band_begin(band), end = band_begin(band + 1);
  const Cell low = cells_.at(0, begin), high = cells_.at(cells_.width - 1, end - 1);
  const auto columns = static_cast<Cell>(std::min(kColumnsPerListStrip, cells_.width - x));
  std::size_t count = 0;
  const auto add = [&](Cell cell, Cell receiver) {
    out[count] = cell;
    into[count++] = receiver;
  };
  const auto look_at = [&](Cell cell) {
    if (is_trunk_[cell] == 0) {
      if (directions_[cell] >= kDirections && cell >= low && cell <= high) add(cell, cell);
      return;
    }
    for (unsigned rest = donors_[cell]; rest != 0; rest &= rest - 1) {
      const Cell donor = cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))];
      if (donor >= low && donor <= high && is_trunk_[donor] == 0) add(donor, cell);
    }
  };
  for (int y = std::max(begin - 1, 0); y < std::min(end + 1, cells_.height); ++y) {
    for (Cell cell = cells_.at(x, y), row_end = cell + columns; cell < row_end; cell += 8) {
      // Eight cells at once: is one in the trunk, or has one no receiver?
      std::uint64_t trunk, direction;
      std::memcpy(&trunk, is_trunk_.data() + cell, 8);
      std::memcpy(&direction, directions_.data() + cell, 8);
      if ((trunk | (direction & kNoReceivers)) == 0) continue;
      for (Cell one = cell; one < std::min(cell + 8, row_end); ++one) look_at(one);
    }
  }
  return count;
}

void Drainage::add_up_trunk() {
  for (std::size_t i = trunk_ends_.back(); i-- > 0;) {
    const Cell cell = trunk_[i];
    for (unsigned rest = donors_[cell]; rest != 0; rest &= rest - 1)
      areas_[cell] += areas_[cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))]];
  }
}

}  // namespace weald::hydrology
