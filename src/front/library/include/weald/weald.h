#pragma once
// weald as a library: load a preset, change it, build its files, or get the result of any of its stages.
//
// Needs C++17 and the standard library; link weald::weald (docs/library.md shows how).
//
// Functions that can fail return a Result, which holds the value or an Error; no function throws unless its comment
// says so. All text is UTF-8. The results are the bytes that the program makes from the same preset, on every machine
// and for any number of threads. World: right-handed, Y up, metres; heightmaps lie in XZ, x is east, row 0 is north.
//
// Const functions may be called on one object from several threads at once; the library has no global state, writes
// nothing to standard output or error, and installs no signal handlers. (A host that limits the size of files should
// ignore SIGXFSZ, so that a file over the limit is an Error.)

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weald/result.h>

/// Marks symbols that the shared library exports.
#define WEALD_API __attribute__((visibility("default")))

namespace weald::api {

/// Version of the library, such as "0.1.0".
WEALD_API const char* version() noexcept;

// ---- Data

/// Values in contiguous memory owned by something else. Converts to std::span<const T> in C++20.
template <class T>
class View {
 public:
  View() = default;
  View(const T* data, std::size_t size) : data_(data), size_(size) {}
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  /// Pre: i < size().
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Heights on a regular grid. Sample (column, row) lies at x = origin_x + column * cell_size, z = origin_z + row *
/// cell_size.
struct Heightmap {
  int width = 0;                      ///< samples along x
  int height = 0;                     ///< samples along z
  double cell_size = 1;               ///< metres between neighbouring samples
  double origin_x = 0;                ///< metres
  double origin_z = 0;                ///< metres
  View<float> heights;                ///< metres, row by row, the northern row first; width * height values
  std::shared_ptr<const void> owner;  ///< keeps `heights` alive
};

/// Pixels of four bytes: red, green, blue (sRGB) and alpha (255 is opaque).
struct Image {
  int width = 0;
  int height = 0;
  View<std::uint8_t> rgba;            ///< row by row, the upper row first; 4 * width * height bytes
  std::shared_ptr<const void> owner;  ///< keeps `rgba` alive
};

/// A picture that UVs map onto a surface: (0, 0) is the lower left corner of the picture, (1, 1) the upper right one;
/// outside this range the picture repeats.
struct Texture {
  std::string name;  ///< name of its stage or file
  Image image;       ///< shared, not copied
  float cutout = 0;  ///< the surface is cut out where alpha (0 to 1) is below this; 0: alpha is ignored
};

/// The appearance of a surface.
struct Material {
  std::string name;
  float colour[3] = {0.8f, 0.8f, 0.8f};  ///< sRGB, 0 to 1
  float roughness = 0.9f;                ///< 0 mirror, 1 matt
  bool two_sided = false;                ///< both sides are visible: leaves and other cards
  std::optional<Texture> texture;        ///< its colours, sRGB, multiply `colour` in linear light
  std::optional<Texture> normals;        ///< normal map: red along u, green along v, blue outwards, 128 for zero
  std::optional<float> translucency;     ///< two-sided: share of light that passes through, 0 to 1; unset: unspecified
  float metallic = 0;                    ///< 0: dielectric, 1: metal
  float emission[3] = {0, 0, 0};         ///< colour of the emitted light, sRGB, 0 to 1
  float emission_strength = 1;       ///< multiplies the emitted light; 1 is about as bright as a white wall in sunlight
  float opacity = 1;                 ///< 0: invisible, 1: opaque
  std::optional<Texture> occlusion;  ///< red: share of the sky's light that reaches the surface
  std::optional<Texture> metallic_roughness;  ///< green and blue multiply `roughness` and `metallic`
  std::optional<Texture> emission_texture;    ///< its colours multiply `emission` in linear light
  float uv_scale[2] = {1, 1};                 ///< all textures are sampled at uv * uv_scale + uv_offset
  float uv_offset[2] = {0, 0};
};

/// A polygon mesh; faces are counter-clockwise seen from outside. As in OBJ, a corner of a face has an index into the
/// positions, one into the UVs and one into the normals.
struct Mesh {
  std::vector<float> positions;                ///< x, y, z per vertex, metres
  std::vector<float> uvs;                      ///< u, v per UV, v upwards; empty: none
  std::vector<float> normals;                  ///< x, y, z per normal, unit length; empty: none
  std::vector<std::uint8_t> colours;           ///< red, green, blue, alpha per vertex, sRGB; empty: none
  std::vector<std::uint8_t> wind;              ///< bend, phase, flutter, branch per vertex; empty: none
  std::vector<std::uint32_t> face_starts;      ///< face f has the corners face_starts[f] to face_starts[f + 1] - 1
  std::vector<std::uint32_t> corner_vertices;  ///< per corner
  std::vector<std::uint32_t> corner_uvs;       ///< per corner; empty: no UVs
  std::vector<std::uint32_t> corner_normals;   ///< per corner; empty: no normals
  std::vector<std::uint32_t> face_materials;   ///< per face, an index into materials
  std::vector<Material> materials;

