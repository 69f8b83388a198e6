#include "formats/meshes/detail/ply_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/shown.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/detail/obj_scanner.h"
#include "formats/meshes/detail/ply_header.h"

namespace weald::io {

namespace {

/// Reads the numbers after the header in order, from text or binary data.
class PlyInput {
 public:
  virtual ~PlyInput() = default;

  /// The next number, rounded to the nearest float. Fails if it is not a finite number.
  virtual float number(PlyType type) = 0;
  /// The next number. Fails if it is not whole.
  virtual std::int64_t whole(PlyType type) = 0;
  /// Skips the next `count` numbers.
  virtual void skip(PlyType type, std::uint64_t count) = 0;
  /// The line at which the next element begins; 0 in a binary file.
  virtual std::uint32_t next_line() = 0;
  /// The rest of the file after the last element: "3 bytes"; empty: none.
  virtual std::string rest() = 0;
  /// Throws IoError with the location of the number that was read last.
  [[noreturn]] virtual void fail(const std::string& message) const = 0;
};

class PlyTextInput final : public PlyInput {
 public:
  explicit PlyTextInput(ObjScanner& scanner) : scanner_(scanner) {}

  float number(PlyType) override { return scanner_.number(take()); }

  std::int64_t whole(PlyType) override {
    const ObjWord& word = take();
    const char* const end = word.text.data() + word.text.size();
    std::int64_t value = 0;
    const auto read = std::from_chars(word.text.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end) fail("'" + shown(word.text) + "' is not a whole number");
    return value;
  }

  void skip(PlyType, std::uint64_t count) override {
    for (; count > 0; --count) take();
  }

  std::uint32_t next_line() override { return peek().line; }

  std::string rest() override {
    const ObjWord& word = peek();
    return word.empty() ? std::string{} : fmt::format("what follows on line {}", word.line);
  }

  [[noreturn]] void fail(const std::string& message) const override { scanner_.fail(last_, message); }

 private:
  const ObjWord& peek() {
    while (next_.empty() && !at_end_) {
      next_ = scanner_.word();
      if (next_.empty()) at_end_ = !scanner_.next_line();
    }
    return next_;  // at the end of the text, a location without a word
  }

  const ObjWord& take() {
    last_ = peek();
    if (last_.empty()) fail("the file ends before its last element");
    next_ = {};
    return last_;
  }

  ObjScanner& scanner_;
  ObjWord last_, next_;
  bool at_end_ = false;
};

class PlyBinaryInput final : public PlyInput {
 public:
  PlyBinaryInput(std::string_view bytes, std::size_t begin, ByteOrder order, const std::string& name)
      : bytes_(bytes), next_(begin), last_(begin), order_(order), name_(name) {}

  float number(PlyType type) override {
    const auto value = static_cast<float>(value_of(type));
    if (!std::isfinite(value)) fail("the number is not finite, or too large");
    return value;
  }

  std::int64_t whole(PlyType type) override {
    const double value = value_of(type);
    if (!(std::abs(value) <= 0x1p53) || std::floor(value) != value) fail("the number is not a whole number");
    return static_cast<std::int64_t>(value);
  }

  void skip(PlyType type, std::uint64_t count) override {
    last_ = next_;
    if (count > (bytes_.size() - next_) / size_of(type)) fail_at_end();
    next_ += static_cast<std::size_t>(count) * size_of(type);
  }

  std::uint32_t next_line() override { return 0; }

  std::string rest() override { return next_ == bytes_.size() ? std::string{} : "what follows the last element"; }

  [[noreturn]] void fail(const std::string& message) const override {
    throw IoError(fmt::format("'{}', byte {}: {}", name_, last_, message));
  }

 private:
  [[noreturn]] void fail_at_end() const { fail("the file ends before its last element"); }

