#include "formats/meshes/detail/obj_geometry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <iterator>
#include <map>
#include <span>
#include <streambuf>
#include <utility>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/shown.h"
#include "formats/meshes/detail/obj_scanner.h"
#include "methods/mesh/analysis.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxGroups = 0xFFFF;
constexpr std::int64_t kMaxIndex = 0x7FFFFFFF;  // tinyobjloader stores an index as int
constexpr Rgba8 kNoColour{255, 255, 255, 255};

/// Elements that are not polygons, or that only control how polygons are drawn.
constexpr std::array<std::string_view, 28> kPassedOver{
    "p",    "l",     "vp",    "vw",       "cstype",   "deg",        "bmat",      "step",  "curv", "curv2",
    "surf", "parm",  "trim",  "hole",     "scrv",     "sp",         "end",       "con",   "mg",   "bevel",
    "lod",  "ctech", "stech", "c_interp", "d_interp", "shadow_obj", "trace_obj", "usemap"};

/// Reads an OBJ text with tinyobjloader, which asks for its lines one by one. Each line is checked first, and put into
/// a form that the loader cannot misread. By itself it knows no continued lines and no comments behind an element,
/// reads a word as far as it understands it, and splits names at blanks; and it converts decimal numbers with the C
/// library's powers, so that some become the float beside the nearest. It calls back with the content of a line before
/// it asks for the next one: an index that is out of range is therefore still reported at its place.
class ObjReader final : private std::streambuf {
 public:
  /// `name` is the file name in messages; both must outlive the reader.
  ObjReader(std::string_view text, const std::string& name) : scanner_(text, name), name_(name) {
    soup_.groups.clear();
    soup_.materials.clear();
  }

  ObjGeometry run() {
    std::istream lines(this);
    lines.exceptions(std::ios::badbit);  // passes on the error of a line
    std::string warnings, errors;        // of material files, which it does not read
    tinyobj::LoadObjWithCallback(lines, callbacks(), this, nullptr, &warnings, &errors);
    for (const Forward& reference : forward_)
      if (reference.value > static_cast<std::int64_t>(pool_size(reference.kind))) out_of_range(reference);
    if (file_.face_lines.empty()) throw IoError("'" + name_ + "' has no faces");
    if (!soup_.colours.empty()) soup_.colours.resize(soup_.positions.size(), kNoColour);
    complete();
    for (const PassedOver& what : passed_over_)
      file_.warnings.push_back(fmt::format("{}:{}: '{}' is ignored{}", name_, what.line, what.name,
                                           what.count > 1 ? fmt::format(" ({} times)", what.count) : ""));
    return std::move(geometry_);
  }

 private:
  enum class Pool { positions, uvs, normals };

  /// A positive index that was larger than the number of elements read before it.
  struct Forward {
    std::int64_t value;
    ObjWord word;
    Pool kind;
  };

  struct PassedOver {
    std::string_view name;
    std::uint32_t line;  // the first
    std::size_t count;
  };

