#include "engine/run/detail/field_rows.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/graph/placed_error.h"
#include "engine/outputs/writers.h"
#include "engine/plan/field_reads.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

namespace {

constexpr std::int64_t kSamplesOfField = std::int64_t{1} << 21;

}  // namespace

FieldRows::FieldRows(std::shared_ptr<const LazyField> field, const Region& region, RunContext context)
    : field_(std::move(field)), region_(region), context_(std::move(context)) {
  WEALD_CHECK(field_->whole == nullptr && region.width > 0 && region.height > 0);
  least_rows_ = std::max(1, 2 * least_rows_of(*field_));
}

GridSpec FieldRows::grid() const {
  const GridSpec& whole = field_->grid;
  return {region_.width, region_.height, whole.cell_size, whole.position(region_.x, region_.y)};
}

HeightView FieldRows::held(int first, int count) const {
  const std::ptrdiff_t before = std::ptrdiff_t{first - first_} * region_.width;
  return {{0, first, region_.width, count}, samples_.data() + before, region_.width};
}

void FieldRows::compute(int first, int count) {
  first_ = first;
  count_ = count;
  samples_.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(region_.width));
  const Region part{region_.x, region_.y + first, region_.width, count};
  const auto evaluate = [&] { evaluate_rows(*field_, {part, samples_.data(), region_.width}, context_); };
  if (field_->origin.stage != nullptr)
    attach_location(*field_->origin.stage, evaluate);
  else
    evaluate();
}

/// Rows that are read in order show the range of all at their end.
void FieldRows::note_range(int first, int count) {
  if (range_ || first > noted_rows_ || first + count <= noted_rows_) return;
  grow_range(range_so_far_, held(first, count));
  noted_rows_ = first + count;
  if (noted_rows_ == region_.height) range_ = range_so_far_;
}

HeightView FieldRows::rows(int first, int count) {
  WEALD_CHECK(first >= 0 && count > 0 && first + count <= region_.height);
  if (first < first_ || first + count > first_ + count_)
    compute(first, std::min(std::max(count, least_rows_), region_.height - first));
  note_range(first, count);
  return held(first, count);
}

HeightRange FieldRows::range() {
  if (range_) return *range_;
  const int at_once = static_cast<int>(
      std::clamp<std::int64_t>(kSamplesOfField / region_.width, std::min(least_rows_, region_.height), region_.height));
  noted_rows_ = 0;
  range_so_far_.reset();
  for (int first = 0; first < region_.height; first += at_once) {
    context_.progress(static_cast<double>(first) / region_.height);
    const int count = std::min(at_once, region_.height - first);
    compute(first, count);
    note_range(first, count);
  }
  return *range_;
}

std::unique_ptr<FieldRows> make_rows(std::shared_ptr<const LazyField> field, const std::optional<Region>& region,
                                     const std::vector<GraphOutput>& outputs, const RunContext& context) {
  const auto is_from_rows = [](const GraphOutput& output) { return is_written_from_rows(output.decl.spec); };
  if (!std::ranges::all_of(outputs, is_from_rows)) return nullptr;
  if (region) require_inside(*region, field->grid);
  if (region && !is_large_map(region->width, region->height)) return nullptr;
  const Region all{0, 0, field->grid.width, field->grid.height};
  return std::make_unique<FieldRows>(std::move(field), region.value_or(all), context);
}

std::shared_ptr<HeightRows> rows_or_map(std::unique_ptr<FieldRows> rows, const std::function<SharedArtifact()>& fetch) {
  if (rows != nullptr) return rows;
  struct HeldRows {
    explicit HeldRows(SharedArtifact artifact) : map(std::move(artifact)), rows(std::get<Heightmap>(*map)) {}
    SharedArtifact map;
    StoredRows rows;
  };
  const auto held = std::make_shared<HeldRows>(fetch());
  return {held, &held->rows};
}

}  // namespace weald::pipeline
