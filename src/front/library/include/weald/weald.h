#pragma once
// weald for C++: load a preset, change it, build its files, or get the result of any of its stages.
//
// A header over the C interface, <weald/weald_c.h>. Needs C++20; link weald::weald (docs/library.md shows how).
//
// Functions that can fail return a Result, which holds the value or an Error. Only a lack of memory for the values of
// this header is thrown, as std::bad_alloc. All text is UTF-8. The results are the bytes that the program makes from
// the same preset, on every machine and for any number of threads. World: right-handed, Y up, metres; heightmaps lie in
// XZ, x is east, row 0 is north.
//
// Const functions may be called on one object from several threads at once; the library has no global state, writes
// nothing to standard output or error, and installs no signal handlers. (A host that limits the size of files should
// ignore SIGXFSZ, so that a file over the limit is an Error.)

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weald/data.h>
#include <weald/result.h>

namespace weald::api {

/// Version of the library, such as "0.1.0".
inline const char* version() noexcept { return weald_version(); }

/// Kind of an artifact, the result of a stage.
enum class Kind {
  heightmap = WEALD_HEIGHTMAP,
  image = WEALD_IMAGE,
  curve = WEALD_CURVE,
  string = WEALD_STRING,
  skeleton = WEALD_SKELETON,
  mesh = WEALD_MESH,
  scene = WEALD_SCENE
};

/// The name of a kind as in presets, such as "heightmap".
inline std::string_view name_of(Kind kind) noexcept {
  const char* name = weald_kind_name(static_cast<weald_kind>(kind));
  return name != nullptr ? name : std::string_view{};
}

/// Triangulates the faces of a mesh, concave ones by ear clipping, with one vertex per combination of position, UV and
/// normal. Errors: Code::preset for a concave face with more than 20,000 corners.
inline Result<TriangleMesh> triangulate(const Mesh& mesh) {
  return detail::made(weald_triangles_free, weald_mesh_triangulate, mesh.owner.get()).then([&](auto triangles) {
    return detail::triangles_of(std::move(triangles), mesh.materials);
  });
}

/// The result of a stage. Immutable; copies share it. Requesting data of another kind gives an Error with Code::preset.
/// Data stay valid without the artifact.
class Artifact {
 public:
  Kind kind() const noexcept { return static_cast<Kind>(weald_artifact_kind(handle_.get())); }
  /// The stage that made it.
  std::string_view stage() const noexcept { return weald_artifact_stage(handle_.get()); }
  /// 32 hexadecimal digits over the content, equal for equal content: the digest that `weald digest` prints for an
  /// output of data.
  Result<std::string> digest() const {
    char digest[33] = "";
    return detail::called(weald_artifact_digest, handle_.get(), digest).then([&](Done) { return std::string(digest); });
  }

  Result<Heightmap> heightmap() const {
    return data<weald_heightmap>(weald_artifact_heightmap).then([this](const weald_heightmap& map) {
      const auto size = static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
      return Heightmap{map.width, map.height, map.cell_size, map.origin_x, map.origin_z, {map.heights, size}, handle_};
    });
  }
  Result<Image> image() const {
    return data<weald_image>(weald_artifact_image).then([this](const weald_image& image) {
      return detail::image_of(image, handle_);
    });
  }
  Result<Mesh> mesh() const {
    return detail::made(weald_mesh_free, weald_artifact_mesh, handle_.get()).then(detail::mesh_of);
  }
  Result<Scene> scene() const {
    return detail::made(weald_scene_free, weald_artifact_scene, handle_.get()).then(detail::scene_of);
  }
  /// The paths of a curve, flattened to polylines within `tolerance` metres; unset: the tolerance of files, 1e-4 of the
  /// curve's diagonal. Errors: Code::preset for a tolerance that is not above 0, or that needs too many points.
  Result<Lines> lines(std::optional<double> tolerance = std::nullopt) const {
    const double wanted = !tolerance ? 0 : *tolerance == 0 ? -1 : *tolerance;  // in C, 0 stands for unset
    return detail::made(weald_lines_free, weald_artifact_lines, handle_.get(), wanted).then([](auto lines) {
      return Lines{detail::filled<weald_line_data>(weald_lines_get, lines.get()), lines};
    });
  }
  /// The segments of a skeleton, in drawing order: parents precede children.
  Result<Skeleton> skeleton() const {
    return detail::made(weald_skeleton_free, weald_artifact_skeleton, handle_.get()).then([](auto made) {
      return Skeleton{detail::filled<weald_skeleton_data>(weald_skeleton_get, made.get()), made};
    });
  }
  /// The text of a derived string.
  Result<std::string> text() const {
    return detail::made(weald_text_free, weald_artifact_text, handle_.get()).then([](const auto& text) {
      return std::string(weald_text_data(text.get()), weald_text_size(text.get()));
    });
  }

