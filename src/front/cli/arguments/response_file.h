#pragma once
// Response files: `@FILE` on the command line is replaced by the arguments in FILE.

#include <string>
#include <string_view>
#include <vector>

namespace weald::app {

/// The arguments in `text`, split at white space as by gcc: single and double quotes protect spaces, a backslash
/// protects the next character, also inside quotes.
std::vector<std::string> split_arguments(std::string_view text);

/// `arguments` with each `@FILE` replaced by its content, which may name further ones, up to 16 deep, 1000 in all and
/// 16 MiB in all. Errors: IoError for a file that cannot be read or names itself, and beyond these limits.
std::vector<std::string> with_response_files(const std::vector<std::string>& arguments);

}  // namespace weald::app
