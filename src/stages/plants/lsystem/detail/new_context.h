#pragma once
// NewContext: neighbours among the modules that a step has already made, while it rewrites a string in order.

#include <cstdint>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// The string that a step makes, module by module, from one of its ends. Contexts in it are matched as contexts in the
/// old string are: a left context climbs out of branches, a right context jumps over lateral branches, and both skip
/// ignored symbols. Source: [karwowski2003].
class NewContext {
 public:
  /// The end of the string that comes first.
  enum class From : std::uint8_t { left, right };

  /// `grammar` must outlive this.
  NewContext(const Grammar& grammar, From from) : grammar_(grammar), from_(from) {}

  /// Adds the module that comes next; its parameters are those behind all earlier ones.
  void append(std::uint8_t symbol);
  /// Whether the modules nearest to the place where the next one comes are those of `pattern`, which is written from
  /// left to right. If so, `matched` receives their numbers in this order.
  bool match(const Context& pattern, std::vector<std::uint32_t>& matched) const;
  /// Index of the first parameter of the module with this number.
  std::size_t parameter_begin(std::uint32_t module) const { return parameter_begin_[module]; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  const Grammar& grammar_;
  From from_;
  std::vector<std::uint8_t> symbols_;
  std::vector<std::size_t> parameter_begin_;
  std::vector<std::uint32_t> links_;  ///< per module: its neighbour among the earlier ones
  std::vector<std::uint32_t> saved_;  ///< neighbours outside of the branches that are open
  std::uint32_t nearest_ = kNone;
  std::size_t parameters_ = 0;
};

}  // namespace weald::lsystem
