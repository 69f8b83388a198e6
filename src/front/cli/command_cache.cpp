// weald cache: inspects and clears the cache of stages.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text/counted.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/command.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

namespace {

struct CacheCommand {
  CacheOptions options;
  bool json = false;
};

int show(const CacheCommand& command, Cache& cache, const io::DiskStoreStats& stats, Json& report, const char* verb) {
  report["directory"] = cache.directory();
  report["entries"] = stats.entries;
  report["bytes"] = stats.bytes;
  report["limit"] = cache.limit();
  report["hits"] = stats.hits;
  report["misses"] = stats.misses;
  if (verb != nullptr) report["removed"] = stats.removed;
  if (!stats.trouble.empty()) throw IoError(stats.trouble);
  if (command.json) return kOk;
  if (verb != nullptr) fmt::print("{} {}\n", verb, counted_noun(stats.removed, "file"));
  fmt::print("folder   {}\nentries  {}\nsize     {} of {}\nhits     {}\nmisses   {}\n", cache.directory(),
             stats.entries, size_text(stats.bytes), size_text(cache.limit()), stats.hits, stats.misses);
  return kOk;
}

/// Adds a subcommand that runs `work` on the cache.
void add_action(CLI::App& parent, Context& context, const char* name, const char* help, const char* verb,
                io::DiskStoreStats (*work)(io::DiskStore&)) {
  auto command = std::make_shared<CacheCommand>();
  CLI::App* app = parent.add_subcommand(name, help);
  add_cache_options(*app, command->options);
  add_json_option(*app, command->json);
  app->callback([command, &context, name, verb, work] {
    Json report = report_head(std::string("cache ") + name);
    const auto run = [&]() -> int {
      Cache cache(command->options);
      if (cache.store() == nullptr) {
        report_error("the cache is off", context, "name its folder with --cache DIR");
        return kUsage;
      }
      return show(*command, cache, work(*cache.store()), report, verb);
    };
    context.exit_code = command->json ? print_report(report, run) : run();
  });
}

}  // namespace

void add_cache(CLI::App& program, Context& context) {
  CLI::App* command = program.add_subcommand("cache", "Inspect, prune or clear the cache of stage results");
  command->require_subcommand(1);
  add_action(*command, context, "stats", "Print the contents of the cache and its hit rate", nullptr,
             [](io::DiskStore& store) { return store.stats(); });
  add_action(*command, context, "clear", "Remove everything from the cache", "removed",
             [](io::DiskStore& store) { return store.clear(); });
  add_action(*command, context, "prune", "Remove results beyond the size limit, and files left behind by killed runs",
             "removed", [](io::DiskStore& store) { return store.prune(); });
  command->footer(
      "Builds cache results of stages in $WEALD_CACHE, else in $XDG_CACHE_HOME/weald or ~/.cache/weald. "
      "WEALD_CACHE=off or --cache off disables the cache.\n"
      "Example: weald cache stats\n"
      "Example: weald cache prune --cache-size 500M");
}

}  // namespace weald::app
