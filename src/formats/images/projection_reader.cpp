#include "formats/images/projection_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/detail/wkt.h"
#include "formats/images/esri_projection.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostDefinition = 60000;  // bytes; a GeoTIFF can hold no more
constexpr double kDegree = 0.017453292519943295;

bool is_close(double a, double b, double within) { return std::abs(a - b) <= within; }

/// The letters and digits of a name, in lower case.
std::string bare(std::string_view name) {
  std::string text = lower_case(std::string(name));
  std::erase_if(text, [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); });
  return text;
}

/// A name of a datum that is the same for all names of those that esri_projection() has.
std::string datum_name(std::string_view name) {
  if (name.starts_with("D_")) name.remove_prefix(2);
  std::string text = bare(name);
  using Names = std::pair<std::string_view, std::string_view>;
  for (const auto& [other, usual] :
       {Names{"wgs84", "wgs1984"}, Names{"worldgeodeticsystem1984", "wgs1984"}, Names{"etrs89", "etrs1989"},
        Names{"europeanterrestrialreferencesystem1989", "etrs1989"}, Names{"nad83", "northamerican1983"},
        Names{"northamericandatum1983", "northamerican1983"}}) {
    if (text == other) text = usual;
  }
  return text;
}

/// The sum of the values of all parameters with this name; 0 if there are none.
double parameter(const WktNode& system, std::string_view name) {
  double value = 0;
  for (const WktNode& part : system.parts) {
    if (part.keyword == "PARAMETER" && bare(part.value(0)) == name) value += part.number(1).value_or(NAN);
  }
  return value;
}

/// Whether each parameter of `a` has the value that it has in `b`, where those that are missing are 0.
bool have_parameters_of(const WktNode& a, const WktNode& b) {
  return std::ranges::all_of(a.parts, [&](const WktNode& part) {
    if (part.keyword != "PARAMETER") return true;
    const std::string name = bare(part.value(0));
    return is_close(parameter(a, name), parameter(b, name), 1e-6);
  });
}

/// Number `index` of a part; NaN if there is none.
double number_of(const WktNode& node, std::string_view keyword, std::size_t index) {
  const WktNode* part = node.part(keyword);
  return part != nullptr ? part->number(index).value_or(NAN) : NAN;
}

/// Whether both are the same geographic system, whatever its name is.
bool are_same_geographic(const WktNode& a, const WktNode& b) {
  const WktNode *datum_a = a.part("DATUM"), *datum_b = b.part("DATUM");
  if (datum_a == nullptr || datum_b == nullptr) return false;
  const auto has = [](const WktNode& x, const WktNode& y, std::string_view keyword, std::size_t index, double within) {
    return is_close(number_of(x, keyword, index), number_of(y, keyword, index), within);
  };
  return datum_name(datum_a->value(0)) == datum_name(datum_b->value(0)) &&
         has(*datum_a, *datum_b, "SPHEROID", 1, 1e-3) && has(*datum_a, *datum_b, "SPHEROID", 2, 1e-6) &&
         has(a, b, "PRIMEM", 1, 1e-9) && has(a, b, "UNIT", 1, 1e-12);
}

bool are_same(const WktNode& a, const WktNode& b) {
  if (a.keyword != b.keyword) return false;
  if (a.keyword == "GEOGCS") return are_same_geographic(a, b);
  const WktNode *base_a = a.part("GEOGCS"), *base_b = b.part("GEOGCS");
  const WktNode *method_a = a.part("PROJECTION"), *method_b = b.part("PROJECTION");
  if (base_a == nullptr || base_b == nullptr || method_a == nullptr || method_b == nullptr) return false;
  return are_same_geographic(*base_a, *base_b) && bare(method_a->value(0)) == bare(method_b->value(0)) &&
         is_close(number_of(a, "UNIT", 1), number_of(b, "UNIT", 1), 1e-9) && have_parameters_of(a, b) &&
         have_parameters_of(b, a);
}

/// The code of a system whose definition weald has; 0 if it is another one.
int known_code(const WktNode& system) {
  const double meridian = parameter(system, "centralmeridian");
  const int zone = std::abs(meridian) <= 180 ? (static_cast<int>(std::floor(meridian + 0.5)) + 183) / 6 : 0;
  for (const int code : {4326, 3857, 32600 + zone, 32700 + zone, 25800 + zone, 26900 + zone}) {
    const std::optional<std::string> text = esri_projection(code);
    const std::optional<WktNode> known = text ? parse_wkt(*text) : std::nullopt;
    if (known && are_same(system, *known)) return code;
  }
  return 0;
}

