#include "stages/scenes/detail/variation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "base/text/nearest_name.h"
#include "schema/wording.h"

namespace weald::scene {

namespace {

using expression::Problem;
using expression::Term;
using expression::Value;

/// A key of `vary` and what its value must be.
struct VariedKey {
  std::string_view key;
  std::optional<schema::SourceText> VaryParams::*text;
  std::optional<double> CopyValues::*value;  // null for `keep`
  double least, greatest;
};

constexpr double kMostScale = 1e3, kMostAngle = 1e9, kMostNumber = 1e30;

constexpr std::array kVariedKeys{
    VariedKey{"keep", &VaryParams::keep, nullptr, -kMostNumber, kMostNumber},
    VariedKey{"mesh", &VaryParams::mesh, &CopyValues::mesh, -kMostNumber, kMostNumber},
    VariedKey{"scale", &VaryParams::scale, &CopyValues::scale, 1e-3, kMostScale},
    VariedKey{"turn", &VaryParams::turn, &CopyValues::turn, -kMostAngle, kMostAngle},
    VariedKey{"tilt", &VaryParams::tilt, &CopyValues::tilt, -kMostAngle, kMostAngle},
    VariedKey{"tint", &VaryParams::tint, &CopyValues::tint, -kMostNumber, kMostNumber},
    VariedKey{"level", &VaryParams::level, &CopyValues::level, -kMostNumber, kMostNumber},
    VariedKey{"data", &VaryParams::data, &CopyValues::data, -kMostNumber, kMostNumber},
};

constexpr std::array<std::string_view, 4> kSiteNames{"index", "count", "share", "along"};
constexpr std::array<std::string_view, 4> kPlaceNames{"x", "y", "z", "pi"};

bool is_site_name(std::string_view name) { return std::ranges::find(kSiteNames, name) != kSiteNames.end(); }
bool is_place_name(std::string_view name) { return std::ranges::find(kPlaceNames, name) != kPlaceNames.end(); }

double fact(std::string_view name, const CopyFacts& facts) {
  const CopyFacts::Site site = facts.site.value_or(CopyFacts::Site{});
  const auto index = static_cast<double>(site.index), last = static_cast<double>(site.count) - 1;
  if (name == "index") return index;
  if (name == "count") return last + 1;
  if (name == "share") return last > 0 ? index / last : 0;
  if (name == "along") return site.along;
  if (name == "x") return facts.position.x;
  if (name == "y") return facts.position.y;
  if (name == "z") return facts.position.z;
  return math::kPi;
}

/// The names of one copy.
class CopyNames final : public expression::Names {
 public:
  CopyNames(const CopyFacts& facts, std::span<const NamedField> fields) : facts_(facts), fields_(fields) {}

  const Value* find(std::string_view name, Problem& problem) override {
    const auto field = std::ranges::find(fields_, name, &NamedField::first);
    if (field != fields_.end()) {
      value_.data = height_at(*field->second, {facts_.position.x, facts_.position.z});
      return &value_;
    }
    if (is_place_name(name) || (facts_.site && is_site_name(name))) {
      value_.data = fact(name, facts_);
      return &value_;
    }
    problem.message = fmt::format("there is no value '{}'", name.substr(0, 40));
    return nullptr;
  }

