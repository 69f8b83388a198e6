#pragma once
// A parameter struct that uses every kind of value once, and a way to write located nodes without a YAML reader.

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::test {

enum class Fade { linear, cubic, quintic };

struct Tropism {
  Vec3 vector{0, -1, 0};
  double elasticity = 0.1;
};

struct Octave {
  double frequency = 1;
  double amplitude = 1;
};

struct Sample {
  int octaves = 6;
  double frequency = 0.004;
  bool ridged = false;
  std::uint64_t salt = 0;
  std::string label = "plain";
  Fade fade = Fade::quintic;
  std::array<int, 2> size{256, 256};
  Vec2 offset{0, 0};
  std::vector<double> weights;
  schema::Named<double> define;
  std::optional<double> limit;
  Tropism tropism;
  std::vector<Octave> layers;
  schema::Located<std::string> rule;
  schema::FilePath file;
  schema::Input<Heightmap> from;
  schema::Input<Heightmap, Image> mask;
};

}  // namespace weald::test

namespace weald::schema {

template <>
struct EnumNames<test::Fade> {
  static constexpr std::array names{std::pair{std::string_view{"linear"}, test::Fade::linear},
                                    std::pair{std::string_view{"cubic"}, test::Fade::cubic},
                                    std::pair{std::string_view{"quintic"}, test::Fade::quintic}};
};

template <>
struct Schema<test::Tropism> {
  using P = test::Tropism;
  static constexpr auto fields = Fields{Field{&P::vector, "vector", "Direction branches bend to."},
                                        Field{&P::elasticity, "elasticity", "How easily they bend.", "", Range{0, 1}}};
};

template <>
struct Schema<test::Octave> {
  using P = test::Octave;
  static constexpr auto fields =
      Fields{Field{&P::frequency, "frequency", "Cycles per metre.", "1/m", Range{0, 100}, Presence::required},
             Field{&P::amplitude, "amplitude", "Height.", "m", Range{0, 1000}}};
};

template <>
struct Schema<test::Sample> {
  using P = test::Sample;
  static constexpr std::string_view kind = "sample";
  static constexpr std::string_view summary = "Uses every kind of value.";
  static constexpr auto fields =
      Fields{Field{&P::octaves, "octaves", "Noise layers summed.", "", Range{1, 24}},
             Field{&P::frequency, "frequency", "Frequency of the first octave.", "1/m", Range{1e-6, 1e3}},
             Field{&P::ridged, "ridged", "Whether ridges are made."},
             Field{&P::salt, "salt", "A number mixed into the seed."},
             Field{&P::label, "label", "A name for people."},
             Field{&P::fade, "fade", "How values are joined."},
             Field{&P::size, "size", "Samples along x and z.", "", Range{1, 16385}},
             Field{&P::offset, "offset", "Where sample 0 lies.", "m"},
             Field{&P::weights, "weights", "Weights of the parts.", "", Range{0, 1}},
             Field{&P::define, "define", "Named numbers.", "", Range{-100, 100}},
             Field{&P::limit, "limit", "Largest value.", "m", Range{0, 9000}},
             Field{&P::tropism, "tropism", "Bending."},
             Field{&P::layers, "layers", "Explicit octaves."},
             Field{&P::rule, "rule", "A production."},
             Field{&P::file, "file", "A file to read."},
             Field{&P::from, "from", "The heightmap to change.", "", {}, Presence::required},
             Field{&P::mask, "mask", "Where to change it."}};
  static void check(const P& p, Checker& checker) {
    if (p.ridged && p.octaves < 2) checker.error("octaves", "ridges need at least 2 octaves");
    if (!checker.given("fade") && p.octaves > 20) checker.warning("fade", "a fade is better given");
  }
};

}  // namespace weald::schema

namespace weald::test {

/// Writes nodes; places are numbered in the order of construction so that each one can be told from the others.
inline schema::Node text(std::string value, std::uint32_t line = 1) {
  return {schema::Scalar{std::move(value), false}, {0, line, 1, 1}};
}
inline schema::Node quoted(std::string value, std::uint32_t line = 1) {
  return {schema::Scalar{std::move(value), true}, {0, line, 1, 1}};
}
inline schema::Node null() { return {}; }
inline schema::Node list(std::initializer_list<schema::Node> values) {
  return {schema::Node::List(values), {0, 1, 1, 1}};
}
inline schema::Node numbers(std::initializer_list<const char*> values) {
  schema::Node::List nodes;
  for (const char* value : values) nodes.push_back(text(value));
  return {std::move(nodes), {0, 1, 1, 1}};
}
inline schema::Node map(std::initializer_list<std::pair<const char*, schema::Node>> entries) {
  schema::Node::Map result;
  std::uint32_t line = 0;
  for (const auto& [key, value] : entries) {
    ++line;
    schema::Node node = value;
    node.where.line = line;
    node.where.column = 9;
    result.push_back({key, {0, line, 3, 1}, std::move(node)});
  }
  return {std::move(result), {0, 50, 1, 1}};
}

/// Decodes a Sample and keeps what was said about it. A `from` is added where the map has none.
struct Decoded {
  Diagnostics diagnostics;
  Sample sample;
  bool ok = false;

  explicit Decoded(schema::Node node, bool add_from = true) {
    if (add_from && node.map() != nullptr && node.find("from") == nullptr) {
      node.map()->push_back({"from", {0, 99, 1, 1}, text("hills", 99)});
    }
    schema::Decoder decoder(diagnostics, "stage 'worn'", "presets/base");
    const std::string_view reserved[] = {"kind", "seed"};
    ok = schema::decode_fields(node, decoder, sample, reserved);
  }
  std::size_t count() const { return diagnostics.all().size(); }
  std::string message(std::size_t i = 0) const { return i < count() ? diagnostics.all()[i].message : "(none)"; }
  std::string help(std::size_t i = 0) const { return i < count() ? diagnostics.all()[i].help : "(none)"; }
  SourceLoc where(std::size_t i = 0) const { return diagnostics.all().at(i).where.value(); }
};

}  // namespace weald::test
