#include "formats/meshes/meshopt_indices.h"

#include <utility>

namespace weald::io {

namespace {

constexpr std::uint8_t kTriangleHead = 0xE1, kSequenceHead = 0xD1;  // version 1
constexpr std::size_t kSequenceTail = 4;
/// Codes of a vertex: 0 is the next new vertex, 1 to 12 one of the history, 13 and 14 the one before and after the last
/// stored index, and 15 one whose index is stored.
constexpr std::uint32_t kBefore = 13, kAfter = 14, kStored = 15;
/// Pairs of codes that are common in triangles that share no edge of the history; the last two are not used.
constexpr std::array<std::uint8_t, 16> kPairs{0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xA9, 0x86,
                                              0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0x00, 0x00};
constexpr std::uint32_t kUsedPairs = 14;

/// An edge of the history that a triangle shares: its age, and the corner at which it begins.
struct SharedEdge {
  std::uint32_t age = 0, corner = 0;
};

std::optional<SharedEdge> find_edge(const MeshoptHistory& history, const std::array<std::uint32_t, 3>& triangle) {
  for (std::uint32_t age = 0; age < 15; ++age) {
    const MeshoptHistory::Edge edge = history.edge(age);
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
      if (edge.from == triangle[corner] && edge.to == triangle[(corner + 1) % 3]) return SharedEdge{age, corner};
    }
  }
  return std::nullopt;
}

/// The age of a vertex, below `limit`; `limit` if it is not in the history.
std::uint32_t age_of(const MeshoptHistory& history, std::uint32_t vertex, std::uint32_t limit) {
  for (std::uint32_t age = 0; age < limit; ++age) {
    if (history.vertex(age) == vertex) return age;
  }
  return limit;
}

std::optional<std::uint32_t> pair_of(std::uint32_t codes) {
  for (std::uint32_t i = 0; i < kUsedPairs; ++i) {
    if (kPairs[i] == codes) return i;
  }
  return std::nullopt;
}

void add_edges(MeshoptHistory& history, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  history.add_edge(c, b);
  history.add_edge(a, c);
}

/// Reads numbers that are stored with seven bits per byte, the lowest first.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : rest_(bytes) {}
  bool is_sound() const { return is_sound_; }
  bool is_at_end() const { return rest_.empty(); }

  std::uint32_t byte() {
    if (rest_.empty()) {
      is_sound_ = false;
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  std::uint32_t number() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint32_t part = byte();
      value |= (part & 127) << shift;
      if (part < 128) return value;
    }
    is_sound_ = false;
    return value;
  }

  /// Reads a signed difference, and returns `from` plus it.
  std::uint32_t near(std::uint32_t from) {
    const std::uint32_t code = number();
    return from + ((code >> 1) ^ (0U - (code & 1)));
  }

 private:
  std::string_view rest_;
  bool is_sound_ = true;
};

class TriangleDecoder {
 public:
  /// `pairs` are the last sixteen bytes of the stream.
  TriangleDecoder(std::string_view codes, std::string_view data, std::string_view pairs)
      : codes_(codes), pairs_(pairs), data_(data) {}

  std::optional<std::vector<std::uint32_t>> run() {
    indices_.reserve(3 * codes_.size());
    for (const char byte : codes_) {
      const auto code = static_cast<std::uint8_t>(byte);
      if (code < 0xF0)
        read_at_edge(code);
      else
        read_alone(code);
      if (!data_.is_sound()) return std::nullopt;
    }
    if (!data_.is_at_end()) return std::nullopt;
    return std::move(indices_);
  }

 private:
  void read_at_edge(std::uint32_t code) {
    const auto [a, b] = history_.edge(code >> 4);
    const std::uint32_t third = code & 15;
    std::uint32_t c = 0;
    if (third == 0) {
      c = next_++;
    } else if (third < kBefore) {
      c = history_.vertex(third);
    } else {
      last_ = third == kBefore ? last_ - 1 : third == kAfter ? last_ + 1 : data_.near(last_);
      c = last_;
    }
    if (third == 0 || third >= kBefore) history_.add_vertex(c);
    add_edges(history_, a, b, c);
    indices_.insert(indices_.end(), {a, b, c});
  }

  void read_alone(std::uint32_t code) {
    const bool is_pair = code < 0xFE;
    const std::uint32_t pair = is_pair ? static_cast<std::uint8_t>(pairs_[code & 15]) : data_.byte();
    if (!is_pair && pair == 0) next_ = 0;
    const std::uint32_t of_a = code == 0xFF ? kStored : 0, of_b = pair >> 4, of_c = pair & 15;
    // New vertices are counted before stored ones are read, and the history changes after both.
    std::uint32_t a = of_a == 0 ? next_++ : 0;
    std::uint32_t b = of_b == 0 ? next_++ : history_.vertex(of_b - 1);
    std::uint32_t c = of_c == 0 ? next_++ : history_.vertex(of_c - 1);
    if (of_a == kStored) last_ = a = data_.near(last_);
    if (of_b == kStored) last_ = b = data_.near(last_);
    if (of_c == kStored) last_ = c = data_.near(last_);
    history_.add_vertex(a);
    if (of_b == 0 || of_b == kStored) history_.add_vertex(b);
    if (of_c == 0 || of_c == kStored) history_.add_vertex(c);
    history_.add_edge(b, a);
    add_edges(history_, a, b, c);
    indices_.insert(indices_.end(), {a, b, c});
  }

  std::string_view codes_, pairs_;
  NumberReader data_;
  MeshoptHistory history_;
  std::uint32_t next_ = 0, last_ = 0;
  std::vector<std::uint32_t> indices_;
};

}  // namespace

