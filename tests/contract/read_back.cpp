#include "contract/read_back.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/math/vec.h"

namespace weald::contract {

namespace {

constexpr std::string_view kNumberLine = "0123456789+-.e /";

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool is_numbers(std::string_view text) {
  return text.find_first_not_of(kNumberLine) == std::string_view::npos && text.find("  ") == std::string_view::npos &&
         !text.ends_with(' ');
}

bool all_finite(const std::vector<tinyobj::real_t>& values) {
  return std::all_of(values.begin(), values.end(), [](tinyobj::real_t value) { return std::isfinite(value); });
}

}  // namespace

// ---- OBJ ----

ObjLines scan_obj(std::string_view text) {
  ObjLines result;
  for_each_line(text, [&](std::string_view line) {
    const std::size_t blank = line.find(' ');
    const std::string_view keyword = line.substr(0, blank);
    const std::string_view rest = blank == std::string_view::npos ? std::string_view{} : line.substr(blank + 1);
    bool is_strange = rest.empty();
    const auto count = [&](std::size_t& of_kind) {
      ++of_kind;
      is_strange = is_strange || !is_numbers(rest);
    };
    if (keyword == "v") {
      count(result.positions);
    } else if (keyword == "vt") {
      count(result.uvs);
    } else if (keyword == "vn") {
      count(result.normals);
    } else if (keyword == "f") {
      count(result.faces);
      result.corners += static_cast<std::size_t>(std::count(rest.begin(), rest.end(), ' ')) + 1;
    } else if (keyword == "l") {
      count(result.lines);
    } else if (keyword == "o") {
      ++result.objects;
    } else if (keyword == "g") {
      ++result.groups;
    } else if (keyword == "usemtl") {
      result.materials.emplace_back(rest);
    } else if (keyword != "#" && keyword != "mtllib") {
      is_strange = true;
    }
    if (is_strange && result.strange.size() < 10) result.strange.emplace_back(line);
  });
  return result;
}

std::vector<std::string> materials_of(std::string_view mtl) {
  std::vector<std::string> names;
  for_each_line(mtl, [&](std::string_view line) {
    if (line.starts_with("newmtl ")) names.emplace_back(line.substr(7));
  });
  return names;
}

std::size_t LoadedObj::faces() const {
  std::size_t sum = 0;
  for (const auto& shape : shapes) sum += shape.mesh.num_face_vertices.size();
  return sum;
}

std::size_t LoadedObj::corners() const {
  std::size_t sum = 0;
  for (const auto& shape : shapes) sum += shape.mesh.indices.size();
  return sum;
}

std::size_t LoadedObj::line_strips() const {
  std::size_t sum = 0;
  for (const auto& shape : shapes) sum += shape.lines.num_line_vertices.size();
  return sum;
}

LoadedObj load_obj(const std::filesystem::path& file, bool triangulate) {
  LoadedObj loaded;
  std::string warnings, errors;
  const std::string folder = file.parent_path().string() + "/";
  const bool ok = tinyobj::LoadObj(&loaded.attributes, &loaded.shapes, &loaded.materials, &warnings, &errors,
                                   file.c_str(), folder.c_str(), triangulate, false);
  loaded.complaints = (ok ? "" : "failed ") + warnings + errors;
  return loaded;
}

mesh::Soup soup_of(const LoadedObj& loaded) {
  mesh::Soup soup;
  const auto& v = loaded.attributes.vertices;
  for (std::size_t i = 0; i < v.size(); i += 3) soup.positions.emplace_back(v[i], v[i + 1], v[i + 2]);
  for (const auto& shape : loaded.shapes) {
    std::size_t begin = 0;
    for (const auto valence : shape.mesh.num_face_vertices) {
      std::vector<std::uint32_t> face;
      for (std::size_t c = begin; c < begin + valence; ++c) {
        face.push_back(static_cast<std::uint32_t>(shape.mesh.indices[c].vertex_index));
      }
      begin += valence;
      soup.add_face(face);
    }
  }
  return soup;
}

std::string faults_of(const LoadedObj& loaded, Lacks lacks) {
  const tinyobj::attrib_t& all = loaded.attributes;
  if (!all_finite(all.vertices)) return "a position is not finite";
  if (!all_finite(all.texcoords)) return "a texture coordinate is not finite";
  if (!all_finite(all.normals)) return "a normal is not finite";
  for (std::size_t i = 0; i < all.normals.size(); i += 3) {
    const double x = all.normals[i], y = all.normals[i + 1], z = all.normals[i + 2];
    const double length = std::sqrt(x * x + y * y + z * z);
    if (std::abs(length - 1) > 1e-5) return "normal " + std::to_string(i / 3) + " has length " + std::to_string(length);
  }
  const auto is_in = [](int index, std::size_t count) {
    return count == 0 ? index == -1 : index >= 0 && static_cast<std::size_t>(index) < count;
  };
  const auto may_lack = [&](int index) { return lacks == Lacks::some && index == -1; };
  for (const auto& shape : loaded.shapes) {
    for (const auto& corner : shape.mesh.indices) {
      if (!is_in(corner.vertex_index, all.vertices.size() / 3))
        return shape.name + ": a position index is out of range";
      if (!may_lack(corner.texcoord_index) && !is_in(corner.texcoord_index, all.texcoords.size() / 2))
        return shape.name + ": a UV index is out of range";
      if (!may_lack(corner.normal_index) && !is_in(corner.normal_index, all.normals.size() / 3))
        return shape.name + ": a normal index is out of range";
    }
    for (const auto& end : shape.lines.indices) {
      if (!is_in(end.vertex_index, all.vertices.size() / 3)) return shape.name + ": a line's index is out of range";
    }
  }
  return {};
}

namespace {

Vec3 vector_at(const std::vector<tinyobj::real_t>& values, int index) {
  const std::size_t i = 3 * static_cast<std::size_t>(index);
  return {values[i], values[i + 1], values[i + 2]};
}

}  // namespace

std::size_t corners_behind(const LoadedObj& loaded, const tinyobj::shape_t& shape) {
  constexpr double kSine = 0.05;
  const tinyobj::attrib_t& all = loaded.attributes;
  std::size_t behind = 0, begin = 0;
  for (const std::size_t valence : shape.mesh.num_face_vertices) {
    const auto* corners = &shape.mesh.indices[begin];
    begin += valence;
    Vec3 area{0};
    const Vec3 first = vector_at(all.vertices, corners[0].vertex_index);
    for (std::size_t i = 2; i < valence; ++i)
      area += glm::cross(vector_at(all.vertices, corners[i - 1].vertex_index) - first,
                         vector_at(all.vertices, corners[i].vertex_index) - first);
    const Vec3 normal = normalized_or(area, Vec3{0});
    for (std::size_t i = 0; i < valence; ++i) {
      if (corners[i].normal_index < 0) continue;
      if (glm::dot(normal, vector_at(all.normals, corners[i].normal_index)) < -kSine) ++behind;
    }
  }
  return behind;
}

// ---- SVG and CSV ----

namespace {

/// Takes the name of the tag `inside` (the text between < and >) onto or off the stack of open elements.
std::string follow_tag(std::string_view inside, std::vector<std::string>& open) {
  const bool closes = inside.starts_with('/');
  const std::string_view body = closes ? inside.substr(1) : inside;
  const std::string name(body.substr(0, body.find_first_of(" \n/")));
  if (name.empty()) return "a tag has no name";
  if (std::count(inside.begin(), inside.end(), '"') % 2 != 0) return "a quote of <" + name + "> is not closed";
  if (closes) {
    if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
    open.pop_back();
  } else if (!inside.ends_with('/')) {
    open.push_back(name);
  }
  return {};
}

/// Path data is commands and numbers only.
bool is_path_data(std::string_view data) {
  const char* at = data.data();
  const char* const end = at + data.size();
  while (at != end) {
    if (std::strchr("MLCQZ ", *at) != nullptr) {
      ++at;
      continue;
    }
    double number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || !std::isfinite(number)) return false;
    at = rest;
  }
  return true;
}

}  // namespace

