#include "front/cli/completion.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/graph/stage_list.h"
#include "engine/preset/preset.h"
#include "engine/preset/preset_files.h"
#include "formats/images/height_files.h"
#include "formats/meshes/mesh_file.h"
#include "front/compare/tolerance.h"
#include "front/golden/suite.h"
#include "schema/decode.h"
#include "session/installed_presets.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

/// Values of options and positionals that accept one of a few words, by command ("" for all of them) and name.
std::vector<std::string_view> words_for(std::string_view command, std::string_view option) {
  using Words = std::vector<std::string_view>;
  static const std::map<std::pair<std::string_view, std::string_view>, Words> words{
      {{"", "color"}, {"auto", "always", "never"}},
      {{"", "diagnostics"}, {"text", "json"}},
      {{"", "progress"}, {"auto", "json", "off"}},
      {{"", "cache"}, {"off"}},
      {{"preview", "terminal"}, {"auto", "blocks", "off"}},
      {{"golden check", "tier"}, {"auto", "0", "1"}},
      {{"golden check", "annotations"}, {"auto", "github", "off"}},
      {{"completion", "shell"}, {"bash", "zsh", "fish"}},
  };
  for (const std::string_view owner : {command, std::string_view{}}) {
    if (const auto found = words.find({owner, option}); found != words.end()) return found->second;
  }
  return {};
}

/// The commands of the program, or of a command.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : commands_of(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

/// The words that lead to a command: "golden check".
std::string path_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  if (parent == nullptr) return "";
  const std::string before = path_of(*parent);
  return before.empty() ? command.get_name() : before + " " + command.get_name();
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// The information from the words before the word to complete.
struct CommandLine {
  const CLI::App* command = nullptr;     ///< the program, until a word names a command
  const CLI::Option* pending = nullptr;  ///< an option whose value is the word to complete
  std::vector<std::string> positionals;
  std::string folder;  ///< value of --dir
};

class Completer {
 public:
  explicit Completer(const CLI::App& program) { line_.command = &program; }

  std::vector<Candidate> run(const std::vector<std::string>& words) {
    if (words.size() < 2) return {};
    for (std::size_t i = 1; i + 1 < words.size(); ++i) take(words[i]);
    const std::string& word = words.back();
    if (line_.pending != nullptr) return values(*line_.pending, word);
    if (wants_command() && !word.starts_with('-')) return commands(word);
    const std::size_t equals = word.find('=');
    if (word.starts_with("--") && equals != std::string::npos) {
      const CLI::Option* option = find_option(word.substr(0, equals));
      if (option == nullptr) return {};
      auto result = values(*option, word.substr(equals + 1));
      for (Candidate& candidate : result) candidate.text.insert(0, word, 0, equals + 1);
      return result;
    }
    return word.starts_with('-') ? options(word) : positional(word);
  }

 private:
  /// True if the current word names a command, or a subcommand.
  bool wants_command() const { return !commands_of(*line_.command).empty(); }

  void take(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (line_.pending != nullptr) {
      if (line_.pending->check_lname("dir")) line_.folder = word;
      line_.pending = nullptr;
    } else if (word.starts_with("--dir=")) {
      line_.folder = word.substr(equals + 1);
    } else if (word.size() > 1 && word.starts_with('-')) {
      const CLI::Option* option = equals == std::string::npos ? find_option(word) : nullptr;
      if (option != nullptr && takes_value(*option)) line_.pending = option;
    } else if (!wants_command()) {
      line_.positionals.push_back(word);
    } else if (const CLI::App* command = find_command(*line_.command, word)) {
      line_.command = command;
    }
  }

  /// An option of the command, or of one that it belongs to.
  const CLI::Option* find_option(const std::string& name) const {
    for (const CLI::App* app = line_.command; app != nullptr; app = app->get_parent()) {
      for (const CLI::Option* option : app->get_options()) {
        if (option->check_name(name)) return option;
      }
    }
    return nullptr;
  }

  std::vector<Candidate> commands(const std::string& word) const {
    std::vector<Candidate> result;
    for (const CLI::App* command : commands_of(*line_.command)) {
      if (!command->get_group().empty() && command->get_name().starts_with(word))
        result.push_back({command->get_name(), command->get_description()});
    }
    return result;
  }

  std::vector<Candidate> options(const std::string& word) const {
    std::vector<Candidate> result;
    for (const CLI::App* app = line_.command; app != nullptr; app = app->get_parent()) {
      for (const CLI::Option* option : app->get_options()) {
        if (option->get_group().empty() || option->get_lnames().empty()) continue;
        const std::string name = "--" + option->get_lnames().front();
        const bool is_new = std::none_of(result.begin(), result.end(), [&](const auto& c) { return c.text == name; });
        if (is_new && name.starts_with(word)) result.push_back({name, option->get_description()});
      }
    }
    return result;
  }

