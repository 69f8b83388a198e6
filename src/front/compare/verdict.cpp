#include "front/compare/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "schema/codec.h"

namespace weald::compare {

namespace {

using Limit = std::optional<double>;

/// Collects gates.
class Table {
 public:
  /// Adds a figure with its limit; without a limit it is for information only.
  Gate& add(std::string_view name, double value, std::string_view unit, Limit limit) {
    const bool passed = !limit || value <= *limit;  // NaN does not pass
    gates_.push_back({name, value, limit, unit, passed, {}});
    return gates_.back();
  }
  /// Adds two numbers, which must be equal if `demanded`.
  void add_count(std::string_view name, double expected, double actual, bool demanded) {
    Gate& gate = add(name, std::abs(expected - actual), "", demanded ? Limit{0} : Limit{});
    if (expected != actual) gate.note = fmt::format("{} instead of {}", actual, expected);
  }

  Verdict finish(bool identical, std::string first) {
    const bool passed = std::all_of(gates_.begin(), gates_.end(), [](const Gate& gate) { return gate.passed; });
    const Outcome outcome = identical ? Outcome::identical : passed ? Outcome::within : Outcome::different;
    return {outcome, std::move(gates_), std::move(first)};
  }

 private:
  std::vector<Gate> gates_;
};

std::string place_text(const SamplePosition& place) { return fmt::format("at ({}, {})", place.x, place.y); }

std::string pixel_text(const Rgba8& p) {
  std::string text = fmt::format("#{:02x}{:02x}{:02x}", p.r, p.g, p.b);
  return p.a == 255 ? text : text + fmt::format("{:02x}", p.a);
}

void add_size(Table& table, int expected_width, int expected_height, int width, int height) {
  const int change = std::abs(expected_width - width) + std::abs(expected_height - height);
  Gate& gate = table.add("size", change, "px", Limit{0});
  if (change > 0) gate.note = fmt::format("{} x {} instead of {} x {}", width, height, expected_width, expected_height);
}

/// A limit relative to `scale`.
Limit scaled(const Limit& share, double scale) { return share ? Limit{*share * scale} : Limit{}; }

Limit smaller(const Limit& a, const Limit& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

void add_height_errors(Table& table, const HeightErrors& errors, double scale, const HeightTolerance& tolerance) {
  table.add("non finite", static_cast<double>(errors.non_finite), "samples", Limit{0});
  const Limit limit = smaller(scaled(tolerance.max_error, scale), tolerance.max_error_m);
  Gate& largest = table.add("max error", errors.max_error, "m", limit);
  if (errors.max_error > 0) largest.note = place_text(errors.max_error_at);
  table.add("rmse", errors.rmse, "m", scaled(tolerance.rmse, scale));
  Gate& slope = table.add("max slope", errors.max_slope, "deg", tolerance.max_slope);
  if (errors.max_slope > 0) slope.note = place_text(errors.max_slope_at);
  table.add("rms slope", errors.rms_slope, "deg", tolerance.rms_slope);
  table.add("changed", errors.changed, "share", tolerance.changed);
}

void add_distance(Table& table, const SurfaceDistance& distance, double scale, const MeshTolerance& tolerance) {
  Gate& gate = table.add("hausdorff", distance.hausdorff, "m", scaled(tolerance.hausdorff, scale));
  if (distance.hausdorff > 0) {
    const Vec3f at{distance.hausdorff_at};
    gate.note = fmt::format("at ({}, {}, {})", at.x, at.y, at.z);
  }
  table.add("hausdorff bound", distance.upper_bound, "m", {});
  table.add("mean distance", distance.mean, "m", scaled(tolerance.mean_distance, scale));
}

double relative_change(double expected, double actual) {
  if (expected == actual) return 0;
  return std::abs(expected - actual) / std::max(std::abs(expected), 1e-12);
}

void add_measures(Table& table, const MeshDifference& difference, const MeshTolerance& tolerance) {
  const mesh::MeshAnalysis &a = difference.expected, &b = difference.actual;
  table.add("bounds", difference.bounds, "m", scaled(tolerance.bounds, difference.scale));
  table.add("area", relative_change(a.area, b.area), "share", tolerance.area);
  if (a.volume && b.volume) table.add("volume", relative_change(*a.volume, *b.volume), "share", tolerance.volume);
}

void add_attributes(Table& table, const AttributeErrors& errors, const MeshTolerance& tolerance) {
  Gate& position = table.add("max position", errors.max_position, "m", {});
  if (errors.max_position > 0) position.note = fmt::format("at vertex {}", errors.max_position_vertex);
  table.add("uv", errors.max_uv, "", tolerance.uv);
  table.add("normal", errors.max_normal, "deg", tolerance.normal);
  table.add("colour", errors.max_colour, "levels", tolerance.colour);
}

std::string first_of(const MeshDifference& difference) {
  if (difference.first_face) return fmt::format("face {}", *difference.first_face);
  if (!difference.same_faces) return "the number of vertices";
  if (difference.first_vertex) return fmt::format("vertex {}", *difference.first_vertex);
  return difference.materials.empty() ? "an attribute" : difference.materials;
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::identical: return "identical";
    case Outcome::within: return "within tolerance";
    case Outcome::different: return "different";
  }
  return "?";
}

Verdict judge(const HeightDifference& difference, const HeightTolerance& tolerance) {
  Table table;
  const GridSpec &a = difference.expected, &b = difference.actual;
  add_size(table, a.width, a.height, b.width, b.height);
  Gate& cell = table.add("cell size", std::abs(a.cell_size - b.cell_size), "m", Limit{1e-9 * std::abs(a.cell_size)});
  if (!cell.passed) cell.note = fmt::format("{} instead of {}", b.cell_size, a.cell_size);
  const double origin = std::max(std::abs(a.origin.x - b.origin.x), std::abs(a.origin.y - b.origin.y));
  const double far = std::max(std::abs(a.origin.x), std::abs(a.origin.y));
  table.add("origin", origin, "m", Limit{1e-9 * std::max(far, a.cell_size)});
  std::string first;
  if (const auto& errors = difference.errors) {
    add_height_errors(table, *errors, difference.scale, tolerance);
    if (errors->first)
      first = fmt::format("sample ({}, {}): {} instead of {}", errors->first->x, errors->first->y,
                          schema::number_text(static_cast<float>(errors->first_actual)),
                          schema::number_text(static_cast<float>(errors->first_expected)));
  }
  table.add("histogram", difference.histogram, "m", scaled(tolerance.histogram, difference.scale));
  if (difference.errors) table.add("unequal", static_cast<double>(difference.errors->unequal), "samples", {});
  return table.finish(difference.identical(), std::move(first));
}

Verdict judge(const ImageDifference& difference, const ImageTolerance& tolerance) {
  Table table;
  add_size(table, difference.expected_width, difference.expected_height, difference.actual_width,
           difference.actual_height);
  std::string first;
  if (const auto& errors = difference.errors) {
    const FlipSummary& flip = errors->flip;
    Gate& largest = table.add("flip max", flip.max, "", tolerance.flip_max);
    if (flip.max > 0) largest.note = place_text(flip.max_at);
    table.add("flip p99", flip.p99, "", tolerance.flip_p99);
    table.add("flip p999", flip.p999, "", {});
    table.add("flip p95", flip.p95, "", {});
    table.add("flip median", flip.median, "", {});
    table.add("flip mean", flip.mean, "", {});
    table.add("changed", errors->changed, "share", tolerance.changed);
    table.add("antialiased", errors->antialiased, "share", tolerance.antialiased);
    table.add("max colour", errors->max_colour, "", {});
    Gate& channel = table.add("max channel", errors->max_channel, "levels", tolerance.max_channel);
    if (errors->max_channel > 0) channel.note = place_text(errors->max_channel_at);
    table.add("unequal", static_cast<double>(errors->unequal), "pixels", {});
    if (errors->first)
      first = fmt::format("pixel ({}, {}): {} instead of {}", errors->first->x, errors->first->y,
                          pixel_text(errors->first_actual), pixel_text(errors->first_expected));
  }
  return table.finish(difference.identical(), std::move(first));
}

Verdict judge(const MeshDifference& difference, const MeshTolerance& tolerance) {
  Table table;
  const mesh::MeshAnalysis &a = difference.expected, &b = difference.actual;
  table.add_count("vertices", a.vertices, b.vertices, tolerance.counts);
  table.add_count("edges", a.edges, b.edges, tolerance.counts);
  table.add_count("faces", a.faces, b.faces, tolerance.counts);
  table.add_count("euler number", static_cast<double>(a.euler()), static_cast<double>(b.euler()), tolerance.topology);
  table.add_count("boundary loops", a.boundary_loops, b.boundary_loops, tolerance.topology);
  table.add_count("parts", static_cast<double>(a.components.size()), static_cast<double>(b.components.size()),
                  tolerance.topology);
  table.add("non finite", static_cast<double>(a.non_finite_positions) + b.non_finite_positions, "vertices", Limit{0});
  Gate& materials =
      table.add("materials", difference.materials.empty() ? 0 : 1, "", tolerance.materials ? Limit{0} : Limit{});
  materials.note = difference.materials;
  Gate& attributes = table.add("attributes", difference.same_attributes ? 0 : 1, "", Limit{0});
  if (!difference.same_attributes)
    attributes.note =
        "only one of the two has all of texture coordinates, normals "
        "and colours";
  add_measures(table, difference, tolerance);
  if (difference.distance) add_distance(table, *difference.distance, difference.scale, tolerance);
  if (difference.attributes) add_attributes(table, *difference.attributes, tolerance);
  if (difference.picture) {
    Gate& largest = table.add("flip max", difference.picture->max, "", tolerance.flip_max);
    if (difference.picture->max > 0) largest.note = place_text(difference.picture->max_at);
    table.add("flip p99", difference.picture->p99, "", tolerance.flip_p99);
  }
  return table.finish(difference.identical, difference.identical ? std::string{} : first_of(difference));
}

Verdict judge(const TextDifference& difference, const TextTolerance& tolerance) {
  Table table;
  Gate& changed = table.add("changed lines", static_cast<double>(difference.changed_lines), "lines",
                            Limit{static_cast<double>(tolerance.changed_lines)});
  if (difference.first_changed) changed.note = fmt::format("first at line {}", difference.first_changed->line);
  Gate& unequal = table.add("unequal lines", static_cast<double>(difference.unequal_lines), "lines", {});
  if (difference.expected_lines != difference.actual_lines)
    unequal.note =
        fmt::format("{} instead of {}", counted_noun(difference.actual_lines, "line"), difference.expected_lines);
  table.add("max absolute", difference.max_absolute, "", {});
  table.add("max relative", difference.max_relative, "share", {});
  std::string first;
  const auto& shown = difference.first_changed ? difference.first_changed : difference.first;
  if (shown)
    first = fmt::format("line {}, column {}: {} instead of {}", shown->line, shown->column,
                        schema::quoted_text(shown->actual), schema::quoted_text(shown->expected));
  return table.finish(difference.identical(), std::move(first));
}

Verdict demand_equality(Verdict verdict) {
  if (verdict.outcome == Outcome::within) verdict.outcome = Outcome::different;
  return verdict;
}

}  // namespace weald::compare
