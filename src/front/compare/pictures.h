#pragma once
// Pictures of differences.

#include <array>
#include <span>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"
#include "picture/camera/picture_params.h"

namespace weald::compare {

/// Absolute difference of each channel times `gain`, on black. If the sizes differ, the result covers both pictures;
/// the area that only one of them covers is magenta.
Image amplified_difference(const Image& expected, const Image& actual, double gain = 16);

/// FLIP values as colours from black over violet and orange to pale yellow, of evenly increasing lightness.
Image flip_picture(const Grid<float>& flip_map);

/// Colour of a value from 0 to 1 as in flip_picture.
Rgba8 heat_colour(double value);
/// Colour of a value from -1 (blue) over 0 (pale grey) to 1 (red), of equal lightness on both sides.
Rgba8 diverging_colour(double value);

/// Pictures in rows of `columns` (0: one row) with gaps, all cells as large as the largest picture, on grey.
Image side_by_side(std::span<const Image* const> images, int gap = 8, int columns = 0);

/// The differences of the heights, drawn over the shaded expected map: blue where the actual heights are lower, red
/// where they are higher, saturated at the largest difference. At most `longest` pixels along the longer side; a pixel
/// shows the largest difference in its block of samples. Pre: same size, not empty.
Image height_difference_picture(const Heightmap& expected, const Heightmap& actual, int longest = 1280);

/// Settings of the pictures by which meshes are compared. The camera is fitted to `expected` alone, to make the figures
/// for one expected mesh comparable. There is no ground, which would lie in the plane of flat meshes. Many samples per
/// pixel keep the effect of a rounding step on an edge below one level.
render::PictureParams mesh_view(const mesh::Mesh& expected);

/// Both meshes seen by one camera that is fitted to both unless `params.framing` says otherwise, in the same light.
std::array<Image, 2> mesh_pictures(const mesh::Mesh& expected, const mesh::Mesh& actual,
                                   const render::PictureParams& params, const RunContext& context = {});

}  // namespace weald::compare
