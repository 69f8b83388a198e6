#include "front/cli/previews/preview.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/outputs/digest.h"
#include "front/cli/arguments/output_conflicts.h"
#include "front/cli/previews/detail/preview_variants.h"
#include "picture/render/picture.h"
#include "picture/render/shared_view.h"
#include "picture/sheets/contact_sheet.h"
#include "picture/sheets/shrink.h"

namespace weald::app {

namespace {

using pipeline::Artifact;
using render::PictureParams;
using render::PixelSize;

constexpr std::size_t kKeptBytes = 1'000'000'000;  // limit on artifacts kept between measuring and drawing
constexpr int kTileSide = 320;                     // pixels along the longer side

/// Approximate memory of a copy of an artifact, bytes. Scenes share their meshes.
struct Footprint {
  std::size_t operator()(const Heightmap& map) const { return map.heights.size() * sizeof(float); }
  std::size_t operator()(const Image& image) const { return image.pixels.size() * sizeof(Rgba8); }
  std::size_t operator()(const curve::Curve&) const { return 10'000; }
  std::size_t operator()(const lsystem::LString&) const { return kKeptBytes; }
  std::size_t operator()(const lsystem::Skeleton& skeleton) const {
    return skeleton.segments.size() * sizeof(lsystem::SkeletonSegment) + skeleton.polygons.size() * 256;
  }
  std::size_t operator()(const mesh::Mesh& mesh) const {
    constexpr std::size_t kPerHalfedge = 48;  // connectivity and the attributes of a corner
    return mesh.positions.size() * sizeof(Vec3f) + mesh.topology.origins().size() * kPerHalfedge;
  }
  std::size_t operator()(const scene::Scene& scene) const {
    std::size_t bytes = scene.instances.size() * sizeof(scene::Instance);
    for (const auto& mesh : scene::meshes_of(scene)) bytes += (*this)(*mesh);
    return bytes;
  }
};

class Previewer {
 public:
  Previewer(const PreviewRequest& request, const PreviewRun& run, VariantSet set, Diagnostics& diagnostics)
      : request_(request), run_(run), set_(std::move(set)), diagnostics_(diagnostics) {}

  PreviewResult make() {
    PreviewResult result;
    if (!request_.sweeps.empty())
      result.ok = make_sheet(result);
    else
      result.ok = make_picture(result);
    return result;
  }

 private:
  /// Evaluates a variant and passes its artifact to `take`. The work counts as the progress from `begin` to `end`.
  bool evaluate(std::size_t index, double begin, double end, const std::function<void(const Artifact&)>& take) {
    const Variant& variant = set_.variants[index];
    if (!variant.preset) return guarded(take, *set_.content);
    session::RunOptions eval = run_.eval;
    eval.on_progress = [&](double fraction, std::string_view stage) {
      progress(begin + (end - begin) * fraction, fmt::format("{}: {}", name_of(variant), stage));
    };
    Diagnostics own;
    bool taken = true;  // guarded() reports an artifact that cannot be drawn; the generated output has no location
    const bool ok =
        session::run_graph(variant.preset->graph, eval, own,
                           [&](const pipeline::GraphOutput& output, const Artifact& artifact, const RunContext&) {
                             placed_ = output.decl.spec.picture;
                             taken = guarded(take, artifact);
                           });
    for (const Diagnostic& diagnostic : own.all()) {
      if (diagnostic.severity == Severity::error)
        diagnostics_.add(diagnostic);
      else if (index == 0 && !warned_)
        diagnostics_.warning(diagnostic.where, diagnostic.message, diagnostic.help);
    }
    if (index == 0) warned_ = true;
    return ok && taken;
  }

  bool guarded(const std::function<void(const Artifact&)>& take, const Artifact& artifact) {
    try {
      take(artifact);
      return true;
    } catch (const StageError& e) {
      diagnostics_.error(std::nullopt, fmt::format("'{}' cannot be drawn: {}", request_.preset.path, e.what()));
      return false;
    }
  }

