#include "lsystem/turtle.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/math.h"
#include "lsystem/grammar.h"
#include "lsystem/turtle_commands.h"

namespace weald::lsystem {

namespace {

constexpr double kFarthest = 1e12;
constexpr std::size_t kMaxDepth = 65535;
constexpr std::size_t kMaxPolygons = 256;
constexpr int kRotationsBetweenRepairs = 32;

// What a symbol of the alphabet does. A symbol may draw and then place an organ at the segment's end.
struct Meaning {
  const TurtleCommand* command = nullptr;
  bool draws = false;
  bool organ = false;
};
using Meanings = std::array<Meaning, kMaxAlphabet>;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> symbols_of(const SourceText& text, std::string_view key) {
  TextIssues issues;
  auto names = parse_symbols(text, issues);
  if (issues.has_errors()) throw StageError(issues.first_error(), std::string(key));
  return names;
}

Meanings meanings_of(const std::vector<Symbol>& alphabet, const TurtleParams& params) {
  const auto draw = symbols_of(params.draw, "draw");
  const auto organs = symbols_of(params.organs, "organs");
  Meanings meanings{};
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const std::string& name = alphabet[i].name;
    Meaning& meaning = meanings[i];
    meaning.draws = contains(draw, name);
    meaning.organ = organs.empty() ? name[0] == '~' : contains(organs, name);
    if (!meaning.draws && !meaning.organ) meaning.command = find_command(name);
    if (meaning.draws) meaning.command = &kTurtleCommands[0];
  }
  return meanings;
}

// Everything that [ saves and ] brings back.
struct State {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;
  std::uint16_t colour = 0;
  int rotations = 0;                    // since the frame was last made orthonormal
  std::optional<std::uint32_t> parent;  // segment that ends at the position
  std::optional<std::uint32_t> bearer;  // last segment drawn on the way here: what organs grow from
  std::optional<std::uint32_t> branch;  // unset until the branch draws
};

// Rotates the plane of two axes: a goes towards b.
void rotate(Vec3& a, Vec3& b, double cosine, double sine) {
  const Vec3 turned = a * cosine + b * sine;
  b = b * cosine - a * sine;
  a = turned;
}

Vec3 rotated_about(const Vec3& v, const Vec3& axis, double cosine, double sine) {
  return v * cosine + glm::cross(axis, v) * sine + axis * (glm::dot(axis, v) * (1 - cosine));
}

class Interpreter {
 public:
  Interpreter(const LString& string, const TurtleParams& params, const RunContext& context)
      : string_(string),
        params_(params),
        context_(context),
        meanings_(meanings_of(string.alphabet, params)),
        cosine_(math::cos_deg(params.angle)),
        sine_(math::sin_deg(params.angle)) {
    state_.width = params.width;
  }

  Skeleton run() {
    reserve();
    for (index_ = 0; index_ < string_.symbols.size(); ++index_) {
      if (index_ % kSymbolsPerReport == 0) {
        context_.progress(static_cast<double>(index_) / static_cast<double>(string_.symbols.size()));
      }
      const std::uint8_t symbol = string_.symbols[index_];
      const unsigned count = string_.alphabet[symbol].parameters;
      argument_ = count > 0 ? std::optional{string_.parameters[parameter_]} : std::nullopt;
      parameter_ += count;
      if (argument_ && !std::isfinite(*argument_)) fail("has a parameter that is not a finite number");
      const Meaning& meaning = meanings_[symbol];
      if (meaning.command != nullptr) perform(*meaning.command);
      if (meaning.organ) place_organ();
    }
    if (dropped_polygons_ > 0) {
      context_.warn(fmt::format("left out {} polygons with fewer than three corners", dropped_polygons_), "from");
    }
    return std::move(skeleton_);
  }

 private:
  static constexpr std::size_t kSymbolsPerReport = 1 << 16;

