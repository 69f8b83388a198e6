#include "engine/run/detail/outline_range.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "data/height_rows.h"

namespace weald::pipeline {

namespace {

// Samples along the side of a block: enough to amortise the tables that a kernel makes for a window.
constexpr int kBlock = 128;
// Blocks that are computed before the next bound is looked at.
constexpr std::size_t kBlocksAtOnce = 32;

struct Block {
  Region samples;
  float low = 0, high = 0;  // its samples lie within
  bool is_known = false;    // its samples have been computed
};

std::size_t samples_of(const Region& region) {
  return static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
}

class OutlineSearch {
 public:
  OutlineSearch(const LazyField& field, const Region& region, const RunContext& context)
      : field_(field), region_(region), context_(context) {
    across_ = (region.width + kBlock - 1) / kBlock;
    const int down = (region.height + kBlock - 1) / kBlock;
    blocks_.resize(static_cast<std::size_t>(across_) * static_cast<std::size_t>(down));
    parallel_blocks(static_cast<std::size_t>(down), 1, [&](std::size_t row, std::size_t) {
      context_.check_stop();
      bound_row(static_cast<int>(row));
    });
  }

  HeightRange range() {
    search([](const Block& a, const Block& b) { return a.high > b.high; },
           [&](const Block& block) { return !known_ || block.high > known_->max; });
    search([](const Block& a, const Block& b) { return a.low < b.low; },
           [&](const Block& block) { return block.low < known_->min; });
    return *known_;
  }

 private:
  // Bounds the blocks of a row of blocks by the samples of the outline that stand for theirs.
  void bound_row(int row) {
    const FieldOutline& outline = *field_.kernel.outline;
    // Of two outline samples that are equally near, either may stand for a sample: the first is taken.
    const auto nearest = [&](int sample) { return (sample + (outline.stride - 1) / 2) / outline.stride; };
    const int top = region_.y + row * kBlock;
    const int rows = std::min(kBlock, region_.y + region_.height - top);
    const Region coarse{nearest(region_.x), nearest(top),
                        nearest(region_.x + region_.width - 1) - nearest(region_.x) + 1,
                        nearest(top + rows - 1) - nearest(top) + 1};
    std::vector<float> samples(samples_of(coarse));
    outline.fill({coarse, samples.data(), coarse.width});
    for (int column = 0; column < across_; ++column) {
      const int left = region_.x + column * kBlock;
      const int columns = std::min(kBlock, region_.x + region_.width - left);
      const int first = nearest(left) - coarse.x, count = nearest(left + columns - 1) - coarse.x - first + 1;
      std::optional<HeightRange> range;
      grow_range(range, {{0, 0, count, coarse.height}, samples.data() + first, coarse.width});
      blocks_[static_cast<std::size_t>(row) * static_cast<std::size_t>(across_) + static_cast<std::size_t>(column)] = {
          {left, top, columns, rows}, range->min - outline.margin, range->max + outline.margin};
    }
  }

  // Computes the blocks that `may_matter`, the most promising ones first, until none does.
  template <class Before, class MayMatter>
  void search(const Before& before, const MayMatter& may_matter) {
    std::vector<std::size_t> order(blocks_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return before(blocks_[a], blocks_[b]); });
    for (std::size_t begin = 0; begin < order.size() && may_matter(blocks_[order[begin]]);) {
      context_.check_stop();
      std::vector<Block*> open;
      for (; begin < order.size() && open.size() < kBlocksAtOnce && may_matter(blocks_[order[begin]]); ++begin) {
        if (!blocks_[order[begin]].is_known) open.push_back(&blocks_[order[begin]]);
      }
      compute(open);
    }
  }

  void compute(const std::vector<Block*>& open) {
    std::vector<std::optional<HeightRange>> ranges(open.size());
    parallel_blocks(open.size(), 1, [&](std::size_t i, std::size_t) {
      const Region& part = open[i]->samples;
      std::vector<float> samples(samples_of(part));
      evaluate_window(field_, {part, samples.data(), part.width});
      grow_range(ranges[i], {part, samples.data(), part.width});
    });
    for (std::size_t i = 0; i < open.size(); ++i) {
      open[i]->is_known = true;
      if (!known_) known_ = ranges[i];
      known_->min = std::min(known_->min, ranges[i]->min);
      known_->max = std::max(known_->max, ranges[i]->max);
    }
  }

  const LazyField& field_;
  const Region region_;
  const RunContext& context_;
  int across_ = 0;
  std::vector<Block> blocks_;
  std::optional<HeightRange> known_;
};

}  // namespace

HeightRange range_by_outline(const LazyField& field, const Region& region, const RunContext& context) {
  WEALD_CHECK(field.whole == nullptr && field.kernel.outline && region.width > 0 && region.height > 0);
  return OutlineSearch(field, region, context).range();
}

}  // namespace weald::pipeline
