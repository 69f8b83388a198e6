#pragma once
// Normals of faces, vertices and corners.

#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// Unit normal of every face, along its vector area; (0, 1, 0) for faces without area.
std::vector<Vec3f> face_normals(const Mesh& mesh);

/// Unit normal of every vertex: the face normals weighted by the angle of the face's corner there, so that it does not
/// depend on how flat parts are divided into faces. (0, 1, 0) if no direction is defined. Source: [thurmer1998].
std::vector<Vec3f> vertex_normals(const Mesh& mesh);

/// Replaces the normals by vertex_normals: the mesh looks smooth everywhere.
void set_smooth_normals(Mesh& mesh);

/// Replaces the normals by one per corner: the angle-weighted mean over the neighbouring corners at the vertex that are
/// joined through edges whose faces meet at most `crease_angle` degrees apart (0: flat faces, 180: smooth). Corners
/// that are joined share their value. Range of crease_angle: 0 to 180.
void set_crease_normals(Mesh& mesh, double crease_angle);

}  // namespace weald::mesh
