#pragma once
// Pinned: the last accepted results of a golden, as a small text that is read and merged line by line.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace weald::golden {

/// The digests of one golden.
struct Pinned {
  std::string weald;                           ///< version of weald that pinned them
  std::string recipe;                          ///< digest of the resolved recipe, see front/golden/detail/recipe.h
  std::map<std::string, std::string> outputs;  ///< by file
  std::map<std::string, std::string> stages;   ///< by name

  /// True if the digests are the same, whatever version of weald pinned them.
  bool same_digests(const Pinned& other) const {
    return recipe == other.recipe && outputs == other.outputs && stages == other.stages;
  }
  bool operator==(const Pinned&) const = default;
};

/// The digests as text, one line per entry, sorted: `output DIGEST  FILE`, `stage DIGEST  NAME`. Two branches that
/// change different outputs change different lines.
std::string pinned_text(const Pinned& pinned);

/// Parses the text of pinned_text(). Errors, such as an unresolved conflict or a repeated line, are reported at their
/// locations; unset if there was one. Line ends may be CR LF.
std::optional<Pinned> parse_pinned(std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Reads the digests of golden `name` below the suite's folder; unset if there is no such file, or it is invalid.
/// Errors: IoError if it cannot be read.
std::optional<Pinned> read_pinned(const std::filesystem::path& suite, const std::string& name, Sources& sources,
                                  Diagnostics& diagnostics);

inline constexpr std::string_view kPinnedFolder = "pinned";
inline constexpr std::string_view kReferencesFolder = "references";

/// `pinned/NAME.txt` below the suite's folder.
std::filesystem::path pinned_path(const std::filesystem::path& suite, const std::string& name);
/// `pinned/NAME.recipe`: the recipe of the pinned results, see front/golden/detail/recipe.h.
std::filesystem::path recipe_path(const std::filesystem::path& suite, const std::string& name);
/// `references/NAME`: the folder of the golden's references.
std::filesystem::path references_path(const std::filesystem::path& suite, const std::string& name);

}  // namespace weald::golden