  void progress(double fraction, std::string_view what) const {
    if (run_.on_progress) run_.on_progress(fraction, what);
  }

  std::string name_of(const Variant& variant) const {
    std::string name = set_.name;
    for (const auto& [key, value] : variant.values) name += fmt::format(" {}={}", key, value);
    return name;
  }

  /// The settings of a variant's picture, with its camera placed.
  PictureParams picture_of(const Variant& variant) const {
    PictureParams params = variant.picture;
    if (!params.camera || !placed_) return params;
    params.camera = placed_->camera;
    params.azimuth = placed_->azimuth;  // relative to the world, whatever the preset gives it relative to
    params.elevation = placed_->elevation;
    return params;
  }

  Image drawn(const Artifact& artifact, const PictureParams& params, PreviewResult& result, const Variant& variant) {
    return noted(pipeline::draw(artifact, params, session::output_context(run_.eval)), result, variant);
  }

  /// Notes the digest of a picture among the tiles.
  static Image noted(Image image, PreviewResult& result, const Variant& variant) {
    Artifact as_artifact{std::move(image)};
    result.tiles.push_back({variant.values, pipeline::content_digest(as_artifact)});
    return std::get<Image>(std::move(as_artifact));
  }

  bool make_picture(PreviewResult& result) {
    return evaluate(0, 0, 0.7, [&](const Artifact& artifact) {
      if (request_.size && std::holds_alternative<Image>(artifact))
        throw StageError("it is an image with a size of its own: remove '--size'");
      progress(0.7, fmt::format("{}: picture", set_.name));
      const PictureParams params = within_longest(artifact, picture_of(set_.variants[0]));
      Image picture = pipeline::draw(artifact, params, session::output_context(run_.eval));
      if (std::holds_alternative<Image>(artifact)) picture = shrunk_to_longest(std::move(picture));
      result.picture = noted(std::move(picture), result, set_.variants[0]);
    });
  }

  /// A picture whose longer side has no more pixels than were requested.
  PictureParams within_longest(const Artifact& artifact, PictureParams params) const {
    if (!request_.longest) return params;
    const PixelSize size = render::fitted_size(own_size(artifact, params), {*request_.longest, *request_.longest});
    params.size = {{std::max(16, size.width), std::max(16, size.height)}};
    return params;
  }

  /// An image whose longer side has no more pixels than were requested.
  Image shrunk_to_longest(Image image) const {
    if (!request_.longest) return image;
    const PixelSize size{image.pixels.width(), image.pixels.height()};
    const PixelSize fitting = render::fitted_size(size, {*request_.longest, *request_.longest});
    const bool fits = fitting.width == size.width && fitting.height == size.height;
    return fits ? image : render::shrunk(image, fitting);
  }

  /// Measures all variants first, then draws each in a view that suits all.
  bool make_sheet(PreviewResult& result) {
    const std::size_t count = set_.variants.size();
    const bool shared = !request_.alone && !set_.sweeps_picture && count > 1;
    std::vector<std::shared_ptr<const Artifact>> kept(count);
    std::optional<render::ContactSheet> sheet;
    pipeline::SharedView view;
    std::size_t bytes = 0;
    const double measured = shared ? 0.6 : 0.0;
    for (std::size_t i = 0; shared && i < count; ++i) {
      const bool ok = evaluate(i, measured * share(i), measured * share(i + 1), [&](const Artifact& artifact) {
        if (i == 0) begin_sheet(artifact, sheet);
        view.add(artifact, tile_params(picture_of(set_.variants[i])));
        const std::size_t needed = std::visit(Footprint{}, artifact);
        if (bytes + needed > kKeptBytes) return;
        bytes += needed;
        kept[i] = std::make_shared<const Artifact>(artifact);
      });
      if (!ok) return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Variant& variant = set_.variants[i];
      const double begin = measured + (1 - measured) * share(i), end = measured + (1 - measured) * share(i + 1);
      const auto draw_tile = [&](const Artifact& artifact) {
        if (!sheet) begin_sheet(artifact, sheet);
        const PictureParams params = tile_params(picture_of(variant));
        place(*sheet, i, drawn(artifact, shared ? view.apply(params) : params, result, variant));
      };
      progress(begin, name_of(variant));
      if (kept[i] != nullptr)
        draw_tile(*kept[i]);
      else if (!evaluate(i, begin, end, draw_tile))
        return false;
      kept[i].reset();
    }
    result.picture = sheet->take();
    return true;
  }

