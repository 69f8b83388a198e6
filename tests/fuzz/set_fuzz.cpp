// `--set`: the first byte chooses a preset, every line is a flag, applied one after the other as the program does.

#include <array>
#include <utility>

#include "base/check.h"
#include "engine/preset/preset.h"
#include "engine/preset/yaml_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

constexpr std::size_t kMaxFlags = 4;

constexpr std::array<std::string_view, 4> kPresets{
    "weald: 1\nseed: 7\nstages:\n  hills: {kind: fbm, size: [65, 65], octaves: 5}\noutputs:\n"
    "  - {from: hills, file: hills.png}\n",
    "weald: 1\nseeds: 1..2\nstages:\n  a: {kind: weber_penn}\noutputs:\n"
    "  - {from: a, file: 'a_{seed}.obj', picture: {size: [64, 64]}}\n",
    "weald: 1\nstages:\n  s: {kind: lsystem, axiom: A, productions: ['A -> F[+A]A'], define: {w: 1}}\n"
    "  t: {kind: turtle, from: s}\noutputs:\n  - {from: t, file: t.svg}\n",
    "weald: 1\nseed: 3\nstages:\n  c: {kind: bezier_curve, points: [[0, 0, 0], [1, 0, 2], [3, 1, 0], [4, 0, 0]]}\n"
    "  m: {kind: shape, shape: icosphere, levels: 1}\n  d: {kind: displace, from: m, amount: 0.1}\noutputs:\n"
    "  - {from: d, file: d.obj}\n  - {from: c, file: c.svg}\n"};

/// A preset as a tree, read once.
struct Base {
  Sources sources;
  schema::Node root;
  explicit Base(std::string_view text) {
    Diagnostics diagnostics;
    auto read = preset::read_yaml(sources.add("base.yaml", std::string(text)), text, diagnostics);
    WEALD_CHECK(read.has_value());
    root = std::move(*read);
  }
};

const Base& base(std::size_t number) {
  static const std::array<Base, kPresets.size()> bases{Base(kPresets[0]), Base(kPresets[1]), Base(kPresets[2]),
                                                       Base(kPresets[3])};
  return bases[number];
}

}  // namespace

void set(std::string_view input) {
  const Base& start = base(take_choice(input, kPresets.size()));
  Sources sources = start.sources;
  Diagnostics diagnostics;
  preset::PresetText text;
  text.root = start.root;
  text.directory = "nowhere";
  for (std::size_t i = 0; i < kMaxFlags && !input.empty(); ++i) {
    const std::string_view flag = take_line(input);
    const std::uint32_t source = sources.add("--set", std::string(flag));
    preset::apply_set(text.root, source, flag, diagnostics);
  }
  // A preset to which nothing was applied is decoded as it always is: the time is better spent on other flags.
  const bool was_applied = !diagnostics.has_errors();
  const auto preset = was_applied ? preset::decode_preset(text, "fuzz", diagnostics) : std::nullopt;
  require_sound(diagnostics, sources, preset.has_value());
}

}  // namespace weald::fuzz
