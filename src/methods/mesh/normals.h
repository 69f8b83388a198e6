#pragma once
// Normals of faces, vertices and corners.

#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// Unit normal of every face, along its vector area; (0, 1, 0) for faces without area.
std::vector<Vec3f> face_normals(const Mesh& mesh);

/// Unit normal of every vertex: the sum of the face normals, weighted by the angle of the face's corner there. It does
/// not depend on how flat parts are divided into faces. (0, 1, 0) if no direction is defined. Source: [thurmer1998].
std::vector<Vec3f> vertex_normals(const Mesh& mesh);

/// Replaces the normals by vertex_normals: the mesh looks smooth everywhere.
void set_smooth_normals(Mesh& mesh);

/// Replaces the normals by one per corner: the angle-weighted mean over its group of joined corners at the vertex.
/// Corners are joined through edges whose faces meet at an angle of at most `crease_angle` degrees (0: flat faces, 180:
/// smooth). Joined corners share their value. Range of crease_angle: 0 to 180.
void set_crease_normals(Mesh& mesh, double crease_angle);

}  // namespace weald::mesh
