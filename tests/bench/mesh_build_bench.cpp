// Building half-edge meshes from indexed triangles, beside OpenMesh 9 in the same run. Both sides copy the positions;
// weald's side also copies the faces, as build_mesh takes a soup of its own. peak_bytes_per_face is what is allocated
// above the input (and its copy) while building; kept_bytes_per_face is the result without positions. OpenMesh keeps
// 66 bytes a triangle with positions (6 of them) and the status bits its array kernel always has.

#include <benchmark/benchmark.h>

#include <OpenMesh/Core/Mesh/TriMesh_ArrayKernelT.hh>

#include "bench/counting_new.h"
#include "bench/mesh_soups.h"
#include "methods/mesh/build.h"

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

/// `copied`: bytes of the input that `build` copies before it starts.
template <class Build>
void run(benchmark::State& state, double copied_per_face, Build&& build) {
  const Soup& soup = soup_of(static_cast<int>(state.range(0)));
  const auto faces = static_cast<double>(soup.face_count());
  const double positions = static_cast<double>(soup.positions.size() * sizeof(weald::Vec3f));
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
  state.counters["peak_bytes_per_face"] = (peak - positions) / faces - copied_per_face;
  state.counters["kept_bytes_per_face"] = (kept - positions) / faces;
}

void build_weald(benchmark::State& state) {
  run(state, 16, [](const Soup& soup) { return weald::mesh::build_mesh(soup); });  // corners and starts of faces
}
void build_openmesh(benchmark::State& state) { run(state, 0, open_mesh); }

BENCHMARK(build_weald)->ArgName("grid,icosphere,shuffled")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(build_openmesh)->ArgName("grid,icosphere,shuffled")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
