#include "stages/land/erosion/detail/monotone_bed.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/math/clamped.h"
#include "base/parallel.h"

namespace weald::terrain::detail {

namespace {

constexpr std::uint32_t kMaxSweeps = 256;
constexpr double kFlat = 1e-6;  // metres by which the bed may rise along a piece
constexpr double kNoWeight = 1e-9;
constexpr std::size_t kSamplesPerBlock = 4096;

// Vector of length `offset` perpendicular to the line at point `i`.
Vec3 beside(BedLine line, std::size_t i, double offset) {
  const Vec3 way = line[std::min(i + 1, line.size() - 1)] - line[i > 0 ? i - 1 : 0];
  const double length = glm::length(Vec2{way.x, way.z});
  return length > 0 ? Vec3{-way.z, 0, way.x} * (offset / length) : Vec3{0};
}

}  // namespace

MonotoneBed::MonotoneBed(const GridSpec& grid, std::span<const BedLine> lines, double above,
                         const std::function<double(int, int)>& bed)
    : grid_(grid), above_(std::max(above, 0.0)) {
  if (grid.width < 2 || grid.height < 2) return;
  for (const BedLine line : lines) {
    for (const double offset : {0.0, -kMonotoneBeside, kMonotoneBeside}) add_line(line, offset * grid.cell_size);
  }
  number_corners();
  heights_.resize(samples_.size());
  parallel_blocks(samples_.size(), kSamplesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto width = static_cast<std::uint32_t>(grid_.width);
      heights_[i] = bed(static_cast<int>(samples_[i] % width), static_cast<int>(samples_[i] / width));
    }
  });
  cap();
  sunk_in_.assign(heights_.size(), 0);
  bool changed = true;
  for (sweep_ = 1; sweep_ <= kMaxSweeps && changed; ++sweep_) {
    changed = false;
    for (const RiverPiece& piece : pieces_) {
      if (is_due(piece)) changed |= sink(piece);
    }
  }
}

std::optional<double> MonotoneBed::at(int column, int row) const {
  if (heights_.empty()) return std::nullopt;
  const auto number =
      static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(grid_.width) + static_cast<std::uint32_t>(column);
  const auto begin = samples_.begin() + static_cast<std::ptrdiff_t>(row_begin_[static_cast<std::size_t>(row)]);
  const auto end = samples_.begin() + static_cast<std::ptrdiff_t>(row_begin_[static_cast<std::size_t>(row) + 1]);
  const auto found = std::lower_bound(begin, end, number);
  if (found == end || *found != number) return std::nullopt;
  return heights_[static_cast<std::size_t>(found - samples_.begin())];
}

// Splits the line into pieces where it crosses from cell to cell.
void MonotoneBed::add_line(BedLine line, double offset) {
  line_begin_.push_back(pieces_.size());
  const auto in_samples = [&](std::size_t i) {
    const Vec3 point = line[i] + beside(line, i, offset);
    return Vec3{(point.x - grid_.origin.x) / grid_.cell_size, point.y, (point.z - grid_.origin.y) / grid_.cell_size};
  };
  std::vector<double> cuts;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec3 a = in_samples(i), b = in_samples(i + 1);
    cuts.assign({0, 1});
    const auto cut = [&](double from, double to) {
      for (double at = std::floor(std::min(from, to)) + 1; at < std::max(from, to); ++at)
        cuts.push_back((at - from) / (to - from));
    };
    cut(a.x, b.x);
    cut(a.z, b.z);
    std::ranges::sort(cuts);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) add_piece(a + (b - a) * cuts[k], a + (b - a) * cuts[k + 1]);
  }
}

void MonotoneBed::add_piece(const Vec3& from, const Vec3& to) {
  const double x = std::floor(0.5 * (from.x + to.x)), y = std::floor(0.5 * (from.z + to.z));
  if (!(x >= 0 && y >= 0 && x <= grid_.width - 1 && y <= grid_.height - 1)) return;
  // Pieces along the last column or row belong to the cells before it.
  const double cell_x = std::min(x, grid_.width - 2.0), cell_y = std::min(y, grid_.height - 2.0);
  const auto width = static_cast<std::uint32_t>(grid_.width);
  const std::uint32_t corner = static_cast<std::uint32_t>(cell_y) * width + static_cast<std::uint32_t>(cell_x);
  const auto in_cell = [](double value) { return static_cast<float>(clamped(value, 0.0, 1.0)); };
  pieces_.push_back({corner,
                     corner + width,
                     {in_cell(from.x - cell_x), in_cell(to.x - cell_x)},
                     {in_cell(from.z - cell_y), in_cell(to.z - cell_y)},
                     {static_cast<float>(from.y), static_cast<float>(to.y)}});
}

