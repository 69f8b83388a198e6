#include "stages/plants/skin/detail/leaf_shape.h"

#include <initializer_list>
#include <span>

#include "base/math/math.h"

namespace weald::plant {
namespace {

/// Builds a leaf from an outline in half-widths (x) and lengths (y); the halves are raised by the fold.
class LeafBuilder {
 public:
  explicit LeafBuilder(const LeafParams& params)
      : half_width_(0.5 * params.width),
        petiole_(params.petiole),
        cosine_(math::cos_deg(params.fold)),
        sine_(math::sin_deg(params.fold)) {}

  std::uint32_t add(double x, double y) {
    const double along = y == 0 ? 0 : petiole_ + (1 - petiole_) * y;
    const double across = x * half_width_;
    const double sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    add_vertex({across * cosine_, along, std::abs(across) * sine_},
               normalized_or({-sign * sine_, 0, cosine_}, {0, 0, 1}), {0.5 + 0.5 * x, y});
    return static_cast<std::uint32_t>(model_.positions.size() - 1);
  }

  void add_vertex(const Vec3& position, const Vec3& normal, const Vec2& uv) {
    model_.positions.push_back(position);
    model_.normals.push_back(normal);
    model_.uvs.push_back(uv);
  }

  void add_face(std::initializer_list<std::uint32_t> corners) {
    model_.corners.insert(model_.corners.end(), corners);
    model_.corner_uvs.insert(model_.corner_uvs.end(), corners);
    model_.face_begin.push_back(static_cast<std::uint32_t>(model_.corners.size()));
  }

  LeafModel take() { return std::move(model_); }

