#include "session/tasks/engines.h"

#include <cstdio>
#include <set>

#include <yaml-cpp/yaml.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sample_world.h"
#include "session/tasks/detail/engine_text.h"

using namespace weald;
using namespace weald::session;
using namespace weald::session::tests;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

EngineChoice sample_choice(const SampleWorld& world) { return {"plan", "registry.example/weald:1", world.costs()}; }

std::vector<EngineFile> files_for(std::string_view name, const TaskPlan& plan, const EngineChoice& choice) {
  auto files = engine_files(*find_engine(name), plan, choice);
  if (const auto* message = std::get_if<std::string>(&files)) FAIL(*message);
  return std::get<std::vector<EngineFile>>(std::move(files));
}

std::string text_of(const std::vector<EngineFile>& files, const std::string& name) {
  for (const EngineFile& file : files) {
    if (file.name == name) return file.text;
  }
  FAIL("there is no file " + name);
  return {};
}

/// What a shell makes of a word.
std::string through_shell(const std::string& word) {
  FILE* pipe = ::popen(("printf '%s' " + word).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string result;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) result += static_cast<char>(c);
  ::pclose(pipe);
  return result;
}

const std::string kExpected = WEALD_SOURCE_DIR "/tests/unit/session/tasks/expected";
const std::string kAwkward = "it's $HOME `id` \"x\" \\ #1 & {a} %s *";

}  // namespace

TEST_CASE("engines: each writes the expected files, byte by byte") {
  const SampleWorld world;
  const TaskPlan plan = world.plan(3);
  std::size_t seen = 0;
  for (const Engine& engine : engines()) {
    std::set<std::string> names;
    for (const EngineFile& file : files_for(engine.name, plan, sample_choice(world))) {
      CAPTURE(engine.name, file.name);
      const fs::path expected = fs::path(kExpected) / engine.name / file.name;
      REQUIRE(fs::exists(expected));
      CHECK(file.text == test::file_text(expected));
      names.insert(file.name);
    }
    for (const auto& entry : fs::directory_iterator(fs::path(kExpected) / engine.name))
      CHECK(names.count(entry.path().filename().string()) == 1);
    ++seen;
  }
  CHECK(seen == engines().size());
}

TEST_CASE("engines: their names are sorted and found") {
  for (std::size_t i = 0; i < engines().size(); ++i) {
    CHECK(find_engine(engines()[i].name) == &engines()[i]);
    CHECK((i == 0 || engines()[i - 1].name < engines()[i].name));
  }
  CHECK(find_engine("nomad") == nullptr);
}

TEST_CASE("engines: the page about them has a row for each") {
  const std::string page = test::file_text(WEALD_SOURCE_DIR "/docs/scale.md");
  for (const Engine& engine : engines()) CHECK_THAT(page, Contains("\n| `" + std::string(engine.name) + "` | "));
}

TEST_CASE("engines: a world without shared stages has no job before its tiles") {
  const SampleWorld world(kPlain);
  const TaskPlan plan = world.plan(2);
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    for (const EngineFile& file : files_for(engine.name, plan, sample_choice(world))) {
      CAPTURE(file.name);
      CHECK(file.name != "prepare.yaml");
      CHECK_THAT(file.text, !Contains(":prepare") && !Contains("done/prepare") && !Contains("run prepare"));
    }
  }
}

