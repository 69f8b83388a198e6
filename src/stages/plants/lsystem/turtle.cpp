#include "stages/plants/lsystem/turtle.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "stages/plants/lsystem/detail/turtle_motion.h"
#include "stages/plants/lsystem/detail/turtle_pen.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kSymbolsPerReport = 1 << 16;

// A symbol that draws may also place an organ at the segment's end; other organ symbols are not commands.
SymbolMeanings drawing_meanings(const std::vector<Symbol>& alphabet, const TurtleParams& params) {
  const auto draw = listed_symbols(params.draw, alphabet, "draw");
  const auto organs = listed_symbols(params.organs, alphabet, "organs");
  const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  SymbolMeanings meanings = command_meanings(alphabet, params.draw);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const std::string& name = alphabet[i].name;
    const TurtleCommand*& command = meanings[i].command;
    meanings[i].organ = organs.empty() ? name[0] == '~' : contains(organs, name);
    const bool is_organ = command != nullptr && command->action == TurtleAction::organ;
    if (is_organ || (meanings[i].organ && !contains(draw, name))) command = nullptr;
  }
  return meanings;
}

// Kinds of organs in an alphabet.
struct OrganKinds {
  std::vector<std::string> names;
  std::array<std::uint16_t, kMaxAlphabet> of_symbol{};

  OrganKinds(const std::vector<Symbol>& alphabet, const SymbolMeanings& meanings) {
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
      const bool is_ball = meanings[i].command != nullptr && meanings[i].command->action == TurtleAction::ball;
      if (!meanings[i].organ && !is_ball) continue;
      const std::string& symbol = alphabet[i].name;
      const std::string name = is_ball ? "ball" : symbol[0] == '~' ? symbol.substr(1) : symbol;
      const auto known = std::find(names.begin(), names.end(), name);
      of_symbol[i] = static_cast<std::uint16_t>(known - names.begin());
      if (known == names.end()) names.push_back(name);
    }
  }
};

class Interpreter {
 public:
  Interpreter(const LString& string, const TurtleParams& params, const RunContext& context)
      : string_(string),
        params_(params),
        context_(context),
        meanings_(drawing_meanings(string.alphabet, params)),
        kinds_(string.alphabet, meanings_),
        reader_(string.alphabet, string.symbols, string.parameters, meanings_, "from"),
        turtle_(params, reader_),
        pen_(turtle_, reader_, static_cast<std::size_t>(params.max_segments)) {}

  Skeleton run() {
    reserve();
    warn_of_commands_left_out();
    warn_of_absent(params_.draw, "draw");
    warn_of_absent(params_.organs, "organs");
    while (reader_.next()) {
      if (reader_.position() % kSymbolsPerReport == 0) context_.progress(reader_.progress());
      const SymbolMeaning& meaning = reader_.meaning();
      if (meaning.command == nullptr && !meaning.organ) continue;
      reader_.check_arguments();
      if (meaning.command != nullptr) perform(*meaning.command);
      if (meaning.organ) place_organ();
    }
    Skeleton skeleton = pen_.take(std::move(kinds_.names), context_);
    skeleton.season = string_.season;
    return skeleton;
  }

 private:
  // Refuses a string that certainly draws too much, and reserves memory. A symbol draws nothing after a %, inside a
  // stem or at length 0; if a string may contain such symbols, the count is only an upper bound.
  void reserve() {
    std::array<std::size_t, kMaxAlphabet> times{};
    for (const std::uint8_t symbol : string_.symbols) ++times[symbol];
    std::size_t segments = 0, organs = 0;
    bool is_exact = true, has_cylinders = false;
    for (std::size_t i = 0; i < string_.alphabet.size(); ++i) {
      if (times[i] == 0) continue;
      organs += meanings_[i].organ ? times[i] : 0;
      if (meanings_[i].command == nullptr) continue;
      const TurtleAction action = meanings_[i].command->action;
      const bool has_parameters = string_.alphabet[i].parameters > 0;
      const bool draws = action == TurtleAction::draw || action == TurtleAction::draw_unrecorded;
      segments += draws ? times[i] : 0;
      has_cylinders = has_cylinders || action == TurtleAction::open_cylinder ||
                      (action == TurtleAction::open_polygon && has_parameters);
      is_exact = is_exact && action != TurtleAction::cut && !(has_parameters && draws);
    }
    const auto most = static_cast<std::size_t>(params_.max_segments);
    if (is_exact && !has_cylinders && segments + organs > most) {
      throw StageError(fmt::format("the string draws {} segments and organs, more than max_segments = {}",
                                   segments + organs, params_.max_segments),
                       "max_segments");
    }
    segments = has_cylinders ? 0 : std::min(segments, most);
    organs = std::min(organs, most);
    pen_.reserve(segments, organs);
  }

