#include "session/shard.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

namespace weald::session {

std::optional<Shard> parse_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc{} || index.ptr == end || *index.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(index.ptr + 1, end, shard.count);
  if (count.ec != std::errc{} || count.ptr != end || shard.index < 1 || shard.index > shard.count) return std::nullopt;
  return shard;
}

namespace {

/// The variables in which an engine tells a process its index and the number of processes.
struct EngineVariables {
  const char* engine;
  const char* index;
  const char* count;
  int first;                    ///< the least index, unless `least` is set
  const char* least = nullptr;  ///< variable of the least index
};

constexpr std::array kEngines{
    EngineVariables{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN"},
    EngineVariables{"Kubernetes", "JOB_COMPLETION_INDEX", "JOB_COMPLETION_COUNT", 0},
    EngineVariables{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    EngineVariables{"Cloud Run", "CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT", 0},
    EngineVariables{"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
    EngineVariables{"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
    EngineVariables{"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0}};

std::optional<std::int64_t> whole_number(const char* text) {
  if (text == nullptr) return std::nullopt;
  const std::string_view view = text;
  std::int64_t number = 0;
  const auto read = std::from_chars(view.data(), view.data() + view.size(), number);
  if (read.ec != std::errc{} || read.ptr != view.data() + view.size()) return std::nullopt;
  return number;
}

}  // namespace

std::variant<Shard, std::string> shard_of_engine(const Environment& environment) {
  for (const EngineVariables& engine : kEngines) {
    const char* const given = environment(engine.index);
    if (given == nullptr) continue;
    const auto index = whole_number(given), count = whole_number(environment(engine.count));
    const auto least = engine.least != nullptr ? whole_number(environment(engine.least)) : std::nullopt;
    const std::int64_t first = least.value_or(engine.first);
    if (!index) return fmt::format("{} of {} is '{}', which is no whole number", engine.index, engine.engine, given);
    if (!count)
      return fmt::format("{} of {} is {}, but {} does not say how many there are", engine.index, engine.engine, *index,
                         engine.count);
    if (*index < first || *index - first >= *count)
      return fmt::format("{} of {} is {}, which is not one of {} from {}", engine.index, engine.engine, *index, *count,
                         first);
    return Shard{static_cast<std::size_t>(*index - first + 1), static_cast<std::size_t>(*count)};
  }
  return "no engine gives this process an index: none of its variables is set, such as SLURM_ARRAY_TASK_ID";
}

}  // namespace weald::session
