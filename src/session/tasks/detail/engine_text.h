#pragma once
// Texts that the files of several engines contain.

#include <filesystem>
#include <string>
#include <string_view>

#include "session/tasks/engines.h"

namespace weald::session {

/// `text` as one word of a POSIX shell, in single quotes unless it needs none.
std::string shell_quoted(std::string_view text);

/// `text` as a double-quoted scalar of YAML, which is also a string of JSON.
std::string yaml_quoted(const std::string& text);

/// `text` on one line of a comment: control characters become spaces.
std::string comment_text(std::string text);

/// `text` as a name of Kubernetes, Slurm and file systems alike: lower-case letters, digits and hyphens, with a letter
/// or digit at both ends, at most 40 characters. "world" if nothing is left.
std::string plain_name(std::string_view text);

/// The shell command that runs a task: the program is the value of WEALD, or `weald`. `task` is a word of a shell, such
/// as `3` or `"$task"`, and `plan_file` the path of the plan, quoted.
std::string task_command(const TaskPlan& plan, std::string_view plan_file, std::string_view task);

/// The path "plan" for "plan/", whose last component has no name.
std::filesystem::path without_end_slash(const std::filesystem::path& path);

}  // namespace weald::session
