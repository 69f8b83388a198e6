#include "picture/raster/detail/cards.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace weald::render {

namespace {

constexpr int kTileRows = 8;

// Corners of a parallelogram, as corner indices of two triangles. The ends of the shared edge are opposite corners.
struct Corners {
  std::size_t shared, other_shared;  // ends of the shared edge, in the first triangle
  std::size_t first, second;         // opposite the shared edge, in the first and in the second triangle
};

std::optional<Corners> corners_of(const TriangleIndices& one, const TriangleIndices& two) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (one[i] == two[(j + 1) % 3] && one[(i + 1) % 3] == two[j])
        return Corners{i, (i + 1) % 3, (i + 2) % 3, (j + 2) % 3};
    }
  }
  return std::nullopt;
}

// Whether a, b, c, d form a parallelogram, to a thousandth of the side lengths. False if any value is not finite.
template <class V>
bool is_parallelogram(const V& a, const V& b, const V& c, const V& d) {
  const V off = a + c - b - d;
  const float side = glm::dot(b - a, b - a) + glm::dot(d - a, d - a);
  return glm::dot(off, off) <= 1e-6f * side && side < 1e12f;
}

struct Card {
  Vec3f corner{0}, first{0}, second{0};
  CardArrays::Cut cut;
};

// The card formed by triangles `t` and `t + 1`, if they form one.
std::optional<Card> card_of(const Surface& surface, std::uint32_t t) {
  const SurfaceMaterial& material = surface.material_of(t);
  if (&surface.material_of(t + 1) != &material || material.texture == nullptr || !material.texture->has_holes() ||
      material.opacity < 1.0f)
    return std::nullopt;
  const TriangleIndices &one = surface.triangles[t], &two = surface.triangles[t + 1];
  const std::optional<Corners> corners = corners_of(one, two);
  if (!corners) return std::nullopt;
  const auto& positions = surface.positions;
  const Vec3f &a = positions[one[corners->shared]], &b = positions[one[corners->first]],
              &c = positions[one[corners->other_shared]], &d = positions[two[corners->second]];
  if (!is_parallelogram(a, b, c, d)) return std::nullopt;
  const TriangleIndices &uvs = surface.uv_indices[t], &other_uvs = surface.uv_indices[t + 1];
  const Vec2f &ua = surface.uvs[uvs[corners->shared]], &ub = surface.uvs[uvs[corners->first]],
              &uc = surface.uvs[uvs[corners->other_shared]], &ud = surface.uvs[other_uvs[corners->second]];
  const auto also_at = [&](const Vec2f& uv, std::uint32_t point) {
    for (std::size_t i = 0; i < 3; ++i)
      if (two[i] == point) return surface.uvs[other_uvs[i]] == uv;
    return false;
  };
  if (!is_parallelogram(ua, ub, uc, ud) || !also_at(ua, one[corners->shared]) ||
      !also_at(uc, one[corners->other_shared]))
    return std::nullopt;
  // The texture repeats, and its rows count from the top.
  const Vec2f size{material.texture->width(), -material.texture->height()};
  const Vec2f at = (ua - Vec2f{std::floor(ua.x), std::floor(ua.y)}) * size - Vec2f{0.5f};
  const Vec2f along_first = (ub - ua) * size, along_second = (ud - ua) * size;
  constexpr float kMax = 5e4f;  // texels: the range of the kernels
  const Vec2f reach = glm::abs(at) + glm::abs(along_first) + glm::abs(along_second);
  if (!(reach.x < kMax && reach.y < kMax)) return std::nullopt;
  return Card{a, b - a, d - a, {material.texture.get(), at, along_first, along_second}};
}

float row_of(const float* row, float x, float y, float z) { return x * row[0] + y * row[1] + z * row[2]; }

// Corner and sides of a card projected into a map.
struct PlacedCard {
  float x, y, height;
  std::array<float, 2> side_x, side_y, side_height;
};

PlacedCard placed(const CardArrays& cards, std::size_t i, const Placing& placing) {
  constexpr float kPixel = 1.0f / kSubpixels;
  const auto part = [&](std::size_t k) { return cards.parts[k][i]; };
  const auto along = [&](const float* row, std::size_t k) { return row_of(row, part(k), part(k + 1), part(k + 2)); };
  return {(along(placing.x, 0) + placing.x[3]) * kPixel,
          (along(placing.y, 0) + placing.y[3]) * kPixel,
          along(placing.height, 0) + placing.height[3],
          {along(placing.x, 3) * kPixel, along(placing.x, 6) * kPixel},
          {along(placing.y, 3) * kPixel, along(placing.y, 6) * kPixel},
          {along(placing.height, 3), along(placing.height, 6)}};
}

}  // namespace

