#include "data/dcel_builder.h"

#include <algorithm>

// Algorithm: (1) a counting sort puts every corner's half-edge into the bucket of its smaller end point; (2) inside a
// bucket, which holds about six entries, entries with the same other end point are twins and become the next edge, so
// the arrays are written in order; (3) one sweep over the half-edges fills next, prev and face through the corners; (4)
// one walk around every vertex links the boundary and shows whether every half-edge belongs to the vertex's single fan.

namespace weald::mesh {
namespace {

constexpr std::uint32_t kPrefetchAhead = 24;  // half-edges; hides memory latency if faces are in random order

/// Faces that all have K corners.
template <std::uint32_t K>
struct UniformFaces {
  std::span<const std::uint32_t> corners;

  std::uint32_t face_of(std::uint32_t corner) const { return corner / K; }
  std::uint32_t next(std::uint32_t corner) const { return corner % K == K - 1 ? corner - (K - 1) : corner + 1; }
  std::uint32_t prev(std::uint32_t corner) const { return corner % K == 0 ? corner + (K - 1) : corner - 1; }

  template <class Visit>
  void for_each_corner(Visit&& visit) const {
    const auto count = static_cast<std::uint32_t>(corners.size());
    for (std::uint32_t first = 0; first < count; first += K) {
      for (std::uint32_t i = 0; i < K; ++i)
        visit(first + i, corners[first + i], corners[first + (i + 1 == K ? 0 : i + 1)]);
    }
  }
};

/// Faces of any number of corners.
struct MixedFaces {
  std::span<const std::uint32_t> corners;
  std::span<const std::uint32_t> begin;
  std::vector<std::uint32_t> faces;  // per corner

  explicit MixedFaces(const FaceList& list)
      : corners(list.corners), begin(list.face_begin), faces(list.corners.size()) {
    for (std::uint32_t f = 0; f + 1 < begin.size(); ++f) {
      std::fill(faces.begin() + begin[f], faces.begin() + begin[f + 1], f);
    }
  }
  std::uint32_t face_of(std::uint32_t corner) const { return faces[corner]; }
  std::uint32_t next(std::uint32_t corner) const {
    const std::uint32_t f = faces[corner];
    return corner + 1 == begin[f + 1] ? begin[f] : corner + 1;
  }
  std::uint32_t prev(std::uint32_t corner) const {
    const std::uint32_t f = faces[corner];
    return (corner == begin[f] ? begin[f + 1] : corner) - 1;
  }

  template <class Visit>
  void for_each_corner(Visit&& visit) const {
    for (std::uint32_t f = 0; f + 1 < begin.size(); ++f) {
      const std::uint32_t last = begin[f + 1] - 1;
      for (std::uint32_t c = begin[f]; c < last; ++c) visit(c, corners[c], corners[c + 1]);
      visit(last, corners[last], corners[begin[f]]);
    }
  }
};

/// A half-edge in the bucket of its smaller end point.
struct Entry {
  std::uint32_t key;     // 2 * larger end point, + 1 if the half-edge starts there
  std::uint32_t corner;  // Dcel::kNoIndex after its edge was made

  std::uint32_t high() const { return key >> 1; }
  std::uint32_t direction() const { return key & 1u; }
};

/// Half-edges sorted by smaller end point, within a bucket in order of corner. They are stored in the memory that later
/// holds next and prev, since first use of new memory costs as much as all other work.
struct Buckets {
  std::vector<std::uint32_t>& keys;  // see Entry
  std::vector<std::uint32_t>& corners;
  std::vector<std::uint32_t> end;  // per vertex; a bucket begins at the end of the previous bucket

  Buckets(DcelArrays& arrays, std::size_t corner_count, std::size_t capacity)
      : keys(arrays.next), corners(arrays.prev) {
    keys.reserve(capacity);
    corners.reserve(capacity);
    keys.resize(corner_count);
    corners.resize(corner_count);
  }

