#include "engine/outputs/output.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text/lower_case.h"

namespace {

// The limits of file systems, minus room for the extension of a sidecar.
constexpr std::size_t kMaxNameBytes = 240;
constexpr std::size_t kMaxPathBytes = 1000;

bool is_too_long(const std::filesystem::path& path) {
  return path.native().size() > kMaxPathBytes ||
         std::any_of(path.begin(), path.end(), [](const auto& part) { return part.native().size() > kMaxNameBytes; });
}

// Characters with a special meaning in Windows file names.
constexpr std::string_view kReserved = "<>:\"|?*\\";
// Names reserved for devices on Windows, in any folder and with any extension.
constexpr std::string_view kDevices[] = {"con",  "prn",  "aux",  "nul",  "conin$", "conout$", "com0", "com1", "com2",
                                         "com3", "com4", "com5", "com6", "com7",   "com8",    "com9", "lpt0", "lpt1",
                                         "lpt2", "lpt3", "lpt4", "lpt5", "lpt6",   "lpt7",    "lpt8", "lpt9"};

/// The reason why a path is not valid on Windows; empty if it is valid.
std::string unportable(const std::filesystem::path& path) {
  for (const std::filesystem::path& part : path) {
    const std::string name = part.string();
    if (name == "." || name == "/" || name.empty()) continue;
    const std::size_t reserved = name.find_first_of(kReserved);
    if (reserved != std::string::npos) return fmt::format("a name must not contain '{}'", name[reserved]);
    if (name.back() == '.' || name.back() == ' ')
      return fmt::format("a name must not end with a {}", name.back() == '.' ? "dot" : "space");
    std::string stem = name.substr(0, name.find('.'));
    while (stem.ends_with(' ')) stem.pop_back();
    if (std::find(std::begin(kDevices), std::end(kDevices), weald::lower_case(stem)) != std::end(kDevices))
      return fmt::format("'{}' is the name of a device", name.substr(0, stem.size()));
  }
  return {};
}

/// The reason why no output can be written as `name`, which messages call `what`; both empty if it can.
struct NameFault {
  std::string message, help;
};

NameFault name_fault(const std::string& name, const std::string& what) {
  const auto path = std::filesystem::path(name);
  const bool has_control =
      std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  const bool leaves =
      path.is_absolute() || std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
  if (std::string why = weald::pipeline::length_fault(name, what); !why.empty()) return {std::move(why), {}};
  if (leaves)
    return {fmt::format("{} is '{}', but must stay below the output folder", what, name),
            "give the folder with -o DIR"};
  if (name.empty() || has_control || !path.has_filename() || path.filename() == ".")
    return {fmt::format("{} needs a file name", what), {}};
  if (const std::string why = unportable(path); !why.empty())
    return {fmt::format("{} is '{}', which is not a valid name on Windows: {}", what, name, why),
            name.find('\\') != std::string::npos ? "folders are separated by '/'" : ""};
  return {};
}

}  // namespace

std::string weald::pipeline::length_fault(const std::string& name, const std::string& what) {
  if (!is_too_long(name)) return {};
  return fmt::format("{} is too long: at most {} bytes, and {} between slashes", what, kMaxPathBytes, kMaxNameBytes);
}

void weald::schema::Schema<weald::pipeline::OutputSpec>::check(const P& params, Checker& checker) {
  const NameFault fault = name_fault(params.file.value, "'file'");
  if (!fault.message.empty()) checker.error("file", fault.message, fault.help);
  if (params.textures) {
    for (const weald::pipeline::NamedTexture& texture : params.textures->named) {
      const NameFault own = name_fault(texture.file.value, "a file of 'textures'");
      if (!own.message.empty()) checker.error_at(texture.file.where, own.message, own.help);
    }
  }
  if (params.crs && weald::epsg_code(*params.crs) == 0)
    checker.error("crs", fmt::format("'{}' is not EPSG and a code of 1024 to 32766", *params.crs),
                  "for example crs: EPSG:32633, which is UTM zone 33 north");
  if (params.no_data && !params.mask.given())
    checker.error("no_data", "'no_data' is the number of samples that a 'mask' leaves out",
                  "for example mask: survey.mask, for the part 'mask' of the stage 'survey'");
  if (params.range && !((*params.range)[0] < (*params.range)[1]))
    checker.error("range", "the first value of 'range' must be below the second");
}

template const weald::schema::FieldTable& weald::schema::table_of<weald::pipeline::OutputSpec>();
