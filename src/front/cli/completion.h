#pragma once
// Completion of a command line: what may stand where the cursor is. The shells' scripts call `weald __complete`.

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "schema/node.h"

namespace weald::app {

/// One way to go on.
struct Candidate {
  std::string text;      ///< the whole word
  std::string help;      ///< a few words about it; may be empty
  bool finished = true;  ///< false: more follows in the same word
};

/// The command that the shells' scripts call.
inline constexpr std::string_view kCompleteCommand = "__complete";

/// What may stand in place of the last of `words`, which begins as it does; the first word is the program.
std::vector<Candidate> complete(const CLI::App& program, const std::vector<std::string>& words);

/// What may follow `--set ` for a preset whose merged tree is `root`: stages, then keys, then values.
std::vector<Candidate> complete_set(const schema::Node& root, std::string_view word);

/// What may follow `--tolerance ` where `files` (the first decides; there may be none) are compared: the keys of what
/// such a file may hold, then the default.
std::vector<Candidate> complete_tolerance(const std::vector<std::string>& files, std::string_view word);

/// Files whose path begins with `prefix`; with `extensions` only those, and folders.
std::vector<Candidate> complete_files(std::string_view prefix, const std::vector<std::string_view>& extensions);

/// The words of a shell's command line as far as it is typed; the last one, which may be empty, is being typed.
std::vector<std::string> split_command_line(std::string_view line);

/// `text` as bash must be given it where `typed` stands, of which bash replaces only what follows the last of `breaks`.
std::string bash_reply(const Candidate& candidate, std::string_view typed, std::string_view breaks);

/// `weald __complete bash BREAKS LINE`, `weald __complete zsh|fish WORD...`: prints the candidates.
int run_complete(const CLI::App& program, const std::vector<std::string>& arguments);

/// The script that makes `shell` complete weald's command lines; empty for a shell that is not known.
std::string completion_script(std::string_view shell);

}  // namespace weald::app
