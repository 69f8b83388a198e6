// Streams of EXT_meshopt_compression as a file may hold them, and the filters of their vectors.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <meshoptimizer.h>
#include "support/catch.h"

#include "formats/meshes/glb_compressed.h"
#include "formats/meshes/meshopt_filters.h"

using namespace weald;
using namespace weald::io;

namespace {

using Numbers = std::vector<std::uint32_t>;

/// A number that is the same for the same place in the test.
std::uint32_t noise(std::uint32_t number) {
  number = (number ^ number >> 16) * 0x7FEB352D;
  number = (number ^ number >> 15) * 0x846CA68B;
  return number ^ number >> 16;
}

/// Elements that go on smoothly in some bytes, jump in others, and stay in the rest.
std::string elements_of(std::size_t count, std::size_t stride) {
  std::string bytes(count * stride, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < stride; ++k) {
      const auto seed = static_cast<std::uint32_t>(i * stride + k);
      const std::size_t kind = k % 4;
      const std::uint32_t byte = kind == 0   ? static_cast<std::uint32_t>(i / 3 + k)
                                 : kind == 1 ? noise(seed)
                                 : kind == 2 ? noise(seed) % 5
                                             : (noise(seed) % 20 == 0 ? noise(seed + 1) : 7);
      bytes[i * stride + k] = static_cast<char>(byte);
    }
  }
  return bytes;
}

