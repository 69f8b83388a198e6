#pragma once
// Checks of PLY and STL files and of tables of instances against the mesh or scene that they were written from. Each
// function makes Catch2 assertions.

#include <filesystem>

#include "engine/outputs/output.h"

namespace weald::contract {

void check_ply(const pipeline::Artifact& artifact, const std::filesystem::path& file);
void check_stl(const pipeline::Artifact& artifact, const std::filesystem::path& file);
/// The names of the groups around an instance, with slashes between them.
std::string path_of_instance(const scene::Scene& scene, std::size_t instance);
void check_instances_csv(const scene::Scene& scene, const std::filesystem::path& file);
void check_instances_json(const scene::Scene& scene, const std::filesystem::path& file);

}  // namespace weald::contract
