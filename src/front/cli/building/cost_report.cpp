#include "front/cli/building/cost_report.h"

#include "schema/wording.h"

namespace weald::app {

std::string file_size_text(const Amount& bytes, std::size_t files) {
  if (bytes.is_exact()) return schema::readable_bytes(bytes.least);
  if (const auto typical = bytes.typical()) return "about " + schema::readable_bytes(*typical);
  // A larger bound is only the limit of what a stage may make, and tells the user nothing about the file.
  constexpr double kTelling = 4e9;
  if (bytes.most && *bytes.most < kTelling * static_cast<double>(files))
    return "at most " + schema::readable_bytes(*bytes.most);
  constexpr double kWorthTelling = 1e4;
  return bytes.least < kWorthTelling ? "size unknown until built" : "at least " + schema::readable_bytes(bytes.least);
}

std::string work_text(const Amount& seconds) {
  if (const auto typical = seconds.typical())
    return (*typical < 1 ? "" : "about ") + schema::readable_time(*typical) + " on one core";
  return seconds.least < 1 ? "time unknown until built"
                           : "at least " + schema::readable_time(seconds.least) + " on one core";
}

}  // namespace weald::app
