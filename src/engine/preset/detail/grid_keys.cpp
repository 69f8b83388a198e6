#include "engine/preset/detail/grid_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/preset/language.h"
#include "engine/preset/world_params.h"
#include "schema/decode.h"
#include "schema/wording.h"
#include "stages/land/noise/grid_params.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

/// The map under `grid`; ranges are those of the stages.
struct GridMap {
  std::optional<std::array<int, 2>> size;
  std::optional<std::array<double, 2>> extent;
  std::optional<double> cell_size;
  std::optional<std::array<double, 2>> origin;
};

}  // namespace
}  // namespace weald::preset

template <>
struct weald::schema::Schema<weald::preset::GridMap> {
  using P = weald::preset::GridMap;
  static constexpr auto fields =
      Fields{Field{&P::size, "size", "Samples along x and z.", "", Range{2, 131073}},
             Field{&P::extent, "extent", "Distance between the first and the last sample along x and z.", "m",
                   Range{1e-4, 1e9}},
             Field{&P::cell_size, "cell_size", "Distance between neighbouring samples.", "m", Range{1e-4, 1e4}},
             Field{&P::origin, "origin", "World x and z of the first sample.", "m", Range{-1e9, 1e9}}};
};

namespace weald::preset {

namespace {

/// The samples along an extent, if it is a whole number of cells.
std::optional<int> samples_along(double extent, double cell_size) {
  const double cells = extent / cell_size;
  const double whole = std::round(cells);
  if (std::abs(cells - whole) > 1e-9 * cells || whole < 1 || whole > 131072) return std::nullopt;
  return static_cast<int>(whole) + 1;
}

/// Advice for an extent that is no whole number of cells: the nearest cell sizes.
std::string nearest_cells(double extent, double cell_size) {
  const double cells = std::max(std::floor(extent / cell_size), 1.0);
  return fmt::format("for example cell_size: {} ({} samples) or {} ({} samples)", schema::number_text(extent / cells),
                     cells + 1, schema::number_text(extent / (cells + 1)), cells + 2);
}

std::optional<Node> size_node(const GridMap& grid, const Node& map, Diagnostics& diagnostics) {
  const Entry* extent = map.find("extent");
  const double cell_size = grid.cell_size.value_or(1);
  Node::List samples;
  for (const double length : *grid.extent) {
    const auto count = samples_along(length, cell_size);
    if (!count) {
      diagnostics.error(extent->value.where,
                        fmt::format("an extent of {} m is {} cells of {} m; samples stand on both borders, so it must "
                                    "be a whole number of cells, at most 131072",
                                    schema::readable_number(length), schema::readable_number(length / cell_size),
                                    schema::readable_number(cell_size)),
                        nearest_cells(length, cell_size));
      return std::nullopt;
    }
    samples.push_back(Node{schema::Scalar{std::to_string(*count)}, extent->value.where});
  }
  return Node{std::move(samples), extent->value.where};
}

}  // namespace

std::optional<GridKeys> read_grid(const Node& written, const GridKeys& outer, ExpressionScope& scope,
                                  Diagnostics& diagnostics) {
  const auto map = scope.evaluate(written, "grid");
  if (!map) return std::nullopt;
  schema::Decoder decoder(diagnostics, "'grid'", "");
  GridMap grid;
  if (!schema::decode_fields(*map, decoder, grid)) return std::nullopt;
  if (grid.size && grid.extent) {
    diagnostics.error(map->find("extent")->key_where, "'grid' has 'size' or 'extent', but not both");
    return std::nullopt;
  }
  GridKeys keys = outer;
  const auto take = [&](std::string_view key, std::optional<Node>& to) {
    if (const Entry* entry = map->find(key)) to = entry->value;
  };
  take("size", keys.size);
  take("cell_size", keys.cell_size);
  take("origin", keys.origin);
  if (grid.extent && !(keys.size = size_node(grid, *map, diagnostics))) return std::nullopt;
  return keys;
}

std::vector<schema::FieldInfo> describe_grid() { return schema::describe<GridMap>(); }
std::vector<schema::FieldInfo> describe_world() { return schema::describe<WorldParams>(); }

namespace {

/// Whether a stage that can make a grid of its own takes that of its inputs.
bool takes_grid_of_inputs(const Node& stage) {
  const Entry* of = stage.find("of");
  const bool names_fields = of != nullptr && of->value.map() != nullptr && !of->value.map()->empty();
  return names_fields || stage.find("from") != nullptr;
}

}  // namespace

void GridKeys::add_to(Node& stage) const {
  const pipeline::StageKind* kind = pipeline::find_stage_kind(stage.text_at("kind"));
  if (kind == nullptr || !kind->makes_grid || takes_grid_of_inputs(stage)) return;
  const auto add = [&](std::string_view key, const std::optional<Node>& value) {
    if (value && stage.find(key) == nullptr) stage.map()->push_back({std::string(key), value->where, *value});
  };
  add("size", size);
  add("cell_size", cell_size);
  add("origin", origin);
}

namespace {

/// Whether a kind has parameters for the number of its samples and their distance, such as `resample`.
bool names_samples(const pipeline::StageKind& kind) {
  const std::vector<schema::FieldInfo> fields = kind.describe();
  const auto has = [&](std::string_view key) {
    return std::ranges::any_of(fields, [&](const schema::FieldInfo& field) { return field.key == key; });
  };
  return has("size") && has("cell_size");
}

/// Multiplies the number under `key`, up to the largest that its field takes. Values that it does not take stay, and
/// are reported with the stage.
void multiply_length(Node& stage, const pipeline::StageKind& kind, std::string_view key, int factor) {
  for (Entry& entry : *stage.map()) {
    if (entry.key != key) continue;
    Diagnostics unheard;
    schema::Decoder decoder(unheard, "", "");
    double length = 0;
    if (!schema::Codec<double>::decode(entry.value, {key, "", {}}, decoder, length)) return;
    const std::vector<schema::FieldInfo> fields = kind.describe();
    const auto field = std::ranges::find(fields, key, &schema::FieldInfo::key);
    if (field == fields.end() || !field->type.range || !field->type.range->contains(length)) return;
    entry.value.value = schema::Scalar{schema::number_text(std::min(length * factor, field->type.range->max))};
  }
}

/// Gives a stage with a grid of its own fewer samples.
void thin_out_grid(Node& stage, const pipeline::StageKind& kind, int factor) {
  const bool makes_own = kind.makes_grid && !takes_grid_of_inputs(stage);
  const bool has_size = stage.find("size") != nullptr, has_cells = stage.find("cell_size") != nullptr;
  // Values that cannot be decoded stay, and are reported with the stage.
  Diagnostics unheard;
  schema::Decoder decoder(unheard, "", "");
  noise::GridParams grid;
  const auto decode = [&](std::string_view key, auto& value) {
    const Entry* entry = stage.find(key);
    return entry == nullptr ||
           schema::Codec<std::remove_reference_t<decltype(value)>>::decode(entry->value, {key, "", {}}, decoder, value);
  };
  if (!decode("size", grid.size) || !decode("cell_size", grid.cell_size)) return;
  const SourceLoc where = stage.where;
  const auto set = [&](std::string_view key, decltype(Node::value) value) {
    if (Entry* entry = stage.find(key))
      entry->value.value = std::move(value);
    else
      stage.map()->push_back({std::string(key), where, Node{std::move(value), where}});
  };
  Node::List size;
  for (const int samples : grid.size) {
    const int cells = std::max(samples - 1, 1);
    size.push_back(Node{schema::Scalar{std::to_string((cells + factor - 1) / factor + 1)}, where});
  }
  if (makes_own || has_size) set("size", std::move(size));
  if (makes_own || has_cells) set("cell_size", schema::Scalar{schema::number_text(grid.cell_size * factor)});
}

}  // namespace

void make_coarser(Node& stage, int factor) {
  const pipeline::StageKind* kind = pipeline::find_stage_kind(stage.text_at("kind"));
  if (factor == 1 || kind == nullptr) return;
  if (const std::string_view key = kind->cut.length_in_samples; !key.empty())
    multiply_length(stage, *kind, key, factor);
  if (names_samples(*kind)) thin_out_grid(stage, *kind, factor);
}

}  // namespace weald::preset