  double value_of(PlyType type) {
    skip(type, 1);
    const char* const at = bytes_.data() + last_;
    switch (type) {
      case PlyType::int8: return static_cast<std::int8_t>(word_at<std::uint8_t>(at, order_));
      case PlyType::uint8: return word_at<std::uint8_t>(at, order_);
      case PlyType::int16: return static_cast<std::int16_t>(word_at<std::uint16_t>(at, order_));
      case PlyType::uint16: return word_at<std::uint16_t>(at, order_);
      case PlyType::int32: return static_cast<std::int32_t>(word_at<std::uint32_t>(at, order_));
      case PlyType::uint32: return word_at<std::uint32_t>(at, order_);
      case PlyType::float32: return float_at(at, order_);
      case PlyType::float64: return std::bit_cast<double>(word_at<std::uint64_t>(at, order_));
    }
    return 0;
  }

  std::string_view bytes_;
  std::size_t next_, last_;
  ByteOrder order_;
  const std::string& name_;
};

/// The input after the header of `bytes`. `scanner` is at the end of the header, and reads the numbers of a text. All
/// arguments must outlive the result.
std::unique_ptr<PlyInput> ply_input(const PlyHeader& header, std::string_view bytes, const std::string& name,
                                    ObjScanner& scanner) {
  if (header.encoding == PlyEncoding::text) return std::make_unique<PlyTextInput>(scanner);
  const ByteOrder order = header.encoding == PlyEncoding::big ? ByteOrder::big : ByteOrder::little;
  return std::make_unique<PlyBinaryInput>(bytes, header.size, order, name);
}

/// The meaning of a property of a vertex.
enum class PlyRole : std::uint8_t {
  x,
  y,
  z,
  nx,
  ny,
  nz,
  u,
  v,
  red,
  green,
  blue,
  alpha,
  bend,
  phase,
  flutter,
  branch,
  none
};
constexpr auto kPlyRoles = static_cast<std::size_t>(PlyRole::none);

const std::map<std::string_view, PlyRole> kRoleNames{{"x", PlyRole::x},
                                                     {"y", PlyRole::y},
                                                     {"z", PlyRole::z},
                                                     {"nx", PlyRole::nx},
                                                     {"ny", PlyRole::ny},
                                                     {"nz", PlyRole::nz},
                                                     {"s", PlyRole::u},
                                                     {"t", PlyRole::v},
                                                     {"u", PlyRole::u},
                                                     {"v", PlyRole::v},
                                                     {"texture_u", PlyRole::u},
                                                     {"texture_v", PlyRole::v},
                                                     {"red", PlyRole::red},
                                                     {"green", PlyRole::green},
                                                     {"blue", PlyRole::blue},
                                                     {"alpha", PlyRole::alpha},
                                                     {"r", PlyRole::red},
                                                     {"g", PlyRole::green},
                                                     {"b", PlyRole::blue},
                                                     {"a", PlyRole::alpha},
                                                     {"diffuse_red", PlyRole::red},
                                                     {"diffuse_green", PlyRole::green},
                                                     {"diffuse_blue", PlyRole::blue},
                                                     {"wind_bend", PlyRole::bend},
                                                     {"wind_phase", PlyRole::phase},
                                                     {"wind_flutter", PlyRole::flutter},
                                                     {"wind_branch", PlyRole::branch}};

/// The roles of a vertex's properties. A normal, UV, colour or wind attribute with a missing component is not read.
class PlyVertexForm {
 public:
  explicit PlyVertexForm(const PlyElement& element) {
    std::array<bool, kPlyRoles> has{};
    for (const PlyProperty& property : element.properties) {
      const auto known = kRoleNames.find(property.name);
      PlyRole role = known == kRoleNames.end() || property.length ? PlyRole::none : known->second;
      if (role != PlyRole::none && std::exchange(has[static_cast<std::size_t>(role)], true)) role = PlyRole::none;
      roles.push_back(role);
    }
    const auto all = [&](PlyRole first, PlyRole last) {
      for (auto role = static_cast<std::size_t>(first); role <= static_cast<std::size_t>(last); ++role) {
        if (!has[role]) return false;
      }
      return true;
    };
    positions = all(PlyRole::x, PlyRole::z);
    normals = all(PlyRole::nx, PlyRole::nz);
    uvs = all(PlyRole::u, PlyRole::v);
    colours = all(PlyRole::red, PlyRole::blue);
    wind = all(PlyRole::bend, PlyRole::branch);
    for (PlyRole& role : roles) {
      if (!is_read(role)) role = PlyRole::none;
    }
  }

