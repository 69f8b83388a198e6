#pragma once
// PictureParams: the keys of an output's `picture: {...}`. The defaults make a good picture of every artifact.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/palette.h"
#include "picture/camera/detail/camera_params.h"
#include "picture/camera/detail/framing.h"
#include "picture/camera/detail/look.h"
#include "picture/camera/detail/sky_params.h"
#include "schema/codec.h"
#include "schema/decode.h"
#include "schema/field.h"
#include "schema/palette_names.h"

namespace weald::render {

/// How a heightmap is shown: as a shaded map seen from above, or as a block of land seen from the side.
enum class HeightStyle { hillshade, relief };

/// The camera's projection: perspective, or orthographic as in technical drawings.
enum class ProjectionKind { perspective, orthographic };

/// The subjects of a picture that settings distinguish: a heightmap in either style, a mesh or scene, or lines.
enum class PictureSubject : unsigned { hillshade = 1, relief = 2, mesh = 4, curve = 8, skeleton = 16 };

/// The bit of Field::subjects that stands for a subject.
constexpr unsigned bit(PictureSubject subject) { return static_cast<unsigned>(subject); }

/// Parameters of a picture. Bearings are in degrees clockwise from north (-Z), as on a compass; elevations are in
/// degrees above the horizon; colours are sRGB, 0 to 1. An unset value is chosen to suit the artifact, as the field's
/// help explains.
struct PictureParams {
  std::optional<std::array<int, 2>> size;
  std::optional<std::string> view;  ///< the view that it was merged over; its values are in place already
  HeightStyle style = HeightStyle::hillshade;
  Look look = Look::studio;
  std::optional<double> azimuth;
  std::optional<double> elevation;
  ProjectionKind projection = ProjectionKind::perspective;
  double field_of_view = 26;
  std::optional<CameraParams> camera;
  double zoom = 1;
  double margin = 0.06;
  std::optional<double> aperture;
  std::optional<double> focus;
  std::optional<int> lens_samples;
  std::optional<double> sun_azimuth;
  std::optional<double> sun_elevation;
  std::optional<double> sun_strength;
  std::optional<double> sky_strength;
  double exposure = 0;
  std::optional<Vec3f> background_top;
  std::optional<Vec3f> background_bottom;
  std::optional<SkyParams> sky;
  bool ground = true;
  std::optional<double> fog;
  std::optional<double> fog_height;
  std::optional<Vec3f> fog_colour;
  double wireframe = 0;
  Vec3f wireframe_colour{0.09f, 0.11f, 0.14f};
  bool clay = false;
  std::optional<double> exaggeration;
  std::optional<Palette> palette;
  std::optional<std::array<double, 2>> heights;
  std::optional<double> contours;
  bool water = true;
  std::optional<double> sea_level;
  std::optional<double> water_clarity;
  std::optional<Vec3f> water_colour;
  double ripples = 1;
  double line_width = 1.6;
  Vec3f line_colour{0.118f, 0.176f, 0.267f};
  std::optional<Vec3f> line_end_colour;
  /// Colours of a turtle's colour indices, from 0; if empty, branches are coloured by level.
  std::vector<Vec3f> index_colours;
  double line_opacity = 1;
  Vec3f paper{0.965f, 0.961f, 0.945f};
  int samples = 8;
  // Set by programs, not by presets:
  std::optional<Framing> framing;  ///< fit the camera to this; unset: fit it to the subject
  double exact_triangles = 1e8;    ///< if copies have more together, stand-ins may be drawn for small ones
};

/// Water level of a heightmap that may have water, in metres.
inline double sea_level_of(const PictureParams& params) { return params.sea_level.value_or(0.0); }

/// The light and the colours around the subject: those of `params.look`, and what the parameters set themselves.
LookSettings look_of(const PictureParams& params);

/// Width and height in pixels.
struct PixelSize {
  int width = 0;
  int height = 0;
};

/// Defaults for values that PictureParams leaves unset and that do not depend on the kind of picture.
inline constexpr PixelSize kDefaultSize{960, 640};
inline constexpr double kDefaultAzimuth = 205;   ///< degrees
inline constexpr double kDefaultElevation = 12;  ///< degrees

/// The requested size, or `fallback` if none is set.
inline PixelSize size_or(const PictureParams& params, PixelSize fallback) {
  return params.size ? PixelSize{(*params.size)[0], (*params.size)[1]} : fallback;
}

}  // namespace weald::render

