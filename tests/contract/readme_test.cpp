// The README and the documents say what is there.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"

#include "support/files.h"

namespace {

namespace fs = std::filesystem;
using weald::test::file_text;

const fs::path kRoot = WEALD_SOURCE_DIR;
constexpr std::uintmax_t kMostBytesOfPicture = 100'000, kMostBytesOfDocuments = 12'000'000;

std::vector<fs::path> all_documents() {
  std::vector<fs::path> documents = {kRoot / "README.md", kRoot / "CONTRIBUTING.md", kRoot / "CHANGELOG.md"};
  for (const char* folder : {"docs", "examples"}) {
    for (const auto& file : fs::recursive_directory_iterator(kRoot / folder)) {
      if (file.path().extension() == ".md") documents.push_back(file.path());
    }
  }
  return documents;
}

/// Lines of prose with more than 120 characters: tables and code are as wide as they need be.
std::vector<std::string> long_lines(const std::string& text) {
  std::vector<std::string> found;
  bool in_code = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    const bool is_fence = line.compare(begin, 3, "```") == 0;
    in_code = in_code != is_fence;
    const auto characters =
        std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    if (!in_code && !is_fence && line[begin] != '|' && characters > 120) found.push_back(line);
  }
  return found;
}

}  // namespace

TEST_CASE("documents: lines of prose have at most 120 characters", "[contract]") {
  CHECK(long_lines(std::string(121, 'a') + "\n").size() == 1);
  CHECK(long_lines("| " + std::string(130, 'a') + "\n```sh\n" + std::string(130, 'b') + "\n```\n").empty());
  for (const fs::path& document : all_documents()) {
    if (document.string().find("docs/reference") != std::string::npos) continue;  // is generated
    for (const std::string& line : long_lines(file_text(document))) FAIL_CHECK(document << ": " << line);
  }
}

TEST_CASE("the README shows a short preset as it is", "[contract]") {
  const std::string preset = file_text(kRoot / "docs/hills.yaml");
  CHECK(std::count(preset.begin(), preset.end(), '\n') < 15);
  std::istringstream lines(preset);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 120);
  CHECK(file_text(kRoot / "README.md").find("```yaml\n" + preset + "```\n") != std::string::npos);
}

TEST_CASE("the README is a page and a half, and its pictures load at once", "[contract]") {
  const std::string readme = file_text(kRoot / "README.md");
  CHECK(std::count(readme.begin(), readme.end(), '\n') <= 100);
  const std::regex picture(R"(!\[[^\]]*\]\(([^)]+\.png)\))");
  int pictures = 0;
  for (std::sregex_iterator it(readme.begin(), readme.end(), picture), end; it != end; ++it, ++pictures) {
    INFO((*it)[1]);
    CHECK(fs::file_size(kRoot / (*it)[1].str()) < kMostBytesOfPicture);
  }
  CHECK(pictures >= 4);
}

TEST_CASE("the documents and their pictures are no heavier than a clone should be", "[contract]") {
  std::uintmax_t bytes = 0;
  for (const auto& file : fs::recursive_directory_iterator(kRoot / "docs"))
    if (file.is_regular_file()) bytes += file.file_size();
  CHECK(bytes < kMostBytesOfDocuments);
}

TEST_CASE("every preset has its picture in the gallery", "[contract]") {
  const std::string gallery = file_text(kRoot / "docs/gallery.md");
  for (const auto& preset : fs::directory_iterator(kRoot / "presets")) {
    if (preset.path().extension() != ".yaml") continue;
    const std::string name = preset.path().stem().string();
    INFO(name);
    CHECK(fs::exists(kRoot / ("docs/gallery/" + name + ".png")));
    CHECK(gallery.find("](gallery/" + name + ".png)](../presets/" + name + ".yaml)") != std::string::npos);
  }
}

TEST_CASE("the demo builds presets that are there and have a picture of their name", "[contract]") {
  const std::string dev = file_text(kRoot / "dev");
  std::smatch list;
  REQUIRE(std::regex_search(dev, list, std::regex(R"(demo_presets=\(([a-z_ ]+)\))")));
  std::istringstream names(list[1].str());
  int count = 0;
  for (std::string name; names >> name; ++count) {
    INFO(name);
    CHECK(fs::exists(kRoot / ("presets/" + name + ".yaml")));
    CHECK(fs::exists(kRoot / ("docs/gallery/" + name + ".png")));  // the gallery has the output of that name
  }
  CHECK(count == 4);  // as the README and `./dev help` say
}

TEST_CASE("every relative link of a document leads to a file", "[contract]") {
  const std::regex link(R"(\]\(([^)#: ]+)(#[^)]*)?\))");
  int links = 0;
  for (const fs::path& document : all_documents()) {
    const std::string text = file_text(document);
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it, ++links) {
      INFO(document << " links to " << (*it)[1]);
      CHECK(fs::exists(document.parent_path() / (*it)[1].str()));
    }
  }
  CHECK(links > 20);
}
