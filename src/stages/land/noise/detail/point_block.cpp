#include "stages/land/noise/detail/point_block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include "stages/land/noise/detail/cache_lines.h"
#include "stages/land/noise/detail/point_kernels.h"

namespace weald::noise::detail {

namespace {

// Most lattice points that are precomputed for a block. Beyond this, cells are finer than samples, and every sample
// computes its own points.
constexpr std::int64_t kMaxPatchPoints = 1 << 17;

// Least and greatest displacement of a block's samples, metres.
struct BlockRange {
  float min = 0;
  float max = 0;
};

// First cell and number of cells that a block needs along one axis.
struct CellSpan {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// The lattice of a layer around a block, as BlockJob needs it.
struct BlockLattice {
  alignas(64) std::array<std::int32_t, kBlockWidth> column_cell{};
  alignas(64) std::array<float, kBlockWidth> column_fraction{};
  alignas(64) std::array<std::int32_t, 4 * kBlockHeight> row_cell{};
  alignas(64) std::array<float, 4 * kBlockHeight> row_fraction{};
  std::vector<float> points;
};

// Fills one block after another. Samples beyond the block's width or height repeat its last column or row. Samples may
// be stored in 4 x 4 squares, see BlockJob.
class BlockFiller {
 public:
  explicit BlockFiller(const PreparedPoints& field)
      : field_(field), squares_(field.squares), cell_size_(static_cast<float>(field.spec.grid.cell_size)) {
    std::fill_n(still_.max, std::size(still_.max), 3 * cell_size_);
    still_.greatest = 3 * cell_size_;
  }

  void fill(const Region& block, const schema::DrivenSamples& strength, const MutableHeightView& out) {
    block_ = block;
    out_ = {block, out.row(block.y) + block.x, out.stride};
    rows_ = squares_ ? (block.height + 3) / 4 * 4 : block.height;
    const bool is_moved = field_.warp && (strength.is_driven() || strength.at(0, 0) != 0);
    if (is_moved) move(strength);
    is_in_target_ = false;
    for (std::size_t o = 0; o < field_.octaves.size(); ++o) fill_octave(o, is_moved);
    if (is_in_target_) return;
    for (int y = 0; y < block.height; ++y) copy_row(y, out_.row(block.y + y) + block.x);
  }

 private:
  // Aligned to cache lines, so that no vector load or store crosses a line.
  struct alignas(64) Samples : std::array<float, kBlockSamples> {};

  // Grid column and row of a sample of the block, and its index in the arrays.
  int column(int x) const { return block_.x + std::min(x, block_.width - 1); }
  int row(int y) const { return block_.y + std::min(y, block_.height - 1); }
  std::size_t index(int x, int y) const {
    if (!squares_) return static_cast<std::size_t>(y * kBlockWidth + x);
    return static_cast<std::size_t>((y & ~3) * kBlockWidth + (x & ~3) * 4 + (y & 3) * 4 + (x & 3));
  }

  // Writes the noise of octave `o` to noise_ and combines it; for sums, both in one pass.
  void fill_octave(std::size_t o, bool is_moved) {
    const std::vector<PointLayer>& layers = field_.octaves[o];
    const FieldSpec& spec = field_.spec;
    const OctaveSpec& octave = spec.octaves[o];
    for (std::size_t i = 0; i < layers.size(); ++i) {
      // Squares add to one array: the noise of several layers is a sum of its own.
      const bool is_whole = squares_ ? layers.size() == 1 : i + 1 == layers.size();
      const bool sums = is_whole && spec.rule.fractal == Fractal::sum;
      const bool is_done = fill_layer(layers[i], {.moved = is_moved,
                                                  .add = i > 0,
                                                  .sum = sums ? value_.data() : nullptr,
                                                  .begins_sum = o == 0,
                                                  .amplitude = octave.amplitude,
                                                  .last = i + 1 == layers.size() && o + 1 == field_.octaves.size()});
      if (is_done && sums) return;
    }
    combine_block({.rule = spec.rule,
                   .noise = noise_.data(),
                   .amplitude = octave.amplitude,
                   .share = octave.share,
                   .first = o == 0,
                   .rows = rows_,
                   .value = value_.data(),
                   .weight = weight_.data()});
  }

