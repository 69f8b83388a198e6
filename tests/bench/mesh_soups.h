#pragma once
// Triangle soups of known size for the mesh benchmarks.

#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "methods/mesh/soup.h"

namespace weald::bench {

/// 2 n^2 triangles over a square of n x n cells.
inline mesh::Soup grid_soup(std::uint32_t n) {
  mesh::Soup soup;
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x)
      soup.positions.push_back({static_cast<float>(x), 0.0f, static_cast<float>(y)});
  }
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = y * (n + 1) + x;
      const std::uint32_t c = a + n + 1;
      soup.add_face(std::vector{a, c, a + 1});
      soup.add_face(std::vector{a + 1, c, c + 1});
    }
  }
  return soup;
}

/// n^2 quads over a square.
inline mesh::Soup quad_grid_soup(std::uint32_t n) {
  mesh::Soup soup = grid_soup(n);
  soup.corners.clear();
  soup.face_begin = {0};
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = y * (n + 1) + x;
      const std::uint32_t c = a + n + 1;
      soup.add_face(std::vector{a, c, c + 1, a + 1});
    }
  }
  return soup;
}

/// An icosahedron, every triangle split in four `levels` times: 20 * 4^levels triangles, new vertices at the end.
inline mesh::Soup icosphere_soup(int levels) {
  mesh::Soup soup;
  const float g = 0.5f + 0.5f * std::sqrt(5.0f);
  soup.positions = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                    {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  soup.corners = {0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
                  3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [it, added] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(soup.positions.size()));
      if (added) soup.positions.push_back(glm::normalize(soup.positions[a] + soup.positions[b]));
      return it->second;
    };
    std::vector<std::uint32_t> finer;
    for (std::size_t i = 0; i < soup.corners.size(); i += 3) {
      const std::uint32_t a = soup.corners[i], b = soup.corners[i + 1], c = soup.corners[i + 2];
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
    }
    soup.corners = std::move(finer);
  }
  soup.face_begin.resize(soup.corners.size() / 3 + 1);
  for (std::size_t f = 0; f < soup.face_begin.size(); ++f) soup.face_begin[f] = static_cast<std::uint32_t>(3 * f);
  return soup;
}

/// The triangles with faces and vertices in random order.
inline mesh::Soup shuffled(mesh::Soup soup) {
  const Rng rng(1);
  const auto permutation = [&](std::uint32_t count, std::uint64_t which) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(i, i, which)]);
    return order;
  };
  const auto vertices = permutation(static_cast<std::uint32_t>(soup.positions.size()), 0);
  const auto faces = permutation(soup.face_count(), 1);
  const mesh::Soup original = soup;
  for (std::size_t v = 0; v < vertices.size(); ++v) soup.positions[vertices[v]] = original.positions[v];
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) soup.corners[faces[f] * 3 + i] = vertices[original.corners[f * 3 + i]];
  }
  return soup;
}

}  // namespace weald::bench
