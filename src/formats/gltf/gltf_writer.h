#pragma once
// glTF 2.0: writes meshes and scenes for engines, viewers and modellers. Y up, metres; the same bytes for any number of
// threads. Source: [gltf-spec].

#include <functional>
#include <span>
#include <string>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/gltf/detail/model.h"
#include "formats/gltf/gltf_params.h"
#include "formats/meshes/obj_writer.h"

namespace weald::gltf {

/// Writes `model` as one binary file (.glb) that contains its pictures. Materials become physically based ones: the
/// base colour is the surface's colour in linear light, times the texture, times COLOR_0; materials cut out by alpha
/// have alphaMode MASK. Wind data are stored according to GltfParams::wind. Errors: as Document; IoError of the sink.
void write_glb(const Model& model, const GltfParams& params, io::Sink& sink, const RunContext& context = {});

/// The names of the files beside the .gltf of the text form.
struct GltfFiles {
  std::string binary;                 ///< name of the .bin, without folder
  std::vector<std::string> textures;  ///< URIs of the files of textures_of(model); empty: the pictures are in the .bin
};

/// The distinct pictures of a model's materials, in the order of GltfFiles::textures.
std::vector<io::ObjTexture> textures_of(const Model& model);

/// Writes `model` in the text form: `write_json` and `write_binary` are called once each, with a function that writes
/// the file (.gltf, .bin) to a sink.
void write_gltf(const Model& model, const GltfParams& params, const GltfFiles& files,
                const std::function<void(const std::function<void(io::Sink&)>&)>& write_json,
                const std::function<void(const std::function<void(io::Sink&)>&)>& write_binary,
                const RunContext& context = {});

/// `path` as a URI: reserved characters, spaces and non-ASCII bytes become %XX; '/' stays.
std::string uri_of(std::string_view path);

}  // namespace weald::gltf
