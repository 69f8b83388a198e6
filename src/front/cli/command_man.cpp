// weald man: man pages, for packages. Not listed in the help.

#include <memory>

#include <fmt/format.h>

#include "formats/files/file_set.h"
#include "front/cli/command.h"
#include "front/cli/man_page.h"

namespace weald::app {

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