  [[noreturn]] void fail(std::string_view what) const {
    throw StageError(fmt::format("symbol {} of the string, '{}', {}", index_ + 1,
                                 string_.alphabet[string_.symbols[index_]].name, what),
                     "from");
  }

  // Refuses a string that draws too much and reserves room for the rest.
  void reserve() {
    std::size_t segments = 0, corners = 0, organs = 0;
    for (const std::uint8_t symbol : string_.symbols) {
      const Meaning& meaning = meanings_[symbol];
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
    Frame& frame = state_.frame;
    switch (command.action) {
      case TurtleAction::draw: forward(true, true); break;
      case TurtleAction::draw_unrecorded: forward(true, false); break;
      case TurtleAction::move: forward(false, true); break;
      case TurtleAction::move_unrecorded: forward(false, false); break;
      case TurtleAction::turn: turn(frame.heading, frame.left, command.sign); break;
      case TurtleAction::pitch: turn(frame.heading, frame.up, command.sign); break;
      case TurtleAction::roll: turn(frame.left, frame.up, command.sign); break;
      case TurtleAction::turn_around: rotate(frame.heading, frame.left, -1, 0); break;
      case TurtleAction::roll_upright: roll_upright(); break;
      case TurtleAction::push: push(); break;
      case TurtleAction::pop: pop(); break;
      case TurtleAction::cut: skip_branch(); break;
      case TurtleAction::open_polygon: open_polygon(); break;
      case TurtleAction::close_polygon: close_polygon(); break;
      case TurtleAction::record: record(); break;
      case TurtleAction::width: set_width(command.sign); break;
      case TurtleAction::colour: set_colour(command.sign); break;
    }
  }

  // ---- moving ----

  void forward(bool draws, bool records) {
    if (params_.tropism) bend(*params_.tropism);
    const double length = argument_.value_or(params_.step);
    const Vec3 start = state_.position;
    state_.position += state_.frame.heading * length;
    const Vec3 size = glm::abs(state_.position);
    if (!(std::max({size.x, size.y, size.z}) <= kFarthest)) fail("takes the turtle out of the world (1e12 m)");
    if (length != 0) {
      if (draws) {
        draw_segment(start);
      } else {
        state_.parent.reset();
        state_.branch.reset();
      }
    }
    if (records && !polygons_.empty()) record();
  }

  void draw_segment(const Vec3& start) {
    if (!state_.branch) state_.branch = branches_++;
    const auto number = static_cast<std::uint32_t>(skeleton_.segments.size());
    const double radius = state_.width / 2;
    skeleton_.segments.push_back(
        {start, state_.position, radius, radius, state_.frame, state_.parent, *state_.branch, level(), state_.colour});
    state_.parent = number;
    state_.bearer = number;
  }

  // ---- turning ----

  void turn(Vec3& a, Vec3& b, int sign) {
    const double cosine = argument_ ? math::cos_deg(*argument_) : cosine_;
    const double sine = argument_ ? math::sin_deg(*argument_) : sine_;
    rotate(a, b, cosine, sign * sine);
    repair_now_and_then();
  }

  // Rounding errors of many rotations would make the axes drift from right angles and length 1.
  void repair_now_and_then() {
    if (++state_.rotations < kRotationsBetweenRepairs) return;
    state_.rotations = 0;
    Frame& frame = state_.frame;
    frame.heading = normalized_or(frame.heading, {0, 1, 0});
    frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), {-1, 0, 0});
    frame.up = glm::cross(frame.heading, frame.left);
  }

  void roll_upright() {
    Frame& frame = state_.frame;
    const Vec3 level_left = glm::cross(Vec3{0, 1, 0}, frame.heading);
    const double length = glm::length(level_left);
    constexpr double kVertical = 1e-9;
    if (length < kVertical) return;
    frame.left = level_left / length;
    frame.up = glm::cross(frame.heading, frame.left);
  }