  void copy_row(int y, float* row) const {
    if (!squares_) {
      std::copy_n(value_.data() + index(0, y), block_.width, row);
      return;
    }
    const int width = block_.width;  // a local copy: the compiler then knows that the copies do not change it
    const float* square = value_.data() + index(0, y);
    int x = 0;
    for (; x + 4 <= width; x += 4, square += 16) std::memcpy(row + x, square, 4 * sizeof(float));
    for (; x < width; ++x) row[x] = value_[index(x, y)];
  }

  // Computes the displacement of the block's samples by the warp.
  void move(const schema::DrivenSamples& strength) {
    const PreparedWarp& warp = *field_.warp;
    const bool is_driven = strength.is_driven();
    if (is_driven) {
      for (int y = 0; y < rows_; ++y) {
        for (int x = 0; x < kBlockWidth; ++x) {
          strengths_[index(x, y)] = std::min(static_cast<float>(strength.at(column(x), row(y))), warp.limit);
        }
      }
    }
    const float* driven = is_driven ? strengths_.data() : nullptr;
    const float whole = is_driven ? 1.0f : std::min(static_cast<float>(strength.at(0, 0)), warp.limit);
    const auto add_noise = [&](float share, bool first, Samples& shift) {
      add_shift(noise_.data(), driven, share * whole, rows_, first, shift.data());
    };
    if (warp.grid_x) {
      for (const auto& [field, shift] : {std::pair{warp.grid_x.get(), &shift_x_}, {warp.grid_y.get(), &shift_y_}}) {
        fill_lines(*field);
        shift_squares({lines_.data(), driven, whole, rows_, shift->data()});
      }
      measure_shifts();
    }
    for (std::size_t k = 0; k < warp.followers.size(); ++k) {
      // Both components are sampled at the positions displaced by the previous octaves.
      const PreparedWarp::Follower& octave = warp.followers[k];
      next_x_ = shift_x_;
      fill_layer(octave.x, {.moved = k > 0});
      add_noise(octave.strength, k == 0, next_x_);
      fill_layer(octave.y, {.moved = k > 0});
      add_noise(octave.strength, k == 0, shift_y_);
      shift_x_ = next_x_;
      measure_shifts();
    }
  }

  void measure_shifts() {
    find_square_ranges(shift_x_.data(), cell_size_, 0, rows_, square_x_);
    find_square_ranges(shift_y_.data(), 0, cell_size_, rows_, square_y_);
    range_x_ = {square_x_.least - 3 * cell_size_, square_x_.greatest};
    range_y_ = {square_y_.least - 3 * cell_size_, square_y_.greatest};
  }

  // Copies the values of a field on the grid to lines_.
  void fill_lines(const OctaveField& field) {
    field.fill({block_, lines_.data(), kBlockWidth});
    for (int y = 0; block_.width < kBlockWidth && y < block_.height; ++y) {
      float* line = lines_.data() + y * kBlockWidth;
      std::fill(line + block_.width, line + kBlockWidth, line[block_.width - 1]);
    }
    const float* last = lines_.data() + (block_.height - 1) * kBlockWidth;
    for (int y = block_.height; y < rows_; ++y) std::copy_n(last, kBlockWidth, lines_.data() + y * kBlockWidth);
  }

  // Cells needed by positions between the axis's entries `first` and `last`, displaced by a value within `range`.
  static CellSpan span(const PointLayer::Axis& axis, int first, int last, int margin, bool moved,
                       const BlockRange& range) {
    // Rounding may carry a displaced position into the next cell.
    const auto cells = [&](float metres) { return static_cast<std::int64_t>(std::floor(metres * axis.frequency)); };
    const std::int64_t low = axis.cell[static_cast<std::size_t>(first)] + (moved ? cells(range.min) : 0) - margin;
    const std::int64_t high = axis.cell[static_cast<std::size_t>(last)] + (moved ? cells(range.max) : 0) + margin + 1;
    return {low, high - low + 1};
  }