/// The code that a definition states at its end.
std::string stated_code(const WktNode& system) {
  for (const char* keyword : {"AUTHORITY", "ID"}) {
    const WktNode* id = system.part(keyword);
    if (id == nullptr || bare(id->value(0)) != "epsg") continue;
    const std::string name = fmt::format("EPSG:{}", id->value(1));
    if (epsg_code(name) != 0) return name;
  }
  return {};
}

/// The unit of the coordinates of a system, in metres or radians; unset if it states none.
std::optional<double> unit_of(const WktNode& system) {
  for (const char* keyword : {"UNIT", "LENGTHUNIT", "ANGLEUNIT"}) {
    if (const WktNode* unit = system.part(keyword)) return unit->number(1);
  }
  const WktNode* axis = system.part("AXIS");
  return axis != nullptr ? unit_of(*axis) : std::nullopt;
}

/// The system itself in one that adds heights to it.
const WktNode& horizontal(const WktNode& system) {
  if (system.keyword != "COMPD_CS" && system.keyword != "COMPOUNDCRS") return system;
  return system.parts.size() > 1 ? system.parts[1] : system;
}

std::string without_spaces(std::string_view text) {
  std::string kept;
  bool is_quoted = false;
  for (const char c : text) {
    is_quoted ^= c == '"';
    if (is_quoted || (c != ' ' && c != '\t' && c != '\r' && c != '\n')) kept += c;
  }
  return kept;
}

}  // namespace

std::optional<GridSystem> system_in(std::string_view text) {
  skip_mark(text);
  if (text.size() > kMostDefinition) return std::nullopt;
  const std::string plain = without_spaces(text);
  if (const int code = epsg_code(plain); code != 0) {
    if (const auto definition = esri_projection(code)) return system_in(*definition);
    return GridSystem{fmt::format("EPSG:{}", code)};
  }
  const std::optional<WktNode> root = parse_wkt(text);
  if (!root) return std::nullopt;
  const WktNode& system = horizontal(*root);
  const bool is_projected = system.keyword == "PROJCS" || system.keyword == "PROJCRS";
  if (!is_projected && system.keyword != "GEOGCS" && system.keyword != "GEOGCRS") return std::nullopt;
  const std::optional<double> unit = unit_of(system);
  if (!unit || !(*unit > 0 && *unit < 1e6) || (!is_projected && !is_close(*unit, kDegree, 1e-9))) return std::nullopt;
  GridSystem found{stated_code(system), !is_projected, is_projected ? unit : std::nullopt};
  if (found.crs.empty()) {
    const int code = known_code(system);
    found.crs = code != 0 ? fmt::format("EPSG:{}", code) : plain;
  }
  return found;
}

bool have_same_definition(std::string_view a, std::string_view b) {
  const auto tree_of = [](std::string_view system) {
    const int code = epsg_code(system);
    return code != 0 ? parse_wkt(esri_projection(code).value_or("")) : parse_wkt(system);
  };
  const std::optional<WktNode> tree_a = tree_of(a), tree_b = tree_of(b);
  return tree_a && tree_b && are_same(horizontal(*tree_a), horizontal(*tree_b));
}

fs::path system_file(const fs::path& file) { return in_any_case(fs::path(file).replace_extension(".prj")); }

namespace {

/// Sets the system of a grid.
void set_system(const fs::path& file, const GridSystem& system, ElevationHeader& header) {
  header.system_warning.clear();
  if (!header.place) return;
  GridPlace place = *header.place;
  place.crs = system.crs;
  place.is_geographic = system.is_geographic.value_or(place.is_geographic);
  if (!place.is_geographic && !system.metres)
    header.system_warning = "the unit of " + system.crs +
                            " is not known, so its distances are taken as metres: give 'cell_size' if this is wrong";
  if (!place_grid(header, place, system.metres.value_or(1)))
    fail_grid(file.string(), "its coordinates are no degrees of latitude");
}

}  // namespace

// GDAL asks them in this order, too.
void add_system(const fs::path& file, const std::string& other, ElevationHeader& header) {
  const fs::path projection = system_file(file);
  const std::string own = why_unreadable(projection).empty() ? read_start(projection, kMostDefinition + 1) : "";
  for (const auto& [text, name] :
       {std::pair{own, projection.filename().string()}, std::pair{other, file.filename().string() + ".aux.xml"}}) {
    if (text.empty()) continue;
    if (const std::optional<GridSystem> system = system_in(text)) return set_system(file, *system, header);
    if (header.system_warning.empty())
      header.system_warning = "the coordinate reference system in '" + name +
                              "' is not understood, so the map has none: write it again with gdalsrsinfo -o wkt_esri";
  }
}

}  // namespace weald::io
