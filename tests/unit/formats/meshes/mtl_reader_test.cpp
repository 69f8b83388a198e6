// Reading material files: exact numbers, whole names, and a place for what is passed over.

#include <string>
#include <vector>

#include "support/catch.h"

#include "formats/meshes/detail/mtl_reader.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

struct Read {
  std::vector<MtlMaterial> materials;
  std::vector<std::string> warnings;
};

Read read(const std::string& text) {
  Read result;
  result.materials = parse_mtl(text, "m.mtl", result.warnings);
  return result;
}

MtlMaterial only(const std::string& statements) {
  const Read result = read("newmtl a\n" + statements);
  REQUIRE(result.materials.size() == 1);
  CHECK(result.warnings.empty());
  return result.materials[0];
}

}  // namespace

TEST_CASE("mtl reader: numbers are the nearest floats, limited to their range") {
  CHECK(only("Kd 0.3333333333333333 1e-50 .5").colour == Vec3f(1.0f / 3.0f, 0, 0.5f));
  CHECK(only("Kd 2 -1 +1").colour == Vec3f(1, 0, 1));
  CHECK(only("Kd 0.25").colour == Vec3f(0.25f, 0.25f, 0.25f));
  CHECK(only("Kd 0 0 \\\n1").colour == Vec3f(0, 0, 1));
}

TEST_CASE("mtl reader: roughness is Pr, or else follows from Ns") {
  CHECK(only("Pr 0.25\nNs 1000").roughness == 0.25f);
  CHECK(only("Pr 0\nNs 0").roughness == 0);
  CHECK(only("Ns 250").roughness == 0.5f);
  CHECK(only("Ns 1e30").roughness == 0);
}

TEST_CASE("mtl reader: names have blanks inside but none around them") {
  const Read result = read("newmtl   red  paint \r\nKd 1 0 0\rnewmtl\tb\n");
  REQUIRE(result.materials.size() == 2);
  CHECK(result.materials[0].name == "red  paint");
  CHECK(result.materials[0].colour == Vec3f(1, 0, 0));
  CHECK(result.materials[1].name == "b");
}

TEST_CASE("mtl reader: a texture's name stands behind its options, whatever their number of values") {
  CHECK(only("map_Kd bark texture.png").colour_texture == "bark texture.png");
  CHECK(only("map_Kd -o 1 1 name.png").colour_texture == "name.png");
  CHECK(only("map_Kd -s 1 1 1 -t 0 -clamp on -blendu off 1.png").colour_texture == "1.png");
  CHECK(only("map_d -imfchan m a.png").alpha_texture == "a.png");
  CHECK(only("norm n.png\nmap_Bump -bm 1 b.png").normal_texture == "n.png");
  CHECK(only("bump -mm 0 1 -type sphere b.png").bump_texture == "b.png");
  CHECK(only("map_Kd -clamp on").colour_texture.empty());
}

TEST_CASE("mtl reader: under a texture the colour is light where none is given, in every material") {
  const Read result = read("newmtl a\nKd 1 0 0\nmap_Kd a.png\nnewmtl b\nmap_Kd b.png\nnewmtl c\n");
  REQUIRE(result.materials.size() == 3);
  CHECK(result.materials[0].colour == Vec3f(1, 0, 0));
  CHECK(result.materials[1].colour == Vec3f(0.6f, 0.6f, 0.6f));
  CHECK(result.materials[2].colour == Vec3f(0, 0, 0));
}

TEST_CASE("mtl reader: what cannot be understood is passed over with its place, the first ten times") {
  const Read result = read("newmtl a\nKd 1e2147483649 0 0\nPr\nKd 0 1\nNs x\n");
  CHECK(result.materials.at(0).colour == Vec3f(0, 0, 0));
  REQUIRE(result.warnings.size() == 4);
  CHECK(result.warnings[0] == "m.mtl:2:4: '1e2147483649' is too large; the statement is ignored");
  CHECK_THAT(result.warnings[1], Contains("m.mtl:3:1: 'Pr' needs a number"));
  CHECK_THAT(result.warnings[2], Contains("m.mtl:4:1: 'Kd' takes three numbers"));
  CHECK_THAT(result.warnings[3], Contains("m.mtl:5:4: 'x' is not a number"));

  std::string many = "newmtl a\n";
  for (int i = 0; i < 1000; ++i) many += "Pr x\n";
  const Read spoilt = read(many);
  REQUIRE(spoilt.warnings.size() == 11);
  CHECK(spoilt.warnings[10] == "'m.mtl': 990 more statements are ignored");
}

TEST_CASE("mtl reader: statements of other kinds and before the first material mean nothing") {
  const Read result = read("Kd 1 1 1\n# newmtl no\nnewmtl a # b\nKa x\nillum two\n");
  REQUIRE(result.materials.size() == 1);
  CHECK(result.materials[0].name == "a # b");
  CHECK(result.materials[0].colour == Vec3f(0, 0, 0));
  CHECK(result.warnings.empty());
}

TEST_CASE("mtl reader: metal, light of its own and opacity are read, brighter light as a strength") {
  CHECK(only("Pm 0.75").metallic == 0.75f);
  CHECK(only("d 0.25").opacity == 0.25f);
  CHECK(only("Tr 0.25").opacity == 0.75f);
  CHECK(only("d 0.5\nTr 0.9").opacity == 0.5f);
  CHECK(only("Kd 1 1 1").opacity == 1.0f);
  CHECK(only("Ke 1 0.5 0").emission == Vec3f(1, 0.5f, 0));
  CHECK(only("Ke 1 0.5 0").emission_strength == 1.0f);
  const MtlMaterial lamp = only("Ke 2 1 0");
  CHECK(lamp.emission.r == Approx(1));
  CHECK(lamp.emission_strength == Approx(4.9538).epsilon(1e-4));  // ((2 + 0.055) / 1.055) ^ 2.4
  CHECK(lamp.emission.b == 0.0f);
  CHECK(only("map_Ke glow.png").emission_texture == "glow.png");
  CHECK(only("map_Pr -imfchan g a.png\nmap_Pm -imfchan b a.png").metallic_texture == "a.png");
}
