// fuzz_corpora [HARNESS FILE...]: feeds kept inputs to the harnesses, without libFuzzer. Without arguments: all files
// of corpus/HARNESS.tar.gz and in regressions/HARNESS. Names each input before it is tried, so that a crash names its
// input as well.

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace weald::fuzz {
#define X(name) void name(std::string_view input);
WEALD_HARNESSES
#undef X
}  // namespace weald::fuzz

// Inputs have a few kilobytes: what asks for more than this at once takes memory by their word, and ends the process.
// Read by the address sanitizer; means nothing without it.
// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming): the sanitizer's name
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=128"; }

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string_view name;
  void (*run)(std::string_view input);
};

constexpr std::array kEntries{
#define X(name) Entry{#name, &weald::fuzz::name},
    WEALD_HARNESSES
#undef X
};

std::string content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// True when the harness has nothing to say against the input.
bool passes(const Entry& entry, const fs::path& file) {
  std::printf("%s %s\n", std::string(entry.name).c_str(), file.c_str());
  std::fflush(stdout);
  try {
    entry.run(content_of(file));
    return true;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return false;
  }
}

/// Feeds both folders of a harness; returns how many inputs failed, or 1 where there are none.
std::size_t replay(const Entry& entry) {
  std::size_t failed = 0;
  const auto seeds = files_in(fs::path(WEALD_FUZZ_CORPUS) / entry.name);
  for (const fs::path& file : seeds) failed += passes(entry, file) ? 0 : 1;
  for (const fs::path& file : files_in(fs::path(WEALD_FUZZ_REGRESSIONS) / entry.name))
    failed += passes(entry, file) ? 0 : 1;
  if (seeds.empty()) std::printf("FAILED: '%s' has no corpus\n", std::string(entry.name).c_str());
  return seeds.empty() ? 1 : failed;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t failed = 0;
  bool known = argc < 2;
  for (const Entry& entry : kEntries) {
    if (argc < 2) failed += replay(entry);
    if (argc < 2 || entry.name != argv[1]) continue;
    known = true;
    for (int i = 2; i < argc; ++i) failed += passes(entry, argv[i]) ? 0 : 1;
  }
  if (!known) std::printf("FAILED: there is no harness '%s'\n", argv[1]);
  return failed == 0 && known ? 0 : 1;
}
