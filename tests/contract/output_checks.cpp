#include "contract/output_checks.h"

#include <tinyexr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include "support/catch.h"

#include "contract/gltf_checks.h"
#include "contract/grid_checks.h"
#include "contract/model_checks.h"
#include "contract/read_back.h"
#include "support/base64.h"
#include "support/files.h"
#include "support/png.h"
#include "support/run_weald.h"
#include "support/viewer_page.h"

namespace weald::contract {

namespace fs = std::filesystem;

using pipeline::OutputSpec;
using test::file_text;

void ExpectedObj::add(const mesh::Mesh& mesh, const std::string& name) {
  ++objects;
  positions += mesh.positions.size();
  uvs += mesh.uvs.values.size();
  normals += mesh.normals.values.size();
  std::vector<std::size_t> in_group(mesh.groups.size(), 0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const std::uint32_t valence = mesh.topology.valence(mesh::FaceId{f});
    ++faces;
    corners += valence;
    triangles += valence - 2;
    ++in_group[mesh.group_of(mesh::FaceId{f})];
  }
  for (std::size_t g = 0; g < in_group.size(); ++g) {
    if (in_group[g] == 0) continue;
    const mesh::Material& material = mesh.materials[mesh.groups[g].material];
    groups.push_back({name + "_" + mesh.groups[g].name, in_group[g], material.name, material.two_sided});
  }
}

namespace {

ExpectedObj expected_of(const scene::Scene& scene) {
  ExpectedObj expected;
  std::map<std::uint32_t, std::size_t> copies, number;
  for (const auto& instance : scene.instances) ++copies[scene.prototype_index(instance)];
  std::size_t i = 0;
  for (const auto& instance : scene.instances) {
    const scene::Prototype& prototype = scene.prototype_of(instance);
    const bool is_alone = copies[scene.prototype_index(instance)] == 1;
    const std::string suffix = is_alone ? "" : "_" + std::to_string(number[scene.prototype_index(instance)]++);
    const std::string path = path_of_instance(scene, i++);
    expected.add(*prototype.mesh, (path.empty() ? path : path + "/") + prototype.name + suffix);
  }
  return expected;
}

/// A name as OBJ can hold it; equal materials share a name, different ones of one name get a number.
bool is_name_of(const std::string& written, const std::string& name) {
  return written == name || (written.starts_with(name + "_") &&
                             written.find_first_not_of("0123456789", name.size() + 1) == std::string::npos);
}

void check_groups(const LoadedObj& loaded, const ExpectedObj& expected) {
  REQUIRE(loaded.shapes.size() == expected.groups.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.groups.size(); ++i) {
    const auto& shape = loaded.shapes[i];
    const ExpectedObj::Group& group = expected.groups[i];
    const auto& ids = shape.mesh.material_ids;
    const bool has_one_material =
        !ids.empty() && std::adjacent_find(ids.begin(), ids.end(), std::not_equal_to<>()) == ids.end();
    const bool is_right = has_one_material && ids[0] >= 0 && shape.name == group.name &&
                          shape.mesh.num_face_vertices.size() == group.faces &&
                          is_name_of(loaded.materials[static_cast<std::size_t>(ids[0])].name, group.material);
    if (!is_right && ++wrong == 1) UNSCOPED_INFO("shape " << i << " is " << shape.name << ", expected " << group.name);
    // Programs that draw both sides of a face turn its normals where they see its back: others come out black.
    if (group.is_two_sided && corners_behind(loaded, shape) > 0 && ++wrong == 1)
      UNSCOPED_INFO(corners_behind(loaded, shape) << " normals of " << shape.name << " point behind their faces");
  }
  CHECK(wrong == 0);
}

void check_obj(const fs::path& file, const ExpectedObj& expected) {
  const ObjLines lines = scan_obj(file_text(file));
  CHECK(lines.strange == std::vector<std::string>{});
  CHECK(lines.positions == expected.positions);
  CHECK(lines.uvs == expected.uvs);
  CHECK(lines.normals == expected.normals);
  CHECK(lines.faces == expected.faces);
  CHECK(lines.corners == expected.corners);
  CHECK(lines.objects == expected.objects);
  CHECK(lines.groups == expected.groups.size());

  const std::vector<std::string> materials = materials_of(file_text(fs::path(file).replace_extension(".mtl")));
  const std::set<std::string> known(materials.begin(), materials.end());
  CHECK(known.size() == materials.size());
  for (const std::string& used : lines.materials) {
    if (!known.contains(used)) FAIL_CHECK("the .mtl has no material " << used);
  }

  const LoadedObj whole = load_obj(file, false);
  CHECK(whole.complaints.empty());
  CHECK(whole.attributes.vertices.size() == 3 * expected.positions);
  CHECK(whole.attributes.texcoords.size() == 2 * expected.uvs);
  CHECK(whole.attributes.normals.size() == 3 * expected.normals);
  CHECK(whole.faces() == expected.faces);
  CHECK(whole.corners() == expected.corners);
  CHECK(whole.materials.size() == materials.size());
  CHECK(faults_of(whole) == "");
  check_groups(whole, expected);
  // Where all faces are triangles there is nothing to cut; sanitizers take ten times as long.
  if (expected.triangles == expected.faces || weald::test::kSanitized) return;
  const LoadedObj cut = load_obj(file, true);
  CHECK(cut.complaints.empty());
  CHECK(cut.faces() == expected.triangles);
  CHECK(cut.corners() == 3 * expected.triangles);
  CHECK(faults_of(cut) == "");
}

void check_line_obj(const fs::path& file, std::size_t strips, std::size_t points) {
  const ObjLines lines = scan_obj(file_text(file));
  CHECK(lines.strange == std::vector<std::string>{});
  CHECK(lines.lines == strips);
  if (points > 0) CHECK(lines.positions == points);
  const LoadedObj loaded = load_obj(file, false);
  CHECK(loaded.complaints.empty());
  CHECK(loaded.line_strips() == strips);
  CHECK(loaded.attributes.vertices.size() == 3 * lines.positions);
  CHECK(faults_of(loaded) == "");
}

// ---- heightmaps ----

struct Metres {
  double min = 0, max = 0;
};

Metres check_sidecar(const fs::path& file, const Heightmap& map) {
  const auto json = nlohmann::json::parse(file_text(file), nullptr, false);
  REQUIRE(json.is_object());
  CHECK(json["width"] == map.width());
  CHECK(json["height"] == map.height());
  CHECK(json["cell_size_m"] == map.cell_size);
  CHECK(json["origin_m"] == nlohmann::json::array({map.origin.x, map.origin.y}));
  return {json["min_m"].get<double>(), json["max_m"].get<double>()};
}

/// The samples stand for the heights, to half a step, and use the whole range.
void check_samples(const std::vector<std::uint16_t>& samples, const Metres& metres, const Heightmap& map) {
  const auto heights = map.heights.values();
  REQUIRE(samples.size() == heights.size());
  const double step = (metres.max - metres.min) / 65535;
  double worst = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    worst = std::max(worst, std::abs(metres.min + step * samples[i] - heights[i]));
  }
  CHECK(worst <= 0.5 * step * (1 + 1e-9));
  if (step == 0) return;
  CHECK(*std::min_element(samples.begin(), samples.end()) == 0);
  CHECK(*std::max_element(samples.begin(), samples.end()) == 65535);
}

void check_height_png(const OutputSpec& spec, const Heightmap& map, const fs::path& file) {
  const test::DecodedPng png = test::libpng_decode(file_text(file));
  CHECK(png.complaints == "");
  CHECK(png.width == map.width());
  CHECK(png.height == map.height());
  CHECK(png.channels == 1);
  if (spec.depth == pipeline::Depth::bits8) {
    CHECK(png.bits == 8);
  } else {
    CHECK(png.bits == 16);
    check_samples(png.samples, check_sidecar(fs::path(file).replace_extension(".json"), map), map);
  }
}

/// The raw words of a file, of `size` bytes each, first byte lowest or highest.
std::vector<std::uint32_t> raw_words(const fs::path& file, std::size_t size, bool big) {
  const std::string bytes = file_text(file);
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i + size <= bytes.size(); i += size) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < size; ++k)
      word = word << 8 | static_cast<unsigned char>(bytes[i + (big ? k : size - 1 - k)]);
    words.push_back(word);
  }
  return words;
}

