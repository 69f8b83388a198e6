#include "pipeline/field_eval.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "pipeline/region.h"

namespace weald::pipeline {

namespace {

/// Windows of fields that several others read, while a band is computed: without them a chain of diamonds would be
/// computed twice for each of them.
class SharedWindows {
 public:
  /// The samples of `region`, packed; null where they have not been computed.
  const std::vector<float>* find(const LazyField& field, const Region& region) const {
    for (const Entry& entry : entries_) {
      if (entry.field == &field && entry.region == region) return &entry.samples;
    }
    return nullptr;
  }
  const std::vector<float>& keep(const LazyField& field, const Region& region, std::vector<float> samples) {
    entries_.push_back({&field, region, std::move(samples)});
    return entries_.back().samples;
  }

 private:
  struct Entry {
    const LazyField* field;
    Region region;
    std::vector<float> samples;
  };
  std::deque<Entry> entries_;  // addresses stay
};

void fill_window(const LazyField& field, const MutableHeightView& out, SharedWindows& shared);

/// The samples of a lazy input: in `shared`, or computed into `scratch`.
HeightView input_window(const LazyField& input, const Region& needed, std::vector<float>& scratch,
                        SharedWindows& shared) {
  if (input.is_shared) {
    if (const auto* kept = shared.find(input, needed)) return {needed, kept->data(), needed.width};
  }
  scratch.resize(static_cast<std::size_t>(needed.width) * static_cast<std::size_t>(needed.height));
  fill_window(input, {needed, scratch.data(), needed.width}, shared);
  if (!input.is_shared) return {needed, scratch.data(), needed.width};
  return {needed, shared.keep(input, needed, std::move(scratch)).data(), needed.width};
}

void fill_window(const LazyField& field, const MutableHeightView& out, SharedWindows& shared) {
  WEALD_CHECK(field.whole == nullptr);
  const Region needed = grown(out.region, field.kernel.radius, field.grid);
  std::vector<HeightView> views;
  std::vector<std::vector<float>> scratch(field.inputs.size());
  for (std::size_t i = 0; i < field.inputs.size(); ++i) {
    const LazyField& input = *field.inputs[i];
    WEALD_CHECK(input.grid.width == field.grid.width && input.grid.height == field.grid.height);
    if (input.whole != nullptr)
      views.push_back(view(std::get<Heightmap>(*input.whole)));
    else
      views.push_back(input_window(input, needed, scratch[i], shared));
  }
  field.kernel.fill({field.grid, views, out});
}

/// The samples of `out.region` of `field`, whole or lazy, in bands.
void fill_bands(const LazyField& field, const MutableHeightView& out, int band_rows, const RunContext& context) {
  std::atomic<int> rows_done{0};
  parallel_blocks(static_cast<std::size_t>(out.region.height), static_cast<std::size_t>(band_rows),
                  [&](std::size_t begin, std::size_t end) {
                    context.check_stop();
                    const Region band{out.region.x, out.region.y + static_cast<int>(begin), out.region.width,
                                      static_cast<int>(end - begin)};
                    evaluate_window(field, {band, out.row(band.y) + band.x, out.stride});
                    context.progress(static_cast<double>(rows_done += band.height) / out.region.height);
                  });
}

void check_size(std::int64_t width, std::int64_t height) {
  if (width * height <= kMaxSamples) return;
  throw StageError(
      fmt::format("{} x {} samples are more than are built at once (16385 x 16385): build regions of them with "
                  "--region X,Y,W,H",
                  width, height),
      "size");
}

}  // namespace

void evaluate_window(const LazyField& field, const MutableHeightView& out) {
  SharedWindows shared;
  fill_window(field, out, shared);
}

Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows) {
  if (field.whole != nullptr) return std::get<Heightmap>(*field.whole);
  check_size(field.grid.width, field.grid.height);
  Heightmap result(field.grid);
  fill_bands(field, view(result), band_rows, context);
  return result;
}

Heightmap materialise_region(const LazyField& field, const Region& region, const RunContext& context) {
  const GridSpec& grid = field.grid;
  check_size(region.width, region.height);
  WEALD_CHECK(region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0 &&
              region.x + region.width <= grid.width && region.y + region.height <= grid.height);
  Heightmap result(GridSpec{region.width, region.height, grid.cell_size, grid.position(region.x, region.y)});
  result.place = CutPlace{grid, region.x, region.y};
  const MutableHeightView out{region, result.heights.values().data(), region.width};
  if (field.whole == nullptr) {
    fill_bands(field, out, kBandRows, context);
  } else {
    const HeightView whole = view(std::get<Heightmap>(*field.whole));
    for (int y = region.y; y < region.y + region.height; ++y)
      std::copy_n(whole.row(y) + region.x, region.width, out.row(y) + region.x);
  }
  return result;
}

}  // namespace weald::pipeline
