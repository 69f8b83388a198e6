#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/check.h"

namespace weald {

static_assert(std::endian::native == std::endian::little, "digests are defined over little-endian bytes");

struct Hasher::State {
  XXH3_state_t* xxh = XXH3_createState();
  State() { WEALD_CHECK(xxh != nullptr && XXH3_128bits_reset(xxh) == XXH_OK); }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::add_bytes(std::span<const std::byte> bytes) {
  if (!bytes.empty()) XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

void Hasher::add(std::uint64_t value) { XXH3_128bits_update(state_->xxh, &value, sizeof value); }

void Hasher::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  add_bytes(std::as_bytes(std::span{text.data(), text.size()}));
}

std::string Hasher::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->xxh);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::uint64_t Hasher::low64() const { return XXH3_128bits_digest(state_->xxh).low64; }

}  // namespace weald
