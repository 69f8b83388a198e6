#pragma once
// A tileset of 3D Tiles 1.1: the meshes of a world's levels for viewers that load what they show.

#include <string>

#include "session/world.h"

namespace weald::session {

/// The text of a tileset whose tiles have the GLB files of `pattern` below `directory`. Each tile is replaced by the
/// four tiles that it covers where its geometric error would be seen: half the distance between the samples of its
/// level, metres; 0 at the finest level; the size of the world at the root, which shows nothing. Boxes contain the mesh
/// and the boxes of the finer tiles. z is up and y is north, as in all tilesets, and the origin is that of the world.
/// Throws IoError if a file cannot be read. Pre: all files are there. Source: [tiles-spec].
std::string tileset_text(const TileLayout& layout, const std::string& pattern, const std::string& directory);

}  // namespace weald::session
