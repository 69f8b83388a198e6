#include "deep/written_files.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "contract/read_back.h"
#include "contract/read_binary.h"
#include "formats/images/exr.h"
#include "support/files.h"
#include "support/png.h"

namespace weald::deep {

namespace fs = std::filesystem;

namespace {

template <class Values>
std::string fault_of_floats(const Values& values) {
  const bool all_finite = std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
  return all_finite ? "" : "a sample is not finite";
}

std::string fault_of_raw(std::string bytes, const fs::path& file) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (values.size() * sizeof(float) != bytes.size()) return "ends within a sample";
  const fs::path sidecar = file.string() + ".json";
  if (fs::exists(sidecar) && test::file_text(sidecar).find("float32-be") != std::string::npos) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(float))
      std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                   bytes.begin() + static_cast<std::ptrdiff_t>(at + sizeof(float)));
  }
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return fault_of_floats(values);
}

std::string fault_of_exr(const std::string& bytes, const fs::path& file) {
  try {
    return fault_of_floats(io::read_exr(bytes, file.filename().string()).values());
  } catch (const IoError& error) {
    return error.what();
  }
}

std::string fault_of_obj(const fs::path& file, const std::string& text) {
  const contract::ObjLines lines = contract::scan_obj(text);
  if (!lines.strange.empty()) return "a strange line: " + lines.strange.front();
  const contract::LoadedObj loaded = contract::load_obj(file, false);
  // tinyobjloader warns of an MTL without materials, which is what a mesh without faces has.
  if (loaded.faces() > 0 && !loaded.complaints.empty()) return loaded.complaints;
  return contract::faults_of(loaded, contract::Lacks::some);
}

/// The lines of an MTL that hold numbers; the others name materials and files.
std::string numbers_of_mtl(const std::string& text) {
  std::istringstream lines(text);
  std::string numbers;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("newmtl ") && !line.starts_with("map_") && !line.starts_with('#')) numbers += line + "\n";
  }
  return numbers;
}

/// NaN or infinity where numbers stand: after a blank, a bracket or a comma.
std::string fault_of_text(const std::string& text) {
  for (const char* word : {"nan", "-nan", "inf", "-inf"}) {
    for (const char* before : {" ", "(", ","}) {
      const std::string whole = std::string(before) + word;
      for (std::size_t at = text.find(whole); at != std::string::npos; at = text.find(whole, at + 1)) {
        const std::size_t end = at + whole.size();
        if (end == text.size() || std::strchr(" ),\n", text[end]) != nullptr) return "holds" + whole;
      }
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string fault_of_file(const fs::path& file) {
  const std::string extension = file.extension().string();
  const std::string text = test::file_text(file);
  if (extension == ".obj") return fault_of_obj(file, text);
  if (extension == ".png") return test::libpng_decode(text).complaints;
  if (extension == ".exr") return fault_of_exr(text, file);
  if (extension == ".r32") return fault_of_raw(text, file);
  if (extension == ".json") return nlohmann::json::accept(text) ? "" : "is not JSON";
  if (extension == ".svg") return contract::svg_faults(text);
  if (extension == ".csv")
    return text.starts_with("index,") ? contract::load_instances(text).faults : contract::load_csv(text).complaints;
  if (extension == ".ply") return contract::load_ply(text).faults;
  if (extension == ".stl") return contract::load_stl(text).faults;
  if (extension == ".mtl") return fault_of_text(numbers_of_mtl(text));
  if (extension == ".txt" || extension == ".pgw") return fault_of_text(text);
  return {};
}

}  // namespace weald::deep
