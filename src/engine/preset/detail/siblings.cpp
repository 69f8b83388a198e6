#include "engine/preset/detail/siblings.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/preset/preset.h"
#include "schema/canonical_text.h"
#include "schema/part.h"

namespace weald::preset {

using pipeline::OutputDecl;
using pipeline::StageDecl;
using schema::Entry;
using schema::Node;

namespace {

/// What makes the siblings: "'seeds'" or "'sweep'".
std::string_view of_what(const SiblingList& list) { return list.keys.front().is_seeds ? "'seeds'" : "'sweep'"; }

}  // namespace

std::set<std::string> equal_stages(const std::vector<Expansion>& expansions) {
  // The seed of a stage is its own, or made from that of its preset.
  const auto text_of = [](const ExpandedStage& stage) {
    const std::string values = schema::canonical_text(stage.entry.value);
    return stage.entry.value.find("seed") != nullptr ? values : fmt::format("{} {}", stage.preset_seed, values);
  };
  std::map<std::string, std::string> texts;
  for (const ExpandedStage& stage : expansions.front().stages) texts.emplace(stage.name, text_of(stage));
  for (std::size_t i = 1; i < expansions.size(); ++i) {
    if (!(expansions[i].names == expansions.front().names)) return {};  // what a stage reads may differ
    std::map<std::string, std::string> both;
    for (const ExpandedStage& stage : expansions[i].stages) {
      const auto found = texts.find(stage.name);
      if (found != texts.end() && found->second == text_of(stage)) both.insert(*found);
    }
    texts = std::move(both);
  }
  std::set<std::string> names;
  for (const auto& [name, text] : texts) names.insert(name);
  return names;
}

void Siblings::add(std::vector<StageDecl> stages, std::vector<OutputDecl> outputs) {
  for (StageDecl& stage : stages) {
    const auto same =
        std::find_if(stages_.begin(), stages_.end(), [&](const StageDecl& other) { return other.name == stage.name; });
    if (same == stages_.end()) {
      stages_.push_back(std::move(stage));
    } else if ((same->where.line != stage.where.line || same->where.source != stage.where.source) &&
               !std::exchange(has_clash_, true)) {
      diagnostics_.error(stage.where,
                         fmt::format("'{}' is the name of a stage made for one of the {}", stage.name, of_what(list_)),
                         "rename one of the two stages");
    }
  }
  if (!outputs_.empty() && outputs.size() != outputs_.front().size() && !std::exchange(has_clash_, true))
    diagnostics_.error(declared_.where, fmt::format("the siblings of the {} have different outputs", of_what(list_)),
                       "'for' and 'when' of outputs must not depend on what differs between siblings");
  outputs_.push_back(std::move(outputs));
}

bool Siblings::fits() const {
  const std::size_t outputs = outputs_.size() * outputs_.front().size();
  if (stages_.size() <= kMaxStages && outputs <= kMaxOutputs) return true;
  diagnostics_.error(list_.keys.front().where,
                     fmt::format("the preset would have {} stages and {} outputs for all siblings together; the limits "
                                 "are {} and {}",
                                 stages_.size(), outputs, kMaxStages, kMaxOutputs),
                     "stages with a 'seed' of their own that read no other stages are made only once");
  return false;
}

/// The first key in which two siblings differ that have the same file; null if no two have.
const SweptKey* Siblings::undivided_key(const std::vector<std::string>& files) const {
  std::map<std::string_view, std::size_t> siblings;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto [other, is_new] = siblings.emplace(files[i], i);
    if (is_new) continue;
    for (std::size_t k = 0; k < list_.keys.size(); ++k) {
      const auto text = [&](std::size_t sibling) { return value_text(list_.siblings[sibling].values[k].second); };
      if (text(other->second) != text(i)) return &list_.keys[k];
    }
  }
  return nullptr;
}

std::string Siblings::swept_by(const SweptKey& key) const {
  return key.is_seeds ? "'seeds'" : fmt::format("a sweep over '{}'", key.key);
}

/// Each sibling writes files of its own; a sheet is a picture of all of them.
bool Siblings::check_files(const std::vector<StageDecl>& first) const {
  const auto before = diagnostics_.error_count();
  for (std::size_t output = 0; output < outputs_.front().size(); ++output) {
    const OutputDecl& one = outputs_.front()[output];
    if (one.spec.sheet) continue;
    std::vector<std::string> files;
    for (const auto& sibling : outputs_) files.push_back(sibling[output].spec.file.value);
    if (const SweptKey* key = undivided_key(files))
      diagnostics_.error(one.spec.file.where,
                         fmt::format("with {}, every file needs {{{}}} in its name", swept_by(*key), key->key),
                         fmt::format("for example {}", with_mark(one.declared_file, key->key)));
    if (one.spec.textures) check_textures(output, first);
  }
  return diagnostics_.error_count() == before;
}

