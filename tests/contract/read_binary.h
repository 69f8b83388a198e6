#pragma once
// Binary PLY and STL files that weald wrote, read by code that shares nothing with its own.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weald::contract {

/// A little-endian binary PLY of floats, bytes and faces.
struct LoadedPly {
  std::vector<std::map<std::string, float>> vertices;  ///< by property
  std::vector<std::vector<std::uint32_t>> faces;
  std::string faults;  ///< what is wrong with it: numbers that are not finite, indices out of range; empty: nothing
};
LoadedPly load_ply(std::string_view bytes);

/// The triangles of a binary STL: normal and three corners, twelve numbers each.
struct LoadedStl {
  std::vector<std::vector<float>> triangles;
  std::string faults;  ///< as of LoadedPly; also a normal that does not belong to its corners
};
LoadedStl load_stl(std::string_view bytes);

/// The lines of a table of instances: its names and numbers.
struct LoadedInstances {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;       ///< position, quaternion, scale
  std::vector<std::vector<double>> varieties;  ///< red, green, blue and data; none at all without these columns
  std::vector<std::string> groups;             ///< path of each instance; none at all if the table has no such column
  std::string faults;
};
LoadedInstances load_instances(std::string_view csv);

}  // namespace weald::contract
