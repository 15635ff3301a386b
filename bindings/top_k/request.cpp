#include "bindings/top_k/request.hpp"

#include <vector>

#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

template <typename Number>
val array_of(const std::vector<Number>& numbers) {
  return val::array(std::vector<double>(numbers.begin(), numbers.end()));
}

}  // namespace

TopKTask task_of(const val& request) {
  auto task = read_task<TopKTask>(request);
  leave_out_counts(task, request);
  return task;
}

void leave_out_counts(TopKTask& task, const val& request) {
  if (task.count_share) check_probability("countShare", *task.count_share);
  if (!request["counts"].as<bool>()) task.count_share.reset();
}

val value_of_ranked(const TopKResult& result) {
  return Object()
      .with("items", array_of(result.items))
      .with("noisyCounts", array_of(result.noisy_counts))
      .with("complete", result.complete);
}

}  // namespace logstar::bindings