  /// Number of vertices.
  std::size_t vertex_count() const noexcept { return positions.size() / 3; }
  /// Number of faces.
  std::size_t face_count() const noexcept { return face_starts.empty() ? 0 : face_starts.size() - 1; }
};

/// The triangles of one material, in TriangleMesh::indices.
struct TriangleRange {
  std::uint32_t material = 0;  ///< index into TriangleMesh::materials
  std::uint32_t first = 0;     ///< index of the first index
  std::uint32_t count = 0;     ///< number of indices, three per triangle
};

/// A mesh in the form used by graphics libraries: every vertex has all its attributes, and faces are triangles.
struct TriangleMesh {
  std::vector<float> positions;        ///< x, y, z per vertex, metres
  std::vector<float> uvs;              ///< u, v per vertex; empty: none
  std::vector<float> normals;          ///< x, y, z per vertex; empty: none
  std::vector<std::uint8_t> colours;   ///< red, green, blue, alpha per vertex; empty: none
  std::vector<std::uint8_t> wind;      ///< bend, phase, flutter, branch per vertex; empty: none
  std::vector<std::uint32_t> indices;  ///< three per triangle, counter-clockwise, grouped by material
  std::vector<TriangleRange> ranges;   ///< one per material that has triangles, in the order of `materials`
  std::vector<Material> materials;
};

/// Triangulates the faces, concave ones by ear clipping, with one vertex per combination of position, UV and normal.
/// Vertices are in the order in which faces first use them. Errors: Code::preset for
/// indices out of range, or for a concave face with more than 20,000 corners.
WEALD_API Result<TriangleMesh> triangulate(const Mesh& mesh);

/// A coarser mesh, shown while the height of its prototype is at least `screen_size` (0 to 1) of the screen's.
struct LighterLevel {
  Mesh mesh;
  double screen_size = 0;
};

/// A mesh shared by instances, with its coarser levels of detail.
struct Prototype {
  std::string name;
  Mesh mesh;
  double screen_size = 0;             ///< of the mesh, like that of a coarser level; 0 if there are none
  std::vector<LighterLevel> lighter;  ///< in the order of their sizes, the largest first
};

/// One copy of a prototype.
struct Instance {
  std::uint32_t prototype = 0;        ///< index into Scene::prototypes
  double world_from_prototype[16]{};  ///< affine 4 x 4 matrix, column by column
  float tint[3]{1, 1, 1};             ///< factors of the red, green and blue of the mesh, linear
  float data = 0;                     ///< a number for other programs; 0: none
};

/// A part of a scene with a name and a frame of its own: a range of the instances. Two groups nest or are disjoint; an
/// outer group precedes its inner ones.
struct Group {
  std::string name;                       ///< no other group has it
  std::optional<std::uint32_t> parent{};  ///< index of the innermost group around it; unset if there is none
  std::uint32_t begin = 0;                ///< index of its first instance
  std::uint32_t end = 0;                  ///< index after that of its last instance
  double world_from_group[16]{};          ///< affine 4 x 4 matrix, column by column
};

/// Meshes and the placements of their copies.
struct Scene {
  std::vector<Prototype> prototypes;
  std::vector<Instance> instances;
  std::vector<Group> groups{};
};

/// A polyline.
struct Polyline {
  std::vector<double> points;  ///< x, y, z per point, metres
  bool closed = false;         ///< a segment joins the last point to the first, which is not repeated
};

/// One segment of a branch, as drawn by a turtle.
struct Segment {
  double start[3]{};                    ///< metres
  double end[3]{};                      ///< metres
  double start_radius = 0;              ///< metres
  double end_radius = 0;                ///< metres
  std::optional<std::uint32_t> parent;  ///< the segment whose end this one starts at; unset at a root
  std::uint32_t level = 0;              ///< number of branchings below the trunk
};

// ---- Artifacts

/// Kind of an artifact, the result of a stage.
enum class Kind { heightmap, image, curve, string, skeleton, mesh, scene };

/// The name of a kind as in presets, such as "heightmap".
WEALD_API std::string_view name_of(Kind kind) noexcept;

/// The result of a stage. Immutable; copies share it. Requesting data of another kind gives an Error with Code::preset.
class WEALD_API Artifact {
 public:
  Kind kind() const noexcept;
  /// The stage that made it.
  const std::string& stage() const noexcept;
  /// 32 hexadecimal digits over the content, equal for equal content: the digest that `weald digest` prints for an
  /// output of data.
  Result<std::string> digest() const;

