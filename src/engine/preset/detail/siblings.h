#pragma once
// Siblings: one graph of the stages and outputs that a preset has for each of its seeds.

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/preset_text.h"
#include "engine/preset/seeds.h"

namespace weald::preset {

/// Collects siblings, which add() takes in the order of the seeds.
class Siblings {
 public:
  /// `declared` is the list of the first sibling's outputs. All must outlive this.
  Siblings(const PresetText& text, const schema::Node& declared, Diagnostics& diagnostics)
      : text_(text), declared_(declared), diagnostics_(diagnostics) {}

  /// Adds the stages and outputs for one seed. For stages that all siblings share, the first ones are kept.
  void add(std::vector<pipeline::StageDecl> stages, std::vector<pipeline::OutputDecl> outputs);
  /// Links them all; outputs with `sheet` become one, made by a contact_sheet stage. Unset, with an error, if there are
  /// too many stages or outputs, if the siblings' outputs differ in number, or if a stage of the preset has the name of
  /// a sibling's stage. Warnings are not repeated, since linking the first sibling has reported them.
  std::optional<pipeline::Graph> link(const SeedList& seeds);

 private:
  bool fits() const;
  pipeline::StageDecl sheet_stage(const std::string& name, std::size_t output, const SeedList& seeds) const;

  const PresetText& text_;
  const schema::Node& declared_;
  Diagnostics& diagnostics_;
  std::vector<pipeline::StageDecl> stages_;
  std::vector<std::vector<pipeline::OutputDecl>> outputs_;  ///< by sibling
  bool has_clash_ = false;
};

}  // namespace weald::preset
