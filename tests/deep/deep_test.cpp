// The machines can find faults: programs that fail in known ways are found out, and what shrinks ends at its core.

#include "support/catch.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>

#include "deep/cache_machine.h"
#include "deep/campaign.h"
#include "deep/edges.h"
#include "deep/judge.h"
#include "deep/kill_machine.h"
#include "deep/pantry.h"
#include "deep/random_graph.h"
#include "deep/reduce.h"
#include "deep/shrink.h"
#include "deep/written_files.h"
#include "engine/graph/stage_list.h"
#include "support/files.h"
#include "support/run_weald.h"

using namespace weald::deep;
using weald::test::TemporaryFolder;
using weald::test::write_text;
namespace fs = std::filesystem;

namespace {

/// A shell script in the place of weald. It runs in the folder of its preset, as "weald build p.yaml -o out ...".
fs::path fake_weald(const TemporaryFolder& folder, const std::string& lines) {
  const fs::path program = folder / "fake.sh";
  write_text(program, "#!/bin/sh\n" + lines + "\n");
  fs::permissions(program, fs::perms::owner_all);
  return program;
}

std::string what_of(const std::string& script, const Runs& runs = {}) {
  const TemporaryFolder folder;
  Judge judge(fake_weald(folder, script), folder / "work");
  const Verdict verdict = judge.judge("weald: 1\n", runs);
  return verdict.fault ? verdict.fault->what : "none";
}

std::string fault_of(const std::string& name, const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / name, text);
  return fault_of_file(folder / name);
}

constexpr const char* kPlantedPreset =
    "weald: 1\nstages:\n  a: {kind: fbm, size: [64, 64]}\n  b: {kind: ridged, octaves: 5, size: [33, 33]}\n"
    "  c: {kind: combine, a: a, b: b, operation: add}\n  d: {kind: slope, from: c}\n"
    "  e: {kind: colour_ramp, from: d, ramp: [[0, 0, 0, 0], [37.25, 0.5, 0.5, 0.5], [90, 1, 1, 1]]}\n"
    "outputs:\n  - {from: e, file: a.png}\n  - {from: d, file: b.r32}\n  - {from: c, file: c.r32}\n";

/// Every seventh case fails.
class PlantedMachine final : public Machine {
 public:
  std::string title(std::uint64_t index) const override { return "case " + std::to_string(index); }
  CaseResult run(std::uint64_t index, const fs::path&) const override {
    CaseResult result{"done"};
    if (index % 7 == 6) result.finding = {{"planted", "seven", "planted"}, title(index), "", ""};
    return result;
  }
};

CampaignOptions options_in(const TemporaryFolder& folder, std::uint64_t cases) {
  CampaignOptions options;
  options.machine = "planted";
  options.most_cases = cases;
  options.state = folder / "state";
  return options;
}

/// Runs cases until one has a finding; its detail, empty where none of `most` has.
template <class M>
std::string first_detail(const Setting& setting, std::uint64_t most) {
  const M machine(setting);
  for (std::uint64_t i = 0; i < most; ++i) {
    const CaseResult result = machine.run(i, setting.folder / "work");
    if (result.finding) return result.finding->fault.detail;
  }
  return {};
}

}  // namespace

TEST_CASE("the judge finds exit codes, signals and messages without a place") {
  CHECK(what_of("exit 0") == "none");
  CHECK(what_of("echo 'p.yaml:3:7: error: no' >&2; exit 2") == "none");
  CHECK(what_of("echo 'weald: error: cannot read a file' >&2; exit 3") == "none");
  CHECK(what_of("exit 4") == "exit code 4");
  CHECK(what_of("exit 5") == "exit code 5");
  CHECK(what_of("kill -SEGV $$") == "signal 11");
  CHECK(what_of("exit 2") == "message");
  CHECK(what_of("echo 'weald: error: no' >&2; exit 2") == "message");
  CHECK(what_of("echo 'p.yaml:3:7: error: no' >&2; echo 'error: and no place' >&2; exit 2") == "message");
}

TEST_CASE("the judge finds runs that differ") {
  // The arguments end with "-j THREADS".
  CHECK(what_of("mkdir out; echo \"$6\" >out/a.txt") == "differs, two");
  CHECK(what_of("mkdir out; [ \"$6\" = 1 ] && echo >out/a.txt; exit 0") == "differs, two");
  CHECK(what_of("[ \"$6\" = 1 ] || echo warning >&2; exit 0") == "differs, two");
  CHECK(what_of("[ \"$6\" = 1 ] || exit 4") == "differs, two");
  CHECK(what_of("mkdir out; echo \"$WEALD_SIMD\" >out/a.txt") == "differs, scalar");
}