  void bend(const TropismParams& tropism) {
    Frame& frame = state_.frame;
    const Vec3 torque = glm::cross(frame.heading, tropism.vector);
    const double strength = glm::length(torque);
    constexpr double kAligned = 1e-12;
    if (strength < kAligned) return;
    const double angle = std::clamp(tropism.elasticity * strength, -1.0, 1.0);
    const Vec3 axis = torque / strength;
    const double cosine = math::cos(angle), sine = math::sin(angle);
    frame.heading = rotated_about(frame.heading, axis, cosine, sine);
    frame.left = rotated_about(frame.left, axis, cosine, sine);
    frame.up = glm::cross(frame.heading, frame.left);
    repair_now_and_then();
  }

  // ---- branches ----

  std::uint16_t level() const { return static_cast<std::uint16_t>(saved_.size()); }

  void push() {
    if (saved_.size() == kMaxDepth) fail(fmt::format("nests branches more than {} deep", kMaxDepth));
    saved_.push_back(state_);
    state_.branch.reset();
  }

  void pop() {
    if (saved_.empty()) fail("ends a branch that never began");
    state_ = saved_.back();
    saved_.pop_back();
  }

  // Goes on to the symbol before the ] that ends this branch, or to the end of the string.
  void skip_branch() {
    std::size_t depth = 0;
    while (index_ + 1 < string_.symbols.size()) {
      const std::uint8_t next = string_.symbols[index_ + 1];
      const TurtleCommand* command = meanings_[next].command;
      if (command != nullptr && command->action == TurtleAction::push) ++depth;
      if (command != nullptr && command->action == TurtleAction::pop && depth-- == 0) return;
      parameter_ += string_.alphabet[next].parameters;
      ++index_;
    }
  }

  // ---- polygons, organs, attributes ----

  void open_polygon() {
    if (polygons_.size() == kMaxPolygons) fail(fmt::format("nests polygons more than {} deep", kMaxPolygons));
    polygons_.emplace_back();
  }

  void record() {
    if (!polygons_.empty()) polygons_.back().push_back(state_.position);
  }

  void close_polygon() {
    if (polygons_.empty()) fail("closes a polygon that was never opened");
    std::vector<Vec3> points = std::move(polygons_.back());
    polygons_.pop_back();
    if (points.size() < 3) {
      ++dropped_polygons_;
      return;
    }
    skeleton_.polygons.push_back({std::move(points), level(), state_.colour});
  }

  void place_organ() {
    SkeletonOrgan organ;
    organ.position = state_.position;
    organ.frame = state_.frame;
    organ.size = argument_.value_or(params_.step);
    organ.parent = state_.bearer;
    organ.level = level();
    organ.colour = state_.colour;
    skeleton_.organs.push_back(organ);
  }

  void set_width(int sign) {
    state_.width = std::max(0.0, argument_ ? *argument_ : state_.width + sign * params_.width_step);
  }

  void set_colour(int sign) {
    const double index = argument_ ? std::floor(*argument_) : state_.colour + sign;
    state_.colour = static_cast<std::uint16_t>(std::clamp(index, 0.0, 65535.0));
  }

  const LString& string_;
  const TurtleParams& params_;
  const RunContext& context_;
  const Meanings meanings_;
  const double cosine_, sine_;
  std::size_t index_ = 0;
  std::size_t parameter_ = 0;
  std::optional<double> argument_;
  State state_;
  std::vector<State> saved_;
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
  lsystem::TextIssues issues;
  for (const lsystem::SourceText* text : {&params.draw, &params.organs}) {
    for (const std::string& name : lsystem::parse_symbols(*text, issues)) {
      if (name == "[" || name == "]")
        issues.error(*text, 0, text->text.size(), "brackets begin and end branches; they cannot do more");
    }
  }
  for (const lsystem::TextIssue& issue : issues.all()) checker.error_at(issue.where, issue.message, issue.help);
}

}  // namespace weald::schema
