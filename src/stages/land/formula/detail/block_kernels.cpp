// Compiled once per SIMD target by foreach_target. Every operation is that of expression::apply(), down to the order of
// the operands of comparisons, which decides about zeros with signs and about NaN.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/formula/detail/block_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <cmath>
#include <limits>

#include "stages/land/formula/detail/block_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::formula::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Reals = hn::CappedTag<double, kCopies>;
using Halves = hn::Rebind<float, Reals>;
using Real = hn::Vec<Reals>;
using Truth = hn::Mask<Reals>;

HWY_INLINE Real number(double value) { return hn::Set(Reals(), value); }
HWY_INLINE Real load(const double* frame, Place place, std::size_t i) {
  return hn::LoadU(Reals(), frame + place.at + (i & place.mask));
}

// Samples from the first one on, in whole vectors; what lies behind the last sample is never read.
template <class Operation>
HWY_INLINE void each_1(const Step& step, std::size_t count, double* frame, const Operation& operation) {
  const std::size_t lanes = hn::Lanes(Reals());
  for (std::size_t i = 0; i < count; i += lanes)
    hn::StoreU(operation(load(frame, step.a, i)), Reals(), frame + step.to + i);
}
template <class Operation>
HWY_INLINE void each_2(const Step& step, std::size_t count, double* frame, const Operation& operation) {
  const std::size_t lanes = hn::Lanes(Reals());
  for (std::size_t i = 0; i < count; i += lanes)
    hn::StoreU(operation(load(frame, step.a, i), load(frame, step.b, i)), Reals(), frame + step.to + i);
}
template <class Operation>
HWY_INLINE void each_3(const Step& step, std::size_t count, double* frame, const Operation& operation) {
  const std::size_t lanes = hn::Lanes(Reals());
  for (std::size_t i = 0; i < count; i += lanes)
    hn::StoreU(operation(load(frame, step.a, i), load(frame, step.b, i), load(frame, step.c, i)), Reals(),
               frame + step.to + i);
}

HWY_INLINE Real truth(Truth condition) { return hn::IfThenElseZero(condition, number(1)); }
HWY_INLINE Truth is_true_in(Real a) { return hn::And(hn::Ne(a, hn::Zero(Reals())), hn::Eq(a, a)); }
// Like std::min and std::max, not like the instructions of these names.
HWY_INLINE Real least(Real a, Real b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }
HWY_INLINE Real greatest(Real a, Real b) { return hn::IfThenElse(hn::Lt(a, b), b, a); }
// Zeros keep the sign of `a`, also where instructions do not exist.
HWY_INLINE Real with_sign(Real magnitude, Real a) { return hn::CopySign(magnitude, a); }

HWY_INLINE Real smoothstep_of(Real low, Real high, Real x) {
  const Real share = hn::Div(hn::Sub(x, low), hn::Sub(high, low));
  const Real t = least(greatest(share, hn::Zero(Reals())), number(1));
  const Real smooth = hn::Mul(hn::Mul(t, t), hn::Sub(number(3), hn::Mul(number(2), t)));
  return hn::IfThenElse(hn::Eq(low, high), truth(hn::Ge(x, low)), smooth);
}

// A field's samples as doubles.
HWY_INLINE void read_field(const Step& step, const float* field, std::size_t count, double* frame) {
  const std::size_t lanes = hn::Lanes(Reals());
  double* to = frame + step.to;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::PromoteTo(Reals(), hn::LoadU(Halves(), field + i)), Reals(), to + i);
  for (; i < count; ++i) to[i] = static_cast<double>(field[i]);
}

HWY_INLINE void each_scalar(const Step& step, std::size_t count, double* frame) {
  for (std::size_t i = 0; i < count; ++i) {
    frame[step.to + i] = expression::apply(step.op, frame[step.a.at + (i & step.a.mask)],
                                           frame[step.b.at + (i & step.b.mask)], frame[step.c.at + (i & step.c.mask)]);
  }
}

