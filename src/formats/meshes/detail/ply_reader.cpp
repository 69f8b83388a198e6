#include "formats/meshes/detail/ply_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/shown.h"
#include "formats/meshes/detail/obj_scanner.h"
#include "formats/meshes/detail/ply_header.h"
#include "formats/meshes/detail/ply_input.h"

namespace weald::io {

namespace {

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
