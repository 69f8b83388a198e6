#pragma once
// What writing an output takes: the size of its file, and memory and work meanwhile. One function for each file format.

#include "core/estimate.h"
#include "pipeline/output.h"

namespace weald::pipeline {

/// Of one output. The files beside the main one (JSON, MTL) are small and not counted, nor are textures that an OBJ
/// only counts.
struct OutputCost {
  Amount bytes;      ///< of the main file
  Amount memory{};   ///< bytes while it is written, the artifact not counted
  Amount seconds{};  ///< work of one core, rough
};

/// Bytes of a PNG of an image with 8 bits per channel.
Amount image_file_bytes(const Amount& pixels);

/// Of a picture of what `from` describes.
OutputCost picture_output_cost(const OutputSpec& spec, const Estimate& from);

// Of the file formats; the signatures are those of Writer::cost.
OutputCost heightmap_png_cost(const OutputSpec& spec, const Estimate& from);
OutputCost r16_cost(const OutputSpec& spec, const Estimate& from);
OutputCost r32_cost(const OutputSpec& spec, const Estimate& from);
OutputCost exr_cost(const OutputSpec& spec, const Estimate& from);
OutputCost heightmap_obj_cost(const OutputSpec& spec, const Estimate& from);
OutputCost image_png_cost(const OutputSpec& spec, const Estimate& from);
OutputCost surface_obj_cost(const OutputSpec& spec, const Estimate& from);
OutputCost heightmap_glb_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_glb_cost(const OutputSpec& spec, const Estimate& from);
OutputCost mesh_gltf_cost(const OutputSpec& spec, const Estimate& from);
/// Nothing is known before it is written.
OutputCost unknown_cost(const OutputSpec& spec, const Estimate& from);

}  // namespace weald::pipeline
