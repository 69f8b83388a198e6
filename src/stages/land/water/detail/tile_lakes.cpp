#include "stages/land/water/detail/tile_lakes.h"

#include <algorithm>
#include <bit>

#include "base/disjoint_sets.h"
#include "stages/land/water/detail/tile_bytes.h"

namespace weald::hydrology::detail {

namespace {

constexpr LakeNumber kLand = 0;

/// Adds the water of two bodies that are one, or are parts of one.
LakeSize joined(const LakeSize& a, const LakeSize& b) {
  return {a.samples + b.samples, std::max(a.deepest, b.deepest)};
}

/// Labels that touch in the row of `y` or the one before are joined in `sets`.
void label_row(const Grid<float>& ground, const Grid<float>& level, int y, DisjointSets& sets, Grid<LakeNumber>& lake) {
  const int width = ground.width();
  for (int x = 0; x < width; ++x) {
    if (!(level.at(x, y) > ground.at(x, y))) continue;
    LakeNumber& own = lake.at(x, y);
    const auto touch = [&](int column, int row) {
      if (column < 0 || column >= width || row < 0) return;
      const LakeNumber other = lake.at(column, row);
      if (other == kLand) return;
      if (own == kLand)
        own = other;
      else if (own != other)
        sets.join(own, other);
    };
    touch(x - 1, y);
    for (int column = x - 1; column <= x + 1; ++column) touch(column, y - 1);
    if (own == kLand) own = sets.add();
  }
}

/// The numbers of the bodies on the perimeter, ascending.
std::vector<LakeNumber> on_perimeter(const LakeLabels& tile) {
  std::vector<LakeNumber> numbers;
  for (const TileSample at : perimeter_samples(tile.lake.width(), tile.lake.height())) {
    const LakeNumber lake = tile.lake.at(at.x, at.y);
    if (lake != kLand && (numbers.empty() || numbers.back() != lake)) numbers.push_back(lake);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

bool is_valid(const LakeSummary& summary) {
  return summary.width >= 1 && summary.height >= 1 &&
         summary.perimeter.size() == perimeter_size(summary.width, summary.height) &&
         std::ranges::all_of(summary.perimeter, [&](LakeNumber lake) { return lake <= summary.sizes.size(); });
}

void add_sizes(ByteSink& sink, std::span<const LakeSize> sizes) {
  sink.add(std::uint64_t{sizes.size()});
  for (const LakeSize& size : sizes) {
    sink.add(size.samples);
    sink.add(std::bit_cast<std::uint64_t>(size.deepest));
  }
}

std::vector<LakeSize> get_sizes(ByteSource& source) {
  std::vector<LakeSize> sizes(source.get_count(16));
  for (LakeSize& size : sizes) {
    size.samples = source.get<std::uint64_t>();
    size.deepest = std::bit_cast<double>(source.get<std::uint64_t>());
  }
  return sizes;
}

}  // namespace

LakeLabels label_lakes(const Grid<float>& ground, const Grid<float>& level) {
  LakeLabels tile{Grid<LakeNumber>(ground.width(), ground.height(), kLand), std::vector<LakeSize>(1)};
  DisjointSets sets(1);  // the land
  for (int y = 0; y < ground.height(); ++y) label_row(ground, level, y, sets, tile.lake);
  std::vector<LakeNumber> number{kLand};  // of each label; a root is the first label of its set
  for (LakeNumber label = 1; label < sets.size(); ++label) {
    const LakeNumber root = sets.root(label);
    if (root == label) tile.sizes.push_back({});
    number.push_back(root == label ? static_cast<LakeNumber>(tile.sizes.size() - 1) : number[root]);
  }
  for (std::size_t i = 0; i < tile.lake.size(); ++i) {
    LakeNumber& lake = tile.lake.values()[i];
    if (lake == kLand) continue;
    lake = number[lake];
    tile.sizes[lake] = joined(tile.sizes[lake], {1, double{level.values()[i]} - double{ground.values()[i]}});
  }
  return tile;
}

LakeSummary summary_of(const LakeLabels& tile) {
  LakeSummary summary{tile.lake.width(), tile.lake.height(), {}, {}};
  const std::vector<LakeNumber> numbers = on_perimeter(tile);
  for (const LakeNumber lake : numbers) summary.sizes.push_back(tile.sizes[lake]);
  for (const TileSample at : perimeter_samples(summary.width, summary.height)) {
    const LakeNumber lake = tile.lake.at(at.x, at.y);
    const auto place = std::ranges::lower_bound(numbers, lake) - numbers.begin();
    summary.perimeter.push_back(lake == kLand ? kLand : static_cast<LakeNumber>(place + 1));
  }
  return summary;
}

std::optional<std::vector<std::vector<LakeSize>>> solve_lakes(const TileCuts& cuts,
                                                              std::span<const LakeSummary> summaries) {
  if (summaries.size() != cuts.count()) return std::nullopt;
  std::vector<std::uint32_t> first;  // of each tile: the node of its first body of water
  std::vector<LakeSize> sizes;       // of each node
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    const LakeSummary& tile = summaries[t];
    if (tile.width != cuts.width(t) || tile.height != cuts.height(t) || !is_valid(tile)) return std::nullopt;
    first.push_back(static_cast<std::uint32_t>(sizes.size()));
    sizes.insert(sizes.end(), tile.sizes.begin(), tile.sizes.end());
  }
  DisjointSets sets(sizes.size());
  for_seams(cuts, [&](const PerimeterSample& here, const PerimeterSample& there) {
    const LakeNumber a = summaries[here.tile].perimeter[here.place], b = summaries[there.tile].perimeter[there.place];
    if (a != kLand && b != kLand) sets.join(first[here.tile] + a - 1, first[there.tile] + b - 1);
  });
  for (std::uint32_t node = 0; node < sizes.size(); ++node) {
    if (sets.root(node) != node) sizes[sets.root(node)] = joined(sizes[sets.root(node)], sizes[node]);
  }
  std::vector<std::vector<LakeSize>> result;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    std::vector<LakeSize>& of_tile = result.emplace_back();
    for (std::uint32_t i = 0; i < summaries[t].sizes.size(); ++i) of_tile.push_back(sizes[sets.root(first[t] + i)]);
  }
  return result;
}

std::optional<std::vector<LakeSize>> whole_sizes(const LakeLabels& tile, std::span<const LakeSize> solution) {
  const std::vector<LakeNumber> numbers = on_perimeter(tile);
  if (numbers.size() != solution.size()) return std::nullopt;
  std::vector<LakeSize> sizes = tile.sizes;
  for (std::size_t i = 0; i < numbers.size(); ++i) sizes[numbers[i]] = solution[i];
  return sizes;
}

std::vector<std::byte> to_bytes(const LakeSummary& summary) {
  ByteSink sink("WLK1");
  sink.add(static_cast<std::uint32_t>(summary.width));
  sink.add(static_cast<std::uint32_t>(summary.height));
  sink.add_all(summary.perimeter);
  add_sizes(sink, summary.sizes);
  return sink.take();
}

std::vector<std::byte> to_bytes(std::span<const LakeSize> sizes) {
  ByteSink sink("WLS1");
  add_sizes(sink, sizes);
  return sink.take();
}

std::optional<LakeSummary> lake_summary_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WLK1");
  LakeSummary summary;
  summary.width = static_cast<int>(source.get<std::uint32_t>());
  summary.height = static_cast<int>(source.get<std::uint32_t>());
  summary.perimeter = source.get_all<LakeNumber>();
  summary.sizes = get_sizes(source);
  if (!source.ended() || !is_valid(summary)) return std::nullopt;
  return summary;
}

std::optional<std::vector<LakeSize>> lake_sizes_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WLS1");
  std::vector<LakeSize> sizes = get_sizes(source);
  if (!source.ended()) return std::nullopt;
  return sizes;
}

}  // namespace weald::hydrology::detail
