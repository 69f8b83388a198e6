#include "front/cli/previews/detail/preview_variants.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "engine/preset/seeds.h"
#include "schema/decode.h"
#include "session/installed_presets.h"

namespace weald::app {

namespace {

using preset::PresetText;
using schema::Entry;
using schema::Node;

constexpr std::string_view kPicturePrefix = "picture.";

Node text_node(std::string text, const SourceLoc& where) { return {schema::Scalar{std::move(text), true}, where}; }

bool has_picture(const Node& output) {
  const Entry* picture = output.find("picture");
  return picture != nullptr && !picture->value.is_null();
}

/// The output that draws what `output` shows. Its other keys say how a file is written, and mostly suit no picture.
Node as_picture(const Node& output, const SourceLoc& nowhere) {
  Node picture{Node::Map{}, output.where};
  if (const Entry* from = output.find("from")) picture.map()->push_back(*from);
  picture.map()->push_back({"file", nowhere, text_node("preview.png", nowhere)});
  if (has_picture(output))
    picture.map()->push_back(*output.find("picture"));
  else
    picture.map()->push_back({"picture", nowhere, Node{Node::Map{}, nowhere}});
  return picture;
}

class Loader {
 public:
  Loader(const PreviewRequest& request, session::Findings& findings)
      : request_(request), sources_(findings.sources), diagnostics_(findings.diagnostics) {}

  std::optional<VariantSet> load() {
    for (std::size_t i = 0; i < request_.sweeps.size(); ++i) {
      const std::uint32_t source = sources_.add(fmt::format("--sweep #{}", i + 1), request_.sweeps[i]);
      if (auto sweep = preset::parse_sweep(source, request_.sweeps[i], diagnostics_))
        set_.sweeps.push_back(std::move(*sweep));
    }
    const std::size_t count = preset::variant_count(set_.sweeps);
    if (count > preset::kMaxVariants)
      diagnostics_.error(std::nullopt, fmt::format("the sweeps make more than {} tiles", preset::kMaxVariants));
    set_.name = preset::preset_name(request_.preset.path);
    if (is_previewed_file(request_.preset.path))
      load_file(count);
    else
      load_preset(count);
    return diagnostics_.has_errors() ? std::nullopt : std::optional{std::move(set_)};
  }

 private:
  /// The merged preset. Unset, with an error, if it cannot be read.
  std::optional<PresetText> read_text(Diagnostics& diagnostics) {
    try {
      return preset::read_preset_text(request_.preset, sources_, diagnostics);
    } catch (const IoError& e) {
      diagnostics.unreadable(std::nullopt, e.what(), session::help_for_unknown_preset(request_.preset.path));
      return std::nullopt;
    }
  }

  void load_preset(std::size_t count) {
    Diagnostics own;
    auto text = read_text(own);
    if (!text && !own.has_unreadable() && !may_be_preset(request_.preset.path)) {
      diagnostics_.error(std::nullopt, unknown_file_text(request_.preset.path), unknown_file_advice());
      return;
    }
    for (const Diagnostic& diagnostic : own.all()) diagnostics_.add(diagnostic);
    if (text) {
      preset::keep_first_sibling(text->root, diagnostics_);
      // The picture shows the whole map of a world.
      if (text->root.map() != nullptr)
        std::erase_if(*text->root.map(), [](const Entry& entry) { return entry.key == "world"; });
    }
    if (!text || diagnostics_.has_errors() || !choose_output(*text)) return;
    if (Node* picture = picture_of(*text)) set_picture(*text, *picture);
    set_.read = text->files;
    for (std::size_t i = 0; i < count && !diagnostics_.has_errors(); ++i) add_variant(*text, i);
  }