CardArrays find_cards(const Surface& surface, const Vec3f& centre, std::vector<std::uint8_t>& is_card) {
  CardArrays cards;
  is_card.assign(surface.triangles.size(), 0);
  if (!surface.has_holes()) return cards;
  for (std::uint32_t t = 0; t + 1 < surface.triangle_count(); ++t) {
    const std::optional<Card> card = card_of(surface, t);
    if (!card) continue;
    is_card[t] = is_card[t + 1] = 1;
    const Vec3f corner = card->corner - centre;
    const std::array<const Vec3f*, 3> vectors{&corner, &card->first, &card->second};
    for (std::size_t k = 0; k < cards.parts.size(); ++k)
      cards.parts[k].push_back((*vectors[k / 3])[static_cast<int>(k % 3)]);
    cards.cuts.push_back(card->cut);
    ++t;
  }
  cards.count = cards.cuts.size();
  for (auto& part : cards.parts)
    part.resize((cards.count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  return cards;
}

CardFill set_up_card(const CardArrays& cards, std::size_t number, const Placing& placing, const PixelRect& box) {
  const PlacedCard card = placed(cards, number, placing);
  const CardArrays::Cut& cut = cards.cuts[number];
  const auto &ex = card.side_x, &ey = card.side_y;
  const float scale = 1.0f / (ex[0] * ey[1] - ey[0] * ex[1]);
  const float x = static_cast<float>(box.x0) + 0.5f - card.x, y = static_cast<float>(box.y0) + 0.5f - card.y;
  CardFill fill;
  fill.box = box;
  fill.first = {(x * ey[1] - y * ex[1]) * scale, ey[1] * scale, -ex[1] * scale};
  fill.second = {(y * ex[0] - x * ey[0]) * scale, -ey[0] * scale, ex[0] * scale};
  const auto plane = [&](float at, float along_first, float along_second) {
    return CutPlane{at + along_first * fill.first.at + along_second * fill.second.at,
                    along_first * fill.first.per_column + along_second * fill.second.per_column,
                    along_first * fill.first.per_row + along_second * fill.second.per_row};
  };
  fill.height = plane(card.height, card.side_height[0], card.side_height[1]);
  fill.u = plane(cut.at.x, cut.along_first.x, cut.along_second.x);
  fill.v = plane(cut.at.y, cut.along_first.y, cut.along_second.y);
  fill.texture = cut_texture(*cut.texture, {fill.u.per_column, fill.v.per_column}, {fill.u.per_row, fill.v.per_row});
  return fill;
}

void CardPainter::draw(const CardArrays& cards, const Placing& placing, PixelSize size, std::vector<float>& heights) {
  find_covering_cards(cards, placing, size, found_);
  if (all_.size() < found_.count) {
    all_.resize(cards.count);
    std::iota(all_.begin(), all_.end(), 0u);
  }
  const std::span<const std::uint32_t> all(all_.data(), found_.count);
  if (found_.count < NearestFirst::kMin) return draw_some(cards, placing, all, heights, size.width);
  PixelRect area{size.width, size.height, 0, 0};
  for (std::size_t i = 0; i < found_.count; ++i) {
    area = {std::min(area.x0, found_.x0[i]), std::min(area.y0, found_.y0[i]), std::max(area.x1, found_.x1[i]),
            std::max(area.y1, found_.y1[i])};
  }
  order_.order(all, [&](std::uint32_t i) { return found_.nearest[i]; });
  std::size_t drawn = 0;
  for (std::size_t group = 0; group < NearestFirst::kGroups; ++group) {
    if (order_.group(group).empty()) continue;
    draw_some(cards, placing, order_.group(group), heights, size.width);
    drawn += order_.group(group).size();
    if (drawn < found_.count / NearestFirst::kMeasures) continue;
    drawn = 0;
    tiles_.measure(area, size.width, size.height, kTileRows, [&](int y, int x) {
      return heights[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x)];
    });
  }
  tiles_.clear();
}

// Works in chunks that fit the L1 cache.
void CardPainter::draw_some(const CardArrays& cards, const Placing& placing, std::span<const std::uint32_t> some,
                            std::vector<float>& heights, int width) {
  constexpr std::size_t kTogether = 128;
  for (const std::uint32_t i : some) {
    const PixelRect box{found_.x0[i], found_.y0[i], found_.x1[i], found_.y1[i]};
    if (tiles_.hide(box.x0, box.x1 - 1, box.y0 / kTileRows, (box.y1 - 1) / kTileRows, found_.nearest[i])) continue;
    fills_.push_back(set_up_card(cards, found_.numbers[i], placing, box));
    if (fills_.size() == kTogether) flush(heights, width);
  }
  flush(heights, width);
}

void CardPainter::flush(std::vector<float>& heights, int width) {
  fill_cards(fills_, heights.data(), width);
  fills_.clear();
}

}  // namespace weald::render
