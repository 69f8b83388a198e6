#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_traversal.h"

namespace weald::plant {
namespace {

/// The sink that counts elements without writing them.
struct CountingSink {
  SoupCount count;
  template <class Write>
  void emit(const SoupCount& more, const Write&) {
    count += more;
  }
};

}  // namespace

SoupCount count_bark(const BarkPlan& plan, std::size_t axis) {
  CountingSink sink;
  BarkTraversal(plan, axis, sink).run();
  return sink.count;
}

}  // namespace weald::plant
