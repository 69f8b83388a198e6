#include "methods/mesh/vertex_order.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "data/dcel.h"
#include "methods/mesh/detail/fan_walk.h"

namespace weald::mesh {

namespace {

using Index = std::uint32_t;
constexpr Index kNone = Dcel::kNoIndex;
constexpr std::size_t kBlockCorners = 3 * FanWalk::kMaxTriangles;
constexpr std::size_t kBlocksAtOnce = 8;  // blocks that one thread orders with the same memory

/// Whether vertices are numbered in order of first use, and all are used.
bool is_numbered_by_first_use(const std::vector<Index>& indices, std::size_t vertex_count) {
  Index next = 0;
  for (const Index index : indices) {
    if (index > next) return false;
    if (index == next) ++next;
  }
  return next == vertex_count;
}

/// Renumbers vertices in order of first use; returns the old numbers.
std::vector<Index> number_by_first_use(std::vector<Index>& indices, std::size_t vertex_count) {
  std::vector<Index> new_of_old(vertex_count, kNone), old_of_new;
  old_of_new.reserve(vertex_count);
  for (Index& index : indices) {
    Index& number = new_of_old[index];
    if (number == kNone) {
      number = static_cast<Index>(old_of_new.size());
      old_of_new.push_back(index);
    }
    index = number;
  }
  return old_of_new;
}

/// Short numbers for the vertices of a block: its own vertices, which occur in no earlier block, and shared ones, which
/// are stored in an open-addressing hash table.
class BlockVertices {
 public:
  BlockVertices() : keys_(kSlots, kNone), values_(kSlots) {}

  void start(Index first_own, Index end_own) {
    for (const std::size_t slot : used_) keys_[slot] = kNone;
    used_.clear();
    others_.clear();
    first_own_ = first_own;
    own_ = end_own - first_own;
  }

  std::uint16_t short_of(Index vertex) {
    if (vertex >= first_own_) return static_cast<std::uint16_t>(vertex - first_own_);
    std::size_t slot = vertex * std::size_t{0x9E3779B1u} >> 8 & (kSlots - 1);
    while (keys_[slot] != vertex) {
      if (keys_[slot] == kNone) {
        keys_[slot] = vertex;
        values_[slot] = static_cast<std::uint16_t>(own_ + others_.size());
        others_.push_back(vertex);
        used_.push_back(slot);
        break;
      }
      slot = (slot + 1) & (kSlots - 1);
    }
    return values_[slot];
  }

  std::size_t count() const { return own_ + others_.size(); }
  bool is_own(std::uint16_t number) const { return number < own_; }
  Index other(std::uint16_t number) const { return others_[number - own_]; }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 17;  // more than twice the corners of a block

  std::vector<Index> keys_;
  std::vector<std::uint16_t> values_;
  std::vector<std::size_t> used_;
  std::vector<Index> others_;
  Index first_own_ = 0, own_ = 0;
};

/// Orders the blocks of a list whose vertices are numbered in order of first use.
class BlockOrder {
 public:
  BlockOrder(std::vector<Index>& indices, std::vector<Index>& new_of_old) : indices_(indices), new_of_old_(new_of_old) {
    // A block's own vertices begin where those of the previous blocks end.
    Index end = 0;
    for (std::size_t at = 0; at < indices.size(); at += kBlockCorners) {
      first_own_.push_back(end);
      for (const Index index : block(at / kBlockCorners)) end = std::max(end, index + 1);
    }
    first_own_.push_back(end);
  }

  void run() {
    const std::size_t blocks = first_own_.size() - 1;
    parallel_blocks(blocks, kBlocksAtOnce, [&](std::size_t begin, std::size_t end) {
      FanWalk walk;
      BlockVertices vertices;
      std::vector<std::uint16_t> corners;
      for (std::size_t b = begin; b < end; ++b) order_block(b, walk, vertices, corners);
    });
    // Vertices of other blocks have their final numbers only after the first pass.
    parallel_blocks(blocks, 1, [&](std::size_t b, std::size_t) {
      for (Index& index : block(b)) {
        if (index < first_own_[b]) index = new_of_old_[index];
      }
    });
  }

 private:
  std::span<Index> block(std::size_t number) const {
    const std::size_t begin = number * kBlockCorners;
    return std::span(indices_).subspan(begin, std::min(kBlockCorners, indices_.size() - begin));
  }

  /// Orders one block. Its own vertices get their final numbers in the order in which the walk visits them.
  void order_block(std::size_t number, FanWalk& walk, BlockVertices& vertices, std::vector<std::uint16_t>& corners) {
    const std::span<Index> indices = block(number);
    vertices.start(first_own_[number], first_own_[number + 1]);
    corners.clear();
    for (const Index index : indices) corners.push_back(vertices.short_of(index));
    const std::vector<std::uint16_t>& order = walk.order(corners, vertices.count());
    Index next = first_own_[number];
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!vertices.is_own(order[i])) {
        indices[i] = vertices.other(order[i]);
        continue;
      }
      Index& numbered = new_of_old_[first_own_[number] + order[i]];
      if (numbered == kNone) numbered = next++;
      indices[i] = numbered;
    }
  }

  std::vector<Index>& indices_;
  std::vector<Index>& new_of_old_;
  std::vector<Index> first_own_;  // per block, plus the end
};

}  // namespace

std::vector<Index> order_for_hardware(std::vector<Index>& indices, std::size_t vertex_count) {
  std::vector<Index> old_of_first;  // empty: the vertices keep their numbers
  if (!is_numbered_by_first_use(indices, vertex_count)) {
    old_of_first = number_by_first_use(indices, vertex_count);
    vertex_count = old_of_first.size();
  }
  std::vector<Index> new_of_first(vertex_count, kNone);
  BlockOrder(indices, new_of_first).run();
  std::vector<Index> old_of_new(vertex_count);
  for (Index v = 0; v < vertex_count; ++v) old_of_new[new_of_first[v]] = old_of_first.empty() ? v : old_of_first[v];
  return old_of_new;
}

}  // namespace weald::mesh
