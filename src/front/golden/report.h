#pragma once
// The result of a check as text, JSON, JUnit XML, Markdown and HTML. None of them contains a time, a machine or a user.

#include <filesystem>
#include <set>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "formats/files/file_set.h"
#include "front/golden/result.h"

namespace weald::golden {

/// The version of results.json, whose content is described in docs/golden.md.
inline constexpr int kResultsFormat = 1;

/// The result as text for a terminal: a line for each golden, with `only_bad` only for those that did not pass, with
/// details of each output that did not pass, then the summary.
std::string text_report(const SuiteResult& result, bool only_bad);

/// The part of text_report() about one golden, without the command that accepts it.
std::string golden_text(const GoldenResult& golden);

/// The result as the value of a report in JSON: everything but pictures.
nlohmann::ordered_json results_json(const SuiteResult& result);

/// The text of results.json: results_json() with the versions of weald and of the format. Ends with a newline.
std::string json_report(const SuiteResult& result);

/// JUnit XML: a test case for each output, a failure for each that did not pass, with its state as type; unreferenced
/// files are a test case of their own. `time` is 0 everywhere.
std::string junit_report(const SuiteResult& result);

/// A summary for the page of a CI job: a table of what did not pass and the commands that accept it.
std::string markdown_report(const SuiteResult& result);

/// A self-contained page that needs no other file and no network.
std::string html_report(const SuiteResult& result);

/// The files of a report in addition to its pictures.
inline constexpr const char* kReportFiles[] = {"index.html", "results.json", "junit.xml", "summary.md"};

/// Names of the goldens for which an earlier report in `folder` has pictures. Errors: IoError.
std::set<std::string> goldens_of_report(const std::filesystem::path& folder);

/// Writes index.html, results.json, junit.xml, summary.md and, for each output that did not pass,
/// NAME/OUTPUT/{actual,expected,diff}.png below `folder`. Folders of goldens left there by an earlier report
/// are removed first. Errors: IoError.
void write_report(const SuiteResult& result, const std::filesystem::path& folder, io::FileSet& files);

}  // namespace weald::golden
