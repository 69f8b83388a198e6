#include "session/tasks/engines.h"

#include <cstdio>
#include <set>

#include <yaml-cpp/yaml.h>
#include <nlohmann/json.hpp>
#include "support/catch.h"

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

TEST_CASE("engines: names of worlds and folders cannot end a string or start a command") {
  const SampleWorld world;
  TaskPlan plan = world.plan(2);
  plan.name = kAwkward + "\nnext: line";
  plan.choice.directory = kAwkward;
  EngineChoice choice = sample_choice(world);
  choice.folder = kAwkward;
  choice.image = kAwkward;
  const YAML::Node job = YAML::Load(text_of(files_for("kubernetes", plan, choice), "tiles.yaml"));
  CHECK(job["metadata"]["name"].as<std::string>() == "weald-it-s-home-id-x-1-a-s-next-line-tiles");
  for (const char* engine : {"make", "ninja", "slurm"}) {
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

TEST_CASE("engines: a plan with too many tasks is refused") {
  const SampleWorld world;
  TaskPlan many = world.plan(2);
  const auto fault = [&](std::string_view engine) {
    const auto files = engine_files(*find_engine(engine), many, sample_choice(world));
    const auto* message = std::get_if<std::string>(&files);
    return message != nullptr ? *message : std::string();
  };
  many.tasks.insert(many.tasks.begin() + 1, 100'000, many.tasks[1]);
  CHECK_THAT(fault("kubernetes"), Contains("kubernetes runs at most 100000 jobs of one kind, and the plan has 100002"));
  CHECK(fault("slurm").empty());
}
