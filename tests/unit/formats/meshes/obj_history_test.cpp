// ObjHistory: a file written with the help of the one it replaces is the one that would be written without.

#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "formats/files/file_set.h"
#include "formats/meshes/detail/obj_history.h"
#include "formats/meshes/obj_writer.h"
#include "methods/mesh/build.h"
#include "support/files.h"
#include "support/memory_store.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::io;
using weald::test::file_text;
using weald::test::MemoryStore;
using weald::test::TemporaryFolder;
using weald::test::write_text;
namespace fs = std::filesystem;

namespace {

ObjHistory::Digest digest_of(const std::string& text) { return ObjHistory::checksum_of(text); }

/// A file of forty pieces of 3000 letters, and the history that knows it.
std::string make_letters(MemoryStore& store, const fs::path& file) {
  ObjHistory history(store, file);
  std::string text = "head";
  history.skip(4);
  for (int i = 0; i < 40; ++i) {
    const std::string piece(3000, static_cast<char>('A' + i));
    history.add(digest_of(std::to_string(i)), digest_of(piece), piece.size());
    text += piece;
  }
  write_text(file, text);
  history.keep();
  return text;
}

/// Numbers of the pieces that are taken from the file; each must be what it was.
std::vector<int> taken(MemoryStore& store, const fs::path& file) {
  const ObjHistory history(store, file);
  std::vector<int> found;
  for (int i = 0; i < 41; ++i) {
    TextBlock text;
    text.append("before");
    ObjHistory::Digest checksum{};
    if (!history.find(digest_of(std::to_string(i)), text, checksum)) {
      CHECK(text.view() == "before");
      continue;
    }
    const std::string piece(3000, static_cast<char>('A' + i));
    CHECK(text.view() == "before" + piece);
    CHECK(checksum == digest_of(piece));
    found.push_back(i);
  }
  return found;
}

/// A scene of three meshes, two of which stand twice.
struct Scene {
  mesh::Mesh ground = mesh::build_checked(test::triangle_grid(40));
  mesh::Mesh ring = mesh::build_checked(test::torus(30, 20));
  mesh::Mesh box = mesh::build_checked(test::cube());
  Mat4 place{1.0};
  std::vector<std::string> names{"ground", "ring_0", "ring_1", "box_0", "box_1"};
  std::string material_file = "a.mtl";
  bool is_box_first = false;

  Scene() {
    place[3] = Vec4(3, 1, -2, 1);
    ring.colours.assign(ring.positions.size(), Rgba8{10, 200, 30, 255});
    ring.normals.values = ring.positions;
    ground.uvs.values.assign(ground.positions.size(), Vec2f{0.25f, 0.5f});
  }
  std::vector<ObjPart> parts() const {
    std::vector<ObjPart> parts{{&ground, Mat4{1.0}, names[0]},
                               {&ring, Mat4{1.0}, names[1]},
                               {&ring, place, names[2]},
                               {&box, Mat4{1.0}, names[3]},
                               {&box, place, names[4]}};
    if (is_box_first) std::swap(parts[0], parts[3]);
    return parts;
  }
};

void write_with_history(const Scene& scene, ResultStore& store, const fs::path& file) {
  FileSet files;
  ObjHistory history(store, file);
  files.write(file, [&](Sink& sink) { write_obj(scene.parts(), scene.material_file, sink, {}, &history); });
  history.keep();
  files.commit();
}

std::string text_without(const Scene& scene) {
  StringSink sink;
  write_obj(scene.parts(), scene.material_file, sink);
  return sink.text;
}

}  // namespace

TEST_CASE("obj history: pieces are taken from the file that has them, and from no other") {
  const TemporaryFolder folder;
  MemoryStore store;
  const fs::path file = folder / "a.obj";
  CHECK(taken(store, file).empty());
  const std::string text = make_letters(store, file);
  CHECK(taken(store, file).size() == 40);
  CHECK(taken(store, folder / "b.obj").empty());
  write_text(folder / "b.obj", text);
  CHECK(taken(store, folder / "b.obj").empty());
}

