#pragma once
// Tables of the instances of a scene, for programs that place copies of their own: CSV and JSON. Y up, metres,
// right-handed; numbers are of single precision, the shortest that read back equal.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "formats/files/sink.h"

namespace weald::io {

/// A mesh that instances share.
struct TablePrototype {
  std::string name;
  Bounds bounds{};            ///< of the mesh itself, metres; empty for no vertices
  std::size_t instances = 0;  ///< how many the table has
};

/// One instance: a point p of its prototype stands at `position` + `rotation` (`scale` * p).
struct TableRow {
  std::uint32_t prototype = 0;
  Vec3 position{0, 0, 0};     ///< metres
  Vec4 rotation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w
  Vec3 scale{1, 1, 1};
};

/// The content of a table. Rows are requested one after the other, each once.
struct InstanceTable {
  std::vector<TablePrototype> prototypes;
  std::size_t count = 0;
  std::function<TableRow(std::size_t)> row;
};

/// Writes the line `index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz` and one line per instance, counted from 0, with the
/// name of its prototype; names that hold a comma, a quote or a line end are quoted. Errors: StageError when a number
/// is not finite in single precision, naming the instance; what `row` throws.
void write_instances_csv(const InstanceTable& table, Sink& sink, const RunContext& context = {});

/// Writes an object with `unit`, `up`, `handedness` and `order`, the `prototypes` with name, number of instances and
/// bounds (null for no vertices), and the `instances` in order, one on a line. Errors: as write_instances_csv.
void write_instances_json(const InstanceTable& table, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