void check_r16(const OutputSpec& spec, const Heightmap& map, const fs::path& file) {
  const auto words = raw_words(file, 2, spec.byte_order == io::ByteOrder::big);
  check_samples({words.begin(), words.end()}, check_sidecar(fs::path(file).replace_extension(".r16.json"), map), map);
}

void check_r32(const OutputSpec& spec, const Heightmap& map, const fs::path& file) {
  const auto words = raw_words(file, 4, spec.byte_order == io::ByteOrder::big);
  const auto heights = map.heights.values();
  CHECK(std::equal(words.begin(), words.end(), heights.begin(), heights.end(),
                   [](std::uint32_t word, float height) { return std::bit_cast<float>(word) == height; }));
  const Metres metres = check_sidecar(fs::path(file).replace_extension(".r32.json"), map);
  CHECK(metres.min == *std::min_element(heights.begin(), heights.end()));
  CHECK(metres.max == *std::max_element(heights.begin(), heights.end()));
}

void check_exr(const Heightmap& map, const fs::path& file) {
  float* rgba = nullptr;
  int width = 0, height = 0;
  const char* complaint = nullptr;
  REQUIRE(LoadEXR(&rgba, &width, &height, file.c_str(), &complaint) == TINYEXR_SUCCESS);
  const std::unique_ptr<float, void (*)(void*)> owner(rgba, std::free);
  CHECK(width == map.width());
  REQUIRE(height == map.height());
  bool equal = true;
  for (std::size_t i = 0; i < map.heights.size(); ++i) equal = equal && rgba[4 * i] == map.heights.values()[i];
  CHECK(equal);
  check_sidecar(fs::path(file).replace_extension(".exr.json"), map);
}

