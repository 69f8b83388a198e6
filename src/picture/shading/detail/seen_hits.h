#pragma once
// Hits of several triangles at once, for pixels that show many small triangles.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "picture/shading/detail/seen_triangle.h"

namespace weald::render {

/// Visible points of surfaces, as a structure of arrays.
struct HitArrays {
  std::size_t count = 0;
  std::array<std::vector<double>, 4> wide;   ///< x, y and z of the position, then the depth
  std::array<std::vector<float>, 9> narrow;  ///< x, y and z of the normal, of the flat one, and the weights

  /// Point `i`. Pre: i < count.
  Hit at(std::size_t i) const;
  /// Shading normal of point `i`.
  Vec3f normal(std::size_t i) const { return {narrow[0][i], narrow[1][i], narrow[2][i]}; }
  /// Normal of the flat triangle of point `i`.
  Vec3f geometric(std::size_t i) const { return {narrow[3][i], narrow[4][i], narrow[5][i]}; }
  /// Position of point `i`.
  Vec3 position(std::size_t i) const { return {wide[0][i], wide[1][i], wide[2][i]}; }
  /// Depth of point `i`.
  double depth(std::size_t i) const { return wide[3][i]; }
  /// Adds a point, and returns its place.
  std::size_t add(const Hit& hit);
  /// Makes room for at least `more` points after the last one.
  void make_room(std::size_t more);
};

/// Triangles of one surface, each seen at one place of the picture.
struct SeenTriangles {
  static constexpr std::size_t kLanes = 8;  ///< found at once
  std::vector<std::uint32_t> numbers;
  std::vector<double> x, y;  ///< pixel coordinates

  std::size_t count() const { return numbers.size(); }
  /// Adds triangle `number`, seen at (px, py).
  void add(std::uint32_t number, double px, double py) {
    numbers.push_back(number);
    x.push_back(px), y.push_back(py);
  }
  /// Removes all triangles.
  void clear() { numbers.clear(), x.clear(), y.clear(); }
};

/// Adds what SeenTriangle::hit() returns for each of the triangles, with the same bits, to `hits`, in their order.
/// `matrix` is that of the item's transform. `seen` is padded to whole vectors.
void seen_hits(SeenTriangles& seen, const SurfaceItem& item, const NormalMatrix& matrix, const SeenView& view,
               HitArrays& hits);

}  // namespace weald::render
