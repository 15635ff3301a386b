// The privacy loss of a release, and its worth for other kinds of neighbours.
//
// A mechanism M is (epsilon, delta)-DP if P[M(D) in F] <= e^epsilon P[M(D') in F] + delta for all
// neighbours D, D' and every set F of results.
#pragma once

#include <cstdint>

namespace logstar {

struct Loss {
  double epsilon = 0;  ///< >= 0, natural logarithm; infinity: no guarantee
  double delta = 0;    ///< 0 <= delta <= 1

  /// release/described.hpp
  void describe(auto& field) {
    field("epsilon", epsilon);
    field("delta", delta);
  }

  friend bool operator==(const Loss&, const Loss&) = default;
};

/// Which pairs of datasets the promise is about.
enum class Neighbors {
  add_remove,  ///< one record added or removed; the number of records is private
  replace      ///< one record changed; the number of records is public
};
constexpr Neighbors last_of(Neighbors) { return Neighbors::replace; }

/// Throws OutOfRange unless epsilon >= 0 (infinity allowed) and 0 <= delta <= 1.
void check_loss(const Loss& loss);

/// The promise an (epsilon, delta) mechanism makes to datasets that differ in `records` records:
/// (g epsilon, delta (e^(g epsilon) - 1)/(e^epsilon - 1)), which is the chain of g single steps,
/// delta (1 + e^epsilon + ... + e^((g-1) epsilon)). Both numbers are rounded up.
///
/// Precondition, when it is used to pass from add_remove to replace: the promise has to hold for
/// the dataset with one record fewer too, at the same declared size.
/// Throws OutOfRange for a bad loss or records = 0.
Loss group_loss(const Loss& loss, std::uint64_t records);

/// The largest loss whose group_loss for `records` records does not exceed `target`.
Loss loss_for_group(const Loss& target, std::uint64_t records);

/// The worth of an add_remove promise under replace: (2 epsilon, (1 + e^epsilon) delta).
Loss to_replace(const Loss& add_remove);

/// The largest add_remove loss that is worth no more than `replace` under replace.
Loss add_remove_for_replace(const Loss& replace);

}  // namespace logstar
