#include "lsystem/turtle.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "lsystem/turtle_motion.h"

namespace weald::lsystem {

namespace {

constexpr std::size_t kMaxPolygons = 256;
constexpr std::size_t kSymbolsPerReport = 1 << 16;

// A symbol that draws may also place an organ at the segment's end; other organs are no commands.
SymbolMeanings drawing_meanings(const std::vector<Symbol>& alphabet, const TurtleParams& params) {
  const auto draw = listed_symbols(params.draw, "draw");
  const auto organs = listed_symbols(params.organs, "organs");
  const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  SymbolMeanings meanings = command_meanings(alphabet, params.draw);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const std::string& name = alphabet[i].name;
    meanings[i].organ = organs.empty() ? name[0] == '~' : contains(organs, name);
    if (meanings[i].organ && !contains(draw, name)) meanings[i].command = nullptr;
  }
  return meanings;
}

class Interpreter {
 public:
  Interpreter(const LString& string, const TurtleParams& params, const RunContext& context)
      : string_(string),
        params_(params),
        context_(context),
        meanings_(drawing_meanings(string.alphabet, params)),
        reader_(string.alphabet, string.symbols, string.parameters, meanings_, "from"),
        turtle_(params, reader_) {}

  Skeleton run() {
    reserve();
    while (reader_.next()) {
      if (reader_.position() % kSymbolsPerReport == 0) context_.progress(reader_.progress());
      reader_.check_arguments();
      const SymbolMeaning& meaning = reader_.meaning();
      if (meaning.command != nullptr) perform(*meaning.command);
      if (meaning.organ) place_organ();
    }
    if (dropped_polygons_ > 0) {
      context_.warn(fmt::format("left out {} polygons with fewer than three corners", dropped_polygons_), "from");
    }
    return std::move(skeleton_);
  }

 private:
  // Refuses a string that draws too much and reserves room for the rest.
  void reserve() {
    std::size_t segments = 0, corners = 0, organs = 0;
    for (const std::uint8_t symbol : string_.symbols) {
      const SymbolMeaning& meaning = meanings_[symbol];
      organs += meaning.organ ? 1 : 0;
      if (meaning.command == nullptr) continue;
      const TurtleAction action = meaning.command->action;
      segments += action == TurtleAction::draw || action == TurtleAction::draw_unrecorded ? 1 : 0;
      corners += action == TurtleAction::move || action == TurtleAction::record ? 1 : 0;
    }
    const std::size_t total = segments + corners + organs;
    if (total > static_cast<std::size_t>(params_.max_segments)) {
      throw StageError(
          fmt::format("the string draws {} segments, polygon corners and organs, more than max_segments = {}", total,
                      params_.max_segments),
          "max_segments");
    }
    skeleton_.segments.reserve(segments);
    skeleton_.organs.reserve(organs);
  }

  void perform(const TurtleCommand& command) {
    switch (command.action) {
      case TurtleAction::draw: forward(true, true); break;
      case TurtleAction::draw_unrecorded: forward(true, false); break;
      case TurtleAction::move: forward(false, true); break;
      case TurtleAction::move_unrecorded: forward(false, false); break;
      case TurtleAction::open_polygon: open_polygon(); break;
      case TurtleAction::close_polygon: close_polygon(); break;
      case TurtleAction::record: record(); break;
      default: turtle_.obey(command); break;
    }
  }

  void forward(bool draws, bool records) {
    const Vec3 start = turtle_.forward();
    TurtleState& state = turtle_.state();
    if (reader_.argument_or(params_.step) != 0) {
      if (draws) {
        draw_segment(start);
      } else {
        state.parent.reset();
        state.branch.reset();
      }
    }
    if (records && !polygons_.empty()) record();
  }

  void draw_segment(const Vec3& start) {
    TurtleState& state = turtle_.state();
    if (!state.branch) state.branch = branches_++;
    const auto number = static_cast<std::uint32_t>(skeleton_.segments.size());
    const double radius = state.width / 2;
    skeleton_.segments.push_back({start, state.position, radius, radius, state.frame, state.parent, *state.branch,
                                  turtle_.level(), state.colour});
    state.parent = number;
    state.bearer = number;
  }

  void open_polygon() {
    if (polygons_.size() == kMaxPolygons) reader_.fail(fmt::format("nests polygons more than {} deep", kMaxPolygons));
    polygons_.emplace_back();
  }

  void record() {
    if (!polygons_.empty()) polygons_.back().push_back(turtle_.state().position);
  }

  void close_polygon() {
    if (polygons_.empty()) reader_.fail("closes a polygon that was never opened");
    std::vector<Vec3> points = std::move(polygons_.back());
    polygons_.pop_back();
    if (points.size() < 3) {
      ++dropped_polygons_;
      return;
    }
    skeleton_.polygons.push_back({std::move(points), turtle_.level(), turtle_.state().colour});
  }

  void place_organ() {
    const TurtleState& state = turtle_.state();
    SkeletonOrgan organ;
    organ.position = state.position;
    organ.frame = state.frame;
    organ.size = reader_.argument_or(params_.step);
    organ.parent = state.bearer;
    organ.level = turtle_.level();
    organ.colour = state.colour;
    skeleton_.organs.push_back(organ);
  }

  const LString& string_;
  const TurtleParams& params_;
  const RunContext& context_;
  const SymbolMeanings meanings_;
  SymbolReader reader_;
  TurtleMotion turtle_;
  std::vector<std::vector<Vec3>> polygons_;
  std::uint32_t branches_ = 0;
  std::size_t dropped_polygons_ = 0;
  Skeleton skeleton_;
};

}  // namespace

Skeleton interpret(const LString& string, const TurtleParams& params, const RunContext& context) {
  return Interpreter(string, params, context).run();
}

}  // namespace weald::lsystem

namespace weald::schema {

void Schema<lsystem::TurtleParams>::check(const P& params, Checker& checker) {
  lsystem::check_settings(params, checker);
  lsystem::check_symbols(params.organs, checker);
}

}  // namespace weald::schema
