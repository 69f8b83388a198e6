#pragma once
// The dialogue of `weald golden review`: shows a golden in the terminal and asks what to do with it.

#include <filesystem>
#include <optional>
#include <string>

#include "front/cli/command.h"
#include "front/golden/result.h"

namespace weald::app {

/// What the user decides about a golden.
enum class Decision { accept, reject, skip, quit };

/// True if a user can be asked: stdin and stdout are terminals.
bool can_ask();

/// Waits for a line from stdin and returns it without its line break; unset at the end of input. Errors: Interrupted.
std::optional<std::string> read_line(const Context& context);

/// Prints the report on a golden and its pictures, side by side or, on a narrow terminal, one below the other. `report`
/// is the folder of a report that contains the golden.
void show_golden(const std::filesystem::path& report, const golden::GoldenResult& golden);

/// Asks for a decision until the answer is valid; unset at the end of input. Errors: Interrupted.
std::optional<Decision> ask_about(const std::filesystem::path& report, const golden::GoldenResult& golden,
                                  const Context& context);

}  // namespace weald::app
