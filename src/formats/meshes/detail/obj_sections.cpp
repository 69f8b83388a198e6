#include "formats/meshes/detail/obj_sections.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "formats/files/number_text.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;
using mesh::VertexId;

[[noreturn]] void refuse(const PartPlan& plan, const char* element, std::size_t index) {
  const std::string& name = plan.part->name;
  throw StageError("cannot write " + (name.empty() ? std::string("the mesh") : "'" + name + "'") +
                   " as OBJ: " + element + " " + std::to_string(index) + " is not finite");
}

// Writes one column of numbers. A number equal to the one above it, frequent on grids and flat parts, is copied.
class Column {
 public:
  char* write(char* out, float value, const TextBlock& text) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits == bits_) {
      std::array<char, kCopied> copy;  // source and destination overlap if numbers are short
      std::memcpy(copy.data(), text.data() + offset_, kCopied);
      std::memcpy(out, copy.data(), kCopied);
      return out + size_;
    }
    char* const end = write_float(out, value);
    bits_ = bits;
    offset_ = out - text.data();
    size_ = end - out;
    return end;
  }

 private:
  static constexpr std::size_t kCopied = 24;  // at least the length of the text of any float
  std::uint32_t bits_ = 0x7FC00000u;          // a NaN, equal to no number that is written
  std::ptrdiff_t offset_ = 0;
  std::ptrdiff_t size_ = 0;
};

// A blank and the value with three decimals that reads back as the same 8-bit channel, shorter than the exact quotient.
char* write_channel(char* out, std::uint8_t channel) {
  const int thousandths = (channel * 2000 + 255) / 510;
  *out++ = ' ';
  return write_float(out, static_cast<float>(thousandths) / 1000.0f);
}

// `position/uv/normal`, `position/uv`, `position//normal` or `position`.
char* write_corner(const PartPlan& plan, HalfedgeId h, VertexId origin, char* out) {
  const Mesh& mesh = *plan.part->mesh;
  const bool has_normals = !mesh.normals.empty();
  out = write_index(out, plan.first_position + origin.index);
  if (!mesh.uvs.empty()) {
    *out++ = '/';
    out = write_index(out, plan.first_uv + mesh.uvs.index_of(h, origin));
  } else if (has_normals) {
    *out++ = '/';
  }
  if (has_normals) {
    *out++ = '/';
    out = write_index(out, plan.first_normal + mesh.normals.index_of(h, origin));
  }
  return out;
}

/// The colours of the vertices: those of the mesh, or else its wind data; empty: none.
const std::vector<Rgba8>& obj_colours(const Mesh& mesh) { return mesh.colours.empty() ? mesh.wind : mesh.colours; }

}  // namespace

void write_positions(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end,
                     TextBlock& text) {
  const Mesh& mesh = *plan.part->mesh;
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3f p = placing.position(mesh.positions[i]);
    if (!is_finite(p)) refuse(plan, "the position of vertex", i);
    char* out = text.room(6 * kNumberRoom + 8);
    *out++ = 'v';
    for (int axis = 0; axis < 3; ++axis) {
      *out++ = ' ';
      out = columns[static_cast<std::size_t>(axis)].write(out, p[axis], text);
    }
    if (const auto& colours = obj_colours(mesh); !colours.empty()) {
      const Rgba8& c = colours[i];
      for (const std::uint8_t channel : {c.r, c.g, c.b}) out = write_channel(out, channel);
    }
    *out++ = '\n';
    text.end_at(out);
  }
}

void write_uvs(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text) {
  std::array<Column, 2> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec2f uv = plan.part->mesh->uvs.values[i];
    if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) refuse(plan, "texture coordinate", i);
    char* out = text.room(2 * kNumberRoom + 8);
    *out++ = 'v';
    *out++ = 't';
    *out++ = ' ';
    out = columns[0].write(out, uv.x, text);
    *out++ = ' ';
    out = columns[1].write(out, uv.y, text);
    *out++ = '\n';
    text.end_at(out);
  }
}

void write_normals(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end, TextBlock& text) {
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3f n = placing.normal(plan.part->mesh->normals.values[i]);
    if (!is_finite(n)) refuse(plan, "normal", i);
    char* out = text.room(3 * kNumberRoom + 8);
    *out++ = 'v';
    *out++ = 'n';
    for (int axis = 0; axis < 3; ++axis) {
      *out++ = ' ';
      out = columns[static_cast<std::size_t>(axis)].write(out, n[axis], text);
    }
    *out++ = '\n';
    text.end_at(out);
  }
}

void write_faces(const PartPlan& plan, bool mirrored, std::size_t begin, std::size_t end, TextBlock& text) {
  constexpr std::size_t kCornersAtOnce = 8;
  constexpr std::size_t kRoom = kCornersAtOnce * (3 * kNumberRoom + 4) + 4;
  const mesh::Dcel& topology = plan.part->mesh->topology;
  const auto& order = plan.mesh->order;
  for (std::size_t i = begin; i < end; ++i) {
    const HalfedgeId first = topology.halfedge(FaceId{order.empty() ? static_cast<std::uint32_t>(i) : order[i]});
    char* out = text.room(kRoom);
    *out++ = 'f';
    std::size_t corners = 0;
    HalfedgeId h = first;
    do {
      if (++corners % kCornersAtOnce == 0) {
        text.end_at(out);
        out = text.room(kRoom);
      }
      *out++ = ' ';
      const VertexId origin = topology.origin(h);
      out = plan.same_indices ? write_index_triple(out, plan.first_position + origin.index)
                              : write_corner(plan, h, origin, out);
      h = mirrored ? topology.prev(h) : topology.next(h);
    } while (h != first);
    *out++ = '\n';
    text.end_at(out);
  }
}

}  // namespace weald::io