TEST_CASE("the judge finds files that are large without a word") {
  const Runs first_only{false, false};
  CHECK(what_of("mkdir out; truncate -s 200M out/a.bin", first_only) == "size");
  CHECK(what_of("mkdir out; truncate -s 200M out/a.bin; echo 'warning: 200 MB' >&2", first_only) == "none");
}

TEST_CASE("the judge finds runs that hang, take too long, and take too much memory") {
  const TemporaryFolder folder;
  Command command;
  command.folder = command.logs = folder.path();
  command.limits.idle_seconds = 0.2;
  command.arguments = {fake_weald(folder, "exec sleep 20").string()};
  CHECK(run(command).hung);
  command.limits.idle_seconds = 60;  // however busy the machine is
  command.limits.cpu_seconds = 1;
  command.arguments = {fake_weald(folder, "while :; do :; done").string()};
  const Outcome busy = run(command);
  CHECK_FALSE(busy.hung);
  CHECK(busy.signal != 0);
  command.limits.memory_bytes = 100 << 20;
  command.arguments = {weald::test::weald_program(), "--version"};
  CHECK(run(command).code == 0);
  command.limits.memory_bytes = 4 << 20;
  CHECK(run(command).code != 0);
}

TEST_CASE("the judge finds numbers in files that are not finite, and files that are broken") {
  CHECK(fault_of("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").empty());
  CHECK_FALSE(fault_of("a.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").empty());
  CHECK_FALSE(fault_of("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n").empty());
  CHECK_FALSE(fault_of("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 2\nf 1//1 2//1 3//1\n").empty());
  CHECK(fault_of("a.svg", "<svg a=\"1\"></svg>\n").empty());
  CHECK_FALSE(fault_of("a.svg", "<svg a=\"nan\"></svg>\n").empty());
  CHECK(fault_of("a.csv", "x,y\n1,2\n").empty());
  CHECK_FALSE(fault_of("a.csv", "x,y\n1,inf\n").empty());
  CHECK(fault_of("a.json", "{\"min\": 1}").empty());
  CHECK_FALSE(fault_of("a.json", "{\"min\": nan}").empty());
  CHECK(fault_of("a.txt", "F(1)inf").empty());
  CHECK_FALSE(fault_of("a.txt", "F(1,inf)").empty());
  CHECK_FALSE(fault_of("a.mtl", "newmtl a\nKd 0 -nan 1\n").empty());
  CHECK(fault_of("a.mtl", "newmtl nan\nKd 0 0 1\nmap_Kd inf\n").empty());
  const TemporaryFolder folder;
  fill_pantry(folder.path());
  for (const char* name : {"plain.exr", "plain.r32", "grey.png", "box.obj"}) {
    CAPTURE(name);
    CHECK(fault_of_file(folder / name).empty() != (std::string(name) == "box.obj"));  // its MTL is missing
  }
  for (const char* name : {"nan.exr", "inf.r32", "minus_inf.exr", "cut.png", "empty.png"}) {
    CAPTURE(name);
    CHECK_FALSE(fault_of_file(folder / name).empty());
  }
}

TEST_CASE("a preset with a planted fault shrinks to its core") {
  const auto fails = [](const Node& preset) {
    // Three things must come together: a colour_ramp that reads a slope, and a stop of its ramp above 20.
    const Entry* stages = preset.find("stages");
    if (stages == nullptr || stages->value.map() == nullptr) return false;
    bool has_high_stop = false;
    const auto kind_of = [&](const Node& name) {
      const Entry* stage = name.scalar() != nullptr ? stages->value.find(name.scalar()->text) : nullptr;
      const Entry* kind = stage != nullptr ? stage->value.find("kind") : nullptr;
      return kind != nullptr ? flow_text(kind->value) : std::string();
    };
    for (const Entry& stage : *stages->value.map()) {
      const Entry *from = stage.value.find("from"), *ramp = stage.value.find("ramp");
      if (from == nullptr || ramp == nullptr || kind_of(from->value) != "slope") continue;
      for_each_value(ramp->value, [&](const Node& node) {
        has_high_stop = has_high_stop || (node.scalar() != nullptr && std::stod(node.scalar()->text) > 20);
      });
    }
    return has_high_stop;
  };
  const auto preset = read_tree(kPlantedPreset);
  REQUIRE(preset);
  REQUIRE(fails(*preset));
  const Shrunk shrunk = shrink(*preset, fails);
  CHECK(preset_text(shrunk.preset) == "stages:\n  d: {kind: slope}\n  e: {from: d, ramp: [[22]]}\n");
  CHECK(shrunk.tries < 300);
}

