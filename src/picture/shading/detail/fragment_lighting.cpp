#include "picture/shading/detail/fragment_lighting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "picture/light/light.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kCrownReach = 0.55f;  // metres of foliage that transmit half of the sun's light
std::uint8_t to_byte(float share) { return static_cast<std::uint8_t>(clamp01(share) * 255.0f + 0.5f); }

float highlight(const Vec3f& normal, const Vec3& direction, const Vec3f& sun, float gloss) {
  const Vec3 middle = normalized_or(Vec3{sun} - normalized_or(direction, {0, 0, -1}), {0, 1, 0});
  float result = std::max(0.0f, glm::dot(normal, Vec3f{middle}));
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

// Coverage of the fragment's centre by wireframe lines along the edges of its face. Where faces are hardly wider than
// the lines, the lines fade out instead of covering everything.
float FragmentLighting::wire_share(const Waiting& waiting) const {
  const SurfaceItem& item = s_.scene.items[waiting.item];
  const std::uint32_t triangle = waiting.triangle;
  const Surface& surface = *item.surface;
  const auto& grid = s_.scene.grid_lines;
  if (grid && grid->surface == item.surface) return grid_share(*grid, waiting);
  if (surface.edges.empty()) return 0.0f;
  const Camera& camera = camera_of(waiting);
  std::array<Vec3, 3> corners;
  for (std::size_t i = 0; i < 3; ++i)
    corners[i] = transform_point(item.world_from_surface, surface.positions[surface.triangles[triangle][i]]);
  const double width = static_cast<double>(s_.scene.wireframe);
  const auto across = [](const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; };
  double share = 0.0, longest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto edge = seen_edge(camera, corners[i], corners[(i + 1) % 3]);
    if (!edge) continue;
    const Vec2 along = (*edge)[1] - (*edge)[0], to = Vec2{waiting.x, waiting.y} - (*edge)[0];
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
float FragmentLighting::grid_share(const GridLines& lines, const Waiting& waiting) const {
  const SurfaceItem& item = s_.scene.items[waiting.item];
  const TriangleIndices& t = item.surface->triangles[waiting.triangle];
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
  const Vec2 here = place(waiting.x, waiting.y);
  const Vec2 right = place(waiting.x + 1.0, waiting.y) - here, down = place(waiting.x, waiting.y + 1.0) - here;
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

// Chooses the points to be lit. Fragments of a pixel share one if they lie close together and face the same way.
void FragmentLighting::place_lights() {
  Shared shared, mirrored;
  for (Waiting& waiting : waiting_) {
    const bool is_mirrored = (waiting.head & LitRows::kMirrored) != 0;
    if ((waiting.head & LitRows::kBehind) == 0) place_light(is_mirrored ? mirrored : shared, waiting);
    if (waiting.wet != kDry) place_water(waiting);
    if ((waiting.head & LitRows::kLast) != 0) shared.filled = mirrored.filled = false;
  }
}

void FragmentLighting::place_light(Shared& shared, Waiting& waiting) {
  const double depth = hits_.depth(waiting.hit);
  const Vec3f normal = hits_.normal(waiting.hit);
  const bool both = waiting.material->finish == Finish::leaf;
  const auto is_near = [&] { return std::abs(depth - shared.depth) <= 2.0 / camera_of(waiting).scale_at(depth); };
  if (!shared.filled || shared.both != both || !(glm::dot(shared.normal, normal) > 0.95f) || !is_near()) {
    shared = {true, both, static_cast<std::uint32_t>(batch_.count), depth, normal};
    batch_.add(Vec3f{hits_.position(waiting.hit) - s_.reference}, normal, hits_.geometric(waiting.hit), both);
  }
  waiting.light = shared.light;
  if (waiting.material->finish == Finish::pool) ripple(waiting);
  if (s_.scene.wireframe > 0.0f) waiting.wire = wire_share(waiting);
  if (s_.scene.fog) waiting.fog = fog_share(*s_.scene.fog, camera_of(waiting).ray(waiting.x, waiting.y), depth);
}

// Perturbs the normal of a pool by the waves that a pixel can resolve.
void FragmentLighting::ripple(const Waiting& waiting) {
  const Vec3f normal = hits_.normal(waiting.hit);
  if (!s_.scene.ripples.any() || normal.y < 0.5f) return;
  const Camera& camera = camera_of(waiting);
  const Vec3 place = hits_.position(waiting.hit);
  const auto on_level = [&](const Ray& ray) {
    const Vec3 p = ray.origin + ray.direction * ((place.y - ray.origin.y) / std::min(ray.direction.y, -1e-9)) - place;
    return Vec2{p.x, p.z};
  };
  const Vec2 slope = s_.scene.ripples
                         .at({place.x, place.z}, on_level(camera.ray(waiting.x + 1.0, waiting.y)),
                             on_level(camera.ray(waiting.x, waiting.y + 1.0)))
                         .slope;
  const Vec3f turned{glm::normalize(Vec3{normal} - Vec3{slope.x, 0.0, slope.y})};
  for (int axis = 0; axis < 3; ++axis) hits_.narrow[static_cast<std::size_t>(axis)][waiting.hit] = turned[axis];
}

// Fog between the water and the mirrored object belongs to the reflection; fog in front of the water hides both.
void FragmentLighting::place_water(Waiting& waiting) {
  Wet& wet = wet_[static_cast<std::size_t>(waiting.wet)];
  const bool is_behind = (waiting.head & LitRows::kBehind) != 0;
  const double depth = is_behind ? 0.0 : hits_.depth(waiting.hit);
  if (wet.mirrored) {
    if (!s_.scene.fog) return;
    Fog beyond = *s_.scene.fog;
    beyond.nearest = 0.0;
    waiting.fog = fog_share(beyond, {wet.point.position, direction_of(waiting)}, depth - wet.point.depth);
    return;
  }
  const Ray ray = s_.camera.ray(waiting.x, waiting.y);
  if (!is_behind) wet.bed = ray.origin + ray.direction * depth;
  if (s_.scene.fog) waiting.fog = fog_share(*s_.scene.fog, ray, wet.point.depth);
  wet.light = static_cast<std::uint32_t>(batch_.count);
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
    veil.veil += veil.through * pool_mirror(Vec3f{glm::normalize(direction_of(fragment))}, hits_.normal(fragment.hit),
                                            s_.sky.at(batch_, fragment.light).open, light_on_water(fragment.light));
  }
  rows.through.push_back(pack_light(veil.through));
  rows.veil.push_back(pack_light(veil.veil));
}

Vec3f FragmentLighting::ground_normal_of(std::size_t light) const {
  return {ground_batch_.normal_x[light], ground_batch_.normal_y[light], ground_batch_.normal_z[light]};
}

// Per channel, the share of its unshadowed light that a point of the ground receives, faded by the shadow's strength.
Vec3f FragmentLighting::ground_share(std::uint32_t light) const {
  if (light == kUnlit) return Vec3f{1.0f};
  const LightColours& colours = s_.scene.colours;
  const Vec3f sun = colours.sun * std::max(0.0f, glm::dot(ground_normal_of(light), s_.sun.direction()));
  const Vec3f open_sky = (colours.zenith + colours.horizon) * 0.5f;
  const float open = ground_grid_->open(shadowed_[light].place);
  const Vec3f ratio = (sun * ground_batch_.sun[light] + open_sky * open) / (sun + open_sky);
  return mix(Vec3f{1.0f}, ratio, shadowed_[light].strength);
}

// Share of the sun's light that reaches a shaded leaf through the leaves in front of it.
float FragmentLighting::through_leaves(std::size_t light) const {
  const float shaded = 1.0f - batch_.sun[light];
  if (!(shaded > 0.0f)) return 0.0f;
  const double passed = math::exp2(-static_cast<double>(s_.sun.blocker_distance(batch_, light) / kCrownReach));
  return 0.6f * shaded * static_cast<float>(passed);
}

// Appends what a fragment's surface adds to a picture, except its light, which is returned.
Vec3f FragmentLighting::append_surface(const Waiting& fragment, SurfaceEnds& ends, LitRows& rows) const {
  const PictureScene& scene = s_.scene;
  const Vec3f normal = hits_.normal(fragment.hit);
  const SurfaceMaterial& material = *fragment.material;
  SkyIrradiance sky = skies_[fragment.light];
  if (fragment.occlusion < 1.0f) {
    sky.front *= fragment.occlusion;
    sky.open *= fragment.occlusion;
  }
  const float facing = glm::dot(normal, s_.sun.direction());
  const Vec3f sun = scene.colours.sun * batch_.sun[fragment.light];
  Vec3f light = sun * std::max(0.0f, facing) + sky.front;
  float closed = 1.0f - sky.open, mirrored = 0.0f;
  if (material.finish == Finish::water && scene.water) {
    light = shade_water(*scene.water, hits_.at(fragment.hit).receiver, direction_of(fragment),
                        {sun, s_.sun.direction(), sky.front, scene.colours.horizon});
    closed = 0.0f;
  } else if (material.finish == Finish::pool) {
    light *= 1.0f - water_fresnel(static_cast<float>(-glm::dot(glm::normalize(direction_of(fragment)), Vec3{normal})));
    closed = 0.0f;
  } else if (material.finish == Finish::leaf) {
    const Vec3f behind = sun * std::max(0.0f, -facing) + sky.back;
    const float share = material.translucency.value_or(kLeafTranslucency);
    light = light * (1.0f - share) + behind * material.glow * share;
    if (material.translucency) light += scene.colours.sun * material.glow * (share * through_leaves(fragment.light));
  } else if (const float gloss = clamp01(1.0f - fragment.roughness); gloss > 0.0f && facing > 0.0f) {
    mirrored = highlight(normal, direction_of(fragment), s_.sun.direction(), gloss) * batch_.sun[fragment.light];
  }
  if (fragment.metallic > 0.0f && material.finish != Finish::water && material.finish != Finish::pool) {
    const MetalView view{Vec3f{glm::normalize(direction_of(fragment))},
                         normal,
                         fragment.roughness,
                         batch_.sun[fragment.light],
                         sky.open,
                         sky.front,
                         s_.sun.direction()};
    light = mix(light, metal_light(view, scene.colours), fragment.metallic);
    mirrored *= 1.0f - fragment.metallic;
  }
  *ends.triangles++ = s_.surface_first[fragment.item] + fragment.triangle;
  const auto weight = [](float w) { return static_cast<std::uint32_t>(clamp01(w) * 65535.0f + 0.5f); };
  *ends.weights++ = weight(hits_.narrow[7][fragment.hit]) | weight(hits_.narrow[8][fragment.hit]) << 16;
  *ends.closed++ = to_byte(closed);
  *ends.gloss++ = mirrored > 0.0f ? to_byte(std::sqrt(mirrored)) : std::uint8_t{0};
  if (s_.textured)
    rows.detail.push_back(static_cast<std::uint8_t>(clamped(fragment.detail * 16.0f + 0.5f, 0.0f, 255.0f)));
  if (scene.wireframe > 0.0f) rows.wire.push_back(to_byte(fragment.wire));
  if (s_.tinted) rows.tints.push_back(pack_tint(scene.items[fragment.item].tint));
  if (ends.haze == nullptr) return light;
  const double far =
      clamped((hits_.depth(fragment.hit) - scene.haze_near) / (scene.haze_far - scene.haze_near), 0.0, 1.0);
  *ends.haze++ = static_cast<std::uint16_t>(clamp01(scene.haze * static_cast<float>(far * far)) * 65535.0f + 0.5f);
  return light;
}

// Makes room in `rows` for the surfaces that wait.
FragmentLighting::SurfaceEnds FragmentLighting::extend(LitRows& rows) const {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(waiting_, [](const Waiting& waiting) { return (waiting.head & LitRows::kBehind) == 0; }));
  const auto more = [&](auto& array) {
    array.resize(array.size() + count);
    return array.data() + (array.size() - count);
  };
  return {more(rows.triangles), more(rows.weights), more(rows.closed), more(rows.gloss),
          s_.scene.haze > 0.0f ? more(rows.haze) : nullptr};
}

void FragmentLighting::light_ground() {
  ground_batch_.prepare();
  s_.sun.light(ground_batch_);
  ground_grid_->light();
  for (std::size_t i = 0; i < shadowed_.size(); ++i) {
    ground_grid_->refine(shadowed_[i].place, {ground_batch_.x[i], ground_batch_.y[i], ground_batch_.z[i]},
                         ground_normal_of(i));
  }
  ground_grid_->light_refined();
}

void FragmentLighting::flush(LitRows& rows) {
  find_hits();
  place_lights();
  batch_.prepare();
  s_.sun.light(batch_);
  s_.sky.light(batch_);
  if (ground_grid_) light_ground();
  skies_.resize(batch_.count);
  for (std::size_t i = 0; i < skies_.size(); ++i) skies_[i] = s_.sky.at(batch_, i);
  lights_.clear();
  SurfaceEnds ends = extend(rows);
  for (const Waiting& fragment : waiting_) {
    rows.heads.push_back(fragment.head);
    if (s_.scene.fog) rows.fog.push_back(static_cast<std::uint16_t>(fragment.fog * 65535.0 + 0.5));
    if (s_.see_through) rows.shares.push_back(static_cast<std::uint16_t>(clamp01(fragment.share) * 65535.0f + 0.5f));
    if (s_.water != nullptr || s_.pools) append_water(fragment, rows);
    const bool is_behind = (fragment.head & LitRows::kBehind) != 0;
    lights_.add(is_behind ? ground_share(fragment.light) : append_surface(fragment, ends, rows));
  }
  pack_lights(lights_, rows.lights);
  waiting_.clear();
  hits_.count = 0;
  wet_.clear();
  batch_.clear();
  ground_batch_.clear();
  shadowed_.clear();
  if (ground_grid_) ground_grid_->clear();
}

}  // namespace weald::render