  void load_file(std::size_t count) {
    if (!request_.preset.set.empty() || request_.preset.seed || request_.preset.variant || request_.from ||
        request_.output) {
      diagnostics_.error(std::nullopt,
                         fmt::format("'{}' is not a preset: it has no stages, outputs or seed", request_.preset.path),
                         "use --picture and --sweep picture.KEY=VALUES for settings of the picture");
      return;
    }
    set_.read = {request_.preset.path};
    PresetText nothing;
    Node picture{Node::Map{}, {}};
    set_picture(nothing, picture);
    for (std::size_t i = 0; i < count && !diagnostics_.has_errors(); ++i) {
      Variant variant = named_variant(i);
      Node own = picture;
      for (std::size_t k = 0; k < set_.sweeps.size(); ++k) {
        if (!set_.sweeps[k].key.starts_with(kPicturePrefix)) {
          diagnostics_.error(std::nullopt, fmt::format("'{}' cannot be swept for a file", set_.sweeps[k].key),
                             "only the picture of a file can be swept: --sweep picture.KEY=VALUES");
          return;
        }
        sweep_picture(nothing, own, k, i);
      }
      schema::Decoder decoder(diagnostics_, "the picture", "");
      if (!diagnostics_.has_errors() && schema::decode_fields(own, decoder, variant.picture))
        set_.variants.push_back(std::move(variant));
    }
    if (!diagnostics_.has_errors()) set_.content = read_previewed_file(request_.preset.path, diagnostics_);
  }

  /// Returns false, with an error, if --from does not begin with the name of a stage. Linking reports an unknown part.
  bool check_from(const PresetText& text) {
    const Entry* stages = text.root.find("stages");
    if (stages == nullptr || stages->value.map() == nullptr) return true;  // the decoder reports it
    std::vector<std::string_view> names;
    for (const Entry& stage : *stages->value.map()) names.push_back(stage.key);
    const std::string_view stage = std::string_view{*request_.from}.substr(0, request_.from->find('.'));
    if (std::ranges::find(names, stage) != names.end()) return true;
    diagnostics_.error(std::nullopt, fmt::format("--from: there is no stage '{}'", stage),
                       schema::suggest(stage, names));
    return false;
  }

  /// Replaces the outputs by the one to show, as a picture.
  bool choose_output(PresetText& text) {
    Entry* outputs = text.root.find("outputs");
    const Node::List* list = outputs != nullptr ? outputs->value.list() : nullptr;
    const SourceLoc nowhere{text.root.where.source, 0, 0, 1};
    Node chosen{Node::Map{}, nowhere};
    if (request_.from) {
      if (!check_from(text)) return false;
      chosen = output_of_stage(text, list);
    } else if (list == nullptr || list->empty()) {
      return true;  // the decoder reports it
    } else if (const Node* output = chosen_output(*list)) {
      chosen = *output;
    } else {
      return false;
    }
    if (chosen.map() == nullptr) return true;  // the decoder reports it
    chosen = as_picture(chosen, nowhere);
    set_.shown = chosen.text_at("from");
    if (outputs == nullptr) {
      text.root.map()->push_back({"outputs", nowhere, {}});
      outputs = &text.root.map()->back();
    }
    outputs->value = Node{Node::List{std::move(chosen)}, nowhere};
    return true;
  }

  /// The output for --from, with the settings of the preset's first picture of this stage.
  Node output_of_stage(PresetText& text, const Node::List* list) {
    const SourceLoc where{text.add_source("--from", *request_.from, sources_), 1, 1,
                          static_cast<std::uint32_t>(std::max<std::size_t>(1, request_.from->size()))};
    Node output{Node::Map{{"from", where, text_node(*request_.from, where)}}, where};
    if (list == nullptr) return output;
    for (const Node& other : *list) {
      if (other.text_at("from") != *request_.from || !has_picture(other)) continue;
      output.map()->push_back(*other.find("picture"));
      break;
    }
    return output;
  }

  /// The output that --only names; else the first with a picture; else the last. Null, with an error, if there is none.
  const Node* chosen_output(const Node::List& list) {
    if (!request_.output) {
      const auto place = std::ranges::find_if(list, has_picture);
      return place != list.end() ? &*place : &list.back();
    }
    std::vector<std::string_view> files;
    for (const Node& output : list) {
      files.push_back(output.text_at("file"));
      if (files.back() == *request_.output) return &output;
    }
    diagnostics_.error(std::nullopt, fmt::format("the preset has no output '{}'", *request_.output),
                       schema::suggest(*request_.output, files));
    return nullptr;
  }

