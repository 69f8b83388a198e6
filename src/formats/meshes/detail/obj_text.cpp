#include "formats/meshes/detail/obj_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/shown.h"
#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

namespace {

constexpr std::uint64_t kMaxElements = 0x7FFFFFFFu;  // indices are stored as int

/// Elements that are not polygons, or that only control how polygons are drawn.
constexpr std::array<std::string_view, 29> kPassedOver{
    "s",     "p",    "l",     "vp",    "vw",       "cstype",   "deg",        "bmat",      "step",  "curv",
    "curv2", "surf", "parm",  "trim",  "hole",     "scrv",     "sp",         "end",       "con",   "mg",
    "bevel", "lod",  "ctech", "stech", "c_interp", "d_interp", "shadow_obj", "trace_obj", "usemap"};

/// The indices of a face at one corner; 0: none.
struct Corner {
  std::uint64_t position = 0, uv = 0, normal = 0;
};

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name) : scanner_(text, name), name_(name) {}

  ObjText run() {
    while (scanner_.next_line()) read_line();
    check_forward_references();
    if (out_.face_lines.empty()) throw IoError("'" + name_ + "' has no faces");
    if (has_colours_) out_.colours.resize(out_.positions.size(), Rgba8{255, 255, 255, 255});
    for (const auto& [line_and_key, count] : passed_over_) {
      const auto& [line, key] = line_and_key;
      out_.warnings.push_back(fmt::format("{}:{}: '{}' is ignored{}", name_, line, key,
                                          count > 1 ? fmt::format(" ({} times)", count) : ""));
    }
    return std::move(out_);
  }

 private:
  void read_line() {
    const ObjWord key = scanner_.word();
    if (key.text == "v") return read_position(key);
    if (key.text == "vt") return read_uv(key);
    if (key.text == "vn") return read_normal(key);
    if (key.text == "f" || key.text == "fo") return read_face(key);
    if (key.text == "g" || key.text == "o") return select(&ObjSelection::group, group_numbers_, out_.groups);
    if (key.text == "usemtl") return select(&ObjSelection::material, material_numbers_, out_.materials);
    if (key.text == "mtllib") return add_material_file();
    if (std::find(kPassedOver.begin(), kPassedOver.end(), key.text) == kPassedOver.end()) {
      scanner_.fail(key, "'" + shown(key.text) + "' is not an OBJ element");
    }
    if (key.text != "s") pass_over(key);
    while (!scanner_.word().empty()) {
    }
  }

  void pass_over(const ObjWord& key) {
    const auto first = first_passed_over_.try_emplace(std::string(key.text), key.line).first->second;
    ++passed_over_[{first, std::string(key.text)}];
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

  void read_position(const ObjWord& key) {
    std::array<float, 7> v{};
    std::array<ObjWord, 7> words;
    const std::size_t count = numbers(v, words);
    if (count != 3 && count != 4 && count != 6 && count != 7) {
      scanner_.fail(key, fmt::format("'v' has {}; it takes 3, or 4 with a weight, or 6 with a colour",
                                     counted_noun(count, "number")));
    }
    if ((count == 4 || count == 7) && v[3] != 1)
      scanner_.fail(words[3], "weights other than 1 belong to free-form curves, which are not supported");
    if (count >= 6) {
      const std::size_t first = count - 3;
      if (!has_colours_) out_.colours.assign(out_.positions.size(), Rgba8{255, 255, 255, 255});
      has_colours_ = true;
      out_.colours.resize(out_.positions.size(), Rgba8{255, 255, 255, 255});
      out_.colours.push_back({channel(v[first], words[first]), channel(v[first + 1], words[first + 1]),
                              channel(v[first + 2], words[first + 2]), 255});
    }
    add(out_.positions, Vec3f(v[0], v[1], v[2]), key);
  }

  std::uint8_t channel(float value, const ObjWord& word) const {
    if (value < 0 || value > 1) scanner_.fail(word, "a colour is outside 0 .. 1");
    return static_cast<std::uint8_t>(std::floor(value * 255.0f + 0.5f));
  }

  void read_uv(const ObjWord& key) {
    std::array<float, 3> v{};
    std::array<ObjWord, 3> words;
    const std::size_t count = numbers(v, words);
    if (count == 0) scanner_.fail(key, "'vt' has no number");
    if (v[2] != 0) pass_over({"third number of vt", key.line, key.column});
    add(out_.uvs, Vec2f(v[0], v[1]), key);
  }

  void read_normal(const ObjWord& key) {
    std::array<float, 3> v{};
    std::array<ObjWord, 3> words;
    if (numbers(v, words) != 3) scanner_.fail(key, "'vn' takes 3 numbers");
    add(out_.normals, Vec3f(v[0], v[1], v[2]), key);
  }

  template <class T>
  void add(std::vector<T>& pool, const T& value, const ObjWord& key) const {
    if (pool.size() >= kMaxElements) scanner_.fail(key, "there are too many elements");
    pool.push_back(value);
  }

  /// Resolves one index of a corner; `kind` is 0 for a position, 1 for a texture coordinate, 2 for a normal.
  std::uint64_t index(const ObjWord& word, std::string_view text, std::size_t pool, std::uint8_t kind) {
    std::int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
      scanner_.fail(word, "'" + shown(word.text) + "' is not a corner of a face (such as 7, 7/7, 7//7 or 7/7/7)");
    }
    if (value == 0) scanner_.fail(word, "index 0: OBJ counts from 1");
    const auto size = static_cast<std::int64_t>(pool);
    if (value < 0) {
      if (value < -size) out_of_range(word, value, pool, kind);
      is_relative_ = true;
      return static_cast<std::uint64_t>(size + value + 1);
    }
    if (value > size) forward_.push_back({value, word, kind});
    return static_cast<std::uint64_t>(value);
  }

  [[noreturn]] void out_of_range(const ObjWord& word, std::int64_t value, std::size_t pool, std::uint8_t kind) const {
    constexpr std::array<const char*, 3> kNames{"position", "texture coordinate", "normal"};
    scanner_.fail(word, fmt::format("index {} is out of range: there {} {}", value, pool == 1 ? "is" : "are",
                                    counted_noun(pool, kNames[kind])));
  }

  Corner corner(const ObjWord& word) {
    const std::string_view text = word.text;
    const std::size_t first = text.find('/');
    Corner result;
    result.position = index(word, text.substr(0, first), out_.positions.size(), 0);
    if (first == std::string_view::npos) return result;
    const std::size_t second = text.find('/', first + 1);
    const std::string_view uv = text.substr(first + 1, second == std::string_view::npos ? second : second - first - 1);
    if (!uv.empty()) result.uv = index(word, uv, out_.uvs.size(), 1);
    if (second != std::string_view::npos && second + 1 < text.size())
      result.normal = index(word, text.substr(second + 1), out_.normals.size(), 2);
    return result;
  }

  void read_face(const ObjWord& key) {
    words_.clear();
    const char* end = key.text.data() + key.text.size();
    bool is_plain = key.text == "f";
    is_relative_ = false;
    Corner first;
    for (;;) {
      const ObjWord word = scanner_.word();
      if (word.empty()) break;
      const Corner c = corner(word);
      if (words_.empty()) first = c;
      if ((c.uv == 0) != (first.uv == 0) || (c.normal == 0) != (first.normal == 0)) {
        scanner_.fail(word, "the corners of a face must all have the same form");
      }
      is_plain = is_plain && are_blanks({end, word.text.data()}) && word.text.back() != '/';
      end = word.text.data() + word.text.size();
      words_.push_back(word.text);
    }
    const std::size_t count = words_.size();
    if (count < 3) scanner_.fail(key, fmt::format("a face has {}; it needs at least 3", counted_noun(count, "corner")));
    out_.corners += count;
    if (out_.corners > kMaxElements) scanner_.fail(key, "there are too many corners");
    if (is_relative_) note_pools();
    if (is_plain)
      take_line({key.text.data(), end});
    else
      rewrite_line();
    out_.face_lines.push_back(key.line);
  }

  static bool are_blanks(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

  /// Adds a line of the file, to the previous run if that ends on the line before.
  void take_line(std::string_view line) {
    std::vector<std::string_view>& runs = out_.faces.runs;
    const auto between = file_run_end_ != nullptr ? std::string_view(file_run_end_, line.data()) : std::string_view{};
    if (between == "\n" || between == "\r\n" || between == "\r")
      runs.back() = {runs.back().data(), line.data() + line.size()};
    else
      runs.push_back(line);
    file_run_end_ = line.data() + line.size();
  }

  void rewrite_line() {
    std::string& line = out_.faces.rewritten.emplace_back("f");
    for (const std::string_view word : words_) (line += ' ') += word.substr(0, word.find_last_not_of('/') + 1);
    out_.faces.runs.push_back(line);
    file_run_end_ = nullptr;
  }

  std::uint32_t face_number() const { return static_cast<std::uint32_t>(out_.face_lines.size()); }

  void note_pools() {
    const auto size = [](const auto& pool) { return static_cast<std::uint32_t>(pool.size()); };
    ObjPools pools{0, size(out_.positions), size(out_.uvs), size(out_.normals)};
    if (!out_.pools.empty()) pools.face = out_.pools.back().face;
    if (!out_.pools.empty() && out_.pools.back() == pools) return;
    pools.face = face_number();
    out_.pools.push_back(pools);
  }

  /// Records the group or material of the faces that follow.
  void select(std::optional<std::uint32_t> ObjSelection::*what,
              std::map<std::string, std::uint32_t, std::less<>>& numbers, std::vector<std::string>& names) {
    const ObjWord name = scanner_.rest();
    const auto [entry, is_new] = numbers.try_emplace(std::string(name.text), static_cast<std::uint32_t>(names.size()));
    if (is_new) names.emplace_back(name.text);
    std::vector<ObjSelection>& selections = out_.selections;
    if (selections.empty() || selections.back().face != face_number())
      selections.push_back(selections.empty() ? ObjSelection{} : selections.back());
    selections.back().face = face_number();
    selections.back().*what = entry->second;
  }

  void add_material_file() {
    const ObjWord name = scanner_.rest();
    if (name.empty()) scanner_.fail(name, "'mtllib' names no file");
    auto& files = out_.material_files;
    if (std::find(files.begin(), files.end(), name.text) == files.end()) files.emplace_back(name.text);
  }

  void check_forward_references() const {
    const std::array<std::size_t, 3> sizes{out_.positions.size(), out_.uvs.size(), out_.normals.size()};
    for (const Forward& reference : forward_) {
      const std::size_t size = sizes[reference.kind];
      if (reference.value > static_cast<std::int64_t>(size))
        out_of_range(reference.word, reference.value, size, reference.kind);
    }
  }

  /// A positive index that was larger than the number of elements read before it.
  struct Forward {
    std::int64_t value;
    ObjWord word;
    std::uint8_t kind;
  };

  ObjScanner scanner_;
  const std::string& name_;
  ObjText out_;
  bool has_colours_ = false;
  std::vector<Forward> forward_;
  std::map<std::string, std::uint32_t, std::less<>> group_numbers_, material_numbers_;
  bool is_relative_ = false;             // the current face has a negative index
  std::vector<std::string_view> words_;  // the corners of the current face
  const char* file_run_end_ = nullptr;   // end of the last run, if that is text of the file
  std::map<std::string, std::uint32_t> first_passed_over_;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> passed_over_;
};

}  // namespace

ObjText check_obj(std::string_view text, const std::string& name) { return ObjReader(text, name).run(); }

}  // namespace weald::io