  struct LayerUse {
    bool moved = false;
    bool add = false;      // add to the values in noise_
    float* sum = nullptr;  // see BlockJob
    bool begins_sum = false;
    float amplitude = 1;
    bool last = false;  // the last of all layers
  };

  // Writes the noise of a layer to noise_, adds it to the values there, or adds it to the sum. Returns false if the
  // noise was written to noise_ although a sum was requested.
  bool fill_layer(const PointLayer& layer, const LayerUse& use) {
    const bool moved = use.moved;
    const int margin = layer.rule.kind == LayerKind::cellular ? 3 : 2;
    const CellSpan columns = span(layer.columns, block_.x, column(kBlockWidth - 1), margin, moved, range_x_);
    const CellSpan rows = span(layer.rows, block_.y, row(rows_), margin, moved, range_y_);
    if (columns.count > kMaxPatchPoints || rows.count > kMaxPatchPoints ||
        columns.count * rows.count > kMaxPatchPoints) {
      fill_singly(layer, moved, use.add);
      return false;
    }
    const Patch patch = make_patch(layer, columns, rows, lattice_.points);
    const auto x0 = static_cast<std::size_t>(block_.x);
    const auto width = static_cast<std::size_t>(block_.width);
    for (std::size_t x = 0; x < width; ++x) {
      lattice_.column_cell[x] = static_cast<std::int32_t>(layer.columns.cell[x0 + x] - columns.first);
      lattice_.column_fraction[x] = layer.columns.fraction[x0 + x];
    }
    std::fill(lattice_.column_cell.begin() + block_.width, lattice_.column_cell.end(), lattice_.column_cell[width - 1]);
    std::fill(lattice_.column_fraction.begin() + block_.width, lattice_.column_fraction.end(),
              lattice_.column_fraction[width - 1]);
    for (int y = 0; y < rows_; ++y) {
      const auto from = static_cast<std::size_t>(row(y));
      const auto cell = static_cast<std::int32_t>(layer.rows.cell[from] - rows.first);
      if (!squares_) {
        lattice_.row_cell[static_cast<std::size_t>(y)] = cell;
        lattice_.row_fraction[static_cast<std::size_t>(y)] = layer.rows.fraction[from];
      } else {
        std::fill_n(lattice_.row_cell.begin() + 4 * y, 4, cell);
        std::fill_n(lattice_.row_fraction.begin() + 4 * y, 4, layer.rows.fraction[from]);
      }
    }
    const bool sums_noise = squares_ && use.sum == nullptr;
    is_in_target_ = use.last && use.sum != nullptr && !squares_ && block_.width == kBlockWidth;
    const BlockJob job{.rule = layer.rule,
                       .squares = squares_,
                       .width = block_.width,
                       .rows = block_.height,
                       .column_cell = lattice_.column_cell.data(),
                       .column_fraction = lattice_.column_fraction.data(),
                       .row_cell = lattice_.row_cell.data(),
                       .row_fraction = lattice_.row_fraction.data(),
                       .shift_x = (moved ? shift_x_ : no_shift_).data(),
                       .shift_y = (moved ? shift_y_ : no_shift_).data(),
                       .range_x = moved ? &square_x_ : &still_,
                       .range_y = moved ? &square_y_ : &still_,
                       .frequency_x = layer.columns.frequency,
                       .frequency_y = layer.rows.frequency,
                       .patch = patch,
                       .heights = layer.points.scale.height != 0,
                       .slopes = layer.points.scale.gradient != 0,
                       .add = use.add,
                       .out = noise_.data(),
                       .target = use.last ? out_.data : nullptr,
                       .target_stride = out_.stride,
                       .sum = sums_noise ? noise_.data() : use.sum,
                       .begins_sum = sums_noise ? !use.add : use.begins_sum,
                       .ends_sum = is_in_target_,
                       .amplitude = sums_noise ? 1 : use.amplitude};
    fill_block(job);
    return true;
  }

  // What a layer's patch holds before the slopes.
  static PatchJob::First first_of(const PointLayer& layer) {
    if (layer.points.kind == PointRule::Kind::sphere || layer.points.scale.height != 0) return PatchJob::First::heights;
    return layer.rule.kind == LayerKind::blend ? PatchJob::First::differences : PatchJob::First::nothing;
  }

