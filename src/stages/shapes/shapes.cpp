#include "stages/shapes/shapes.h"

#include <cmath>
#include <initializer_list>

#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/icosphere.h"
#include "methods/mesh/weld.h"

namespace weald::mesh {
namespace {

/// Indices into the pools of a soup.
struct Corner {
  std::uint32_t position, uv, normal;
};

class ShapeSoup {
 public:
  std::uint32_t add_position(const Vec3& p) { return push(soup.positions, Vec3f{p}); }
  std::uint32_t add_uv(double u, double v) { return push(soup.uvs, Vec2f{Vec2{u, v}}); }
  std::uint32_t add_normal(const Vec3& n) { return push(soup.normals, Vec3f{n}); }
  void add_face(std::initializer_list<Corner> corners) {
    for (const Corner& corner : corners) {
      soup.corners.push_back(corner.position);
      soup.corner_uvs.push_back(corner.uv);
      soup.corner_normals.push_back(corner.normal);
    }
    soup.face_begin.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  }
  Soup soup;

 private:
  template <class T>
  static std::uint32_t push(std::vector<T>& pool, const T& value) {
    pool.push_back(value);
    return static_cast<std::uint32_t>(pool.size() - 1);
  }
};

/// Adds a rectangle of columns x rows quads; rows of `position(column, row)` go up as seen from outside.
template <class Position>
void add_rectangle(ShapeSoup& shape, int columns, int rows, const Vec3& normal, const Position& position) {
  const std::uint32_t n = shape.add_normal(normal);
  const auto first = static_cast<std::uint32_t>(shape.soup.positions.size());
  const auto first_uv = static_cast<std::uint32_t>(shape.soup.uvs.size());
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      shape.add_position(position(column, row));
      shape.add_uv(static_cast<double>(column) / columns, static_cast<double>(row) / rows);
    }
  }
  const auto corner = [&](int column, int row) {
    const auto i =
        static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(columns + 1) + static_cast<std::uint32_t>(column);
    return Corner{first + i, first_uv + i, n};
  };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      shape.add_face(
          {corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)});
    }
  }
}

/// Coordinate of lattice plane i of n across an extent centred at 0; gives the same bits for every face that uses it.
double lattice(int i, int n, double size) { return (static_cast<double>(i) / n - 0.5) * size; }

Soup make_grid(const ShapesParams& params) {
  ShapeSoup shape;
  const int columns = params.cells[0];
  const int rows = params.cells[2];
  add_rectangle(shape, columns, rows, {0, 1, 0}, [&](int column, int row) {  // rows go north, towards -z
    return Vec3{lattice(column, columns, params.size.x), 0, lattice(rows - row, rows, params.size.z)};
  });
  return std::move(shape.soup);
}

Soup make_box(const ShapesParams& params) {
  /// A side of the box: the axes that point right and up as seen from outside. `flip_right` is true if right is
  /// negative.
  struct Side {
    int axis, right, up;
    bool positive, flip_right, flip_up;
  };
  constexpr Side kSides[] = {{0, 2, 1, true, true, false},  {0, 2, 1, false, false, false},
                             {1, 0, 2, true, false, true},  {1, 0, 2, false, false, false},
                             {2, 0, 1, true, false, false}, {2, 0, 1, false, true, false}};
  ShapeSoup shape;
  const auto cells = [&](int axis) { return params.cells[static_cast<std::size_t>(axis)]; };
  for (const Side& side : kSides) {
    Vec3 normal{0};
    normal[side.axis] = side.positive ? 1 : -1;
    add_rectangle(shape, cells(side.right), cells(side.up), normal, [&](int column, int row) {
      int at[3];
      at[side.axis] = side.positive ? cells(side.axis) : 0;
      at[side.right] = side.flip_right ? cells(side.right) - column : column;
      at[side.up] = side.flip_up ? cells(side.up) - row : row;
      return Vec3{lattice(at[0], cells(0), params.size.x), lattice(at[1], cells(1), params.size.y),
                  lattice(at[2], cells(2), params.size.z)};
    });
  }
  return weld(shape.soup, 0).soup;  // joins the sides along the edges of the box
}

/// Direction in the xz plane, counter-clockwise from +x seen from above; a `turn` of 1 is a full circle. Never contains
/// a negative zero.
Vec3 around(double turn) { return {math::cos_deg(360 * turn), 0, 0 - math::sin_deg(360 * turn)}; }

/// Builds cylinders and cones.
class LatheMaker {
 public:
  explicit LatheMaker(const ShapesParams& params)
      : params_(params), count_(static_cast<std::uint32_t>(params.segments)), pointed_(params.shape == Shape::cone) {}

