#include "session/shard.h"

#include <algorithm>
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

using FoundShard = std::variant<Shard, std::string>;

/// The variables in which an engine tells a process its index and the number of processes.
struct EngineVariables {
  const char* engine;
  const char* index;
  const char* count;
  int first;                    ///< the least index, unless `least` is set
  const char* least = nullptr;  ///< variables of the least and the largest index, and of the steps between them
  const char* most = nullptr;
  const char* step = nullptr;
};

constexpr std::array kEngines{EngineVariables{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0,
                                              "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"},
                              EngineVariables{"Kubernetes", "JOB_COMPLETION_INDEX", "JOB_COMPLETION_COUNT", 0},
                              EngineVariables{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0},
                              EngineVariables{"Cloud Run", "CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT", 0},
                              EngineVariables{"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
                              EngineVariables{"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
                              EngineVariables{"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0}};

/// The value of a variable; empty if it is not set.
std::string_view value_of(const Environment& environment, const char* name) {
  const char* const value = name != nullptr ? environment(name) : nullptr;
  return value != nullptr ? value : "";
}

/// The whole number from 0 that a variable has; unset if it has none.
std::optional<std::int64_t> number_in(const Environment& environment, const char* name) {
  const std::string_view text = value_of(environment, name);
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// The shard by the variables of an engine whose index is set.
FoundShard shard_of(const EngineVariables& engine, const Environment& environment) {
  const auto number = [&](const char* name) { return number_in(environment, name); };
  const auto index = number(engine.index), count = number(engine.count), most = number(engine.most);
  const std::int64_t first = number(engine.least).value_or(engine.first);
  const std::int64_t step = std::max<std::int64_t>(1, number(engine.step).value_or(1));
  if (!index)
    return fmt::format("{} of {} is '{}', which is no whole number", engine.index, engine.engine,
                       value_of(environment, engine.index));
  if (!count)
    return fmt::format("{} of {} is {}, but {} does not say how many there are", engine.index, engine.engine, *index,
                       engine.count);
  if (most && (*most < first || (*most - first) % step != 0 || (*most - first) / step + 1 != *count))
    return fmt::format(
        "the indices of {} are not evenly spaced: {} from {} to {}; set WEALD_SHARD instead, such as 2/5",
        engine.engine, *count, first, *most);
  const std::int64_t place = (*index - first) / step;
  if (*index < first || (*index - first) % step != 0 || place >= *count)
    return fmt::format("{} of {} is {}, which is not one of {} from {}", engine.index, engine.engine, *index, *count,
                       first);
  return Shard{static_cast<std::size_t>(place + 1), static_cast<std::size_t>(*count)};
}

std::string message_without_index() {
  std::string names;
  for (const EngineVariables& engine : kEngines) names += fmt::format(", {} ({})", engine.index, engine.engine);
  return "no variable says which part this process builds; looked for WEALD_SHARD, such as 2/5" + names;
}

}  // namespace

FoundShard shard_of_engine(const Environment& environment) {
  if (const std::string_view own = value_of(environment, "WEALD_SHARD"); !own.empty()) {
    if (const auto shard = parse_shard(own)) return *shard;
    return fmt::format("WEALD_SHARD is '{}', which is not a part such as 2/5", own);
  }
  const EngineVariables* found = nullptr;
  for (const EngineVariables& engine : kEngines) {
    if (value_of(environment, engine.index).empty()) continue;
    if (found != nullptr)
      return fmt::format("{} of {} and {} of {} are both set; set WEALD_SHARD, such as 2/5, to choose the part",
                         found->index, found->engine, engine.index, engine.engine);
    found = &engine;
  }
  return found != nullptr ? shard_of(*found, environment) : message_without_index();
}

}  // namespace weald::session
