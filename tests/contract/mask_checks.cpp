#include "contract/mask_checks.h"

#include <algorithm>
#include <sstream>
#include <string>
#include "support/catch.h"

#include "support/files.h"
#include "support/png.h"

namespace weald::contract {

namespace fs = std::filesystem;

namespace {

/// Pixels whose channels differ.
std::size_t uneven_pixels(const weald::test::DecodedPng& png) {
  const auto channels = static_cast<std::size_t>(png.channels);
  std::size_t count = 0;
  for (std::size_t first = 0; first < png.samples.size(); first += channels) {
    for (std::size_t c = 1; c < channels; ++c) {
      if (png.samples[first + c] == png.samples[first]) continue;
      ++count;
      break;
    }
  }
  return count;
}

void check_mask(const fs::path& file) {
  INFO(file.filename().string());
  REQUIRE(fs::exists(file));
  const weald::test::DecodedPng png = weald::test::libpng_decode(weald::test::file_text(file));
  CHECK(png.complaints.empty());
  REQUIRE_FALSE(png.samples.empty());
  CHECK(uneven_pixels(png) == 0);
  CHECK(*std::ranges::min_element(png.samples) < (1 << png.bits) - 1);
}

}  // namespace

void check_masks(const fs::path& folder) {
  const std::string key = "map_d ";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mtl") continue;
    INFO(entry.path().filename().string());
    std::istringstream lines(weald::test::file_text(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(key)) check_mask(entry.path().parent_path() / line.substr(key.size()));
    }
  }
}

}  // namespace weald::contract