  Soup run() {
    const std::uint32_t rings = static_cast<std::uint32_t>(params_.rows) + (pointed_ ? 0 : 1);
    for (std::uint32_t ring = 0; ring < rings; ++ring) add_ring(ring);
    add_side_normals();
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
      for (std::uint32_t i = 0; i < count_; ++i) {
        shape_.add_face({side(ring, i), side(ring, i + 1), side(ring + 1, i + 1), side(ring + 1, i)});
      }
    }
    if (pointed_) add_tip(rings - 1);
    if (params_.capped) {
      add_cap(0, -1);
      if (!pointed_) add_cap(rings - 1, 1);
    }
    return std::move(shape_.soup);
  }

 private:
  double turn(double i) const { return i / count_; }

  void add_ring(std::uint32_t ring) {
    const double share = static_cast<double>(ring) / params_.rows;
    const double radius = pointed_ ? params_.radius * (1 - share) : params_.radius;
    for (std::uint32_t i = 0; i < count_; ++i) {
      shape_.add_position(around(turn(i)) * radius + Vec3{0, (share - 0.5) * params_.height, 0});
    }
    for (std::uint32_t i = 0; i <= count_; ++i) shape_.add_uv(turn(i), share);
  }

  /// Normal of the side in a direction: horizontal on a cylinder, tilted up on a cone.
  Vec3 side_normal(double t) const {
    return pointed_ ? glm::normalize(around(t) * params_.height + Vec3{0, params_.radius, 0}) : around(t);
  }
  void add_side_normals() {
    for (std::uint32_t i = 0; i < count_; ++i) shape_.add_normal(side_normal(turn(i)));
  }

  Corner side(std::uint32_t ring, std::uint32_t i) const {
    return {ring * count_ + i % count_, ring * (count_ + 1) + i, i % count_};
  }

  /// The apex has a separate normal and u in every triangle.
  void add_tip(std::uint32_t ring) {
    const std::uint32_t apex = shape_.add_position({0, params_.height / 2, 0});
    for (std::uint32_t i = 0; i < count_; ++i) {
      const double middle = turn(i + 0.5);
      shape_.add_face(
          {side(ring, i), side(ring, i + 1), {apex, shape_.add_uv(middle, 1), shape_.add_normal(side_normal(middle))}});
    }
  }

  /// Closes a ring with a fan of triangles; `up` is 1 for the top and -1 for the bottom.
  void add_cap(std::uint32_t ring, int up) {
    const std::uint32_t normal = shape_.add_normal({0, up, 0});
    const std::uint32_t centre = shape_.add_position({0, up * params_.height / 2, 0});
    const std::uint32_t middle_uv = shape_.add_uv(0.5, 0.5);
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Vec3 direction = around(turn(i));
      shape_.add_uv(0.5 + 0.5 * direction.x, 0.5 - 0.5 * up * direction.z);
    }
    const auto rim = [&](std::uint32_t i) {
      return Corner{ring * count_ + i % count_, middle_uv + 1 + i % count_, normal};
    };
    for (std::uint32_t i = 0; i < count_; ++i) {
      const std::uint32_t next = i + 1;
      shape_.add_face({{centre, middle_uv, normal}, rim(up > 0 ? i : next), rim(up > 0 ? next : i)});
    }
  }

  const ShapesParams& params_;
  std::uint32_t count_;  // segments around the axis
  bool pointed_;
  ShapeSoup shape_;
};

Soup make_torus(const ShapesParams& params) {
  ShapeSoup shape;
  const auto columns = static_cast<std::uint32_t>(params.segments);
  const auto rows = static_cast<std::uint32_t>(params.tube_segments);
  for (std::uint32_t row = 0; row <= rows; ++row) {
    const double tube = static_cast<double>(row) / rows;
    const double out = math::cos_deg(360 * tube);
    const double up = math::sin_deg(360 * tube);
    for (std::uint32_t column = 0; column <= columns; ++column) {
      const double turn = static_cast<double>(column) / columns;
      shape.add_uv(turn, tube);
      if (row == rows || column == columns) continue;
      const Vec3 direction = around(turn);
      shape.add_position(direction * (params.radius + params.tube_radius * out) + Vec3{0, params.tube_radius * up, 0});
      shape.add_normal(direction * out + Vec3{0, up, 0});
    }
  }
  const auto corner = [&](std::uint32_t column, std::uint32_t row) {
    const std::uint32_t vertex = (row % rows) * columns + column % columns;
    return Corner{vertex, row * (columns + 1) + column, vertex};
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      shape.add_face(
          {corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)});
    }
  }
  return std::move(shape.soup);
}

