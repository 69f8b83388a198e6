#pragma once
// FragmentLighting: computes the light on the visible fragments of a picture.

#include <array>
#include <optional>
#include <vector>

#include "picture/shading/detail/ground_grid.h"
#include "picture/shading/detail/pack_lights.h"
#include "picture/shading/detail/seen_hits.h"
#include "picture/shading/detail/seen_triangle.h"
#include "picture/shading/picture_scene.h"
#include "picture/water/water_body.h"

namespace weald::render {

/// The part of a pixel whose samples see the same triangle.
struct Fragment {
  std::uint32_t triangle = VisibleSample::kNothing;  ///< numbered over the items
  int count = 0;                                     ///< number of samples
  double x = 0, y = 0;                               ///< pixel coordinates of the samples' mean
  // Only with water over meshes:
  /// The point where the ray enters the water that the fragment is seen through or mirrored in; null: no water.
  const WaterPoint* water = nullptr;
  bool mirrored = false;  ///< seen in a reflection, which belongs to the next fragment that is not mirrored
  /// If mirrored, the share of that fragment's samples that see this reflection; otherwise the share of sky in the
  /// fragment's own reflection.
  float share = 1;
  float weight = 0;  ///< sum over its samples of its opacity times the transmittance of the layers in front
};

/// Lights fragments in batches. Use one per thread; results do not depend on other threads. A batch goes through three
/// steps: fragments are added, with the points that they show; points that are to be lit are chosen, which neighbours
/// within a pixel share; these are lit, and the fragments appended to the picture.
class FragmentLighting {
 public:
  /// Inputs that all FragmentLighting objects of a picture share. They must outlive these objects.
  struct Setting {
    const PictureScene& scene;
    const Camera& camera;
    const TriangleNumbers& numbers;
    const std::vector<std::uint32_t>& surface_first;  ///< per item: number of its surface's first triangle
    const Sun& sun;
    const Sky& sky;
    Vec3 reference{0};                 ///< reference point of the depth maps
    bool textured = false;             ///< some surface has a texture
    bool tinted = false;               ///< some item has a tint
    const WaterView* water = nullptr;  ///< null: no water is visible
    bool pools = false;                ///< some surface has Finish::pool
    bool see_through = false;          ///< some surface is translucent
  };
  explicit FragmentLighting(const Setting& setting) : s_(setting), view_(setting.camera) {
    if (s_.water != nullptr) mirrored_view_ = SeenView(s_.water->mirrored_camera());
    if (s_.scene.ground) ground_grid_.emplace(*s_.scene.ground, s_.camera, s_.sky, s_.reference);
  }

  /// Adds the fragments of a pixel.
  void add_pixel(const Fragment* fragments, std::size_t count);
  /// Lights all added fragments and appends the results to `rows`.
  void flush(LitRows& rows);

