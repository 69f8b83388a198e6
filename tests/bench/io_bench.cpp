// Writers against their common alternatives on the same data: 16-bit PNG against libpng with its default settings, OBJ
// text against writers that call fprintf. Run with one thread; the ratio of two lines of one run is what counts.

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "formats/files/file_set.h"
#include "formats/images/heightmap_files.h"
#include "formats/meshes/detail/ply_reader.h"
#include "formats/meshes/obj_writer.h"
#include "formats/meshes/ply_writer.h"
#include "formats/meshes/stl_writer.h"
#include "methods/mesh/build.h"
#include "support/files.h"
#include "support/png.h"

namespace {

using namespace weald;

/// Eight octaves of gradient noise; self-contained so that this file measures writers whatever noise/ does.
Heightmap fractal_noise(int size, double first_frequency, int octaves) {
  Heightmap map(GridSpec{size, size, 1.0, {0, 0}});
  const Rng rng(42);
  double amplitude = 100;
  for (int octave = 0; octave < octaves; ++octave, amplitude /= 2) {
    const double frequency = first_frequency * (1 << octave);
    const int lattice = static_cast<int>(std::floor((size - 1) * frequency)) + 2;
    Grid<Vec2> gradients(lattice, lattice);
    for (int y = 0; y < lattice; ++y) {
      for (int x = 0; x < lattice; ++x) {
        const double angle =
            360 * rng.uniform(static_cast<std::uint64_t>(y) * 65536 + static_cast<std::uint64_t>(x), octave);
        gradients.at(x, y) = {math::cos_deg(angle), math::sin_deg(angle)};
      }
    }
    const auto fade = [](double t) { return t * t * t * (t * (t * 6 - 15) + 10); };
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const int cx = static_cast<int>(x * frequency), cy = static_cast<int>(y * frequency);
        const double fx = x * frequency - cx, fy = y * frequency - cy;
        const auto corner = [&](int i, int j) { return glm::dot(gradients.at(cx + i, cy + j), Vec2{fx - i, fy - j}); };
        const double u = fade(fx), v = fade(fy);
        const double north = corner(0, 0) * (1 - u) + corner(1, 0) * u;
        const double south = corner(0, 1) * (1 - u) + corner(1, 1) * u;
        map.heights.at(x, y) += static_cast<float>(amplitude * (north * (1 - v) + south * v));
      }
    }
  }
  return map;
}

const Heightmap& fractal_map() {
  static const Heightmap map = fractal_noise(4096, 4.0 / 4096, 8);
  return map;
}

const Grid<std::uint16_t>& fractal_samples() {
  static const Grid<std::uint16_t> samples = io::quantize(fractal_map(), io::encoding_of(fractal_map()));
  return samples;
}

void report_png(benchmark::State& state, std::size_t output) {
  const auto input = static_cast<std::int64_t>(fractal_samples().size() * 2);
  state.SetBytesProcessed(state.iterations() * input);
  state.counters["percent"] = 100.0 * static_cast<double>(output) / static_cast<double>(input);
}

void png16_weald(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  StoredRows rows(fractal_map());
  const io::HeightEncoding encoding = io::encoding_of(fractal_map());
  std::size_t output = 0;
  for (auto _ : state) {
    io::StringSink sink;
    sink.text.reserve(fractal_samples().size() * 2);  // what a file would not cost either
    io::write_heightmap_png(rows, encoding, sink);
    output = sink.text.size();
  }
  report_png(state, output);
}

void png16_libpng_default(benchmark::State& state) {
  fractal_samples();
  std::size_t output = 0;
  for (auto _ : state) output = test::libpng_encode(fractal_samples()).size();
  report_png(state, output);
}

/// The mesh of a 1025 x 1025 heightmap: positions, texture coordinates, normals, two triangles per cell.
const mesh::Mesh& grid_mesh() {
  static const mesh::Mesh result = [] {
    constexpr int kSize = 1025;
    const Heightmap map = fractal_noise(kSize, 4.0 / kSize, 8);
    mesh::Soup soup;
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        // No tiny numbers, where the writers' notations differ.
        const float h = map.heights.at(x, y);
        soup.positions.emplace_back(x, std::abs(h) < 1e-4f ? 0 : h, y);
        soup.uvs.emplace_back(static_cast<float>(x) / (kSize - 1), 1 - static_cast<float>(y) / (kSize - 1));
        const Vec3 n = normal_at(map, {x, y});
        soup.normals.emplace_back(std::abs(n.x) < 1e-4 ? 0 : n.x, n.y, std::abs(n.z) < 1e-4 ? 0 : n.z);
      }
    }
    for (std::uint32_t y = 0; y + 1 < kSize; ++y) {
      for (std::uint32_t x = 0; x + 1 < kSize; ++x) {
        const std::uint32_t a = y * kSize + x, b = a + 1, c = a + kSize, d = c + 1;
        soup.add_face(std::array{a, c, b});
        soup.add_face(std::array{b, c, d});
      }
    }
    soup.groups = {{"terrain", 0}};
    return mesh::build_checked(std::move(soup));
  }();
  return result;
}

std::filesystem::path scratch_file() {
  const std::filesystem::path memory = "/dev/shm";
  return (std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path()) / "weald_bench.obj";
}

/// Shortest decimal without exponent, by the standard library.
struct ToChars {
  std::array<char, 64> text;
  const char* operator()(float value) {
    *std::to_chars(text.data(), text.data() + 63, value, std::chars_format::fixed).ptr = '\0';
    return text.data();
  }
};