  /// Data of a heightmap; shared, not copied.
  Result<Heightmap> heightmap() const;
  /// Data of an image; shared, not copied.
  Result<Image> image() const;
  /// Copy of a mesh.
  Result<Mesh> mesh() const;
  /// Copy of a scene.
  Result<Scene> scene() const;
  /// The paths of a curve, flattened to polylines within `tolerance` metres; unset: the tolerance of files, 1e-4 of the
  /// curve's diagonal. Errors: Code::preset for a tolerance that is not above 0, or that needs too many points.
  Result<std::vector<Polyline>> polylines(std::optional<double> tolerance = std::nullopt) const;
  /// The segments of a skeleton, in drawing order: parents precede children.
  Result<std::vector<Segment>> segments() const;
  /// The text of a derived string.
  Result<std::string> text() const;

 private:
  friend class Preset;
  struct Content;
  explicit Artifact(std::shared_ptr<const Content> content) noexcept;
  std::shared_ptr<const Content> content_;
};

// ---- Presets

/// The progress of a run.
struct Progress {
  double fraction = 0;     ///< 0 to 1
  std::string_view stage;  ///< the current work; valid during the call only
};

/// Options of a run.
struct RunOptions {
  /// Maximum number of threads, 1 to 1024; 0: one per core. During a run the limit applies to the whole process. The
  /// results do not depend on it.
  int threads = 0;
  /// Set to true, from any thread, to cancel: the run ends soon with Code::interrupted and leaves no file. May be null.
  const std::atomic<bool>* cancel = nullptr;
  /// Called occasionally, from any thread, one call at a time. An exception it throws ends the run with
  /// Code::interrupted.
  std::function<void(const Progress&)> progress;
};

/// Options for loading.
struct LoadOptions {
  std::vector<std::string> set;        ///< as for `--set`: each "stage.key=value"
  std::optional<std::uint64_t> seed;   ///< replaces the seed of the preset
  std::string variant{};               ///< as for `--variant`; empty: none
  std::vector<std::string> include{};  ///< as for `--include`: folders of components, searched in this order
  int coarser = 1;                     ///< as for `--coarser`, 1 to 1024
};

/// An additional artifact of a stage.
struct PartInfo {
  std::string name;             ///< as after the dot of "tree.lod1"
  Kind artifact = Kind::image;  ///< kind of the part
};

/// A stage of a preset.
struct StageInfo {
  std::string name;
  std::string kind;             ///< as in the preset: "fbm"
  Kind artifact = Kind::image;  ///< kind of its result
  std::vector<PartInfo> parts;  ///< in the order of the reference
};

/// An output of a preset.
struct OutputInfo {
  std::string stage;               ///< name of the stage that it is made from
  std::vector<std::string> files;  ///< relative to the output folder: the file itself and the files beside it
};

/// The digest of one output.
struct OutputDigest {
  std::string file;    ///< relative to the output folder
  std::string digest;  ///< 32 hexadecimal digits, as `weald digest` prints them
};

/// A file that was written.
struct WrittenFile {
  std::string path;
  std::uint64_t bytes = 0;
};

/// A valid preset that was read. Moves, does not copy. A moved-from Preset may only be destroyed or assigned to.
class WEALD_API Preset {
 public:
  /// Reads a preset file and the presets that it extends, and applies the options. Errors: Code::preset with all
  /// errors; Code::file if it, or a file that it names, cannot be read.
  static Result<Preset> load(const std::string& path, const LoadOptions& options = {});
  /// Reads a preset from `text`. `path` is its name in messages; relative paths in the preset are resolved against the
  /// folder of `path`, which need not exist as a file.
  static Result<Preset> parse(const std::string& text, const std::string& path = "preset.yaml",
                              const LoadOptions& options = {});