TEST_CASE("a finding keeps the least preset that still fails alike") {
  const TemporaryFolder folder;
  Setting setting;
  setting.program = fake_weald(folder, "grep -q 'kind: slope' p.yaml && kill -ABRT $$; exit 0");
  Finding finding;
  finding.preset = finding.first = kPlantedPreset;
  finding = reduced(finding, setting, folder / "work");
  CHECK(finding.preset == "stages:\n  d: {kind: slope}\n");
  CHECK(finding.fault.key == "signal 6 of slope");
}

TEST_CASE("a campaign goes on where the one before has stopped, and counts faults that are alike once") {
  const TemporaryFolder folder;
  const PlantedMachine machine;
  Setting setting{"", folder / "cases", 9};
  CampaignOptions options = options_in(folder, 6);
  CHECK(run_campaign(machine, setting, options));
  options.resume = true;
  options.most_cases = 20;
  CHECK_FALSE(run_campaign(machine, setting, options));
  const auto progress = read_progress(options.state, "planted");
  REQUIRE(progress);
  CHECK(progress->seed == 9);
  CHECK(progress->next == 26);
  CHECK(progress->ends.at("done") == 26);
  REQUIRE(progress->findings.size() == 1);
  CHECK(progress->findings.begin()->second.cases == 3);
  CHECK(fs::exists(options.state / "findings" /
                   ("planted-9-" + std::to_string(progress->findings.begin()->second.first_case)) / "report.txt"));
}

TEST_CASE("kills find a program that writes its files in place") {
  const TemporaryFolder folder;
  const std::string write = "mkdir -p out; printf half >out/a.png; : ; printf whole >out/a.png";
  CHECK(first_detail<KillMachine>({fake_weald(folder, write), folder / "cases", 3}, 400) != "");
}

TEST_CASE("kills find a program that leaves temporary files") {
  const TemporaryFolder folder;
  const std::string write =
      "mkdir -p out; t=out/.weald-$$.tmp; (: >$t && printf whole >$t) && mv $t out/a.png && exit 0;"
      "rm -f $t; echo error: no >&2; exit 3";
  CHECK_THAT(first_detail<KillMachine>({fake_weald(folder, write), folder / "cases", 3}, 400),
             Catch::Contains("still"));
}

TEST_CASE("damaged caches find a program that trusts its cache") {
  const TemporaryFolder folder;
  const std::string trust =
      "mkdir -p out; [ \"$WEALD_CACHE\" = off ] && { echo whole >out/a; exit 0; }; mkdir -p \"$WEALD_CACHE\";"
      "[ -f \"$WEALD_CACHE/x\" ] || echo whole >\"$WEALD_CACHE/x\"; cp \"$WEALD_CACHE/x\" out/a";
  CHECK(first_detail<CacheMachine>({fake_weald(folder, trust), folder / "cases", 3}, 50) != "");
}

TEST_CASE("edge values hold the limits of every number of every stage, and what lies beyond them") {
  for (const StageKind& kind : weald::pipeline::all_stages()) {
    for (const FieldInfo& field : kind.describe()) {
      const bool is_number = field.type.kind == ValueType::Kind::number || field.type.kind == ValueType::Kind::integer;
      if (!is_number || !field.type.range || !(std::abs(field.type.range->max) < 1e15)) continue;
      CAPTURE(kind.kind, field.key);
      const auto edges = edges_of({field}, nullptr);
      const double max = field.type.range->max;
      const double beyond = field.type.kind == ValueType::Kind::integer
                                ? max + 1
                                : std::nextafter(max, std::numeric_limits<double>::infinity());
      for (const double value : {max, field.type.range->min, beyond}) {
        CHECK(std::any_of(edges.begin(), edges.end(),
                          [&](const Edge& edge) { return flow_text(edge.value) == flow_text(number(value)); }));
      }
    }
  }
}

TEST_CASE("the small presets of all stages are built") {
  const TemporaryFolder folder;
  const SmallPresets presets(folder / "home");
  Judge judge(weald::test::weald_program(), folder / "work");
  for (const StageKind& kind : weald::pipeline::all_stages()) {
    CAPTURE(kind.kind);
    const Verdict verdict =
        judge.judge(preset_text(presets.preset_of(kind, presets.smallest(kind), false)), {false, false});
    INFO((verdict.fault ? verdict.fault->detail : ""));
    CHECK(verdict.code == 0);
    CHECK_FALSE(verdict.fault);
  }
}

TEST_CASE("random graphs are mostly valid, and the same for the same seed and number") {
  const TemporaryFolder folder;
  const SmallPresets presets(folder / "home");
  int valid = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    Dice one(5, i), two(5, i);
    const std::string text = preset_text(random_preset(presets, one));
    CHECK(text == preset_text(random_preset(presets, two)));
    if (presets.errors_of(text).empty()) ++valid;
  }
  CHECK(valid >= 10);
}