  template <class Faces>
  void fill(const Faces& faces, std::uint32_t vertex_count) {
    end.assign(vertex_count, 0);
    faces.for_each_corner([&](std::uint32_t, std::uint32_t a, std::uint32_t b) { ++end[std::min(a, b)]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& e : end) {
      const std::uint32_t count = e;
      e = sum;
      sum += count;
    }
    faces.for_each_corner([&](std::uint32_t corner, std::uint32_t a, std::uint32_t b) {
      const std::uint32_t at = end[std::min(a, b)]++;  // advances to the end of the bucket
      keys[at] = std::max(a, b) * 2 + (a > b ? 1u : 0u);
      corners[at] = corner;
    });
  }
};

/// Makes the edges, bucket by bucket.
class EdgeMaker {
 public:
  EdgeMaker(const FaceList& faces, std::size_t capacity, DcelArrays& arrays, FaceListTopology& result)
      : arrays_(arrays), result_(result) {
    result_.halfedge_of_corner.resize(faces.corners.size());
    arrays_.origin.reserve(capacity);
    arrays_.face.reserve(capacity);
    arrays_.vertex_halfedge.assign(faces.vertex_count, Dcel::kNoIndex);
  }

  /// The edges of the range [begin, end) of `buckets`, which belongs to vertex `low`.
  template <class FaceOf>
  void add_bucket(std::uint32_t low, const Buckets& buckets, std::uint32_t begin, std::uint32_t end,
                  const FaceOf& face_of) {
    const std::size_t count = end - begin;
    if (count <= kScanLimit) {
      Entry entries[kScanLimit];
      for (std::size_t i = 0; i < count; ++i) entries[i] = {buckets.keys[begin + i], buckets.corners[begin + i]};
      add_small(low, {entries, count}, face_of);
    } else {
      std::vector<Entry> entries(count);
      for (std::size_t i = 0; i < count; ++i) entries[i] = {buckets.keys[begin + i], buckets.corners[begin + i]};
      sort_by_high(entries);
      add_sorted(low, entries, face_of);
    }
  }

 private:
  static constexpr std::size_t kScanLimit = 32;

  template <class FaceOf>
  void add_small(std::uint32_t low, std::span<Entry> bucket, const FaceOf& face_of) {
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      if (bucket[i].corner == Dcel::kNoIndex) continue;
      std::size_t equal = 0;
      std::size_t mate = i;
      for (std::size_t j = i + 1; j < bucket.size(); ++j) {
        if (bucket[j].high() == bucket[i].high()) {
          mate = j;
          ++equal;
        }
      }
      if (equal == 0) {
        add_edge(low, bucket[i], Dcel::kNoIndex);
      } else if (equal == 1 && bucket[mate].direction() != bucket[i].direction()) {
        add_edge(low, bucket[i], bucket[mate].corner);
        bucket[mate].corner = Dcel::kNoIndex;
      } else {
        add_bad_edge(low, bucket.subspan(i), face_of);
      }
    }
  }

  /// Makes an edge from the half-edge of `entry` and its twin: the half-edge of corner `mate`, or a boundary half-edge.
  /// The even half-edge starts at `low`.
  void add_edge(std::uint32_t low, const Entry& entry, std::uint32_t mate) {
    const auto even = static_cast<std::uint32_t>(arrays_.origin.size());
    arrays_.origin.push_back(low);
    arrays_.origin.push_back(entry.high());
    const bool reversed = entry.direction() != 0;
    arrays_.face.push_back(reversed ? mate : entry.corner);  // corners; connect_corners makes faces of them
    arrays_.face.push_back(reversed ? entry.corner : mate);
    result_.halfedge_of_corner[entry.corner] = even + entry.direction();
    if (mate != Dcel::kNoIndex) result_.halfedge_of_corner[mate] = even + 1 - entry.direction();
    arrays_.vertex_halfedge[low] = even;
    arrays_.vertex_halfedge[entry.high()] = even + 1;
  }

  /// Makes a separate edge from each entry that has the same high end as the first.
  template <class FaceOf>
  void add_bad_edge(std::uint32_t low, std::span<Entry> entries, const FaceOf& face_of) {
    const std::uint32_t high = entries.front().high();
    std::uint32_t seen[2] = {0, 0};
    std::uint32_t culprit = Dcel::kNoIndex;
    for (Entry& entry : entries) {
      if (entry.corner == Dcel::kNoIndex || entry.high() != high) continue;
      if (seen[entry.direction()]++ != 0 && culprit == Dcel::kNoIndex) culprit = face_of(entry.corner);
      add_edge(low, entry, Dcel::kNoIndex);
      entry.corner = Dcel::kNoIndex;
    }
    result_.bad_edges.push_back({low, high, culprit});
  }

