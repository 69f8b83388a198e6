#include "render/hillshade.h"
#include "render/relief.h"
#include "render/render.h"

namespace weald::render {

Image render_heightmap(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  return params.style == HeightStyle::relief ? render_relief(map, params, context) : render_hillshade(map, params, context);
}

}  // namespace weald::render