 private:
  LeafModel model_;
  double half_width_;
  double petiole_;
  double cosine_;
  double sine_;
};

LeafModel rhombus(const LeafParams& params) {
  LeafBuilder b(params);
  const auto foot = b.add(0, 0), right = b.add(1, 0.42), tip = b.add(0, 1), left = b.add(-1, 0.42);
  b.add_face({foot, right, tip});
  b.add_face({foot, tip, left});
  return b.take();
}

LeafModel oval(const LeafParams& params) {
  LeafBuilder b(params);
  const auto foot = b.add(0, 0), tip = b.add(0, 1);
  const auto r1 = b.add(0.92, 0.26), r2 = b.add(0.86, 0.66), l1 = b.add(-0.92, 0.26), l2 = b.add(-0.86, 0.66);
  b.add_face({foot, r1, r2, tip});
  b.add_face({foot, tip, l2, l1});
  return b.take();
}

/// Three rounded lobes on each side, as on an oak leaf.
LeafModel lobed(const LeafParams& params) {
  LeafBuilder b(params);
  const auto foot = b.add(0, 0), low = b.add(0, 0.34), high = b.add(0, 0.64), tip = b.add(0, 1);
  struct Side {
    std::uint32_t lobe1, notch1, lobe2, notch2, lobe3;
  };
  const auto side = [&](double sign) {
    return Side{b.add(0.6 * sign, 0.2), b.add(0.36 * sign, 0.34), b.add(1.0 * sign, 0.5), b.add(0.52 * sign, 0.64),
                b.add(0.72 * sign, 0.84)};
  };
  const Side r = side(1), l = side(-1);
  b.add_face({foot, r.lobe1, r.notch1, low});
  b.add_face({low, r.notch1, r.lobe2, r.notch2, high});
  b.add_face({high, r.notch2, r.lobe3, tip});
  b.add_face({foot, low, l.notch1, l.lobe1});
  b.add_face({low, high, l.notch2, l.lobe2, l.notch1});
  b.add_face({high, tip, l.lobe3, l.notch2});
  return b.take();
}

constexpr int kBlades = 8;

/// A brush of thin blades around the leaf's axis; `width` is the width of the brush.
LeafModel needles(const LeafParams& params, int blades) {
  constexpr double kBladeWidth = 0.07;
  LeafBuilder b(params);
  for (int k = 0; k < blades; ++k) {
    const double turn = 360.0 * k / blades;
    const Vec3 out{math::cos_deg(turn), 0, math::sin_deg(turn)};
    const Vec3 across = Vec3{-out.z, 0, out.x} * (0.5 * kBladeWidth);
    const double start = 0.45 * (k % 4) / 4.0;  // blades leave the stalk at several heights
    const double foot = k == 0 ? 0 : start;
    const auto first = static_cast<std::uint32_t>(3 * k);
    const Vec3 tip = out * (0.5 * params.width) + Vec3{0, 0.55 + start, 0};
    const Vec3 normal = normalized_or(out, {0, 0, 1});
    b.add_vertex(Vec3{0, foot, 0} - across, normal, {0, foot});
    b.add_vertex(Vec3{0, foot, 0} + across, normal, {1, foot});
    b.add_vertex(tip, normal, {0.5, 0.55 + start});
    b.add_face({first + 1, first, first + 2});
  }
  return b.take();
}

/// Adds a card of `pieces` pieces along its length; `first` is the index of its first vertex.
void add_card(LeafBuilder& b, const Vec3& across, const Vec3& normal, std::uint32_t first, int pieces) {
  b.add_vertex(-across, normal, {0, 0});
  b.add_vertex(across, normal, {1, 0});
  for (int k = 1; k <= pieces; ++k) {
    const double y = static_cast<double>(k) / pieces;
    b.add_vertex(across + Vec3{0, y, 0}, normal, {1, y});
    b.add_vertex(Vec3{0, y, 0} - across, normal, {0, y});
    const std::uint32_t top = first + 2 * static_cast<std::uint32_t>(k);
    if (k == 1)
      b.add_face({first, first + 1, top, top + 1});
    else
      b.add_face({top - 1, top - 2, top, top + 1});
  }
}

LeafModel cards(const LeafParams& params, bool crossed) {
  LeafBuilder b(params);
  const int pieces = params.curl == 0 ? 1 : 3;
  add_card(b, {0.5 * params.width, 0, 0}, {0, 0, 1}, 0, pieces);
  const auto first = static_cast<std::uint32_t>(2 * pieces + 2);
  if (crossed) add_card(b, {0, 0, 0.5 * params.width}, {-1, 0, 0}, first, pieces);
  return b.take();
}

/// A card with its halves raised by the fold.
LeafModel folded_card(const LeafParams& params) {
  LeafBuilder b(params);
  const double cosine = math::cos_deg(params.fold), sine = math::sin_deg(params.fold);
  const double half = 0.5 * params.width;
  const int pieces = params.curl == 0 ? 1 : 3;
  for (int k = 0; k <= pieces; ++k) {
    const double y = static_cast<double>(k) / pieces;
    b.add_vertex({-half * cosine, y, half * sine}, {sine, 0, cosine}, {0, y});
    b.add_vertex({0, y, 0}, {0, 0, 1}, {0.5, y});
    b.add_vertex({half * cosine, y, half * sine}, {-sine, 0, cosine}, {1, y});
    if (k == 0) continue;
    const std::uint32_t top = 3 * static_cast<std::uint32_t>(k);
    b.add_face({top - 3, top - 2, top + 1, top});
    b.add_face({top - 2, top - 1, top + 2, top + 1});
  }
  return b.take();
}

LeafModel straight_model(const LeafParams& params) {
  switch (params.shape) {
    case LeafShape::rhombus: return rhombus(params);
    case LeafShape::oval: return oval(params);
    case LeafShape::lobed: return lobed(params);
    case LeafShape::needles: return needles(params, kBlades);
    case LeafShape::card: return cards(params, false);
    case LeafShape::folded_card: return folded_card(params);
    case LeafShape::crossed: return cards(params, true);
  }
  return oval(params);
}

}  // namespace

LeafModel make_leaf_model(const LeafParams& params) {
  LeafModel model = straight_model(params);
  bend_down(model, params.curl);
  return model;
}

std::vector<LeafModel> leaf_model_levels(const LeafParams& params) {
  std::vector<LeafModel> levels;
  LeafParams plainer = params;
  plainer.curl = 0;
  const auto add = [&](LeafShape shape) {
    plainer.shape = shape;
    levels.push_back(make_leaf_model(plainer));
  };
  switch (params.shape) {
    case LeafShape::lobed:
      add(LeafShape::rhombus);
      add(LeafShape::oval);
      break;
    case LeafShape::rhombus:
    case LeafShape::oval: add(LeafShape::rhombus); break;
    case LeafShape::needles:
      for (const int blades : {2, 3, 4, 5, 6}) {
        levels.push_back(needles(params, blades));
        bend_down(levels.back(), params.curl);
      }
      break;
    case LeafShape::folded_card:
      add(LeafShape::card);
      add(LeafShape::folded_card);
      break;
    case LeafShape::card:
    case LeafShape::crossed: add(LeafShape::card); break;
  }
  levels.push_back(make_leaf_model(params));
  return levels;
}

}  // namespace weald::plant
