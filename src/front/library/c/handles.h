#pragma once
// The objects behind the handles of the C interface.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <weald/weald.h>
#include <weald/weald_c.h>

struct weald_report {
  weald_status status = WEALD_OK;
  std::string message;
  std::vector<weald::api::Diagnostic> diagnostics;
};

struct weald_cancel {
  std::atomic<bool> requested{false};
};

struct weald_preset {
  weald::api::Preset preset;
};

struct weald_artifact {
  weald::api::Artifact artifact;
};

struct weald_picture {
  weald::api::Image image;
};

struct weald_files {
  struct File {
    std::string path;
    std::uint64_t bytes = 0;
    std::optional<std::string> digest{};
  };
  std::vector<File> files;
};

struct weald_mesh {
  weald::api::Mesh mesh;
};

struct weald_triangles {
  weald::api::TriangleMesh mesh;
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
  std::vector<double> instance_matrices;
  std::vector<float> instance_tints, instance_data;
  std::vector<std::string> group_names;
  std::vector<const char*> group_name_pointers;  ///< to the names
  std::vector<std::int64_t> group_parents;
  std::vector<std::uint32_t> group_begins, group_ends;
  std::vector<double> group_matrices;
};

struct weald_lines {
  std::vector<double> points;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint8_t> closed;
};

struct weald_skeleton {
  std::vector<double> starts, ends, radii;
  std::vector<std::int64_t> parents;
  std::vector<std::uint32_t> levels;
};

struct weald_text {
  std::string text;
};
