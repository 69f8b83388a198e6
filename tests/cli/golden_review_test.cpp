// weald golden review on a terminal: what it shows, what it takes, and that it pins nothing by accident.

#include "support/catch.h"

#include <string>

#include "golden_repository.h"
#include "support/terminal.h"

using weald::test::adopt;
using weald::test::file_text;
using weald::test::Repository;
using weald::test::Terminal;
using weald::test::widest_row_of_blocks;
using weald::test::without_escapes;

namespace {

constexpr const char* kPrompt = "[?]: ";
constexpr const char* kShortPrompt = ",?]: ";

/// Digests alone are kept, and both presets have changed since.
class ChangedRepository : public Repository {
 public:
  ChangedRepository() {
    replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");  // which takes long to draw
    adopt(*this, false);
    replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
    replace("presets/it's a line.yaml", "derivation: 2", "derivation: 3");
    hills_ = file_text(*this / "goldens/pinned/hills.txt");
    line_ = file_text(*this / "goldens/pinned/it_s_a_line.txt");
  }
  bool hills_is_pinned_anew() const { return file_text(*this / "goldens/pinned/hills.txt") != hills_; }
  bool line_is_pinned_anew() const { return file_text(*this / "goldens/pinned/it_s_a_line.txt") != line_; }

 private:
  std::string hills_, line_;
};

Terminal review(const Repository& repository, const Terminal::Options& options = {},
                std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"golden", "review", "-j2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {arguments, repository.folder().path(), options};
}

}  // namespace

TEST_CASE("review: shows pictures and figures, pins what is accepted and leaves what is rejected", "[golden]") {
  const ChangedRepository repository;
  Terminal terminal = review(repository);
  const std::string first = terminal.read_until(kPrompt);
  const std::string plain = without_escapes(first);
  CHECK_THAT(plain, Catch::Contains("2 goldens: 2 changed") && Catch::Contains("index.html"));
  CHECK_THAT(plain, Catch::Contains("[1 of 2] changed  hills"));
  CHECK_THAT(plain, Catch::Contains("  -   octaves: 3\n  +   octaves: 2\n"));
  CHECK_THAT(plain, Catch::Contains("max error") && Catch::Contains("(limit "));
  CHECK_THAT(plain, Catch::Contains("expected") && Catch::Contains("actual") && Catch::Contains("difference x16"));
  CHECK_THAT(plain, !Catch::Contains("golden update"));
  CHECK_THAT(first, Catch::Contains("\033[38;5;"));
  CHECK(widest_row_of_blocks(first) > 72);
  CHECK(widest_row_of_blocks(first) <= 100);
  terminal.type("y\n");
  const std::string second = without_escapes(terminal.read_until(kPrompt));
  CHECK_THAT(second, Catch::Contains("[2 of 2] changed  it_s_a_line") && Catch::Contains("line.svg"));
  terminal.type("n\n");
  const std::string last = terminal.read_until("left as pinned");
  CHECK_THAT(last, Catch::Contains("it_s_a_line: rejected") && Catch::Contains("1 accepted, 1 left as pinned"));
  CHECK(terminal.wait() == 1);
  CHECK(repository.hills_is_pinned_anew());
  CHECK_FALSE(repository.line_is_pinned_anew());
}

TEST_CASE("review: everything accepted is exit code 0, and then there is nothing to ask", "[golden]") {
  const ChangedRepository repository;
  Terminal terminal = review(repository);
  for (const char* answer : {"yes\n", "a\n"}) {
    terminal.read_until(kPrompt);
    terminal.type(answer);
  }
  CHECK(terminal.wait() == 0);
  CHECK(repository.hills_is_pinned_anew());
  CHECK(repository.line_is_pinned_anew());
  Terminal again = review(repository);
  CHECK_THAT(again.read_until("passed"), Catch::Contains("2 goldens: 2 passed"));
  CHECK(again.wait() == 0);
}

TEST_CASE("review: quitting pins what was accepted before", "[golden]") {
  const ChangedRepository repository;
  Terminal terminal = review(repository);
  for (const char* answer : {"y\n", "q\n"}) {
    terminal.read_until(kPrompt);
    terminal.type(answer);
  }
  CHECK(terminal.wait() == 1);
  CHECK(repository.hills_is_pinned_anew());
  CHECK_FALSE(repository.line_is_pinned_anew());
}

