#include "gltf/binary.h"

#include <algorithm>

#include "core/check.h"
#include "io/element_stream.h"

namespace weald::gltf {

namespace {

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

std::size_t padding_after(std::uint64_t size) { return static_cast<std::size_t>(padded(size) - size); }

bool is_index(std::size_t use) {
  return use == static_cast<std::size_t>(Use::indices16) || use == static_cast<std::size_t>(Use::indices32);
}

/// Arrays of instances are not vertex attributes: their views have no target.
bool is_of_vertices(std::size_t use) { return use <= static_cast<std::size_t>(Use::wind); }

}  // namespace

std::size_t Binary::add(const Array& array, std::span<const double> least, std::span<const double> most) {
  WEALD_CHECK(pictures_.empty() && array.count > 0);
  Section& section = sections_[static_cast<std::size_t>(array.use)];
  WEALD_CHECK(section.accessors.empty() || section.stride == array.stride);
  section.stride = array.stride;
  accessors_.push_back({array, section.size, {least.begin(), least.end()}, {most.begin(), most.end()}});
  section.accessors.push_back(accessors_.size() - 1);
  section.size += padded(std::uint64_t{array.count} * array.stride);
  return accessors_.size() - 1;
}

std::size_t Binary::add_picture(std::string_view bytes) {
  const auto used = std::ranges::count_if(sections_, [](const Section& section) { return section.size > 0; });
  pictures_.push_back(bytes);
  return static_cast<std::size_t>(used) + pictures_.size() - 1;
}

std::uint64_t Binary::size() const {
  std::uint64_t sum = 0;
  for (const Section& section : sections_) sum += section.size;
  for (const std::string_view picture : pictures_) sum += padded(picture.size());
  return sum;
}

std::array<std::size_t, kUses> Binary::view_numbers() const {
  std::array<std::size_t, kUses> numbers{};
  std::size_t next = 0;
  for (std::size_t use = 0; use < kUses; ++use) numbers[use] = sections_[use].size > 0 ? next++ : 0;
  return numbers;
}

Json Binary::views() const {
  Json views = Json::array();
  std::uint64_t offset = 0;
  const auto add_view = [&](std::uint64_t size) -> Json& {
    views.push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}});
    offset += padded(size);
    return views.back();
  };
  for (std::size_t use = 0; use < kUses; ++use) {
    const Section& section = sections_[use];
    if (section.size == 0) continue;
    Json& view = add_view(section.size);
    if (is_of_vertices(use)) view["byteStride"] = section.stride;
    if (is_of_vertices(use)) view["target"] = 34962;  // ARRAY_BUFFER
    if (is_index(use)) view["target"] = 34963;        // ELEMENT_ARRAY_BUFFER
  }
  for (const std::string_view picture : pictures_) add_view(picture.size());
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
  for (const std::string_view picture : pictures_) {
    sink.append(picture);
    sink.append(std::string_view("\0\0\0", 3).substr(0, padding_after(picture.size())));
  }
}

}  // namespace weald::gltf
