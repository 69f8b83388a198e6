#include "golden/suite.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "io/read_file.h"
#include "preset/yaml_reader.h"

namespace weald::golden {

using schema::Decoder;
using schema::Entry;
using schema::Node;

static_assert(schema::has_sound_texts<GoldenSpec>() && schema::has_sound_texts<Policy>() &&
              schema::has_sound_texts<Tolerances>());
static_assert(schema::has_sound_defaults<GoldenSpec>());

namespace {

constexpr std::string_view kTopKeys[] = {"weald", "defaults", "goldens"};
constexpr std::size_t kLongestName = 64;

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
    Suite suite{directory_, decode_goldens(root, defaults)};
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
                         fmt::format("format {} is not known; this weald reads format {}", number, kSuiteVersion));
  }

  std::vector<GoldenSpec> decode_goldens(const Node& root, const GoldenSpec& defaults) {
    std::vector<GoldenSpec> goldens;
    const Entry* entry = root.find("goldens");
    const Node::List* list = entry != nullptr ? entry->value.list() : nullptr;
    if (list == nullptr || list->size() > kMaxGoldens) {
      diagnostics_.error(entry == nullptr ? root.where : entry->value.where,
                         fmt::format("goldens.yaml needs 'goldens', a list of at most {}", kMaxGoldens),
                         "for example goldens: [{name: hills, preset: hills.yaml}]");
      return goldens;
    }
    for (const Node& node : *list) {
      const Entry* name = node.find("name");
      const bool is_named = name != nullptr && name->value.scalar() != nullptr;
      Decoder own = decoder(is_named ? fmt::format("golden '{}'", name->value.scalar()->text)
                                     : fmt::format("golden {}", goldens.size() + 1));
      GoldenSpec golden = defaults;
      schema::decode_fields(node, own, golden);
      goldens.push_back(std::move(golden));
    }
    return goldens;
  }

  void check_names(const Suite& suite) {
    std::map<std::string, SourceLoc> first;
    for (const GoldenSpec& golden : suite.goldens) {
      const std::string& name = golden.name.value;
      if (golden.name.where.line == 0) continue;  // it has none, which was reported
      if (!is_golden_name(name))
        diagnostics_.error(golden.name.where, fmt::format("'{}' cannot name a golden", name.substr(0, kLongestName)),
                           "letters, digits, '_', '-' and '.', at most 64, the first a letter or a digit");
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
