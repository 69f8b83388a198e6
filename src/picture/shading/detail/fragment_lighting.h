#pragma once
// FragmentLighting: the light on what the pixels of a picture show.

#include <array>
#include <optional>
#include <vector>

#include "picture/shading/detail/ground_grid.h"
#include "picture/shading/detail/seen_triangle.h"
#include "picture/shading/picture_scene.h"
#include "picture/water/water_view.h"

namespace weald::render {

/// What some samples of a pixel see.
struct Fragment {
  std::uint32_t triangle = VisibleSample::kNothing;  ///< counted over the items
  int count = 0;                                     ///< samples
  double x = 0, y = 0;                               ///< pixel coordinates of their mean
  // Where there is water over meshes:
  const WaterPoint* water = nullptr;  ///< where it is seen through, or mirrored; null: not in water
  bool mirrored = false;              ///< belongs to the next fragment that is not
  float share = 1;                    ///< mirrored: of that fragment; else: of the sky in what it mirrors
  float weight = 0;  ///< sum over its samples of the share that what is in front lets through and it does not
};

/// Finds the light on fragments, many at a time. One per thread; what it finds does not depend on the others.
class FragmentLighting {
 public:
  /// What all fragment lightings of a picture share. All of it must outlive them.
  struct Setting {
    const PictureScene& scene;
    const Camera& camera;
    const TriangleNumbers& numbers;
    const std::vector<std::uint32_t>& surface_first;  ///< per item: number of its surface's first triangle
    const Sun& sun;
    const Sky& sky;
    Vec3 reference{0};                 ///< of the depth maps
    bool textured = false;             ///< some surface has a texture
    const WaterView* water = nullptr;  ///< null: none is seen
    bool pools = false;                ///< some surface has Finish::pool
    bool see_through = false;          ///< some surface shows what lies behind it
  };
  explicit FragmentLighting(const Setting& setting) : s_(setting) {
    if (s_.scene.ground) ground_grid_.emplace(*s_.scene.ground, s_.camera, s_.sky, s_.reference);
  }

  /// Adds a pixel's fragments.
  void add_pixel(const Fragment* fragments, std::size_t count);
  /// Lights all that was added and appends it to `rows`.
  void flush(LitRows& rows);

 private:
  // A fragment that waits for its light.
  struct Waiting {
    std::uint8_t head = 0;
    std::size_t light = 0;  // index into the batch, of the ground into that of the ground
    std::uint32_t triangle = 0;
    Hit hit;
    Vec3 direction{0};  // of the ray
    const SurfaceMaterial* material = nullptr;
    float strength = 0;                                // of the shadow on the ground
    GroundGrid::Place ground;                          // where that is above 0
    float wire = 0;                                    // share covered by lines
    float detail = 0;                                  // level of the texture
    Vec2f measured{0};                                 // texels of a texture whose level is `detail`; 0: none
    double fog = 0;                                    // share hidden
    int wet = kDry;                                    // number in wet_
    float share = 1;                                   // of what its samples show
    float metallic = 0, roughness = 1, occlusion = 1;  // with their textures
  };
  static constexpr int kDry = -1;
  // What water does to a fragment that waits.
  struct Wet {
    WaterPoint point;
    std::size_t light = 0;  // index into the batch of the light on the water
    std::optional<Vec3> bed;
    float share = 1;
    bool mirrored = false;
  };
  // Light that was found for one point and serves its neighbours inside the same pixel.
  struct Shared {
    bool filled = false;
    bool both = false;
    std::size_t light = 0;
    double depth = 0;
    Vec3f normal{0};
  };
  const SeenTriangle& seen(const Fragment& fragment, const SurfaceItem& item, std::uint32_t triangle);
  void add_surface(const Fragment& fragment, Shared& shared, Waiting& waiting);
  void add_behind(const Fragment& fragment, Waiting& waiting);
  void add_water(const Fragment& fragment, Waiting& waiting);
  void ripple(const Fragment& fragment, Receiver& receiver) const;
  WaterBodyLight light_on_water(std::size_t light) const;
  void append_water(const Waiting& fragment, LitRows& rows) const;
  const Camera& camera_of(const Fragment& fragment) const {
    return fragment.mirrored ? s_.water->mirrored_camera() : s_.camera;
  }
  float through_leaves(std::size_t light) const;
  void append_surface(const Waiting& fragment, LitRows& rows) const;
  float wire_share(const SurfaceItem& item, std::uint32_t triangle, const Fragment& fragment) const;
  float grid_share(const GridLines& lines, const SurfaceItem& item, std::uint32_t triangle,
                   const Fragment& fragment) const;
  static void map_normal(const SeenTriangle& triangle, const Fragment& fragment, Waiting& waiting);
  static void look_up(const SeenTriangle& triangle, const Fragment& fragment, Waiting& waiting);
  void light_ground();
  Vec3f ground_share(const Waiting& fragment) const;

  const Setting& s_;
  LightBatch batch_, ground_batch_;  // of the ground, the sun only
  std::optional<GroundGrid> ground_grid_;
  std::vector<Waiting> waiting_;
  std::vector<Wet> wet_;
  std::size_t item_ = 0;  // hint only
  // The last triangles that were seen, by the lower bits of their numbers: neighbours often see the same.
  static constexpr std::size_t kTriangles = 64;
  struct Known {
    std::uint32_t number = VisibleSample::kNothing;
    bool is_mirrored = false;
    SeenTriangle triangle;
  };
  std::vector<Known> known_ = std::vector<Known>(kTriangles);
};

}  // namespace weald::render