  /// Makes the next line that tinyobjloader has to read.
  int_type underflow() override {
    for (line_.clear(); line_.empty();) {
      if (!scanner_.next_line()) return traits_type::eof();
      check_line();
    }
    line_ += '\n';
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_.front());
  }

  void check_line() {
    const ObjWord key = scanner_.word();
    if (key.text == "v") return check_position(key);
    if (key.text == "vt") return check_uv(key);
    if (key.text == "vn") return check_normal(key);
    if (key.text == "f" || key.text == "fo") return check_face(key);
    if (key.text == "g" || key.text == "o") return put_name("o");  // the loader splits the names of `g`
    if (key.text == "usemtl") return put_name("usemtl");
    if (key.text == "mtllib") return add_material_file();
    const bool is_known = std::ranges::find(kPassedOver, key.text) != kPassedOver.end();
    if (!is_known && key.text != "s") scanner_.fail(key, "'" + shown(key.text) + "' is not an OBJ element");
    if (is_known) pass_over(key.text, key.line);
    while (!scanner_.word().empty()) {
    }
  }

  void pass_over(std::string_view name, std::uint32_t line) {
    const auto known = std::ranges::find(passed_over_, name, &PassedOver::name);
    if (known != passed_over_.end())
      ++known->count;
    else
      passed_over_.push_back({name, line, 1});
  }

  void put_name(std::string_view key) { (line_ = key).append(" ").append(scanner_.rest().text); }

  void add_material_file() {
    const ObjWord name = scanner_.rest();
    if (name.empty()) scanner_.fail(name, "'mtllib' names no file");
    std::vector<std::string>& files = geometry_.material_files;
    if (std::ranges::find(files, name.text) == files.end()) files.emplace_back(name.text);
  }

  /// Reads the numbers of the line, at most N, and their words; returns their count.
  template <std::size_t N>
  std::size_t numbers(std::array<float, N>& values, std::array<ObjWord, N>& words) {
    for (std::size_t i = 0;; ++i) {
      const ObjWord word = scanner_.word();
      if (word.empty()) return i;
      if (i == N) scanner_.fail(word, "there are more numbers than this element takes");
      words[i] = word;
      values[i] = scanner_.number(word);
    }
  }

  /// Nine digits are so close to the float that they stand for that any conversion finds it.
  void put_numbers(std::string_view key, std::span<const float> values) {
    line_ = key;
    for (const float value : values) fmt::format_to(std::back_inserter(line_), " {:.8e}", value);
  }

  void check_position(const ObjWord& key) {
    std::array<float, 7> v{};
    std::array<ObjWord, 7> words;
    const std::size_t count = numbers(v, words);
    if (count != 3 && count != 4 && count != 6 && count != 7) {
      scanner_.fail(key, fmt::format("'v' has {}; it takes 3, or 4 with a weight, or 6 with a colour",
                                     counted_noun(count, "number")));
    }
    if ((count == 4 || count == 7) && v[3] != 1)
      scanner_.fail(words[3], "weights other than 1 belong to free-form curves, which are not supported");
    if (count >= 6) add_colour(std::span(v).subspan(count - 3, 3), std::span(words).subspan(count - 3, 3));
    put_numbers("v", std::span(v).first(3));
  }

  /// The loader's callbacks pass no colours.
  void add_colour(std::span<const float> values, std::span<const ObjWord> words) {
    std::array<std::uint8_t, 3> codes{};
    for (std::size_t i = 0; i < 3; ++i) {
      if (values[i] < 0 || values[i] > 1) scanner_.fail(words[i], "a colour is outside 0 .. 1");
      codes[i] = static_cast<std::uint8_t>(std::floor(values[i] * 255.0f + 0.5f));
    }
    soup_.colours.resize(soup_.positions.size(), kNoColour);
    soup_.colours.push_back({codes[0], codes[1], codes[2], 255});
  }

  void check_uv(const ObjWord& key) {
    std::array<float, 3> v{};
    std::array<ObjWord, 3> words;
    if (numbers(v, words) == 0) scanner_.fail(key, "'vt' has no number");
    if (v[2] != 0) pass_over("third number of vt", key.line);
    put_numbers("vt", std::span(v).first(2));
  }

  void check_normal(const ObjWord& key) {
    std::array<float, 3> v{};
    std::array<ObjWord, 3> words;
    if (numbers(v, words) != 3) scanner_.fail(key, "'vn' takes 3 numbers");
    put_numbers("vn", v);
  }

  void check_face(const ObjWord& key) {
    line_ = "f";
    words_.clear();
    for (ObjWord word = scanner_.word(); !word.empty(); word = scanner_.word()) {
      words_.push_back(word);
      check_corner(word);
      line_.append(" ").append(word.text.substr(0, word.text.find_last_not_of('/') + 1));
    }
    if (words_.size() < 3)
      scanner_.fail(key, fmt::format("a face has {}; it needs at least 3", counted_noun(words_.size(), "corner")));
    file_.face_lines.push_back(key.line);
  }

  /// Checks the form of a corner: one to three indices, of which the second and the third may be missing.
  void check_corner(const ObjWord& word) const {
    std::string_view rest = word.text;
    for (int part = 0; part < 3; ++part) {
      const std::size_t size = std::min(rest.find('/'), rest.size());
      if (part == 0 || size > 0) check_index(word, rest.substr(0, size));
      if (size == rest.size()) return;
      rest.remove_prefix(size + 1);
    }
    not_a_corner(word);
  }

  void check_index(const ObjWord& word, std::string_view text) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) not_a_corner(word);
    if (value == 0) scanner_.fail(word, "index 0: OBJ counts from 1");
    if (value > kMaxIndex || value < -kMaxIndex) scanner_.fail(word, fmt::format("index {} is out of range", value));
  }

  [[noreturn]] void not_a_corner(const ObjWord& word) const {
    scanner_.fail(word, "'" + shown(word.text) + "' is not a corner of a face (such as 7, 7/7, 7//7 or 7/7/7)");
  }

  static tinyobj::callback_t callbacks() {
    tinyobj::callback_t calls;
    calls.vertex_cb = [](void* reader, float x, float y, float z, float) {
      of(reader).soup_.positions.emplace_back(x, y, z);
    };
    calls.texcoord_cb = [](void* reader, float x, float y, float) { of(reader).soup_.uvs.emplace_back(x, y); };
    calls.normal_cb = [](void* reader, float x, float y, float z) { of(reader).soup_.normals.emplace_back(x, y, z); };
    calls.index_cb = [](void* reader, tinyobj::index_t* corners, int count) {
      of(reader).add_face({corners, static_cast<std::size_t>(count)});
    };
    calls.object_cb = [](void* reader, const char* name) { of(reader).select(of(reader).selected_.first, name); };
    calls.usemtl_cb = [](void* reader, const char* name, int) { of(reader).select(of(reader).selected_.second, name); };
    return calls;
  }

  static ObjReader& of(void* reader) { return *static_cast<ObjReader*>(reader); }

  void select(std::optional<std::string>& what, const char* name) {
    what = name;
    group_.reset();
  }

  /// `corners` are those of `words_`; an index that is missing is 0.
  void add_face(std::span<const tinyobj::index_t> corners) {
    const tinyobj::index_t& first = corners.front();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto& [position, normal, uv] = corners[i];
      if ((uv == 0) != (first.texcoord_index == 0) || (normal == 0) != (first.normal_index == 0))
        scanner_.fail(words_[i], "the corners of a face must all have the same form");
      soup_.corners.push_back(counted(position, Pool::positions, words_[i]) - 1);
      uvs_.push_back(counted(uv, Pool::uvs, words_[i]));
      normals_.push_back(counted(normal, Pool::normals, words_[i]));
    }
    soup_.face_begin.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
    soup_.face_groups.push_back(group_number());
  }

  std::size_t pool_size(Pool kind) const {
    if (kind == Pool::positions) return soup_.positions.size();
    return kind == Pool::uvs ? soup_.uvs.size() : soup_.normals.size();
  }

  /// An index that counts from 1; 0 means none. Negative ones count back from the element read last.
  std::uint32_t counted(int index, Pool kind, const ObjWord& word) {
    const auto size = static_cast<std::int64_t>(pool_size(kind));
    if (index < -size) out_of_range({index, word, kind});
    if (index > size) forward_.push_back({index, word, kind});
    return static_cast<std::uint32_t>(index < 0 ? size + 1 + index : index);
  }

  [[noreturn]] void out_of_range(const Forward& reference) const {
    constexpr std::array<const char*, 3> kNames{"position", "texture coordinate", "normal"};
    const std::size_t size = pool_size(reference.kind);
    scanner_.fail(reference.word,
                  fmt::format("index {} is out of range: there {} {}", reference.value, size == 1 ? "is" : "are",
                              counted_noun(size, kNames[static_cast<std::size_t>(reference.kind)])));
  }

  /// The group of the selected name and material, which is made when the first face needs it.
  std::uint16_t group_number() {
    if (group_) return *group_;
    const auto [entry, is_new] = groups_.try_emplace(selected_, static_cast<std::uint16_t>(groups_.size()));
    if (is_new) {
      if (groups_.size() > kMaxGroups) throw IoError(fmt::format("there are more than {} groups", kMaxGroups));
      soup_.groups.push_back({selected_.first.value_or("mesh"), material_number()});
    }
    group_ = entry->second;
    return *group_;
  }

  std::uint16_t material_number() {
    const std::optional<std::string>& name = selected_.second;
    const auto [entry, is_new] =
        materials_.try_emplace(name, static_cast<std::uint16_t>(geometry_.material_names.size()));
    if (is_new) {
      geometry_.material_names.push_back(name);
      soup_.materials.emplace_back();
      if (name) soup_.materials.back().name = *name;
    }
    return entry->second;
  }

  /// Gives every corner a texture coordinate or a normal if any corner of the file has one.
  void complete() {
    const auto given = [](std::uint32_t index) { return index != 0; };
    if (std::ranges::any_of(uvs_, given)) {
      const auto none = static_cast<std::uint32_t>(soup_.uvs.size());
      if (!std::ranges::all_of(uvs_, given)) soup_.uvs.emplace_back(0, 0);
      for (std::uint32_t& index : uvs_) index = index == 0 ? none : index - 1;
      soup_.corner_uvs = std::move(uvs_);
    } else {
      soup_.uvs.clear();
    }
    for (Vec3f& n : soup_.normals) {
      const double square = glm::dot(Vec3(n), Vec3(n));
      if (std::abs(square - 1) > 1e-5) n = Vec3f(normalized_or(Vec3(n), Vec3{0, 1, 0}));
    }
    if (std::ranges::any_of(normals_, given)) {
      for (std::uint32_t f = 0; f < soup_.face_count(); ++f) complete_normals(f);
      soup_.corner_normals = std::move(normals_);
    } else {
      soup_.normals.clear();
    }
  }

  void complete_normals(std::uint32_t f) {
    const bool missing = normals_[soup_.face_begin[f]] == 0;  // all corners of a face have the same form
    if (missing) soup_.normals.push_back(plane_normal(f));
    for (std::uint32_t i = soup_.face_begin[f]; i < soup_.face_begin[f + 1]; ++i)
      normals_[i] = missing ? static_cast<std::uint32_t>(soup_.normals.size() - 1) : normals_[i] - 1;
  }

  Vec3f plane_normal(std::uint32_t f) const {
    std::vector<Vec3> points;
    for (const std::uint32_t position : soup_.face(f)) points.emplace_back(soup_.positions[position]);
    return Vec3f(normalized_or(mesh::vector_area(points), Vec3{0, 1, 0}));
  }

  ObjScanner scanner_;
  const std::string& name_;
  ObjGeometry geometry_;
  ObjFile& file_ = geometry_.file;
  mesh::Soup& soup_ = geometry_.file.soup;
  std::string line_;                          // that tinyobjloader reads
  std::vector<ObjWord> words_;                // the corners of the current face
  std::vector<std::uint32_t> uvs_, normals_;  // of the corners, counted from 1; 0: none
  std::vector<Forward> forward_;
  std::vector<PassedOver> passed_over_;
  std::pair<std::optional<std::string>, std::optional<std::string>> selected_;  // the name and the material of faces
  std::optional<std::uint16_t> group_;                                          // of what is selected, if a face has it
  std::map<std::pair<std::optional<std::string>, std::optional<std::string>>, std::uint16_t> groups_;
  std::map<std::optional<std::string>, std::uint16_t> materials_;
};

}  // namespace

ObjGeometry parse_obj_geometry(std::string_view text, const std::string& name) { return ObjReader(text, name).run(); }

}  // namespace weald::io
