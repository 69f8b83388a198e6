#pragma once
// Siblings: one graph of the stages and outputs of all siblings of a preset.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/detail/expansion.h"
#include "engine/preset/detail/sibling.h"
#include "engine/preset/preset_text.h"

namespace weald::preset {

/// The names of the stages that have the same kind, values and seed in all expansions.
std::set<std::string> equal_stages(const std::vector<Expansion>& expansions);

/// Collects the stages and outputs of siblings, which add() takes in their order.
class Siblings {
 public:
  /// `declared` is the list of the first sibling's outputs, `shared` the names of the stages that all siblings share.
  /// All must outlive this.
  Siblings(const PresetText& text, const schema::Node& declared, const SiblingList& list,
           const std::set<std::string>& shared, Diagnostics& diagnostics)
      : text_(text), declared_(declared), list_(list), shared_(shared), diagnostics_(diagnostics) {}

  /// Adds the stages and outputs of one sibling. For stages that all siblings share, the first ones are kept.
  void add(std::vector<pipeline::StageDecl> stages, std::vector<pipeline::OutputDecl> outputs);
  /// Links them all; outputs with `sheet` become one, made by a contact_sheet stage. `first` are the stages of the
  /// first sibling with their own names. Unset, with an error, if there are too many stages or outputs, if the
  /// siblings' outputs differ in number or two of them have the same file, or if a stage of the preset has the name of
  /// a sibling's stage. Warnings are not repeated, since linking the first sibling has reported them.
  std::optional<pipeline::Graph> link(const std::vector<pipeline::StageDecl>& first);

 private:
  bool fits() const;
  bool check_files(const std::vector<pipeline::StageDecl>& first) const;
  const SweptKey* undivided_key(const std::vector<std::string>& files) const;
  std::string swept_by(const SweptKey& key) const;
  void check_textures(std::size_t output, const std::vector<pipeline::StageDecl>& first) const;
  pipeline::StageDecl sheet_stage(const std::string& name, std::size_t output) const;

  const PresetText& text_;
  const schema::Node& declared_;
  const SiblingList& list_;
  const std::set<std::string>& shared_;
  Diagnostics& diagnostics_;
  std::vector<pipeline::StageDecl> stages_;
  std::vector<std::vector<pipeline::OutputDecl>> outputs_;  ///< by sibling
  bool has_clash_ = false;
};

}  // namespace weald::preset
