#include "pipeline/output.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace {

// What file systems hold, less room for the extension of a sidecar.
constexpr std::size_t kMaxNameBytes = 240;
constexpr std::size_t kMaxPathBytes = 1000;

bool is_too_long(const std::filesystem::path& path) {
  return path.native().size() > kMaxPathBytes ||
         std::any_of(path.begin(), path.end(), [](const auto& part) { return part.native().size() > kMaxNameBytes; });
}

}  // namespace

void weald::schema::Schema<weald::pipeline::OutputSpec>::check(const P& params, Checker& checker) {
  const std::string& name = params.file.value;
  const auto path = std::filesystem::path(name);
  const bool has_control =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  const bool leaves =
      path.is_absolute() || std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
  if (is_too_long(path))
    checker.error("file", fmt::format("'file' is too long: at most {} bytes, and {} between slashes", kMaxPathBytes,
                                      kMaxNameBytes));
  else if (leaves)
    checker.error("file", fmt::format("'file' is '{}', and must stay below the output folder", name),
                  "give the folder with -o DIR");
  else if (name.empty() || has_control || !path.has_filename() || path.filename() == ".")
    checker.error("file", "'file' needs the name of a file");
  if (params.range && !((*params.range)[0] < (*params.range)[1]))
    checker.error("range", "the first value of 'range' must be below the second");
}