  double share(std::size_t i) const { return static_cast<double>(i) / static_cast<double>(set_.variants.size()); }

  void begin_sheet(const Artifact& artifact, std::optional<render::ContactSheet>& sheet) {
    tile_ = tile_size(artifact);
    render::SheetSpec spec;
    spec.tile = tile_;
    // A single sweep flows over rows; with more, the first runs along the columns.
    const bool crossed = set_.sweeps.size() > 1;
    render::set_places(spec, set_.variants.size(),
                       crossed ? std::optional{static_cast<int>(set_.sweeps.front().values.size())} : request_.columns);
    spec.title = request_.from ? set_.name + " · " + set_.shown : set_.name;
    for (const preset::Sweep& sweep : set_.sweeps)
      spec.subtitle += (spec.subtitle.empty() ? "" : "  ×  ") + sweep.key + " " + sweep.text;
    sheet.emplace(spec);
  }

  /// The size of an artifact's picture where none is requested: an image and a plan of a map have a size of their own.
  static PixelSize own_size(const Artifact& artifact, const PictureParams& picture) {
    const auto* map = std::get_if<Heightmap>(&artifact);
    if (map != nullptr && !picture.size && picture.style == render::HeightStyle::hillshade)
      return {map->width(), map->height()};
    if (const auto* image = std::get_if<Image>(&artifact)) return {image->pixels.width(), image->pixels.height()};
    return render::size_or(picture, render::kDefaultSize);
  }

  /// The requested tile size, or else the proportions of the preset's picture, or else of the map.
  PixelSize tile_size(const Artifact& artifact) const {
    if (request_.tile) return *request_.tile;
    const PixelSize shape = own_size(artifact, set_.variants.front().picture);
    const double scale = static_cast<double>(kTileSide) / std::max({shape.width, shape.height, 1});
    const auto side = [scale](int pixels) { return std::max(16, static_cast<int>(pixels * scale + 0.5)); };
    return {side(shape.width), side(shape.height)};
  }

  PictureParams tile_params(PictureParams params) const {
    params.size = {{tile_.width, tile_.height}};
    return params;
  }

  void place(render::ContactSheet& sheet, std::size_t index, const Image& image) const {
    std::vector<render::CaptionPart> caption;
    const std::vector<std::string> keys = preset::caption_keys(set_.sweeps);
    for (std::size_t k = 0; k < keys.size(); ++k) caption.push_back({keys[k], set_.variants[index].values[k].second});
    sheet.place(static_cast<int>(index), image, caption);
  }

  const PreviewRequest& request_;
  const PreviewRun& run_;
  VariantSet set_;
  Diagnostics& diagnostics_;
  PixelSize tile_{kTileSide, kTileSide * 3 / 4};
  std::optional<PictureParams> placed_;  // of the variant that is being drawn, with the camera in its place
  bool warned_ = false;
};

}  // namespace

PreviewResult make_preview(const PreviewRequest& request, const PreviewRun& run, session::Findings& findings) {
  Diagnostics& diagnostics = findings.diagnostics;
  auto set = load_variants(request, findings);
  if (!set) return {};
  if (!request.file.empty()) {
    for (const std::string& message : output_conflicts({{"the picture", request.file}}, set->read))
      diagnostics.error(std::nullopt, message);
    if (diagnostics.has_errors()) return {};
  }
  return Previewer(request, run, std::move(*set), diagnostics).make();
}

}  // namespace weald::app
