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
                    "An additional artifact of another stage.",
                    "",
                    schema::ArtifactName<std::variant_alternative_t<I, Artifact>>::value,
                    {},
                    false,
                    false,
                    false,
                    {},
                    [] { return std::vector<schema::FieldInfo>{}; },
                    [](const schema::Node&, schema::Decoder&, std::vector<schema::InputUse>&) {
                      return std::optional<BoundStage>{};
                    }}...};
}

}  // namespace

const StageKind& part_kind(std::string_view artifact) {
  static const auto kKinds = kinds_of_parts(std::make_index_sequence<std::variant_size_v<Artifact>>());
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.output == artifact; });
  WEALD_CHECK(found != kKinds.end());
  return *found;
}

BoundStage part_stage(const StageDecl& maker, const schema::PartInfo& part, const SourceLoc& where) {
  const std::string& source = maker.name;
  BoundStage bound;
  bound.inputs = {{"of", source, {maker.kind->output}, where}};
  bound.files_read = [] { return std::vector<std::string>{}; };
  bound.parameters = [source, name = std::string(part.name)](bool) {
    return schema::map_node({{"of", {}, schema::word_node(source)}, {"part", {}, schema::word_node(name)}});
  };
  bound.estimate = [source, wanted = part.name](const schema::Estimates& inputs, const InputGrids&) {
    Estimate result;
    for (const auto& [name, estimate] : inputs.of(source).parts) {
      if (name == wanted) result = estimate;
    }
    result.seconds = Amount::exactly(0);  // made by the work of its stage
    return result;
  };
  bound.cut.is_allowed = true;
  bound.work = PartWork{part};
  if (maker.bound && maker.bound->windowed) {
    const WindowedMap& map = *maker.bound->windowed;
    bound.reads_inputs = false;
    bound.work =
        FieldWork{[grid = map.grid](const InputGrids&) { return grid; },
                  [make = map.part_kernel, name = part.name](const schema::Inputs&, const GridSpec&, const RunContext&,
                                                             const InputGrids&) { return make(name); }};
  }
  return bound;
}

}  // namespace weald::pipeline
