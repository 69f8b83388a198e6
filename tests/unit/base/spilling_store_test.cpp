#include "base/spilling_store.h"

#include "support/catch.h"

#include <map>

using namespace weald;

namespace {

std::vector<std::byte> bytes_of(std::size_t size, std::byte value) { return std::vector<std::byte>(size, value); }

/// Keeps one result, of at most `room` bytes: the last one.
class OneResult final : public ResultStore {
 public:
  explicit OneResult(std::size_t room) : room_(room) {}
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    return key == key_ ? std::optional(bytes_) : std::nullopt;
  }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    if (bytes.size() > room_) return;
    key_ = key;
    bytes_.assign(bytes.begin(), bytes.end());
  }

 private:
  std::size_t room_;
  std::string key_;
  std::vector<std::byte> bytes_;
};

/// What is read under a key; unset if there is no entry.
std::optional<std::vector<std::byte>> read_from(ResultStore& store, std::string_view key) {
  std::vector<std::byte> bytes;
  const bool is_there = store.read(key, [&](ByteSource& source) {
    bytes.resize(source.left());
    source.read(bytes.data(), bytes.size());
  });
  return is_there ? std::optional(bytes) : std::nullopt;
}

}  // namespace

TEST_CASE("spilling store: what the other store has no room for is kept in memory, up to the limit", "[base]") {
  OneResult small(10);
  SpillingStore store(small, 100);
  const auto fits = bytes_of(10, std::byte{1}), large = bytes_of(60, std::byte{2}), more = bytes_of(60, std::byte{3});
  store.keep("a", fits);
  store.keep("b", large);
  CHECK(small.find("a") == fits);
  CHECK(store.find("a") == fits);
  CHECK(store.find("b") == large);
  CHECK(read_from(store, "b") == large);
  CHECK(store.contains("b"));
  store.keep("c", more);  // in place of b
  CHECK(store.find("c") == more);
  CHECK_FALSE(store.contains("b"));
  CHECK_FALSE(read_from(store, "b"));
}

TEST_CASE("spilling store: what the other store gives up is kept in memory when it is kept again", "[base]") {
  OneResult small(10);
  SpillingStore store(small, 100);
  const auto first = bytes_of(8, std::byte{1}), second = bytes_of(8, std::byte{2});
  store.keep("a", first);
  store.keep("b", second);
  CHECK_FALSE(store.contains("a"));
  store.keep("a", first);
  store.keep("b", second);
  CHECK(store.find("a") == first);
  CHECK(read_from(store, "a") == first);
  CHECK(store.find("b") == second);

  const std::span<const std::byte> parts[] = {std::span(first).first(3), std::span(first).subspan(3)};
  store.keep_parts("c", parts);
  store.keep_parts("d", parts);
  store.keep_parts("c", parts);
  CHECK(store.find("c") == first);
}
