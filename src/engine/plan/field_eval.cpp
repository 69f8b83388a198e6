#include "engine/plan/field_eval.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "data/finite_samples.h"
#include "engine/graph/placed_error.h"
#include "engine/graph/region.h"

namespace weald::pipeline {

namespace {

/// Samples of the largest window of an input of which a window needs other samples than those around its own: 16 MB.
constexpr std::int64_t kMaxWindowSamples = std::int64_t{1} << 22;

/// A sample of a window is not finite. FaultFinder determines which sample to report, since bands are finished in any
/// order.
class NotFinite : public StageError {
 public:
  using StageError::StageError;
};

HeightView readable(const MutableHeightView& window) { return {window.region, window.data, window.stride}; }

bool holds_finite(const MutableHeightView& window) {
  const Region& region = window.region;
  const auto width = static_cast<std::size_t>(region.width);
  if (window.stride == region.width) return all_finite({window.data, width * static_cast<std::size_t>(region.height)});
  for (int y = region.y; y < region.y + region.height; ++y) {
    if (!all_finite({window.row(y) + region.x, width})) return false;
  }
  return true;
}

/// Windows of fields with several readers, kept while a band is computed. Without them, each diamond of a chain (a
/// field with two readers that are combined) would double the cost.
class SharedWindows {
 public:
  /// The samples of `region`, packed; null if they have not been computed.
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
  std::deque<Entry> entries_;  // addresses are stable
};

void fill_window(const LazyField& field, const MutableHeightView& out, SharedWindows& shared);

/// The samples of the input number `input` that the samples of `out` depend on.
Region needed_of(const LazyField& field, std::size_t input, const Region& out) {
  const GridSpec& own = field.grid;
  const GridSpec& other = field.inputs[input].field->grid;
  if (!field.kernel.needs) {
    WEALD_CHECK(other.width == own.width && other.height == own.height);
    return grown(out, field.kernel.radius, own);
  }
  const Region needed = field.kernel.needs(field.inputs[input].stage, out);
  WEALD_CHECK(needed.x >= 0 && needed.y >= 0 && needed.width >= 0 && needed.height >= 0);
  WEALD_CHECK(needed.x + needed.width <= other.width && needed.y + needed.height <= other.height);
  return needed;
}

/// Whether a window of a lazy input for the samples of `out` would be too large to be computed at once.
bool needs_too_much(const LazyField& field, const Region& out) {
  if (!field.kernel.needs || (out.width <= 1 && out.height <= 1)) return false;
  for (std::size_t i = 0; i < field.inputs.size(); ++i) {
    if (field.inputs[i].field->whole != nullptr) continue;
    const Region needed = needed_of(field, i, out);
    if (std::int64_t{needed.width} * needed.height > kMaxWindowSamples) return true;
  }
  return false;
}

/// Fills the halves of a window one after the other.
void fill_halves(const LazyField& field, const MutableHeightView& out, SharedWindows& shared) {
  Region first = out.region, second = out.region;
  if (out.region.width >= out.region.height) {
    first.width /= 2;
    second.x += first.width;
    second.width -= first.width;
  } else {
    first.height /= 2;
    second.y += first.height;
    second.height -= first.height;
  }
  for (const Region& half : {first, second}) fill_window(field, {half, out.row(half.y) + half.x, out.stride}, shared);
}

/// The samples of a lazy input: in `shared`, or computed into `scratch`.
HeightView input_window(const LazyField& input, const Region& needed, std::vector<float>& scratch,
                        SharedWindows& shared) {
  if (needed.width == 0 || needed.height == 0) return {needed};
  if (input.is_shared) {
    if (const auto* kept = shared.find(input, needed)) return {needed, kept->data(), needed.width};
  }
  scratch.resize(static_cast<std::size_t>(needed.width) * static_cast<std::size_t>(needed.height));
  fill_window(input, {needed, scratch.data(), needed.width}, shared);
  if (!input.is_shared) return {needed, scratch.data(), needed.width};
  return {needed, shared.keep(input, needed, std::move(scratch)).data(), needed.width};
}

/// Computes the samples of a window from those of its inputs.
void compute_window(const LazyField& field, const MutableHeightView& out, SharedWindows& shared) {
  std::vector<FieldInput<HeightView>> views;
  std::vector<std::vector<float>> scratch(field.inputs.size());
  for (std::size_t i = 0; i < field.inputs.size(); ++i) {
    const LazyField& input = *field.inputs[i].field;
    const Region needed = needed_of(field, i, out.region);
    const HeightView window = input.whole != nullptr ? view(std::get<Heightmap>(*input.whole))
                                                     : input_window(input, needed, scratch[i], shared);
    views.push_back({field.inputs[i].stage, window});
  }
  field.kernel.fill({field.grid, InputViews(views), out});
}

void fill_window(const LazyField& field, const MutableHeightView& out, SharedWindows& shared) {
  WEALD_CHECK(field.whole == nullptr);
  if (needs_too_much(field, out.region)) return fill_halves(field, out, shared);
  if (!field.kernel.recall || !field.kernel.recall(out)) compute_window(field, out, shared);
  if (!field.kernel.largest && !holds_finite(out)) throw NotFinite("a sample of a field is not finite");
}

void fill_alone(const LazyField& field, const MutableHeightView& out) {
  SharedWindows shared;
  fill_window(field, out, shared);
}

/// Calls fill(band) for the bands of `region`, in parallel.
template <class Fill>
void for_each_band(const Region& region, int band_rows, const Fill& fill) {
  parallel_blocks(
      static_cast<std::size_t>(region.height), static_cast<std::size_t>(band_rows),
      [&](std::size_t begin, std::size_t end) {
        fill(Region{region.x, region.y + static_cast<int>(begin), region.width, static_cast<int>(end - begin)});
      });
}

/// Finds the error to report after one has occurred somewhere: computes each field on its own, inputs first.
class FaultFinder {
 public:
  FaultFinder(const LazyField& field, const Region& region) {
    list(field);
    find(field).region = region;
    for (auto needed = needed_.rbegin(); needed != needed_.rend(); ++needed) need_inputs_of(*needed);
    std::ranges::stable_sort(needed_, {}, [](const Needed& needed) { return needed.field->origin.index; });
  }

