#include "picture/shading/detail/fragment_lighting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "picture/light/metal.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kGroundShadow = 0.80f;  // strength of the shadow on the ground
constexpr float kCrownReach = 0.55f;    // metres of foliage that transmit half of the sun's light
std::uint8_t to_byte(float share) { return static_cast<std::uint8_t>(clamp01(share) * 255.0f + 0.5f); }

float highlight(const Receiver& receiver, const Vec3& direction, const Vec3f& sun, float gloss) {
  const Vec3 middle = normalized_or(Vec3{sun} - normalized_or(direction, {0, 0, -1}), {0, 1, 0});
  float result = std::max(0.0f, glm::dot(receiver.normal, Vec3f{middle}));
  for (int i = 0; i < (gloss > 0.5f ? 6 : 4); ++i) result *= result;
  return result * gloss * gloss;
}

// Pixel coordinates of the ends of an edge, without the part that is too near to be seen; unset if nothing is left.
std::optional<std::array<Vec2, 2>> seen_edge(const Camera& camera, Vec3 a, Vec3 b) {
  if (camera.near() > 0.0) {
    const double from = camera.depth(a) - camera.near(), to = camera.depth(b) - camera.near();
    if (!(from > 0.0 || to > 0.0)) return std::nullopt;
    const Vec3 between = from > 0.0 && to > 0.0 ? a : a + (b - a) * (from / (from - to));
    if (!(from > 0.0)) a = between;
    if (!(to > 0.0)) b = between;
  }
  return std::array{camera.project(a), camera.project(b)};
}

}  // namespace

const NormalMatrix& FragmentLighting::matrix_of(const SurfaceItem& item) {
  if (matrix_of_ != &item) {
    matrix_of_ = &item;
    matrix_ = NormalMatrix(item.world_from_surface);
  }
  return matrix_;
}

const SeenTriangle& FragmentLighting::seen(const Fragment& fragment, const SurfaceItem& item, std::uint32_t triangle) {
  Known& known = known_[fragment.triangle % kTriangles];
  if (known.number != fragment.triangle || known.is_mirrored != fragment.mirrored) {
    known.number = fragment.triangle;
    known.is_mirrored = fragment.mirrored;
    known.triangle = SeenTriangle(item, triangle, matrix_of(item), fragment.mirrored ? mirrored_view_ : view_);
  }
  return known.triangle;
}

// Finds the hits of a pixel's fragments together, if there are enough of them, all of one item without textures.
bool FragmentLighting::find_hits(const Fragment* fragments, std::size_t count) {
  constexpr std::size_t kLeast = 3;
  if (count < kLeast || count > SeenCorners::kMost) return false;
  if (fragments[0].triangle == VisibleSample::kNothing) return false;
  const std::size_t number = s_.numbers.item_of(fragments[0].triangle, item_);
  const SurfaceItem& item = s_.scene.items[number];
  if (!item.surface->uv_indices.empty()) return false;
  const std::uint32_t first = s_.numbers.first_of(number), end = s_.numbers.first_of(number + 1);
  SeenCorners corners;
  for (std::size_t i = 0; i < count; ++i) {
    const Fragment& fragment = fragments[i];
    if (fragment.triangle < first || fragment.triangle >= end || fragment.mirrored) return false;
    corners.add(*item.surface, fragment.triangle - first, fragment.x, fragment.y);
  }
  seen_hits(corners, item.world_from_surface, matrix_of(item), view_, hits_.data());
  return true;
}

void FragmentLighting::add_pixel(const Fragment* fragments, std::size_t count) {
  Shared shared, mirrored;
  const bool has_hits = find_hits(fragments, count);
  for (std::size_t i = 0; i < count; ++i) {
    Waiting& waiting = waiting_.emplace_back();
    waiting.share = fragments[i].weight / static_cast<float>(fragments[i].count);
    waiting.head = static_cast<std::uint8_t>(fragments[i].count | (i + 1 == count ? LitRows::kLast : 0));
    if (fragments[i].triangle == VisibleSample::kNothing) {
      add_behind(fragments[i], waiting);
    } else {
      add_surface(fragments[i], has_hits ? &hits_[i] : nullptr, fragments[i].mirrored ? mirrored : shared, waiting);
    }
    if (fragments[i].water != nullptr) add_water(fragments[i], waiting);
  }
}

