#include "core/parallel.h"

#include <algorithm>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include "core/check.h"

namespace weald {

void parallel_blocks(std::size_t count, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body) {
  WEALD_CHECK(block > 0);
  const std::size_t blocks = (count + block - 1) / block;
  if (blocks <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t i) { body(i * block, std::min(count, (i + 1) * block)); });
}

ThreadLimit::ThreadLimit(int threads)
    : control_(new tbb::global_control(
          tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(threads > 0 ? threads : tbb::info::default_concurrency()))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

}  // namespace weald
