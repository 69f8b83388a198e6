#include "base/memory_store.h"

#include "support/catch.h"

using namespace weald;

TEST_CASE("memory store: what was used the longest time ago is given up for new results", "[base]") {
  MemoryStore store(100);
  const std::vector<std::byte> small(40, std::byte{1}), large(101, std::byte{2});
  store.keep("a", small);
  store.keep("b", small);
  CHECK(store.find("a") == small);
  store.keep("c", small);  // in place of b
  CHECK(store.find("a") == small);
  CHECK_FALSE(store.find("b"));
  CHECK(store.contains("c"));
  CHECK(store.contains("a"));
  store.keep("d", small);  // in place of c
  CHECK(store.contains("a"));
  CHECK_FALSE(store.contains("c"));

  store.keep("e", large);
  CHECK_FALSE(store.contains("e"));
  CHECK(store.contains("a"));
  store.keep("f", std::span(large).first(100));  // in place of all
  CHECK_FALSE(store.contains("a"));
  CHECK_FALSE(store.contains("d"));
  CHECK(store.read("f", [](ByteSource& source) {
    std::vector<std::byte> bytes(source.left());
    CHECK(source.read(bytes.data(), bytes.size()));
    CHECK(bytes.size() == 100);
  }));
}
