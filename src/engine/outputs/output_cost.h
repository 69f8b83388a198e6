#pragma once
// The cost of writing an output: the size of its file, and the memory and work needed. One function for each file
// format.

#include "data/estimate.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// The cost of writing one output.
struct OutputCost {
  Amount bytes;                    ///< of the main file
  Amount memory{};                 ///< bytes while it is written, the artifact not counted
  Amount seconds{};                ///< seconds of work on one core, rough
  std::optional<Amount> binary{};  ///< bytes of the .bin beside a .gltf; unset: the format has none
  /// Bytes of the small files beside it (JSON, MTL), and of numbered textures of an OBJ or a .gltf.
  Amount beside = Amount::exactly(0);

  /// Bytes of all files but those.
  Amount all() const { return binary ? bytes + *binary : bytes; }
  /// Bytes of the file with this number among those of the output (see files_of()); unset if it is not counted.
  std::optional<Amount> bytes_of(std::size_t file) const {
    return file == 0 ? std::optional(bytes) : file == 1 ? binary : std::nullopt;
  }
};

/// OutputCost::beside of an output of `artifact`.
Amount bytes_beside(const OutputSpec& spec, std::string_view artifact, const Estimate& from);

/// Bytes of a PNG of an image with 8 bits per channel.
Amount image_file_bytes(const Amount& pixels);

/// The mesh that a heightmap is written as.
Estimate mesh_of_heightmap(const OutputSpec& spec, const Estimate& from);

/// Cost of a picture of the artifact that `from` describes.
OutputCost picture_output_cost(const OutputSpec& spec, const Estimate& from);

// Costs of the file formats; the signatures are those of Writer::cost.
OutputCost heightmap_png_cost(const OutputSpec& spec, const Estimate& from);
OutputCost r16_cost(const OutputSpec& spec, const Estimate& from);
OutputCost r32_cost(const OutputSpec& spec, const Estimate& from);
OutputCost tif_cost(const OutputSpec& spec, const Estimate& from);
OutputCost exr_cost(const OutputSpec& spec, const Estimate& from);
OutputCost heightmap_obj_cost(const OutputSpec& spec, const Estimate& from);
OutputCost image_png_cost(const OutputSpec& spec, const Estimate& from);
OutputCost surface_obj_cost(const OutputSpec& spec, const Estimate& from);
OutputCost heightmap_glb_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_glb_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_gltf_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_json_cost(const OutputSpec& spec, const Estimate& from);
OutputCost heightmap_page_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_page_cost(const OutputSpec& spec, const Estimate& from);
OutputCost scene_page_cost(const OutputSpec& spec, const Estimate& from);
OutputCost scene_glb_cost(const OutputSpec& spec, const Estimate& from);
OutputCost scene_gltf_cost(const OutputSpec& spec, const Estimate& from);
OutputCost scene_csv_cost(const OutputSpec& spec, const Estimate& from);
OutputCost scene_json_cost(const OutputSpec& spec, const Estimate& from);
OutputCost string_txt_cost(const OutputSpec& spec, const Estimate& from);
/// For formats whose cost is unknown before the file is written.
OutputCost unknown_cost(const OutputSpec& spec, const Estimate& from);

}  // namespace weald::pipeline