  std::vector<Candidate> positional(const std::string& word) const {
    const CLI::Option* wanted = nullptr;
    std::size_t number = 0;
    for (const CLI::Option* option : line_.command->get_options()) {
      if (!option->get_positional()) continue;
      if (number++ <= line_.positionals.size()) wanted = option;
      if (number > line_.positionals.size()) break;
    }
    if (wanted == nullptr) return {};
    const auto most = static_cast<std::size_t>(wanted->get_items_expected_max());
    if (line_.positionals.size() >= number - 1 + most) return {};
    return values(*wanted, word);
  }

  std::vector<Candidate> values(const CLI::Option& option, const std::string& word) const {
    const std::string type = option.get_type_name();
    const std::string command = path_of(*line_.command);
    const std::string name = option.get_lnames().empty() ? option.get_name(true) : option.get_lnames().front();
    std::vector<Candidate> result;
    for (const std::string_view value : words_for(command, name)) add_if(result, word, value);
    if (type == "DIR") {
      const auto folders = complete_files(word, {"/"});
      result.insert(result.end(), folders.begin(), folders.end());
    }
    if (!result.empty() || type == "DIR") return result;
    if (type == "PRESET")  // a golden names its preset by a path
      return command == "golden init" ? complete_files(word, {".yaml", ".yml"}) : presets(word);
    if (type == "INSTALLED") return installed(word);
    if (type == "STAGE") return option.get_positional() ? stage_kinds(word) : stages(word);
    if (type == "OUTPUT" || name == "output") return outputs(word);
    if (type == "NAME" && command.starts_with("golden")) return golden_names(option, word);
    if (name == "tolerance") return complete_tolerance(line_.positionals, word);
    if (type == "KEY=VALUE") return picture_settings(word);
    if (type.find("KEY=") != std::string::npos) {  // --set, --sweep
      const auto text = preset_text();
      return text ? complete_set(text->root, word) : result;
    }
    if (const std::size_t open = type.find('{'); open != std::string::npos) {  // CLI::IsMember
      std::string names = type.substr(open + 1, type.find('}') - open - 1);
      for (std::size_t end = 0; !names.empty(); names.erase(0, end + 1)) {
        end = std::min(names.find(','), names.size());
        add_if(result, word, std::string_view(names).substr(0, end));
        if (end == names.size()) break;
      }
      return result;
    }
    return type.find("FILE") != std::string::npos || option.get_positional() ? complete_files(word, {}) : result;
  }

  static void add_if(std::vector<Candidate>& result, std::string_view word, std::string_view value) {
    if (value.starts_with(word)) result.push_back({std::string(value), ""});
  }

  /// Preset files, and the names of installed presets.
  static std::vector<Candidate> presets(const std::string& word) {
    std::vector<Candidate> result = complete_files(word, {".yaml", ".yml"});
    const auto names = installed(word);
    result.insert(result.end(), names.begin(), names.end());
    return result;
  }

  static std::vector<Candidate> installed(const std::string& word) {
    std::vector<Candidate> result;
    if (!word.empty() && !preset::is_bare_name(word)) return result;
    for (const session::InstalledPreset& preset : session::installed_presets()) {
      if (preset.name.starts_with(word)) result.push_back({preset.name, preset.description});
    }
    return result;
  }

  /// The names of the preset's stages and of their parts.
  std::vector<Candidate> stages(const std::string& word) const {
    std::vector<Candidate> result;
    const auto text = preset_text();
    const schema::Entry* map = text ? text->root.find("stages") : nullptr;
    if (map == nullptr || map->value.map() == nullptr) return result;
    for (const schema::Entry& stage : *map->value.map()) {
      add_if(result, word, stage.key);
      const schema::Entry* name = stage.value.find("kind");
      const schema::Scalar* text_of_kind = name != nullptr ? name->value.scalar() : nullptr;
      const auto* kind = text_of_kind != nullptr ? pipeline::find_stage_kind(text_of_kind->text) : nullptr;
      if (kind == nullptr) continue;
      for (const schema::PartInfo& part : kind->parts) add_if(result, word, fmt::format("{}.{}", stage.key, part.name));
    }
    return result;
  }

  /// Settings of a picture, as an output has them.
  static std::vector<Candidate> picture_settings(const std::string& word) {
    constexpr std::string_view kPath = "outputs.0.picture.";
    auto result = complete_set(schema::Node{}, std::string(kPath) + word);
    for (Candidate& candidate : result) candidate.text.erase(0, kPath.size());
    return result;
  }

