// weald man: man pages, for packages. Not listed in the help.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/outputs/writers.h"
#include "formats/files/file_set.h"
#include "front/cli/command.h"
#include "front/cli/console/version.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

using schema::FieldInfo;
using schema::ValueType;

// A man page: its file name ("weald-build.1") and its text (roff, man macros).
using ManPage = std::pair<std::string, std::string>;

// `text` escaped for roff: backslashes, leading dots and hyphens are literal.
std::string roff_text(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    at_start = c == '\n';
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      case '"': out += "\\(dq"; break;
      default: out += c;
    }
  }
  return out;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

std::string head(const std::string& name, int section, const std::string& summary) {
  return fmt::format(".TH \"{}\" \"{}\" \"\" \"weald {}\" \"weald manual\"\n.SH NAME\n{} \\- {}\n", in_capitals(name),
                     section, weald_version(), roff_text(name), roff_text(summary));
}

std::string option_heading(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back(fmt::format("\\fB{}\\fR", roff_text("-" + name)));
  for (const std::string& name : option.get_lnames())
    names.push_back(fmt::format("\\fB{}\\fR", roff_text("--" + name)));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (option.get_positional())
    text = fmt::format("\\fI{}\\fR", roff_text(option.get_name(true)));
  else if (option.get_items_expected_max() > 0)
    text += fmt::format(" \\fI{}\\fR", roff_text(option.get_type_name()));
  return text;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::string options_section(const CLI::App& command) {
  std::string out;
  for (const std::string& group : command.get_groups()) {
    if (group.empty()) continue;
    std::string entries;
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_group() != group && !(option->get_positional() && group == "Options")) continue;
      entries += fmt::format(".TP\n{}\n{}\n", option_heading(*option), roff_text(option->get_description()));
    }
    if (!entries.empty()) out += fmt::format(".SH {}\n{}", in_capitals(group), entries);
  }
  return out;
}

// The synopsis of the command, without a line end.
std::string usage_line(const CLI::App& command, const std::string& name) {
  std::string out = fmt::format("\\fB{}\\fR [\\fIOPTIONS\\fR]", roff_text(name));
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string many = option->get_items_expected_max() > 1 ? "..." : "";
    const std::string word = fmt::format("\\fI{}\\fR{}", roff_text(option->get_type_name()), many);
    out += option->get_required() ? " " + word : " [" + word + "]";
  }
  return out;
}

// A line for the command, or one for each of its subcommands.
std::string synopsis(const CLI::App& command, const std::string& name) {
  const auto inner = shown_commands(command);
  std::string out = ".SH SYNOPSIS\n";
  if (inner.empty()) return out + usage_line(command, name) + "\n";
  for (const CLI::App* one : inner) out += usage_line(*one, name + " " + one->get_name()) + "\n.br\n";
  return out;
}

// Lines unfilled, as given.
std::string verbatim(std::string_view text) {
  std::string out = ".nf\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += roff_text(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + ".fi\n";
}

std::string see_also(const std::string& others) { return ".SH SEE ALSO\n" + others + "\n"; }

// The subcommands of a command, each with its own options.
std::string inner_commands(const CLI::App& command, const std::string& name) {
  std::string out;
  for (const CLI::App* inner : shown_commands(command)) {
    const std::string full = name + " " + inner->get_name();
    out += fmt::format(".SS {}\n{}\n.PP\n{}.\n", roff_text(inner->get_name()), usage_line(*inner, full),
                       roff_text(inner->get_description()));
    for (const CLI::Option* option : inner->get_options()) {
      const bool is_help = option == inner->get_help_ptr();
      if (is_help || (option->get_group().empty() && !option->get_positional())) continue;
      out += fmt::format(".TP\n{}\n{}\n", option_heading(*option), roff_text(option->get_description()));
    }
    if (const std::string footer = inner->get_footer(); !footer.empty()) out += ".PP\n" + verbatim(footer);
  }
  return out.empty() ? out : ".SH COMMANDS\n" + out;
}

std::string command_page(const CLI::App& command) {
  const std::string name = "weald-" + command.get_name();
  std::string out = head(name, 1, command.get_description());
  out += synopsis(command, "weald " + command.get_name());
  out += fmt::format(".SH DESCRIPTION\n{}.\n", roff_text(command.get_description()));
  if (const std::string footer = command.get_footer(); !footer.empty()) out += ".PP\n" + verbatim(footer);
  out += inner_commands(command, "weald " + command.get_name());
  out += options_section(command);
  return out + see_also("\\fBweald\\fR(1), \\fBweald\\-preset\\fR(5)");
}

