// Many keys of few values, and equal bits for all records.
#pragma once

#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "passing_randomness.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::tied_keys_test {

/// Equal bits for every record, and a count of the draws.
class SameBits final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  using PassingRandomness::uniform_below;

  std::uint64_t uniform_below(std::uint64_t) override {
    ++drawn;
    return 5;
  }

  std::size_t drawn = 0;
};

inline constexpr std::size_t kMany = 300'000;

inline std::vector<std::uint64_t> many_keys(std::uint64_t values) {
  SeededBits source(8);
  BitPool pool(source);
  std::vector<std::uint64_t> keys(kMany);
  for (auto& key : keys) key = pool.below(values);
  return keys;
}

}  // namespace logstar::testing::tied_keys_test
