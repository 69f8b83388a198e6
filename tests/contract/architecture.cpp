#include "contract/architecture.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace weald::contract {

namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) {
    if (std::string clean = trimmed(part); !clean.empty()) parts.push_back(std::move(clean));
  }
  return parts;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::stringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
  return lines;
}

// The cells of the table below `heading`, without its two head rows.
std::vector<std::vector<std::string>> table_below(std::string_view markdown, const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  bool found = false;
  for (const std::string& line : lines_of(markdown)) {
    if (line.starts_with("## ")) found = line == "## " + heading;
    if (!found || !line.starts_with('|')) continue;
    std::vector<std::string> cells;
    std::stringstream stream{line.substr(1)};
    for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
    rows.push_back(std::move(cells));
  }
  if (rows.size() < 3) throw std::runtime_error("docs/architecture.md has no table below '" + heading + "'");
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

struct Include {
  char opening = '"';
  std::string target;
};

std::optional<Include> include_of(std::string_view line) {
  if (!line.starts_with('#')) return std::nullopt;
  const std::string rest = trimmed(line.substr(1));
  if (!rest.starts_with("include")) return std::nullopt;
  const auto begin = rest.find_first_of("<\"");
  if (begin == std::string::npos) return std::nullopt;
  const auto end = rest.find_first_of(">\"", begin + 1);
  return Include{rest[begin], rest.substr(begin + 1, end - begin - 1)};
}

bool has_prefix(const std::string& text, const std::vector<std::string>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return text.starts_with(prefix); });
}

std::optional<std::string> project_fault(const Rules& rules, const std::string& room, const std::string& target) {
  const std::string other = room_of(rules, target);
  if (other == room) return std::nullopt;
  if (other.empty()) return "includes \"" + target + "\", which is in no room of src/";
  if (rules.may_include.at(room).count(other) == 0)
    return "includes \"" + target + "\", but " + room + " may not include " + other;
  if (target.find("/detail/") != std::string::npos)
    return "includes \"" + target + "\", which only " + other + " may include";
  return std::nullopt;
}

std::optional<std::string> library_fault(const Rules& rules, const std::string& path, const std::string& header) {
  // <vector>, <cmath>: the headers of the C++ standard library have neither a folder nor an ending.
  if (header.find_first_of("./") == std::string::npos) return std::nullopt;
  for (const Library& library : rules.libraries) {
    if (!has_prefix(header, library.headers)) continue;
    if (has_prefix(path, library.places)) return std::nullopt;
    return "includes <" + header + ">, but " + library.name + " may not be seen there";
  }
  return "includes <" + header + ">, which is no listed library";
}

}  // namespace

Rules read_rules(std::string_view markdown) {
  Rules rules;
  for (const auto& row : table_below(markdown, "What may include what")) {
    const auto others = split(row.at(1), ',');
    rules.rooms.push_back(row.at(0));
    rules.may_include[row.at(0)] = {others.begin(), others.end()};
  }
  for (const auto& row : table_below(markdown, "Where a library may be used")) {
    Library library{row.at(0), split(row.at(1), ','), split(row.at(2), ',')};
    for (std::string& place : library.places) {
      if (place == "everywhere") place.clear();
    }
    rules.libraries.push_back(std::move(library));
  }
  return rules;
}

std::string room_of(const Rules& rules, const std::string& path) {
  std::string innermost;
  for (const std::string& room : rules.rooms) {
    if (path.starts_with(room + "/") && room.size() > innermost.size()) innermost = room;
  }
  return innermost;
}

std::vector<std::string> faults(const Rules& rules, const std::string& path, std::string_view text) {
  const std::string room = room_of(rules, path);
  if (room.empty()) return {path + ": lies in no room that docs/architecture.md has a row for"};
  std::vector<std::string> found;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    const auto include = include_of(line);
    if (!include) continue;
    const auto fault = include->opening == '"' ? project_fault(rules, room, include->target)
                                               : library_fault(rules, path, include->target);
    if (fault) found.push_back(path + ":" + std::to_string(number) + ": " + *fault);
  }
  return found;
}

}  // namespace weald::contract