std::string main_page(const CLI::App& program) {
  std::string out = head("weald", 1, "procedural terrain, plants, curves and meshes from presets");
  out += ".SH SYNOPSIS\n\\fBweald\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n";
  out += verbatim(program.get_description());
  out += ".SH COMMANDS\n";
  std::string others = "\\fBweald\\-preset\\fR(5)";
  for (const CLI::App* command : shown_commands(program)) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff_text(command->get_name()), roff_text(command->get_description()));
    others += fmt::format(",\n\\fB{}\\fR(1)", roff_text("weald-" + command->get_name()));
  }
  out += options_section(program);
  out += ".SH NOTES\n" + verbatim(program.get_footer());
  return out + see_also(others);
}

const std::vector<FieldInfo>* nested_fields(const ValueType& type) {
  if (type.kind == ValueType::Kind::record) return &type.fields;
  for (const ValueType& element : type.elements) {
    if (const auto* fields = nested_fields(element)) return fields;
  }
  return nullptr;
}

std::string fields_text(const std::vector<FieldInfo>& fields) {
  std::string out;
  for (const FieldInfo& field : fields) {
    std::string facts = to_text(field.type);
    if (const std::string range = schema::range_text(field.type.range); !range.empty()) facts += ", " + range;
    if (!field.unit.empty()) facts += " " + std::string(field.unit);
    const bool is_record = field.type.kind == ValueType::Kind::record;
    if (field.required)
      facts += ", required";
    else if (!field.default_text.empty() && !is_record)
      facts += ", default " + field.default_text;
    out += fmt::format(".TP\n\\fB{}\\fR ({})\n{}\n", roff_text(field.key), roff_text(facts), roff_text(field.help));
    if (const auto* nested = nested_fields(field.type)) out += ".RS\n" + fields_text(*nested) + ".RE\n";
  }
  return out;
}

std::string preset_page() {
  std::string out = head("weald-preset", 5, "presets of weald: stages, their parameters, and outputs");
  out +=
      ".SH DESCRIPTION\nA preset is a YAML file with the keys \\fBweald\\fR (format version), \\fBseed\\fR, "
      "\\fBdescription\\fR, \\fBextends\\fR (presets to start from), \\fBstages\\fR (a map of names to stages, each "
      "with its \\fBkind\\fR) and \\fBoutputs\\fR (a list of files to write).\n";
  out += ".SH OUTPUTS\n" + fields_text(schema::describe<pipeline::OutputSpec>());
  out += ".SH WRITERS\n";
  for (const pipeline::Writer& writer : pipeline::all_writers())
    out += fmt::format(".TP\n{} as \\fB{}\\fR\n{}\n", roff_text(writer.artifact), roff_text(writer.extension),
                       roff_text(writer.help));
  out += ".SH STAGES\n";
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    out += fmt::format(".SS {}\n{} Makes {}.\n{}", roff_text(kind.kind), roff_text(kind.summary),
                       schema::with_article(kind.outputs_text()), fields_text(kind.describe()));
    for (const schema::PartInfo& part : kind.parts)
      out += fmt::format(".TP\n.RI STAGE .{}\n{}: {}\n", roff_text(part.name), schema::with_article(part.artifact),
                         roff_text(part.help));
  }
  return out + see_also("\\fBweald\\fR(1), \\fBweald\\-build\\fR(1)");
}

// Every page: weald.1, one for each command, and weald-preset.5 on stages and their parameters.
std::vector<ManPage> man_pages(const CLI::App& program) {
  std::vector<ManPage> pages{{"weald.1", main_page(program)}};
  for (const CLI::App* command : shown_commands(program))
    pages.emplace_back("weald-" + command->get_name() + ".1", command_page(*command));
  pages.emplace_back("weald-preset.5", preset_page());
  return pages;
}

}  // namespace

void add_man(CLI::App& program, Context& context) {
  struct Options {
    std::string page = "weald.1";
    std::string folder;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("man", "Print a man page, or write all of them");
  command->group("");
  command->add_option("page", options->page, "Page, such as weald-build.1 (default: weald.1)")->type_name("PAGE");
  command->add_option("--dir", options->folder, "Write all pages into this folder")->type_name("DIR");
  command->callback([options, &context, &program] {
    io::FileSet files;
    bool found = false;
    for (const auto& [name, text] : man_pages(program)) {
      const std::string& page = text;  // Clang 14 cannot capture a structured binding
      if (!options->folder.empty())
        files.write(std::filesystem::path(options->folder) / name, [&](io::Sink& sink) { sink.append(page); });
      else if (name == options->page)
        fmt::print("{}", text);
      found = found || name == options->page;
    }
    files.commit();
    for (const auto& file : files.files()) fmt::print("{}\n", file.path.string());
    if (found) return;
    report_error(fmt::format("there is no page '{}'", options->page), context);
    context.exit_code = kUsage;
  });
}

}  // namespace weald::app
