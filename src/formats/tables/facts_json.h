#pragma once
// Facts of meshes as JSON, within other files and as a file of its own.

#include <span>

#include <nlohmann/json.hpp>

#include "data/mesh.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Adds the facts to an object: the dots of their names lead into nested objects. Numbers are rounded to a millionth.
/// Pre: `object` is an object; no name is that of a value and of an object at once.
void add_facts(std::span<const mesh::Fact> facts, nlohmann::ordered_json& object);

/// Writes an object with `unit`, `up`, `handedness`, the numbers of `vertices` and `faces`, the box from `min_m` to
/// `max_m` (none for no vertices), and the facts of the mesh.
void write_mesh_json(const mesh::Mesh& mesh, Sink& sink);

}  // namespace weald::io