  /// Throws PlacedError or StageError for the first error.
  [[noreturn]] void refuse(const RunContext& context) const {
    for (const Needed& needed : needed_) {
      const auto fault = first_fault(*needed.field, needed.region, context);
      if (!fault) continue;
      const auto throw_fault = [&] { throw StageError(fault_of(*fault)); };
      if (const StageDecl* stage = needed.field->origin.stage) attach_location(*stage, throw_fault);
      throw_fault();
    }
    throw InternalError("a field differs from one evaluation to the next");
  }

 private:
  struct Needed {
    const LazyField* field;
    Region region;
  };

  /// Lists the lazy fields, each once and after its inputs.
  void list(const LazyField& field) {
    if (field.whole != nullptr || std::ranges::find(needed_, &field, &Needed::field) != needed_.end()) return;
    for (const LazyInput& input : field.inputs) list(*input.field);
    needed_.push_back({&field, {}});
  }

  Needed& find(const LazyField& field) { return *std::ranges::find(needed_, &field, &Needed::field); }

  /// Readers may need different samples of a field: the rectangle around all of them is computed.
  void need_inputs_of(const Needed& reader) {
    if (reader.region.width == 0 || reader.region.height == 0) return;
    for (std::size_t i = 0; i < reader.field->inputs.size(); ++i) {
      const LazyField& input = *reader.field->inputs[i].field;
      if (input.whole != nullptr) continue;
      Region& known = find(input).region;
      known = around(known, needed_of(*reader.field, i, reader.region));
    }
  }

  static Region around(const Region& a, const Region& b) {
    if (b.width == 0 || b.height == 0) return a;
    if (a.width == 0 || a.height == 0) return b;
    const int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
  }

  /// Pre: the inputs have no error.
  static std::optional<BadSample> first_fault(const LazyField& field, const Region& region, const RunContext& context) {
    const auto bands = static_cast<std::size_t>((region.height + kBandRows - 1) / kBandRows);
    std::vector<std::optional<BadSample>> faults(bands);
    for_each_band(region, kBandRows, [&](const Region& band) {
      context.check_stop();
      std::vector<float> samples(static_cast<std::size_t>(band.width) * static_cast<std::size_t>(band.height));
      const MutableHeightView out{band, samples.data(), band.width};
      try {
        fill_alone(field, out);
      } catch (const NotFinite&) {
        faults[static_cast<std::size_t>((band.y - region.y) / kBandRows)] = first_not_finite(readable(out));
      }
    });
    for (const auto& fault : faults) {
      if (fault) return fault;
    }
    return std::nullopt;
  }