// Coverage of the fragment's centre by wireframe lines along the edges of its face. Where faces are hardly wider than
// the lines, the lines fade out instead of covering everything.
float FragmentLighting::wire_share(const SurfaceItem& item, std::uint32_t triangle, const Fragment& fragment) const {
  const Surface& surface = *item.surface;
  const auto& grid = s_.scene.grid_lines;
  if (grid && grid->surface == item.surface) return grid_share(*grid, item, triangle, fragment);
  if (surface.edges.empty()) return 0.0f;
  const Camera& camera = camera_of(fragment);
  std::array<Vec3, 3> corners;
  for (std::size_t i = 0; i < 3; ++i)
    corners[i] = transform_point(item.world_from_surface, surface.positions[surface.triangles[triangle][i]]);
  const double width = static_cast<double>(s_.scene.wireframe);
  const auto across = [](const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; };
  double share = 0.0, longest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto edge = seen_edge(camera, corners[i], corners[(i + 1) % 3]);
    if (!edge) continue;
    const Vec2 along = (*edge)[1] - (*edge)[0], to = Vec2{fragment.x, fragment.y} - (*edge)[0];
    const double length = glm::length(along);
    longest = std::max(longest, length);
    if ((surface.edges[triangle] >> i & 1) == 0) continue;
    const double away = length > 1e-9 ? std::abs(across(along, to)) / length : glm::length(to);
    share = std::max(share, std::clamp(width * 0.5 + 0.5 - away, 0.0, std::min(1.0, width)));
  }
  return static_cast<float>(share * std::clamp(longest / (4.0 * width), 0.0, 1.0));
}

// Coverage of the fragment by grid lines. The spacing in pixels follows from steps of one pixel on the triangle's
// plane.
float FragmentLighting::grid_share(const GridLines& lines, const SurfaceItem& item, std::uint32_t triangle,
                                   const Fragment& fragment) const {
  const TriangleIndices& t = item.surface->triangles[triangle];
  const Mat4& m = item.world_from_surface;
  const Vec3 a = transform_point(m, item.surface->positions[t[0]]);
  const Vec3 plane = glm::cross(transform_point(m, item.surface->positions[t[1]]) - a,
                                transform_point(m, item.surface->positions[t[2]]) - a);
  const auto place = [&](double x, double y) {
    const Ray ray = s_.camera.ray(x, y);
    const double facing = glm::dot(ray.direction, plane);
    const Vec3 p = ray.origin + ray.direction * (glm::dot(a - ray.origin, plane) / facing);
    return (Vec2{p.x, p.z} - lines.origin) / lines.spacing;
  };
  const Vec2 here = place(fragment.x, fragment.y);
  const Vec2 right = place(fragment.x + 1.0, fragment.y) - here, down = place(fragment.x, fragment.y + 1.0) - here;
  const double width = static_cast<double>(s_.scene.wireframe);
  double share = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    const double per_pixel = std::sqrt(right[axis] * right[axis] + down[axis] * down[axis]);
    if (!(per_pixel > 1e-9) || !std::isfinite(per_pixel)) continue;
    const double cell = 1.0 / per_pixel;  // pixels
    const double away = std::abs(here[axis] - std::floor(here[axis] + 0.5)) * cell;
    const double covers = std::clamp(width * 0.5 + 0.5 - away, 0.0, std::min(1.0, width));
    share = std::max(share, covers * std::clamp(cell / (4.0 * width), 0.0, 1.0));
  }
  return static_cast<float>(share);
}

// Finds what a fragment shows, with its textures.
void FragmentLighting::find_hit(const Fragment& fragment, std::uint32_t local, Waiting& waiting) {
  const SeenTriangle& triangle = seen(fragment, s_.scene.items[item_], local);
  waiting.hit = triangle.hit(fragment.x, fragment.y);
  if (waiting.material->normals != nullptr) map_normal(triangle, fragment, waiting);
  look_up(&triangle, fragment, waiting);
}

