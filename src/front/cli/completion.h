#pragma once
// Completion of a command line: candidates at the cursor. The shells' scripts call `weald __complete`.

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "schema/node.h"

namespace weald::app {

/// One candidate.
struct Candidate {
  std::string text;      ///< the whole word
  std::string help;      ///< a short description; may be empty
  bool finished = true;  ///< false: more follows in the same word
};

/// The command that the shells' scripts call.
inline constexpr std::string_view kCompleteCommand = "__complete";

/// Candidates to replace the last of `words`, of which it is a prefix; the first word is the program.
std::vector<Candidate> complete(const CLI::App& program, const std::vector<std::string>& words);

/// Candidates after `--set ` for a preset whose merged tree is `root`: stages, then keys, then values.
std::vector<Candidate> complete_set(const schema::Node& root, std::string_view word);

/// Candidates after `--tolerance ` when comparing `files` (the first decides; there may be none): the keys for the
/// content of such a file, then the default.
std::vector<Candidate> complete_tolerance(const std::vector<std::string>& files, std::string_view word);

/// Folders and files whose path begins with `prefix`; of the files only those with one of `extensions`, unless empty.
std::vector<Candidate> complete_files(std::string_view prefix, const std::vector<std::string_view>& extensions);

/// The words of a shell's command line typed so far; the last one, which may be empty, is being typed.
std::vector<std::string> split_command_line(std::string_view line);

/// The candidate as a reply to bash when the word `typed` was typed: quoted, and without the part that bash keeps,
/// which ends at the last '=' or ':' of `typed` that is among `breaks`.
std::string bash_reply(const Candidate& candidate, std::string_view typed, std::string_view breaks);

/// `weald __complete bash BREAKS LINE`, `weald __complete zsh|fish WORD...`: prints the candidates.
int run_complete(const CLI::App& program, const std::vector<std::string>& arguments);

/// The script that lets `shell` complete weald's command lines; empty for an unknown shell.
std::string completion_script(std::string_view shell);

}  // namespace weald::app
