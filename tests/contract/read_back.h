#pragma once
// Files that weald wrote, read by tinyobjloader and by scanning their text; see support/png.h for pictures.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tiny_obj_loader.h>

#include "methods/mesh/soup.h"

namespace weald::contract {

/// What the lines of an OBJ file are, by their keywords.
struct ObjLines {
  std::size_t positions = 0, uvs = 0, normals = 0, faces = 0, corners = 0, lines = 0, objects = 0, groups = 0;
  std::vector<std::string> materials;  ///< of every usemtl, in order
  std::vector<std::string> strange;    ///< lines with an unknown keyword, or with letters where numbers should be
};
ObjLines scan_obj(std::string_view text);

/// The names of every newmtl, in order.
std::vector<std::string> materials_of(std::string_view mtl);

struct LoadedObj {
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string complaints;  ///< warnings and errors; empty when all is well

  std::size_t faces() const;
  std::size_t corners() const;
  std::size_t line_strips() const;
};
/// The file and its material file by tinyobjloader, its polygons cut into triangles or as they are.
LoadedObj load_obj(const std::filesystem::path& file, bool triangulate);
/// The polygons of the file as tinyobjloader understands them, without their attributes.
mesh::Soup soup_of(const LoadedObj& loaded);

/// Which corners may be without UV or normal in a file that has some.
enum class Lacks { none, some };

/// What is wrong with the numbers: not finite, an index out of range, a normal whose length is not 1 within 1e-5.
/// Empty when nothing is.
std::string faults_of(const LoadedObj& loaded, Lacks lacks = Lacks::none);

/// Number of corners whose normal points behind their face, by more than 3 degrees.
std::size_t corners_behind(const LoadedObj& loaded, const tinyobj::shape_t& shape);

/// What is wrong with an SVG's form: tags that do not match, a number that is none. Empty when nothing is.
std::string svg_faults(std::string_view text);

/// The rows of a CSV below its header as numbers; `complaints` says what is no finite number.
struct LoadedCsv {
  std::string header;
  std::vector<std::vector<float>> rows;
  std::string complaints;
};
LoadedCsv load_csv(std::string_view text);

}  // namespace weald::contract
