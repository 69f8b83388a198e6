#include "stages/scenes/array.h"

#include <cmath>

#include "base/error.h"
#include "stages/scenes/detail/copies.h"

namespace weald::scene {

namespace {

/// Whether positions of single precision under the matrix are finite and differ from each other.
bool is_in_range(const Mat4& matrix) {
  for (int column = 0; column < 4; ++column) {
    const Vec3 axis{matrix[column]};
    if (!is_finite(Vec3f{axis})) return false;
    if (column < 3 && !(glm::length(axis) > 1e-30)) return false;
  }
  return true;
}

}  // namespace

std::vector<Mat4> array_matrices(const Mat4& step, int count) {
  const bool translates_only = Mat3{step} == Mat3{1.0};
  std::vector<Mat4> matrices;
  matrices.reserve(static_cast<std::size_t>(count));
  Mat4 matrix{1.0};
  for (int i = 0; i < count; ++i) {
    if (i > 0) matrix = step * matrix;
    if (translates_only) matrix[3] = Vec4{Vec3{step[3]} * static_cast<double>(i), 1};
    if (!is_in_range(matrix)) throw StageError("the last copies are beyond the range of single precision", "count");
    matrices.push_back(matrix);
  }
  return matrices;
}

Estimate Array::estimate(const Params& params, const schema::Estimates& inputs) {
  return copies_estimate({&params.from, 1}, inputs, Amount::exactly(params.count), "count");
}

Scene Array::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  std::vector<Instance> copies;
  for (const Mat4& matrix : array_matrices(mesh::matrix_of(params), params.count))
    copies.push_back(instance_at(0, matrix));
  context.check_stop();
  return scene_of_copies(plain_copies(std::move(copies), 1), {&params.from, 1}, inputs, "count");
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::ArrayParams>::check(const P& params, Checker& checker) {
  if (mesh::is_flat(params.scale))
    checker.error("scale", "'scale' would flatten the copies: every factor must have a magnitude of at least 1e-6");
}

}  // namespace weald::schema
