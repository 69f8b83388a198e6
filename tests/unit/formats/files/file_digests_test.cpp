#include "formats/files/file_digests.h"

#include "support/catch.h"

#include <filesystem>
#include <span>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "support/files.h"

using namespace weald;
namespace fs = std::filesystem;

namespace {

std::string digest_of_text(const std::string& text) {
  Hasher hasher;
  hasher.add_bytes(std::as_bytes(std::span(text)));
  return hasher.hex();
}

/// Sets the time of a file's last change, seconds after 1970.
void set_time(const fs::path& path, std::time_t seconds) {
  const timespec times[2] = {{seconds, 0}, {seconds, 0}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

}  // namespace

TEST_CASE("file digests: size and digest are those of the bytes, in blocks too") {
  const test::TemporaryFolder folder;
  io::FileDigests digests;
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, (std::size_t{1} << 18), (std::size_t{3} << 18) + 1}) {
    const std::string text = std::string(size, 'a') + "b";
    const fs::path path = folder.path() / std::to_string(size);
    test::write_text(path, text);
    const auto found = digests.of(path);
    REQUIRE(found);
    CHECK(found->bytes == text.size());
    CHECK(found->digest == digest_of_text(text));
  }
  CHECK_FALSE(digests.of(folder.path() / "none"));
  CHECK_FALSE(digests.of(folder.path()));
}

TEST_CASE("file digests: a file that changes is read again, also at the same size and the same time") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "survey.flt";
  io::FileDigests digests;
  for (const char* text : {"one", "two", "three", "other"}) {
    test::write_text(path, text);
    set_time(path, 1000000000);
    CHECK(digests.of(path)->digest == digest_of_text(text));
    CHECK(digests.of(path)->digest == digest_of_text(text));
  }
  fs::remove(path);
  CHECK_FALSE(digests.of(path));
}

TEST_CASE("file digests: a file that has not changed for some seconds is read once") {
  const fs::path source = WEALD_SOURCE_DIR "/README.md";  // older than this program
  io::FileDigests digests;
  const auto first = digests.of(source);
  REQUIRE(first);
  CHECK(digests.of(source)->digest == first->digest);
  CHECK(digests.bytes_read() == fs::file_size(source));
}
