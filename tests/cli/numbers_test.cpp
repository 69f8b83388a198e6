// Numbers that overflow, and numbers that no unit means, end at a place of the preset with exit code 2: never in a
// crash, an internal error or a file with NaN. Whatever the threads and the instruction set, the message is the same.

#include <string>
#include <vector>

#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;

namespace {

/// Heights that overflow after some multiplications, and then their difference: NaN. Every stage is read by one other,
/// so that none would be stored.
std::string overflowing() {
  std::string text =
      "weald: 1\nseed: 5\nstages:\n"
      "  hills: {kind: fbm, size: [70, 150], cell_size: 40, octaves: 2, amplitude: 60}\n"
      "  a: {kind: remap, from: hills, input: [-100, 100], output: [0, 1000000]}\n";
  std::string before = "a";
  for (const char* name : {"b", "c", "d", "e", "f", "g", "h"}) {
    text.append("  ").append(name).append(": {kind: combine, from: ").append(before);
    text.append(", value: 1000000, operation: multiply}\n");
    before = name;
  }
  return text;
}

std::string weald_error(const TemporaryFolder& folder, const std::string& preset, const std::string& threads,
                        const std::string& simd, const std::vector<std::string>& more = {}) {
  write_text(folder / "p.yaml", preset);
  std::vector<std::string> arguments{"build", "p.yaml", "-q", "-o", "out", "--threads", threads};
  arguments.insert(arguments.end(), more.begin(), more.end());
  RunOptions options;
  if (!simd.empty()) options.environment = {{"WEALD_SIMD", simd}};
  const Run run = run_weald(arguments, folder.path(), options);
  CAPTURE(preset, threads, simd, run.err);
  CHECK(run.exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
  return run.err;
}

}  // namespace

TEST_CASE("numbers: a heightmap that overflows is refused at the stage that made it, always with the same words") {
  const TemporaryFolder folder;
  // In the chain g overflows somewhere; nothing of it is stored but h.
  const std::string preset = overflowing() + "outputs: [{from: h, file: h.r32}]\n";
  const std::string error = weald_error(folder, preset, "1", "");
  CHECK_THAT(error, Contains("p.yaml:11:3: error: stage 'g' (combine): sample ("));
  CHECK_THAT(error, Contains(") is infinite"));
  for (const char* threads : {"2", "8"}) CHECK(weald_error(folder, preset, threads, "") == error);
  CHECK(weald_error(folder, preset, "2", "scalar") == error);
  // Stages where each of them is stored, because several stages and outputs read it.
  const std::string stored = overflowing() + "outputs: [{from: h, file: h.r32}, {from: g, file: g.r32}]\n";
  CHECK(weald_error(folder, stored, "2", "") == error);
}

TEST_CASE("numbers: NaN never drives a warp or another number, nor reaches a map or a picture") {
  const TemporaryFolder folder;
  const std::string nan = overflowing() + "  n: {kind: combine, from: h, with: h, operation: subtract}\n";
  for (const char* reader : {"{kind: fbm, size: [70, 150], cell_size: 40, warp: {strength: n}}",
                             "{kind: cellular_noise, size: [70, 150], cell_size: 40, warp: {strength: n}}",
                             "{kind: marble, size: [70, 150], cell_size: 40, turbulence: n}",
                             "{kind: hillshade, from: n}", "{kind: thermal_erosion, from: hills, talus: n}",
                             "{kind: colour_ramp, from: hills, shade: n, palette: temperate}",
                             "{kind: normal_map, from: n}", "{kind: contact_sheet, from: [n]}"}) {
    const bool is_picture = std::string(reader).find("ramp") != std::string::npos ||
                            std::string(reader).find("normal") != std::string::npos ||
                            std::string(reader).find("sheet") != std::string::npos;
    const std::string error = weald_error(
        folder,
        nan + "  reader: " + reader + "\noutputs: [{from: reader, file: r" + (is_picture ? ".png" : ".r32") + "}]\n",
        "2", "");
    CHECK_THAT(error, Contains("p.yaml:11:3: error: stage 'g' (combine): sample ("));
  }
}

TEST_CASE("numbers: in a region, a fault is told in columns and rows of the whole map") {
  const TemporaryFolder folder;
  const std::string preset = overflowing() + "outputs: [{from: h, file: h.r32}]\n";
  const std::string error = weald_error(folder, preset, "2", "", {"--region", "20,40,30,90"});
  CHECK_THAT(error, Contains("stage 'g' (combine): sample ("));
  const std::size_t at = error.find("sample (") + 8;
  const int column = std::stoi(error.substr(at)), row = std::stoi(error.substr(error.find(", ", at) + 2));
  CHECK((column >= 20 && column < 50 && row >= 40 && row < 130));
}

TEST_CASE("numbers: denormal and immense parameters are refused where they stand, also by --set") {
  const TemporaryFolder folder;
  const std::string plant =
      "weald: 1\nstages:\n  l: {kind: lsystem, axiom: 'F(1)~l(0.2)'}\n  t: {kind: turtle, from: l}\n"
      "  p: {kind: plant_mesh, from: t, leaves: {curl: NUMBER}}\noutputs: [{from: p, file: p.obj}]\n";
  const auto with = [&](const std::string& number) {
    return std::string(plant).replace(plant.find("NUMBER"), 6, number);
  };
  CHECK_THAT(weald_error(folder, with("1e-310"), "1", ""),
             Contains("p.yaml:5:49: error: 'curl' in stage 'p' is '1e-310': numbers other than 0 must have a "
                      "magnitude between 1e-30 and 1e30"));
  CHECK_THAT(weald_error(folder, with("0"), "1", "", {"--set", "p.leaves.curl=1e-31"}), Contains("--set"));
  CHECK_THAT(weald_error(folder, with("0"), "1", "", {"--set", "l.axiom=F(1e-40)"}), Contains("out of range"));
  write_text(folder / "p.yaml", with("0"));
  REQUIRE(run_weald({"build", "p.yaml", "-q", "-o", "straight"}, folder.path()).exit_code == 0);
  for (const char* number : {"1e-30", "-1e-30", "1e-20", "1e-12"}) {
    write_text(folder / "p.yaml", with(number));
    REQUIRE(run_weald({"build", "p.yaml", "-q", "-o", "bent"}, folder.path()).exit_code == 0);
    CHECK(file_text(folder / "bent/p.obj").find("nan") == std::string::npos);
  }
}
