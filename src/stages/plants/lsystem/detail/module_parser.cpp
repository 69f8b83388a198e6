#include "stages/plants/lsystem/detail/module_parser.h"

#include <algorithm>

#include <fmt/format.h>

namespace weald::lsystem {

namespace {

// Deeper than any production needs; limits the parser's own memory.
constexpr std::size_t kMaxBrackets = 1024;

std::uint64_t hash_name(const std::string& name) {
  std::uint64_t hash = 0;
  for (const char c : name) hash = sub_seed(hash, static_cast<unsigned char>(c));
  return hash;
}

// Whether a parameter name ends here: at white space, a comma, a parenthesis, or the end of the text.
bool ends_name(const Cursor& cursor) {
  return cursor.at_end() || std::string_view(" \t\n\r,)").find(cursor.peek()) != std::string_view::npos;
}

// Length of a block of C statements at the cursor, {y = x + 1;}, as cpfg allows; 0 if the brace opens a polygon, which
// assigns no value.
std::size_t statements_at(Cursor cursor) {
  constexpr std::size_t kLongest = 256;  // bytes searched for the first statement: many braces still take little time
  const std::size_t open = cursor.position++;
  const std::string_view text = std::string_view(cursor.source.text).substr(0, std::min(cursor.end, open + kLongest));
  cursor.skip_space();
  const std::size_t name = std::min(cursor.position, text.size());
  if (!is_identifier(text.substr(name, 1))) return 0;
  cursor.position = std::min(text.find_first_of(" ={", name), text.size());
  if (!is_identifier(text.substr(name, cursor.position - name))) return 0;
  cursor.skip_space();
  if (cursor.peek() != '=' || cursor.peek(1) == '=') return 0;
  const std::size_t end = text.find_first_of(";}", cursor.position);
  if (end == std::string_view::npos || text[end] == '}') return 0;
  return std::min(text.find('}', end), text.size() - 1) + 1 - open;
}

}  // namespace

std::optional<std::uint8_t> AlphabetBuilder::intern(const std::string& name, std::size_t parameters) {
  const auto [entry, is_new] = numbers_.try_emplace({name, parameters}, static_cast<std::uint8_t>(symbols_.size()));
  if (!is_new) return entry->second;
  if (symbols_.size() == kMaxAlphabet) {
    numbers_.erase(entry);
    return std::nullopt;
  }
  symbols_.push_back({name, static_cast<std::uint8_t>(parameters)});
  return entry->second;
}

bool ModuleParser::fail(const Cursor& cursor, std::size_t place, std::size_t length, std::string message,
                        std::string help) {
  issues_.error(cursor.source, place, length, std::move(message), std::move(help));
  return false;
}

bool ModuleParser::add_symbol(const Cursor& cursor, std::size_t place, const std::string& name, std::size_t parameters,
                              std::uint8_t& out) {
  const std::size_t length = cursor.position - place;
  if ((name == "[" || name == "]") && parameters > 0) return fail(cursor, place, length, "brackets take no parameters");
  if (parameters > kMaxModuleParameters) {
    return fail(cursor, place, length, fmt::format("a module has at most {} parameters", kMaxModuleParameters));
  }
  const auto number = alphabet_.intern(name, parameters);
  if (!number) return fail(cursor, place, length, fmt::format("more than {} different symbols", kMaxAlphabet));
  out = *number;
  return true;
}

bool ModuleParser::check_no_statements(const Cursor& cursor) {
  const std::size_t length = cursor.peek() == '{' ? statements_at(cursor) : 0;
  return length == 0 || fail(cursor, cursor.position, length, std::string(kNoStatements), std::string(kStatementsHelp));
}

bool ModuleParser::check_no_produce(Cursor cursor) {
  cursor.skip_space();
  const std::string_view rest =
      std::string_view(cursor.source.text).substr(cursor.position, cursor.end - cursor.position);
  for (const std::string_view word : {"produce", "nproduce"}) {
    const bool is_word = rest.starts_with(word) && (rest.size() == word.size() || rest[word.size()] == ' ');
    if (!is_word || names_.symbols.match(rest) > 0) continue;
    return fail(cursor, cursor.position, word.size(), fmt::format("'{}' is a statement of other programs", word),
                "the modules stand right after the arrow: A(x) -> F(x)A(x/2)");
  }
  return true;
}

// ---- patterns ----

bool ModuleParser::parse_formal(Cursor& cursor, ExpressionGraph& graph) {
  cursor.skip_space();
  const std::size_t place = cursor.position;
  while (!ends_name(cursor)) ++cursor.position;
  const std::string name = cursor.source.text.substr(place, cursor.position - place);
  cursor.skip_space();
  if (!is_identifier(name)) {
    return fail(cursor, place, name.size(), "expected a parameter name here",
                "to test a parameter, name it and write a condition: A(x) : x == 1 -> ...");
  }
  if (is_function(name))
    return fail(cursor, place, name.size(), fmt::format("'{}' is a function", name), "choose another name");
  if (std::ranges::find(graph.names, name) != graph.names.end()) {
    return fail(cursor, place, name.size(), fmt::format("two parameters are called '{}'", name));
  }
  if (names_.defines.contains(name) || names_.functions.contains(name))
    return fail(cursor, place, name.size(), fmt::format("'{}' is already a define", name), "choose another name");
  if (graph.names.size() == kMaxFormals)
    return fail(cursor, place, name.size(), fmt::format("more than {} parameters", kMaxFormals));
  graph.add_parameter(name);
  return true;
}

bool ModuleParser::parse_formals(Cursor& cursor, std::size_t& count, ExpressionGraph& graph) {
  const std::size_t open = cursor.position;
  if (cursor.peek() != '(') return true;
  do {
    ++cursor.position;
    if (!parse_formal(cursor, graph)) return false;
    ++count;
  } while (cursor.peek() == ',');
  if (cursor.peek() != ')') return fail(cursor, open, 1, "'(' is never closed");
  ++cursor.position;
  return true;
}

bool ModuleParser::parse_pattern(Cursor cursor, Brackets brackets, Context& out, ExpressionGraph& graph) {
  std::vector<std::size_t> open;
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const std::size_t place = cursor.position;
    if (!check_no_statements(cursor)) return false;
    const std::string name = parse_symbol(cursor, names_.symbols, issues_);
    if (name.empty()) return false;
    if (name == "[" || name == "]") {
      if (brackets == Brackets::forbidden)
        return fail(cursor, place, 1, "brackets are allowed in a right context only");
      if (name == "[")
        open.push_back(place);
      else if (open.empty())
        return fail(cursor, place, 1, "']' without '['");
      else
        open.pop_back();
    }
    if (name == "%") return fail(cursor, place, 1, "'%' is removed before productions apply");
    std::size_t count = 0;
    cursor.skip_space();
    // The rest of a branch is skipped in any case.
    if (name == "=" && !names_.equals_is_symbol && (cursor.at_end() || cursor.peek() == ']')) continue;
    if (!parse_formals(cursor, count, graph)) return false;
    std::uint8_t symbol = 0;
    if (!add_symbol(cursor, place, name, count, symbol)) return false;
    out.push_back(symbol);
  }
  return open.empty() || fail(cursor, open.back(), 1, "'[' without ']'");
}

