// The first step of FragmentLighting: fragments are added, and what they show is found.

#include <algorithm>

#include "picture/shading/detail/fragment_lighting.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kGroundShadow = 0.80f;  // strength of the shadow on the ground

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
    find_hits();  // of the item whose matrix may be replaced
    known.number = fragment.triangle;
    known.is_mirrored = fragment.mirrored;
    known.triangle = SeenTriangle(item, triangle, matrix_of(item), fragment.mirrored ? mirrored_view_ : view_);
  }
  return known.triangle;
}

void FragmentLighting::add_pixel(const Fragment* fragments, std::size_t count) {
  // A triangle that a pixel shows most of is probably seen by its neighbours, too; many triangles in a pixel are small.
  constexpr std::size_t kMany = 3;
  for (std::size_t i = 0; i < count; ++i) {
    const Fragment& fragment = fragments[i];
    const int head =
        fragment.count | (i + 1 == count ? LitRows::kLast : 0) | (fragment.mirrored ? LitRows::kMirrored : 0);
    Waiting& waiting = waiting_.emplace_back(head, fragment.x, fragment.y);
    if (s_.see_through) waiting.share = fragment.weight / static_cast<float>(fragment.count);
    if (fragment.triangle == VisibleSample::kNothing) {
      add_behind(waiting);
    } else {
      add_surface(fragment, count >= kMany, waiting);
    }
    if (fragment.water == nullptr) continue;
    waiting.wet = static_cast<int>(wet_.size());
    wet_.push_back({*fragment.water, 0, std::nullopt, fragment.share, fragment.mirrored});
  }
}

void FragmentLighting::add_behind(Waiting& waiting) {
  waiting.head |= LitRows::kBehind;
  if (!s_.scene.ground) return;
  const Ground& ground = *s_.scene.ground;
  const Ray ray = s_.camera.ray(waiting.x, waiting.y);
  const std::optional<Vec3> point = ground_point(ground, ray);
  if (s_.scene.fog)
    waiting.fog =
        fog_share(*s_.scene.fog, ray,
                  point ? glm::dot(*point - ray.origin, ray.direction) / glm::dot(ray.direction, ray.direction) : 1e12);
  if (!point) return;
  const double away = glm::length(Vec2{point->x, point->z} - ground.centre) / ground.radius;
  const float strength = kGroundShadow * (1.0f - smooth_step(2.0f, 5.0f, static_cast<float>(std::min(away, 10.0))));
  if (strength <= 0.0f) return;
  const Vec3f normal = ground_normal(ray);
  waiting.light = static_cast<std::uint32_t>(ground_batch_.count);
  shadowed_.push_back({strength, ground_grid_->place(waiting.x, waiting.y)});
  ground_batch_.add(Vec3f{*point - s_.reference}, normal, normal, false);
}

// The hits of many triangles without textures are found together; other triangles are set up alone.
void FragmentLighting::add_surface(const Fragment& fragment, bool is_among_many, Waiting& waiting) {
  item_ = s_.numbers.item_of(fragment.triangle, item_);
  const Surface& surface = *s_.scene.items[item_].surface;
  waiting.item = static_cast<std::uint32_t>(item_);
  waiting.triangle = fragment.triangle - s_.numbers.first_of(item_);
  waiting.material = &surface.material_of(waiting.triangle);
  if (!is_among_many || fragment.mirrored || !surface.uv_indices.empty()) {
    find_hit(fragment, waiting);
  } else {
    add_seen(waiting);
    look_up(nullptr, {}, waiting);
  }
}

// Adds the newest fragment to those whose hits are found together.
void FragmentLighting::add_seen(const Waiting& waiting) {
  const SurfaceItem& item = s_.scene.items[waiting.item];
  if (matrix_of_ != &item) find_hits();
  matrix_of(item);
  seen_by_.push_back(static_cast<std::uint32_t>(waiting_.size() - 1));
  seen_.add(waiting.triangle, waiting.x, waiting.y);
}

void FragmentLighting::find_hits() {
  if (seen_by_.empty()) return;
  for (std::size_t i = 0; i < seen_by_.size(); ++i)
    waiting_[seen_by_[i]].hit = static_cast<std::uint32_t>(hits_.count + i);
  seen_hits(seen_, *matrix_of_, matrix_, view_, hits_);
  seen_.clear();
  seen_by_.clear();
}

// Finds what a fragment shows, with its textures.
void FragmentLighting::find_hit(const Fragment& fragment, Waiting& waiting) {
  const SeenTriangle& triangle = seen(fragment, s_.scene.items[item_], waiting.triangle);
  Hit hit = triangle.hit(waiting.x, waiting.y);
  if (waiting.material->normals != nullptr) map_normal(triangle, hit, waiting);
  look_up(&triangle, hit.weights, waiting);
  waiting.hit = static_cast<std::uint32_t>(hits_.add(hit));
}

}  // namespace weald::render
