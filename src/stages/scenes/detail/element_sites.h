#pragma once
// Sites at the elements of meshes and skeletons.

#include <vector>

#include "data/mesh.h"
#include "data/skeleton.h"
#include "stages/scenes/detail/site.h"

namespace weald::scene {

/// A site at each vertex. Normals are the angle-weighted ones, tangents are as close to the z axis as they allow.
/// Throws StageError (key "surface") for too many, like the two functions below.
std::vector<Site> vertex_sites(const mesh::Mesh& mesh);

/// A site at the middle of each edge, with the tangent along it, and the sum of the normals of its faces as normal.
std::vector<Site> edge_sites(const mesh::Mesh& mesh);

/// A site at the mean of the corners of each face, with the face's normal and the direction of its first edge.
std::vector<Site> face_sites(const mesh::Mesh& mesh);

/// A site at each end of a skeleton at which no other segment starts. Normals lead along the segment. Throws StageError
/// (key "skeleton") for too many.
std::vector<Site> tip_sites(const lsystem::Skeleton& skeleton);

/// A site at the start of each root, and at the end of each segment. Otherwise as tip_sites().
std::vector<Site> node_sites(const lsystem::Skeleton& skeleton);

}  // namespace weald::scene
