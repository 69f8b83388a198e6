#include "support/greedy_delaunay.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weald::test {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

struct Site {
  int x;
  int y;
};

// Twice the area of a, b, c; positive in the winding used here.
std::int64_t area(Site a, Site b, Site c) {
  return static_cast<std::int64_t>(b.x - a.x) * (c.y - a.y) - static_cast<std::int64_t>(b.y - a.y) * (c.x - a.x);
}

// Exact for grids of up to 2^15 samples a side.
bool in_circle(Site a, Site b, Site c, Site p) {
  const std::int64_t ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  const std::int64_t aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  return ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx) > 0;
}

class Greedy {
 public:
  Greedy(const Grid<float>& samples, float max_error) : samples_(samples), max_error_(max_error) {
    const int east = samples.width() - 1;
    const int south = samples.height() - 1;
    for (const Site corner : {Site{0, 0}, Site{east, 0}, Site{east, south}, Site{0, south}}) sites_.push_back(corner);
    add_triangle(0, 1, 2, kNone, kNone, kNone, new_triangle());
    add_triangle(0, 2, 3, 2, kNone, kNone, new_triangle());
  }

  GreedyMesh run() {
    scan_changed();
    while (!heap_.empty() && error_[heap_.front()] > max_error_) {
      insert(heap_.front());
      scan_changed();
    }
    GreedyMesh mesh;
    for (const Site site : sites_)
      mesh.vertices.push_back(static_cast<std::uint32_t>(site.y * samples_.width() + site.x));
    mesh.corners = std::move(corner_);
    return mesh;
  }

 private:
  static std::uint32_t next(std::uint32_t e) { return e % 3 == 2 ? e - 2 : e + 1; }
  static std::uint32_t previous(std::uint32_t e) { return e % 3 == 0 ? e + 2 : e - 1; }

  std::uint32_t new_triangle() {
    const auto t = static_cast<std::uint32_t>(error_.size());
    corner_.resize(corner_.size() + 3);
    twin_.resize(twin_.size() + 3, kNone);
    error_.push_back(0);
    worst_.push_back({0, 0});
    place_.push_back(kNone);
    return t;
  }

  void link(std::uint32_t e, std::uint32_t f) {
    twin_[e] = f;
    if (f != kNone) twin_[f] = e;
  }

