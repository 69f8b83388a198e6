#include "front/cli/arguments/response_file.h"

#include <fmt/format.h>

#include "base/error.h"
#include "formats/files/read_file.h"

namespace weald::app {

namespace {

constexpr int kMaxDepth = 16;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/// The remaining budget of reading: each file may name others, also itself.
struct Allowance {
  std::size_t files = 1000;
  std::size_t bytes = 16u << 20;
};

void append(const std::vector<std::string>& arguments, int depth, Allowance& left, std::vector<std::string>& out) {
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument.front() != '@') {
      out.push_back(argument);
      continue;
    }
    const std::string path = argument.substr(1);
    if (depth >= kMaxDepth)
      throw IoError(fmt::format("response files are nested more than {} deep: '{}'", kMaxDepth, path));
    if (left.files-- == 0)
      throw IoError(fmt::format("there are more than {} response files in all: '{}'", Allowance{}.files, path));
    const std::string text = io::read_file(path, Allowance{}.bytes);
    if (text.size() > left.bytes)
      throw IoError(fmt::format("response files have more than {} bytes in all: '{}'", Allowance{}.bytes, path));
    left.bytes -= text.size();
    append(split_arguments(text), depth + 1, left, out);
  }
}

}  // namespace

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> out;
  bool inside = false;  // an argument, which may be empty
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && is_blank(c)) {
      inside = false;
      continue;
    }
    if (!inside) out.emplace_back();
    inside = true;
    if (c == '\\' && i + 1 < text.size())
      out.back() += text[++i];
    else if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else
      out.back() += c;
  }
  return out;
}

std::vector<std::string> with_response_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  Allowance left;
  append(arguments, 0, left, out);
  return out;
}

}  // namespace weald::app
