#include "front/golden/detail/pinned.h"

#include <algorithm>

#include <fmt/format.h>

#include "formats/files/read_file.h"

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxBytes = 4u << 20;
constexpr std::size_t kDigestLength = 32;

bool is_digest(std::string_view text) {
  return text.size() == kDigestLength &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_conflict_mark(std::string_view line) {
  return line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>");
}

/// weald writes no names with control characters. A CR within a line would be lost when the line is rewritten.
bool has_control(std::string_view line) {
  return std::any_of(line.begin(), line.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

class Parser {
 public:
  Parser(std::uint32_t source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::optional<Pinned> parse(std::string_view text) {
    const auto before = diagnostics_.error_count();
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (!line.empty() && line.front() != '#') read(line);
    }
    if (diagnostics_.error_count() != before) return std::nullopt;
    return std::move(pinned_);
  }

 private:
  void error(std::string message, std::string help = {}) {
    diagnostics_.error(SourceLoc{source_, line_, 1, 1}, std::move(message), std::move(help));
  }

  void read(std::string_view line) {
    if (is_conflict_mark(line)) {
      error("this line is a leftover merge conflict", "keep either side, then run 'weald golden check' and 'update'");
      return;
    }
    if (has_control(line)) {
      error("this line contains a control character", "the file is written by 'weald golden update'");
      return;
    }
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view key = line.substr(0, space);
    const std::string_view rest = line.substr(std::min(space + 1, line.size()));
    if (key == "weald")
      set_once(pinned_.weald, rest, key);
    else if (key == "recipe" && is_digest(rest))
      set_once(pinned_.recipe, rest, key);
    else if (key == "output")
      read_entry(pinned_.outputs, rest);
    else if (key == "stage")
      read_entry(pinned_.stages, rest);
    else
      error("this is not a line of pinned digests", "the file is written by 'weald golden update'");
  }

  void set_once(std::string& value, std::string_view text, std::string_view key) {
    if (!value.empty()) error(fmt::format("'{}' appears here twice", key));
    value = text;
  }

  void read_entry(std::map<std::string, std::string>& entries, std::string_view rest) {
    const std::string_view digest = rest.substr(0, kDigestLength);
    if (!is_digest(digest) || rest.substr(kDigestLength, 2) != "  " || rest.size() == kDigestLength + 2) {
      error("this line needs a digest of 32 hexadecimal digits, two blanks and a name");
      return;
    }
    const std::string name(rest.substr(kDigestLength + 2));
    if (!entries.emplace(name, digest).second) error(fmt::format("'{}' appears here twice", name));
  }

  std::uint32_t source_;
  Diagnostics& diagnostics_;
  std::uint32_t line_ = 0;
  Pinned pinned_;
};

}  // namespace

std::string pinned_text(const Pinned& pinned) {
  std::string text = "# Written by 'weald golden update'.\n";
  text += fmt::format("weald {}\nrecipe {}\n", pinned.weald, pinned.recipe);
  for (const auto& [file, digest] : pinned.outputs) text += fmt::format("output {}  {}\n", digest, file);
  for (const auto& [name, digest] : pinned.stages) text += fmt::format("stage {}  {}\n", digest, name);
  return text;
}

std::optional<Pinned> parse_pinned(std::uint32_t source, std::string_view text, Diagnostics& diagnostics) {
  return Parser(source, diagnostics).parse(text);
}

std::optional<Pinned> read_pinned(const fs::path& suite, const std::string& name, Sources& sources,
                                  Diagnostics& diagnostics) {
  const fs::path path = pinned_path(suite, name);
  if (!fs::exists(fs::symlink_status(path))) return std::nullopt;
  const std::string text = io::read_file(path, kMaxBytes);
  return parse_pinned(sources.add(path.string(), text), text, diagnostics);
}

fs::path pinned_path(const fs::path& suite, const std::string& name) {
  return (suite / kPinnedFolder / (name + ".txt")).lexically_normal();
}

fs::path recipe_path(const fs::path& suite, const std::string& name) {
  return (suite / kPinnedFolder / (name + ".recipe")).lexically_normal();
}

fs::path references_path(const fs::path& suite, const std::string& name) {
  return (suite / kReferencesFolder / name).lexically_normal();
}

}  // namespace weald::golden
