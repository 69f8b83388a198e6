// Building half-edge meshes from indexed triangles, beside OpenMesh 9 in the same run. Both sides copy the positions.
// The counter bytes_per_face is the peak of memory above the input while building; kept_per_face is what is kept,
// positions included (12 bytes a vertex, that is 6 a triangle).

#include <benchmark/benchmark.h>

#include <OpenMesh/Core/Mesh/TriMesh_ArrayKernelT.hh>

#include "bench/counting_new.h"
#include "bench/mesh_soups.h"
#include "mesh/build.h"

namespace {

using weald::bench::MemoryMeter;
using weald::mesh::Soup;

struct Traits : OpenMesh::DefaultTraits {
  VertexAttributes(OpenMesh::Attributes::None);
  FaceAttributes(OpenMesh::Attributes::None);
  HalfedgeAttributes(OpenMesh::Attributes::PrevHalfedge);
};
using OpenTriMesh = OpenMesh::TriMesh_ArrayKernelT<Traits>;

const Soup& soup_of(int which) {
  static const Soup soups[] = {weald::bench::grid_soup(1024), weald::bench::icosphere_soup(8),
                               weald::bench::shuffled(weald::bench::grid_soup(1024))};
  return soups[which];
}

OpenTriMesh open_mesh(const Soup& soup) {
  OpenTriMesh mesh;
  mesh.reserve(soup.positions.size(), soup.corners.size() / 2 + 8192, soup.face_count());
  std::vector<OpenMesh::VertexHandle> handles;
  handles.reserve(soup.positions.size());
  for (const auto& p : soup.positions) handles.push_back(mesh.add_vertex({p.x, p.y, p.z}));
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto c = soup.face(f);
    mesh.add_face(handles[c[0]], handles[c[1]], handles[c[2]]);
  }
  return mesh;
}

template <class Build>
void run(benchmark::State& state, Build&& build) {
  const Soup& soup = soup_of(static_cast<int>(state.range(0)));
  const auto faces = static_cast<double>(soup.face_count());
  double peak = 0;
  double kept = 0;
  for (auto _ : state) {
    const MemoryMeter meter;
    const auto mesh = build(soup);
    benchmark::DoNotOptimize(&mesh);
    peak = meter.peak();
    kept = meter.now();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * soup.face_count());
  state.counters["bytes_per_face"] = peak / faces;
  state.counters["kept_per_face"] = kept / faces;
}

void build_weald(benchmark::State& state) {
  run(state, [](const Soup& soup) { return weald::mesh::build_mesh(soup); });  // copies the soup, as its caller would
}
void build_openmesh(benchmark::State& state) { run(state, open_mesh); }

BENCHMARK(build_weald)->ArgName("grid,icosphere,shuffled")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(build_openmesh)->ArgName("grid,icosphere,shuffled")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