  bool positions = false, normals = false, uvs = false, colours = false, wind = false;
  std::vector<PlyRole> roles;  // per property

 private:
  bool is_read(PlyRole role) const {
    if (role <= PlyRole::z) return positions;
    if (role <= PlyRole::nz) return normals;
    if (role <= PlyRole::v) return uvs;
    return role <= PlyRole::alpha ? colours : wind;
  }
};

bool is_vertex_indices(const PlyProperty& property) {
  return property.length && (property.name == "vertex_indices" || property.name == "vertex_index");
}

class PlyReader {
 public:
  PlyReader(std::string_view bytes, const std::string& name)
      : name_(name),
        scanner_(bytes, name),
        header_(read_ply_header(bytes, scanner_)),
        input_(ply_input(header_, bytes, name, scanner_)) {}

  MeshFile run() {
    if (header_.encoding != PlyEncoding::text) file_.place = "face";
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex") vertex_count_ = element.count;
    }
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex")
        read_vertices(element);
      else if (element.name == "face" && element.count > 0)
        read_faces(element);
      else
        pass_over(element);
    }
    if (file_.soup.face_count() == 0) throw IoError("'" + name_ + "' has no faces");
    if (const std::string rest = input_->rest(); !rest.empty()) warn(rest);
    return std::move(file_);
  }

 private:
  void warn(const std::string& what, bool is_one = true) {
    file_.warnings.push_back(fmt::format("'{}': {} {} ignored", name_, what, is_one ? "is" : "are"));
  }