  void warn_of_commands_left_out() const {
    for (std::size_t i = 0; i < string_.alphabet.size(); ++i) {
      const std::string& name = string_.alphabet[i].name;
      const auto why = why_passed_over(name);
      if (!why || meanings_[i].command != nullptr || meanings_[i].organ) continue;
      const auto first = std::find(string_.symbols.begin(), string_.symbols.end(), static_cast<std::uint8_t>(i));
      if (first == string_.symbols.end()) continue;
      context_.warn(fmt::format("symbol {} of the string, '{}', is ignored: {}", 1 + (first - string_.symbols.begin()),
                                name, *why),
                    "from");
    }
  }

  void warn_of_absent(const SourceText& listed, std::string_view key) const {
    for (const std::string& name : listed_symbols(listed, string_.alphabet, key)) {
      const auto has_name = [&](const Symbol& symbol) { return symbol.name == name; };
      if (std::none_of(string_.alphabet.begin(), string_.alphabet.end(), has_name))
        context_.warn(fmt::format("no symbol of the string is called '{}'", name), key);
    }
  }

  void place_organ() {
    const auto sizes = reader_.arguments();
    const bool is_stretched = sizes.size() >= 3 && !(sizes[0] == sizes[1] && sizes[0] == sizes[2]);
    if (is_stretched && !has_stretched_organ_ && string_.alphabet[reader_.symbol()].name[0] == '~') {
      has_stretched_organ_ = true;
      context_.warn(fmt::format("symbol {} of the string, '{}', gives three sizes: only the first one is used",
                                reader_.position(), string_.alphabet[reader_.symbol()].name),
                    "from");
    }
    pen_.organ(kinds_.of_symbol[reader_.symbol()], params_.step);
  }

  void perform(const TurtleCommand& command) {
    switch (command.action) {
      case TurtleAction::draw: pen_.drew(turtle_.forward(), true); break;
      case TurtleAction::draw_unrecorded: pen_.drew(turtle_.forward(), false); break;
      case TurtleAction::move: pen_.moved(turtle_.forward(), true); break;
      case TurtleAction::move_unrecorded: pen_.moved(turtle_.forward(), false); break;
      case TurtleAction::open_polygon: pen_.open_polygon(); break;
      case TurtleAction::close_polygon: pen_.close_polygon(); break;
      case TurtleAction::record: pen_.record(); break;
      case TurtleAction::open_cylinder: pen_.open_cylinder(); break;
      case TurtleAction::control_point: pen_.control_point(); break;
      case TurtleAction::close_cylinder: pen_.close_cylinder(); break;
      case TurtleAction::disc: pen_.disc(); break;
      case TurtleAction::ball: pen_.organ(kinds_.of_symbol[reader_.symbol()], turtle_.state().width); break;
      case TurtleAction::place: {
        const Vec3 from = turtle_.state().position;
        turtle_.obey(command);
        pen_.moved(from, false);
        break;
      }
      case TurtleAction::pop:
        turtle_.obey(command);
        pen_.returned();
        break;
      default: turtle_.obey(command); break;
    }
  }

  const LString& string_;
  const TurtleParams& params_;
  const RunContext& context_;
  const SymbolMeanings meanings_;
  OrganKinds kinds_;
  SymbolReader reader_;
  TurtleMotion turtle_;
  TurtlePen pen_;
  bool has_stretched_organ_ = false;
};

}  // namespace

Skeleton interpret(const LString& string, const TurtleParams& params, const RunContext& context) {
  WEALD_CHECK(!params.guide || params.lines != nullptr);
  return Interpreter(string, params, context).run();
}

}  // namespace weald::lsystem

namespace weald::schema {

void Schema<lsystem::TurtleParams>::check(const P& params, Checker& checker) {
  lsystem::check_settings(params, checker);
  lsystem::check_symbols(params.organs, checker);
}

}  // namespace weald::schema
