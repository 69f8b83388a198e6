// Compiled once per SIMD target by foreach_target. Multiplications and additions are kept separate (no fused
// multiply-add) and in the order of seen_triangle.cpp, so that every target gives its bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/shading/detail/seen_hits.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/shading/detail/seen_hits.h"

#ifndef WEALD_SEEN_CORNERS
#define WEALD_SEEN_CORNERS
namespace weald::render {
// A vector of triangles: x, y and z of the three corners, then of their normals; and where they are seen.
struct SeenCorners {
  std::array<std::array<float, SeenTriangles::kLanes>, 9> corners, normals;
  const double *x, *y;
};
}  // namespace weald::render
#endif

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using SeenWide = hn::CappedTag<double, SeenTriangles::kLanes>;
using SeenNarrow = hn::Rebind<float, SeenWide>;

template <class D>
struct Vec3s {
  using V = hn::Vec<D>;
  V x, y, z;
  HWY_INLINE Vec3s operator+(const Vec3s& o) const { return {hn::Add(x, o.x), hn::Add(y, o.y), hn::Add(z, o.z)}; }
  HWY_INLINE Vec3s operator-(const Vec3s& o) const { return {hn::Sub(x, o.x), hn::Sub(y, o.y), hn::Sub(z, o.z)}; }
  HWY_INLINE Vec3s operator-() const { return {hn::Neg(x), hn::Neg(y), hn::Neg(z)}; }
  HWY_INLINE Vec3s operator*(V s) const { return {hn::Mul(x, s), hn::Mul(y, s), hn::Mul(z, s)}; }
  HWY_INLINE Vec3s operator/(V s) const { return {hn::Div(x, s), hn::Div(y, s), hn::Div(z, s)}; }
};
using Wides = Vec3s<SeenWide>;
using Narrows = Vec3s<SeenNarrow>;
using W = hn::Vec<SeenWide>;
using N = hn::Vec<SeenNarrow>;

