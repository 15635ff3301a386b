// Small tables of users, and releases of them from given bits.
#pragma once

#include <utility>

#include "logstar/counts/by_group_sums.hpp"
#include "logstar/counts/from_sums.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/top_k_release.hpp"
#include "release_contract.hpp"

namespace logstar::testing::from_sums_test {

/// A release's draw from these bits, and its claim.
template <typename M>
auto drawn(const typename M::Task& task, typename M::Data data) {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<M> checked(task);
  auto released = checked.draw(max_grant(checked.claim()), std::move(data), randomness);
  return std::pair(std::move(released.answer), to_text(released.claim));
}

/// Users 0, 1 and 2 in groups 0, 1 and 0 and 1.
inline CountedRows counted_rows() { return {{0, 1, 2, 2}, {0, 1, 0, 1}}; }
inline ValuedRows valued_rows() { return {counted_rows(), {5, 7, 1, 9}}; }

}  // namespace logstar::testing::from_sums_test