// ---- successors ----

// One level of brackets while a successor is parsed: the state that determines its modules' addresses.
struct ModuleParser::Level {
  std::uint64_t path = 0;
  std::size_t place = 0;
  std::uint64_t brackets = 0;
  std::map<std::string, std::uint64_t> seen;
};

// Published systems write ?P(x,y) with undefined names, which the answer will replace.
bool ModuleParser::skip_unasked_name(Cursor& cursor, const ExpressionGraph& graph) const {
  Cursor ahead = cursor;
  ahead.skip_space();
  const std::size_t place = ahead.position;
  while (!ends_name(ahead)) ++ahead.position;
  const std::string name = cursor.source.text.substr(place, ahead.position - place);
  ahead.skip_space();
  if (!is_identifier(name) || (ahead.peek() != ',' && ahead.peek() != ')')) return false;
  if (std::ranges::find(graph.names, name) != graph.names.end() || names_.defines.contains(name) ||
      names_.predefined.contains(name))
    return false;
  cursor.position = ahead.position;
  return true;
}

bool ModuleParser::parse_arguments(Cursor& cursor, ExpressionGraph& graph, const Site& site,
                                   std::vector<std::uint32_t>& values) {
  const std::size_t first = values.size();
  const std::size_t open = cursor.position;
  if (cursor.peek() != '(') return true;
  do {
    ++cursor.position;
    const Scope scope{names_, names_.answers, site.is_in_production, site.is_in_production,
                      sub_seed(site.address, values.size() - first)};
    const auto value = site.is_query && skip_unasked_name(cursor, graph)
                           ? graph.values.constant(0)
                           : parse_expression(cursor, scope, issues_, graph);
    if (!value) return false;
    values.push_back(*value);
    cursor.skip_space();
  } while (cursor.peek() == ',');
  if (cursor.at_end()) return fail(cursor, open, 1, "'(' is never closed");
  if (cursor.peek() != ')')
    return fail(cursor, cursor.position, 1, fmt::format("expected ',' or ')' here, not '{}'", cursor.peek()));
  ++cursor.position;
  return true;
}

bool ModuleParser::parse_successor(Cursor cursor, ExpressionGraph& graph, bool is_in_production, Successor& out,
                                   std::vector<std::uint32_t>& values) {
  if (!check_no_produce(cursor)) return false;
  std::vector<Level> levels(1);
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const std::size_t place = cursor.position;
    if (!check_no_statements(cursor)) return false;
    const std::string name = parse_symbol(cursor, names_.symbols, issues_);
    if (name.empty()) return false;
    if (name == ">" && place > 0 && cursor.source.text[place - 1] == '-')
      return fail(cursor, place - 1, 2, "a second '->'");
    Level& level = levels.back();
    const std::uint64_t address = sub_seed(sub_seed(level.path, hash_name(name)), level.seen[name]++);
    cursor.skip_space();
    const Site site{address, is_in_production, is_query({name, 1})};
    const std::size_t first = values.size();
    if (!parse_arguments(cursor, graph, site, values)) return false;
    std::uint8_t symbol = 0;
    if (!add_symbol(cursor, place, name, values.size() - first, symbol)) return false;
    out.symbols.push_back(symbol);
    out.addresses.push_back(address);
    if (name == "[") {
      if (levels.size() > kMaxBrackets)
        return fail(cursor, place, 1, fmt::format("brackets nest more than {} deep", kMaxBrackets));
      levels.push_back({sub_seed(sub_seed(level.path, hash_name("[")), level.brackets++), place, 0, {}});
    } else if (name == "]") {
      if (levels.size() == 1)
        return fail(cursor, place, 1, "']' without '['", "brackets must balance in every successor");
      levels.pop_back();
    }
  }
  return levels.size() == 1 ||
         fail(cursor, levels.back().place, 1, "'[' without ']'", "brackets must balance in every successor");
}

}  // namespace weald::lsystem