// `hit` is what the fragment shows, if that is known already.
void FragmentLighting::add_surface(const Fragment& fragment, const Hit* hit, Shared& shared, Waiting& waiting) {
  item_ = s_.numbers.item_of(fragment.triangle, item_);
  const SurfaceItem& item = s_.scene.items[item_];
  const std::uint32_t local = fragment.triangle - s_.numbers.first_of(item_);
  const Camera& camera = camera_of(fragment);
  const Ray ray = camera.ray(fragment.x, fragment.y);
  waiting.triangle = s_.surface_first[item_] + local;
  waiting.direction = ray.direction;
  waiting.material = &item.surface->material_of(local);
  if (hit == nullptr) {
    find_hit(fragment, local, waiting);
  } else {
    waiting.hit = *hit;
    look_up(nullptr, fragment, waiting);
  }
  const Hit& point = waiting.hit;
  const bool both = waiting.material->finish == Finish::leaf;
  const bool near = std::abs(point.depth - shared.depth) <= 2.0 / camera.scale_at(point.depth);
  if (!shared.filled || shared.both != both || !near || !(glm::dot(shared.normal, point.receiver.normal) > 0.95f)) {
    shared = {true, both, batch_.count, point.depth, point.receiver.normal};
    batch_.add(Vec3f{point.receiver.position - s_.reference}, point.receiver.normal, point.receiver.geometric, both);
  }
  waiting.light = shared.light;
  if (waiting.material->finish == Finish::pool) ripple(fragment, waiting.hit.receiver);
  if (s_.scene.wireframe > 0.0f) waiting.wire = wire_share(item, local, fragment);
  if (s_.tinted) waiting.tint = pack_tint(item.tint);
  if (s_.scene.fog) waiting.fog = fog_share(*s_.scene.fog, ray, point.depth);
}

// Perturbs the normal of a pool by the waves that a pixel can resolve.
void FragmentLighting::ripple(const Fragment& fragment, Receiver& receiver) const {
  if (!s_.scene.ripples.any() || receiver.normal.y < 0.5f) return;
  const Camera& camera = camera_of(fragment);
  const Vec3& place = receiver.position;
  const auto on_level = [&](const Ray& ray) {
    const Vec3 p = ray.origin + ray.direction * ((place.y - ray.origin.y) / std::min(ray.direction.y, -1e-9)) - place;
    return Vec2{p.x, p.z};
  };
  const Vec2 slope = s_.scene.ripples
                         .at({place.x, place.z}, on_level(camera.ray(fragment.x + 1.0, fragment.y)),
                             on_level(camera.ray(fragment.x, fragment.y + 1.0)))
                         .slope;
  receiver.normal = Vec3f{glm::normalize(Vec3{receiver.normal} - Vec3{slope.x, 0.0, slope.y})};
}

void FragmentLighting::add_behind(const Fragment& fragment, Waiting& waiting) {
  waiting.head |= LitRows::kBehind;
  if (!s_.scene.ground) return;
  const Ground& ground = *s_.scene.ground;
  const Ray ray = s_.camera.ray(fragment.x, fragment.y);
  const std::optional<Vec3> point = ground_point(ground, ray);
  if (s_.scene.fog)
    waiting.fog =
        fog_share(*s_.scene.fog, ray,
                  point ? glm::dot(*point - ray.origin, ray.direction) / glm::dot(ray.direction, ray.direction) : 1e12);
  if (!point) return;
  const double away = glm::length(Vec2{point->x, point->z} - ground.centre) / ground.radius;
  waiting.strength = kGroundShadow * (1.0f - smooth_step(2.0f, 5.0f, static_cast<float>(std::min(away, 10.0))));
  if (waiting.strength <= 0.0f) return;
  const Vec3f normal = ground_normal(ray);
  waiting.light = ground_batch_.count;
  waiting.hit.receiver.normal = normal;
  waiting.ground = ground_grid_->place(fragment.x, fragment.y);
  ground_batch_.add(Vec3f{*point - s_.reference}, normal, normal, false);
}

