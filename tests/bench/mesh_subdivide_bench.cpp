// One level of Loop and Catmull-Clark, and vertex normals, beside OpenMesh 9 in the same run; one thread.
// OpenMesh subdivides in place, so its meshes are copied outside the timing.

#include <benchmark/benchmark.h>

#include <OpenMesh/Core/Mesh/PolyMesh_ArrayKernelT.hh>
#include <OpenMesh/Core/Mesh/TriMesh_ArrayKernelT.hh>
#include <OpenMesh/Tools/Subdivider/Uniform/CatmullClarkT.hh>
#include <OpenMesh/Tools/Subdivider/Uniform/LoopT.hh>
#include <memory>

#include "base/parallel.h"
#include "bench/mesh_soups.h"
#include "methods/mesh/build.h"
#include "methods/mesh/normals.h"
#include "stages/shapes/subdivide.h"

namespace {

using weald::mesh::Mesh;
using weald::mesh::Soup;
using weald::mesh::SubdivisionScheme;

constexpr std::uint32_t kTriangleCells = 353;  // 249,218 triangles
constexpr std::uint32_t kQuadCells = 500;      // 250,000 quads
constexpr std::uint32_t kNormalCells = 500;    // 500,000 triangles

using OpenTriMesh = OpenMesh::TriMesh_ArrayKernelT<>;
using OpenPolyMesh = OpenMesh::PolyMesh_ArrayKernelT<>;

/// Gentle hills, so that normals are not all alike.
Soup hilly(Soup soup) {
  for (auto& p : soup.positions) p.y = 0.001f * (p.x * p.x - 0.5f * p.z * p.z);
  return soup;
}

template <class OpenMeshType>
OpenMeshType open_mesh(const Soup& soup) {
  OpenMeshType mesh;
  std::vector<OpenMesh::VertexHandle> handles;
  for (const auto& p : soup.positions) handles.push_back(mesh.add_vertex({p.x, p.y, p.z}));
  std::vector<OpenMesh::VertexHandle> face;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    face.clear();
    for (const std::uint32_t v : soup.face(f)) face.push_back(handles[v]);
    mesh.add_face(face);
  }
  return mesh;
}

void subdivide_weald(benchmark::State& state, SubdivisionScheme scheme, const Soup& soup) {
  const weald::ThreadLimit one(1);
  const Mesh mesh = weald::mesh::build_checked(soup);
  for (auto _ : state) {
    const Mesh fine = weald::mesh::subdivide(mesh, {.scheme = scheme, .levels = 1, .normals = false}, {});
    benchmark::DoNotOptimize(fine.positions.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 4 * soup.face_count());
}

template <class Subdivider, class OpenMeshType>
void subdivide_openmesh(benchmark::State& state, const Soup& soup) {
  const auto mesh = open_mesh<OpenMeshType>(soup);
  for (auto _ : state) {
    state.PauseTiming();
    auto fine = std::make_unique<OpenMeshType>(mesh);
    Subdivider subdivider;
    state.ResumeTiming();
    subdivider.attach(*fine);
    subdivider(1);
    subdivider.detach();
    benchmark::DoNotOptimize(fine->points());
    state.PauseTiming();
    fine.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 4 * soup.face_count());
}

void loop_weald(benchmark::State& state) {
  subdivide_weald(state, SubdivisionScheme::loop, hilly(weald::bench::grid_soup(kTriangleCells)));
}
void loop_openmesh(benchmark::State& state) {
  subdivide_openmesh<OpenMesh::Subdivider::Uniform::LoopT<OpenTriMesh>, OpenTriMesh>(
      state, hilly(weald::bench::grid_soup(kTriangleCells)));
}
void catmull_clark_weald(benchmark::State& state) {
  subdivide_weald(state, SubdivisionScheme::catmull_clark, hilly(weald::bench::quad_grid_soup(kQuadCells)));
}
void catmull_clark_openmesh(benchmark::State& state) {
  subdivide_openmesh<OpenMesh::Subdivider::Uniform::CatmullClarkT<OpenPolyMesh>, OpenPolyMesh>(
      state, hilly(weald::bench::quad_grid_soup(kQuadCells)));
}

/// Angle-weighted.
void normals_weald(benchmark::State& state) {
  const weald::ThreadLimit one(1);
  const Mesh mesh = weald::mesh::build_checked(hilly(weald::bench::grid_soup(kNormalCells)));
  for (auto _ : state) benchmark::DoNotOptimize(weald::mesh::vertex_normals(mesh));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * mesh.face_count());
}
/// Plain sums of face normals.
void normals_openmesh(benchmark::State& state) {
  const Soup soup = hilly(weald::bench::grid_soup(kNormalCells));
  auto mesh = open_mesh<OpenTriMesh>(soup);
  mesh.request_face_normals();
  mesh.request_vertex_normals();
  for (auto _ : state) {
    mesh.update_normals();
    benchmark::DoNotOptimize(mesh.vertex_normals());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * soup.face_count());
}

BENCHMARK(loop_weald)->Unit(benchmark::kMillisecond);
BENCHMARK(loop_openmesh)->Unit(benchmark::kMillisecond);
BENCHMARK(catmull_clark_weald)->Unit(benchmark::kMillisecond);
BENCHMARK(catmull_clark_openmesh)->Unit(benchmark::kMillisecond);
BENCHMARK(normals_weald)->Unit(benchmark::kMillisecond);
BENCHMARK(normals_openmesh)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