  /// "property 'quality' of 'vertex'".
  void warn_of(const PlyElement& element, const std::vector<std::string>& names) {
    constexpr std::size_t kMaxNames = 5;
    if (names.empty()) return;
    std::vector<std::string> some(names.begin(),
                                  names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMaxNames)));
    for (std::string& text : some) text = "'" + shown(text) + "'";
    const bool is_one = names.size() == 1;
    warn(fmt::format("{} {}{} of '{}'", is_one ? "property" : plural_of("property"), fmt::join(some, ", "),
                     names.size() > kMaxNames ? ", ..." : "", shown(element.name)),
         is_one);
  }

  void skip(const PlyProperty& property) {
    if (!property.length) return input_->skip(property.type, 1);
    input_->skip(property.type, list_length(*property.length));
  }

  std::uint64_t list_length(PlyType type) {
    const std::int64_t length = input_->whole(type);
    if (length < 0) input_->fail("a list has a negative length");
    return static_cast<std::uint64_t>(length);
  }

  void pass_over(const PlyElement& element) {
    if (element.count == 0) return;
    warn(fmt::format("element '{}'", shown(element.name)));
    if (element.properties.empty()) return;
    if (header_.encoding != PlyEncoding::text && !element.has_lists())  // skips all elements at once
      return input_->skip(PlyType::uint8, element.count * element.least_bytes());
    for (std::uint64_t i = 0; i < element.count; ++i) {
      for (const PlyProperty& property : element.properties) skip(property);
    }
  }

  void read_vertices(const PlyElement& element) {
    const PlyVertexForm form(element);
    if (!form.positions && element.count > 0) scanner_.fail(element.where, "vertices have no 'x', 'y' and 'z'");
    std::vector<std::string> unread;
    for (std::size_t k = 0; k < form.roles.size(); ++k) {
      if (form.roles[k] == PlyRole::none) unread.push_back(element.properties[k].name);
    }
    warn_of(element, unread);
    mesh::Soup& soup = file_.soup;
    const auto count = static_cast<std::size_t>(element.count);
    soup.positions.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::array<float, kPlyRoles> values{};
      values[static_cast<std::size_t>(PlyRole::alpha)] = 255;
      for (std::size_t k = 0; k < form.roles.size(); ++k) read_value(element.properties[k], form.roles[k], values);
      soup.positions.emplace_back(values[0], values[1], values[2]);
      if (form.normals) soup.normals.push_back(unit(Vec3(values[3], values[4], values[5])));
      if (form.uvs) soup.uvs.emplace_back(values[6], values[7]);
      const auto channel = [&](PlyRole role) {
        return static_cast<std::uint8_t>(values[static_cast<std::size_t>(role)]);
      };
      if (form.colours)
        soup.colours.push_back(
            {channel(PlyRole::red), channel(PlyRole::green), channel(PlyRole::blue), channel(PlyRole::alpha)});
      if (form.wind)
        soup.wind.push_back(
            {channel(PlyRole::bend), channel(PlyRole::phase), channel(PlyRole::flutter), channel(PlyRole::branch)});
    }
  }

  void read_value(const PlyProperty& property, PlyRole role, std::array<float, kPlyRoles>& values) {
    if (role == PlyRole::none) return skip(property);
    values[static_cast<std::size_t>(role)] =
        role >= PlyRole::red ? colour_channel(property.type) : input_->number(property.type);
  }

  /// Reads a colour channel and scales it to 0 .. 255.
  float colour_channel(PlyType type) {
    if (is_float(type)) {
      const float value = input_->number(type);
      if (!(value >= 0 && value <= 1)) input_->fail("a colour is outside 0 .. 1");
      return std::floor(value * 255.0f + 0.5f);
    }
    const std::int64_t most = type == PlyType::uint16 ? 65535 : 255;
    const std::int64_t value = input_->whole(type);
    if (value < 0 || value > most) input_->fail(fmt::format("a colour is outside 0 .. {}", most));
    return static_cast<float>(most == 255 ? value : (value * 255 + 32767) / 65535);
  }

  /// The normal scaled to unit length; up if it has no direction.
  static Vec3f unit(const Vec3& normal) {
    const double square = glm::dot(normal, normal);
    return Vec3f(std::abs(square - 1) > 1e-5 ? normalized_or(normal, Vec3{0, 1, 0}) : normal);
  }

  void read_faces(const PlyElement& element) {
    std::vector<std::string> unread;
    for (const PlyProperty& property : element.properties) {
      if (!is_vertex_indices(property)) unread.push_back(property.name);
    }
    if (unread.size() + 1 != element.properties.size())
      scanner_.fail(element.where, "faces have no list 'vertex_indices', or two");
    warn_of(element, unread);
    for (std::uint64_t i = 0; i < element.count; ++i) {
      const std::uint32_t line = input_->next_line();
      file_.face_places.push_back(line > 0 ? line : static_cast<std::uint32_t>(i));
      for (const PlyProperty& property : element.properties) {
        if (is_vertex_indices(property))
          read_corners(property, i);
        else
          skip(property);
      }
    }
  }

  void read_corners(const PlyProperty& property, std::uint64_t face) {
    const std::uint64_t corners = list_length(*property.length);
    if (corners < 3)
      input_->fail(fmt::format("face {} has {}; it needs at least 3", face, counted_noun(corners, "corner")));
    for (std::uint64_t i = 0; i < corners; ++i) {
      const std::int64_t index = input_->whole(property.type);
      if (index < 0 || static_cast<std::uint64_t>(index) >= vertex_count_)
        input_->fail(fmt::format("index {} of face {} is out of range: there {} {}", index, face,
                                 vertex_count_ == 1 ? "is" : "are", counted_noun(vertex_count_, "vertex", "vertices")));
      file_.soup.corners.push_back(static_cast<std::uint32_t>(index));
    }
    file_.soup.face_begin.push_back(static_cast<std::uint32_t>(file_.soup.corners.size()));
  }

  const std::string& name_;
  ObjScanner scanner_;
  PlyHeader header_;
  std::unique_ptr<PlyInput> input_;
  std::uint64_t vertex_count_ = 0;
  MeshFile file_;
};

}  // namespace

MeshFile parse_ply(std::string_view bytes, const std::string& name) { return PlyReader(bytes, name).run(); }

}  // namespace weald::io
