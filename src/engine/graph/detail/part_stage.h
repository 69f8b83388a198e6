#pragma once
// PartStage: the stage that a graph has for `STAGE.PART`. It reads the stage; the evaluator takes the part from it.

#include <string>

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// The kind of all part stages whose artifact is called `artifact`.
const StageKind& part_kind(std::string_view artifact);

/// The stage of one part.
class PartStage final : public BoundStage {
 public:
  /// `source` is the name of the stage of kind `kind` that makes `part`, `where` a place that asks for it.
  PartStage(std::string source, const StageKind& kind, const schema::PartInfo& part, const SourceLoc& where)
      : source_(std::move(source)), kind_(kind), part_(part), where_(where) {}

  std::vector<schema::InputUse> inputs() const override;
  std::vector<schema::FilePath> files() const override { return {}; }
  std::vector<std::string> files_read() const override { return {}; }
  int version() const override { return 1; }
  std::string print(bool changed_only) const override;
  bool is_field() const override { return false; }
  bool is_local() const override { return false; }
  bool can_cut() const override { return true; }
  std::optional<int> reach() const override { return std::nullopt; }
  Estimate estimate(const schema::Estimates& inputs, const InputGrids& grids) const override;
  const schema::PartInfo* part() const override { return &part_; }
  GridSpec grid(const InputGrids& inputs) const override;
  FieldKernel kernel(const schema::Inputs& inputs, const GridSpec& grid, const RunContext& context) const override;
  StageResult run(const schema::Inputs& inputs, const RunContext& context,
                  const schema::WantedParts& wanted) const override;

 private:
  std::string source_;
  const StageKind& kind_;
  schema::PartInfo part_;
  SourceLoc where_;
};

}  // namespace weald::pipeline
