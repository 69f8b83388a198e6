#include "pipeline/output.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

void weald::schema::Schema<weald::pipeline::OutputSpec>::check(const P& params, Checker& checker) {
  const std::string& name = params.file.value;
  const auto path = std::filesystem::path(name);
  const bool has_control =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  const bool leaves =
      path.is_absolute() || std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
  if (leaves)
    checker.error("file", fmt::format("'file' is '{}', and must stay below the output folder", name),
                  "give the folder with -o DIR");
  else if (name.empty() || has_control || !path.has_filename() || path.filename() == ".")
    checker.error("file", "'file' needs the name of a file");
}
