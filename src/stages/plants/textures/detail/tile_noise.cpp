#include "stages/plants/textures/detail/tile_noise.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rng.h"
#include "methods/raster/lattice.h"

namespace weald::texture {

namespace {

constexpr float kUnitGradients = 1.41421356f;  // unit gradients reach sqrt(1/2)

// Most positions lie in the tile or directly beside it, where no division is needed.
int wrapped(int cell, int count) {
  if (cell < 0) cell += count;
  if (cell >= count) cell -= count;
  if (cell >= 0 && cell < count) return cell;
  const int rest = cell % count;
  return rest < 0 ? rest + count : rest;
}

struct Cell {
  int index = 0;
  float fraction = 0;
};

Cell cell_of(float v) {
  const int cut = static_cast<int>(v), floor = static_cast<float>(cut) > v ? cut - 1 : cut;
  return {floor, v - static_cast<float>(floor)};
}

std::uint32_t lattice_hash(std::uint64_t seed, int column, int row) {
  return noise::point_hash(noise::column_key(seed, column), noise::row_key(seed, row));
}

float unit(std::uint32_t bits) { return static_cast<float>(bits >> 8) * (1.0f / 16777216.0f); }

}  // namespace

TileNoise::TileNoise(int columns, int rows, std::uint64_t seed) : columns_(columns), rows_(rows) {
  gradients_.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i)
      gradients_.push_back(noise::gradient_directions()[lattice_hash(seed, i, j) & 255u] * kUnitGradients);
  }
}

float TileNoise::at(float x, float y) const {
  const Cell cx = cell_of(x * static_cast<float>(columns_)), cy = cell_of(y * static_cast<float>(rows_));
  const int x0 = wrapped(cx.index, columns_), y0 = wrapped(cy.index, rows_);
  const int x1 = x0 + 1 == columns_ ? 0 : x0 + 1, y1 = y0 + 1 == rows_ ? 0 : y0 + 1;
  const auto corner = [&](int i, int j) {
    const auto column = static_cast<std::size_t>(i == 0 ? x0 : x1), row = static_cast<std::size_t>(j == 0 ? y0 : y1);
    const Vec2f& g = gradients_[row * static_cast<std::size_t>(columns_) + column];
    return g.x * (cx.fraction - static_cast<float>(i)) + g.y * (cy.fraction - static_cast<float>(j));
  };
  return noise::blend_corners(corner, noise::quintic_fade(cx.fraction), noise::quintic_fade(cy.fraction));
}

TileFractal::TileFractal(int columns, int rows, int octaves, std::uint64_t seed) {
  float sum = 0.0f, height = 1.0f;
  for (int i = 0; i < octaves; ++i) {
    octaves_.emplace_back(columns << i, rows << i, sub_seed(seed, static_cast<std::uint64_t>(i)));
    sum += height;
    height *= 0.5f;
  }
  scale_ = 1.5f / sum;  // the extremes of octaves rarely coincide
}

float TileFractal::at(float x, float y) const {
  float sum = 0.0f, height = scale_;
  for (const TileNoise& octave : octaves_) {
    sum += octave.at(x, y) * height;
    height *= 0.5f;
  }
  return sum;
}

TileCells::TileCells(int columns, int rows, float jitter, std::uint64_t seed)
    : columns_(columns), rows_(rows), first_column_(rows % 2 == 0 ? 0 : 1) {
  points_.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j) {
    const float shift = rows % 2 == 0 && j % 2 == 1 ? 0.5f : 0.0f;
    for (int i = 0; i < columns; ++i) {
      const std::uint32_t x = lattice_hash(seed, i, j), y = lattice_hash(seed + 1, i, j);
      const Vec2f stray = (Vec2f{unit(x), unit(y)} - 0.5f) * jitter;
      points_.push_back({Vec2f{0.5f + shift, 0.5f} + stray, unit(lattice_hash(seed + 2, i, j))});
    }
  }
}

CellHit TileCells::at(float x, float y) const {
  const Cell cx = cell_of(x * static_cast<float>(columns_)), cy = cell_of(y * static_cast<float>(rows_));
  CellHit hit{1e9f, 1e9f, Vec2f{0}, 0.0f, 0.0f};
  Vec2f other{0};
  std::array<int, 4> columns{};
  for (int i = 0; i < 4; ++i) columns[static_cast<std::size_t>(i)] = wrapped(cx.index + i - 2, columns_);
  for (int j = -1; j <= 1; ++j) {
    const std::size_t row = static_cast<std::size_t>(wrapped(cy.index + j, rows_)) * static_cast<std::size_t>(columns_);
    const float dy = cy.fraction - static_cast<float>(j);
    for (int i = first_column_; i < 4; ++i) {
      const Point& point = points_[row + static_cast<std::size_t>(columns[static_cast<std::size_t>(i)])];
      const float dx = cx.fraction - static_cast<float>(i - 2);
      const Vec2f away{dx - point.place.x, dy - point.place.y};
      const float squared = away.x * away.x + away.y * away.y;
      if (squared >= hit.second) continue;
      if (squared < hit.first) {
        hit.second = hit.first, other = hit.offset;
        hit.first = squared, hit.offset = away, hit.id = point.id;
      } else {
        hit.second = squared, other = away;
      }
    }
  }
  const Vec2f between = hit.offset - other;  // vector from the nearest point to the second nearest
  const float length = std::sqrt(between.x * between.x + between.y * between.y);
  hit.border = length > 0.0f ? (hit.second - hit.first) / (2.0f * length) : 0.0f;
  hit.first = std::sqrt(hit.first), hit.second = std::sqrt(hit.second);
  return hit;
}

}  // namespace weald::texture