  Preset(Preset&&) noexcept;
  Preset& operator=(Preset&&) noexcept;
  ~Preset();

  /// Changes one value, like `--set`: "hills.octaves=9". After an error the preset is unchanged.
  Status set(const std::string& assignment);
  /// Changes several values at once, in this order: for values that are valid only together.
  Status set_all(const std::vector<std::string>& assignments);
  /// Changes the seed of the preset.
  Status set_seed(std::uint64_t seed);

  /// Name of the preset: its file's name without folder and extension.
  const std::string& name() const noexcept;
  std::uint64_t seed() const noexcept;
  /// All stages, in the order of the preset.
  const std::vector<StageInfo>& stages() const noexcept;
  /// All outputs in the order of the preset, each followed by the textures that it names, which are outputs too.
  const std::vector<OutputInfo>& outputs() const noexcept;
  /// All files that a build reads: the preset, the presets that it extends, and the imports of its stages, including
  /// files that it looks for and does not find. Each is listed once.
  const std::vector<std::string>& inputs() const noexcept;

  /// Builds all outputs into `directory`, which is created if missing. Either all files are written or none. Errors:
  /// Code::preset if a stage cannot do what is asked, Code::file, Code::interrupted.
  Result<std::vector<WrittenFile>> build(const std::string& directory, const RunOptions& options = {}) const;
  /// The digests of all outputs, in the order of the preset; writes nothing. Errors as for build().
  Result<std::vector<OutputDigest>> digests(const RunOptions& options = {}) const;
  /// Runs one stage and the stages that it needs, whether or not an output uses it. `stage` may also name a part, as in
  /// presets: "tree.lod1". Errors as for build().
  Result<Artifact> artifact(const std::string& stage, const RunOptions& options = {}) const;
  /// The results of several stages, in the given order; shared stages run once. Errors as for build().
  Result<std::vector<Artifact>> artifacts(const std::vector<std::string>& stages, const RunOptions& options = {}) const;
  /// A picture of a stage. `settings` are those of an output's `picture` (`weald explain outputs` lists them), each
  /// "key=value": "style=relief", "size=[320, 240]". Errors as for build(); Code::preset also for a derived string.
  Result<Image> picture(const std::string& stage, const std::vector<std::string>& settings = {},
                        const RunOptions& options = {}) const;

 private:
  struct Impl;
  explicit Preset(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weald::api
