#include "stages/scenes/detail/sample_elimination.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

#include "base/parallel.h"
#include "stages/scenes/detail/near_points.h"

namespace weald::scene {

namespace {

/// The removal of the most crowded samples. A sample is as crowded as the sum of (1 - d / 2r)^8 over the samples at
/// distances d below 2r, where 2r is the reach; small d count as 2s, where s
/// follows from r and the share of samples that stay.
class SampleElimination {
 public:
  SampleElimination(const std::vector<Vec3>& samples, std::size_t count, double reach)
      : count_(count), reach_(reach), near_(reach), is_left_(samples.size(), true), weights_(samples.size(), 0.0) {
    const double share = static_cast<double>(count) / static_cast<double>(samples.size());
    least_ = reach_ * (1 - share * std::sqrt(share)) * 0.65;
    for (const Vec3& sample : samples) near_.add(sample);
  }

  /// Whether each sample is left.
  std::vector<bool> run(const RunContext& context) {
    weigh_all(context);
    using Entry = std::pair<double, std::uint32_t>;
    std::vector<Entry> entries;
    for (std::uint32_t i = 0; i < weights_.size(); ++i) entries.emplace_back(weights_[i], i);
    std::priority_queue<Entry> crowded(std::less<Entry>{}, std::move(entries));
    for (std::size_t left = weights_.size(); left > count_;) {
      const auto [known, i] = crowded.top();
      crowded.pop();
      if (known != weights_[i]) {  // weights only fall: the sample is tested again in its new place
        crowded.push({weights_[i], i});
        continue;
      }
      if (left % 4096 == 0) context.check_stop();
      remove(i);
      --left;
    }
    return std::move(is_left_);
  }

 private:
  double weight(double square) const {
    const double closeness = 1 - std::max(std::sqrt(square), least_) / reach_;
    const double second = closeness * closeness, fourth = second * second;
    return fourth * fourth;
  }

  void weigh_all(const RunContext& context) {
    parallel_blocks(weights_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      for (std::size_t i = begin; i < end; ++i) {
        near_.any_near(near_.points()[i], [&](std::uint32_t other, double square) {
          if (other != i) weights_[i] += weight(square);
          return false;
        });
      }
    });
  }

  void remove(std::uint32_t removed) {
    is_left_[removed] = false;
    near_.any_near(near_.points()[removed], [&](std::uint32_t other, double square) {
      if (other != removed && is_left_[other]) weights_[other] -= weight(square);
      return false;
    });
  }

  std::size_t count_;
  double reach_;
  double least_ = 0;
  NearPoints near_;
  std::vector<bool> is_left_;
  std::vector<double> weights_;
};

}  // namespace

std::vector<bool> least_crowded(const std::vector<Vec3>& samples, std::size_t count, double reach,
                                const RunContext& context) {
  return SampleElimination(samples, count, reach).run(context);
}

}  // namespace weald::scene
