#pragma once
// Suite: the goldens described by one goldens.yaml.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "front/compare/tolerance.h"
#include "schema/decode.h"

namespace weald::golden {

/// The criterion by which a golden passes.
enum class Tier {
  automatic,  ///< equal digests; if one differs and references are kept, the tolerances
  digests,    ///< digests alone
  compare,    ///< comparison with the references, always
};

/// The files stored in the repository.
enum class Keep {
  digests,     ///< digests alone: kilobytes
  references,  ///< also a file of every output, to compare with
};

/// Tolerances for each kind of result.
struct Tolerances {
  compare::HeightTolerance heights;
  compare::ImageTolerance images;
  compare::MeshTolerance meshes;
  compare::TextTolerance texts;
};

/// Settings that `defaults` gives to all goldens, and each golden can override.
struct Policy {
  Tier tier = Tier::automatic;
  Keep keep = Keep::digests;
  Tolerances tolerance;
};

/// One golden as goldens.yaml describes it.
struct GoldenSpec : Policy {
  schema::Located<std::string> name;
  schema::FilePath preset;
  std::vector<schema::Located<std::string>> set;
  std::optional<std::uint64_t> seed;
  std::optional<int> coarser;                         ///< unset: 1
  std::vector<schema::Located<std::string>> outputs;  ///< empty: all
};

/// An entry of goldens.yaml that describes a golden for each preset matching a pattern.
struct GoldenPattern : Policy {
  schema::FilePath presets;
  schema::Located<std::string> name{"*", {}};
  std::vector<schema::Located<std::string>> set;
  std::optional<std::uint64_t> seed;
  std::optional<int> coarser;                         ///< unset: 1
  std::vector<schema::Located<std::string>> outputs;  ///< empty: all
};

/// A described folder of goldens.
struct Suite {
  std::filesystem::path directory;   ///< folder of goldens.yaml
  std::vector<GoldenSpec> goldens;   ///< in the order of the file, those of a pattern by name; names are distinct
  std::vector<std::string> include;  ///< folders in which the presets' components are looked for
};

inline constexpr std::string_view kSuiteFile = "goldens.yaml";
/// The version of goldens.yaml that this weald reads: the value of its key `weald`.
inline constexpr int kSuiteVersion = 1;
inline constexpr std::size_t kMaxGoldens = 10'000;

/// Reads `directory`/goldens.yaml, and lists the folders of its patterns. All errors are reported at their locations;
/// unset if there was one. Errors: IoError if the file cannot be read.
std::optional<Suite> read_suite(const std::filesystem::path& directory, Sources& sources, Diagnostics& diagnostics);

/// Decodes the text of a goldens.yaml that is source `source`.
std::optional<Suite> parse_suite(const std::filesystem::path& directory, std::uint32_t source, std::string_view text,
                                 Diagnostics& diagnostics);

/// The name of a golden for a preset of this name: invalid characters become '_'.
std::string golden_name_for(std::string_view preset);

/// True when `name` can name a golden: letters, digits, '_', '-' and '.', at most 64, the first a letter or a digit.
bool is_golden_name(std::string_view name);

}  // namespace weald::golden

namespace weald::schema {

template <>
struct EnumNames<golden::Tier> {
  static constexpr auto names = names_in_order<golden::Tier>("auto", "0", "1");
};

template <>
struct EnumNames<golden::Keep> {
  static constexpr auto names = names_in_order<golden::Keep>("digests", "references");
};

template <>
struct Schema<golden::Tolerances> {
  using P = golden::Tolerances;
  static constexpr auto fields =
      Fields{Field{&P::heights, "heights", "Tolerances of heightmaps."},
             Field{&P::images, "images", "Tolerances of pictures."},
             Field{&P::meshes, "meshes", "Tolerances of meshes and scenes."},
             Field{&P::texts, "texts", "Tolerances of texts: SVG, CSV, OBJ lines, derived strings."}};
};

template <>
struct Schema<golden::Policy> {
  using P = golden::Policy;
  static constexpr auto fields = Fields{
      Field{&P::tier, "tier",
            "How results are judged: 0, by digests alone; 1, always by comparison with the references; auto, by "
            "digests, and by comparison where a digest differs and references are kept."},
      Field{&P::keep, "keep",
            "What 'update' stores in the repository: digests alone, or also references (PNG, OBJ, texts) to compare "
            "with."},
      Field{&P::tolerance, "tolerance",
            "Limits on the difference between a result and its reference, for each kind "
            "of result."}};
};

template <>
struct Schema<golden::GoldenSpec> {
  using P = golden::GoldenSpec;
  static constexpr auto own_fields =
      Fields{Field{&P::name, "name", "Name of the golden, unique in the file.", "", {}, Presence::required},
             Field{&P::preset,
                   "preset",
                   "Preset to build; relative paths are relative to this file.",
                   "",
                   {},
                   Presence::required},
             Field{&P::set, "set", "Values to set, as for --set: stage.key=value."},
             Field{&P::seed, "seed", "Seed instead of the preset's."},
             Field{&P::coarser, "coarser", "Factor of the distance between the samples of every heightmap; unset: 1.",
                   "", Range{1, 1024}},
             Field{&P::outputs, "outputs", "Output files to check, as the preset names them; empty: all."}};
  static constexpr auto fields = joined(own_fields, Schema<golden::Policy>::fields);
};

template <>
struct Schema<golden::GoldenPattern> {
  using P = golden::GoldenPattern;
  static constexpr auto own_fields = Fields{
      Field{&P::presets,
            "presets",
            "Instead of 'preset': a golden for each file that matches, such as ../presets/*.yaml; the file name may "
            "contain *, ? and [...].",
            "",
            {},
            Presence::required},
      Field{&P::name, "name", "Names of these goldens; * stands for the name of the preset's file."},
      Field{&P::set, "set", "Values to set, as for --set: stage.key=value."},
      Field{&P::seed, "seed", "Seed instead of the presets' own."},
      Field{&P::coarser, "coarser", "Factor of the distance between the samples of every heightmap; unset: 1.", "",
            Range{1, 1024}},
      Field{&P::outputs, "outputs", "Output files to check, as the presets name them; empty: all."}};
  static constexpr auto fields = joined(own_fields, Schema<golden::Policy>::fields);
};

}  // namespace weald::schema
