#include "formats/files/file_stamp.h"

#include "support/catch.h"

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include "support/files.h"

using namespace weald;
namespace fs = std::filesystem;

TEST_CASE("file stamps: a file keeps its stamp, by its name, by a link and open, until it is written or replaced") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a", link = folder.path() / "link";
  test::write_text(path, "one");
  fs::create_symlink(path, link);
  const auto first = io::stamp_of(path);
  REQUIRE(first);
  CHECK(first->bytes == 3);
  CHECK(io::stamp_of(link) == first);
  const int file = ::open(path.c_str(), O_RDONLY);
  CHECK(io::stamp_of_open(file) == first);
  test::write_text(folder.path() / "b", "two");
  fs::rename(folder.path() / "b", path);
  CHECK(io::stamp_of(path) != first);
  CHECK(io::stamp_of_open(file)->number == first->number);
  ::close(file);
  fs::resize_file(path, 2);
  CHECK(io::stamp_of(path)->bytes == 2);
  fs::remove(path);
  CHECK_FALSE(io::stamp_of(path));
  CHECK_FALSE(io::stamp_of_open(-1));
}

TEST_CASE("file stamps: a file that was changed long ago is settled, one of now and of the future is not") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  test::write_text(path, "one");
  auto stamp = io::stamp_of(path).value();
  CHECK_FALSE(io::is_settled(stamp));
  stamp.modified_seconds = stamp.changed_seconds = 1000000000;
  CHECK(io::is_settled(stamp));
  stamp.changed_seconds = std::int64_t{1} << 40;
  CHECK_FALSE(io::is_settled(stamp));
}
