#include "support/meshes.h"

#include "base/math/math.h"

namespace weald::test {

using mesh::Soup;

Soup soup_of(std::vector<Vec3f> positions, const Faces& faces) {
  Soup soup;
  soup.positions = std::move(positions);
  for (const auto& face : faces) soup.add_face(face);
  return soup;
}

mesh::Mesh triangle(float size) {
  return mesh::build_checked(soup_of({{0, 0, 0}, {size, 0, 0}, {0, size, 0}}, {{0, 1, 2}}));
}

bool is_inside(const Vec3& point, const Soup& bodies) {
  const Vec3 along{0.3603, 0.4795, 0.8002};
  int left = 0;
  for (std::uint32_t f = 0; f < bodies.face_count(); ++f) {
    const auto face = bodies.face(f);
    const Vec3 a = Vec3(bodies.positions[face[0]]) - point, b = Vec3(bodies.positions[face[1]]) - point,
               c = Vec3(bodies.positions[face[2]]) - point;
    const double u = glm::dot(along, glm::cross(b, c)), v = glm::dot(along, glm::cross(c, a)),
                 w = glm::dot(along, glm::cross(a, b));
    const bool leaves = u > 0 && v > 0 && w > 0, enters = u < 0 && v < 0 && w < 0;
    if (!leaves && !enters) continue;
    const double volume = glm::dot(a, glm::cross(b, c));
    if (leaves && volume > 0) ++left;
    if (enters && volume < 0) --left;
  }
  return left > 0;
}

Soup square_with_centre() {
  return soup_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5f, 0.5f, 0}},
                 {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
}

Soup tetrahedron() {
  return soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
}

Soup cube() {
  std::vector<Vec3f> corners;
  for (const float z : {-1.0f, 1.0f}) {
    for (const float y : {-1.0f, 1.0f}) {
      for (const float x : {-1.0f, 1.0f}) corners.push_back({x, y, z});
    }
  }
  return soup_of(corners, {{4, 5, 7, 6}, {1, 0, 2, 3}, {5, 1, 3, 7}, {0, 4, 6, 2}, {6, 7, 3, 2}, {0, 1, 5, 4}});
}

Soup torus(std::uint32_t columns, std::uint32_t rows) {
  Soup soup;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const double turn = 360.0 * column / columns;
      const double tube = 360.0 * row / rows;
      const double r = 2 + math::cos_deg(tube);
      soup.positions.emplace_back(Vec3{r * math::cos_deg(turn), math::sin_deg(tube), -r * math::sin_deg(turn)});
    }
  }
  const auto at = [&](std::uint32_t column, std::uint32_t row) { return (row % rows) * columns + column % columns; };
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      soup.add_face(std::vector{at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)});
    }
  }
  return soup;
}

Soup quad_grid(std::uint32_t n) {
  Soup soup;
  for (std::uint32_t row = 0; row <= n; ++row) {
    for (std::uint32_t column = 0; column <= n; ++column) {
      soup.positions.push_back({static_cast<float>(column), 0, static_cast<float>(row)});
    }
  }
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      const std::uint32_t a = row * (n + 1) + column;
      soup.add_face(std::vector{a, a + n + 1, a + n + 2, a + 1});
    }
  }
  return soup;
}

Soup triangle_grid(std::uint32_t n) {
  const Soup quads = quad_grid(n);
  Soup soup;
  soup.positions = quads.positions;
  for (std::uint32_t f = 0; f < quads.face_count(); ++f) {
    const auto q = quads.face(f);
    soup.add_face(std::vector{q[0], q[1], q[2]});
    soup.add_face(std::vector{q[0], q[2], q[3]});
  }
  return soup;
}

Soup annulus() {
  const Soup grid = quad_grid(3);
  Soup soup;
  soup.positions = grid.positions;
  for (std::uint32_t f = 0; f < grid.face_count(); ++f) {
    if (f != 4) soup.add_face(grid.face(f));
  }
  return soup;
}

Soup two_tetrahedra() {
  Soup soup = tetrahedron();
  const Soup first = soup;
  for (const Vec3f& p : first.positions) soup.positions.push_back(p + Vec3f{5, 0, 0});
  for (std::uint32_t f = 0; f < first.face_count(); ++f) {
    const auto t = first.face(f);
    soup.add_face(std::vector{t[0] + 4, t[1] + 4, t[2] + 4});
  }
  return soup;
}

Soup with_isolated_vertex() {
  Soup soup = tetrahedron();
  soup.positions.push_back({9, 9, 9});
  return soup;
}

Soup polygon(std::uint32_t n) {
  Soup soup;
  std::vector<std::uint32_t> face;
  for (std::uint32_t i = 0; i < n; ++i) {
    soup.positions.emplace_back(Vec3{math::cos_deg(360.0 * i / n), math::sin_deg(360.0 * i / n), 0});
    face.push_back(i);
  }
  soup.add_face(face);
  return soup;
}

Soup wheel(std::uint32_t n) {
  Soup soup;
  soup.positions.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < n; ++i) {
    soup.positions.emplace_back(Vec3{math::cos_deg(360.0 * i / n), math::sin_deg(360.0 * i / n), 0});
    soup.add_face(std::vector{0u, 1 + i, 1 + (i + 1) % n});
  }
  return soup;
}

std::vector<NamedSoup> sound_soups() {
  return {{"square with centre", square_with_centre()},
          {"tetrahedron", tetrahedron()},
          {"cube", cube()},
          {"torus", torus()},
          {"quad grid", quad_grid(4)},
          {"triangle grid", triangle_grid(4)},
          {"annulus", annulus()},
          {"two tetrahedra", two_tetrahedra()},
          {"isolated vertex", with_isolated_vertex()},
          {"300-gon", polygon(300)},
          {"wheel of 100", wheel(100)},
          {"empty", Soup{}}};
}

Soup bow_tie() { return soup_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 3, 4}}); }

Soup kissing_tetrahedra() {
  return soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                 {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 4, 5}, {0, 6, 4}, {4, 6, 5}, {5, 6, 0}});
}

Soup fin() {
  return soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
}

Soup inside_out_pair() { return soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}}, {{0, 1, 2}, {0, 1, 3}}); }

Soup moebius_strip(std::uint32_t n) {
  Soup soup;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double turn = 360.0 * i / n;
    for (const double side : {-0.3, 0.3}) {
      const double r = 1 + side * math::cos_deg(turn / 2);
      soup.positions.emplace_back(
          Vec3{r * math::cos_deg(turn), side * math::sin_deg(turn / 2), r * math::sin_deg(turn)});
    }
  }
  for (std::uint32_t i = 0; i + 1 < n; ++i) soup.add_face(std::vector{2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2});
  soup.add_face(std::vector{2 * n - 2, 2 * n - 1, 0u, 1u});  // joined upside down
  return soup;
}

}  // namespace weald::test
