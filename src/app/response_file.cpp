#include "app/response_file.h"

#include <fmt/format.h>

#include "core/error.h"
#include "io/read_file.h"

namespace weald::app {

namespace {

constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxBytes = 16u << 20;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

void append(const std::vector<std::string>& arguments, int depth, std::vector<std::string>& out) {
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument.front() != '@') {
      out.push_back(argument);
      continue;
    }
    const std::string path = argument.substr(1);
    if (depth >= kMaxDepth)
      throw IoError(fmt::format("response files name each other more than {} deep: '{}'", kMaxDepth, path));
    append(split_arguments(io::read_file(path, kMaxBytes)), depth + 1, out);
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
  append(arguments, 0, out);
  return out;
}

}  // namespace weald::app
