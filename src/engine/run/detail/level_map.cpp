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

std::size_t count_of(const Region& region) {
  return static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
}

/// The samples that two regions share. Pre: there are some.
Region shared_part(const Region& a, const Region& b) {
  const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

/// Copies the samples of `part` from those of `source` to those of `target`, both of which contain it.
void copy_part(const Region& part, const Region& source, const Samples& from, const Region& target, Samples& to) {
  const auto place = [](const Region& region, int x, int y) {
    return std::ptrdiff_t{y - region.y} * region.width + (x - region.x);
  };
  for (int y = part.y; y < part.y + part.height; ++y)
    std::copy_n(from.begin() + place(source, part.x, y), part.width, to.begin() + place(target, part.x, y));
}

class LevelReader {
 public:
  LevelReader(const LevelSource& source, const RunContext& context)
      : source_(source),
        store_(source.key.empty() ? nullptr : source.store),
        // At most as large as what is read at once, so that it contains whole blocks, which are worth storing.
        side_(std::min(kLargestBlock, static_cast<int>(std::bit_floor(static_cast<unsigned>(source.tile))))),
        context_(context) {
    context_.on_progress = {};
  }

  /// The samples of a region of a level. Pre: it lies inside the level.
  Samples read(int level, const Region& region) const {
    if (level == 0) return finest(region);
    Samples result(count_of(region));
    for_blocks(level, region, [&](const Block& block) { read_part(block, region, result); });
    return result;
  }

  /// Marks the blocks of this level and of coarser ones as used that lie within a tile around those that cover
  /// `region`, a tile of the level: among them are all that wait for the tile's neighbours, to become a coarser tile.
  void renew(int level, Region region) const {
    if (store_ == nullptr) return;
    for (; level < source_.levels - 1; ++level) {
      const GridSpec grid = grid_of(level);
      for_blocks(level, grown(region, source_.tile, grid),
                 [&](const Block& block) { static_cast<void>(store_->contains(key_of(block))); });
      region.x /= 2, region.y /= 2;  // the coarser tile has as many samples, and begins with these or a tile before
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

  Samples finest(const Region& region) const {
    const Heightmap map = materialise_region(source_.field, region, context_);
    const auto& values = map.heights.values();
    return {values.begin(), values.end()};
  }

  GridSpec grid_of(int level) const { return level_grid(source_.field.grid, level, source_.apron); }

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
    if (const auto kept = find(block, own)) return copy_part(part, own, *kept, region, result);
    // A strip along the edge of a block is computed alone: another region may never need the rest.
    if (store_ == nullptr || 2 * count_of(part) < count_of(own))
      return copy_part(part, part, reduced(block.level, part), region, result);
    const Samples samples = reduced(block.level, own);
    store_->keep(key_of(block), std::as_bytes(std::span(samples)));
    copy_part(part, own, samples, region, result);
  }

  std::optional<Samples> find(const Block& block, const Region& own) const {
    if (store_ == nullptr) return std::nullopt;
    const auto bytes = store_->find(key_of(block));
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

  /// Computes the samples of a region from those of the next finer level.
  Samples reduced(int level, const Region& region) const {
    const GridSpec grid = grid_of(level - 1);
    const auto across = [&](int x) { return std::clamp(x, 0, grid.width - 1); };
    const auto down = [&](int y) { return std::clamp(y, 0, grid.height - 1); };
    const int x0 = across(finer(region.x) - 1), x1 = across(finer(region.x + region.width - 1) + 1);
    const int y0 = down(finer(region.y) - 1), y1 = down(finer(region.y + region.height - 1) + 1);
    const Region below{x0, y0, x1 - x0 + 1, y1 - y0 + 1};
    const Samples samples = read(level - 1, below);
    const auto row_of = [&](int y) { return samples.data() + std::ptrdiff_t{down(y) - y0} * below.width - x0; };
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
  ResultStore* const store_;
  const int side_;
  RunContext context_;
};

}  // namespace

SharedArtifact cut_level(const LevelSource& source, int level, const Region& region, int reach,
                         const RunContext& context) {
  WEALD_CHECK(level >= 1 && source.tile >= 1);
  const GridSpec grid = level_grid(source.field.grid, level, source.apron);
  require_inside(region, grid);
  const Region all = grown(region, reach, grid);
  Heightmap cut(GridSpec{all.width, all.height, grid.cell_size, grid.position(all.x, all.y)});
  cut.place = CutPlace{grid, all.x, all.y, all};
  const LevelReader reader(source, context);
  const Samples samples = reader.read(level, all);
  reader.renew(level, region);
  std::copy(samples.begin(), samples.end(), cut.heights.values().begin());
  return std::make_shared<const Artifact>(std::move(cut));
}

}  // namespace weald::pipeline
