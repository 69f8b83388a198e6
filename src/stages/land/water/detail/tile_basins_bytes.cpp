#include <algorithm>
#include <cmath>

#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/detail/tile_bytes.h"

namespace weald::hydrology::detail {

namespace {

bool is_valid(const BasinSummary& summary) {
  if (summary.width < 1 || summary.height < 1 || summary.samples.empty()) return false;
  const std::size_t size = perimeter_size(summary.width, summary.height);
  const std::uint64_t codes =
      4 * static_cast<std::uint64_t>(summary.width) * static_cast<std::uint64_t>(summary.height);
  const auto exists = [&](std::uint32_t group) { return group < summary.samples.size(); };
  return summary.heights.size() == size && summary.directions.size() == size && summary.groups.size() == size &&
         std::ranges::all_of(summary.heights, [](float height) { return std::isfinite(height); }) &&
         std::ranges::all_of(summary.groups, exists) && std::ranges::all_of(summary.sills, [&](const GroupSill& sill) {
           return exists(sill.a) && exists(sill.b) && static_cast<std::uint32_t>(sill.sill.tie) < codes;
         });
}

}  // namespace

std::vector<std::byte> to_bytes(const BasinSummary& summary) {
  ByteSink sink("WBS1");
  sink.add(static_cast<std::uint32_t>(summary.width));
  sink.add(static_cast<std::uint32_t>(summary.height));
  sink.add_all(summary.samples);
  sink.add_all(summary.heights);
  sink.add_all(summary.directions);
  sink.add_all(summary.groups);
  sink.add(std::uint64_t{summary.sills.size()});
  for (const GroupSill& sill : summary.sills)
    sink.add(sill.sill.heights), sink.add(sill.sill.tie), sink.add(sill.a), sink.add(sill.b);
  return sink.take();
}

std::optional<BasinSummary> basin_summary_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WBS1");
  BasinSummary summary;
  summary.width = static_cast<int>(source.get<std::uint32_t>());
  summary.height = static_cast<int>(source.get<std::uint32_t>());
  summary.samples = source.get_all<std::uint64_t>();
  summary.heights = source.get_all<float>();
  summary.directions = source.get_all<std::uint8_t>();
  summary.groups = source.get_all<std::uint32_t>();
  summary.sills.resize(source.get_count(24));
  for (GroupSill& sill : summary.sills) {
    sill.sill.heights = source.get<std::uint64_t>();
    sill.sill.tie = source.get<std::uint64_t>();
    sill.a = source.get<std::uint32_t>();
    sill.b = source.get<std::uint32_t>();
  }
  if (!source.ended() || !is_valid(summary)) return std::nullopt;
  return summary;
}

std::vector<std::byte> to_bytes(const BasinSolution& solution) {
  ByteSink sink("WBW1");
  sink.add_all(solution.is_crossed);
  sink.add(std::uint64_t{solution.ways_out.size()});
  for (const WayOut& way : solution.ways_out) sink.add(way.place), sink.add(way.direction);
  sink.add(std::uint64_t{solution.inflow.size()});
  for (const Inflow& inflow : solution.inflow) sink.add(inflow.place), sink.add(inflow.samples);
  return sink.take();
}

std::optional<BasinSolution> basin_solution_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WBW1");
  BasinSolution solution;
  solution.is_crossed = source.get_all<std::uint8_t>();
  solution.ways_out.resize(source.get_count(5));
  for (WayOut& way : solution.ways_out) {
    way.place = source.get<std::uint32_t>();
    way.direction = source.get<std::uint8_t>();
  }
  solution.inflow.resize(source.get_count(12));
  for (Inflow& inflow : solution.inflow) {
    inflow.place = source.get<std::uint32_t>();
    inflow.samples = source.get<std::uint64_t>();
  }
  const auto is_step = [](const WayOut& way) { return way.direction < kDirections; };
  if (!source.ended() || !std::ranges::all_of(solution.ways_out, is_step)) return std::nullopt;
  return solution;
}

}  // namespace weald::hydrology::detail
