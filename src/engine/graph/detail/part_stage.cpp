#include "engine/graph/detail/part_stage.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace weald::pipeline {

namespace {

template <std::size_t... I>
std::array<StageKind, sizeof...(I)> kinds_of_parts(std::index_sequence<I...>) {
  return {StageKind{"part",
                    "A further artifact of another stage.",
                    "",
                    schema::ArtifactName<std::variant_alternative_t<I, Artifact>>::value,
                    {},
                    [] { return std::vector<schema::FieldInfo>{}; },
                    [](const schema::Node&, schema::Decoder&, std::vector<schema::InputUse>&) {
                      return std::unique_ptr<BoundStage>{};
                    }}...};
}

}  // namespace

const StageKind& part_kind(std::string_view artifact) {
  static const auto kKinds = kinds_of_parts(std::make_index_sequence<std::variant_size_v<Artifact>>());
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.output == artifact; });
  WEALD_CHECK(found != kKinds.end());
  return *found;
}

std::vector<schema::InputUse> PartStage::inputs() const { return {{"of", source_, {kind_.output}, where_}}; }

std::string PartStage::print(bool) const { return fmt::format("{{of: {}, part: {}}}", source_, part_.name); }

Estimate PartStage::estimate(const schema::Estimates& inputs, const InputGrids&) const {
  for (const auto& [name, part] : inputs.of(source_).parts) {
    if (name == part_.name) return part;
  }
  return {};
}

GridSpec PartStage::grid(const InputGrids&) const { throw InternalError("grid() of a part"); }

FieldKernel PartStage::kernel(const schema::Inputs&, const GridSpec&, const RunContext&) const {
  throw InternalError("kernel() of a part");
}

StageResult PartStage::run(const schema::Inputs&, const RunContext&, const schema::WantedParts&) const {
  throw InternalError("run() of a part: it is taken from its stage");
}

}  // namespace weald::pipeline
