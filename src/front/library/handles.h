#pragma once
// The objects behind the handles of the C interface.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weald/weald_c.h>

#include "data/artifact.h"
#include "front/library/call.h"
#include "front/library/loaded.h"

struct weald_cancel {
  std::atomic<bool> requested{false};
};

struct weald_preset {
  weald::library::Loaded loaded;
  bool is_file = true;  ///< false: it was given as text
  std::vector<weald::library::StageInfo> stages;
  std::vector<weald::library::OutputInfo> outputs;
  std::vector<std::string> inputs;
};

struct weald_artifact {
  std::string stage;
  weald::pipeline::SharedArtifact artifact;
};

struct weald_picture {
  weald::Image image;
};

struct weald_files {
  struct File {
    std::string path;
    std::uint64_t bytes = 0;
    std::optional<std::string> digest{};
  };
  std::vector<File> files;
};

/// A mesh with its half-edges as lists of indices.
struct weald_mesh {
  std::shared_ptr<const weald::mesh::Mesh> mesh;
  std::vector<std::uint32_t> face_starts, face_materials;
  std::vector<std::uint32_t> corner_vertices, corner_uvs, corner_normals;
};

struct weald_triangles {
  std::vector<weald::Vec3f> positions, normals;
  std::vector<weald::Vec2f> uvs;
  weald::mesh::VertexAttributes attributes;
  std::vector<std::uint32_t> indices;
  std::vector<weald_triangle_range> ranges;
};

struct weald_scene {
  struct Level {
    weald_mesh mesh;
    double screen_size = 0;
  };
  struct Prototype {
    std::string name;
    std::vector<Level> levels;
  };
  std::vector<Prototype> prototypes;
  std::vector<std::uint32_t> instance_prototypes;
  std::vector<weald::Mat4> instance_matrices;
  std::vector<weald::Vec3f> instance_tints;
  std::vector<float> instance_data;
  std::vector<std::string> group_names;
  std::vector<const char*> group_name_pointers;  ///< to the names
  std::vector<std::int64_t> group_parents;
  std::vector<std::uint32_t> group_begins, group_ends;
  std::vector<weald::Mat4> group_matrices;
};

struct weald_lines {
  std::vector<weald::Vec3> points;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint8_t> closed;
};

struct weald_skeleton {
  std::vector<weald::Vec3> starts, ends;
  std::vector<weald::Vec2> radii;
  std::vector<std::int64_t> parents;
  std::vector<std::uint32_t> levels;
};

struct weald_text {
  std::string text;
};

namespace weald::library {

/// Throws StageError: the artifact is not of the kind `wanted`.
[[noreturn]] void refuse(const weald_artifact& artifact, std::string_view wanted);

/// The content of an artifact. Throws StageError if the pointer is null or the artifact is of another kind.
template <class T>
std::shared_ptr<const T> content_of(const weald_artifact* artifact) {
  const weald_artifact& from = required(artifact, "artifact");
  const T* content = std::get_if<T>(from.artifact.get());
  if (content == nullptr) refuse(from, schema::ArtifactName<T>::value);
  return {from.artifact, content};
}

}  // namespace weald::library