 private:
  friend class Preset;
  explicit Artifact(weald_artifact* handle) : handle_(handle, weald_artifact_free) {}

  template <class Struct, class Get>
  Result<Struct> data(Get get) const {
    auto out = detail::sized<Struct>();
    return detail::called(get, handle_.get(), &out).then([&](Done) { return out; });
  }

  std::shared_ptr<const weald_artifact> handle_;
};

/// Cancels runs, from any thread. Must outlive them.
class Cancel {
 public:
  Cancel() : handle_(weald_cancel_new(), weald_cancel_free) {
    if (handle_ == nullptr) throw std::bad_alloc();
  }
  /// All runs that were given this end soon with Code::interrupted and leave no file.
  void request() noexcept { weald_cancel_request(handle_.get()); }

 private:
  friend class Preset;
  std::unique_ptr<weald_cancel, void (*)(weald_cancel*)> handle_;
};

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
  /// Cancels the run; may be null.
  const Cancel* cancel = nullptr;
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
class Preset {
 public:
  /// Reads a preset file and the presets that it extends, and applies the options. Errors: Code::preset with all
  /// errors; Code::file if it, or a file that it names, cannot be read.
  static Result<Preset> load(const std::string& path, const LoadOptions& options = {}) {
    const Loading loading(options);
    return detail::made(weald_preset_free, weald_preset_load, path.c_str(), &loading.options).then(held);
  }
  /// Reads a preset from `text`. `path` is its name in messages; relative paths in the preset are resolved against the
  /// folder of `path`, which need not exist as a file.
  static Result<Preset> parse(const std::string& text, const std::string& path = "preset.yaml",
                              const LoadOptions& options = {}) {
    const Loading loading(options);
    return detail::made(weald_preset_free, weald_preset_parse, text.data(), text.size(), path.c_str(), &loading.options)
        .then(held);
  }

  Preset(Preset&&) noexcept = default;
  Preset& operator=(Preset&&) noexcept = default;

  /// Changes one value, like `--set`: "hills.octaves=9". After an error the preset is unchanged.
  Status set(const std::string& assignment) { return set_all({assignment}); }
  /// Changes several values at once, in this order: for values that are valid only together.
  Status set_all(const std::vector<std::string>& assignments) {
    return detail::called(weald_preset_set, handle_.get(), detail::pointers_to(assignments).data(), assignments.size());
  }
  /// Changes the seed of the preset.
  Status set_seed(std::uint64_t seed) { return detail::called(weald_preset_set_seed, handle_.get(), seed); }

