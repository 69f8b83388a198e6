// GLB files against what others do with the same mesh: tinygltf, which is given the arrays as they lie in the mesh and
// orders no triangles, and a bare fwrite of the finished file. Ratios of one run count.

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tiny_gltf.h>

#include "base/math/math.h"
#include "base/parallel.h"
#include "formats/files/file_set.h"
#include "formats/gltf/detail/document.h"
#include "formats/gltf/gltf_writer.h"
#include "methods/mesh/build.h"
#include "support/files.h"

namespace {

using namespace weald;

/// Hills of 1025 x 1025 vertices with normals and texture coordinates, two triangles in each cell.
const mesh::Mesh& hills() {
  static const mesh::Mesh result = [] {
    constexpr std::uint32_t kCells = 1024;
    mesh::Soup soup;
    for (std::uint32_t y = 0; y <= kCells; ++y) {
      for (std::uint32_t x = 0; x <= kCells; ++x) {
        const double height = 20 * math::sin_deg(1.3 * x) * math::cos_deg(0.9 * y) + math::sin_deg(17.0 * x + 5.0 * y);
        soup.positions.push_back(Vec3f(Vec3{x, height, y}));
        soup.uvs.push_back(Vec2f(Vec2{x, y} / static_cast<double>(kCells)));
        soup.normals.push_back(Vec3f(glm::normalize(Vec3{math::cos_deg(1.3 * x), 2, math::sin_deg(0.9 * y)})));
      }
    }
    for (std::uint32_t y = 0; y < kCells; ++y) {
      for (std::uint32_t x = 0; x < kCells; ++x) {
        const std::uint32_t a = y * (kCells + 1) + x, c = a + kCells + 1;
        soup.add_face(std::array{a, c, a + 1});
        soup.add_face(std::array{a + 1, c, c + 1});
      }
    }
    return mesh::build_checked(std::move(soup));
  }();
  return result;
}

std::filesystem::path glb_file() {
  const std::filesystem::path memory = "/dev/shm";
  return (std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path()) / "weald_bench.glb";
}

void report_file(benchmark::State& state, const std::filesystem::path& path) {
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
  state.SetBytesProcessed(state.iterations() * size);
  state.counters["MB"] = static_cast<double>(size) / 1e6;
  std::filesystem::remove(path);
}

void write_hills(const gltf::GltfParams& params, const std::filesystem::path& path) {
  const gltf::Model model{"hills", {{"hills", {{&hills(), 0}}}}, {{0, Mat4{1.0}}}};
  io::FileSet files;
  files.write(path, [&](io::Sink& sink) { gltf::write_glb(model, params, sink); });
  files.commit();
}

void glb(benchmark::State& state, const gltf::GltfParams& params, int threads) {
  const ThreadLimit limit(threads);
  hills();
  for (auto _ : state) write_hills(params, glb_file());
  report_file(state, glb_file());
}

/// Without what is found out before: the order of triangles and vertices.
void glb_arrays(benchmark::State& state) {
  const ThreadLimit limit(1);
  const gltf::Model model{"hills", {{"hills", {{&hills(), 0}}}}, {{0, Mat4{1.0}}}};
  const gltf::Document document(model, {}, {}, {});
  for (auto _ : state) {
    io::FileSet files;
    files.write(glb_file(), [&](io::Sink& sink) { document.write_binary(sink, {}); });
    files.commit();
  }
  report_file(state, glb_file());
}

void glb_fwrite(benchmark::State& state) {
  write_hills({}, glb_file());
  const std::string bytes = test::file_text(glb_file());
  for (auto _ : state) {
    std::FILE* file = std::fopen(glb_file().c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }
  report_file(state, glb_file());
}

/// Adds an array as a view and an accessor of its own.
template <class T>
int add_array(tinygltf::Model& model, const std::vector<T>& values, int component, int type, int target) {
  std::vector<unsigned char>& bytes = model.buffers[0].data;
  tinygltf::BufferView view;
  view.buffer = 0;
  view.byteOffset = bytes.size();
  view.byteLength = values.size() * sizeof(T);
  view.target = target;
  const auto* first = reinterpret_cast<const unsigned char*>(values.data());
  bytes.insert(bytes.end(), first, first + view.byteLength);
  model.bufferViews.push_back(view);
  tinygltf::Accessor accessor;
  accessor.bufferView = static_cast<int>(model.bufferViews.size()) - 1;
  accessor.componentType = component;
  accessor.type = type;
  accessor.count = values.size();
  model.accessors.push_back(accessor);
  return static_cast<int>(model.accessors.size()) - 1;
}

std::vector<std::uint32_t> indices_of(const mesh::Mesh& mesh) {
  std::vector<std::uint32_t> indices;
  indices.reserve(3 * mesh.face_count());
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::HalfedgeId h = mesh.topology.halfedge(mesh::FaceId{f});
    for (const mesh::HalfedgeId at : {h, mesh.topology.next(h), mesh.topology.next(mesh.topology.next(h))})
      indices.push_back(mesh.topology.origin(at).index);
  }
  return indices;
}

void glb_tinygltf(benchmark::State& state) {
  const mesh::Mesh& mesh = hills();
  for (auto _ : state) {
    tinygltf::Model model;
    model.asset.version = "2.0";
    model.buffers.emplace_back();
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.attributes["POSITION"] = add_array(model, mesh.positions, TINYGLTF_COMPONENT_TYPE_FLOAT,
                                                 TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
    model.accessors[0].minValues = {0, -21, 0};
    model.accessors[0].maxValues = {1024, 21, 1024};
    primitive.attributes["NORMAL"] = add_array(model, mesh.normals.values, TINYGLTF_COMPONENT_TYPE_FLOAT,
                                               TINYGLTF_TYPE_VEC3, TINYGLTF_TARGET_ARRAY_BUFFER);
    primitive.attributes["TEXCOORD_0"] = add_array(model, mesh.uvs.values, TINYGLTF_COMPONENT_TYPE_FLOAT,
                                                   TINYGLTF_TYPE_VEC2, TINYGLTF_TARGET_ARRAY_BUFFER);
    primitive.indices = add_array(model, indices_of(mesh), TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR,
                                  TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    model.meshes.emplace_back().primitives.push_back(primitive);
    model.nodes.emplace_back().mesh = 0;
    model.scenes.emplace_back().nodes.push_back(0);
    model.defaultScene = 0;
    tinygltf::TinyGLTF().WriteGltfSceneToFile(&model, glb_file().string(), true, true, false, true);
  }
  report_file(state, glb_file());
}

constexpr gltf::GltfParams kQuantized{.quantize = true}, kPacked{.compression = gltf::Compression::meshopt};
constexpr gltf::GltfParams kSmallest{.quantize = true, .compression = gltf::Compression::meshopt};

BENCHMARK_CAPTURE(glb, plain_1, gltf::GltfParams{}, 1)->Name("glb/1_thread")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(glb, plain_2, gltf::GltfParams{}, 2)
    ->Name("glb/2_threads")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(glb, quantized, kQuantized, 1)->Name("glb/quantized")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(glb, meshopt, kPacked, 1)->Name("glb/meshopt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(glb, smallest, kSmallest, 1)->Name("glb/meshopt_quantized")->Unit(benchmark::kMillisecond);
BENCHMARK(glb_arrays)->Name("glb/arrays")->Unit(benchmark::kMillisecond);
BENCHMARK(glb_fwrite)->Name("glb/fwrite")->Unit(benchmark::kMillisecond);
BENCHMARK(glb_tinygltf)->Name("glb/tinygltf")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
