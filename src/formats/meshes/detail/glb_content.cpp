#include "formats/meshes/detail/glb_content.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/glb_compressed.h"

namespace weald::io {

namespace {

constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbJson = 0x4E4F534A, kGlbBinary = 0x004E4942;
constexpr std::size_t kGlbHead = 12, kChunkHead = 8;

/// glTF's codes of the component types.
constexpr int kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kF32 = 5126;

std::size_t component_size(int type) {
  if (type == kI8 || type == kU8) return 1;
  if (type == kI16 || type == kU16) return 2;
  return type == kU32 || type == kF32 ? 4 : 0;
}

std::size_t component_count(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type.size() == 4 && type.starts_with("VEC") && type[3] >= '2' && type[3] <= '4')
    return static_cast<std::size_t>(type[3] - '0');
  return 0;
}

/// The value of a component at `at`.
float component(const char* at, int type, bool normalized) {
  const auto scaled = [normalized](double value, double whole) {
    return static_cast<float>(normalized ? std::max(value / whole, -1.0) : value);
  };
  switch (type) {
    case kI8: return scaled(static_cast<std::int8_t>(word_at<std::uint8_t>(at)), 127);
    case kU8: return scaled(word_at<std::uint8_t>(at), 255);
    case kI16: return scaled(static_cast<std::int16_t>(word_at<std::uint16_t>(at)), 32767);
    case kU16: return scaled(word_at<std::uint16_t>(at), 65535);
    case kU32: return scaled(word_at<std::uint32_t>(at), 4294967295.0);
    default: return float_at(at);
  }
}

}  // namespace

GlbContent::GlbContent(std::string_view bytes, std::string name) : name_(std::move(name)) {
  if (bytes.size() < kGlbHead + kChunkHead || word_at<std::uint32_t>(bytes.data()) != kGlbMagic)
    fail("it is not a GLB file");
  if (word_at<std::uint32_t>(bytes.data() + 4) != 2)
    fail(fmt::format("it is a GLB of version {}, but only version 2 is supported",
                     word_at<std::uint32_t>(bytes.data() + 4)));
  std::string_view rest = bytes.substr(kGlbHead);
  bool is_first = true;
  while (!rest.empty()) {
    if (rest.size() < kChunkHead) fail("it is truncated");
    const std::size_t size = word_at<std::uint32_t>(rest.data());
    const std::uint32_t kind = word_at<std::uint32_t>(rest.data() + 4);
    if (size > rest.size() - kChunkHead) fail("it is truncated");
    const std::string_view chunk = rest.substr(kChunkHead, size);
    if (is_first && kind != kGlbJson) fail("its first chunk is not JSON");
    if (is_first) document_ = GlbJson::parse(chunk, nullptr, false);
    if (kind == kGlbBinary && binary_.empty()) binary_ = chunk;
    rest.remove_prefix(kChunkHead + size);
    is_first = false;
  }
  if (!document_.is_object()) fail("its JSON cannot be parsed");
  unpack_views();
}

void GlbContent::unpack_views() {
  const auto views = document_.find("bufferViews");
  if (views == document_.end() || !views->is_array()) return;
  std::uint64_t all = 0;
  for (const GlbJson& view : *views) {
    const auto extensions = view.is_object() ? view.find("extensions") : view.end();
    if (!view.is_object() || extensions == view.end() || !extensions->is_object()) continue;
    const auto extension = extensions->find(kMeshoptExtension);
    if (extension == extensions->end()) continue;
    if (!extension->is_object()) fail("a compressed view has no description");
    // Views that share their bytes would let a small file fill the memory.
    if ((all += whole(view, "byteLength", {})) > kMaxStreamGrowth * binary_.size())
      fail("its compressed views are too large");
    unpacked_.emplace(&view, unpacked(view, *extension));
  }
}

std::string GlbContent::unpacked(const GlbJson& view, const GlbJson& extension) const {
  const auto word = [&](const char* key, const char* otherwise) {
    const auto found = extension.find(key);
    return found != extension.end() && found->is_string() ? found->get<std::string>() : std::string(otherwise);
  };
  const GlbStream stream{stored(extension), whole(extension, "byteStride", {}), whole(extension, "count", {}),
                         word("mode", ""), word("filter", "NONE")};
  const std::uint64_t size = whole(view, "byteLength", {});
  // Checked before anything is unpacked, so that the result is no larger than declared.
  if (stream.stride == 0 || size / stream.stride != stream.count || size % stream.stride != 0)
    fail("the size of a compressed view differs from that of its elements");
  auto bytes = decompressed(stream);
  if (!bytes)
    fail(fmt::format("cannot decode a compressed view of mode '{}' and filter '{}'", stream.mode, stream.filter));
  return *std::move(bytes);
}

