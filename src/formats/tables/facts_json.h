#pragma once
// Facts of meshes as JSON: in other files, and as a separate file.

#include <span>

#include <nlohmann/json.hpp>

#include "data/mesh.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Adds the facts to an object: dots in their names create nested objects. Numbers are rounded to a millionth. Pre:
/// `object` is an object; no name is used both for a value and for an object.
void add_facts(std::span<const mesh::Fact> facts, nlohmann::ordered_json& object);

/// Writes an object with `unit`, `up`, `handedness`, the numbers of `vertices` and `faces`, the box from `min_m` to
/// `max_m` (omitted if there are no vertices), and the facts of the mesh.
void write_mesh_json(const mesh::Mesh& mesh, Sink& sink);

}  // namespace weald::io
