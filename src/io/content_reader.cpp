#include "io/content_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/error.h"
#include "io/heightmap_files.h"
#include "io/obj_reader.h"
#include "io/png_reader.h"
#include "io/read_file.h"
#include "mesh/build.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
constexpr std::size_t kLookedAt = std::size_t{1} << 16;  // bytes that decide whether a text is an OBJ

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw IoError("cannot read '" + path.string() + "': " + reason);
}

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

/// True where the first statement is one of OBJ and a vertex follows.
bool looks_like_obj(std::string_view text) {
  constexpr std::array<std::string_view, 5> kStatements{"v ", "mtllib ", "o ", "g ", "usemtl "};
  text = text.substr(0, kLookedAt);
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#' || line == "\r") continue;
    if (line.starts_with("v ")) return true;
    if (first && std::none_of(kStatements.begin(), kStatements.end(),
                              [&](std::string_view statement) { return line.starts_with(statement); }))
      return false;
    first = false;
  }
  return false;
}

Grid<std::uint16_t> decode_r16(std::string_view bytes, const Sidecar& sidecar, const std::filesystem::path& path) {
  const std::size_t count = bytes.size() / 2;
  if (bytes.size() % 2 != 0 || count == 0) fail(path, "it does not hold whole 16-bit samples");
  if (count > kMaxImageSamples) fail(path, "it has more than 16385 x 16385 samples");
  const int side = static_cast<int>(std::sqrt(static_cast<double>(count)) + 0.5);
  const int width = sidecar.width.value_or(side), height = sidecar.height.value_or(side);
  const bool fits =
      width > 0 && height > 0 && static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) == count;
  if (!fits)
    fail(path, sidecar.width ? "its size is not the one that its sidecar gives"
                             : "it is not square, and no sidecar gives its width and height");
  Grid<std::uint16_t> samples(width, height);
  const auto values = samples.values();
  for (std::size_t i = 0; i < count; ++i) {
    const auto low = static_cast<unsigned char>(bytes[2 * i]), high = static_cast<unsigned char>(bytes[2 * i + 1]);
    values[i] = static_cast<std::uint16_t>(low | (high << 8));
  }
  return samples;
}

void check_sidecar(const Sidecar& sidecar, const Grid<std::uint16_t>& samples, const std::filesystem::path& path) {
  const bool fits = sidecar.width.value_or(samples.width()) == samples.width() &&
                    sidecar.height.value_or(samples.height()) == samples.height();
  if (!fits) fail(path, "its size is not the one that '" + sidecar_path(path).string() + "' gives");
}

HeightContent heights_of(const Grid<std::uint16_t>& samples, const Sidecar& sidecar) {
  HeightContent content;
  content.metres = sidecar.min && sidecar.max;
  const HeightEncoding encoding =
      content.metres ? HeightEncoding{*sidecar.min, *sidecar.max} : HeightEncoding{0, 65535};
  const GridSpec grid{samples.width(), samples.height(), content.metres ? sidecar.cell_size.value_or(1) : 1,
                      content.metres ? sidecar.origin.value_or(Vec2{0, 0}) : Vec2{0, 0}};
  content.map = Heightmap(grid);
  const auto levels = samples.values();
  const auto heights = content.map.heights.values();
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = static_cast<float>(height_of(levels[i], encoding));
  return content;
}

mesh::Mesh mesh_of(const std::string& text, const std::filesystem::path& path, std::vector<std::string>& warnings) {
  ObjFile file = parse_obj(text, path.string(), path.parent_path());
  warnings.insert(warnings.end(), file.warnings.begin(), file.warnings.end());
  mesh::BuildResult built = mesh::build_mesh(std::move(file.soup), mesh::NonManifold::split);
  if (built.report.faces_dropped > 0)
    warnings.push_back(path.string() + ": " + std::to_string(built.report.faces_dropped) + " faces are left out");
  return std::move(built.mesh);
}

}  // namespace

std::string_view kind_of(const Content& content) {
  constexpr std::array<std::string_view, 4> kNames{"heightmap", "picture", "mesh", "text"};
  return kNames[content.index()];
}

Content read_content(const std::filesystem::path& path, std::vector<std::string>& warnings, Sidecars sidecars) {
  const std::string extension = extension_of(path);
  std::string bytes = read_file(path, extension == ".obj" ? kMaxObjBytes : kMaxBytes);
  const auto sidecar = [&] {
    return sidecars == Sidecars::use ? read_sidecar(sidecar_path(path)).value_or(Sidecar{}) : Sidecar{};
  };
  if (extension == ".r16") {
    // The sidecar is the only place that tells the size, whatever else it is ignored for.
    const Sidecar given = read_sidecar(sidecar_path(path)).value_or(Sidecar{});
    return heights_of(decode_r16(bytes, given, path), sidecar());
  }
  if (is_png(bytes)) {
    const PngHeader header = png_header(bytes, path.string());
    if (!header.grey || header.bits != 16) return decode_png(bytes, path.string());
    const GreyImage image = decode_grey_png(bytes, path.string());
    check_sidecar(sidecar(), image.samples, path);
    return heights_of(image.samples, sidecar());
  }
  if (extension == ".obj" || looks_like_obj(bytes)) {
    if (bytes.size() > kMaxObjBytes) fail(path, "it is larger than 512 MiB");
    return mesh_of(bytes, path, warnings);
  }
  if (bytes.find('\0') != std::string::npos) fail(path, "it is neither a PNG, a .r16, an OBJ nor a text");
  return bytes;
}

}  // namespace weald::io
