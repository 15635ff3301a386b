// Tasks of learning a threshold.
#pragma once

#include <cmath>

#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/learning/sample_sizes.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::threshold_test {

inline ThresholdTask task_for(const WideInterval& domain, std::uint32_t bits, double delta = 1e-6) {
  ThresholdTask task;
  task.bits = bits;
  task.domain = domain;
  task.loss = {1, delta};
  return task;
}

inline ThresholdTask doubles() {
  const KeyInterval keys = RealDomain().keys();
  return task_for({{keys.lowest}, {keys.highest}}, 64);
}

class Source {
 public:
  explicit Source(std::uint64_t seed) : source_(seed), bits_(source_) {}
  double unit() { return (static_cast<double>(bits_.word() >> 11) + 0.5) * 0x1p-53; }
  std::uint64_t below(std::uint64_t n) { return bits_.below(n); }
  std::string letters(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('a' + below(26));
    return text;
  }

 private:
  SeededBits source_;
  BitPool bits_;
};

/// n doubles spread over many scales, label 1 up to `cut`, flipped with probability `noise`.
inline LabelledKeys sample(Source& source, std::size_t n, double cut, double noise) {
  const RealDomain domain;
  LabelledKeys data{KeyArray(64), KeyArray(64)};
  for (std::size_t i = 0; i < n; ++i) {
    const double x = std::exp(20 * source.unit() - 10);
    const bool flipped = source.unit() < noise;
    const WideKey key{*domain.encode(x, Outside::clamp)};
    ((x <= cut) != flipped ? data.ones : data.zeros).append(key);
  }
  return data;
}

}  // namespace logstar::testing::threshold_test