 private:
  static constexpr int kDry = -1;
  static constexpr std::uint32_t kUnlit = 0xFFFFFFFFu;
  // A fragment that waits to be lit.
  struct Waiting {
    Waiting(int bits, double px, double py) : head(static_cast<std::uint8_t>(bits)), x(px), y(py) {}
    std::uint8_t head;
    float share = 1;  // share of the visible contribution of its samples, if something is translucent
    double x, y;
    std::uint32_t light = kUnlit;  // index into batch_, or into ground_batch_ for the ground
    std::uint32_t item = 0;
    std::uint32_t triangle = 0;  // of the item
    std::uint32_t hit = 0;       // index into hits_
    int wet = kDry;              // index into wet_
    float wire = 0;              // share covered by wireframe lines
    const SurfaceMaterial* material = nullptr;
    double fog = 0;    // share hidden by fog
    float detail = 0;  // mip level of the texture
    // Size in texels of the texture that `detail` was computed for; 0: none.
    Vec2f measured{0};
    float metallic = 0, roughness = 1, occlusion = 1;  // with their textures applied
  };
  // A point of the ground.
  struct Shadowed {
    float strength = 0;  // of the shadow
    GroundGrid::CornerLookup place;
  };
  // The water that a waiting fragment is seen through or mirrored in.
  struct Wet {
    WaterPoint point;
    std::uint32_t light = 0;  // index into batch_ of the light on the water
    std::optional<Vec3> bed;
    float share = 1;
    bool mirrored = false;
  };
  // Light that was found for one point and is reused by its neighbours within the pixel.
  struct Shared {
    bool filled = false;
    bool both = false;
    std::uint32_t light = 0;
    double depth = 0;
    Vec3f normal{0};
  };
  const SeenTriangle& seen(const Fragment& fragment, const SurfaceItem& item, std::uint32_t triangle);
  const NormalMatrix& matrix_of(const SurfaceItem& item);
  void add_surface(const Fragment& fragment, bool is_among_many, Waiting& waiting);
  void add_behind(Waiting& waiting);
  void add_seen(const Waiting& waiting);
  void find_hits();
  void find_hit(const Fragment& fragment, Waiting& waiting);
  void place_lights();
  void place_light(Shared& shared, Waiting& waiting);
  void place_water(Waiting& waiting);
  void ripple(const Waiting& waiting);
  WaterBodyLight light_on_water(std::size_t light) const;
  void append_water(const Waiting& fragment, LitRows& rows) const;
  const Camera& camera_of(const Waiting& waiting) const {
    return (waiting.head & LitRows::kMirrored) != 0 ? s_.water->mirrored_camera() : s_.camera;
  }
  Vec3 direction_of(const Waiting& waiting) const { return camera_of(waiting).ray(waiting.x, waiting.y).direction; }
  float through_leaves(std::size_t light) const;
  // Where the next surface is written in the arrays that most pictures have.
  struct SurfaceEnds {
    std::uint32_t *triangles, *weights;
    std::uint8_t *closed, *gloss;
    std::uint16_t* haze;  // null: no haze
  };
  SurfaceEnds extend(LitRows& rows) const;
  Vec3f append_surface(const Waiting& fragment, SurfaceEnds& ends, LitRows& rows) const;
  float wire_share(const Waiting& waiting) const;
  float grid_share(const GridLines& lines, const Waiting& waiting) const;
  static void map_normal(const SeenTriangle& triangle, Hit& hit, Waiting& waiting);
  static void look_up(const SeenTriangle* triangle, const Vec3f& weights, Waiting& waiting);
  void light_ground();
  Vec3f ground_normal_of(std::size_t light) const;
  Vec3f ground_share(std::uint32_t light) const;

  const Setting& s_;
  LightBatch batch_, ground_batch_;  // ground_batch_ only gets sunlight: its sky comes from ground_grid_
  std::optional<GroundGrid> ground_grid_;
  std::vector<Waiting> waiting_;
  std::vector<Shadowed> shadowed_;    // the points in ground_batch_
  std::vector<SkyIrradiance> skies_;  // at the points in batch_
  LightArrays lights_;                // of the fragments
  std::vector<Wet> wet_;
  SeenView view_, mirrored_view_;
  std::size_t item_ = 0;  // item of the previous fragment, the hint for TriangleNumbers::item_of()
  // The item whose triangles were set up last, and what they share.
  const SurfaceItem* matrix_of_ = nullptr;
  NormalMatrix matrix_{Mat4{1.0}};
  // Triangles whose hits are found together, all of the item `matrix_of_`, and the fragments in waiting_ that show
  // them.
  SeenTriangles seen_;
  std::vector<std::uint32_t> seen_by_;
  HitArrays hits_;
  // A cache of recent triangles, indexed by the low bits of their numbers: neighbouring pixels often see the same one.
  static constexpr std::size_t kTriangles = 64;
  struct Known {
    std::uint32_t number = VisibleSample::kNothing;
    bool is_mirrored = false;
    SeenTriangle triangle;
  };
  std::vector<Known> known_ = std::vector<Known>(kTriangles);
};

}  // namespace weald::render
