#include "engine/run/detail/level_map.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "engine/graph/region.h"
#include "engine/plan/field_reads.h"

namespace weald::pipeline {

namespace {

constexpr int kLargestBlock = 512;  // samples along each side: 1 MB

using Samples = std::vector<float>;  // of a region, row by row

/// The samples of a region, row by row, in memory of others.
struct Held {
  Region region;
  std::span<const float> samples;
};

std::size_t count_of(const Region& region) {
  return static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
}

/// The samples that two regions share. Pre: there are some.
Region shared_part(const Region& a, const Region& b) {
  const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

bool contains(const Region& region, const Region& part) { return shared_part(region, part) == part; }

/// Where a sample of a region lies among all of them.
std::ptrdiff_t place_in(const Region& region, int x, int y) {
  return std::ptrdiff_t{y - region.y} * region.width + (x - region.x);
}

/// Copies the samples of `part` from `source` to those of `target`, both of which contain it.
void copy_part(const Region& part, const Held& source, const Region& target, std::span<float> to) {
  for (int y = part.y; y < part.y + part.height; ++y) {
    const auto from = source.samples.begin() + place_in(source.region, part.x, y);
    std::copy_n(from, part.width, to.begin() + place_in(target, part.x, y));
  }
}

/// A region and the samples before its rows and columns, which blocks of the next coarser level in it depend on.
Region with_samples_before(const Region& region) {
  const int x = std::max(0, region.x - 1), y = std::max(0, region.y - 1);
  return {x, y, region.x + region.width - x, region.y + region.height - y};
}

/// Samples along the sides of blocks. If possible, they divide half a tile, whose samples without the last row and
/// column, which it shares with the next one, then make up whole blocks of the next coarser level.
int block_side(int tile) {
  const int half = tile / 2, least = (half + kLargestBlock - 1) / kLargestBlock;
  for (int parts = std::max(1, least); parts <= 2 * least; ++parts) {
    if (half % parts == 0) return half / parts;
  }
  return std::min(kLargestBlock, static_cast<int>(std::bit_floor(static_cast<unsigned>(tile))));
}

class LevelReader {
 public:
  LevelReader(const LevelSource& source, const RunContext& context)
      : source_(source), side_(block_side(source.tile)), shown_(context), context_(context) {
    context_.on_progress = {};
  }

  GridSpec grid_of(int level) const {
    return level > 0 ? level_grid(source_.field.grid, level, source_.apron) : source_.field.grid;
  }

  /// The samples of a region of a level, as a map of its own. Pre: it lies inside the level.
  Heightmap cut(int level, const Region& region) const {
    const Region held = feeds_coarser(level) ? with_samples_before(region) : region;
    if (level == 0) {
      Heightmap map = materialise_region(source_.field, held, shown_);
      keep_coarser(level, {held, map.heights.values()});
      return held == region ? std::move(map) : part_of(level, region, {held, map.heights.values()});
    }
    const Samples samples = read(level, held);
    keep_coarser(level, {held, samples});
    return part_of(level, region, {held, samples});
  }

  /// The samples of a region of a level. Pre: it lies inside the level.
  Samples read(int level, const Region& region) const {
    if (level == 0) return finest(region);
    Samples result(count_of(region));
    for_blocks(level, region, [&](const Block& block) { read_part(block, region, result); });
    return result;
  }

  /// Marks the blocks of coarser levels as used that lie within a tile around those that cover `region`, a tile of this
  /// level: among them are all that wait for the tile's neighbours, to become a coarser tile.
  void renew(int level, Region region) const {
    // What waits for tiles of the finest level has just been stored.
    if (level == 0) return;
    while (++level < source_.levels) {
      region.x /= 2, region.y /= 2;  // the coarser tile has as many samples, and begins with these or a tile before
      ResultStore* const store = store_of(level);
      if (store == nullptr) continue;
      for_blocks(level, grown(region, source_.tile, grid_of(level)),
                 [&](const Block& block) { static_cast<void>(store->contains(key_of(block))); });
    }
  }

 private:
  /// A square of samples of a level. The first one of number 0 is that at the apron's corner.
  struct Block {
    int level, column, row;
  };

  /// Calls use(block) for the blocks that have samples of a region.
  template <class Use>
  void for_blocks(int level, const Region& region, const Use& use) const {
    const auto block_of = [this](int at) {
      const int from = at - source_.apron;  // negative in the apron
      return from >= 0 ? from / side_ : -((side_ - 1 - from) / side_);
    };
    for (int row = block_of(region.y); row <= block_of(region.y + region.height - 1); ++row) {
      for (int column = block_of(region.x); column <= block_of(region.x + region.width - 1); ++column)
        use(Block{level, column, row});
    }
  }

  /// Where the blocks of a level are kept; null: nowhere.
  ResultStore* store_of(int level) const {
    if (source_.key.empty()) return nullptr;
    const LevelStore& own = source_.of_level;
    return own.store != nullptr && own.level == level ? own.store : source_.store;
  }

  bool feeds_coarser(int level) const { return level + 1 < source_.levels && store_of(level + 1) != nullptr; }

  /// Stores the blocks of the next coarser level that depend on samples in `held` alone.
  void keep_coarser(int level, const Held& held) const {
    if (!feeds_coarser(level)) return;
    ResultStore& store = *store_of(level + 1);
    for_blocks(level + 1, coarser(level, held.region), [&](const Block& block) {
      context_.check_stop();
      const Region own = region_of(block);
      if (!contains(held.region, below(block.level, own))) return;
      const std::string key = key_of(block);
      if (store.contains(key)) return;
      const Samples samples = reduced(block.level, own, held);
      store.keep(key, std::as_bytes(std::span(samples)));
    });
  }

  Heightmap part_of(int level, const Region& region, const Held& held) const {
    const GridSpec grid = grid_of(level);
    Heightmap part(GridSpec{region.width, region.height, grid.cell_size, grid.position(region.x, region.y)});
    part.place = CutPlace{grid, region.x, region.y, region};
    copy_part(region, held, region, part.heights.values());
    return part;
  }

  Samples finest(const Region& region) const {
    const Heightmap map = materialise_region(source_.field, region, context_);
    const auto& values = map.heights.values();
    return {values.begin(), values.end()};
  }

  /// The samples of a block that lie inside its level.
  Region region_of(const Block& block) const {
    const GridSpec grid = grid_of(block.level);
    const Region own{source_.apron + block.column * side_, source_.apron + block.row * side_, side_, side_};
    return shared_part(own, {0, 0, grid.width, grid.height});
  }

  /// Puts into `result` the samples of `region` that lie in a block.
  void read_part(const Block& block, const Region& region, Samples& result) const {
    context_.check_stop();
    const Region own = region_of(block), part = shared_part(own, region);
    if (const auto kept = find(block, own)) return copy_part(part, {own, *kept}, region, result);
    // A strip along the edge of a block is computed alone: another region may never need the rest.
    ResultStore* const store = store_of(block.level);
    if (store == nullptr || 2 * count_of(part) < count_of(own))
      return copy_part(part, {part, reduced(block.level, part)}, region, result);
    const Samples samples = reduced(block.level, own);
    store->keep(key_of(block), std::as_bytes(std::span(samples)));
    copy_part(part, {own, samples}, region, result);
  }

  std::optional<Samples> find(const Block& block, const Region& own) const {
    ResultStore* const store = store_of(block.level);
    if (store == nullptr) return std::nullopt;
    const auto bytes = store->find(key_of(block));
    if (!bytes || bytes->size() != count_of(own) * sizeof(float)) return std::nullopt;
    Samples samples(count_of(own));
    std::memcpy(samples.data(), bytes->data(), bytes->size());
    return samples;
  }

  std::string key_of(const Block& block) const {
    Hasher hasher;
    hasher.add(std::string_view("level 1"));
    hasher.add(std::string_view(source_.key));
    for (const int number : {side_, source_.apron, block.level, block.column, block.row})
      hasher.add(static_cast<std::uint64_t>(number));
    return hasher.hex();
  }

  /// The sample of the next finer level that lies where sample `at` does: outside that level for samples of an apron
  /// around the map, where the nearest sample is taken.
  int finer(int at) const { return source_.apron + 2 * (at - source_.apron); }

  /// The samples of the next coarser level that lie where some in `region` do.
  Region coarser(int level, const Region& region) const {
    const GridSpec grid = grid_of(level + 1);
    const auto at = [&](int sample, int count) {
      return std::clamp(source_.apron + ((sample - source_.apron) >> 1), 0, count - 1);
    };
    const int x0 = at(region.x, grid.width), x1 = at(region.x + region.width - 1, grid.width);
    const int y0 = at(region.y, grid.height), y1 = at(region.y + region.height - 1, grid.height);
    return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
  }

  /// The samples of the next finer level that those of a region depend on.
  Region below(int level, const Region& region) const {
    const GridSpec grid = grid_of(level - 1);
    const auto across = [&](int x) { return std::clamp(x, 0, grid.width - 1); };
    const auto down = [&](int y) { return std::clamp(y, 0, grid.height - 1); };
    const int x0 = across(finer(region.x) - 1), x1 = across(finer(region.x + region.width - 1) + 1);
    const int y0 = down(finer(region.y) - 1), y1 = down(finer(region.y + region.height - 1) + 1);
    return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
  }

  /// Computes the samples of a region.
  Samples reduced(int level, const Region& region) const {
    const Region all = below(level, region);
    return reduced(level, region, {all, read(level - 1, all)});
  }

  /// Computes the samples of a region from those of the next finer level in `held`. Pre: it contains those below().
  Samples reduced(int level, const Region& region, const Held& held) const {
    const GridSpec grid = grid_of(level - 1);
    const auto across = [&](int x) { return std::clamp(x, 0, grid.width - 1) - held.region.x; };
    const auto row_of = [&](int y) {
      return held.samples.data() + place_in(held.region, held.region.x, std::clamp(y, 0, grid.height - 1));
    };
    Samples result(count_of(region));
    float* out = result.data();
    for (int y = region.y; y < region.y + region.height; ++y) {
      const float *above = row_of(finer(y) - 1), *at = row_of(finer(y)), *under = row_of(finer(y) + 1);
      for (int x = region.x; x < region.x + region.width; ++x) {
        const int left = across(finer(x) - 1), middle = across(finer(x)), right = across(finer(x) + 1);
        const auto along = [&](const float* row) {
          return static_cast<double>(row[left]) + 2.0 * row[middle] + static_cast<double>(row[right]);
        };
        *out++ = static_cast<float>((along(above) + 2.0 * along(at) + along(under)) / 16.0);
      }
    }
    return result;
  }

  const LevelSource& source_;
  const int side_;
  const RunContext& shown_;  // with progress, of what is the whole work
  RunContext context_;
};

}  // namespace

SharedArtifact cut_level(const LevelSource& source, int level, const Region& region, int reach,
                         const RunContext& context) {
  WEALD_CHECK(level >= 0 && source.tile >= 1);
  const LevelReader reader(source, context);
  const GridSpec grid = reader.grid_of(level);
  require_inside(region, grid);
  Heightmap cut = reader.cut(level, grown(region, reach, grid));
  reader.renew(level, region);
  return std::make_shared<const Artifact>(std::move(cut));
}

}  // namespace weald::pipeline
