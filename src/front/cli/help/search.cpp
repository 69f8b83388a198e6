#include "front/cli/help/search.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/text/lower_case.h"
#include "engine/graph/stage_list.h"
#include "schema/other_words.h"

namespace weald::app {

namespace {

constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kWholePrefix = 4;  // a word of so many letters also finds longer words that begin with it

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// The words of a text in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : lower_case(std::string(text)) + " ") {
    if (is_letter(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

/// A word without the ending of its plural.
std::string singular(std::string word) {
  if (word.size() > 4 && word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
  return word;
}

bool has_word(std::string_view text, const std::string& word, bool with_longer = true) {
  const std::vector<std::string> words = words_of(text);
  return std::any_of(words.begin(), words.end(), [&](const std::string& other) {
    return singular(other) == word || (with_longer && word.size() >= kWholePrefix && other.starts_with(word));
  });
}

bool is_whole(std::string_view name, const std::string& word) { return singular(std::string(name)) == word; }

/// Where each searched word was found in a stage or a parameter.
class Tally {
 public:
  /// `is_whole`: the word is the whole name.
  void add(std::optional<FoundIn> found, bool is_whole) {
    if (!found) return;
    ++found_;
    best_ = std::min(best_.value_or(FoundIn::help), *found);
    weight_ += is_whole ? -1 : static_cast<int>(*found);
  }
  std::optional<FoundIn> best() const { return found_ == 0 ? std::nullopt : best_; }
  /// Smaller is better.
  std::pair<int, int> rank() const { return {-found_, weight_}; }

 private:
  int found_ = 0;
  int weight_ = 0;
  std::optional<FoundIn> best_;
};

/// A hit with its rank: the words found and where, stages before parameters, and the order among the nearest stages.
struct RankedHit {
  std::tuple<int, int, bool, std::size_t> rank;
  SearchHit hit;
};

class FeatureSearch {
 public:
  explicit FeatureSearch(std::span<const std::string> words) {
    for (const std::string& text : words) {
      const schema::OtherWord* whole = schema::find_other_word(text);
      if (whole != nullptr) meanings_.push_back(whole);
      for (const std::string& word : words_of(std::string_view(text).substr(0, kLongestWord))) {
        const schema::OtherWord* other = whole != nullptr ? whole : schema::find_other_word(word);
        if (other != nullptr && std::find(meanings_.begin(), meanings_.end(), other) == meanings_.end())
          meanings_.push_back(other);
        words_.push_back({singular(word), other});
      }
    }
  }

  SearchResult run() {
    for (const pipeline::StageKind& kind : pipeline::all_stages()) {
      add_stage(kind);
      for (const schema::FieldInfo& field : kind.describe()) add_parameter(kind, field);
    }
    for (auto& [key_and_help, ranked] : parameters_) hits_.push_back(std::move(ranked));
    std::stable_sort(hits_.begin(), hits_.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    SearchResult result;
    for (const schema::OtherWord* word : meanings_)
      result.advice.push_back(fmt::format("{}: {}", word->word, schema::help_for(*word)));
    for (std::size_t i = 0; i < std::min(hits_.size(), kMaxHits); ++i) result.hits.push_back(std::move(hits_[i].hit));
    return result;
  }

 private:
  struct Word {
    std::string text;
    const schema::OtherWord* meaning = nullptr;
  };

  void add_stage(const pipeline::StageKind& kind) {
    Tally tally;
    std::size_t place = 0;
    for (const Word& word : words_) {
      std::optional<FoundIn> found;
      if (has_word(kind.kind, word.text)) {
        found = FoundIn::name;
      } else if (const auto at = place_in(word, kind.kind)) {
        found = FoundIn::synonym;
        place += *at;
      } else if (has_word(kind.summary, word.text)) {
        found = FoundIn::summary;
      }
      tally.add(found, is_whole(kind.kind, word.text));
    }
    if (const auto best = tally.best())
      hits_.push_back(
          {{tally.rank().first, tally.rank().second, false, place}, {*best, {&kind}, "", std::string(kind.summary)}});
  }

  /// The position of the stage among those that a word leads to.
  static std::optional<std::size_t> place_in(const Word& word, std::string_view kind) {
    if (word.meaning == nullptr) return std::nullopt;
    const auto& stages = word.meaning->stages;
    const auto found = std::find(stages.begin(), stages.end(), kind);
    if (found == stages.end()) return std::nullopt;
    return static_cast<std::size_t>(found - stages.begin());
  }

  /// Parameters with the same key and help are one hit.
  void add_parameter(const pipeline::StageKind& kind, const schema::FieldInfo& field) {
    Tally tally;
    for (const Word& word : words_) {
      tally.add(has_word(field.key, word.text, false) ? std::optional(FoundIn::name)
                : has_word(field.help, word.text)     ? std::optional(FoundIn::help)
                                                      : std::nullopt,
                is_whole(field.key, word.text));
    }
    const auto best = tally.best();
    if (!best) return;
    const auto [entry, is_new] = parameters_.try_emplace({std::string(field.key), std::string(field.help)});
    RankedHit& ranked = entry->second;
    if (is_new)
      ranked = {{tally.rank().first, tally.rank().second, true, 0},
                {*best, {}, std::string(field.key), std::string(field.help)}};
    ranked.hit.stages.push_back(&kind);
  }

  std::vector<Word> words_;
  std::vector<const schema::OtherWord*> meanings_;
  std::vector<RankedHit> hits_;
  std::map<std::pair<std::string, std::string>, RankedHit> parameters_;
};

std::string_view name_of_place(FoundIn place) {
  constexpr std::array<std::string_view, 4> kPlaces{"name", "synonym", "summary", "help"};
  return kPlaces[static_cast<std::size_t>(place)];
}

/// "fbm.octaves", or "fbm.octaves, ridged.octaves and 4 more stages".
std::string places_of(const SearchHit& hit) {
  constexpr std::size_t kNamed = 2;
  std::string text;
  for (std::size_t i = 0; i < std::min(hit.stages.size(), kNamed); ++i)
    text += fmt::format("{}{}.{}", i == 0 ? "" : ", ", hit.stages[i]->kind, hit.key);
  if (hit.stages.size() > kNamed) text += ", ...";
  return text;
}

}  // namespace

SearchResult search_features(std::span<const std::string> words) { return FeatureSearch(words).run(); }

std::string search_text(const SearchResult& result) {
  std::string text;
  for (const std::string& advice : result.advice) text += advice + "\n";
  if (!result.advice.empty() && !result.hits.empty()) text += "\n";
  for (const SearchHit& hit : result.hits) {
    if (hit.key.empty())
      text += fmt::format("{:<18} {}\n", hit.stages.front()->kind, hit.sentence);
    else
      text += fmt::format("{}\n{:<18} {}\n", places_of(hit), "", hit.sentence);
  }
  return text;
}

void add_search_json(const SearchResult& result, Json& report) {
  report["advice"] = result.advice;
  report["results"] = Json::array();
  for (const SearchHit& hit : result.hits) {
    Json stages = Json::array();
    for (const pipeline::StageKind* stage : hit.stages) stages.push_back(stage->kind);
    Json entry = {{"stages", std::move(stages)}, {"found_in", name_of_place(hit.found_in)}};
    if (!hit.key.empty()) entry["key"] = hit.key;
    entry["sentence"] = hit.sentence;
    report["results"].push_back(std::move(entry));
  }
}

}  // namespace weald::app
