#pragma once
// Writers of heightmaps as samples.

#include "engine/outputs/writers.h"

namespace weald::pipeline {

/// Writes 16 bits per sample with a sidecar, a preview of 8 bits, or colours.
WriteRows write_heightmap_png;
WriteRows write_r16;
WriteRows write_r32;
WriteRows write_exr;
WriteRows write_tif;

}  // namespace weald::pipeline
