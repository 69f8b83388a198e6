#include "methods/mesh/split.h"

#include <utility>

#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"

namespace weald::mesh {

std::vector<Mesh> shapes_of_groups(const Mesh& mesh) {
  constexpr std::uint32_t kUnused = 0xFFFFFFFFu;
  const Soup whole = to_soup(mesh);
  std::vector<Soup> soups(whole.groups.size());
  std::vector<std::uint32_t> group_of_vertex(whole.positions.size(), kUnused), number(whole.positions.size(), 0);
  std::vector<std::vector<std::uint32_t>> faces(whole.groups.size());
  for (std::uint32_t face = 0; face < whole.face_count(); ++face)
    faces[whole.face_groups.empty() ? 0 : whole.face_groups[face]].push_back(face);
  std::vector<Mesh> shapes;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t group = 0; group < faces.size(); ++group) {
    if (faces[group].empty()) continue;
    Soup& soup = soups[group];
    for (const std::uint32_t face : faces[group]) {
      corners.clear();
      for (const std::uint32_t vertex : whole.face(face)) {
        if (group_of_vertex[vertex] != group) {
          group_of_vertex[vertex] = group;
          number[vertex] = static_cast<std::uint32_t>(soup.positions.size());
          soup.positions.push_back(whole.positions[vertex]);
        }
        corners.push_back(number[vertex]);
      }
      soup.add_face(corners);
    }
    soup.groups = {{whole.groups[group].name, 0}};
    shapes.push_back(build_checked(std::move(soup)));
  }
  return shapes;
}

}  // namespace weald::mesh
