#pragma once
// Where the files of an output say that the map lies on the Earth.

#include "data/georeference.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// How the world of an output lies on the Earth: as its survey says, in the system that `crs` names. Throws StageError
/// (key "crs") if GDAL does not know that system, or its coordinates are not those of the map; IoError if GDAL is
/// missing. Pre: the output knows the georeference of its survey, if there is one.
Georeference world_of(const OutputSpec& spec);

/// The place of the heightmap of an output, on `grid`. Errors and Pre: as world_of().
GridPlace place_for(const OutputSpec& spec, const GridSpec& grid);

}  // namespace weald::pipeline
