#include "front/golden/suite.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/preset/yaml_reader.h"
#include "formats/files/file_pattern.h"
#include "formats/files/read_file.h"

namespace weald::golden {

using schema::Decoder;
using schema::Entry;
using schema::Node;

static_assert(schema::has_sound_texts<GoldenSpec>() && schema::has_sound_texts<Policy>() &&
              schema::has_sound_texts<Tolerances>());
static_assert(schema::has_sound_texts<GoldenPattern>());
static_assert(schema::has_sound_defaults<GoldenSpec>());

namespace {

constexpr std::string_view kTopKeys[] = {"weald", "defaults", "goldens", "include", "ignore"};
constexpr std::size_t kLongestName = 64;

/// Whether `preset`, a path, matches one of the patterns: in the same folder, with a matching name.
bool is_ignored(const std::vector<schema::FilePath>& patterns, const std::filesystem::path& preset) {
  const auto fits = [&](const schema::FilePath& ignored) {
    const std::filesystem::path pattern = ignored.resolved;
    return pattern.parent_path().lexically_normal() == preset.parent_path().lexically_normal() &&
           io::fits_pattern(preset.filename().string(), pattern.filename().string());
  };
  return std::any_of(patterns.begin(), patterns.end(), fits);
}

class SuiteDecoder {
 public:
  SuiteDecoder(const std::filesystem::path& directory, Diagnostics& diagnostics)
      : directory_(directory), diagnostics_(diagnostics) {}

  std::optional<Suite> decode(const Node& root) {
    const auto before = diagnostics_.error_count();
    Decoder top = decoder("goldens.yaml");
    if (!schema::check_keys(root, kTopKeys, top) && root.map() == nullptr) return std::nullopt;
    check_version(root, top);
    GoldenSpec defaults;
    if (const Entry* entry = root.find("defaults")) {
      Decoder policy = decoder("'defaults'");
      schema::decode_fields(entry->value, policy, static_cast<Policy&>(defaults));
    }
    Suite suite{directory_, {}, decode_include(root, top)};
    suite.goldens = decode_goldens(root, defaults, decode_ignore(root, top));
    check_names(suite);
    if (diagnostics_.error_count() != before) return std::nullopt;
    return suite;
  }

 private:
  Decoder decoder(std::string owner) const { return {diagnostics_, std::move(owner), directory_.string()}; }

  void check_version(const Node& root, Decoder& top) {
    const Entry* version = root.find("weald");
    if (version == nullptr) {
      diagnostics_.error(root.where, "goldens.yaml needs 'weald'",
                         fmt::format("add the line 'weald: {}' (the format version)", kSuiteVersion));
      return;
    }
    int number = 0;
    if (schema::Codec<int>::decode(version->value, {"weald", "", {}}, top, number) && number != kSuiteVersion)
      diagnostics_.error(version->value.where,
                         fmt::format("format {} is unknown; this weald reads format {}", number, kSuiteVersion));
  }

  std::vector<std::string> decode_include(const Node& root, Decoder& top) {
    std::vector<schema::FilePath> folders;
    if (const Entry* entry = root.find("include"))
      schema::Codec<std::vector<schema::FilePath>>::decode(entry->value, {"include", "", {}}, top, folders);
    std::vector<std::string> result;
    for (const schema::FilePath& folder : folders) result.push_back(folder.resolved);
    return result;
  }

  std::vector<schema::FilePath> decode_ignore(const Node& root, Decoder& top) {
    std::vector<schema::FilePath> patterns;
    if (const Entry* entry = root.find("ignore"))
      schema::Codec<std::vector<schema::FilePath>>::decode(entry->value, {"ignore", "", {}}, top, patterns);
    return patterns;
  }

  std::vector<GoldenSpec> decode_goldens(const Node& root, const GoldenSpec& defaults,
                                         const std::vector<schema::FilePath>& ignore) {
    std::vector<GoldenSpec> goldens;
    const Entry* entry = root.find("goldens");
    const Node::List* list = entry != nullptr ? entry->value.list() : nullptr;
    if (list == nullptr || list->size() > kMaxGoldens) {
      diagnostics_.error(entry == nullptr ? root.where : entry->value.where,
                         fmt::format("goldens.yaml needs 'goldens', a list of at most {}", kMaxGoldens),
                         "for example goldens: [{name: hills, preset: hills.yaml}]");
      return goldens;
    }
    std::set<std::string> named;  // names of the goldens that are not from a pattern
    for (const Node& node : *list)
      if (node.find("presets") == nullptr) named.insert(name_of(node));
    for (std::size_t i = 0; i < list->size() && goldens.size() <= kMaxGoldens; ++i) {
      const Node& node = (*list)[i];
      const std::string name = name_of(node);
      Decoder own = decoder(name.empty() ? fmt::format("golden {}", i + 1) : fmt::format("golden '{}'", name));
      if (node.find("presets") != nullptr) {
        add_pattern(node, own, defaults, {named, ignore}, goldens);
        continue;
      }
      GoldenSpec golden = defaults;
      schema::decode_fields(node, own, golden);
      goldens.push_back(std::move(golden));
    }
    if (goldens.size() > kMaxGoldens)
      diagnostics_.error(entry->value.where, fmt::format("goldens.yaml describes more than {} goldens", kMaxGoldens));
    return goldens;
  }

