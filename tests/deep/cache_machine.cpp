#include "deep/cache_machine.h"

#include <sys/stat.h>

#include <stdexcept>

#include <fmt/format.h>

#include "deep/written_files.h"
#include "support/files.h"

namespace weald::deep {

namespace fs = std::filesystem;

namespace {

// Artifacts of every kind, and a picture whose light is kept.
constexpr const char* kCachePreset =
    "weald: 1\nstages:\n  hills: {kind: fbm, size: [33, 33], octaves: 4}\n"
    "  rain: {kind: hydraulic_erosion, from: hills, droplets: 1}\n  land: {kind: heightmap_mesh, from: rain}\n"
    "  tint: {kind: colour_ramp, from: rain.flow}\n  river: {kind: rivers, from: rain, min_area: 1e-5}\n"
    "  grammar: {kind: lsystem, axiom: X, derivation: 4, productions: ['X -> F[+X]F[-X]+X', 'F -> FF']}\n"
    "  plant: {kind: turtle, from: grammar, angle: 22}\n  bush: {kind: plant_mesh, from: plant}\n"
    "  wood: {kind: scatter, on: rain, meshes: [bush], distance: 12}\n"
    "outputs: [{from: rain, file: a.png}, {from: land, file: b.obj}, {from: tint, file: c.png}, "
    "{from: river, file: d.svg}, {from: grammar, file: e.txt}, {from: plant, file: f.csv}, {from: wood, file: g.obj}, "
    "{from: wood, file: h.png, picture: {size: [64, 48], samples: 2}}]\n";

constexpr const char* kDamages[] = {"a flipped bit",      "a cut",        "more bytes",    "nothing in it",
                                    "another's bytes",    "a folder",     "a FIFO",        "a link to itself",
                                    "a link to a device", "random bytes", "no permissions"};

}  // namespace

CacheMachine::CacheMachine(const Setting& setting) : setting_(setting) {
  fs::create_directories(setting.folder / "home");
  for (const std::string cache : {"off", "cache"}) {
    const Outcome outcome = deep::run(command(setting.folder / "home", cache));
    if (outcome.code != 0) throw std::runtime_error("the preset of the caches is not built: " + outcome.err);
    fs::remove_all(setting.folder / ("whole-" + cache));
    fs::rename(setting.folder / "home" / "out", setting.folder / ("whole-" + cache));
  }
  if (!difference(setting.folder / "whole-off", setting.folder / "whole-cache").empty())
    throw std::runtime_error("a build with a new cache gives other files");
}

Command CacheMachine::command(const fs::path& folder, const std::string& cache) const {
  test::write_text(folder / "p.yaml", kCachePreset);
  Command command;
  command.arguments = {setting_.program.string(), "build", "p.yaml", "-o", "out"};
  command.folder = command.logs = folder;
  command.environment = {{"WEALD_CACHE", cache == "off" ? cache : (folder / cache).string()}, {"LC_ALL", "C.UTF-8"}};
  return command;
}

std::string CacheMachine::title(std::uint64_t index) const {
  Dice dice(setting_.seed, index);
  return std::string("cache with ") + kDamages[dice.below(std::size(kDamages))];
}

/// Damages one entry to a few of a cache, all in one way. Returns which.
std::string CacheMachine::damage(std::uint64_t index, const fs::path& cache) const {
  Dice dice(setting_.seed, index);
  const std::size_t how = dice.below(std::size(kDamages));
  const std::vector<std::string> files = files_below(cache);
  std::string damaged;
  for (std::size_t i = 0, count = 1 + dice.below(3); i < count && !files.empty(); ++i) {
    const fs::path file = cache / dice.pick(files);
    if (!fs::is_regular_file(fs::symlink_status(file))) continue;
    damaged += " " + file.lexically_relative(cache).string();
    std::string bytes = test::file_text(file);
    const std::size_t place = bytes.empty() ? 0 : dice.below(bytes.size());
    if (how == 0 && !bytes.empty()) bytes[place] = static_cast<char>(bytes[place] ^ (1 << dice.below(8)));
    if (how == 1) bytes.resize(place);
    if (how == 2) bytes += bytes.substr(0, 1 + place);
    if (how == 3) bytes.clear();
    if (how == 4) bytes = test::file_text(cache / files[(dice.below(files.size()))]);
    if (how == 9) {
      for (std::size_t k = place; k < std::min(place + 64, bytes.size()); ++k)
        bytes[k] = static_cast<char>(dice.below(256));
    }
    fs::remove(file);
    if (how == 5) {
      fs::create_directories(file / "inner");
    } else if (how == 6) {
      mkfifo(file.c_str(), 0666);
    } else if (how == 7) {
      fs::create_symlink(file.filename(), file);
    } else if (how == 8) {
      fs::create_symlink("/dev/zero", file);
    } else {
      test::write_text(file, bytes);
      if (how == 10) fs::permissions(file, fs::perms::none);
    }
    if (how == 4 && files.size() == 1) break;
  }
  return damaged;
}

CaseResult CacheMachine::run(std::uint64_t index, const fs::path& folder) const {
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy(setting_.folder / "home" / "cache", folder / "cache", fs::copy_options::recursive);
  const std::string damaged = damage(index, folder / "cache");
  std::string wrong;
  Outcome outcome;
  // The first build meets the damage, the second what the first made of it.
  for (const char* which : {"the first build", "the second build"}) {
    outcome = deep::run(command(folder, "cache"));
    const std::string differs =
        outcome.code == 0 ? difference(setting_.folder / "whole-off", folder / "out") : std::string();
    if (outcome.hung) wrong = std::string(which) + " hangs";
    if (wrong.empty() && outcome.code != 0)
      wrong = fmt::format("{} ends with code {}, signal {}: {}", which, outcome.code, outcome.signal, outcome.err);
    if (wrong.empty() && !differs.empty()) wrong = std::string(which) + " differs in " + differs;
    if (!wrong.empty()) break;
  }
  CaseResult result{fmt::format("exit code {}", outcome.code)};
  if (wrong.empty()) return result;
  result.finding = {{"damaged cache", wrong + ", damaged:" + damaged, title(index) + ": " + message_form(wrong)},
                    title(index),
                    "",
                    ""};
  return result;
}

}  // namespace weald::deep
