#pragma once
// The search for stages and parameters by what they are for.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/graph/stage.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// Where a word was found, from the strongest to the weakest.
enum class FoundIn {
  name,     ///< the name of the stage or the key of the parameter
  synonym,  ///< the words of other programs
  summary,  ///< the summary of the stage
  help,     ///< the help of the parameter
};

/// A stage or a parameter that was found.
struct SearchHit {
  FoundIn found_in = FoundIn::help;                ///< the strongest place of any word
  std::vector<const pipeline::StageKind*> stages;  ///< the stage, or the stages that have the parameter
  std::string key;                                 ///< of the parameter; empty: a stage
  std::string sentence;                            ///< its summary, or its help
};

/// The results of a search.
struct SearchResult {
  std::vector<std::string> advice;  ///< on words of other programs, "fence: weald has none; see sweep, ..."
  std::vector<SearchHit> hits;      ///< the best first
};

/// Largest number of hits of a search.
inline constexpr std::size_t kMaxHits = 24;

/// Searches names, words of other programs, summaries and help for `words`, in any case. A hit with more of the words
/// comes before one with fewer, and then a stronger place before a weaker one.
SearchResult search_features(std::span<const std::string> words);

/// The results as plain text.
std::string search_text(const SearchResult& result);

/// The results as JSON: `advice` and `results`.
void add_search_json(const SearchResult& result, Json& report);

}  // namespace weald::app
