// weald completion, and the hidden weald __complete that its scripts call.

#include <memory>

#include <fmt/format.h>

#include "front/cli/command.h"
#include "front/cli/completion.h"

namespace weald::app {

namespace {

constexpr std::string_view kBash = R"(# bash completion of weald. Load it with: source <(weald completion bash)
_weald() {
  mapfile -t COMPREPLY < <("$1" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -o nospace -F _weald weald
)";

constexpr std::string_view kZsh = R"(#compdef weald
# zsh completion of weald. Put it into a folder of $fpath as _weald, or load it with: source <(weald completion zsh)
_weald() {
  local -a whole whole_shown part part_shown
  local ending text help
  while IFS=$'\t' read -r ending text help; do
    if [[ $ending == whole ]]; then
      whole+=("$text")
      whole_shown+=("$text${help:+  -- $help}")
    else
      part+=("$text")
      part_shown+=("$text${help:+  -- $help}")
    fi
  done < <("${(Q)words[1]}" __complete zsh "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  (( $#whole )) && compadd -l -d whole_shown -a whole
  (( $#part )) && compadd -S '' -l -d part_shown -a part
}
(( $+functions[compdef] )) && compdef _weald weald
[[ $funcstack[1] == _weald ]] && _weald "$@"
)";

constexpr std::string_view kFish = R"(# fish completion of weald. Put it into ~/.config/fish/completions/weald.fish
function __weald_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] __complete fish $words "$current" 2>/dev/null
end
complete -c weald -f -a '(__weald_complete)'
)";

// Characters that bash does not treat as part of a word.
constexpr std::string_view kBashSpecial = " \t\"'\\$`&|;<>()[]{}*?!#~";

/// Help as one short line.
std::string short_help(const std::string& help) {
  std::string text = help.substr(0, help.find_first_of("\n\t"));
  if (text.size() > 76) text = text.substr(0, text.rfind(' ', 73)) + " ...";
  return text;
}

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return std::string(kBash);
  if (shell == "zsh") return std::string(kZsh);
  return shell == "fish" ? std::string(kFish) : "";
}

std::vector<std::string> split_command_line(std::string_view line) {
  std::vector<std::string> words(1);
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && (c == ' ' || c == '\t')) {
      if (inside) words.emplace_back();
      inside = false;
      continue;
    }
    inside = true;
    if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else
      words.back() += c;
  }
  return words;
}

std::string bash_reply(const Candidate& candidate, std::string_view typed, std::string_view breaks) {
  std::size_t kept = 0;  // length of the typed text that bash keeps
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if ((typed[i] == '=' || typed[i] == ':') && breaks.find(typed[i]) != std::string_view::npos) kept = i + 1;
  }
  std::string out;
  for (const char c : std::string_view(candidate.text).substr(std::min(kept, candidate.text.size()))) {
    if (kBashSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return candidate.finished ? out + " " : out;
}

int run_complete(const CLI::App& program, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return kUsage;
  if (arguments.front() == "bash") {
    if (arguments.size() != 3) return kUsage;
    const auto words = split_command_line(arguments[2]);
    for (const Candidate& candidate : complete(program, words))
      fmt::print("{}\n", bash_reply(candidate, words.back(), arguments[1]));
    return kOk;
  }
  const bool is_zsh = arguments.front() == "zsh";
  for (const Candidate& candidate : complete(program, {arguments.begin() + 1, arguments.end()})) {
    const std::string help = candidate.help.empty() ? "" : "\t" + short_help(candidate.help);
    fmt::print("{}{}{}\n", !is_zsh ? "" : candidate.finished ? "whole\t" : "part\t", candidate.text, help);
  }
  return kOk;
}

void add_completion(CLI::App& program, Context& context) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("shell", *shell, "bash, zsh or fish")->required()->type_name("SHELL");
  command->footer(
      "Completes commands, options, preset files, and after --set stages, keys and values.\n"
      "bash: put 'source <(weald completion bash)' into ~/.bashrc\n"
      "zsh:  weald completion zsh > \"${fpath[1]}/_weald\"\n"
      "fish: weald completion fish > ~/.config/fish/completions/weald.fish");
  command->callback([shell, &context] {
    const std::string script = completion_script(*shell);
    if (script.empty()) {
      report_error(fmt::format("there is no completion for the shell '{}'; choose bash, zsh or fish", *shell), context);
      context.exit_code = kUsage;
    }
    fmt::print("{}", script);
  });
}

}  // namespace weald::app