/// Siblings may share a file only if they share the stage that makes its picture.
void Siblings::check_textures(std::size_t output, const std::vector<StageDecl>& first) const {
  const auto& named = outputs_.front()[output].spec.textures->named;
  for (std::size_t t = 0; t < named.size(); ++t) {
    const pipeline::NamedTexture& texture = named[t];
    const std::string stage{schema::split_part(texture.from.stage).first};
    std::vector<std::string> files;
    for (const auto& sibling : outputs_) {
      const auto& textures = sibling[output].spec.textures;
      if (textures && t < textures->named.size()) files.push_back(textures->named[t].file.value);
    }
    const SweptKey* key = shared_.contains(stage) ? nullptr : undivided_key(files);
    if (key == nullptr) continue;
    const auto own_name = [&](const std::string& name) {
      const std::string& suffix = list_.siblings.front().suffix;
      const std::string whole{schema::split_part(name).first};
      return whole.ends_with(suffix) ? whole.substr(0, whole.size() - suffix.size()) + name.substr(whole.size()) : name;
    };
    const std::string own_stage{schema::split_part(own_name(texture.from.stage)).first};
    const auto declared = std::ranges::find_if(first, [&](const StageDecl& other) { return other.name == own_stage; });
    if (declared == first.end()) continue;
    const bool reads_shared = std::ranges::all_of(declared->inputs, [&](const schema::InputUse& use) {
      return shared_.contains(std::string(schema::split_part(use.stage).first));
    });
    diagnostics_.error(
        texture.file.where,
        fmt::format("'{}' would hold the picture of '{}' for each of the {}, but these pictures differ",
                    texture.declared_file, own_name(texture.from.stage),
                    key->is_seeds ? "'seeds'" : fmt::format("values of '{}'", key->key)),
        fmt::format("write {}{}", with_mark(texture.declared_file, key->key),
                    reads_shared && key->key == "seed"
                        ? fmt::format("; or give stage '{}' a 'seed', so that it is made once", own_stage)
                        : ""));
  }
}

// Builds the stage as a preset would declare it, and decodes it like any other stage.
StageDecl Siblings::sheet_stage(const std::string& name, std::size_t output) const {
  const OutputDecl& first = outputs_.front()[output];
  const SourceLoc where = first.where;
  const auto text = [&](std::string value) { return Node{schema::Scalar{std::move(value)}, where}; };
  Node::List from, captions;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    from.push_back(text(outputs_[i][output].spec.from.stage));
    captions.push_back(text(list_.siblings[i].caption));
  }
  Node map{
      Node::Map{{"from", where, Node{std::move(from), where}}, {"captions", where, Node{std::move(captions), where}}},
      where};
  const Node& declared = (*declared_.list())[output];
  for (const std::string_view key : {"sheet", "picture"}) {
    const Entry* entry = declared.find(key);
    if (entry != nullptr && !entry->value.is_null()) map.map()->push_back(*entry);
  }
  StageDecl decl;
  decl.name = name;
  decl.where = where;
  decl.kind = pipeline::find_stage_kind("contact_sheet");
  schema::Decoder decoder(diagnostics_, fmt::format("output {}", output), text_.directory);
  decoder.set_directories(text_.directories);
  decl.bound = decl.kind->bind(map, decoder, decl.inputs);
  return decl;
}

std::optional<pipeline::Graph> Siblings::link(const std::vector<StageDecl>& first) {
  if (has_clash_ || !fits() || !check_files(first)) return std::nullopt;
  std::vector<OutputDecl> outputs;
  for (std::size_t output = 0; output < outputs_.front().size(); ++output) {
    OutputDecl& one = outputs_.front()[output];
    if (one.spec.sheet) {
      StageDecl stage = sheet_stage(fmt::format("sheet-{}", output), output);
      one.spec.from.stage = stage.name;
      one.spec.sheet.reset();
      one.spec.picture.reset();
      one.sibling = 0;
      outputs.push_back(std::move(one));
      stages_.push_back(std::move(stage));
      continue;
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      outputs.push_back(std::move(outputs_[i][output]));
      outputs.back().sibling = i;
    }
  }
  Diagnostics found;
  auto graph = pipeline::link(std::move(stages_), std::move(outputs), found);
  for (const Diagnostic& one : found.all()) {
    if (one.severity == Severity::error) diagnostics_.add(one);  // the warnings were reported for the first sibling
  }
  return graph;
}

}  // namespace weald::preset
