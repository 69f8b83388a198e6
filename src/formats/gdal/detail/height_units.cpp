#include "formats/gdal/detail/height_units.h"

#include <array>
#include <string>

#include "base/text/lower_case.h"

namespace weald::io {

namespace {

struct HeightUnit {
  double metres;
  std::string_view names;  // each between spaces
};

constexpr std::array kHeightUnits{
    HeightUnit{1, " m metre metres meter meters mtr "},
    HeightUnit{0.3048,
               " ft foot feet internationalfoot internationalfeet footinternational feetinternational ftint intft "},
    HeightUnit{1200.0 / 3937,
               " usft ftus ussurveyfoot ussurveyfeet usfoot usfeet footus feetus footussurvey feetussurvey ftussurvey "
               "surveyfoot surveyfeet sft "},
    HeightUnit{0.9144, " yd yds yard yards internationalyard "},
    HeightUnit{3600.0 / 3937, " usyd ydus ussurveyyard yardus "},
    HeightUnit{1.8288, " fathom fathoms fath ftm "},
    HeightUnit{0.0254, " in inch inches internationalinch "},
    HeightUnit{1000, " km kilometre kilometres kilometer kilometers "},
    HeightUnit{0.1, " dm decimetre decimetres decimeter decimeters "},
    HeightUnit{0.01, " cm centimetre centimetres centimeter centimeters "},
    HeightUnit{0.001, " mm millimetre millimetres millimeter millimeters "}};

/// The letters and digits of a name, in lower case and between spaces.
std::string plain(std::string_view name) {
  std::string text = " ";
  for (const char c : lower_case(std::string(name))) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) text += c;
  }
  text += ' ';
  return text;
}

}  // namespace

std::optional<double> metres_per_unit(std::string_view unit) {
  if (unit.empty()) return 1;
  const std::string name = plain(unit);
  if (name.size() == 2) return std::nullopt;
  for (const HeightUnit& known : kHeightUnits) {
    if (known.names.find(name) != std::string_view::npos) return known.metres;
  }
  return std::nullopt;
}

}  // namespace weald::io
