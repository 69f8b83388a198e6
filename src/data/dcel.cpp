#include "data/dcel.h"

namespace weald::mesh {

std::uint32_t Dcel::valence(FaceId f) const {
  const HalfedgeId first = halfedge(f);
  std::uint32_t count = 0;
  HalfedgeId h = first;
  do {
    ++count;
    h = next(h);
  } while (h != first);
  return count;
}

}  // namespace weald::mesh
