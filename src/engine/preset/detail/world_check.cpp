#include "engine/preset/detail/world_check.h"

#include <string>
#include <string_view>

namespace weald::preset {

namespace {

bool has(const std::string& name, std::string_view mark) { return name.find(mark) != std::string::npos; }

/// Coarser levels need files, and the textures of these files need the mark of the level too.
void check_levels(const WorldParams& params, const SourceLoc& where, const std::vector<pipeline::OutputDecl>& outputs,
                  Diagnostics& diagnostics) {
  bool has_zoom = false;
  for (const pipeline::OutputDecl& output : outputs) {
    if (!has(output.spec.file.value, kZoomMark)) continue;
    has_zoom = true;
    if (!output.spec.textures) continue;
    for (const pipeline::NamedTexture& texture : output.spec.textures->named) {
      if (!has(texture.file.value, kColumnMark) || has(texture.file.value, kZoomMark)) continue;
      diagnostics.error(texture.file.where, "a texture of a file with {z} in its name needs {z} as well");
    }
  }
  if (params.levels > 1 && !has_zoom)
    diagnostics.error(where, "a world with several levels needs a file with {z} in its name",
                      "for example tiles/{z}/{x}/{y}.png");
}

}  // namespace

void check_world(const WorldParams& params, const SourceLoc& where, const std::vector<pipeline::OutputDecl>& outputs,
                 Diagnostics& diagnostics) {
  check_levels(params, where, outputs, diagnostics);
  for (const pipeline::OutputDecl& output : outputs) {
    const std::string& file = output.spec.file.value;
    if (has(file, kColumnMark) && has(file, kRowMark)) continue;
    diagnostics.error(output.spec.file.where,
                      "a file of a preset with 'world' needs {x} and {y} in its name, for the column and the row of "
                      "the tile",
                      "for example tiles/{x}_{y}.png");
  }
}

}  // namespace weald::preset
