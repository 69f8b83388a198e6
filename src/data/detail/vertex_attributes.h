#pragma once
// VertexAttributes: the data of each vertex of a mesh besides its position. All code that copies, joins, compares,
// stores or checks vertices iterates over kVertexAttributes, so a new attribute needs only a member and a line there.

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "data/image.h"

namespace weald::mesh {

/// Lists with one entry for each vertex, or none. Base of Mesh, Soup and TriangleList.
struct VertexAttributes {
  std::vector<Rgba8> colours;  ///< sRGB; renderers multiply them with the material's colour
  std::vector<Rgba8>
      wind;  ///< sway of a plant, for shaders; see stages/plants/skin/detail/wind.h. Not visible in pictures
  bool operator==(const VertexAttributes&) const = default;
};

/// One of the lists.
struct VertexAttribute {
  std::string_view name;
  std::vector<Rgba8> VertexAttributes::*values;
  Rgba8 neutral;  ///< value of vertices without this attribute when they are merged with vertices that have it
  std::array<const char*, 4> channels;  ///< names of the four numbers in PLY files
};

inline constexpr std::array kVertexAttributes{
    VertexAttribute{"colours", &VertexAttributes::colours, {255, 255, 255, 255}, {"red", "green", "blue", "alpha"}},
    VertexAttribute{
        "wind", &VertexAttributes::wind, {0, 0, 0, 0}, {"wind_bend", "wind_phase", "wind_flutter", "wind_branch"}},
};

/// Appends to each list of `to` the entry of vertex `i` of `from`, which may be `to`; does nothing if there are none.
inline void append_vertex(VertexAttributes& to, const VertexAttributes& from, std::size_t i) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::vector<Rgba8>& values = from.*attribute.values;
    if (values.empty()) continue;
    const Rgba8 value = values[i];  // a copy, since this list may be the one that grows
    (to.*attribute.values).push_back(value);
  }
}

/// Whether two vertices have the same entries.
inline bool are_same_vertices(const VertexAttributes& attributes, std::size_t a, std::size_t b) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::vector<Rgba8>& values = attributes.*attribute.values;
    if (!values.empty() && !(values[a] == values[b])) return false;
  }
  return true;
}

/// Whether each list has one entry for each of `count` vertices, or none.
inline bool fit_vertices(const VertexAttributes& attributes, std::size_t count) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::size_t size = (attributes.*attribute.values).size();
    if (size != 0 && size != count) return false;
  }
  return true;
}

}  // namespace weald::mesh