template <class Pixel>
std::vector<std::uint16_t> samples_of(std::span<const Pixel> pixels, int channels, int opaque) {
  std::vector<std::uint16_t> samples;
  for (const Pixel& p : pixels) {
    samples.insert(samples.end(), {p.r, p.g, p.b});
    if (channels == 4) samples.push_back(p.a);
    if (channels == 3) REQUIRE(p.a == opaque);
  }
  return samples;
}

void check_image(const OutputSpec& spec, const Image& image, const fs::path& file) {
  const test::DecodedPng png = test::libpng_decode(file_text(file));
  CHECK(png.complaints == "");
  REQUIRE((png.bits == image.bits() || png.bits == 8));
  REQUIRE(png.width == image.pixels.width());
  REQUIRE(png.height == image.pixels.height());
  if (spec.channel) {
    CHECK(png.channels == 1);
    std::vector<std::uint16_t> samples;
    const auto number = static_cast<std::size_t>(*spec.channel);
    for (const Rgba8& p : image.pixels.values()) samples.push_back(std::array{p.r, p.g, p.b, p.a}[number]);
    CHECK(png.samples == samples);
    return;
  }
  REQUIRE((png.channels == 3 || png.channels == 4));
  CHECK(png.samples == (png.bits == 8 ? samples_of(image.pixels.values(), png.channels, 255)
                                      : samples_of(image.fine.values(), png.channels, 65535)));
}

void check_height_obj(const Heightmap& map, const fs::path& file) {
  const auto w = static_cast<std::size_t>(map.width()), h = static_cast<std::size_t>(map.height());
  const std::size_t triangles = 2 * (w - 1) * (h - 1);
  ExpectedObj expected{w * h, w * h, w * h, triangles, 3 * triangles, triangles, 1, {}};
  expected.groups.push_back({file.stem().string() + "_terrain", triangles, "ground"});
  check_obj(file, expected);
  const LoadedObj loaded = load_obj(file, false);
  const auto heights = map.heights.values();
  std::size_t wrong = 0;
  // tinyobjloader's own reading of numbers is off by an ulp now and then.
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float y = loaded.attributes.vertices[3 * i + 1];
    wrong += std::abs(y - heights[i]) > 1e-6f * std::max(1.0f, std::abs(y)) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

// ---- the rest ----

void check_picture(const OutputSpec& spec, const fs::path& file) {
  const test::DecodedPng png = test::libpng_decode(file_text(file));
  CHECK(png.complaints == "");
  CHECK(png.bits == 8);
  CHECK(png.channels >= 3);
  if (spec.picture->size) {
    CHECK(png.width == (*spec.picture->size)[0]);
    CHECK(png.height == (*spec.picture->size)[1]);
  }
  // Something is drawn: not one colour all over.
  CHECK(std::set<std::uint16_t>(png.samples.begin(), png.samples.end()).size() > 8);
}

void check_csv(const lsystem::Skeleton& skeleton, const fs::path& file) {
  const LoadedCsv csv = load_csv(file_text(file));
  CHECK(csv.header == "x0,y0,z0,x1,y1,z1,r0,r1,level");
  CHECK(csv.complaints == "");
  REQUIRE(csv.rows.size() == skeleton.segments.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const lsystem::SkeletonSegment& s = skeleton.segments[i];
    std::vector<float> expected;
    for (const double value :
         {s.start.x, s.start.y, s.start.z, s.end.x, s.end.y, s.end.z, s.start_radius, s.end_radius, 1.0 * s.level}) {
      expected.push_back(static_cast<float>(value));
    }
    wrong += csv.rows[i] == expected ? 0 : 1;
  }
  CHECK(wrong == 0);
}

void check_mesh_json(const mesh::Mesh& mesh, const fs::path& file) {
  const auto json = nlohmann::json::parse(file_text(file), nullptr, false);
  REQUIRE(json.is_object());
  CHECK(json["vertices"] == mesh.vertex_count());
  CHECK(json["faces"] == mesh.face_count());
  for (const mesh::Fact& fact : mesh.facts) {
    std::string path = "/" + fact.name;
    std::replace(path.begin(), path.end(), '.', '/');
    const auto& value = json.at(nlohmann::json::json_pointer(path));
    INFO(path);
    if (!fact.text.empty()) CHECK(value == fact.text);
    if (fact.text.empty() && fact.row == 0) CHECK(std::abs(value.get<double>() - fact.values.at(0)) < 1e-6);
    if (fact.row == 1) CHECK(value.size() == fact.values.size());
    if (fact.row > 1) CHECK(value.size() * fact.row == fact.values.size());
  }
}

void check_text(const lsystem::LString& string, const fs::path& file) {
  const std::string text = file_text(file);
  std::size_t letters = 0, lists = 0, numbers = 0;
  for (const std::uint8_t symbol : string.symbols) {
    const lsystem::Symbol& module = string.alphabet[symbol];
    letters += module.name.size();
    lists += module.parameters > 0 ? 1 : 0;
    numbers += module.parameters;
  }
  CHECK(text.ends_with('\n'));
  CHECK(text.find(' ') == std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
  const auto count = [&](char c) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), c)); };
  CHECK(count('(') == lists);
  CHECK(count(',') == numbers - lists);
  if (numbers == 0) CHECK(text.size() == letters + 1);
}