  /// Sorts a large bucket by high end, then by corner, in linear time: a radix sort with 11 bits per pass.
  static void sort_by_high(std::span<Entry> bucket) {
    constexpr unsigned kBits = 11;
    constexpr std::uint32_t kMask = (1u << kBits) - 1;
    std::vector<Entry> other(bucket.size());
    for (unsigned shift = 1; shift < 32; shift += kBits) {
      std::vector<std::uint32_t> cursor(kMask + 2, 0);
      for (const Entry& entry : bucket) ++cursor[((entry.key >> shift) & kMask) + 1];
      for (std::uint32_t i = 1; i <= kMask; ++i) cursor[i] += cursor[i - 1];
      for (const Entry& entry : bucket) other[cursor[(entry.key >> shift) & kMask]++] = entry;
      std::copy(other.begin(), other.end(), bucket.begin());
    }
  }

  template <class FaceOf>
  void add_sorted(std::uint32_t low, std::span<Entry> bucket, const FaceOf& face_of) {
    for (std::size_t i = 0; i < bucket.size();) {
      std::size_t end = i + 1;
      while (end < bucket.size() && bucket[end].high() == bucket[i].high()) ++end;
      if (end - i == 1) {
        add_edge(low, bucket[i], Dcel::kNoIndex);
      } else if (end - i == 2 && bucket[i].direction() != bucket[i + 1].direction()) {
        add_edge(low, bucket[i], bucket[i + 1].corner);
      } else {
        add_bad_edge(low, bucket.subspan(i, end - i), face_of);
      }
      i = end;
    }
  }

  DcelArrays& arrays_;
  FaceListTopology& result_;
};

/// Fills next and prev of the half-edges that have a face, turns the corners in `face` into faces, and gives boundary
/// vertices a boundary half-edge.
template <class Faces>
void connect_corners(const Faces& faces, const std::vector<std::uint32_t>& halfedge_of_corner, DcelArrays& arrays) {
  const std::size_t count = arrays.origin.size();
  arrays.next.resize(count);
  arrays.prev.resize(count);
  for (std::size_t h = 0; h < count; ++h) {
    if (h + kPrefetchAhead < count) {
      const std::uint32_t ahead = arrays.face[h + kPrefetchAhead];
      if (ahead != Dcel::kNoIndex) __builtin_prefetch(&halfedge_of_corner[ahead]);
    }
    const std::uint32_t corner = arrays.face[h];
    if (corner == Dcel::kNoIndex) {
      arrays.next[h] = arrays.prev[h] = Dcel::kNoIndex;
      arrays.vertex_halfedge[arrays.origin[h]] = static_cast<std::uint32_t>(h);
    } else {
      arrays.next[h] = halfedge_of_corner[faces.next(corner)];
      arrays.prev[h] = halfedge_of_corner[faces.prev(corner)];
      arrays.face[h] = faces.face_of(corner);
    }
  }
}

/// Walks clockwise around every vertex from its half-edge, and links the boundary across the gap at which the walk
/// ends. Returns true if the walks visited every half-edge, that is, if every vertex has only one fan.
bool link_single_fans(DcelArrays& arrays) {
  std::size_t met = 0;
  for (const std::uint32_t start : arrays.vertex_halfedge) {
    if (start == Dcel::kNoIndex) continue;
    std::uint32_t h = start;
    do {
      ++met;
      const std::uint32_t incoming = h ^ 1u;
      const std::uint32_t following = arrays.next[incoming];
      if (following == Dcel::kNoIndex) {
        arrays.next[incoming] = start;
        arrays.prev[start] = incoming;
        break;
      }
      h = following;
    } while (h != start);
  }
  return met == arrays.origin.size();
}

/// Gives every fan but the first of a vertex its own copy, in order of face, and links all boundaries.
class FanSplitter {
 public:
  FanSplitter(DcelArrays& arrays, std::vector<ExtraFan>& extra) : arrays_(arrays), extra_(extra) {}

  void run() {
    met_.assign(arrays_.origin.size(), false);
    claimed_.assign(arrays_.vertex_halfedge.size(), false);
    for (std::uint32_t f = 0; f < arrays_.face_halfedge.size(); ++f) {
      const std::uint32_t first = arrays_.face_halfedge[f];
      std::uint32_t h = first;
      do {
        if (!met_[h]) add_fan(h, f);
        h = arrays_.next[h];
      } while (h != first);
    }
  }

