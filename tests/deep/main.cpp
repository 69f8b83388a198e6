// The program that looks for faults: test_deep MACHINE [--seconds N] [--seed S] [--resume] ... ; see CONTRIBUTING.md.

#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "deep/cache_machine.h"
#include "deep/campaign.h"
#include "deep/edge_machine.h"
#include "deep/graph_machine.h"
#include "deep/kill_machine.h"
#include "schema/codec.h"
#include "support/files.h"
#include "support/run_weald.h"

namespace {

using namespace weald::deep;
using weald::test::TemporaryFolder;

volatile std::sig_atomic_t interrupted = 0;

template <class M>
std::unique_ptr<Machine> make_machine(const Setting& setting) {
  return std::make_unique<M>(setting);
}

const std::map<std::string, std::function<std::unique_ptr<Machine>(const Setting&)>> kMachines{
    {"caches", make_machine<CacheMachine>},
    {"edges", make_machine<EdgeMachine>},
    {"graphs", make_machine<GraphMachine>},
    {"kills", make_machine<KillMachine>}};

constexpr const char* kUsage =
    "usage: test_deep edges | graphs | kills | caches [--seconds N] [--cases N] [--seed S] [--case I] [--resume]\n"
    "                 [--workers N] [--state FOLDER] [--program WEALD]\n";

struct Arguments {
  Setting setting;
  CampaignOptions campaign;
  bool has_seed = false;
};

std::uint64_t whole(const std::string& text) {
  const auto value = weald::schema::parse_integer(text);
  if (!value || *value < 0) throw std::invalid_argument("'" + text + "' is no whole number");
  return static_cast<std::uint64_t>(*value);
}

Arguments read_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  arguments.campaign.state = "build/deep";
  arguments.setting.program = weald::test::weald_program();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == words.size()) throw std::invalid_argument(word + " needs a value");
      return words[++i];
    };
    if (word == "--seconds") {
      arguments.campaign.seconds = static_cast<double>(whole(value()));
    } else if (word == "--cases") {
      arguments.campaign.most_cases = whole(value());
    } else if (word == "--case") {
      arguments.campaign.only_case = whole(value());
    } else if (word == "--seed") {
      arguments.setting.seed = whole(value());
      arguments.has_seed = true;
    } else if (word == "--workers") {
      arguments.campaign.workers = static_cast<int>(std::max<std::uint64_t>(1, whole(value())));
    } else if (word == "--resume") {
      arguments.campaign.resume = true;
    } else if (word == "--state") {
      arguments.campaign.state = value();
    } else if (word == "--program") {
      arguments.setting.program = std::filesystem::absolute(value());
    } else if (arguments.campaign.machine.empty() && kMachines.contains(word)) {
      arguments.campaign.machine = word;
    } else {
      throw std::invalid_argument("'" + word + "' is not understood");
    }
  }
  if (arguments.campaign.machine.empty()) throw std::invalid_argument("there is no machine");
  return arguments;
}

/// The seed of the run: the one given, that of the run to be resumed, or a new one.
std::uint64_t seed_of(const Arguments& arguments) {
  if (arguments.has_seed) return arguments.setting.seed;
  if (arguments.campaign.resume || arguments.campaign.only_case) {
    if (const auto before = read_progress(arguments.campaign.state, arguments.campaign.machine)) return before->seed;
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count()) % 1'000'000;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Arguments arguments = read_arguments({argv + 1, argv + argc});
    // An interrupted run ends after the cases that have begun, and can be resumed.
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = 1; });
    arguments.campaign.is_stopped = [] { return interrupted != 0; };
    const TemporaryFolder folder;
    arguments.setting.folder = folder.path();
    arguments.setting.seed = seed_of(arguments);
    fmt::print("{}: seed {}\n", arguments.campaign.machine, arguments.setting.seed);
    std::fflush(stdout);
    const auto machine = kMachines.at(arguments.campaign.machine)(arguments.setting);
    return run_campaign(*machine, arguments.setting, arguments.campaign) ? 0 : 1;
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "test_deep: {}\n{}", error.what(), kUsage);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "test_deep: {}\n", error.what());
    return 1;
  }
}
