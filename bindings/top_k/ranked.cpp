#include "bindings/top_k/ranked.hpp"

#include <vector>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

template <typename Number>
val array_of(const std::vector<Number>& numbers) {
  return val::array(std::vector<double>(numbers.begin(), numbers.end()));
}

}  // namespace

val value_of_ranked(const TopKResult& result) {
  return Object()
      .with("items", array_of(result.items))
      .with("noisyCounts", array_of(result.noisy_counts))
      .with("complete", result.complete);
}

}  // namespace logstar::bindings
