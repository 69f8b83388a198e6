#include "methods/mesh/weld.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/check.h"

namespace weald::mesh {
namespace {

/// Kept positions in a hash table of cubic cells whose side is the tolerance; chains hold them in order of arrival.
class CellTable {
 public:
  CellTable(std::size_t positions, double tolerance)
      : tolerance_(tolerance < 1e-60 ? 0 : tolerance) {  // closer floats are equal, and cells stay finite
    const std::size_t buckets = std::bit_ceil(std::max<std::size_t>(positions, 16));
    head_.assign(buckets, Dcel::kNoIndex);
    mask_ = buckets - 1;
  }

  /// The nearest kept position within the tolerance.
  std::optional<std::uint32_t> find(const std::vector<Vec3f>& kept, const Vec3f& p) const {
    std::optional<std::uint32_t> best;
    double best_distance = tolerance_ * tolerance_;
    const int reach = tolerance_ > 0 ? 1 : 0;
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
          search(kept, p, bucket(cell(p) + Vec3{dx, dy, dz}), best, best_distance);
        }
      }
    }
    return best;
  }

  /// Adds the position with the next index.
  void add(const Vec3f& p) {
    const std::size_t b = bucket(cell(p));
    link_.push_back(head_[b]);
    head_[b] = static_cast<std::uint32_t>(link_.size() - 1);
  }

 private:
  Vec3 cell(const Vec3f& p) const {
    return tolerance_ > 0 ? glm::floor(Vec3{p} / tolerance_) : Vec3{p} + 0.0;  // + 0: no negative zero
  }
  std::size_t bucket(const Vec3& c) const {
    std::uint64_t hash = 0;
    for (int i = 0; i < 3; ++i) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(c[i] + 0.0)) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return hash & mask_;
  }
  void search(const std::vector<Vec3f>& kept, const Vec3f& p, std::size_t b, std::optional<std::uint32_t>& best,
              double& best_distance) const {
    for (std::uint32_t i = head_[b]; i != Dcel::kNoIndex; i = link_[i]) {
      const Vec3 d = Vec3{kept[i]} - Vec3{p};
      const double distance = glm::dot(d, d);
      const bool nearer = distance < best_distance || (distance == best_distance && (!best || i < *best));
      if (nearer) {
        best = i;
        best_distance = distance;
      }
    }
  }

  double tolerance_;
  std::vector<std::uint32_t> head_, link_;
  std::size_t mask_ = 0;
};

/// Fills result.soup's positions and returns the new index of every old one.
std::vector<std::uint32_t> merge_positions(const Soup& soup, double tolerance, WeldResult& result) {
  std::vector<std::uint32_t> remap;
  remap.reserve(soup.positions.size());
  std::vector<Vec3f>& kept = result.soup.positions;
  CellTable table(soup.positions.size(), tolerance);
  for (std::size_t v = 0; v < soup.positions.size(); ++v) {
    const Vec3f& p = soup.positions[v];
    const auto found = is_finite(p) ? table.find(kept, p) : std::nullopt;
    if (found) {
      remap.push_back(*found);
      ++result.positions_merged;
      continue;
    }
    remap.push_back(static_cast<std::uint32_t>(kept.size()));
    kept.push_back(p);
    table.add(p);
    append_vertex(result.soup, soup, v);
  }
  return remap;
}

/// Index of a corner's value, with the position's index where the soup has none of its own.
std::uint32_t attribute_index(const std::vector<std::uint32_t>& index, const Soup& soup, std::uint32_t corner) {
  return index.empty() ? soup.corners[corner] : index[corner];
}

}  // namespace

WeldResult weld(const Soup& soup, double tolerance) {
  WEALD_CHECK(tolerance >= 0);
  WeldResult result;
  Soup& out = result.soup;
  const std::vector<std::uint32_t> remap = merge_positions(soup, tolerance, result);
  out.uvs = soup.uvs;
  out.normals = soup.normals;
  out.groups = soup.groups;
  out.materials = soup.materials;
  std::vector<std::uint32_t> kept;  // corners of the face at hand
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    kept.clear();
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      if (kept.empty() || remap[soup.corners[kept.back()]] != remap[soup.corners[c]]) kept.push_back(c);
    }
    while (kept.size() > 1 && remap[soup.corners[kept.back()]] == remap[soup.corners[kept.front()]]) kept.pop_back();
    if (kept.size() < 3) {
      ++result.faces_dropped;
      continue;
    }
    result.kept_faces.push_back(f);
    for (const std::uint32_t c : kept) {
      out.corners.push_back(remap[soup.corners[c]]);
      if (!soup.uvs.empty()) out.corner_uvs.push_back(attribute_index(soup.corner_uvs, soup, c));
      if (!soup.normals.empty()) out.corner_normals.push_back(attribute_index(soup.corner_normals, soup, c));
    }
    out.face_begin.push_back(static_cast<std::uint32_t>(out.corners.size()));
    if (!soup.face_groups.empty()) out.face_groups.push_back(soup.face_groups[f]);
  }
  return result;
}

}  // namespace weald::mesh