Mesh make_centred(const ShapesParams& params) {
  switch (params.shape) {
    case Shape::grid: return build_checked(make_grid(params));
    case Shape::box: return build_checked(make_box(params));
    case Shape::cylinder:
    case Shape::cone: return build_checked(LatheMaker(params).run());
    case Shape::icosphere: return make_icosphere(params.radius, params.levels);
    case Shape::torus: return build_checked(make_torus(params));
  }
  throw InternalError("unknown shape");
}

double half_height(const ShapesParams& params) {
  switch (params.shape) {
    case Shape::grid: return 0;
    case Shape::box: return params.size.y / 2;
    case Shape::cylinder:
    case Shape::cone: return params.height / 2;
    case Shape::icosphere: return params.radius;
    case Shape::torus: return params.tube_radius;
  }
  return 0;
}

}  // namespace

std::uint64_t face_count(const ShapesParams& params) {
  const auto cells = [&](std::size_t axis) { return static_cast<std::uint64_t>(params.cells[axis]); };
  const auto segments = static_cast<std::uint64_t>(params.segments);
  const auto rows = static_cast<std::uint64_t>(params.rows);
  switch (params.shape) {
    case Shape::grid: return cells(0) * cells(2);
    case Shape::box: return 2 * (cells(0) * cells(1) + cells(1) * cells(2) + cells(2) * cells(0));
    case Shape::cylinder: return segments * (rows + (params.capped ? 2 : 0));
    case Shape::cone: return segments * (rows + (params.capped ? 1 : 0));
    case Shape::icosphere: return std::uint64_t{20} << (2 * params.levels);
    case Shape::torus: return segments * static_cast<std::uint64_t>(params.tube_segments);
  }
  return 0;
}

Mesh make_shape(const ShapesParams& params) {
  WEALD_CHECK(face_count(params) <= kMaxShapeFaces);
  Mesh mesh = make_centred(params);
  mesh.groups.front().name = std::string(schema::name_of(params.shape));
  mesh.materials = {finished({.name = params.material, .colour = Vec3f(params.colour)}, params, params.roughness)};
  if (params.origin == ShapeOrigin::base) {
    const auto lift = static_cast<float>(half_height(params));
    for (Vec3f& p : mesh.positions) p.y += lift;
  }
  return mesh;
}

namespace {

/// Counts of vertices and corners of a shape with `faces` faces. Seams and caps make the upper bounds larger than the
/// actual numbers.
SurfaceCounts shape_counts(const ShapesParams& params, double faces) {
  const auto cells = [&](std::size_t axis) { return static_cast<double>(params.cells[axis]); };
  const double rings = static_cast<double>(params.segments) * (params.rows + 1.0);
  SurfaceCounts counts;
  counts.faces = Amount::exactly(faces);
  counts.corners = Amount::exactly(4 * faces);
  switch (params.shape) {
    case Shape::grid: counts.vertices = Amount::exactly((cells(0) + 1) * (cells(2) + 1)); break;
    case Shape::box: counts.vertices = Amount::exactly(faces + 2); break;
    case Shape::cylinder:
      counts.vertices = Amount::between(rings, rings + 2);
      counts.corners = Amount::between(4 * (rings - params.segments), 4 * faces);
      break;
    case Shape::cone:
      counts.vertices = Amount::between(rings - params.segments, rings + 2);
      counts.corners = Amount::between(3 * faces, 4 * faces);
      break;
    case Shape::icosphere:
      counts.vertices = Amount::exactly(faces / 2 + 2);
      counts.corners = Amount::exactly(3 * faces);
      break;
    case Shape::torus: counts.vertices = Amount::exactly(faces); break;
  }
  counts.uvs = Amount::between(0.5 * counts.vertices.least, *counts.corners.most);
  counts.normals = Amount::between(1, *counts.corners.most);
  return counts;
}

/// The parameter that determines most of the faces.
std::string_view cause_of(const ShapesParams& params) {
  switch (params.shape) {
    case Shape::grid:
    case Shape::box: return "cells";
    case Shape::cylinder:
    case Shape::cone: return params.rows > params.segments ? "rows" : "segments";
    case Shape::icosphere: return "levels";
    case Shape::torus: return params.tube_segments > params.segments ? "tube_segments" : "segments";
  }
  return {};
}

}  // namespace

Estimate Shapes::estimate(const Params& params, const schema::Estimates&) {
  Estimate result = Estimate::of_surface(shape_counts(params, static_cast<double>(face_count(params))));
  result.cause = cause_of(params);
  return result;
}

Mesh Shapes::run(const Params& params, const schema::Inputs&, const RunContext& context) {
  context.progress(0);
  return make_shape(params);
}

}  // namespace weald::mesh
