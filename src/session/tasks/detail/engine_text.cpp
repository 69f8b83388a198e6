#include "session/tasks/detail/engine_text.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weald::session {

namespace {

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t kLongestName = 40;

bool is_plain(char c) {
  return kLower.find(c) != std::string_view::npos || (c >= 'A' && c <= 'Z') ||
         std::string_view("_-./:@%+=,").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  if (!text.empty() && text.front() != '=' && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string result = "'";
  for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
  return result + "'";
}

std::string yaml_quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string comment_text(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  return text;
}

std::string plain_name(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool is_kept = kLower.find(lower) != std::string_view::npos;
    if (!is_kept && (result.empty() || result.back() == '-')) continue;
    result += is_kept ? lower : '-';
  }
  result.resize(std::min(result.size(), kLongestName));
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.empty() ? "world" : result;
}

std::string task_command(const TaskPlan& plan, std::string_view plan_file, std::string_view task) {
  return fmt::format("\"${{WEALD:-weald}}\" build --task {}:{} --threads {} --quiet", plan_file, task,
                     plan.choice.threads);
}

std::filesystem::path without_end_slash(const std::filesystem::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace weald::session