/// The GLB file in a page is read like one that stands alone.
void check_page(const pipeline::Artifact& artifact, const fs::path& file) {
  const std::string page = file_text(file);
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.find("{{") == std::string::npos);
  const fs::path glb = fs::path(file).replace_extension(".page.glb");
  test::write_text(glb, test::from_base64(test::script_of(page, "model")));
  check_gltf(artifact, glb);
}

}  // namespace

void check_output(const OutputSpec& spec, const pipeline::Artifact& artifact, const fs::path& folder) {
  const fs::path file = folder / spec.file.value;
  INFO(spec.file.value << " from " << spec.from.stage);
  REQUIRE(fs::exists(file));
  const std::string kind = std::string(pipeline::name_of(artifact)) + file.extension().string();
  if (spec.picture) {
    check_picture(spec, file);
  } else if (kind == "heightmap.png") {
    check_height_png(spec, std::get<Heightmap>(artifact), file);
  } else if (kind == "heightmap.r16") {
    check_r16(spec, std::get<Heightmap>(artifact), file);
  } else if (kind == "heightmap.r32") {
    check_r32(spec, std::get<Heightmap>(artifact), file);
  } else if (kind == "heightmap.exr") {
    check_exr(std::get<Heightmap>(artifact), file);
  } else if (kind == "heightmap.tif") {
    check_geotiff(std::get<Heightmap>(artifact), file);
  } else if (kind == "heightmap.obj") {
    check_height_obj(std::get<Heightmap>(artifact), file);
  } else if (kind == "image.png") {
    check_image(spec, std::get<Image>(artifact), file);
  } else if (kind == "mesh.obj") {
    ExpectedObj expected;
    expected.add(std::get<mesh::Mesh>(artifact), file.stem().string());
    check_obj(file, expected);
  } else if (kind == "scene.obj") {
    check_obj(file, expected_of(std::get<scene::Scene>(artifact)));
  } else if (file.extension() == ".glb" || file.extension() == ".gltf") {
    check_gltf(artifact, file);
  } else if (file.extension() == ".html") {
    check_page(artifact, file);
  } else if (kind == "mesh.ply" || kind == "scene.ply") {
    check_ply(artifact, file);
  } else if (kind == "mesh.stl" || kind == "scene.stl") {
    check_stl(artifact, file);
  } else if (kind == "mesh.json") {
    check_mesh_json(std::get<mesh::Mesh>(artifact), file);
  } else if (kind == "scene.csv") {
    check_instances_csv(std::get<scene::Scene>(artifact), file);
  } else if (kind == "scene.json") {
    check_instances_json(std::get<scene::Scene>(artifact), file);
  } else if (kind == "curve.obj") {
    check_line_obj(file, std::get<curve::Curve>(artifact).paths.size(), 0);
  } else if (kind == "skeleton.obj") {
    const std::size_t segments = std::get<lsystem::Skeleton>(artifact).segments.size();
    check_line_obj(file, segments, 2 * segments);
  } else if (kind == "curve.svg" || kind == "skeleton.svg") {
    CHECK(svg_faults(file_text(file)) == "");
  } else if (kind == "skeleton.csv") {
    check_csv(std::get<lsystem::Skeleton>(artifact), file);
  } else if (kind == "string.txt") {
    check_text(std::get<lsystem::LString>(artifact), file);
  } else {
    FAIL_CHECK("nothing checks a file of kind " << kind);
  }
}

}  // namespace weald::contract