  Patch make_patch(const PointLayer& layer, const CellSpan& columns, const CellSpan& rows, std::vector<float>& points) {
    const auto count = static_cast<std::size_t>(columns.count);
    const std::size_t stride = count + kPatchMargin;
    points.resize(std::max(points.size(), 3 * stride * static_cast<std::size_t>(rows.count) + 2 * kPatchMargin));
    const bool halves = layer.rule.odd_shift > 0;
    for (std::vector<std::uint32_t>& keys : keys_) keys.resize(std::max(keys.size(), stride));
    for (int parity = 0; parity < (halves ? 2 : 1); ++parity) {
      lattice_column_keys(layer, rows.first + parity, columns.first, static_cast<int>(count),
                          keys_[static_cast<std::size_t>(2 * parity)].data(),
                          keys_[static_cast<std::size_t>(2 * parity + 1)].data());
    }
    const Patch patch{points.data() + kPatchMargin, static_cast<std::ptrdiff_t>(stride), static_cast<int>(count),
                      floor_mod(rows.first, 2) != 0};
    row_keys_.clear();
    for (std::int64_t r = 0; r < rows.count; ++r) row_keys_.push_back(lattice_row_key(layer, rows.first + r));
    const std::size_t odd = halves ? 2 : 0;
    fill_patch({.rule = layer.points,
                .column_a = {keys_[0].data(), keys_[odd].data()},
                .column_b = {keys_[1].data(), keys_[odd + 1].data()},
                .row_keys = row_keys_.data(),
                .rows = static_cast<int>(rows.count),
                .first = first_of(layer),
                .patch = patch});
    return patch;
  }

  // Fills the block sample by sample in scalar code, without a patch of lattice points.
  void fill_singly(const PointLayer& layer, bool moved, bool add) {
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < kBlockWidth; ++x) {
        const std::size_t i = index(x, y);
        if (x >= block_.width || y >= block_.height) {  // repeats the last column or row
          noise_[i] = noise_[index(std::min(x, block_.width - 1), std::min(y, block_.height - 1))];
          continue;
        }
        const Vec2f shift = moved ? Vec2f{shift_x_[i], shift_y_[i]} : Vec2f{0, 0};
        const float value = layer_value(layer, lattice_place(layer, block_.x + x, block_.y + y, shift));
        noise_[i] = add ? noise_[i] + value : value;
      }
    }
  }

  const PreparedPoints& field_;
  const bool squares_;
  const float cell_size_;
  Region block_{};
  MutableHeightView out_{};    // destination of the block
  int rows_ = 0;               // rows of the block; rounded up to a multiple of four for squares
  bool is_in_target_ = false;  // the last layer was written to out_, not to value_
  BlockRange range_x_, range_y_;
  SquareRanges square_x_, square_y_, still_;  // still_: ranges of undisplaced squares
  Samples noise_{}, value_{}, weight_{}, shift_x_{}, shift_y_{}, next_x_{}, no_shift_{}, strengths_{}, lines_{};
  std::array<std::vector<std::uint32_t>, 4> keys_;
  std::vector<AxisKey> row_keys_;
  BlockLattice lattice_;
};

}  // namespace

void fill_blocks(const PreparedPoints& field, const MutableHeightView& out, const schema::DrivenSamples& strength) {
  const auto filler = std::make_unique<BlockFiller>(field);
  const Region& all = out.region;
  for (int y = all.y; y < all.y + all.height; y += kBlockHeight) {
    const int height = std::min(kBlockHeight, all.y + all.height - y);
    // The first block is shorter, so that all others begin at a cache line and no vector store crosses one.
    int width = kBlockWidth - samples_past_line(out.row(y) + all.x);
    for (int x = all.x; x < all.x + all.width; x += width, width = kBlockWidth) {
      width = std::min(width, all.x + all.width - x);
      filler->fill({x, y, width, height}, strength, out);
    }
  }
}

}  // namespace weald::noise::detail