// Fog between the water and the mirrored object belongs to the reflection; fog in front of the water hides both.
void FragmentLighting::add_water(const Fragment& fragment, Waiting& waiting) {
  waiting.wet = static_cast<int>(wet_.size());
  Wet& wet = wet_.emplace_back();
  wet.point = *fragment.water;
  wet.share = fragment.share;
  wet.mirrored = fragment.mirrored;
  const double depth = waiting.hit.depth;
  if (fragment.mirrored) {
    waiting.head |= LitRows::kMirrored;
    if (!s_.scene.fog) return;
    Fog beyond = *s_.scene.fog;
    beyond.nearest = 0.0;
    waiting.fog = fog_share(beyond, {wet.point.position, waiting.direction}, depth - wet.point.depth);
    return;
  }
  const Ray ray = s_.camera.ray(fragment.x, fragment.y);
  if (fragment.triangle != VisibleSample::kNothing) wet.bed = ray.origin + ray.direction * depth;
  if (s_.scene.fog) waiting.fog = fog_share(*s_.scene.fog, ray, wet.point.depth);
  wet.light = batch_.count;
  batch_.add(Vec3f{wet.point.position - s_.reference}, wet.point.flat, wet.point.flat, false);
}

WaterBodyLight FragmentLighting::light_on_water(std::size_t light) const {
  const LightColours& colours = s_.scene.colours;
  return {colours.sun * batch_.sun[light], s_.sun.direction(), s_.sky.at(batch_, light).front, colours.horizon,
          colours.zenith};
}

void FragmentLighting::append_water(const Waiting& fragment, LitRows& rows) const {
  WaterVeil veil;
  if (fragment.wet != kDry) {
    const Wet& wet = wet_[static_cast<std::size_t>(fragment.wet)];
    if (wet.mirrored) {
      veil.through = Vec3f{wet.point.mirrors * wet.share};
    } else {
      veil = water_veil(s_.water->body(), wet.point, wet.bed, wet.share, light_on_water(wet.light));
    }
  }
  const bool is_pool = fragment.material != nullptr && fragment.material->finish == Finish::pool;
  if (is_pool && (fragment.head & LitRows::kMirrored) == 0) {
    veil.veil += veil.through * pool_mirror(Vec3f{glm::normalize(fragment.direction)}, fragment.hit.receiver.normal,
                                            s_.sky.at(batch_, fragment.light).open, light_on_water(fragment.light));
  }
  rows.through.push_back(pack_light(veil.through));
  rows.veil.push_back(pack_light(veil.veil));
}

// Per channel, the share of its unshadowed light that a point of the ground receives, faded by the shadow's strength.
Vec3f FragmentLighting::ground_share(const Waiting& fragment) const {
  if (fragment.strength <= 0.0f) return Vec3f{1.0f};
  const LightColours& colours = s_.scene.colours;
  const Vec3f sun = colours.sun * std::max(0.0f, glm::dot(fragment.hit.receiver.normal, s_.sun.direction()));
  const Vec3f open_sky = (colours.zenith + colours.horizon) * 0.5f;
  const float open = ground_grid_->open(fragment.ground);
  const Vec3f ratio = (sun * ground_batch_.sun[fragment.light] + open_sky * open) / (sun + open_sky);
  return mix(Vec3f{1.0f}, ratio, fragment.strength);
}

// Share of the sun's light that reaches a shaded leaf through the leaves in front of it.
float FragmentLighting::through_leaves(std::size_t light) const {
  const float shaded = 1.0f - batch_.sun[light];
  if (!(shaded > 0.0f)) return 0.0f;
  const double passed = math::exp2(-static_cast<double>(s_.sun.blocker_distance(batch_, light) / kCrownReach));
  return 0.6f * shaded * static_cast<float>(passed);
}