 private:
  /// Walks counter-clockwise from h to the boundary half-edge of its fan; returns h if the fan is closed.
  std::uint32_t fan_start(std::uint32_t h) const {
    std::uint32_t g = h;
    do {
      g = arrays_.prev[g] ^ 1u;
    } while (g != h && arrays_.face[g] != Dcel::kNoIndex);
    return g;
  }

  void add_fan(std::uint32_t h, std::uint32_t f) {
    const std::uint32_t start = fan_start(h);
    std::uint32_t vertex = arrays_.origin[h];
    if (claimed_[vertex]) {
      extra_.push_back({vertex, f});
      vertex = static_cast<std::uint32_t>(arrays_.vertex_halfedge.size());
      arrays_.vertex_halfedge.push_back(start);
    } else {
      claimed_[vertex] = true;
      arrays_.vertex_halfedge[vertex] = start;
    }
    std::uint32_t g = start;
    do {
      met_[g] = true;
      arrays_.origin[g] = vertex;
      const std::uint32_t incoming = g ^ 1u;
      if (arrays_.face[incoming] == Dcel::kNoIndex) {
        arrays_.next[incoming] = start;
        arrays_.prev[start] = incoming;
        break;
      }
      g = arrays_.next[incoming];
    } while (g != start);
  }

  DcelArrays& arrays_;
  std::vector<ExtraFan>& extra_;
  std::vector<bool> met_;      // per half-edge
  std::vector<bool> claimed_;  // per vertex of the face list
};

template <class Faces>
FaceListTopology connect_faces(const FaceList& list, const Faces& faces) {
  FaceListTopology result;
  DcelArrays arrays;
  // Room for one half-edge per corner, and a few for the boundary; grows for very open meshes.
  const std::size_t capacity = list.corners.size() + list.corners.size() / 64 + 16;
  {
    Buckets buckets(arrays, list.corners.size(), capacity);
    buckets.fill(faces, list.vertex_count);
    EdgeMaker edges(list, capacity, arrays, result);
    std::uint32_t begin = 0;
    for (std::uint32_t v = 0; v < list.vertex_count; ++v) {
      edges.add_bucket(v, buckets, begin, buckets.end[v], [&](std::uint32_t corner) { return faces.face_of(corner); });
      begin = buckets.end[v];
    }
  }
  connect_corners(faces, result.halfedge_of_corner, arrays);
  arrays.face_halfedge.resize(list.face_begin.size() - 1);
  for (std::size_t f = 0; f < arrays.face_halfedge.size(); ++f) {
    arrays.face_halfedge[f] = result.halfedge_of_corner[list.face_begin[f]];
  }
  if (!link_single_fans(arrays)) FanSplitter(arrays, result.extra_fans).run();
  result.dcel = DcelBuilder::adopt(std::move(arrays));
  return result;
}

bool all_have(std::span<const std::uint32_t> face_begin, std::uint32_t corners) {
  for (std::size_t f = 0; f + 1 < face_begin.size(); ++f) {
    if (face_begin[f + 1] - face_begin[f] != corners) return false;
  }
  return true;
}

}  // namespace

FaceListTopology DcelBuilder::connect(const FaceList& faces) {
  WEALD_CHECK(!faces.face_begin.empty() && faces.corners.size() <= kMaxCorners && faces.vertex_count <= kMaxCorners);
  if (all_have(faces.face_begin, 3)) return connect_faces(faces, UniformFaces<3>{faces.corners});
  if (all_have(faces.face_begin, 4)) return connect_faces(faces, UniformFaces<4>{faces.corners});
  return connect_faces(faces, MixedFaces(faces));
}

Dcel DcelBuilder::adopt(DcelArrays&& arrays) {
  Dcel dcel;
  dcel.origin_ = std::move(arrays.origin);
  dcel.next_ = std::move(arrays.next);
  dcel.prev_ = std::move(arrays.prev);
  dcel.face_ = std::move(arrays.face);
  dcel.vertex_halfedge_ = std::move(arrays.vertex_halfedge);
  dcel.face_halfedge_ = std::move(arrays.face_halfedge);
  return dcel;
}

}  // namespace weald::mesh
