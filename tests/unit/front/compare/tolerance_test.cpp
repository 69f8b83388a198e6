// The tolerances as they are declared: docs/comparing.md says the same, and the texts read back.

#include <string>

#include "support/catch.h"

#include "front/compare/tolerance.h"
#include "support/files.h"

using namespace weald;

namespace {

template <class Tolerance>
void check_rows(const std::string& document) {
  for (const schema::FieldInfo& field : schema::describe<Tolerance>()) {
    const std::string row = "| `" + std::string(field.key) + "` | " +
                            (field.default_text.empty() ? "off" : field.default_text) + " | " +
                            std::string(field.unit) + " | " + std::string(field.help) + " |";
    INFO(row);
    CHECK(document.find(row) != std::string::npos);
  }
}

TEST_CASE("tolerance: docs/comparing.md has a row for every key, as it is declared") {
  const std::string document = test::file_text(WEALD_SOURCE_DIR "/docs/comparing.md");
  check_rows<compare::HeightTolerance>(document);
  check_rows<compare::ImageTolerance>(document);
  check_rows<compare::MeshTolerance>(document);
  check_rows<compare::TextTolerance>(document);
}

TEST_CASE("tolerance: null switches a gate off, numbers out of range are refused") {
  const auto decode = [](schema::Node value, compare::ImageTolerance& tolerance) {
    Diagnostics diagnostics;
    schema::Decoder decoder(diagnostics, "the tolerance", ".");
    schema::Node map;
    map.value = schema::Node::Map{{"flip_max", {}, std::move(value)}};
    return schema::decode_fields(map, decoder, tolerance);
  };
  compare::ImageTolerance tolerance;
  CHECK(decode({}, tolerance));
  CHECK_FALSE(tolerance.flip_max);
  CHECK(decode({schema::Scalar{"0.5"}, {}}, tolerance));
  CHECK(tolerance.flip_max == 0.5);
  CHECK_FALSE(decode({schema::Scalar{"1.5"}, {}}, tolerance));
}

}  // namespace