/// Shortest decimal the way C programs find it: more digits until the text reads back equal.
struct PrintUntilEqual {
  std::array<char, 64> text;
  const char* operator()(float value) {
    for (int digits = 6; digits <= 9; ++digits) {
      std::snprintf(text.data(), text.size(), "%.*g", digits, static_cast<double>(value));
      if (std::strtof(text.data(), nullptr) == value) break;
    }
    return text.data();
  }
};

template <class Number>
void write_with_fprintf(const mesh::Mesh& mesh, std::FILE* file) {
  std::array<Number, 3> number;
  std::fprintf(file, "# weald\n");
  for (const Vec3f& p : mesh.positions)
    std::fprintf(file, "v %s %s %s\n", number[0](p.x), number[1](p.y), number[2](p.z));
  for (const Vec2f& t : mesh.uvs.values) std::fprintf(file, "vt %s %s\n", number[0](t.x), number[1](t.y));
  for (const Vec3f& n : mesh.normals.values)
    std::fprintf(file, "vn %s %s %s\n", number[0](n.x), number[1](n.y), number[2](n.z));
  std::fprintf(file, "g terrain\n");
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::HalfedgeId h = mesh.topology.halfedge(mesh::FaceId{f});
    const std::uint32_t a = mesh.topology.origin(h).index + 1;
    const std::uint32_t b = mesh.topology.target(h).index + 1;
    const std::uint32_t c = mesh.topology.target(mesh.topology.next(h)).index + 1;
    std::fprintf(file, "f %u/%u/%u %u/%u/%u %u/%u/%u\n", a, a, a, b, b, b, c, c, c);
  }
}

void write_with_weald(const std::filesystem::path& path) {
  io::FileSet files;
  files.write(path, [](io::Sink& sink) { io::write_obj(std::array{io::ObjPart{&grid_mesh()}}, "", sink); });
  files.commit();
}

void report_obj(benchmark::State& state, const std::filesystem::path& path) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(std::filesystem::file_size(path)));
  std::filesystem::remove(path);
}

void obj_weald(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const auto path = scratch_file();
  grid_mesh();
  for (auto _ : state) write_with_weald(path);
  report_obj(state, path);
}

template <class Number>
void obj_fprintf(benchmark::State& state) {
  const auto path = scratch_file();
  write_with_weald(path);
  const std::string expected = test::file_text(path);
  std::vector<char> buffer(1 << 20);
  for (auto _ : state) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::setvbuf(file, buffer.data(), _IOFBF, buffer.size());
    write_with_fprintf<Number>(grid_mesh(), file);
    std::fclose(file);
  }
  if (test::file_text(path) != expected) state.SkipWithError("the writers do not write the same bytes");
  report_obj(state, path);
}

/// The floor: the finished text handed to the system.
void obj_raw_write(benchmark::State& state) {
  const auto path = scratch_file();
  write_with_weald(path);
  const std::string text = test::file_text(path);
  for (auto _ : state) {
    io::FileSet files;
    files.write(path, [&](io::Sink& sink) {
      for (std::size_t i = 0; i < text.size(); i += 1 << 20) sink.append(std::string_view(text).substr(i, 1 << 20));
    });
    files.commit();
  }
  report_obj(state, path);
}

void ply_weald(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const auto path = scratch_file();
  grid_mesh();
  for (auto _ : state) {
    io::FileSet files;
    files.write(path, [](io::Sink& sink) { io::write_ply(std::array{io::PlacedMesh{&grid_mesh()}}, sink); });
    files.commit();
  }
  report_obj(state, path);
}

/// As programs do it that know their processor to be little-endian.
void ply_fwrite(benchmark::State& state) {
  const auto path = scratch_file();
  io::StringSink expected;
  io::write_ply(std::array{io::PlacedMesh{&grid_mesh()}}, expected);
  const std::string head = expected.text.substr(0, expected.text.find("end_header\n") + 11);
  const mesh::Mesh& mesh = grid_mesh();
  std::vector<char> buffer(1 << 20);
  for (auto _ : state) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::setvbuf(file, buffer.data(), _IOFBF, buffer.size());
    std::fwrite(head.data(), 1, head.size(), file);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      std::fwrite(&mesh.positions[i], sizeof(Vec3f), 1, file);
      std::fwrite(&mesh.normals.values[i], sizeof(Vec3f), 1, file);
      std::fwrite(&mesh.uvs.values[i], sizeof(Vec2f), 1, file);
    }
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
      const mesh::HalfedgeId h = mesh.topology.halfedge(mesh::FaceId{f});
      const std::array<std::uint32_t, 3> corners{mesh.topology.origin(h).index, mesh.topology.target(h).index,
                                                 mesh.topology.target(mesh.topology.next(h)).index};
      std::fputc(3, file);
      std::fwrite(corners.data(), sizeof(corners), 1, file);
    }
    std::fclose(file);
  }
  if (test::file_text(path) != expected.text) state.SkipWithError("the writers do not write the same bytes");
  report_obj(state, path);
}

void ply_read(benchmark::State& state) {
  io::StringSink file;
  io::write_ply(std::array{io::PlacedMesh{&grid_mesh()}}, file);
  for (auto _ : state) benchmark::DoNotOptimize(io::parse_ply(file.text, "bench.ply"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.text.size()));
}

void stl_weald(benchmark::State& state) {
  const auto path = scratch_file();
  grid_mesh();
  for (auto _ : state) {
    io::FileSet files;
    files.write(path, [](io::Sink& sink) { io::write_stl(std::array{io::PlacedMesh{&grid_mesh()}}, sink); });
    files.commit();
  }
  report_obj(state, path);
}

BENCHMARK(png16_weald)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(png16_libpng_default)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK(obj_weald)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(obj_fprintf<ToChars>)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(obj_fprintf<PrintUntilEqual>)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(obj_raw_write)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(ply_weald)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(ply_fwrite)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(ply_read)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(stl_weald)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
