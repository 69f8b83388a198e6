#include "stages/land/meshing/detail/used_samples.h"

#include <algorithm>

namespace weald::terrain::detail {

Places used_samples(int count, int step, int apron) {
  Places used;
  for (int i = apron % step; i < apron; i += step) used.all.push_back(i);
  used.first = used.all.size();
  const int last = count - 1 - apron;
  for (int i = apron; i < last; i += step) used.all.push_back(i);
  if (last >= apron) used.all.push_back(last);
  used.count = used.all.size() - used.first;
  for (int i = last + step; i < count; i += step) used.all.push_back(i);
  return used;
}

Grid<float> without_apron(const Grid<float>& samples, int apron) {
  Grid<float> inner(samples.width() - 2 * apron, samples.height() - 2 * apron);
  for (int y = 0; y < inner.height(); ++y)
    std::copy_n(samples.row(y + apron).begin() + apron, inner.width(), inner.row(y).begin());
  return inner;
}

}  // namespace weald::terrain::detail