// True if the step was run.
HWY_INLINE bool run_arithmetic(const Step& s, std::size_t n, double* f) {
  switch (s.op) {
    case Op::add: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return hn::Add(a, b); }); return true;
    case Op::subtract: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return hn::Sub(a, b); }); return true;
    case Op::multiply: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return hn::Mul(a, b); }); return true;
    case Op::divide: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return hn::Div(a, b); }); return true;
    case Op::negate: each_1(s, n, f, [](Real a) HWY_ATTR { return hn::Neg(a); }); return true;
    case Op::absolute: each_1(s, n, f, [](Real a) HWY_ATTR { return hn::Abs(a); }); return true;
    case Op::sqrt: each_1(s, n, f, [](Real a) HWY_ATTR { return hn::Sqrt(a); }); return true;
    case Op::floor: each_1(s, n, f, [](Real a) HWY_ATTR { return with_sign(hn::Floor(a), a); }); return true;
    case Op::ceil: each_1(s, n, f, [](Real a) HWY_ATTR { return with_sign(hn::Ceil(a), a); }); return true;
    case Op::trunc: each_1(s, n, f, [](Real a) HWY_ATTR { return with_sign(hn::Trunc(a), a); }); return true;
    case Op::round:
      each_1(s, n, f, [](Real a) HWY_ATTR {
        const Real above = hn::Add(a, number(0.5));
        return with_sign(hn::Floor(above), above);
      });
      return true;
    default: return false;
  }
}

HWY_INLINE bool run_comparison(const Step& s, std::size_t n, double* f) {
  switch (s.op) {
    case Op::equal: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Eq(a, b)); }); return true;
    case Op::not_equal:
      each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Not(hn::Eq(a, b))); });
      return true;
    case Op::less: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Lt(a, b)); }); return true;
    case Op::less_equal: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Le(a, b)); }); return true;
    case Op::greater: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Gt(a, b)); }); return true;
    case Op::greater_equal: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Ge(a, b)); }); return true;
    case Op::step: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Ge(b, a)); }); return true;
    case Op::logical_not: each_1(s, n, f, [](Real a) HWY_ATTR { return truth(hn::Not(is_true_in(a))); }); return true;
    case Op::logical_and:
      each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::And(is_true_in(a), is_true_in(b))); });
      return true;
    case Op::logical_or:
      each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return truth(hn::Or(is_true_in(a), is_true_in(b))); });
      return true;
    case Op::sign:
      each_1(s, n, f, [](Real a) HWY_ATTR {
        return hn::Sub(truth(hn::Gt(a, hn::Zero(Reals()))), truth(hn::Lt(a, hn::Zero(Reals()))));
      });
      return true;
    default: return false;
  }
}

HWY_INLINE bool run_selection(const Step& s, std::size_t n, double* f) {
  switch (s.op) {
    case Op::minimum: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return least(a, b); }); return true;
    case Op::maximum: each_2(s, n, f, [](Real a, Real b) HWY_ATTR { return greatest(a, b); }); return true;
    case Op::clamp:
      each_3(s, n, f, [](Real a, Real b, Real c) HWY_ATTR { return least(greatest(a, b), c); });
      return true;
    case Op::mix:
      each_3(s, n, f, [](Real a, Real b, Real c) HWY_ATTR { return hn::Add(a, hn::Mul(hn::Sub(b, a), c)); });
      return true;
    case Op::smoothstep:
      each_3(s, n, f, [](Real a, Real b, Real c) HWY_ATTR { return smoothstep_of(a, b, c); });
      return true;
    case Op::conditional:
      each_3(s, n, f, [](Real a, Real b, Real c) HWY_ATTR { return hn::IfThenElse(is_true_in(a), b, c); });
      return true;
    default: return false;
  }
}

void run_steps(std::span<const Step> steps, const float* const* fields, std::size_t count, double* frame) {
  for (const Step& step : steps) {
    if (step.op == Op::parameter) {
      read_field(step, fields[step.field], count, frame);
    } else if (!run_arithmetic(step, count, frame) && !run_selection(step, count, frame) &&
               !run_comparison(step, count, frame)) {
      each_scalar(step, count, frame);
    }
  }
}

void store_floats(const double* frame, Place from, std::size_t count, float* out) {
  const std::size_t lanes = hn::Lanes(Reals());
  const Real largest = number(static_cast<double>(std::numeric_limits<float>::max()));
  const auto store_one = [&](std::size_t i) { out[i] = static_cast<float>(frame[from.at + (i & from.mask)]); };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const Real value = load(frame, from, i);
    if (hn::AllTrue(Reals(), hn::Le(hn::Abs(value), largest))) {
      hn::StoreU(hn::DemoteTo(Halves(), value), Halves(), out + i);
    } else {  // the portable target does not round these to infinity
      for (std::size_t k = 0; k < lanes; ++k) store_one(i + k);
    }
  }
  for (; i < count; ++i) store_one(i);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::formula::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::formula::detail {

HWY_EXPORT(run_steps);
HWY_EXPORT(store_floats);

void run_steps(std::span<const Step> steps, const float* const* fields, std::size_t count, double* frame) {
  HWY_DYNAMIC_DISPATCH(run_steps)(steps, fields, count, frame);
}
void store_floats(const double* frame, Place from, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(store_floats)(frame, from, count, out);
}

}  // namespace weald::formula::detail
#endif