namespace weald::schema {

template <>
struct EnumNames<render::HeightStyle> {
  static constexpr auto names = names_in_order<render::HeightStyle>("hillshade", "relief");
};

template <>
struct EnumNames<render::ProjectionKind> {
  static constexpr auto names = names_in_order<render::ProjectionKind>("perspective", "orthographic");
};

template <>
struct Schema<render::PictureParams> {
  using P = render::PictureParams;
  static constexpr unsigned kHillshade = render::bit(render::PictureSubject::hillshade),
                            kRelief = render::bit(render::PictureSubject::relief),
                            kMesh = render::bit(render::PictureSubject::mesh),
                            kCurve = render::bit(render::PictureSubject::curve),
                            kSkeleton = render::bit(render::PictureSubject::skeleton);
  static constexpr unsigned kHeights = kHillshade | kRelief, kSolid = kRelief | kMesh, kLines = kCurve | kSkeleton;
  // Fields for all subjects have no only_for().
  static constexpr auto fields = Fields{
      Field{&P::size, "size",
            "Width and height; unset: 960 by 640, or 960 along the longer side of the map for a hillshade.", "px",
            Range{16, 4096}},
      Field{&P::view, "view",
            "Name of one of the preset's 'views', whose settings apply where this picture has none of its own."},
      Field{&P::style, "style",
            "Whether a heightmap is drawn as a shaded map from above or as a block of land from the side."}
          .only_for(kHeights),
      Field{
          &P::look, "look",
          "Light and background: studio, with a high sun on a grey ground; noon, with a steep sun in a blue sky; dusk, "
          "with a low red sun; or overcast, without shadows. Keys of the sun, the sky, the background and the fog "
          "take precedence."}
          .only_for(kSolid),
      Field{&P::camera, "camera",
            "Where the camera stands and what it looks at; unset: it shows the whole subject from 'azimuth' and "
            "'elevation'."}
          .only_for(kSolid | kLines),
      Field{&P::azimuth, "azimuth", "Bearing of the camera as seen from the subject; unset: 205.", "deg",
            Range{-360, 360}}
          .only_for(kSolid | kLines),
      Field{
          &P::elevation, "elevation",
          "Height of the camera above the horizon; unset: 34 for a relief, otherwise 12. Curves and flat skeletons are "
          "seen from the front if neither this nor 'azimuth' is set.",
          "deg", Range{-90, 90}}
          .only_for(kSolid | kLines),
      Field{&P::projection, "projection",
            "Perspective, where nearer things look larger, or orthographic, where parallel lines stay parallel and the "
            "scale is the same at every distance."}
          .only_for(kSolid | kLines),
      Field{&P::field_of_view, "field_of_view",
            "Angle that the longer side of the picture spans in perspective; a small angle weakens the perspective.",
            "deg", Range{5, 90}}
          .only_for(kSolid | kLines),
      Field{&P::zoom, "zoom", "Magnification about the centre of the picture, after the subject is fitted into it.", "",
            Range{0.1, 8}}
          .only_for(kSolid | kLines),
      Field{&P::margin, "margin", "Width of the empty border around the subject, as a share of the picture.", "",
            Range{0, 0.45}}
          .only_for(kSolid | kLines),
      Field{&P::aperture, "aperture",
            "Diameter of the camera's lens: things nearer or farther than 'focus' are blurred. In perspective only; "
            "unset: everything is sharp.",
            "m", Range{1e-6, 1e4}}
          .only_for(kSolid),
      Field{&P::focus, "focus",
            "Distance from the camera, along its view, at which things are sharp; unset: that of what the camera looks "
            "at, or of the middle of the subject.",
            "m", Range{1e-4, 1e7}}
          .only_for(kSolid),
      Field{&P::lens_samples, "lens_samples",
            "Pictures from different points of the lens whose mean is the picture with 'aperture'; time is "
            "proportional to them; unset: 64, or up to 1024 if outlines are blurred by more than 30 pixels.",
            "", Range{4, 4096}}
          .only_for(kSolid),
      Field{&P::sun_azimuth, "sun_azimuth",
            "Bearing of the sun; unset: 315 for heightmaps, otherwise to the left of the camera.", "deg",
            Range{-360, 360}}
          .only_for(kHeights | kMesh),
      Field{&P::sun_elevation, "sun_elevation",
            "Height of the sun above the horizon; unset: that of 'look', and for studio 45 for a hillshade, 27 for a "
            "relief, "
            "otherwise 42.",
            "deg", Range{2, 90}}
          .only_for(kHeights | kMesh),
      Field{
          &P::sun_strength, "sun_strength",
          "Factor of the sun's light; at 0, only the sky gives light: hollows are dark and there are no cast shadows; "
          "unset: that of 'look', and for studio 1.",
          "", Range{0, 8}}
          .only_for(kSolid),
      Field{&P::sky_strength, "sky_strength",
            "Factor of the sky's light; a low value makes shadows dark and hard; unset: that of 'look', and for studio "
            "1.",
            "", Range{0.02, 8}}
          .only_for(kSolid),
      Field{&P::exposure, "exposure", "Brightness in stops: 1 doubles the light.", "", Range{-4, 4}}.only_for(kSolid),
      Field{&P::background_top, "background_top", "Colour of the background at the top, sRGB; unset: that of 'look'.",
            "", Range{0, 1}}
          .only_for(kSolid),
      Field{&P::background_bottom, "background_bottom",
            "Colour of the background at the bottom and of the ground, sRGB; unset: that of 'look'.", "", Range{0, 1}}
          .only_for(kSolid),
      Field{&P::sky, "sky",
            "A sky with clouds in place of the background: 'background_top' at the zenith, 'background_bottom' at the "
            "horizon and below it. The clouds are lit by the sun. In perspective only; unset: no sky."}
          .only_for(kSolid),
      Field{&P::ground, "ground", "Whether the subject stands on a ground that catches its shadow."}.only_for(kSolid),
      Field{&P::fog, "fog",
            "Thickness of fog that hides half of what lies behind it. The fog begins at the distance of the subject's "
            "nearest point; unset: no fog.",
            "m", Range{0.001, 1e7}}
          .only_for(kSolid),
      Field{&P::fog_height, "fog_height",
            "Height above the subject's lowest point at which the density of fog has halved; unset: the density is the "
            "same everywhere.",
            "m", Range{0.001, 1e6}}
          .only_for(kSolid),
      Field{&P::fog_colour, "fog_colour", "Colour of the fog, sRGB; unset: that of 'look'.", "", Range{0, 1}}.only_for(
          kSolid),
      Field{&P::wireframe, "wireframe",
            "Width of lines along the edges of a mesh's faces, or along rows and columns of a relief's samples. A "
            "relief skips rows and columns if its cells would be narrower than 6 pixels or 5 line widths; 0: no lines.",
            "px", Range{0, 16}}
          .only_for(kSolid),
      Field{&P::wireframe_colour, "wireframe_colour", "Colour of the lines of 'wireframe', sRGB.", "", Range{0, 1}}
          .only_for(kSolid),
      Field{&P::clay, "clay", "Whether everything is shown in the same light grey, which emphasises its form."}
          .only_for(kSolid),
      Field{&P::exaggeration, "exaggeration",
            "Vertical scale of a heightmap; unset: a scale at which its forms are easy to see.", "", Range{0.01, 100}}
          .only_for(kHeights),
      Field{&P::palette, "palette", "Colours of a heightmap's land; unset: those of a map, from green to snow."}
          .only_for(kHeights),
      Field{&P::heights, "heights",
            "Heights in a heightmap that have the first and the last colour of land; unset: those of the land, without "
            "the lowest and the highest 0.2 percent of its samples.",
            "m", Range{-1e6, 1e6}}
          .only_for(kHeights),
      Field{&P::contours, "contours", "Height between contour lines of a hillshade; unset: no lines.", "m",
            Range{0.01, 1e5}}
          .only_for(kHillshade),
      Field{&P::water, "water", "Whether water covers what lies below 'sea_level'."}.only_for(kHeights | kMesh),
      Field{
          &P::sea_level, "sea_level",
          "Height of the water's surface; unset: 0 for a heightmap, no water for meshes. Over meshes, the water fills "
          "the bounding box of the widest mesh that reaches below this height.",
          "m", Range{-1e5, 1e5}}
          .only_for(kHeights | kMesh),
      Field{&P::water_clarity, "water_clarity",
            "Distance through water over which most of the light is absorbed; unset: 0.012 of the longer side of the "
            "water.",
            "m", Range{0.001, 1e5}}
          .only_for(kMesh),
      Field{&P::water_colour, "water_colour",
            "Colour of shallow water, sRGB; deep water has a darker shade of it; unset: blue-green.", "", Range{0, 1}}
          .only_for(kMesh),
      Field{&P::ripples, "ripples",
            "Steepness of waves on the water of meshes: 0 for a flat surface, 1 for a light breeze.", "", Range{0, 8}}
          .only_for(kMesh),
      Field{&P::line_width, "line_width", "Width of curves, and the smallest width of a skeleton's segments.", "px",
            Range{0.1, 64}}
          .only_for(kLines),
      Field{&P::line_colour, "line_colour",
            "Colour of lines, sRGB; the branches of a skeleton have colours of their own.", "", Range{0, 1}}
          .only_for(kLines),
      Field{&P::line_end_colour, "line_end_colour",
            "Colour at the end of a line, sRGB; the colour changes gradually along the line; unset: 'line_colour'.", "",
            Range{0, 1}}
          .only_for(kLines),
      Field{&P::index_colours, "index_colours",
            "Colours of a skeleton's colour indices, sRGB, from index 0; higher indices have the last colour; empty: "
            "branches are coloured by their level.",
            "", Range{0, 1}}
          .only_for(kSkeleton),
      Field{&P::line_opacity, "line_opacity", "Opacity of lines; translucent lines look denser where they cross.", "",
            Range{0.01, 1}}
          .only_for(kLines),
      Field{&P::paper, "paper", "Colour behind lines and around a hillshade, sRGB.", "", Range{0, 1}}.only_for(
          kHillshade | kLines),
      Field{&P::samples, "samples",
            "Samples per pixel; more of them make edges smoother. The edges of lines and hillshades are always smooth.",
            "", Range{1, 16}}
          .only_for(kSolid)};
  /// Reports an error if the second of 'heights' is not above the first, and settings of the camera that contradict
  /// each other.
  static void check(const P& params, Checker& checker);
};

/// Compiled in picture_params.cpp, for every room.
extern template const FieldTable& table_of<render::PictureParams>();

}  // namespace weald::schema