  /// The goldens of the folder that --dir names, or of the default folder, except those already typed.
  std::vector<Candidate> golden_names(const CLI::Option& option, const std::string& word) const {
    std::vector<Candidate> result;
    fs::path folder = line_.folder;
    std::error_code error;
    if (folder.empty()) folder = fs::exists(golden::kSuiteFile, error) ? "." : "goldens";
    Sources sources;
    Diagnostics diagnostics;
    try {
      const auto suite = golden::read_suite(folder, sources, diagnostics);
      if (!suite) return result;
      for (const golden::GoldenSpec& spec : suite->goldens) {
        const std::string& name = spec.name.value;
        const bool is_given =
            option.get_positional() && std::ranges::find(line_.positionals, name) != line_.positionals.end();
        if (!is_given) add_if(result, word, name);
      }
    } catch (const IoError&) {  // no such folder, so no candidates
    }
    return result;
  }

  static std::vector<Candidate> stage_kinds(const std::string& word) {
    std::vector<Candidate> result;
    for (const pipeline::StageKind& kind : pipeline::all_stages()) {
      if (kind.kind.starts_with(word)) result.push_back({std::string(kind.kind), std::string(kind.summary)});
    }
    if (std::string_view("outputs").starts_with(word)) result.push_back({"outputs", "The files to write."});
    return result;
  }

  /// The first preset that the command line names, as far as it can be read.
  std::optional<preset::PresetText> preset_text() const {
    for (const std::string& word : line_.positionals) {
      const std::string path = session::preset_file_of(word);
      std::error_code error;
      if (!fs::is_regular_file(path, error)) continue;
      Sources sources;
      Diagnostics diagnostics;
      try {
        if (auto text = preset::read_preset_text({path, {}, std::nullopt}, sources, diagnostics)) return text;
      } catch (const IoError&) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::vector<Candidate> outputs(const std::string& word) const {
    std::vector<Candidate> result;
    const auto text = preset_text();
    const schema::Node::List* outputs = text ? text->root.list_at("outputs") : nullptr;
    if (outputs == nullptr) return result;
    for (const schema::Node& output : *outputs) {
      const std::string_view file = output.text_at("file");
      if (!file.empty()) add_if(result, word, file);
    }
    return result;
  }

  CommandLine line_;
};

}  // namespace

std::vector<Candidate> complete(const CLI::App& program, const std::vector<std::string>& words) {
  return Completer(program).run(words);
}

std::vector<Candidate> complete_files(std::string_view prefix, const std::vector<std::string_view>& extensions) {
  const std::size_t slash = prefix.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : prefix.substr(0, slash + 1));
  const std::string_view begin = slash == std::string_view::npos ? prefix : prefix.substr(slash + 1);
  std::vector<Candidate> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : fs::path(folder), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
    const bool is_folder = entry.is_directory(error);
    const std::string extension = entry.path().extension().string();
    const bool fits =
        extensions.empty() || std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
    if (is_folder || fits) result.push_back({folder + name + (is_folder ? "/" : ""), "", !is_folder});
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.text < b.text; });
  return result;
}

namespace {

// Completion after --tolerance of `weald compare`.

/// The keys of one kind of results, or the default of the key that was typed.
template <class Tolerance>
void add_keys(std::string_view word, std::vector<Candidate>& result) {
  const std::size_t equals = word.find('=');
  for (const schema::FieldInfo& field : schema::describe<Tolerance>()) {
    const std::string text = std::string(field.key) + "=";
    const std::string with_default = text + (field.default_text.empty() ? "off" : field.default_text);
    if (equals == std::string_view::npos && text.starts_with(word))
      result.push_back({text, std::string(field.help), false});
    else if (equals != std::string_view::npos && with_default.starts_with(word))
      result.push_back({with_default, "default", true});
  }
}

}  // namespace

std::vector<Candidate> complete_tolerance(const std::vector<std::string>& files, std::string_view word) {
  const std::filesystem::path file = files.empty() ? "" : files.front();
  const io::HeightFiles* const heights = io::height_files(file);
  const bool is_any = file.extension().empty(), is_mesh = io::mesh_format(file).has_value();
  const bool is_picture =
      heights != nullptr && io::height_format(file) == io::HeightFormat::png && !io::is_elevation_grid(file);
  std::vector<Candidate> result;
  if (is_any || heights != nullptr) add_keys<compare::HeightTolerance>(word, result);
  if (is_any || is_picture) add_keys<compare::ImageTolerance>(word, result);
  if (is_any || is_mesh) add_keys<compare::MeshTolerance>(word, result);
  if (is_any || !(is_mesh || heights != nullptr)) add_keys<compare::TextTolerance>(word, result);
  return result;
}

}  // namespace weald::app
