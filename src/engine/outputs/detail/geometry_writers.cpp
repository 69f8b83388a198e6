#include "engine/outputs/detail/geometry_writers.h"

#include <fmt/format.h>

#include "formats/meshes/obj_writer.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

std::string name_from(const fs::path& path) { return path.stem().string(); }

}  // namespace

void write_curve_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const double tolerance = line_tolerance(curve);
  std::vector<Polyline> lines;
  std::vector<std::string> groups;  // one for each order of rivers
  for (const curve::Path& line : curve.paths) {
    lines.push_back(curve::flatten(line, tolerance));
    groups.push_back(line.order > 0 ? fmt::format("order_{}", line.order) : std::string());
  }
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink, groups); });
}

void write_skeleton_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<Polyline> lines;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments)
    lines.push_back({{segment.start, segment.end}, false});
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink); });
}

}  // namespace weald::pipeline