  /// The name of a golden; empty if it has none, which is reported elsewhere.
  static std::string name_of(const Node& golden) { return std::string(golden.text_at("name")); }

  /// The presets that a pattern leaves out.
  struct Exceptions {
    const std::set<std::string>& named;  ///< goldens that are described by themselves
    const std::vector<schema::FilePath>& ignore;
  };

  /// Adds a golden for each preset that fits.
  void add_pattern(const Node& node, Decoder& own, const GoldenSpec& defaults, const Exceptions& exceptions,
                   std::vector<GoldenSpec>& goldens) {
    GoldenPattern pattern;
    static_cast<Policy&>(pattern) = defaults;
    if (!schema::decode_fields(node, own, pattern)) return;
    const std::filesystem::path path = pattern.presets.resolved, text = pattern.presets.text;
    if (pattern.name.value.find('*') == std::string::npos)
      return diagnostics_.error(pattern.name.where,
                                fmt::format("the name '{}' of several goldens needs a *", pattern.name.value),
                                "* stands for the name of the preset's file, as in small-*");
    bool has_any = false;
    for (const std::string& file : files_of(pattern, path)) {
      if (is_ignored(exceptions.ignore, path.parent_path() / file)) continue;
      has_any = true;
      GoldenSpec golden = defaults;
      static_cast<Policy&>(golden) = pattern;
      golden.name = {name_by(pattern.name.value, file), pattern.presets.where};
      golden.preset = {(text.parent_path() / file).generic_string(), (path.parent_path() / file).string(),
                       pattern.presets.where};
      golden.set = pattern.set;
      golden.seed = pattern.seed;
      golden.coarser = pattern.coarser;
      golden.outputs = pattern.outputs;
      if (exceptions.named.count(golden.name.value) == 0) goldens.push_back(std::move(golden));
      if (goldens.size() > kMaxGoldens) return;
    }
    if (!has_any)
      diagnostics_.error(pattern.presets.where, fmt::format("no preset matches '{}'", pattern.presets.text),
                         "the path is relative to the folder of goldens.yaml; only the file name may be a pattern");
  }

  std::vector<std::string> files_of(const GoldenPattern& pattern, const std::filesystem::path& path) {
    try {
      return io::files_that_fit(path.parent_path(), path.filename().string());
    } catch (const IoError& e) {
      diagnostics_.unreadable(pattern.presets.where, e.what());
      return {};
    }
  }

  static std::string name_by(std::string name, const std::string& file) {
    const std::string stem = golden_name_for(std::filesystem::path(file).stem().string());
    for (std::size_t at = 0; (at = name.find('*', at)) != std::string::npos; at += stem.size())
      name.replace(at, 1, stem);
    return name;
  }

  void check_names(const Suite& suite) {
    std::map<std::string, SourceLoc> first;
    for (const GoldenSpec& golden : suite.goldens) {
      const std::string& name = golden.name.value;
      if (golden.name.where.line == 0) continue;  // a golden without a name, which has been reported
      if (!is_golden_name(name))
        diagnostics_.error(golden.name.where,
                           fmt::format("'{}' is not a valid golden name", name.substr(0, kLongestName)),
                           "use letters, digits, '_', '-' and '.', at most 64, the first a letter or a digit");
      const auto [place, is_new] = first.emplace(name, golden.name.where);
      if (!is_new)
        diagnostics_.error(golden.name.where, fmt::format("there are two goldens '{}'", name),
                           fmt::format("the first is in line {}", place->second.line));
    }
  }

  std::filesystem::path directory_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::string golden_name_for(std::string_view preset) {
  std::string name;
  for (const char c : preset) {
    name += c;
    if (is_golden_name(name)) continue;
    name.pop_back();
    if (!name.empty()) name += '_';
  }
  return is_golden_name(name) ? name : "golden";
}

bool is_golden_name(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= kLongestName && plain(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return plain(c) || c == '_' || c == '-' || c == '.'; });
}

std::optional<Suite> parse_suite(const std::filesystem::path& directory, std::uint32_t source, std::string_view text,
                                 Diagnostics& diagnostics) {
  const auto root = preset::read_yaml(source, text, diagnostics);
  if (!root) return std::nullopt;
  return SuiteDecoder(directory, diagnostics).decode(*root);
}

std::optional<Suite> read_suite(const std::filesystem::path& directory, Sources& sources, Diagnostics& diagnostics) {
  const auto path = (directory / kSuiteFile).lexically_normal();
  const std::string text = io::read_file(path, preset::YamlLimits{}.bytes);
  return parse_suite(directory, sources.add(path.string(), text), text, diagnostics);
}

}  // namespace weald::golden
