#pragma once
// Lens: pictures whose depth of field is that of a thin lens.
//
// The picture is the mean of pictures from points spread over the lens, each moved so that the plane in focus stays in
// place. A point at the depth z is then spread over a disk of aperture * focal * |1 / focus - 1 / z| pixels, the circle
// of confusion of a thin lens, and every view sees what is hidden from the others, so nothing bleeds over edges.
// Source: [potmesil1981] (circle of confusion), [haeberli1990] (the mean of views), [vogel1979] (points of the lens).

#include <span>

#include "base/run_context.h"
#include "data/image.h"
#include "picture/shading/picture_scene.h"

namespace weald::render {

/// A point of a lens of radius 1, and where its view samples each pixel, within half a pixel of its middle.
struct LensSample {
  Vec2 point{0};
  Vec2 jitter{0};
};

/// Sample `index` of `count`. Its points cover the lens evenly: their mean square along any diameter is that of a disk.
LensSample lens_sample(int index, int count);

/// Number of views, 64 to 1024, whose mean shows no single view where a point is spread over a disk of `circle` pixels
/// in diameter. The distance between the images of a point stays the same beyond 30 pixels, and up to 120.
int lens_views(double circle);

/// Whether a picture with these parameters is seen through a lens: with an aperture and in perspective.
bool has_lens(const PictureParams& params);

/// The picture of a scene through a lens. It is sharp at the depth of params.focus; if that is unset, at the depth of
/// `middle`, or nowhere if that is behind the camera. Without params.lens_samples, the number of views follows from the
/// blur of what is seen, except for the most blurred half percent of its pixels. `surfaces` as for shade_picture().
/// Pre: has_lens(params).
Image picture_through_lens(const PictureScene& scene, const Camera& camera, const Vec3& middle,
                           std::span<const Surface* const> surfaces, const PictureParams& params,
                           const RunContext& context);

}  // namespace weald::render
