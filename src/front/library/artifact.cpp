// Artifacts: heightmaps, images, curves, skeletons and strings, and the digests of all kinds.

#include <cmath>

#include <fmt/format.h>

#include "engine/outputs/digest.h"
#include "front/library/handles.h"
#include "front/library/kinds.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "schema/wording.h"

using namespace weald;
using namespace weald::library;

namespace weald::library {

void refuse(const weald_artifact& artifact, std::string_view wanted) {
  throw StageError(fmt::format("stage '{}' makes {}, not {}", artifact.stage,
                               schema::with_article(pipeline::name_of(*artifact.artifact)),
                               schema::with_article(wanted)));
}

}  // namespace weald::library

namespace {

weald_image view_of(const Image& image) noexcept {
  const auto pixels = image.pixels.values();
  static_assert(sizeof(Rgba8) == 4);
  return {0, image.pixels.width(), image.pixels.height(), reinterpret_cast<const std::uint8_t*>(pixels.data())};
}

weald_lines lines_of(const curve::Curve& curve, double tolerance) {
  weald_lines lines;
  lines.starts.push_back(0);
  for (const Polyline& line : curve::flatten(curve, tolerance)) {
    lines.points.insert(lines.points.end(), line.points.begin(), line.points.end());
    lines.starts.push_back(lines.points.size());
    lines.closed.push_back(line.closed ? 1 : 0);
  }
  return lines;
}

weald_skeleton segments_of(const lsystem::Skeleton& skeleton) {
  weald_skeleton made;
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    made.starts.push_back(segment.start);
    made.ends.push_back(segment.end);
    made.radii.emplace_back(segment.start_radius, segment.end_radius);
    made.parents.push_back(segment.parent ? std::int64_t{*segment.parent} : -1);
    made.levels.push_back(segment.level);
  }
  return made;
}

}  // namespace

extern "C" {

const char* weald_kind_name(weald_kind kind) {
  return kind >= 1 && static_cast<std::size_t>(kind) <= kKinds.size()
             ? kKinds[static_cast<std::size_t>(kind) - 1].data()
             : nullptr;
}

weald_kind weald_artifact_kind(const weald_artifact* artifact) {
  return artifact != nullptr ? kind_named(pipeline::name_of(*artifact->artifact)) : 0;
}

const char* weald_artifact_stage(const weald_artifact* artifact) {
  return artifact != nullptr ? artifact->stage.c_str() : nullptr;
}

weald_status weald_artifact_digest(const weald_artifact* artifact, char digest[33], weald_report** report) {
  return call(report, [&] {
    required(digest, "digest");
    const std::string text = pipeline::content_digest(*required(artifact, "artifact").artifact);
    digest[text.copy(digest, 32)] = '\0';
  });
}

weald_status weald_artifact_heightmap(const weald_artifact* artifact, weald_heightmap* out, weald_report** report) {
  return call(report, [&] {
    const auto map = content_of<Heightmap>(artifact);
    fill(out,
         {0, map->width(), map->height(), map->cell_size, map->origin.x, map->origin.y, map->heights.values().data()},
         "weald_heightmap");
  });
}

weald_status weald_artifact_image(const weald_artifact* artifact, weald_image* out, weald_report** report) {
  return call(report, [&] { fill(out, view_of(*content_of<Image>(artifact)), "weald_image"); });
}

weald_status weald_artifact_lines(const weald_artifact* artifact, double tolerance, weald_lines** out,
                                  weald_report** report) {
  return make(out, report, [&](auto&) {
    const auto curve = content_of<curve::Curve>(artifact);
    if (tolerance < 0 || std::isnan(tolerance)) throw StageError("the tolerance must be above 0");
    return lines_of(*curve, tolerance == 0 ? pipeline::line_tolerance(*curve) : tolerance);
  });
}

weald_status weald_artifact_skeleton(const weald_artifact* artifact, weald_skeleton** out, weald_report** report) {
  return make(out, report, [&](auto&) { return segments_of(*content_of<lsystem::Skeleton>(artifact)); });
}

weald_status weald_artifact_text(const weald_artifact* artifact, weald_text** out, weald_report** report) {
  return make(out, report,
              [&](auto&) { return weald_text{lsystem::to_text(*content_of<lsystem::LString>(artifact))}; });
}

void weald_artifact_free(weald_artifact* artifact) { delete artifact; }

weald_status weald_picture_image(const weald_picture* picture, weald_image* out) {
  return picture != nullptr ? fill(out, view_of(picture->image)) : WEALD_ERROR_PRESET;
}

void weald_picture_free(weald_picture* picture) { delete picture; }

weald_status weald_lines_get(const weald_lines* lines, weald_line_data* out) {
  if (lines == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, lines->closed.size(), lines->points.size(), numbers_of<double>(lines->points),
                    lines->starts.data(), data_or_null(lines->closed)});
}

void weald_lines_free(weald_lines* lines) { delete lines; }

weald_status weald_skeleton_get(const weald_skeleton* skeleton, weald_skeleton_data* out) {
  if (skeleton == nullptr) return WEALD_ERROR_PRESET;
  return fill(out,
              {0, skeleton->levels.size(), numbers_of<double>(skeleton->starts), numbers_of<double>(skeleton->ends),
               numbers_of<double>(skeleton->radii), data_or_null(skeleton->parents), data_or_null(skeleton->levels)});
}

void weald_skeleton_free(weald_skeleton* skeleton) { delete skeleton; }

const char* weald_text_data(const weald_text* text) { return text != nullptr ? text->text.c_str() : nullptr; }
size_t weald_text_size(const weald_text* text) { return text != nullptr ? text->text.size() : 0; }
void weald_text_free(weald_text* text) { delete text; }
}
