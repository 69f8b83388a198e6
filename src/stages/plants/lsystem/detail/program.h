#pragma once
// Program: the expressions of a production in the form in which a derivation runs them, module by module.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "base/rng.h"
#include "methods/expression/graph.h"
#include "stages/plants/lsystem/detail/value_curve.h"

namespace weald::lsystem {

/// A region of space that a plant may fill.
class Volume {
 public:
  virtual ~Volume() = default;
  /// Whether the point lies in the region. May be called from many threads.
  virtual bool contains(const Vec3& point) const = 0;
};

/// What a plant can ask about the space around it.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// The answer to the question light, distance or ground at a point; ground() is asked with y = 0.
  virtual double answer(expression::Special question, const Vec3& point) const = 0;
};

/// Inputs of expressions besides their parameters.
struct Draws {
  const Rng* rng = nullptr;                         ///< source of rand's numbers
  std::uint64_t key = 0;                            ///< the rewritten module's path key
  std::uint64_t step = 0;                           ///< the derivation step
  const Volume* volume = nullptr;                   ///< volume of inside(); null: all of space
  double step_number = 0;                           ///< number of derivation steps begun
  const Surroundings* surroundings = nullptr;       ///< null: light() is 1, distance() and ground() are 0
  const std::vector<ValueCurve>* curves = nullptr;  ///< the system's curves
};

/// A graph as operations on the numbered slots of a frame: constants, then parameters, then results of operations.
class Program {
 public:
  /// A program without results.
  Program() = default;
  /// The program of a graph with `parameters` parameters.
  Program(const expression::Graph& graph, std::size_t parameters);

  /// A new frame that contains the constants.
  std::vector<double> frame() const;
  /// Index of the first parameter in a frame.
  std::size_t parameters_at() const { return constants_.size(); }
  /// Writes the results to `out` in order. Pre: `frame` comes from frame() and contains the parameters; `out` has room.
  void run(double* frame, const Draws& draws, double* out) const;

  /// Number of results.
  std::size_t results() const { return results_.size(); }
  bool is_empty() const { return results_.empty(); }
  /// The first result if it is a constant. Pre: there is one.
  std::optional<double> constant() const;
  /// Whether a result is a parameter, unchanged.
  bool is_parameter(std::size_t result, std::size_t parameter) const {
    return results_[result] == parameters_at() + parameter;
  }
  /// Whether all constants are finite.
  bool has_finite_constants() const;
  /// Cost of a run, in arithmetic operations; powers, exponentials and trigonometric functions count as 8.
  std::size_t work() const { return work_; }

 private:
  // Operands are indices into the frame. Results of steps follow each other in it.
  struct Step {
    expression::Op op = expression::Op::constant;
    std::uint32_t a = 0, b = 0, c = 0;
    std::uint32_t index = 0;  // of a curve, a question or the address of a draw
  };

  std::vector<Step> steps_;
  std::vector<double> constants_;
  std::size_t steps_at_ = 0;            // index of the first step's result in a frame
  std::vector<std::uint32_t> results_;  // indices into the frame
  std::size_t work_ = 0;
};

}  // namespace weald::lsystem
