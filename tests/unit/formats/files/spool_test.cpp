// Bytes kept in memory or in a file without a name.

#include "support/catch.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/files/spool.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;

namespace {

std::vector<std::byte> numbered(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>((i * 7 + i / 251) & 0xFF);
  return bytes;
}

}  // namespace

TEST_CASE("spool: what was appended is read at any place, and copied, from memory and from a file") {
  const test::TemporaryFolder folder;
  const std::vector<std::byte> bytes = numbered(3000000);
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1000}, std::size_t{10000000}}) {
    Spool spool(folder.path() / "not" / "there yet", limit);
    for (std::size_t at = 0; at < bytes.size(); at += 70001)
      spool.append(std::span(bytes).subspan(at, std::min<std::size_t>(70001, bytes.size() - at)));
    CHECK(spool.size() == bytes.size());
    CHECK(std::filesystem::is_empty(folder.path()));  // the file has no name
    for (const std::size_t at : {std::size_t{0}, std::size_t{999}, std::size_t{2345678}}) {
      std::vector<std::byte> part(5000);
      spool.read(at, part);
      CHECK(std::equal(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at)));
    }
    StringSink sink;
    spool.copy_to(sink);
    CHECK(sink.text == std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
}

TEST_CASE("spool: without a folder all bytes stay in memory") {
  const std::vector<std::byte> bytes = numbered(5000);
  Spool spool({}, 10);
  spool.append(bytes);
  StringSink sink;
  spool.copy_to(sink);
  CHECK(sink.text.size() == 5000);
}