TEST_CASE("obj history: text that was changed, cut, moved or replaced is not taken") {
  const TemporaryFolder folder;
  MemoryStore store;
  const fs::path file = folder / "a.obj";
  const std::string text = make_letters(store, file);
  for (const std::size_t piece : {std::size_t{0}, std::size_t{17}, std::size_t{39}}) {
    for (const std::size_t place : {std::size_t{0}, std::size_t{1500}, std::size_t{2999}}) {
      std::string changed = text;
      changed[4 + piece * 3000 + place] ^= 1;
      write_text(file, changed);
      CHECK(taken(store, file).size() == 39);
    }
  }
  for (const std::string& other : {std::string{}, text.substr(0, text.size() - 1), text + "\n", "x" + text}) {
    write_text(file, other);
    CHECK(taken(store, file).empty());
  }
  std::string moved = text;
  std::rotate(moved.begin(), moved.begin() + 1, moved.end());
  write_text(file, moved);
  CHECK(taken(store, file).size() <= 1);
  fs::remove(file);
  fs::create_directory(file);
  CHECK(taken(store, file).empty());
  fs::remove(file);
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  CHECK(taken(store, file).empty());  // and nobody waits for a writer
}

TEST_CASE("obj history: a list that is cut, or tells of places that are not there, does no harm") {
  const TemporaryFolder folder;
  MemoryStore store;
  const fs::path file = folder / "a.obj";
  make_letters(store, file);
  const std::vector<std::byte> list = store.entries.begin()->second;
  REQUIRE(list.size() == 8 + 40 * 80);
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{100}, list.size() - 1}) {
    store.entries.begin()->second.assign(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(taken(store, file).empty());
  }
  for (const std::uint64_t number : {std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    for (const std::size_t field : {std::size_t{64}, std::size_t{72}}) {  // the place and the size of the first piece
      store.entries.begin()->second = list;
      std::memcpy(store.entries.begin()->second.data() + 8 + field, &number, sizeof number);
      CHECK(taken(store, file).size() == 39);
    }
  }
}

TEST_CASE("obj history: whatever changes in a scene, the text is the one written without") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.obj";
  const std::vector<std::function<void(Scene&)>> changes{
      [](Scene&) {},
      [](Scene& s) { s.ring.positions[7].x += 1; },
      [](Scene& s) { s.ring.colours[7].g = 199; },
      [](Scene& s) { s.ring.colours.clear(); },
      [](Scene& s) {
        s.ring.normals.values[7] = {0, 0, 1};
      },
      [](Scene& s) { s.ring.normals.values.clear(); },
      [](Scene& s) { s.ground.uvs.values[900].y = 0.75f; },
      [](Scene& s) { s.ground.positions[900].y = -0.0f; },
      [](Scene& s) { s.place[3].x += 0.5; },
      [](Scene& s) { s.place[0] = -s.place[0]; },
      [](Scene& s) { s.names[2] = "rung"; },
      [](Scene& s) { s.material_file.clear(); },
      [](Scene& s) { s.ring.materials[0].name = "glass"; },
      [](Scene& s) { s.ring.groups[0].name = "all"; },
      [](Scene& s) { s.ground.materials[0].colour.x = 0.5f; },
      [](Scene& s) { s.is_box_first = true; },
      [](Scene& s) { s.ground = mesh::build_checked(test::quad_grid(40)); },
      [](Scene& s) { s.ring = mesh::build_checked(test::torus(20, 30)); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    MemoryStore store;
    Scene scene;
    write_with_history(scene, store, file);
    CHECK(file_text(file) == text_without(scene));
    changes[i](scene);
    for (int twice = 0; twice < 2; ++twice) {
      write_with_history(scene, store, file);
      CHECK(file_text(file) == text_without(scene));
    }
  }
}

TEST_CASE("obj history: text of objects that did not change is taken from the file") {
  // The list is made to say that a digit which was altered belongs there: then it must show up in the new file.
  const TemporaryFolder folder;
  const fs::path file = folder / "a.obj";
  MemoryStore store;
  Scene scene;
  write_with_history(scene, store, file);
  std::string text = file_text(file);
  const std::size_t digit = text.find("v ") + 2;
  text[digit] = '7';
  write_text(file, text);
  std::vector<std::byte>& list = store.entries.begin()->second;
  std::uint64_t offset = 0, size = 0;
  std::memcpy(&offset, list.data() + 8 + 64, 8);
  std::memcpy(&size, list.data() + 8 + 72, 8);
  const auto checksum = digest_of(text.substr(offset, size));
  std::memcpy(list.data() + 8 + 32, checksum.data(), checksum.size());
  scene.place[3].x += 1;  // the last part is another
  write_with_history(scene, store, file);
  std::string want = text_without(scene);
  CHECK(file_text(file) != want);
  want[digit] = '7';
  CHECK(file_text(file) == want);
}