TEST_CASE("engines: jobs of Kubernetes have the fields that an indexed job needs") {
  const SampleWorld world;
  TaskPlan plan = world.plan(8);
  plan.choice.memory = "4G";
  plan.choice.threads = 2;
  const auto files = files_for("kubernetes", plan, sample_choice(world));
  const YAML::Node volume = YAML::Load(text_of(files, "volume.yaml"));
  CHECK(volume["kind"].as<std::string>() == "PersistentVolumeClaim");
  CHECK(volume["spec"]["accessModes"][0].as<std::string>() == "ReadWriteMany");
  CHECK(volume["spec"]["resources"]["requests"]["storage"].as<std::string>() == "1Gi");
  for (const auto& [name, count] : {std::pair{"prepare", 1}, std::pair{"tiles", 8}, std::pair{"merge", 1}}) {
    CAPTURE(name);
    const YAML::Node job = YAML::Load(text_of(files, std::string(name) + ".yaml"));
    CHECK(job["apiVersion"].as<std::string>() == "batch/v1");
    CHECK(job["kind"].as<std::string>() == "Job");
    CHECK(job["metadata"]["name"].as<std::string>() == std::string("weald-alps-") + name);
    const YAML::Node spec = job["spec"];
    CHECK(spec["completionMode"].as<std::string>() == "Indexed");
    CHECK(spec["completions"].as<int>() == count);
    CHECK(spec["parallelism"].as<int>() == count);
    CHECK(spec["backoffLimit"].as<int>() >= 6);
    const YAML::Node pod = spec["template"]["spec"];
    CHECK(pod["restartPolicy"].as<std::string>() == "Never");
    const YAML::Node container = pod["containers"][0];
    CHECK(container["image"].as<std::string>() == "registry.example/weald:1");
    CHECK(container["workingDir"].as<std::string>() == "/world/plan");
    CHECK(container["command"].size() == 3);
    CHECK(container["resources"]["requests"]["cpu"].as<std::string>() == "2");
    CHECK(container["resources"]["limits"]["memory"].as<std::string>() == "4Gi");
    CHECK(container["volumeMounts"][0]["name"].as<std::string>() == pod["volumes"][0]["name"].as<std::string>());
    CHECK(pod["volumes"][0]["persistentVolumeClaim"]["claimName"].as<std::string>() ==
          volume["metadata"]["name"].as<std::string>());
    CHECK(spec["podFailurePolicy"]["rules"][0]["onExitCodes"]["containerName"].as<std::string>() ==
          container["name"].as<std::string>());
  }
}

TEST_CASE("engines: the files of GitHub and GitLab have one job for each task, in order") {
  const SampleWorld world;
  const TaskPlan plan = world.plan(3);
  const YAML::Node github = YAML::Load(text_of(files_for("github", plan, sample_choice(world)), "weald.yml"));
  CHECK(github["jobs"]["tiles"]["needs"].as<std::string>() == "prepare");
  CHECK(github["jobs"]["merge"]["needs"].as<std::string>() == "tiles");
  CHECK(github["jobs"]["tiles"]["strategy"]["matrix"]["task"].as<std::vector<int>>() == std::vector{1, 2, 3});
  const YAML::Node gitlab = YAML::Load(text_of(files_for("gitlab", plan, sample_choice(world)), "weald.gitlab-ci.yml"));
  CHECK(gitlab["stages"].as<std::vector<std::string>>() ==
        std::vector<std::string>{"weald-prepare", "weald-tiles", "weald-merge"});
  CHECK(gitlab["weald-tiles"]["parallel"].as<int>() == 3);
  CHECK(gitlab["weald-merge"]["artifacts"]["paths"][0].as<std::string>() == "plan/tiles/");
}

TEST_CASE("engines: GitHub and GitLab pass on what tasks leave to one that builds coarser tiles") {
  const std::string uploaded = "name: 'levels-${{ matrix.task }}', path: \"plan/cache/levels\"";
  const std::string downloaded = "pattern: levels-*, merge-multiple: true, path: \"plan/cache/levels\"";
  const std::string stored = "[\"plan/tiles/\", \"plan/cache/levels/\"]";
  const SampleWorld world(kEroded, "tile: 5, overlap: 1, levels: 3", "{z}/{x}_{y}.png");
  const auto text = [&](std::string_view engine, const std::string& file, std::int64_t parts) {
    return text_of(files_for(engine, world.plan(parts), sample_choice(world)), file);
  };
  const std::string github = text("github", "weald.yml", 8), few = text("github", "weald.yml", 2);
  CHECK_THAT(github, Contains(uploaded) && Contains(downloaded));
  const YAML::Node merge = YAML::Load(github)["jobs"]["merge"]["steps"];
  CHECK(merge[2]["with"]["name"].as<std::string>() == "cache");
  CHECK_THAT(few, !Contains("levels"));  // there are no tiles above those of the tasks
  CHECK_THAT(text("gitlab", "weald.gitlab-ci.yml", 8), Contains(stored));
  CHECK_THAT(text("gitlab", "weald.gitlab-ci.yml", 2), !Contains("levels"));
}

