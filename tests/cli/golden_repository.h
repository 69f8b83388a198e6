#pragma once
// A git repository with two presets, in which weald golden is tried.

#include "support/catch.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"

namespace weald::test {

inline constexpr const char* kHills = R"(weald: 1
seed: 3
stages:
  hills: {kind: fbm, size: [48, 32], cell_size: 4, frequency: 0.01, octaves: 3, amplitude: 60}
  soft: {kind: thermal_erosion, from: hills, iterations: 2}
  land: {kind: heightmap_mesh, from: soft}
outputs:
  - {from: soft, file: hills.png}
  - {from: soft, file: view.png, picture: {size: [64, 48]}}
  - {from: land, file: hills.obj}
)";
inline constexpr const char* kLine = R"(weald: 1
stages:
  string: {kind: lsystem, axiom: F, derivation: 2, productions: ['F -> F+F']}
  walk: {kind: turtle, from: string, angle: 90}
outputs:
  - {from: string, file: line.txt}
  - {from: walk, file: line.svg}
)";

/// A git repository with two presets.
class Repository {
 public:
  Repository() {
    write_text(folder_ / "presets/hills.yaml", kHills);
    write_text(folder_ / "presets/it's a line.yaml", kLine);
    git("init -q");
    commit();
  }

  Run run(std::vector<std::string> arguments, const char* ci = "") const {
    arguments.insert(arguments.begin(), "golden");
    return run_weald(arguments, folder_.path(), {.environment = {{"CI", ci}}});
  }
  void commit() const {
    git("add -A");
    git("-c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m x");
  }
  void replace(const std::string& file, const std::string& what, const std::string& by) const {
    std::string text = file_text(folder_ / file);
    const auto place = text.find(what);
    REQUIRE(place != std::string::npos);
    write_text(folder_ / file, text.replace(place, what.size(), by));
  }
  nlohmann::json results(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"check", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(run(arguments).out);
  }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  void git(const std::string& arguments) const {
    REQUIRE(std::system(("git -C '" + folder_.path().string() + "' " + arguments).c_str()) == 0);
  }
  TemporaryFolder folder_;
};

/// init with both presets, committed.
inline void adopt(const Repository& repository, bool with_references = true) {
  const Run init = repository.run({"init", "presets/hills.yaml", "presets/it's a line.yaml"});
  INFO(init.err);
  REQUIRE(init.exit_code == 0);
  if (!with_references) return repository.commit();
  repository.replace("goldens/goldens.yaml", "keep: digests}", "keep: references}");
  repository.commit();
  REQUIRE(repository.run({"update"}).exit_code == 0);
  repository.commit();
}

}  // namespace weald::test
