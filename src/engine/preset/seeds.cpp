#include "engine/preset/seeds.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace weald::preset {

SiblingNames::SiblingNames(std::string suffix, const std::set<std::string>& shared)
    : suffix_(std::move(suffix)), shared_(shared) {}

std::string SiblingNames::operator()(const std::string& name) const {
  const std::string stage{schema::split_part(name).first};
  return shared_.count(stage) > 0 ? name : stage + suffix_ + name.substr(stage.size());
}

std::set<std::string> shared_stages(const std::vector<pipeline::StageDecl>& stages,
                                    const std::set<std::string>& equal) {
  std::set<std::string> shared = equal;
  const auto reads_other = [&](const pipeline::StageDecl& stage) {
    return std::any_of(stage.inputs.begin(), stage.inputs.end(), [&](const schema::InputUse& use) {
      return shared.count(std::string(schema::split_part(use.stage).first)) == 0;
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const pipeline::StageDecl& stage : stages) {
      if (shared.count(stage.name) > 0 && reads_other(stage)) changed = shared.erase(stage.name) > 0;
    }
  }
  return shared;
}

namespace {

std::optional<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The seeds from `first` to `last`; unset if there are too many.
std::optional<std::vector<std::uint64_t>> range_of(std::uint64_t first, std::uint64_t last) {
  const bool down = last < first;
  const std::uint64_t span = down ? first - last : last - first;
  if (span >= kMaxSeeds) return std::nullopt;
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i <= span; ++i) seeds.push_back(down ? first - i : first + i);
  return seeds;
}

/// "write 1..16" for 1-16, 1:16, 1...16, "1 to 16" and the like; empty for anything that is not a pair of numbers.
std::string range_meant_by(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t first_end = std::min(text.find_first_not_of(kDigits), text.size());
  const std::size_t last_begin = text.find_last_not_of(kDigits) + 1;  // 0 if there are only digits
  if (first_end == 0 || last_begin <= first_end || last_begin == text.size()) return {};
  const std::string_view between = text.substr(first_end, last_begin - first_end);
  if (between.find_first_of(kDigits) != std::string_view::npos) return {};
  const std::string_view first = text.substr(0, first_end), last = text.substr(last_begin);
  const bool is_list = between.find(',') != std::string_view::npos;
  return is_list ? fmt::format("a list is written [{}, {}]", first, last) : fmt::format("write {}..{}", first, last);
}

}  // namespace

}  // namespace weald::preset

namespace weald::schema {

bool Codec<preset::SeedList>::decode(const Node& node, const Slot& slot, Decoder& decoder, preset::SeedList& out) {
  const auto too_many = [&] {
    decoder.error(node.where, fmt::format("'seeds' needs 1 to {} seeds", preset::kMaxSeeds));
    return false;
  };
  if (const Node::List* list = node.list()) {
    if (list->empty() || list->size() > preset::kMaxSeeds) return too_many();
    for (const Node& element : *list) {
      std::uint64_t seed = 0;
      if (!Codec<std::uint64_t>::decode(element, {"seed", "", {}}, decoder, seed)) return false;
      if (std::find(out.seeds.begin(), out.seeds.end(), seed) != out.seeds.end()) {
        decoder.error(element.where, fmt::format("seed {} is listed twice", seed));
        return false;
      }
      out.seeds.push_back(seed);
    }
    return true;
  }
  constexpr std::string_view kExpected = "a range such as 1..16, or a list of whole numbers, from 0 on";
  if (node.scalar() == nullptr) return decoder.wrong_type(node, slot, kExpected);
  const std::string_view text = node.scalar()->text;
  const std::size_t dots = text.find("..");
  const auto first = preset::parse_seed(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : preset::parse_seed(text.substr(dots + 2));
  if (!first || !last) return decoder.wrong_type(node, slot, kExpected, preset::range_meant_by(text));
  auto seeds = preset::range_of(*first, *last);
  if (!seeds) return too_many();
  out.seeds = std::move(*seeds);
  return true;
}

}  // namespace weald::schema
