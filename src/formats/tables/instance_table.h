#pragma once
// Tables of the instances of a scene, as CSV and JSON, for programs that place their own copies. Y up, metres,
// right-handed; numbers have single precision and the fewest digits that read back equal.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/math/placement.h"
#include "base/math/vec.h"
#include "base/run_context.h"
#include "formats/files/sink.h"

namespace weald::io {

/// A mesh that instances share.
struct TablePrototype {
  std::string name;
  Bounds bounds{};            ///< of the mesh itself, metres; empty for no vertices
  std::size_t instances = 0;  ///< number of its instances in the table
};

/// One instance: a point p of its prototype is placed at `position` + `rotation` (`scale` * p).
struct TableRow {
  std::uint32_t prototype = 0;
  Vec3 position{0, 0, 0};     ///< metres
  Vec4 rotation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w
  Vec3 scale{1, 1, 1};
  Vec3 tint{1, 1, 1};                  ///< linear factors of red, green and blue
  double data = 0;                     ///< a number for other programs
  std::optional<std::size_t> group{};  ///< index of the innermost group; unset: none
};

/// A named group of instances, with a frame of its own.
struct TableGroup {
  std::string name;                      ///< that no other group has
  std::string path;                      ///< the names of the groups around it and its own, with slashes between them
  std::optional<std::size_t> outer{};    ///< index of the innermost group around it
  Vec3 position{0, 0, 0};                ///< of the origin of its frame, metres
  std::optional<Placement> placement{};  ///< of its frame in the world; unset if that is sheared
};

/// The content of a table. Rows are requested one after the other, each once.
struct InstanceTable {
  std::vector<TablePrototype> prototypes;
  std::size_t count = 0;
  std::function<TableRow(std::size_t)> row;
  bool has_varieties = false;        ///< whether tints and data are written
  std::vector<TableGroup> groups{};  ///< an outer one before its inner ones
};

/// Writes the line `index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz` and one line per instance, counted from 0, with the
/// name of its prototype; names with a comma, a quote or a line end are quoted. With varieties, the line continues with
/// `red,green,blue,data`, and with groups it ends with the path of the instance's `group`. Errors: StageError, with the
/// instance, if a number is not finite in single precision; any error of `row`.
void write_instances_csv(const InstanceTable& table, Sink& sink, const RunContext& context = {});

/// Writes an object with `unit`, `up`, `handedness` and `order`, the `prototypes` with name, number of instances and
/// bounds (null for no vertices), the `groups` if there are any, each with its name, the index of the group around it
/// and its frame, and the `instances` in order, one on a line, with `tint` and `data` if there are varieties, and with
/// the index of their innermost `group` if they are in one. Errors: as write_instances_csv.
void write_instances_json(const InstanceTable& table, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