std::string svg_faults(std::string_view text) {
  if (!text.starts_with("<svg ") && !text.starts_with("<?xml ")) return "does not begin as an SVG";
  if (!text.ends_with("</svg>\n")) return "does not end with </svg>";
  std::vector<std::string> open;
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    const std::size_t end = text.find('>', at);
    if (end == std::string_view::npos) return "a tag is not closed";
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    at = end;
    if (inside.starts_with('?')) continue;
    if (std::string fault = follow_tag(inside, open); !fault.empty()) return fault;
    const std::size_t data = inside.find(" d=\"");
    if (data == std::string_view::npos) continue;
    const std::size_t begin = data + 4;
    if (!is_path_data(inside.substr(begin, inside.find('"', begin) - begin)))
      return "a path holds something else than numbers";
  }
  if (!open.empty()) return "<" + open.back() + "> is not closed";
  for (const char* word : {"nan", "inf", "NaN"}) {
    if (text.find(word) != std::string_view::npos) return std::string("holds ") + word;
  }
  return {};
}

LoadedCsv load_csv(std::string_view text) {
  LoadedCsv loaded;
  bool is_first = true;
  for_each_line(text, [&](std::string_view line) {
    if (std::exchange(is_first, false)) {
      loaded.header = line;
      return;
    }
    std::vector<float>& row = loaded.rows.emplace_back();
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      float number = 0;
      const auto [rest, error] = std::from_chars(line.data() + begin, line.data() + end, number);
      const bool is_number = error == std::errc{} && rest == line.data() + end && std::isfinite(number);
      if (!is_number && loaded.complaints.empty()) loaded.complaints = "no number in: " + std::string(line);
      row.push_back(number);
      begin = end + 1;
    }
  });
  return loaded;
}

}  // namespace weald::contract