unsigned char* raw(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

std::string pack(const std::string& elements, std::size_t stride) {
  const std::size_t count = elements.size() / stride;
  std::string bytes(meshopt_encodeVertexBufferBound(count, stride), '\0');
  bytes.resize(meshopt_encodeVertexBuffer(raw(bytes), bytes.size(), elements.data(), count, stride));
  return bytes;
}

std::string pack(const Numbers& indices) {
  meshopt_encodeIndexVersion(1);
  std::string bytes(meshopt_encodeIndexBufferBound(indices.size(), ~std::size_t{0} >> 32), '\0');
  bytes.resize(meshopt_encodeIndexBuffer(raw(bytes), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

std::string pack_sequence(const Numbers& indices) {
  meshopt_encodeIndexVersion(1);
  std::string bytes(meshopt_encodeIndexSequenceBound(indices.size(), ~std::size_t{0} >> 32), '\0');
  bytes.resize(meshopt_encodeIndexSequence(raw(bytes), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

std::optional<std::string> vectors_of(const std::string& bytes, std::size_t count, std::size_t stride) {
  return decompressed({bytes, stride, count, "ATTRIBUTES", "NONE"});
}

std::optional<Numbers> indices_of(const std::string& bytes, std::size_t count, const char* mode = "TRIANGLES") {
  const auto read = decompressed({bytes, 4, count, mode, "NONE"});
  if (!read) return std::nullopt;
  Numbers indices(read->size() / 4);
  std::memcpy(indices.data(), read->data(), read->size());
  return indices;
}

/// Triangles turned so that the list is the least; the order of corners stays.
Numbers turned(Numbers indices) {
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const std::array<std::uint32_t, 3> own{indices[i], indices[i + 1], indices[i + 2]};
    const auto least = std::min({own, {own[1], own[2], own[0]}, {own[2], own[0], own[1]}});
    std::copy(least.begin(), least.end(), indices.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return indices;
}

/// Lists with every code: strips, fans, jumps back and forth, numbers that begin again, and numbers of 32 bits.
std::vector<Numbers> index_lists() {
  std::vector<Numbers> lists(5);
  for (std::uint32_t y = 0; y < 20; ++y) {
    for (std::uint32_t x = 0; x < 30; ++x) {
      const std::uint32_t a = y * 31 + x, b = a + 31;
      lists[0].insert(lists[0].end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
  for (std::uint32_t i = 0; i < 3 * 500; ++i) lists[1].push_back(noise(i) % 90);
  for (std::uint32_t i = 0; i < 3 * 500; ++i) lists[2].push_back(noise(i));
  for (std::uint32_t mesh = 0; mesh < 6; ++mesh) {
    for (std::uint32_t i = 0; i < 40; ++i) lists[3].insert(lists[3].end(), {i % 7 * mesh % 3, i + 1, i + 2});
  }
  for (std::uint32_t i = 0; i < 200; ++i) lists[4].insert(lists[4].end(), {1000 - i, 1001 - i, 1002 - i, i, i, i + 1});
  return lists;
}

}  // namespace

TEST_CASE("Streams of vectors, triangles and sequences of indices are read as meshoptimizer writes them") {
  for (const std::size_t stride : {4, 8, 12, 16, 60, 256}) {
    for (const std::size_t count : {1, 15, 16, 17, 255, 256, 257, 3000}) {
      INFO(stride << " bytes, " << count << " elements");
      const std::string elements = elements_of(count, stride);
      CHECK((vectors_of(pack(elements, stride), count, stride) == elements));
    }
  }
  for (Numbers list : index_lists()) {
    INFO(list.size() << " indices");
    const auto triangles = indices_of(pack(list), list.size());
    REQUIRE(triangles);
    CHECK((turned(*triangles) == turned(list)));
    for (std::uint32_t& index : list) index >>= 4;  // what sequences hold
    const std::string sequence = pack_sequence(list);
    CHECK((indices_of(sequence, list.size(), "INDICES") == list));
    CHECK_FALSE(indices_of(sequence, list.size() + 1, "INDICES"));
  }
}

TEST_CASE("Streams that are cut short, too long or of another version are refused") {
  const std::string vectors = pack(elements_of(300, 12), 12), triangles = pack(index_lists()[0]);
  const std::size_t count = index_lists()[0].size();
  for (std::size_t size = 0; size < vectors.size(); size += 7)
    CHECK_FALSE(vectors_of(vectors.substr(0, size), 300, 12));
  for (std::size_t size = 0; size < triangles.size(); size += 7)
    CHECK_FALSE(indices_of(triangles.substr(0, size), count));
  CHECK_FALSE(vectors_of(vectors + "x", 300, 12));
  CHECK_FALSE(vectors_of("\xA1" + vectors.substr(1), 300, 12));
  CHECK_FALSE(indices_of("\xE2" + triangles.substr(1), count));
}

TEST_CASE("Damaged streams are refused or give as many elements, and read nothing else") {
  const std::string vectors = pack(elements_of(300, 12), 12), triangles = pack(index_lists()[1]);
  for (std::uint32_t i = 0; i < 2000; ++i) {
    std::string damaged = i % 2 == 0 ? vectors : triangles;
    for (std::uint32_t k = 0; k < 3; ++k)
      damaged[noise(8 * i + k) % damaged.size()] = static_cast<char>(noise(9 * i + k));
    if (i % 2 == 0) {
      const auto read = vectors_of(damaged, 300, 12);
      CHECK((!read || read->size() == 3600));
    } else {
      const auto read = indices_of(damaged, 1500);
      CHECK((!read || read->size() == 1500));
    }
  }
}

TEST_CASE("Directions, rotations and numbers keep their precision through the filters, as meshoptimizer reads them") {
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const auto share = [&](std::uint32_t k) { return noise(10 * i + k) / 2147483648.0 - 1; };
    const Vec4 turn = glm::normalize(Vec4{share(0), share(1), share(2), share(3)});
    const Vec3f direction{glm::normalize(Vec3{share(4), share(5), share(6)})};
    std::array<char, 4> packed{}, theirs{};
    put_octahedral(direction, i % 2 == 0 ? 1.0f : -1.0f, packed.data());
    theirs = packed;
    meshopt_decodeFilterOct(theirs.data(), 1, 4);
    decode_octahedral(packed.data(), 4);
    CHECK(packed[3] == (i % 2 == 0 ? 127 : -127));
    for (int k = 0; k < 4; ++k)
      CHECK(std::abs(packed[static_cast<std::size_t>(k)] - theirs[static_cast<std::size_t>(k)]) <= 1);
    CHECK(glm::dot(glm::normalize(Vec3{packed[0] * 1.0, packed[1] * 1.0, packed[2] * 1.0}), Vec3{direction}) > 0.9998);

    std::array<std::int16_t, 4> coded{}, read{};
    std::array<char, 8> bytes{};
    put_quaternion(turn, bytes.data());
    std::memcpy(coded.data(), bytes.data(), 8);
    decode_quaternion(bytes.data());
    std::memcpy(read.data(), bytes.data(), 8);
    meshopt_decodeFilterQuat(coded.data(), 1, 8);
    Vec4 back{0.0};
    for (int k = 0; k < 4; ++k) {
      const auto at = static_cast<std::size_t>(k);
      CHECK(std::abs(coded[at] - read[at]) <= 1);
      back[k] = read[at] / 32767.0;
    }
    CHECK(std::abs(glm::dot(glm::normalize(back), turn)) > 1 - 1e-8);

    const auto number = static_cast<float>(share(7) * std::pow(2, noise(i) % 20));
    std::array<char, 4> exponential{}, other{};
    const int exponent = exponent_for(std::abs(number), -12);
    put_exponential(number, exponent, exponential.data());
    other = exponential;
    decode_exponential(exponential.data(), 4);
    meshopt_decodeFilterExp(other.data(), 1, 4);
    CHECK(exponential == other);
    float value = 0;
    std::memcpy(&value, exponential.data(), 4);
    CHECK(std::abs(value - number) <= std::pow(2, exponent - 1));
    CHECK((exponent == -12 || std::abs(value - number) <= std::abs(number) * 1e-6f));
  }
}

TEST_CASE("The ends of what filters can say are reached, not passed") {
  std::array<char, 4> bytes{};
  for (const float number : {0.0f, -0.0f, 3.4e38f, -3.4e38f, 1e-40f}) {
    put_exponential(number, exponent_for(std::abs(number), -12), bytes.data());
    decode_exponential(bytes.data(), 4);
    float value = 0;
    std::memcpy(&value, bytes.data(), 4);
    CHECK(std::isfinite(value));
    CHECK((std::abs(number) > 1 ? value * number > 0 : value == 0));
  }
  put_octahedral({0, 0, 0}, 0, bytes.data());
  decode_octahedral(bytes.data(), 4);
  CHECK(bytes == std::array<char, 4>{0, 0, 127, 0});
}

TEST_CASE("A view whose mode, filter or stride is not of the extension is refused") {
  const std::string elements = elements_of(40, 8), packed = pack(elements, 8);
  CHECK(decompressed({packed, 8, 40, "ATTRIBUTES", "NONE"}) == elements);
  CHECK(decompressed({packed, 8, 40, "ATTRIBUTES", "QUATERNION"}));
  CHECK_FALSE(decompressed({packed, 8, 40, "ATTRIBUTES", "COLOR"}));
  CHECK_FALSE(decompressed({packed, 8, 40, "POINTS", "NONE"}));
  CHECK_FALSE(decompressed({packed, 6, 40, "ATTRIBUTES", "NONE"}));
  CHECK_FALSE(decompressed({packed, 0, 40, "ATTRIBUTES", "NONE"}));
  CHECK_FALSE(decompressed({packed, 260, 40, "ATTRIBUTES", "NONE"}));
  CHECK_FALSE(decompressed({packed, 8, ~std::uint64_t{0}, "ATTRIBUTES", "NONE"}));
  const std::string twelve = pack(elements_of(40, 12), 12);
  CHECK_FALSE(decompressed({twelve, 12, 40, "ATTRIBUTES", "OCTAHEDRAL"}));
  CHECK(decompressed({twelve, 12, 40, "ATTRIBUTES", "EXPONENTIAL"}));
  const Numbers list = index_lists()[0];
  CHECK(decompressed({pack(list), 2, list.size(), "TRIANGLES", "NONE"})->size() == 2 * list.size());
  CHECK_FALSE(decompressed({pack(list), 8, list.size(), "TRIANGLES", "NONE"}));
  CHECK_FALSE(decompressed({pack(list), 2, list.size() - 1, "TRIANGLES", "NONE"}));
}