  Node* picture_of(PresetText& text) {
    Node::List* list = text.root.list_at("outputs");
    if (list == nullptr || list->size() != 1) return nullptr;
    Entry* picture = list->front().find("picture");
    return picture != nullptr ? &picture->value : nullptr;
  }

  /// Applies --picture and --size.
  void set_picture(PresetText& text, Node& picture) {
    for (std::size_t i = 0; i < request_.picture.size(); ++i) {
      const std::uint32_t source = text.add_source(fmt::format("--picture #{}", i + 1), request_.picture[i], sources_);
      preset::apply_inside(picture, source, "--picture", request_.picture[i], diagnostics_);
    }
    if (request_.size) {
      const std::string size = fmt::format("size=[{}, {}]", request_.size->width, request_.size->height);
      preset::apply_inside(picture, text.add_source("--size", size, sources_), "--size", size, diagnostics_);
    }
    if (!request_.picture.empty()) check_picture(text, picture);
  }

  /// Reports errors in the settings of the picture, before they become part of an output that is not in the preset.
  void check_picture(const PresetText& text, const Node& picture) {
    Diagnostics own;
    schema::Decoder decoder(own, "the picture", text.directory);
    decoder.set_directories(text.directories);
    render::PictureParams params;
    schema::decode_fields(picture, decoder, params);
    for (const Diagnostic& diagnostic : own.all())
      if (diagnostic.severity == Severity::error) diagnostics_.add(diagnostic);
  }

  /// Gives `picture` the value that sweep `k` has in variant `index`.
  void sweep_picture(PresetText& text, Node& picture, std::size_t k, std::size_t index) {
    set_.sweeps_picture = true;
    const std::string assignment =
        set_.sweeps[k].key.substr(kPicturePrefix.size()) + '=' + preset::variant_values(set_.sweeps, index)[k];
    const std::uint32_t source = text.add_source(fmt::format("--sweep #{}", k + 1), assignment, sources_);
    preset::apply_inside(picture, source, "--sweep", assignment, diagnostics_);
    if (!diagnostics_.has_errors()) check_picture(text, picture);
  }

  bool is_picture_key(const PresetText& text, std::string_view key) const {
    const Entry* stages = text.root.find("stages");
    const bool is_stage = stages != nullptr && stages->value.find("picture") != nullptr;
    return key.starts_with(kPicturePrefix) && !is_stage;
  }

  Variant named_variant(std::size_t index) const {
    Variant variant;
    const std::vector<std::string> values = preset::variant_values(set_.sweeps, index);
    for (std::size_t k = 0; k < values.size(); ++k) variant.values.emplace_back(set_.sweeps[k].key, values[k]);
    return variant;
  }

  void add_variant(const PresetText& base, std::size_t index) {
    PresetText text = base;
    Variant variant = named_variant(index);
    for (std::size_t k = 0; k < set_.sweeps.size(); ++k) {
      Node* picture = picture_of(text);
      if (picture != nullptr && is_picture_key(text, set_.sweeps[k].key)) {
        sweep_picture(text, *picture, k, index);
      } else {
        const std::string assignment = set_.sweeps[k].key + '=' + variant.values[k].second;
        text.set(fmt::format("--sweep #{}", k + 1), assignment, sources_, diagnostics_);
      }
    }
    if (diagnostics_.has_errors()) return;
    Diagnostics own;
    auto preset = preset::decode_preset(text, set_.name, own);
    for (const Diagnostic& diagnostic : own.all()) {
      if (diagnostic.severity == Severity::error || index == 0) diagnostics_.add(diagnostic);
    }
    if (!preset) return;
    for (const std::string& file : preset->graph.files_read()) set_.read.push_back(file);
    variant.preset = std::move(preset);
    variant.picture = variant.preset->graph.outputs.front().decl.spec.picture.value_or(render::PictureParams{});
    set_.variants.push_back(std::move(variant));
  }

  const PreviewRequest& request_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  VariantSet set_;
};

}  // namespace

std::optional<VariantSet> load_variants(const PreviewRequest& request, session::Findings& findings) {
  return Loader(request, findings).load();
}

}  // namespace weald::app