void GlbContent::fail(const std::string& message) const {
  throw IoError(fmt::format("cannot read '{}': {}", name_, message));
}

std::uint64_t GlbContent::whole(const GlbJson& owner, const char* key, std::optional<std::uint64_t> otherwise) const {
  const auto found = owner.find(key);
  if (found == owner.end()) {
    if (!otherwise) fail(fmt::format("'{}' is missing", key));
    return *otherwise;
  }
  if (!found->is_number_unsigned()) fail(fmt::format("'{}' is not a whole number", key));
  return found->get<std::uint64_t>();
}

const GlbJson& GlbContent::entry(std::string_view list, std::uint64_t number) const {
  const auto found = document_.find(list);
  if (found == document_.end() || !found->is_array() || number >= found->size() || !(*found)[number].is_object())
    fail(fmt::format("there is no {}[{}]", list, number));
  return (*found)[number];
}

const GlbJson* GlbContent::entry(std::string_view list, const GlbJson& owner, const char* key) const {
  if (!owner.is_object() || !owner.contains(key)) return nullptr;
  return &entry(list, whole(owner, key, {}));
}

std::string_view GlbContent::view(const GlbJson& view) const {
  const auto found = unpacked_.find(&view);
  return found != unpacked_.end() ? std::string_view(found->second) : stored(view);
}

std::string_view GlbContent::stored(const GlbJson& owner) const {
  if (whole(owner, "buffer", 0) != 0) fail("it refers to a buffer outside of the file");
  const std::uint64_t begin = whole(owner, "byteOffset", 0), size = whole(owner, "byteLength", {});
  if (begin > binary_.size() || size > binary_.size() - begin) fail("a view does not lie within the file");
  return binary_.substr(begin, size);
}

GlbContent::Layout GlbContent::layout_of(const GlbJson& accessor) const {
  if (accessor.contains("sparse")) fail("it has a sparse accessor, which is not supported");
  const GlbJson* of_view = entry("bufferViews", accessor, "bufferView");
  if (of_view == nullptr) fail("an accessor has no data");
  const auto type = accessor.find("type");
  if (type == accessor.end() || !type->is_string()) fail("an accessor has no type");
  Layout layout;
  layout.components = component_count(type->get_ref<const std::string&>());
  layout.type = static_cast<int>(std::min<std::uint64_t>(whole(accessor, "componentType", {}), 100'000));
  const std::size_t size = layout.components * component_size(layout.type);
  if (size == 0) fail("an accessor has an unknown type");
  layout.normalized = accessor.value("normalized", GlbJson(false)) == GlbJson(true);
  layout.count = whole(accessor, "count", {});
  layout.stride = whole(*of_view, "byteStride", size);
  const std::string_view bytes = view(*of_view);
  const std::uint64_t begin = whole(accessor, "byteOffset", 0);
  if (layout.count == 0) return layout;
  if (layout.stride < size || layout.stride > 252 || begin > bytes.size() || size > bytes.size() - begin ||
      layout.count - 1 > (bytes.size() - begin - size) / layout.stride)
    fail("an accessor does not lie within its view");
  layout.bytes = bytes.substr(begin);
  return layout;
}

std::vector<float> GlbContent::vectors(const GlbJson& accessor, std::size_t length, float filler) const {
  const Layout layout = layout_of(accessor);
  if (layout.components > length) fail(fmt::format("an accessor of {} components has {}", length, layout.components));
  std::vector<float> values;
  values.reserve(layout.count * length);
  const std::size_t size = component_size(layout.type);
  for (std::size_t i = 0; i < layout.count; ++i) {
    const char* at = layout.bytes.data() + i * layout.stride;
    for (std::size_t k = 0; k < length; ++k) {
      const float value = k < layout.components ? component(at + k * size, layout.type, layout.normalized) : filler;
      if (!std::isfinite(value)) fail("an accessor holds a number that is not finite");
      values.push_back(value);
    }
  }
  return values;
}

std::vector<std::uint32_t> GlbContent::indices(const GlbJson& accessor) const {
  const Layout layout = layout_of(accessor);
  if (layout.components != 1 || (layout.type != kU8 && layout.type != kU16 && layout.type != kU32))
    fail("indices are not whole numbers");
  std::vector<std::uint32_t> values;
  values.reserve(layout.count);
  for (std::size_t i = 0; i < layout.count; ++i) {
    const char* at = layout.bytes.data() + i * layout.stride;
    values.push_back(layout.type == kU8    ? word_at<std::uint8_t>(at)
                     : layout.type == kU16 ? word_at<std::uint16_t>(at)
                                           : word_at<std::uint32_t>(at));
  }
  return values;
}

}  // namespace weald::io
