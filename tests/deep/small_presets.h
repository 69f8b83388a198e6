#pragma once
// SmallPresets: for each kind of stage the smallest valid preset that holds it, made from the declarations. What a
// declaration cannot say (the productions of an L-system) is taken from the example of the reference, docs/stages.
//
// Stages named as artifacts ("heightmap", "mesh", ...) make one of each; with_producers() adds those that are named.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deep/preset_tree.h"
#include "engine/graph/stage.h"

namespace weald::deep {

using pipeline::StageKind;
using schema::FieldInfo;
using schema::ValueType;

/// The name of the stage that a preset is about.
inline constexpr std::string_view kSubject = "subject";

/// The names of all artifact types.
std::vector<std::string> artifact_names();

/// A plain valid value of a parameter. `example` is one from the documents; null where there is none.
Node plain_value(const ValueType& type, const Node* example);

/// A map of the required `fields` with plain values.
Node required_values(const std::vector<FieldInfo>& fields, const Node* example);

/// True where `type` takes the name of a stage, itself or as an alternative.
bool takes_stage(const ValueType& type);

class SmallPresets {
 public:
  /// `home` is the folder that presets are meant to stand in; it and the pantry beside it are made. Reads the examples
  /// of all kinds.
  /// Errors: std::runtime_error when an example cannot be read, or a kind has no valid preset.
  explicit SmallPresets(std::filesystem::path home);

  /// The smallest stage of a kind.
  const Node& smallest(const StageKind& kind) const { return smallest_.at(std::string(kind.kind)); }
  /// The stage of the reference's example, its inputs being stages named as artifacts.
  const Node& documented(const StageKind& kind) const { return documented_.at(std::string(kind.kind)); }
  /// A preset whose subject is `stage`, with outputs of what it makes in all forms, and with a picture on demand.
  Node preset_of(const StageKind& kind, const Node& stage, bool has_picture) const;
  /// Adds the stages named as artifacts that the stages and outputs of `preset` name.
  void with_producers(Node& preset) const;
  /// The errors of a preset, found without building it; empty where there are none.
  std::string errors_of(const std::string& text) const;
  /// The folder that presets are meant to stand in.
  const std::filesystem::path& home() const { return home_; }

 private:
  bool is_valid(const StageKind& kind, const Node& stage) const;
  std::optional<Node> make_smallest(const StageKind& kind) const;
  void read_example(const StageKind& kind);

  std::filesystem::path home_;
  std::map<std::string, Node> producers_;  // by artifact
  std::map<std::string, Node> smallest_, documented_;
};

}  // namespace weald::deep
