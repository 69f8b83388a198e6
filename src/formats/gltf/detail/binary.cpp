#include "formats/gltf/detail/binary.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "formats/files/element_stream.h"
#include "formats/meshes/glb_compressed.h"

namespace weald::gltf {

namespace {

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

std::size_t padding_after(std::uint64_t size) { return static_cast<std::size_t>(padded(size) - size); }

bool is_index(std::size_t use) {
  return use == static_cast<std::size_t>(Use::indices16) || use == static_cast<std::size_t>(Use::indices32);
}

/// The name of a filter in the extension.
std::string_view name_of(Filter filter) {
  switch (filter) {
    case Filter::octahedral: return "OCTAHEDRAL";
    case Filter::quaternion: return "QUATERNION";
    case Filter::exponential: return "EXPONENTIAL";
    case Filter::none: break;
  }
  return "NONE";
}

/// Arrays of instances are not vertex attributes: their views have no target.
bool is_of_vertices(std::size_t use) { return use <= static_cast<std::size_t>(Use::wind); }

}  // namespace

std::size_t Binary::add(const Array& array, std::span<const double> least, std::span<const double> most) {
  WEALD_CHECK(pictures_.empty() && array.count > 0);
  Section& section = sections_[static_cast<std::size_t>(array.use)];
  WEALD_CHECK(section.accessors.empty() || section.stride == array.stride);
  WEALD_CHECK(section.accessors.empty() ||
              accessors_[section.accessors.front()].array.filter == array.filter);  // a view has one filter
  section.stride = array.stride;
  accessors_.push_back({array, section.size, {least.begin(), least.end()}, {most.begin(), most.end()}});
  section.accessors.push_back(accessors_.size() - 1);
  const std::uint64_t size = std::uint64_t{array.count} * array.stride;
  // The elements of a stream must be contiguous.
  section.size += compression_ == Compression::none ? padded(size) : size;
  return accessors_.size() - 1;
}

void Binary::compress(const RunContext& context) {
  if (compression_ == Compression::none) return;
  std::vector<Stream> streams;
  std::vector<Section*> sections;
  for (std::size_t use = 0; use < kUses; ++use) {
    if (sections_[use].size == 0) continue;
    Stream& stream = streams.emplace_back();
    stream.stride = sections_[use].stride;
    stream.is_triangles = is_index(use);
    sections.push_back(&sections_[use]);
    for (const std::size_t number : sections_[use].accessors)
      stream.parts.push_back({accessors_[number].array.count, &accessors_[number].array.fill});
  }
  std::vector<std::string> packed = gltf::compress(streams, context);
  for (std::size_t i = 0; i < sections.size(); ++i) sections[i]->packed = std::move(packed[i]);
}

bool Binary::is_compressed() const { return compression_ != Compression::none && !accessors_.empty(); }

std::uint64_t Binary::stored_size(const Section& section) const {
  return padded(is_compressed() ? section.packed.size() : section.size);
}

std::size_t Binary::add_picture(std::string_view bytes) {
  const auto used = std::ranges::count_if(sections_, [](const Section& section) { return section.size > 0; });
  pictures_.push_back(bytes);
  return static_cast<std::size_t>(used) + pictures_.size() - 1;
}

std::uint64_t Binary::size() const {
  std::uint64_t sum = 0;
  for (const Section& section : sections_) sum += stored_size(section);
  for (const std::string_view picture : pictures_) sum += padded(picture.size());
  return sum;
}

std::array<std::size_t, kUses> Binary::view_numbers() const {
  std::array<std::size_t, kUses> numbers{};
  std::size_t next = 0;
  for (std::size_t use = 0; use < kUses; ++use) numbers[use] = sections_[use].size > 0 ? next++ : 0;
  return numbers;
}

Json Binary::buffers(const std::string& uri) const {
  Json buffers = Json::array();
  Json& stored = buffers.emplace_back(Json::object());
  if (!uri.empty()) stored["uri"] = uri;
  stored["byteLength"] = size();
  if (!is_compressed()) return buffers;
  // Views of the uncompressed arrays must name a buffer: a fallback buffer without data.
  std::uint64_t whole = 0;
  for (const Section& section : sections_) whole += padded(section.size);
  Json& fallback = buffers.emplace_back(Json{{"byteLength", whole}});
  fallback["extensions"][io::kMeshoptExtension] = {{"fallback", true}};
  return buffers;
}

/// The extension's description of the view of a use, whose stream begins at `offset`.
Json Binary::extension_of(std::size_t use, std::uint64_t offset) const {
  const Section& section = sections_[use];
  Json extension{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", section.packed.size()}};
  extension["byteStride"] = section.stride;
  extension["count"] = section.size / section.stride;
  extension["mode"] = is_index(use) ? "TRIANGLES" : "ATTRIBUTES";
  const Filter filter = accessors_[section.accessors.front()].array.filter;
  if (filter != Filter::none) extension["filter"] = name_of(filter);
  return extension;
}

Json Binary::views() const {
  Json views = Json::array();
  std::uint64_t offset = 0, offset_of_whole = 0;
  for (std::size_t use = 0; use < kUses; ++use) {
    const Section& section = sections_[use];
    if (section.size == 0) continue;
    Json& view = views.emplace_back(
        Json{{"buffer", is_compressed() ? 1 : 0},
             {"byteOffset",
              is_compressed() ? std::exchange(offset_of_whole, offset_of_whole + padded(section.size)) : offset},
             {"byteLength", section.size}});
    if (is_of_vertices(use)) view["byteStride"] = section.stride;
    if (is_of_vertices(use)) view["target"] = 34962;  // ARRAY_BUFFER
    if (is_index(use)) view["target"] = 34963;        // ELEMENT_ARRAY_BUFFER
    if (is_compressed()) view["extensions"][io::kMeshoptExtension] = extension_of(use, offset);
    offset += stored_size(section);
  }
  for (const std::string_view picture : pictures_) {
    views.push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", picture.size()}});
    offset += padded(picture.size());
  }
  return views;
}

Json Binary::accessors() const {
  const auto views = view_numbers();
  Json result = Json::array();
  for (const Accessor& accessor : accessors_) {
    const Array& array = accessor.array;
    Json entry{{"bufferView", views[static_cast<std::size_t>(array.use)]},
               {"byteOffset", accessor.offset},
               {"componentType", static_cast<int>(array.component)}};
    if (array.normalized) entry["normalized"] = true;
    entry["count"] = array.count;
    entry["type"] = array.type;
    if (!accessor.least.empty()) entry["min"] = accessor.least;
    if (!accessor.most.empty()) entry["max"] = accessor.most;
    result.push_back(std::move(entry));
  }
  return result;
}

void Binary::write(io::Sink& sink, const RunContext& context) const {
  if (is_compressed())
    write_packed(sink);
  else
    write_arrays(sink, context);
  for (const std::string_view picture : pictures_) {
    sink.append(picture);
    sink.append(std::string_view("\0\0\0", 3).substr(0, padding_after(picture.size())));
  }
}

void Binary::write_packed(io::Sink& sink) const {
  for (const Section& section : sections_) {
    sink.append(section.packed);
    sink.append(std::string_view("\0\0\0", 3).substr(0, padding_after(section.packed.size())));
  }
}

void Binary::write_arrays(io::Sink& sink, const RunContext& context) const {
  std::vector<const Array*> arrays;
  std::vector<std::size_t> counts;
  for (const Section& section : sections_) {
    for (const std::size_t number : section.accessors) {
      arrays.push_back(&accessors_[number].array);
      counts.push_back(arrays.back()->count);
    }
  }
  const auto make = [&](const io::ElementRange& range, io::TextBlock& bytes) {
    const Array& array = *arrays[range.part];
    const std::size_t size = (range.end - range.begin) * array.stride;
    char* out = bytes.room(size + 3);
    array.fill(range.begin, range.end, out);
    out += size;
    if (range.end == array.count)
      out = std::fill_n(out, padding_after(std::uint64_t{array.count} * array.stride), '\0');
    bytes.end_at(out);
  };
  io::stream_elements(counts, make, sink, context);
}

}  // namespace weald::gltf
