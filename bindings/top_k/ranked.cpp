#include "bindings/top_k/ranked.hpp"

#include <vector>

#include "bindings/border.hpp"
#include "bindings/counts/answers.hpp"

namespace logstar::bindings {
namespace {

template <typename Number>
val array_of(const std::vector<Number>& numbers) {
  return val::array(std::vector<double>(numbers.begin(), numbers.end()));
}

}  // namespace

val value_of_ranked(const TopKResult& result, std::uint64_t unit) {
  return Object()
      .with("items", array_of(result.items))
      .with("noisyCounts", value_of_units(result.noisy_counts, unit))
      .with("complete", result.complete)
      .with("kBar", static_cast<double>(result.kbar));
}

}  // namespace logstar::bindings
