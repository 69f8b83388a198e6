#include "session/shard.h"

#include "support/catch.h"

#include <map>
#include <string>
#include <variant>

using namespace weald;
using session::Shard;

namespace {

/// The shard for these variables as "I/N", or the message.
std::string engine_shard(const std::map<std::string, std::string>& variables) {
  const auto found = session::shard_of_engine([&](const char* name) -> const char* {
    const auto variable = variables.find(name);
    return variable != variables.end() ? variable->second.c_str() : nullptr;
  });
  if (const auto* message = std::get_if<std::string>(&found)) return *message;
  const Shard& shard = std::get<Shard>(found);
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

}  // namespace

TEST_CASE("shard: a shard is a part I of N, and all shards together have each tile once") {
  CHECK_FALSE(session::parse_shard("0/3"));
  CHECK_FALSE(session::parse_shard("4/3"));
  CHECK_FALSE(session::parse_shard("1/"));
  CHECK_FALSE(session::parse_shard("1/2x"));
  CHECK_FALSE(session::parse_shard("a/2"));
  for (std::int64_t number = 0; number < 20; ++number) {
    int owners = 0;
    for (const char* text : {"1/3", "2/3", "3/3"}) owners += session::parse_shard(text)->has(number) ? 1 : 0;
    CHECK(owners == 1);
  }
}

TEST_CASE("shard: the variables of an engine give the shard") {
  CHECK(engine_shard({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_MIN", "5"}}) ==
        "3/4");
  CHECK(engine_shard({{"SLURM_ARRAY_TASK_ID", "12"},
                      {"SLURM_ARRAY_TASK_COUNT", "4"},
                      {"SLURM_ARRAY_TASK_MIN", "0"},
                      {"SLURM_ARRAY_TASK_MAX", "12"},
                      {"SLURM_ARRAY_TASK_STEP", "4"}}) == "4/4");
  CHECK(engine_shard({{"JOB_COMPLETION_INDEX", "0"}, {"JOB_COMPLETION_COUNT", "9"}}) == "1/9");
  CHECK(engine_shard({{"AWS_BATCH_JOB_ARRAY_INDEX", "8"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "9"}}) == "9/9");
  CHECK(engine_shard({{"CLOUD_RUN_TASK_INDEX", "1"}, {"CLOUD_RUN_TASK_COUNT", "2"}}) == "2/2");
  CHECK(engine_shard({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "5"}}) == "1/5");
  CHECK(engine_shard({{"BUILDKITE_PARALLEL_JOB", "4"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "5"}}) == "5/5");
  CHECK(engine_shard({{"CIRCLE_NODE_INDEX", "0"}, {"CIRCLE_NODE_TOTAL", "1"}}) == "1/1");
}

TEST_CASE("shard: WEALD_SHARD decides, whatever else is set, and two engines without it are an error") {
  const std::map<std::string, std::string> two{
      {"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "5"}, {"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "4"}};
  CHECK(
      engine_shard(two) ==
      "SLURM_ARRAY_TASK_ID of Slurm and CI_NODE_INDEX of GitLab are both set; set WEALD_SHARD, such as 2/5, to choose "
      "the part");
  std::map<std::string, std::string> chosen = two;
  chosen["WEALD_SHARD"] = "3/7";
  CHECK(engine_shard(chosen) == "3/7");
  chosen["WEALD_SHARD"] = "8/7";
  CHECK(engine_shard(chosen) == "WEALD_SHARD is '8/7', which is not a part such as 2/5");
  CHECK(engine_shard({{"WEALD_SHARD", ""}, {"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "5"}}) == "2/5");
}

TEST_CASE("shard: an array of Slurm with gaps is refused by each of its tasks") {
  for (const char* index : {"1", "3", "7"})
    CHECK(engine_shard({{"SLURM_ARRAY_TASK_ID", index},
                        {"SLURM_ARRAY_TASK_COUNT", "3"},
                        {"SLURM_ARRAY_TASK_MIN", "1"},
                        {"SLURM_ARRAY_TASK_MAX", "7"},
                        {"SLURM_ARRAY_TASK_STEP", "1"}}) ==
          "the indices of Slurm are not evenly spaced: 3 from 1 to 7; set WEALD_SHARD instead, such as 2/5");
}

TEST_CASE("shard: an engine's index without a count, or outside it, is an error") {
  CHECK(engine_shard({{"JOB_COMPLETION_INDEX", "3"}}) ==
        "JOB_COMPLETION_INDEX of Kubernetes is 3, but JOB_COMPLETION_COUNT does not say how many there are");
  CHECK(engine_shard({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "5"}}) ==
        "CI_NODE_INDEX of GitLab is 0, which is not one of 5 from 1");
  CHECK(engine_shard({{"CI_NODE_INDEX", "two"}, {"CI_NODE_TOTAL", "5"}}) ==
        "CI_NODE_INDEX of GitLab is 'two', which is no whole number");
  CHECK(engine_shard({{"CI_NODE_INDEX", "-1"}, {"CI_NODE_TOTAL", "5"}}) ==
        "CI_NODE_INDEX of GitLab is '-1', which is no whole number");
  CHECK(
      engine_shard({}) ==
      "no variable says which part this process builds; looked for WEALD_SHARD, such as 2/5, SLURM_ARRAY_TASK_ID "
      "(Slurm), JOB_COMPLETION_INDEX (Kubernetes), AWS_BATCH_JOB_ARRAY_INDEX (AWS Batch), CLOUD_RUN_TASK_INDEX (Cloud "
      "Run), CI_NODE_INDEX (GitLab), BUILDKITE_PARALLEL_JOB (Buildkite), CIRCLE_NODE_INDEX (CircleCI)");
}