  // Half-edges 3t, 3t+1, 3t+2 start at a, b, c; ab, bc, ca are the twins.
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t ab, std::uint32_t bc,
                    std::uint32_t ca, std::uint32_t t) {
    corner_[3 * t] = a;
    corner_[3 * t + 1] = b;
    corner_[3 * t + 2] = c;
    link(3 * t, ab);
    link(3 * t + 1, bc);
    link(3 * t + 2, ca);
    changed_.push_back(t);
  }

  void insert(std::uint32_t t) {
    const Site p = worst_[t];
    const auto v = static_cast<std::uint32_t>(sites_.size());
    sites_.push_back(p);
    for (std::uint32_t e = 3 * t; e < 3 * t + 3; ++e) {
      if (area(sites_[corner_[e]], sites_[corner_[next(e)]], p) == 0) return insert_on_edge(e, v);
    }
    const std::uint32_t a = corner_[3 * t], b = corner_[3 * t + 1], c = corner_[3 * t + 2];
    const std::uint32_t ab = twin_[3 * t], bc = twin_[3 * t + 1], ca = twin_[3 * t + 2];
    const std::uint32_t t1 = new_triangle(), t2 = new_triangle();
    add_triangle(a, b, v, ab, kNone, kNone, t);
    add_triangle(b, c, v, bc, kNone, 3 * t + 1, t1);
    add_triangle(c, a, v, ca, 3 * t + 2, 3 * t1 + 1, t2);
    legalise(3 * t);
    legalise(3 * t1);
    legalise(3 * t2);
  }

  // Edge from a to b with apexes c and, where it is not of the border, d.
  void insert_on_edge(std::uint32_t e, std::uint32_t v) {
    const std::uint32_t t = e / 3;
    const std::uint32_t a = corner_[e], b = corner_[next(e)], c = corner_[previous(e)];
    const std::uint32_t bc = twin_[next(e)], ca = twin_[previous(e)];
    const std::uint32_t other = twin_[e];
    if (other == kNone) {
      const std::uint32_t t1 = new_triangle();
      add_triangle(b, c, v, bc, kNone, kNone, t);
      add_triangle(c, a, v, ca, kNone, 3 * t + 1, t1);
      legalise(3 * t);
      legalise(3 * t1);
      return;
    }
    const std::uint32_t u = other / 3;
    const std::uint32_t d = corner_[previous(other)];
    const std::uint32_t ad = twin_[next(other)], db = twin_[previous(other)];
    const std::uint32_t t1 = new_triangle(), u1 = new_triangle();
    add_triangle(b, c, v, bc, kNone, kNone, t);
    add_triangle(c, a, v, ca, kNone, 3 * t + 1, t1);
    add_triangle(a, d, v, ad, kNone, 3 * t1 + 1, u);
    add_triangle(d, b, v, db, 3 * t + 2, 3 * u + 1, u1);
    for (const std::uint32_t w : {t, t1, u, u1}) legalise(3 * w);
  }

  // Flips edge e, whose triangle has the new vertex as apex, where the far apex lies in its circle.
  void legalise(std::uint32_t e) {
    const std::uint32_t f = twin_[e];
    if (f == kNone) return;
    const std::uint32_t a = corner_[e], b = corner_[next(e)], v = corner_[previous(e)], d = corner_[previous(f)];
    if (!in_circle(sites_[a], sites_[b], sites_[v], sites_[d])) return;
    const std::uint32_t bv = twin_[next(e)], va = twin_[previous(e)], ad = twin_[next(f)], db = twin_[previous(f)];
    const std::uint32_t t = e / 3, u = f / 3;
    add_triangle(a, d, v, ad, kNone, va, t);
    add_triangle(d, b, v, db, bv, 3 * t + 1, u);
    legalise(3 * t);
    legalise(3 * u);
  }

  void scan_changed() {
    for (const std::uint32_t t : changed_) {
      scan(t);
      update_heap(t);
    }
    changed_.clear();
  }

  // The columns of row y inside the triangle lie between its edges: one division per edge and row.
  void scan(std::uint32_t t) {
    const std::array<Site, 3> s{sites_[corner_[3 * t]], sites_[corner_[3 * t + 1]], sites_[corner_[3 * t + 2]]};
    const auto height = [&](Site p) { return samples_.at(p.x, p.y); };
    const float h = height(s[0]);
    const auto twice = static_cast<float>(area(s[0], s[1], s[2]));
    const float h1 = height(s[1]) - h, h2 = height(s[2]) - h;
    const float slope_x = (h1 * static_cast<float>(s[2].y - s[0].y) - h2 * static_cast<float>(s[1].y - s[0].y)) / twice;
    const float slope_y = (h2 * static_cast<float>(s[1].x - s[0].x) - h1 * static_cast<float>(s[2].x - s[0].x)) / twice;
    float most = 0;
    Site at{0, 0};
    const int first = std::min({s[0].y, s[1].y, s[2].y}), last = std::max({s[0].y, s[1].y, s[2].y});
    for (int y = first; y <= last; ++y) {
      int begin = 0, end = samples_.width() - 1;
      for (int k = 0; k < 3; ++k)
        clip_row(s[static_cast<std::size_t>(k)], s[static_cast<std::size_t>((k + 1) % 3)], y, begin, end);
      const float* row = samples_.row(y).data();
      const float start = h + static_cast<float>(y - s[0].y) * slope_y;
      for (int x = begin; x <= end; ++x) {
        const float off = std::abs(row[x] - (start + static_cast<float>(x - s[0].x) * slope_x));
        if (off > most) {
          most = off;
          at = {x, y};
        }
      }
    }
    const auto corner = [&](Site p) { return at.x == p.x && at.y == p.y; };
    error_[t] = corner(s[0]) || corner(s[1]) || corner(s[2]) ? 0 : most;
    worst_[t] = at;
  }

  // Keeps the columns of row y that lie on the inner side of the edge from a to b.
  static void clip_row(Site a, Site b, int y, int& begin, int& end) {
    const int dx = b.x - a.x, dy = b.y - a.y;
    if (dy == 0) return;
    const std::int64_t numerator = static_cast<std::int64_t>(dx) * (y - a.y);
    const auto quotient = static_cast<int>(numerator / dy);
    const bool exact = numerator % dy == 0;
    const bool below = !exact && (numerator < 0) != (dy < 0);  // truncation went up
    const int floor = a.x + quotient - (below ? 1 : 0);
    if (dy > 0) {
      end = std::min(end, floor);
    } else {
      begin = std::max(begin, exact ? floor : floor + 1);
    }
  }

  void update_heap(std::uint32_t t) {
    if (place_[t] == kNone) {
      if (error_[t] <= max_error_) return;
      place_[t] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(t);
    }
    std::uint32_t i = place_[t];
    while (i > 0 && error_[heap_[(i - 1) / 2]] < error_[heap_[i]]) {
      swap_places(i, (i - 1) / 2);
      i = (i - 1) / 2;
    }
    for (;;) {
      std::uint32_t child = 2 * i + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && error_[heap_[child + 1]] > error_[heap_[child]]) ++child;
      if (error_[heap_[child]] <= error_[heap_[i]]) break;
      swap_places(i, child);
      i = child;
    }
  }

  void swap_places(std::uint32_t i, std::uint32_t j) {
    std::swap(heap_[i], heap_[j]);
    place_[heap_[i]] = i;
    place_[heap_[j]] = j;
  }

  const Grid<float>& samples_;
  float max_error_;
  std::vector<Site> sites_;
  std::vector<std::uint32_t> corner_;  // vertex at which a half-edge starts
  std::vector<std::uint32_t> twin_;
  std::vector<float> error_;  // per triangle
  std::vector<Site> worst_;
  std::vector<std::uint32_t> place_;  // in the heap
  std::vector<std::uint32_t> heap_;
  std::vector<std::uint32_t> changed_;
};

}  // namespace

GreedyMesh insert_greedily(const Grid<float>& samples, float max_error) { return Greedy(samples, max_error).run(); }

}  // namespace weald::test
