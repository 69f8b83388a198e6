#pragma once
// What tests of imports share: files to import, and what an import says of them.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/run_context.h"
#include "formats/files/sink.h"
#include "schema/decode.h"
#include "stages/import/heightmap_import.h"
#include "support/files.h"
#include "unit/formats/images/grey_maps.h"

namespace weald::test {

struct Heard {
  std::vector<std::string> warnings;
  RunContext context;
  Heard() {
    context.on_warning = [this](const std::string& message, std::string_view) { warnings.push_back(message); };
  }
};

inline Heightmap import_heightmap(const io::HeightmapImportParams& params, const RunContext& context) {
  return io::import_survey(params, false, context).heights;
}

inline schema::FilePath file_at(const std::filesystem::path& path) {
  return {path.filename().string(), path.string(), {}};
}

inline void write_png(const std::filesystem::path& path, const GreyMap& map) {
  io::StringSink sink;
  write_grey_png(map, sink);
  write_text(path, sink.text);
}

/// What decoding says of the stage's parameters when its file is `path`.
template <class P>
std::string check_messages(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'x'", path.parent_path().string());
  schema::Node::Map entries;
  entries.push_back({"file", {0, 3, 5, 4}, {schema::Scalar{path.filename().string(), true}, {0, 3, 11, 5}}});
  P params;
  schema::decode_fields(schema::Node{std::move(entries), {0, 3, 1, 1}}, decoder, params);
  std::string text;
  for (const Diagnostic& d : diagnostics.all())
    text += std::to_string(d.where->line) + ":" + std::to_string(d.where->column) + ": " + d.message + "\n";
  return text;
}

}  // namespace weald::test