TEST_CASE("engines: names of worlds and folders cannot end a string or start a command") {
  const SampleWorld world;
  TaskPlan plan = world.plan(2);
  plan.name = kAwkward + "\nnext: line";
  plan.choice.directory = kAwkward;
  EngineChoice choice = sample_choice(world);
  choice.folder = kAwkward;
  choice.image = kAwkward;
  const YAML::Node github = YAML::Load(text_of(files_for("github", plan, choice), "weald.yml"));
  CHECK(github["name"].as<std::string>() == "weald: " + plan.name);
  CHECK(github["jobs"]["merge"]["container"].as<std::string>() == kAwkward);
  CHECK(github["jobs"]["merge"]["steps"][1]["with"]["path"].as<std::string>() == kAwkward + "/" + kAwkward);
  const YAML::Node gitlab = YAML::Load(text_of(files_for("gitlab", plan, choice), "weald.gitlab-ci.yml"));
  CHECK(gitlab["weald-merge"]["artifacts"]["paths"][0].as<std::string>() == kAwkward + "/" + kAwkward + "/");
  const YAML::Node job = YAML::Load(text_of(files_for("kubernetes", plan, choice), "tiles.yaml"));
  CHECK(job["metadata"]["name"].as<std::string>() == "weald-it-s-home-id-x-1-a-s-next-line-tiles");
  for (const char* engine : {"make", "ninja", "slurm", "snakemake"}) {
    for (const EngineFile& file : files_for(engine, plan, choice))
      CHECK_THAT(file.text, !Contains("\nnext: line") && !Contains("--mem"));
  }
}

TEST_CASE("engines: words are quoted for the shell, and only where that is needed") {
  for (const std::string& text : {kAwkward, std::string("a b"), std::string("'"), std::string("plain/path-1.json"),
                                  std::string("=x"), std::string("~"), std::string("ä\n\t;|<>()")})
    CHECK(through_shell(shell_quoted(text)) == text);
  CHECK(shell_quoted("plan/plan.json") == "plan/plan.json");
  CHECK(shell_quoted("") == "''");
  CHECK(plain_name("The Alps (2nd)") == "the-alps-2nd");
  CHECK(plain_name("--") == "world");
  CHECK(plain_name(std::string(60, 'a')).size() == 40);
}

TEST_CASE("engines: a plan outside the repository, or with too many tasks, is refused") {
  const SampleWorld world;
  const TaskPlan plan = world.plan(2);
  const auto fault = [&](std::string_view engine, const TaskPlan& planned, const std::string& folder) {
    EngineChoice choice = sample_choice(world);
    choice.folder = folder;
    const auto files = engine_files(*find_engine(engine), planned, choice);
    const auto* message = std::get_if<std::string>(&files);
    return message != nullptr ? *message : std::string();
  };
  CHECK_THAT(fault("github", plan, "/tmp/plan"),
             Contains("the folder of the plan '/tmp/plan' is not in the repository"));
  CHECK_THAT(fault("gitlab", plan, "../plan"), Contains("is not in the repository"));
  CHECK(fault("gitlab", plan, "build/plan/").empty());
  TaskPlan far = plan;
  far.choice.cache = "/shared/cache";
  CHECK_THAT(fault("github", far, "plan"), Contains("the cache '/shared/cache'"));
  CHECK(fault("slurm", far, "/tmp/plan").empty());
  TaskPlan many = plan;
  many.tasks.insert(many.tasks.begin() + 1, 300, many.tasks[1]);
  CHECK_THAT(fault("github", many, "plan"), Contains("github runs at most 256 jobs of one kind, and the plan has 302"));
  CHECK(fault("slurm", many, "plan").empty());
}