void MeshoptTriangleEncoder::put_index(std::uint32_t index) {
  const std::uint32_t difference = index - last_;
  std::uint32_t code = (difference << 1) ^ (difference >> 31 != 0 ? ~0U : 0U);
  for (; code > 127; code >>= 7) data_ += static_cast<char>((code & 127) | 128);
  data_ += static_cast<char>(code);
  last_ = index;
}

/// Returns 0 and counts the vertex if it is the next new one, otherwise `otherwise`.
std::uint32_t MeshoptTriangleEncoder::take_next(std::uint32_t index, std::uint32_t otherwise) {
  if (index != next_) return otherwise;
  ++next_;
  return 0;
}

std::uint32_t MeshoptTriangleEncoder::code_of_free(std::uint32_t index) {
  if (index + 1 != last_ && index != last_ + 1) return kStored;
  return std::exchange(last_, index) == index + 1 ? kBefore : kAfter;
}

void MeshoptTriangleEncoder::add(const std::array<std::uint32_t, 3>& triangle) {
  const auto corner = [&](std::uint32_t number) { return triangle[number % 3]; };
  if (const auto shared = find_edge(history_, triangle)) {
    const std::uint32_t first = shared->corner;
    add_at_edge(shared->age, corner(first), corner(first + 1), corner(first + 2));
  } else {
    const std::uint32_t first = triangle[1] == next_ ? 1 : triangle[2] == next_ ? 2 : 0;
    add_alone(corner(first), corner(first + 1), corner(first + 2));
  }
}

void MeshoptTriangleEncoder::add_at_edge(std::uint32_t age, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t age_of_c = age_of(history_, c, kBefore);
  std::uint32_t code = age_of_c;
  if (age_of_c == 0 || age_of_c == kBefore) code = take_next(c, kStored);
  if (code == kStored) code = code_of_free(c);
  codes_ += static_cast<char>(age << 4 | code);
  if (code == kStored) put_index(c);
  if (code == 0 || code >= kBefore) history_.add_vertex(c);
  add_edges(history_, a, b, c);
}

void MeshoptTriangleEncoder::add_alone(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  // If indices restart at 0, as for the next mesh, the count of new vertices restarts too.
  const bool begins_again = a == 0 && b == 1 && c == 2 && next_ > 0;
  if (begins_again) {
    next_ = 0;
    history_.forget_vertices();
  }
  const std::uint32_t age_of_b = age_of(history_, b, 14), age_of_c = age_of(history_, c, 14);
  const std::uint32_t of_a = take_next(a, kStored);
  const std::uint32_t of_b = age_of_b < 14 ? age_of_b + 1 : take_next(b, kStored);
  const std::uint32_t of_c = age_of_c < 14 ? age_of_c + 1 : take_next(c, kStored);
  const std::uint32_t codes = of_b << 4 | of_c;
  const auto pair = pair_of(codes);
  if (of_a == 0 && pair && !begins_again) {
    codes_ += static_cast<char>(0xF0 | *pair);
  } else {
    codes_ += static_cast<char>(of_a == 0 ? 0xFE : 0xFF);
    data_ += static_cast<char>(codes);
  }
  if (of_a == kStored) put_index(a);
  if (of_b == kStored) put_index(b);
  if (of_c == kStored) put_index(c);
  history_.add_vertex(a);
  if (of_b == 0 || of_b == kStored) history_.add_vertex(b);
  if (of_c == 0 || of_c == kStored) history_.add_vertex(c);
  history_.add_edge(b, a);
  add_edges(history_, a, b, c);
}

std::array<std::string, 2> MeshoptTriangleEncoder::take() {
  codes_.insert(codes_.begin(), static_cast<char>(kTriangleHead));
  for (const std::uint8_t pair : kPairs) data_ += static_cast<char>(pair);
  return {std::move(codes_), std::move(data_)};
}

std::optional<std::vector<std::uint32_t>> decode_meshopt_triangles(std::string_view bytes, std::size_t count) {
  const std::size_t triangles = count / 3;
  if (bytes.empty() || static_cast<std::uint8_t>(bytes[0]) != kTriangleHead) return std::nullopt;
  if (bytes.size() - 1 < kPairs.size() || bytes.size() - 1 - kPairs.size() < triangles) return std::nullopt;
  const std::string_view pairs = bytes.substr(bytes.size() - kPairs.size());
  bytes = bytes.substr(1, bytes.size() - 1 - kPairs.size());
  return TriangleDecoder(bytes.substr(0, triangles), bytes.substr(triangles), pairs).run();
}

std::optional<std::vector<std::uint32_t>> decode_meshopt_indices(std::string_view bytes, std::size_t count) {
  if (bytes.size() < 1 + kSequenceTail || static_cast<std::uint8_t>(bytes[0]) != kSequenceHead) return std::nullopt;
  bytes = bytes.substr(1, bytes.size() - 1 - kSequenceTail);
  if (bytes.size() < count) return std::nullopt;
  NumberReader reader(bytes);
  std::vector<std::uint32_t> indices;
  indices.reserve(count);
  std::array<std::uint32_t, 2> last{};
  while (indices.size() < count && reader.is_sound()) {
    const std::uint32_t code = reader.number(), difference = code >> 1;
    std::uint32_t& near = last[code & 1];
    near += (difference >> 1) ^ (0U - (difference & 1));
    indices.push_back(near);
  }
  if (!reader.is_sound() || !reader.is_at_end()) return std::nullopt;
  return indices;
}

}  // namespace weald::io