void MonotoneBed::number_corners() {
  for (const RiverPiece& piece : pieces_) {
    const Corners around = corners(piece);
    samples_.insert(samples_.end(), around.begin(), around.end());
  }
  std::ranges::sort(samples_);
  samples_.erase(std::unique(samples_.begin(), samples_.end()), samples_.end());
  const auto place = [&](std::uint64_t number) {
    return static_cast<std::size_t>(std::lower_bound(samples_.begin(), samples_.end(), number) - samples_.begin());
  };
  for (RiverPiece& piece : pieces_) {
    piece.north = static_cast<std::uint32_t>(place(piece.north));
    piece.south = static_cast<std::uint32_t>(place(piece.south));
  }
  for (int row = 0; row <= grid_.height; ++row)
    row_begin_.push_back(place(static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(grid_.width)));
}

// Lowers each corner to the bed of every river through its cells, taken where the river first reaches them.
void MonotoneBed::cap() {
  std::vector<std::uint32_t> seen_by(heights_.size(), 0);
  for (std::uint32_t line = 0; line < line_begin_.size(); ++line) {
    const std::size_t end = line + 1 < line_begin_.size() ? line_begin_[line + 1] : pieces_.size();
    for (std::size_t i = line_begin_[line]; i < end; ++i) {
      for (const std::uint32_t corner : corners(pieces_[i])) {
        if (seen_by[corner] == line + 1) continue;
        seen_by[corner] = line + 1;
        heights_[corner] = std::min(heights_[corner], double{pieces_[i].bed[0]});
      }
    }
  }
}

// Whether a corner of the piece may have sunk since the last sweep visited it.
bool MonotoneBed::is_due(const RiverPiece& piece) const {
  if (sweep_ == 1) return true;
  return std::ranges::any_of(corners(piece), [&](std::uint32_t corner) { return sunk_in_[corner] + 1 >= sweep_; });
}

// Lowers corners until the ground falls along the piece and lies below the river's bed. Returns whether any corner
// sank.
bool MonotoneBed::sink(const RiverPiece& piece) {
  const Corners around = corners(piece);
  const double tx = double{piece.u[1]} - piece.u[0], ty = double{piece.v[1]} - piece.v[0];
  bool any = false;
  for (int end = 0; end < 2; ++end) {
    const double u = piece.u[end], v = piece.v[end];
    any |= sink_to(around, {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}, piece.bed[end] + above_);
    // Height difference over the whole piece if the gradient at this end continued.
    any |= sink_to(around,
                   {-tx * (1 - v) - ty * (1 - u), tx * (1 - v) - ty * u, ty * (1 - u) - tx * v, tx * v + ty * u}, 0);
  }
  return any;
}

// Lowers the highest corners of positive weight to one common level at which the weighted sum is `most`. Returns
// whether the sum exceeded it.
bool MonotoneBed::sink_to(const Corners& corners, const std::array<double, 4>& weight, double most) {
  double beyond = -most;
  for (std::size_t i = 0; i < 4; ++i) beyond += weight[i] * heights_[corners[i]];
  if (!(beyond > kFlat)) return false;
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return heights_[corners[i]]; });
  double together = 0, level = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (!(weight[order[k]] > kNoWeight)) continue;
    const double height = heights_[corners[order[k]]];
    // The corners collected so far stand at `level`, which must first sink to the height of the next corner.
    if (together > 0 && beyond <= (level - height) * together) break;
    if (together > 0) beyond -= (level - height) * together;
    together += weight[order[k]];
    level = height;
  }
  if (together > 0) level -= beyond / together;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(weight[i] > kNoWeight) || !(heights_[corners[i]] > level)) continue;
    heights_[corners[i]] = level;
    sunk_in_[corners[i]] = sweep_;
  }
  return together > 0;
}

}  // namespace weald::terrain::detail