template <class D>
HWY_INLINE hn::Vec<D> dot(const Vec3s<D>& a, const Vec3s<D>& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Wides cross(const Wides& a, const Wides& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(b.y, a.z)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(b.z, a.x)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(b.x, a.y))};
}
template <class D>
HWY_INLINE Vec3s<D> if_then_else(hn::Mask<D> mask, const Vec3s<D>& yes, const Vec3s<D>& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE W wide(double value) { return hn::Set(SeenWide(), value); }
HWY_INLINE Wides wide(const Vec3& v) { return {wide(v.x), wide(v.y), wide(v.z)}; }
HWY_INLINE W wide(N value) { return hn::PromoteTo(SeenWide(), value); }
HWY_INLINE Wides wide(const Narrows& v) { return {wide(v.x), wide(v.y), wide(v.z)}; }
HWY_INLINE N narrow(W value) { return hn::DemoteTo(SeenNarrow(), value); }
HWY_INLINE Narrows narrow(const Wides& v) { return {narrow(v.x), narrow(v.y), narrow(v.z)}; }

HWY_INLINE Wides normalized_or(const Wides& v, const Wides& fallback) {
  const W length = hn::Sqrt(dot(v, v));
  return if_then_else<SeenWide>(hn::Gt(length, wide(1e-300)), v / length, fallback);
}

HWY_INLINE Narrows load(const std::array<std::array<float, SeenTriangles::kLanes>, 9>& parts, std::size_t corner,
                        std::size_t i) {
  const SeenNarrow d;
  return {hn::LoadU(d, parts[3 * corner].data() + i), hn::LoadU(d, parts[3 * corner + 1].data() + i),
          hn::LoadU(d, parts[3 * corner + 2].data() + i)};
}

HWY_INLINE Wides transformed(const Mat4& m, const Narrows& point) {
  const Wides p = wide(point);
  const auto row = [&](int r) HWY_ATTR {
    return hn::Add(
        hn::Add(hn::Add(hn::Mul(wide(m[0][r]), p.x), hn::Mul(wide(m[1][r]), p.y)), hn::Mul(wide(m[2][r]), p.z)),
        wide(m[3][r]));
  };
  return {row(0), row(1), row(2)};
}
HWY_INLINE Wides transformed(const NormalMatrix& m, const Narrows& normal) {
  const Wides n = wide(normal);
  return wide(m.x) * n.x + wide(m.y) * n.y + wide(m.z) * n.z;
}

// A linear function in screen space.
struct SeenPlane {
  W at, per_x, per_y;
  HWY_INLINE W operator()(W x, W y) const { return hn::Add(hn::Add(at, hn::Mul(per_x, x)), hn::Mul(per_y, y)); }
};

// The barycentric coordinates of what is seen at (x, y); see SeenTriangle::set_planes() and SeenTriangle::hit().
HWY_INLINE Narrows weights_at(const SeenView& view, const Wides& a, const Wides& ab, const Wides& ac,
                              const Wides& normal, W x, W y) {
  const SeenWide d;
  const W zero = hn::Zero(d), one = wide(1.0), least = wide(1e-300);
  const W squared = dot(normal, normal);
  const W scale = hn::Div(one, hn::IfThenElse(hn::Lt(squared, least), least, squared));
  const Wides to_b = cross(ac, normal) * scale, to_c = cross(normal, ab) * scale;
  const Wides right = wide(view.right), down = wide(view.down), back = wide(view.back);
  const auto seen = [&](const Wides& v) HWY_ATTR { return Wides{dot(v, right), dot(v, down), hn::Neg(dot(v, back))}; };
  const Wides n = seen(normal), from = wide(view.eye) - a;
  const W away = hn::Neg(dot(from, normal));
  const auto share = [&](const Wides& to) HWY_ATTR {
    const Wides t = seen(to);
    const W here = dot(from, to), at = hn::Add(hn::Mul(here, n.z), hn::Mul(away, t.z));
    if (view.is_orthographic)
      return SeenPlane{at, hn::Sub(hn::Mul(t.x, n.z), hn::Mul(n.x, t.z)),
                       hn::Sub(hn::Mul(t.y, n.z), hn::Mul(n.y, t.z))};
    return SeenPlane{at, hn::Add(hn::Mul(here, n.x), hn::Mul(away, t.x)),
                     hn::Add(hn::Mul(here, n.y), hn::Mul(away, t.y))};
  };
  const SeenPlane b_plane = share(to_b), c_plane = share(to_c);
  const bool flat = view.is_orthographic;
  const SeenPlane facing_plane{n.z, flat ? zero : n.x, flat ? zero : n.y};
  const SeenPlane distance{away, flat ? hn::Neg(n.x) : zero, flat ? hn::Neg(n.y) : zero};
  const W facing = facing_plane(x, y);
  const auto is_seen = hn::And(hn::Gt(hn::Abs(facing), least), hn::Gt(hn::Mul(distance(x, y), facing), zero));
  const W inverse = hn::Div(one, facing);
  const auto clamped = [&](W v) HWY_ATTR {
    const W above = hn::IfThenElse(hn::Ge(v, zero), v, zero);
    return hn::IfThenElse(hn::Lt(one, above), one, above);
  };
  const W b = clamped(hn::Mul(b_plane(x, y), inverse)), c = clamped(hn::Mul(c_plane(x, y), inverse));
  const W both = hn::Add(b, c);
  const W sum = hn::IfThenElse(hn::Lt(one, both), both, one);
  const bool is_inside = hn::AllTrue(d, hn::Eq(sum, one));  // for nearly all vectors; then divisions change nothing
  const W third = wide(double{1.0f / 3.0f});
  const auto per_sum = [&](W v) HWY_ATTR { return is_inside ? v : hn::Div(v, sum); };
  const Wides weights{hn::Sub(one, per_sum(both)), per_sum(b), per_sum(c)};
  return narrow(if_then_else<SeenWide>(is_seen, weights, {third, third, third}));
}

HWY_INLINE void store(const Narrows& v, std::size_t part, std::size_t i, HitArrays& out) {
  const SeenNarrow d;
  hn::StoreU(v.x, d, out.narrow[part].data() + i);
  hn::StoreU(v.y, d, out.narrow[part + 1].data() + i);
  hn::StoreU(v.z, d, out.narrow[part + 2].data() + i);
}

// Finds the hits of a vector of triangles, and stores them from place `first` of `out` on.
void seen_hits(const SeenCorners& seen, const Mat4& m, const NormalMatrix& matrix, const SeenView& view,
               std::size_t first, HitArrays& out) {
  const SeenWide d;
  const SeenNarrow df;
  const W zero = hn::Zero(d);
  for (std::size_t i = 0; i < SeenTriangles::kLanes; i += hn::Lanes(d)) {
    const Wides a = transformed(m, load(seen.corners, 0, i));
    const Wides ab = transformed(m, load(seen.corners, 1, i)) - a, ac = transformed(m, load(seen.corners, 2, i)) - a;
    const Wides normal = cross(ab, ac);
    const Wides to_triangle = view.is_orthographic ? wide(-view.back) : a - wide(view.eye);
    const auto is_back = hn::Gt(dot(normal, to_triangle), zero);
    const Wides up{zero, wide(1.0), zero};
    const Wides geometric = normalized_or(if_then_else<SeenWide>(is_back, -normal, normal), up);
    const Narrows flat = narrow(geometric);
    const auto on_side = [&](std::size_t corner) HWY_ATTR {
      const Wides n = normalized_or(transformed(matrix, load(seen.normals, corner, i)), geometric);
      return narrow(if_then_else<SeenWide>(hn::Lt(dot(n, geometric), zero), -n, n));
    };
    const Narrows n0 = on_side(0), n1 = on_side(1), n2 = on_side(2);

    const W x = hn::Sub(hn::LoadU(d, seen.x + i), wide(view.middle_x)),
            y = hn::Sub(hn::LoadU(d, seen.y + i), wide(view.middle_y));
    const Narrows weights = weights_at(view, a, ab, ac, normal, x, y);
    const Narrows to_b = narrow(ab), to_c = narrow(ac);
    const Narrows from_a = to_b * weights.y + to_c * weights.z;
    const Narrows none{hn::Zero(df), hn::Zero(df), hn::Zero(df)};
    const Narrows smooth = none + n0 * weights.x + n1 * weights.y + n2 * weights.z;
    const N length = hn::Sqrt(dot(smooth, smooth));
    const Wides position = a + ab * wide(weights.y) + ac * wide(weights.z);
    const auto rise = [&](const Narrows& from, const Narrows& n, N weight) HWY_ATTR {
      const N up_to = dot(from, n);
      const N below = hn::IfThenElse(hn::Lt(up_to, hn::Zero(df)), up_to, hn::Zero(df));
      return n * hn::Mul(below, weight);
    };
    const Narrows risen =
        none - rise(from_a, n0, weights.x) - rise(from_a - to_b, n1, weights.y) - rise(from_a - to_c, n2, weights.z);
    const Wides place = position + wide(risen);
    const std::size_t to = first + i;
    hn::StoreU(place.x, d, out.wide[0].data() + to);
    hn::StoreU(place.y, d, out.wide[1].data() + to);
    hn::StoreU(place.z, d, out.wide[2].data() + to);
    hn::StoreU(dot(wide(view.eye) - position, wide(view.back)), d, out.wide[3].data() + to);
    store(if_then_else<SeenNarrow>(hn::Gt(length, hn::Set(df, 1e-18f)), smooth / length, flat), 0, to, out);
    store(flat, 3, to, out);
    store(weights, 6, to, out);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <hwy/cache_control.h>

namespace weald::render {

HWY_EXPORT(seen_hits);

Hit HitArrays::at(std::size_t i) const {
  return {{position(i), normal(i), geometric(i)}, {narrow[6][i], narrow[7][i], narrow[8][i]}, depth(i)};
}

std::size_t HitArrays::add(const Hit& hit) {
  make_room(1);
  const auto set = [&](std::size_t part, const Vec3f& v) {
    for (int axis = 0; axis < 3; ++axis) narrow[part + static_cast<std::size_t>(axis)][count] = v[axis];
  };
  for (int axis = 0; axis < 3; ++axis) wide[static_cast<std::size_t>(axis)][count] = hit.receiver.position[axis];
  wide[3][count] = hit.depth;
  set(0, hit.receiver.normal), set(3, hit.receiver.geometric), set(6, hit.weights);
  return count++;
}

void HitArrays::make_room(std::size_t more) {
  if (count + more <= wide[0].size()) return;
  const std::size_t size = std::max<std::size_t>(64, 2 * (count + more));
  for (auto& part : wide) part.resize(size);
  for (auto& part : narrow) part.resize(size);
}

namespace {

constexpr std::size_t kSeenAhead = 2;  // vectors of triangles whose corners are fetched before they are needed

// Fetches most of the corners of a vector of triangles into the cache.
void fetch(const Surface& surface, const std::uint32_t* numbers) {
  for (std::size_t i = 0; i < SeenTriangles::kLanes; ++i) {
    const TriangleIndices &points = surface.triangles[numbers[i]], &around = surface.normals_of(numbers[i]);
    for (std::size_t corner = 0; corner < 2; ++corner) {  // the third one often lies near one of these
      hwy::Prefetch(&surface.positions[points[corner]]);
      hwy::Prefetch(&surface.normals[around[corner]]);
    }
  }
}

void load(const Surface& surface, const std::uint32_t* numbers, SeenCorners& seen) {
  for (std::size_t i = 0; i < SeenTriangles::kLanes; ++i) {
    const TriangleIndices &points = surface.triangles[numbers[i]], &around = surface.normals_of(numbers[i]);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3f &p = surface.positions[points[corner]], &n = surface.normals[around[corner]];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        seen.corners[3 * corner + axis][i] = p[static_cast<int>(axis)];
        seen.normals[3 * corner + axis][i] = n[static_cast<int>(axis)];
      }
    }
  }
}

}  // namespace

void seen_hits(SeenTriangles& seen, const SurfaceItem& item, const NormalMatrix& matrix, const SeenView& view,
               HitArrays& hits) {
  constexpr std::size_t kLanes = SeenTriangles::kLanes;
  const std::size_t count = seen.count();
  while (seen.count() % kLanes != 0) seen.add(seen.numbers[0], seen.x[0], seen.y[0]);
  hits.make_room(seen.count());
  SeenCorners corners;
  for (std::size_t i = 0; i < seen.count(); i += kLanes) {
    if (const std::size_t next = i + kSeenAhead * kLanes; next < seen.count())
      fetch(*item.surface, seen.numbers.data() + next);
    load(*item.surface, seen.numbers.data() + i, corners);
    corners.x = seen.x.data() + i, corners.y = seen.y.data() + i;
    HWY_DYNAMIC_DISPATCH(seen_hits)(corners, item.world_from_surface, matrix, view, hits.count + i, hits);
  }
  hits.count += count;
}

}  // namespace weald::render
#endif
