// The lists of fields: what is derived from them notices every field, of a struct of this test and of every artifact.

#include "support/catch.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "data/artifact_bytes.h"
#include "data/artifact_fields.h"
#include "data/byte_archive.h"
#include "engine/outputs/detail/field_digest.h"
#include "engine/outputs/digest.h"
#include "front/cli/field_report.h"

namespace weald::pipeline {
namespace {

struct Shelf {
  std::string name;
  double width = 1;
};

/// A shelf that was given one more field.
struct DeepShelf {
  std::string name;
  double width = 1;
  double depth = 1;
};

/// A shelf whose list forgets a field.
struct ForgottenShelf {
  std::string name;
  double width = 1;
};

}  // namespace

template <>
struct Fields<Shelf> {
  static constexpr auto list = std::tuple{Field{"name", &Shelf::name}, Field{"width", &Shelf::width}};
};
template <>
struct Fields<DeepShelf> {
  static constexpr auto list =
      std::tuple{Field{"name", &DeepShelf::name}, Field{"width", &DeepShelf::width}, Field{"depth", &DeepShelf::depth}};
};
template <>
struct Fields<ForgottenShelf> {
  static constexpr auto list = std::tuple{Field{"name", &ForgottenShelf::name}};
};

namespace {

template <class T>
std::vector<std::byte> bytes_of(const T& value) {
  ByteWriter writer;
  writer(value);
  std::vector<std::byte> bytes;
  for (const auto part : writer.parts()) bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

template <class T>
std::string digest_of(const T& value) {
  Hasher hasher;
  add_hashed(hasher, value);
  return hasher.hex();
}

TEST_CASE("a field that is added to a list is in the bytes, the digest, equality and the report") {
  const Shelf shelf{"oak", 2};
  const DeepShelf deep{"oak", 2, 3}, deeper{"oak", 2, 4};

  CHECK(bytes_of(deep).size() == bytes_of(shelf).size() + sizeof(double));
  CHECK(bytes_of(deep) != bytes_of(deeper));
  const std::vector<std::byte> bytes = bytes_of(deeper);
  MemorySource source(bytes);
  ByteReader reader(source);
  DeepShelf back;
  reader(back);
  CHECK(reader.done());
  CHECK(back.depth == 4);

  CHECK(digest_of(deep) != digest_of(shelf));
  CHECK(digest_of(deep) != digest_of(deeper));

  CHECK(same_value(deep, DeepShelf{"oak", 2, 3}));
  CHECK_FALSE(same_value(deep, deeper));

  CHECK(app::field_report(shelf) == app::Json{{"name", "oak"}, {"width", 2.0}});
  CHECK(app::field_report(deep) == app::Json{{"name", "oak"}, {"width", 2.0}, {"depth", 3.0}});
}

TEST_CASE("a list that forgets a member is found when it is compiled") {
  STATIC_REQUIRE(detail::member_count<DeepShelf>() == detail::members_named(Fields<DeepShelf>::list));
  STATIC_REQUIRE(detail::member_count<ForgottenShelf>() != detail::members_named(Fields<ForgottenShelf>::list));
}

// ---- every field of every artifact ----

/// Walks over the numbers, texts and choices in a value and alters one of them.
struct Change {
  std::size_t left = 0;       ///< how many to pass over
  bool done = false;          ///< one was altered
  bool is_hashed = true;      ///< as the lists say
  bool is_elsewhere = false;  ///< through another entry, which may pass over elements that nothing refers to
  std::string path{};         ///< where it was
};

/// Two of everything: lists have two elements, all that may be absent is there, and no two texts are equal.
struct Filler {
  int texts = 0;
};

template <class T>
void fill(T& value, Filler& filler);
template <class T>
void change(T& value, Change& one);

mesh::DcelArrays arrays_of(const mesh::Dcel& dcel) {
  mesh::DcelArrays arrays;
  for_fields<mesh::Dcel>([&](const auto& entry) {
    const auto array = entry.get(dcel);
    (arrays.*entry.member).assign(array.begin(), array.end());
  });
  return arrays;
}

void fill(mesh::Dcel& dcel, Filler& filler) {
  mesh::DcelArrays arrays;
  for_fields<mesh::Dcel>([&](const auto& entry) { fill(arrays.*entry.member, filler); });
  dcel = mesh::DcelBuilder::adopt(std::move(arrays));
}

template <class T>
void fill(T& value, Filler& filler) {
  if constexpr (HasFields<T>) {
    for_fields<T>([&](const auto& entry) { fill(entry.get(value), filler); });
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = "text " + std::to_string(++filler.texts);
  } else if constexpr (std::is_enum_v<T>) {
    value = kLastValue<T>;
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = static_cast<T>(std::is_floating_point_v<T> ? 1.5 : 1);
  } else if constexpr (kIsPointer<T>) {
    auto pointee = std::make_shared<std::remove_const_t<typename T::element_type>>();
    fill(*pointee, filler);
    value = std::move(pointee);
  } else if constexpr (requires { value.emplace(); }) {
    fill(value.emplace(), filler);
  } else if constexpr (requires { value.resize(2); }) {
    value.resize(2);
    for (auto& element : value) fill(element, filler);
  } else if constexpr (requires { value.width(); }) {
    value = T(2, 2);
  }
}

void mark(Change& one, const std::function<void()>& alter) {
  if (one.done || one.left-- > 0) return;
  alter();
  one.done = true;
}

template <class T, class Entry, class Alter>
void change_field(const Entry& entry, Change& one, const Alter& alter) {
  if (one.done) return;
  const Change before = one;
  one.is_hashed = one.is_hashed && entry.rule.hashed != Hashed::never;
  one.is_elsewhere = one.is_elsewhere || entry.rule.hashed == Hashed::elsewhere;
  one.path += "." + std::string(entry.name);
  alter();
  if (one.done) return;
  one.is_hashed = before.is_hashed;
  one.is_elsewhere = before.is_elsewhere;
  one.path = before.path;
}

void change(mesh::Dcel& dcel, Change& one) {
  mesh::DcelArrays arrays = arrays_of(dcel);
  for_fields<mesh::Dcel>(
      [&](const auto& entry) { change_field<mesh::Dcel>(entry, one, [&] { change(arrays.*entry.member, one); }); });
  dcel = mesh::DcelBuilder::adopt(std::move(arrays));
}

template <class T>
void change(T& value, Change& one) {
  if (one.done) return;
  if constexpr (HasFields<T>) {
    for_fields<T>([&](const auto& entry) { change_field<T>(entry, one, [&] { change(entry.get(value), one); }); });
  } else if constexpr (std::is_same_v<T, std::string>) {
    mark(one, [&] { value += "!"; });
  } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
    mark(one, [&] { value = value == T{} ? kLastValue<T> : T{}; });
  } else if constexpr (std::is_arithmetic_v<T>) {
    mark(one, [&] { value = static_cast<T>(std::is_floating_point_v<T> ? value + 1 : value == 0); });
  } else if constexpr (kIsPointer<T>) {
    auto pointee = std::make_shared<std::remove_const_t<typename T::element_type>>(*value);
    change(*pointee, one);
    if (one.done) value = std::move(pointee);
  } else if constexpr (requires { value.emplace(); }) {
    change(*value, one);
  } else if constexpr (requires { value.width(); }) {
    change(value.values().back(), one);
  } else if constexpr (requires { value.back(); }) {
    change(value.back(), one);
    if (!one.is_elsewhere) mark(one, [&] { value.push_back(value.back()); });
  } else if constexpr (
      requires { value.r, value.a; } && !requires { value[0]; }) {
    change(value.a, one);
  } else {
    change(value[0], one);
  }
}

template <class T>
T filled() {
  T value;
  Filler filler;
  fill(value, filler);
  return value;
}

TEMPLATE_TEST_CASE("whatever changes in an artifact changes its bytes and equality, and its digest as its list says",
                   "", Heightmap, Image, curve::Curve, lsystem::LString, lsystem::Skeleton, mesh::Mesh, scene::Scene) {
  const Artifact original = filled<TestType>();
  CHECK(same_artifact(original, Artifact(filled<TestType>())));
  std::set<std::string> paths;
  for (std::size_t i = 0;; ++i) {
    Change one{i};
    TestType changed = filled<TestType>();
    change(changed, one);
    if (!one.done) break;
    INFO(one.path);
    paths.insert(one.path);
    const Artifact other = std::move(changed);
    CHECK(to_bytes(other) != to_bytes(original));
    CHECK_FALSE(same_artifact(other, original));
    CHECK((content_digest(other) != content_digest(original)) == one.is_hashed);
  }
  CHECK(paths.size() >= 2);
}

TEMPLATE_TEST_CASE("the report of an artifact has every field of its list", "", Heightmap, Image, curve::Curve,
                   lsystem::LString, lsystem::Skeleton, mesh::Mesh, scene::Scene) {
  const app::Json report = app::field_report(filled<TestType>());
  std::size_t named = 0;
  for_fields<TestType>([&](const auto& entry) {
    if (entry.name.empty()) return;
    CAPTURE(std::string(entry.name));
    CHECK(report.contains(std::string(entry.name)));
    ++named;
  });
  CHECK(report.size() >= named);
}

TEST_CASE("the report of a mesh counts the attributes of its vertices beside its own fields") {
  mesh::Mesh mesh;
  mesh.colours.resize(3);
  const app::Json report = app::field_report(mesh);
  CHECK(report["colours"] == 3);
  CHECK(report["wind"] == 0);
}

}  // namespace
}  // namespace weald::pipeline