  /// Name of the preset: its file's name without folder and extension.
  std::string name() const { return weald_preset_name(handle_.get()); }
  std::uint64_t seed() const noexcept { return weald_preset_seed(handle_.get()); }
  /// All stages, in the order of the preset.
  std::vector<StageInfo> stages() const {
    std::vector<StageInfo> result;
    for (std::size_t i = 0; i < weald_preset_stage_count(handle_.get()); ++i) {
      const auto stage = detail::filled<weald_stage>(weald_preset_stage, handle_.get(), i);
      StageInfo& info = result.emplace_back(StageInfo{stage.name, stage.kind, static_cast<Kind>(stage.makes), {}});
      for (std::size_t n = 0; n < weald_preset_part_count(handle_.get(), i); ++n) {
        const auto part = detail::filled<weald_part>(weald_preset_part, handle_.get(), i, n);
        info.parts.push_back({part.name, static_cast<Kind>(part.makes)});
      }
    }
    return result;
  }
  /// All outputs in the order of the preset, each followed by the textures that it names, which are outputs too.
  std::vector<OutputInfo> outputs() const {
    std::vector<OutputInfo> result;
    for (std::size_t i = 0; i < weald_preset_output_count(handle_.get()); ++i) {
      const auto output = detail::filled<weald_output>(weald_preset_output, handle_.get(), i);
      OutputInfo& info = result.emplace_back(OutputInfo{output.stage, {}});
      for (std::size_t n = 0; n < output.file_count; ++n)
        info.files.emplace_back(weald_preset_output_file(handle_.get(), i, n));
    }
    return result;
  }
  /// All files that a build reads: the preset, the presets that it extends, and the imports of its stages, including
  /// files that it looks for and does not find. Each is listed once.
  std::vector<std::string> inputs() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < weald_preset_input_count(handle_.get()); ++i)
      result.emplace_back(weald_preset_input(handle_.get(), i));
    return result;
  }

  /// Builds all outputs into `directory`, which is created if missing. Either all files are written or none. Errors:
  /// Code::preset if a stage cannot do what is asked, Code::file, Code::interrupted.
  Result<std::vector<WrittenFile>> build(const std::string& directory, const RunOptions& options = {}) const {
    Run run(options);
    return run
        .ended(detail::made(weald_files_free, weald_preset_build, handle_.get(), directory.c_str(), run.options()))
        .then([](const auto& files) {
          return list<WrittenFile>(files.get(), [](const weald_file& file) {
            return WrittenFile{file.path, file.bytes};
          });
        });
  }
  /// The digests of all outputs, in the order of the preset; writes nothing. Errors as for build().
  Result<std::vector<OutputDigest>> digests(const RunOptions& options = {}) const {
    Run run(options);
    return run.ended(detail::made(weald_files_free, weald_preset_digests, handle_.get(), run.options()))
        .then([](const auto& files) {
          return list<OutputDigest>(files.get(), [](const weald_file& file) {
            return OutputDigest{file.path, file.digest};
          });
        });
  }
  /// Runs one stage and the stages that it needs, whether or not an output uses it. `stage` may also name a part, as in
  /// presets: "tree.lod1". Errors as for build().
  Result<Artifact> artifact(const std::string& stage, const RunOptions& options = {}) const {
    return artifacts({stage}, options).then([](const auto& made) { return made.front(); });
  }
  /// The results of several stages, in the given order; shared stages run once. Errors as for build().
  Result<std::vector<Artifact>> artifacts(const std::vector<std::string>& stages,
                                          const RunOptions& options = {}) const {
    Run run(options);
    std::vector<weald_artifact*> made(stages.size());
    return run
        .ended(detail::called(weald_preset_artifacts, handle_.get(), detail::pointers_to(stages).data(), stages.size(),
                              run.options(), made.data()))
        .then([&](Done) {
          std::vector<Artifact> result;
          for (weald_artifact* artifact : made) result.push_back(Artifact(artifact));
          return result;
        });
  }
  /// A picture of a stage. `settings` are those of an output's `picture` (`weald explain outputs` lists them), each
  /// "key=value": "style=relief", "size=[320, 240]". Errors as for build(); Code::preset also for a derived string.
  Result<Image> picture(const std::string& stage, const std::vector<std::string>& settings = {},
                        const RunOptions& options = {}) const {
    Run run(options);
    return run
        .ended(detail::made(weald_picture_free, weald_preset_picture, handle_.get(), stage.c_str(),
                            detail::pointers_to(settings).data(), settings.size(), run.options()))
        .then([](auto picture) {
          return detail::image_of(detail::filled<weald_image>(weald_picture_image, picture.get()), picture);
        });
  }

 private:
  explicit Preset(std::shared_ptr<weald_preset> handle) : handle_(std::move(handle)) {}
  Preset(const Preset&) = delete;
  static Preset held(std::shared_ptr<weald_preset> handle) { return Preset(std::move(handle)); }

  /// The options for C of loading. What is not asked for is 0, so that an older library takes them too.
  struct Loading {
    explicit Loading(const LoadOptions& from)
        : set(detail::pointers_to(from.set)), include(detail::pointers_to(from.include)) {
      options.set = set.data();
      options.set_count = set.size();
      options.seed = from.seed ? &*from.seed : nullptr;
      options.variant = from.variant.empty() ? nullptr : from.variant.c_str();
      options.include = include.empty() ? nullptr : include.data();
      options.include_count = include.size();
      options.coarser = from.coarser == 1 ? 0 : from.coarser == 0 ? -1 : from.coarser;
    }
    std::vector<const char*> set, include;
    weald_load_options options = detail::sized<weald_load_options>();
  };

  /// The options for C of one run, and what its progress function has thrown.
  class Run {
   public:
    explicit Run(const RunOptions& from) : from_(from) {
      options_.threads = from.threads;
      options_.cancel = from.cancel != nullptr ? from.cancel->handle_.get() : nullptr;
      options_.progress = from.progress ? tell : nullptr;
      options_.user = this;
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    const weald_run_options* options() const { return &options_; }
    /// The result of the run, with the message of an exception of the progress function.
    template <class T>
    Result<T> ended(Result<T> result) const {
      if (result || failure_.empty()) return result;
      return Error{result.error().code, failure_, {}};
    }

   private:
    static std::int32_t tell(void* user, double fraction, const char* stage) {
      auto& run = *static_cast<Run*>(user);
      try {
        run.from_.progress({fraction, stage});
        return 0;
      } catch (const std::exception& e) {
        run.failure_ = std::string("the progress function failed: ") + e.what();
      } catch (...) {
        run.failure_ = "the progress function failed";
      }
      return 1;
    }

    const RunOptions& from_;
    weald_run_options options_ = detail::sized<weald_run_options>();
    std::string failure_;
  };

  template <class T, class Use>
  static std::vector<T> list(const weald_files* files, const Use& use) {
    std::vector<T> result;
    for (std::size_t i = 0; i < weald_files_count(files); ++i)
      result.push_back(use(detail::filled<weald_file>(weald_files_get, files, i)));
    return result;
  }

  std::shared_ptr<weald_preset> handle_;
};

}  // namespace weald::api
