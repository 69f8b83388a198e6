// The size of the small files beside the main one of an output.

#include <filesystem>
#include <string>

#include "engine/outputs/output_cost.h"
#include "engine/outputs/writers.h"

namespace weald::pipeline {

namespace {

/// Most bytes of the materials of a mesh in an MTL.
constexpr double kMeshMaterials = 16000;

Amount bytes_of_file(const std::string& file, const Estimate& from) {
  if (file.ends_with(".json")) return Amount::between(100, 300);
  if (file.ends_with(".mtl")) return Amount::up_to(from.in_scene().meshes * kMeshMaterials);
  if (file.ends_with(".js")) return Amount::between(1, 4096);
  return Amount::exactly(0);  // counted with the main file, or with all textures
}

}  // namespace

Amount bytes_beside(const OutputSpec& spec, std::string_view artifact, const Estimate& from) {
  Amount bytes = Amount::exactly(0);
  const std::vector<std::string> files = files_of(spec, artifact);
  for (std::size_t i = 1; i < files.size(); ++i) bytes = bytes + bytes_of_file(files[i], from);
  return texture_names(spec).empty() ? bytes : bytes + Amount::up_to(from.pictures);
}

}  // namespace weald::pipeline
