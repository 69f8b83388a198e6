#include "formats/gltf/gltf_writer.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/gltf/detail/document.h"

namespace weald::gltf {

static_assert(std::endian::native == std::endian::little, "arrays are written as in memory");

namespace {

void append_word(std::string& text, std::uint32_t word) {
  std::array<char, 4> bytes;
  std::memcpy(bytes.data(), &word, 4);
  text.append(bytes.data(), 4);
}

constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

}  // namespace

void write_glb(const Model& model, const GltfParams& params, io::Sink& sink, const RunContext& context) {
  Document document(model, params, {}, context);
  std::string json = document.take_json({});
  json.append((4 - json.size() % 4) % 4, ' ');
  if (28 + json.size() + document.binary_size() > std::numeric_limits<std::uint32_t>::max())
    throw StageError("the file would have more than 4 GiB, the limit of a .glb");
  const auto binary = static_cast<std::uint32_t>(document.binary_size());
  const auto text = static_cast<std::uint32_t>(json.size());
  std::string head;
  append_word(head, kMagic);
  append_word(head, 2);
  append_word(head, 12 + 8 + text + (binary > 0 ? 8 + binary : 0));
  append_word(head, text);
  append_word(head, kJsonChunk);
  sink.append(head);
  sink.append(json);
  if (binary == 0) return;
  head.clear();
  append_word(head, binary);
  append_word(head, kBinaryChunk);
  sink.append(head);
  document.write_binary(sink, context);
}

void write_gltf(const Model& model, const GltfParams& params, const GltfFiles& files,
                const std::function<void(const std::function<void(io::Sink&)>&)>& write_json,
                const std::function<void(const std::function<void(io::Sink&)>&)>& write_binary,
                const RunContext& context) {
  Document document(model, params, files.textures, context);
  write_json([&](io::Sink& sink) { sink.append(document.take_json(uri_of(files.binary)) + "\n"); });
  write_binary([&](io::Sink& sink) { document.write_binary(sink, context); });
}

std::vector<io::ObjTexture> textures_of(const Model& model) { return io::textures_of(parts_of(model)); }

std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') || std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

}  // namespace weald::gltf