void FragmentLighting::append_surface(const Waiting& fragment, LitRows& rows) const {
  const PictureScene& scene = s_.scene;
  const Receiver& receiver = fragment.hit.receiver;
  const SurfaceMaterial& material = *fragment.material;
  SkyIrradiance sky = s_.sky.at(batch_, fragment.light);
  if (fragment.occlusion < 1.0f) {
    sky.front *= fragment.occlusion;
    sky.open *= fragment.occlusion;
  }
  const float facing = glm::dot(receiver.normal, s_.sun.direction());
  const Vec3f sun = scene.colours.sun * batch_.sun[fragment.light];
  Vec3f light = sun * std::max(0.0f, facing) + sky.front;
  float closed = 1.0f - sky.open, mirrored = 0.0f;
  if (material.finish == Finish::water && scene.water) {
    light = shade_water(*scene.water, receiver, fragment.direction,
                        {sun, s_.sun.direction(), sky.front, scene.colours.horizon});
    closed = 0.0f;
  } else if (material.finish == Finish::pool) {
    light *=
        1.0f - water_fresnel(static_cast<float>(-glm::dot(glm::normalize(fragment.direction), Vec3{receiver.normal})));
    closed = 0.0f;
  } else if (material.finish == Finish::leaf) {
    const Vec3f behind = sun * std::max(0.0f, -facing) + sky.back;
    const float share = material.translucency.value_or(kLeafTranslucency);
    light = light * (1.0f - share) + behind * material.glow * share;
    if (material.translucency) light += scene.colours.sun * material.glow * (share * through_leaves(fragment.light));
  } else if (const float gloss = clamp01(1.0f - fragment.roughness); gloss > 0.0f && facing > 0.0f) {
    mirrored = highlight(receiver, fragment.direction, s_.sun.direction(), gloss) * batch_.sun[fragment.light];
  }
  if (fragment.metallic > 0.0f && material.finish != Finish::water && material.finish != Finish::pool) {
    const MetalView view{Vec3f{glm::normalize(fragment.direction)},
                         receiver.normal,
                         fragment.roughness,
                         batch_.sun[fragment.light],
                         sky.open,
                         sky.front,
                         s_.sun.direction()};
    light = mix(light, metal_light(view, scene.colours), fragment.metallic);
    mirrored *= 1.0f - fragment.metallic;
  }
  rows.lights.push_back(pack_light(light));
  rows.triangles.push_back(fragment.triangle);
  const auto weight = [](float w) { return static_cast<std::uint32_t>(clamp01(w) * 65535.0f + 0.5f); };
  rows.weights.push_back(weight(fragment.hit.weights.y) | weight(fragment.hit.weights.z) << 16);
  rows.closed.push_back(to_byte(closed));
  rows.gloss.push_back(to_byte(std::sqrt(mirrored)));
  if (s_.textured)
    rows.detail.push_back(static_cast<std::uint8_t>(clamped(fragment.detail * 16.0f + 0.5f, 0.0f, 255.0f)));
  if (scene.wireframe > 0.0f) rows.wire.push_back(to_byte(fragment.wire));
  if (s_.tinted) rows.tints.push_back(fragment.tint);
  if (scene.haze <= 0.0f) return;
  const double far = clamped((fragment.hit.depth - scene.haze_near) / (scene.haze_far - scene.haze_near), 0.0, 1.0);
  rows.haze.push_back(
      static_cast<std::uint16_t>(clamp01(scene.haze * static_cast<float>(far * far)) * 65535.0f + 0.5f));
}

void FragmentLighting::light_ground() {
  ground_batch_.prepare();
  s_.sun.light(ground_batch_);
  ground_grid_->light();
  for (Waiting& fragment : waiting_) {
    if (!(fragment.strength > 0.0f)) continue;
    const std::size_t i = fragment.light;
    ground_grid_->refine(fragment.ground, {ground_batch_.x[i], ground_batch_.y[i], ground_batch_.z[i]},
                         fragment.hit.receiver.normal);
  }
  ground_grid_->light_refined();
}

void FragmentLighting::flush(LitRows& rows) {
  batch_.prepare();
  s_.sun.light(batch_);
  s_.sky.light(batch_);
  if (ground_grid_) light_ground();
  for (const Waiting& fragment : waiting_) {
    rows.heads.push_back(fragment.head);
    if (s_.scene.fog) rows.fog.push_back(static_cast<std::uint16_t>(fragment.fog * 65535.0 + 0.5));
    if (s_.see_through) rows.shares.push_back(static_cast<std::uint16_t>(clamp01(fragment.share) * 65535.0f + 0.5f));
    if (s_.water != nullptr || s_.pools) append_water(fragment, rows);
    if ((fragment.head & LitRows::kBehind) != 0) {
      rows.lights.push_back(pack_light(ground_share(fragment)));
    } else {
      append_surface(fragment, rows);
    }
  }
  waiting_.clear();
  wet_.clear();
  batch_.clear();
  ground_batch_.clear();
  if (ground_grid_) ground_grid_->clear();
}

}  // namespace weald::render
