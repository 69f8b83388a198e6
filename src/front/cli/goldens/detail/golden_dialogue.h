#pragma once
// The dialogue of `weald golden review`: shows a golden in the terminal and asks what to do with it.

#include <filesystem>
#include <optional>
#include <string>

#include "front/cli/console/context.h"
#include "front/golden/result.h"

namespace weald::app {

/// The decision about a golden.
enum class Decision { accept, reject, skip, quit };

/// True if there is somebody to ask: stdin and stdout are terminals.
bool can_ask();

/// A line from stdin without its end; unset at the end of input. Waits; throws Interrupted on Ctrl-C.
std::optional<std::string> read_line(const Context& context);

/// The report on a golden and its pictures, side by side or, on a narrow terminal, one below the other. `report` is the
/// folder of a report that contains it.
void show_golden(const std::filesystem::path& report, const golden::GoldenResult& golden);

/// Asks until there is a decision; unset at the end of input. Errors: Interrupted.
std::optional<Decision> ask_about(const std::filesystem::path& report, const golden::GoldenResult& golden,
                                  const Context& context);

}  // namespace weald::app