  std::vector<Needed> needed_;
};

/// Distance, in samples, up to which `field` depends on fields that are not lazy. `known` are those already found.
int reach_of(const LazyField& field, std::map<const LazyField*, int>& known) {
  if (field.whole != nullptr) return 0;
  if (const auto found = known.find(&field); found != known.end()) return found->second;
  int farthest = 0;
  for (const LazyInput& input : field.inputs) farthest = std::max(farthest, reach_of(*input.field, known));
  return known[&field] = field.kernel.radius + farthest;
}

/// Computes the samples of `out.region` of a lazy `field`, in bands.
void fill_bands(const LazyField& field, const MutableHeightView& out, int band_rows, const RunContext& context) {
  std::atomic<int> rows_done{0};
  try {
    for_each_band(out.region, band_rows, [&](const Region& band) {
      context.check_stop();
      fill_alone(field, {band, out.row(band.y) + band.x, out.stride});
      context.progress(static_cast<double>(rows_done += band.height) / out.region.height);
    });
  } catch (const NotFinite&) {  // from the band that failed first, which differs from run to run
    FaultFinder(field, out.region).refuse(context);
  }
}

void check_size(std::int64_t width, std::int64_t height) {
  if (width * height <= kMaxSamples) return;
  throw StageError(
      fmt::format("{} x {} samples are more than can be built at once (16385 x 16385): build regions of the map with "
                  "--region X,Y,W,H",
                  width, height),
      "size");
}

}  // namespace

void evaluate_window(const LazyField& field, const MutableHeightView& out) { fill_alone(field, out); }

int least_rows_of(const LazyField& field) {
  std::map<const LazyField*, int> known;
  int rows = 2 * reach_of(field, known);
  for (const auto& [part, reach] : known) rows = std::max(rows, part->kernel.rows_at_once);
  return rows;
}

int band_rows_of(const LazyField& field) { return std::max(kBandRows, least_rows_of(field)); }

void evaluate_rows(const LazyField& field, const MutableHeightView& out, const RunContext& context) {
  const Region& region = out.region;
  const int least_rows = least_rows_of(field);
  // Few rows are divided among many threads: into shorter bands, or into columns where the surroundings of a band would
  // take longer than the band itself.
  const bool in_bands = least_rows <= kBandRows;
  const int rows = in_bands ? std::clamp(region.height / 16, std::max(8, least_rows), kBandRows) : region.height;
  const int columns = in_bands ? region.width : std::max(1024, 2 * least_rows);
  const int across = (region.width + columns - 1) / columns, down = (region.height + rows - 1) / rows;
  try {
    parallel_blocks(static_cast<std::size_t>(across * down), 1, [&](std::size_t tile, std::size_t) {
      context.check_stop();
      const int x = static_cast<int>(tile) % across * columns, y = static_cast<int>(tile) / across * rows;
      const Region part{region.x + x, region.y + y, std::min(columns, region.width - x),
                        std::min(rows, region.height - y)};
      fill_alone(field, {part, out.row(part.y) + part.x, out.stride});
    });
  } catch (const NotFinite&) {
    FaultFinder(field, region).refuse(context);
  }
}

Heightmap materialise(const LazyField& field, const RunContext& context) {
  return materialise(field, context, band_rows_of(field));
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
  result.place = CutPlace{grid, region.x, region.y, region};
  const MutableHeightView out{region, result.heights.values().data(), region.width};
  if (field.whole == nullptr) {
    fill_bands(field, out, band_rows_of(field), context);
  } else {
    const HeightView whole = view(std::get<Heightmap>(*field.whole));
    for (int y = region.y; y < region.y + region.height; ++y)
      std::copy_n(whole.row(y) + region.x, region.width, out.row(y) + region.x);
  }
  return result;
}

}  // namespace weald::pipeline