TEST_CASE("review: Ctrl-C and the end of input pin nothing, whatever was accepted before", "[golden]") {
  const ChangedRepository repository;
  for (const auto& [key, code] : {std::pair{"\003", 130}, std::pair{"\004", 1}}) {
    Terminal terminal = review(repository);
    terminal.read_until(kPrompt);
    terminal.type("y\n");
    terminal.read_until(kPrompt);
    terminal.type(key);
    CHECK(terminal.wait() == code);
    CHECK_FALSE(repository.hills_is_pinned_anew());
  }
}

TEST_CASE("review: details have every figure, and what is no answer explains the answers", "[golden]") {
  const ChangedRepository repository;
  Terminal terminal = review(repository, {}, {"hills"});
  terminal.read_until(kPrompt);
  terminal.type("\n");
  CHECK_THAT(terminal.read_until(kPrompt), Catch::Contains("accept the current result"));
  terminal.type("d\n");
  const std::string details = without_escapes(terminal.read_until(kPrompt));
  CHECK_THAT(details, Catch::Contains("FAIL") && Catch::Contains("rms slope") && Catch::Contains("flip p99") &&
                          Catch::Contains("what changed in the recipe") && Catch::Contains("pictures: "));
  terminal.type("s\n");
  CHECK(terminal.wait() == 1);
}

TEST_CASE("review: pictures fit the terminal, also when it is narrow or changes its size", "[golden]") {
  const ChangedRepository repository;
  Terminal::Options narrow;
  narrow.columns = 40;
  narrow.rows = 24;
  Terminal terminal = review(repository, narrow, {"hills"});
  const std::string stacked = terminal.read_until(kShortPrompt);
  CHECK(widest_row_of_blocks(stacked) > 20);
  CHECK(widest_row_of_blocks(stacked) <= 40);
  CHECK_THAT(without_escapes(stacked), Catch::Contains("expected:\n") && Catch::Contains("actual:\n"));
  terminal.resize(30, 20);
  terminal.type("d\n");
  CHECK(widest_row_of_blocks(terminal.read_until(kShortPrompt)) == 30);
  terminal.type("q\n");
  CHECK(terminal.wait() == 1);
}

TEST_CASE("review: NO_COLOR and dumb terminals get characters alone, others as many colours as they have", "[golden]") {
  const ChangedRepository repository;
  const auto shown = [&](std::vector<std::pair<std::string, std::string>> environment) {
    Terminal::Options options;
    options.environment = std::move(environment);
    Terminal terminal = review(repository, options, {"hills"});
    const std::string text = terminal.read_until(kPrompt);
    terminal.type("q\n");
    CHECK(terminal.wait() == 1);
    return text;
  };
  for (const char* name : {"NO_COLOR", "TERM"}) {
    const std::string plain = shown({{name, "dumb"}});
    CHECK_THAT(plain, !Catch::Contains("\033[38") && !Catch::Contains("\033[48") && Catch::Contains("expected"));
    CHECK(widest_row_of_blocks(plain) == 0);
  }
  CHECK_THAT(shown({{"COLORTERM", "truecolor"}}), Catch::Contains("\033[38;2;"));
}

TEST_CASE("review: what cannot be pinned is said before anything is asked", "[golden]") {
  const ChangedRepository repository;
  Terminal::Options ci;
  ci.environment = {{"CI", "true"}};
  Terminal under_ci = review(repository, ci);
  CHECK_THAT(under_ci.read_until(kPrompt), Catch::Contains("CI is set") && !Catch::Contains("accept?"));
  CHECK(under_ci.wait() == 1);
  weald::test::write_text(repository / "goldens/pinned/hills.txt",
                          file_text(repository / "goldens/pinned/hills.txt") + "# mine\n");
  Terminal dirty = review(repository);
  CHECK_THAT(dirty.read_until(kPrompt), Catch::Contains("is not committed") && !Catch::Contains("accept?"));
  CHECK(dirty.wait() == 1);
  const auto piped = repository.run({"review"});
  CHECK(piped.exit_code == 1);
  CHECK_THAT(piped.err, Catch::Contains("--accept NAME"));
}
