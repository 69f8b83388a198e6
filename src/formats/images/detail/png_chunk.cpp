#include "formats/images/detail/png_chunk.h"

#include <array>

#include <libdeflate.h>

#include "base/check.h"

namespace weald::io {

void put_big_endian(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_bytes(Sink& sink, std::span<const std::uint8_t> bytes) {
  sink.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void append_png_chunk(Sink& sink, std::string_view type, std::span<const std::uint8_t> data) {
  WEALD_CHECK(type.size() == 4 && data.size() < std::size_t{1} << 31);
  std::vector<std::uint8_t> head, tail;
  put_big_endian(head, static_cast<std::uint32_t>(data.size()));
  head.insert(head.end(), type.begin(), type.end());
  std::uint32_t checksum = libdeflate_crc32(0, type.data(), type.size());
  if (!data.empty()) checksum = libdeflate_crc32(checksum, data.data(), data.size());  // it returns 0 for null
  put_big_endian(tail, checksum);
  append_bytes(sink, head);
  append_bytes(sink, data);
  append_bytes(sink, tail);
}

void append_png_start(Sink& sink, const PngFormat& format) {
  append_bytes(sink, std::array<std::uint8_t, 8>{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
  std::vector<std::uint8_t> header;
  put_big_endian(header, static_cast<std::uint32_t>(format.width));
  put_big_endian(header, static_cast<std::uint32_t>(format.height));
  // then: deflate, the five filters, not interlaced
  header.insert(header.end(),
                {static_cast<std::uint8_t>(format.bits), static_cast<std::uint8_t>(format.colour), 0, 0, 0});
  append_png_chunk(sink, "IHDR", header);
}

}  // namespace weald::io