 private:
  const CopyFacts& facts_;
  std::span<const NamedField> fields_;
  Value value_;
};

/// Evaluation of one copy is bounded by the length of the expression and what its functions make.
expression::Work work_of_copy() { return {.max_steps = 100'000, .max_list_length = 4096, .max_text_length = 4096}; }

/// The address of a copy's random numbers.
std::uint64_t address_of(const CopyFacts& facts) {
  if (facts.site) return facts.site->index;
  return sub_seed(std::bit_cast<std::uint64_t>(facts.position.x), std::bit_cast<std::uint64_t>(facts.position.z));
}

std::string text_of(const CopyFacts& facts) {
  if (facts.site) return fmt::format("copy {}", facts.site->index);
  return fmt::format("the copy at x {}, z {}", schema::number_text(facts.position.x),
                     schema::number_text(facts.position.z));
}

const VariedKey& varied_key(std::string_view key) { return *std::ranges::find(kVariedKeys, key, &VariedKey::key); }

/// The value as a number; conditions are 1 or 0.
std::optional<double> number_of(const Value& value) {
  if (const bool* truth = value.boolean()) return *truth ? 1.0 : 0.0;
  return value.number() != nullptr ? std::optional{*value.number()} : std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> CopyValues::only_level() const {
  if (!level || *level < 0) return std::nullopt;
  return static_cast<std::uint32_t>(std::min(*level, 1e3));  // coarser levels than any chain has are its coarsest
}

std::optional<std::uint32_t> CopyValues::mesh_of(std::size_t meshes) const {
  if (!mesh) return std::nullopt;
  return static_cast<std::uint32_t>(std::clamp(std::floor(*mesh), 0.0, static_cast<double>(meshes - 1)));
}

Variation::Variation(const VaryParams& params, std::vector<NamedField> fields, std::uint64_t seed)
    : fields_(std::move(fields)), seed_(seed) {
  for (const VariedKey& key : kVariedKeys) {
    const auto& text = params.*key.text;
    if (!text) continue;
    Problem problem;
    auto term = expression::parse_all(text->text, 0, problem);
    if (!term) throw StageError(problem.message, "vary");
    expressions_.push_back({key.key, key.value, std::move(*term)});
  }
}

CopyValues Variation::values(const CopyFacts& facts) const {
  CopyValues values;
  CopyNames names(facts, fields_);
  const std::uint64_t address = address_of(facts);
  for (const Expression& expression : expressions_) {
    expression::Work work = work_of_copy();
    expression::Evaluator evaluator(names, work);
    Problem problem;
    // Each key has random numbers of its own.
    const std::uint64_t seed = sub_seed(stage_seed(seed_, expression.key), address);
    const auto value = evaluator.evaluate(expression.term, seed, problem);
    if (!value)
      throw StageError(fmt::format("'vary.{}' of {}: {}", expression.key, text_of(facts), problem.message), "vary");
    const auto number = number_of(*value);
    const VariedKey& key = varied_key(expression.key);
    if (!number || !(*number >= key.least && *number <= key.greatest)) {
      throw StageError(fmt::format("'vary.{}' of {} is {}, but must be a number from {} to {}", expression.key,
                                   text_of(facts), number ? expression::to_text(*value) : expression::kind_of(*value),
                                   schema::number_text(key.least), schema::number_text(key.greatest)),
                       "vary");
    }
    if (expression.value != nullptr)
      values.*expression.value = *number;
    else
      values.keep = *number != 0;
  }
  return values;
}

Tint tint_at(std::span<const Vec3f> colours, double position) {
  if (colours.empty()) return {};
  const double at = std::clamp(position, 0.0, 1.0) * static_cast<double>(colours.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(at), colours.size() - 1);
  const auto second = std::min(first + 1, colours.size() - 1);
  const Vec3 colour = glm::mix(Vec3{colours[first]}, Vec3{colours[second]}, at - std::floor(at));
  const auto channel = [](double v) {
    return static_cast<std::uint8_t>(std::clamp(std::floor(v * 255 + 0.5), 0.0, 255.0));
  };
  return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

namespace {

using TermVisitor = std::function<void(const Term& name)>;

/// Visits the names of values in an expression.
void visit_names(const Term& term, const TermVisitor& visit) {
  expression::visit_terms(term, [&](const Term& part) {
    if (part.form == expression::Form::name && part.text != "true" && part.text != "false") visit(part);
  });
}

/// Reports names that have no meaning.
void check_names(const Term& term, const schema::SourceText& text, const KnownFacts& facts, schema::Checker& checker) {
  std::vector<std::string_view> known(kPlaceNames.begin(), kPlaceNames.end());
  if (facts.has_sites) known.insert(known.begin(), kSiteNames.begin(), kSiteNames.end());
  known.insert(known.end(), facts.fields.begin(), facts.fields.end());
  visit_names(term, [&](const Term& part) {
    if (std::ranges::find(known, part.text) != known.end()) return;
    const SourceLoc place = place_in(text, part.begin, part.end - part.begin);
    if (is_site_name(part.text)) {
      checker.error_at(place, fmt::format("random places have no '{}'", part.text),
                       "expressions know the place x, y, z of a copy, and the heightmaps under 'of' there");
    } else {
      checker.error_at(place, fmt::format("there is no value '{}'", part.text.substr(0, 40)),
                       schema::suggest(part.text, known));
    }
  });
}

/// Removes the names that an expression uses.
void erase_used(const schema::SourceText& text, std::vector<std::string>& names) {
  Problem problem;
  const auto term = expression::parse_all(text.text, 0, problem);
  if (term) visit_names(*term, [&](const Term& part) { std::erase(names, part.text); });
}

}  // namespace

void check_variation(const VaryParams& params, const KnownFacts& known, schema::Checker& checker) {
  bool is_any = false;
  for (const VariedKey& key : kVariedKeys) {
    const auto& text = params.*key.text;
    if (!text) continue;
    is_any = true;
    Problem problem;
    const auto term = expression::parse_all(text->text, 0, problem);
    if (term)
      check_names(*term, *text, known, checker);
    else
      checker.error_at(place_in(*text, problem.begin, problem.length), problem.message, problem.help);
  }
  if (!is_any) checker.error("vary", "'vary' needs at least one key");
}

void check_field_names(std::span<const VaryParams* const> all, const KnownFacts& known, schema::Checker& checker) {
  if (all.empty() && !known.fields.empty()) return checker.error("of", "'of' is used with 'vary' only");
  for (const std::string& name : known.fields) {
    if (expression::is_identifier(name) && !is_place_name(name) && !is_site_name(name) &&
        expression::find_function(name) == nullptr)
      continue;
    checker.error("of", fmt::format("'{}' cannot be a name in the expressions", name.substr(0, 40)),
                  "a name starts with a letter and consists of letters, digits and '_'; index, count, share, along, "
                  "x, y, z, pi and the names of functions have meanings already");
  }
  std::vector<std::string> unused(known.fields.begin(), known.fields.end());
  for (const VaryParams* params : all) {
    for (const VariedKey& key : kVariedKeys) {
      if (params->*key.text) erase_used(*(params->*key.text), unused);
    }
  }
  for (const std::string& name : unused)
    checker.warning("of", fmt::format("no expression uses '{}'", name.substr(0, 40)));
}

std::vector<std::string> names_of(const VaryKeys& params) {
  std::vector<std::string> names;
  for (const auto& [name, input] : params.of) names.push_back(name);
  return names;
}

}  // namespace weald::scene
