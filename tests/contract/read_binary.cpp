#include "contract/read_binary.h"

#include <cmath>
#include <cstring>
#include <sstream>

namespace weald::contract {

namespace {

/// Takes a number off the front. The tests run on little-endian processors.
template <class T>
T take(std::string_view& bytes, std::string& faults) {
  T value{};
  if (bytes.size() < sizeof(T)) {
    faults = "the file is too short";
    return value;
  }
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

struct PlyHead {
  std::size_t vertices = 0, faces = 0;
  std::vector<std::pair<std::string, bool>> properties;  // of vertices; true: a byte
  bool long_faces = false;
};

PlyHead head_of(std::string_view& bytes, std::string& faults) {
  PlyHead head;
  const std::size_t end = bytes.find("end_header\n");
  if (!bytes.starts_with("ply\nformat binary_little_endian 1.0\n") || end == std::string_view::npos) {
    faults = "no head of a PLY file";
    return head;
  }
  std::istringstream lines{std::string(bytes.substr(0, end))};
  bytes.remove_prefix(end + 11);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, type, name;
    words >> key >> type;
    if (key == "element") words >> (type == "vertex" ? head.vertices : head.faces);
    if (key != "property") continue;
    words >> name;
    if (type == "list")
      head.long_faces = name == "uint";
    else
      head.properties.emplace_back(name, type == "uchar");
  }
  return head;
}

}  // namespace

LoadedPly load_ply(std::string_view bytes) {
  LoadedPly ply;
  const PlyHead head = head_of(bytes, ply.faults);
  for (std::size_t i = 0; i < head.vertices && ply.faults.empty(); ++i) {
    auto& vertex = ply.vertices.emplace_back();
    for (const auto& [name, is_byte] : head.properties) {
      vertex[name] =
          is_byte ? static_cast<float>(take<std::uint8_t>(bytes, ply.faults)) : take<float>(bytes, ply.faults);
      if (!std::isfinite(vertex[name])) ply.faults = name + " of vertex " + std::to_string(i) + " is not finite";
    }
    if (vertex.contains("nx") && std::abs(std::hypot(vertex["nx"], vertex["ny"], vertex["nz"]) - 1) > 1e-5)
      ply.faults = "normal " + std::to_string(i) + " is no unit vector";
  }
  for (std::size_t i = 0; i < head.faces && ply.faults.empty(); ++i) {
    const std::uint32_t corners =
        head.long_faces ? take<std::uint32_t>(bytes, ply.faults) : take<std::uint8_t>(bytes, ply.faults);
    auto& face = ply.faces.emplace_back();
    if (corners < 3) ply.faults = "a face has fewer than three corners";
    for (std::uint32_t k = 0; k < corners && ply.faults.empty(); ++k) {
      face.push_back(take<std::uint32_t>(bytes, ply.faults));
      if (face.back() >= head.vertices) ply.faults = "an index is out of range";
    }
  }
  if (ply.faults.empty() && !bytes.empty()) ply.faults = "there is more than the head says";
  return ply;
}

LoadedStl load_stl(std::string_view bytes) {
  LoadedStl stl;
  if (bytes.starts_with("solid") || bytes.size() < 84) stl.faults = "no head of a binary STL file";
  bytes.remove_prefix(std::min<std::size_t>(80, bytes.size()));
  const auto count = take<std::uint32_t>(bytes, stl.faults);
  for (std::uint32_t i = 0; i < count && stl.faults.empty(); ++i) {
    auto& t = stl.triangles.emplace_back();
    for (int k = 0; k < 12; ++k) {
      t.push_back(take<float>(bytes, stl.faults));
      if (!std::isfinite(t.back())) stl.faults = "a number of triangle " + std::to_string(i) + " is not finite";
    }
    if (take<std::uint16_t>(bytes, stl.faults) != 0) stl.faults = "a triangle does not end with 0";
    const auto edge = [&](std::size_t to, std::size_t axis) { return double{t[to + axis]} - double{t[3 + axis]}; };
    const double ax = edge(6, 0), ay = edge(6, 1), az = edge(6, 2), bx = edge(9, 0), by = edge(9, 1), bz = edge(9, 2);
    const double along = t[0] * (ay * bz - az * by) + t[1] * (az * bx - ax * bz) + t[2] * (ax * by - ay * bx);
    if (along < 0 && stl.faults.empty())
      stl.faults = "the normal of triangle " + std::to_string(i) + " points behind it";
  }
  if (stl.faults.empty() && !bytes.empty()) stl.faults = "there is more than the head says";
  return stl;
}

LoadedInstances load_instances(std::string_view csv) {
  LoadedInstances table;
  std::istringstream lines{std::string(csv)};
  std::string line;
  std::getline(lines, line);
  const bool has_groups = line.ends_with(",group");
  if (has_groups) line.resize(line.size() - 6);
  const bool has_varieties = line.ends_with(",red,green,blue,data");
  if (has_varieties) line.resize(line.rfind(",red"));
  if (line != "index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz") table.faults = "another head: " + line;
  while (std::getline(lines, line)) {
    if (has_groups) {
      const std::size_t last = line.rfind(',');
      table.groups.push_back(line.substr(last + 1));
      line.resize(last);
    }
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    if (cell != std::to_string(table.rows.size())) table.faults = "not the index of its line: " + line;
    std::getline(cells, cell, ',');
    table.names.push_back(cell);
    auto& row = table.rows.emplace_back();
    while (std::getline(cells, cell, ',')) row.push_back(std::stod(cell));
    if (row.size() != (has_varieties ? 14 : 10)) table.faults = "not ten or fourteen numbers: " + line;
    for (const double number : row)
      if (!std::isfinite(number)) table.faults = "not finite: " + line;
    if (!has_varieties || row.size() != 14) continue;
    table.varieties.emplace_back(row.begin() + 10, row.end());
    row.resize(10);
  }
  return table;
}

}  // namespace weald::contract
