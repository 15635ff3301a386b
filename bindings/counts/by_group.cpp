// Counts, histograms, sums and means of users for JavaScript, together or by group.
#include "bindings/counts/by_group.hpp"

#include <cstdint>

#include "bindings/counts/answers.hpp"
#include "bindings/counts/rows.hpp"
#include "bindings/release.hpp"

namespace logstar::bindings {
namespace {

val value_of_mean(const MeanFraction& mean, const UserMeanTask& each) {
  const auto [value, error] = told(mean, each.domain, least_weight(each));
  return Object()
      .with("value", value)
      .with("error", error)
      .with("users", in_ones(mean.denominator, each.whole));
}

/// From what rows of a group are counted: a user's total is brought into the domain, single rows of it may be
/// anything that can be added up.
std::int64_t lowest_of(const UserHistogramTask&) { return 0; }
std::int64_t lowest_of(const UserSumTask&) { return -(std::int64_t(1) << 62); }
std::int64_t lowest_of(const UserMeanTask& each) { return each.domain.lowest; }

/// What is alike.
template <typename M>
struct ReadByGroup {
  static typename ByGroup<M>::Data data_of(const val& data, const val& request) {
    const std::int64_t lowest = lowest_of(each_of(request));
    return {valued_rows_of(data, request, lowest), data["groupCount"].as<std::uint32_t>()};
  }

  static val value_of(const typename ByGroup<M>::Answer& answer, const val& request) {
    return value_of_answers(answer, each_of(request));
  }

 private:
  /// The task of each group alone.
  static typename M::Task each_of(const val& request) {
    return read_task<typename ByGroup<M>::Task>(request).each;
  }
};

struct UserHistogramBinding : ReadByGroup<UserHistogram> {
  using Mechanism = ByGroup<UserHistogram>;
};
struct UserMeanBinding : ReadByGroup<UserMean> {
  using Mechanism = ByGroup<UserMean>;
};
struct UserSumBinding : ReadByGroup<UserSum> {
  using Mechanism = ByGroup<UserSum>;
};

EMSCRIPTEN_BINDINGS(user_counts) {
  bind_release<UserHistogramBinding>("UserHistogram");
  bind_release<UserMeanBinding>("UserMean");
  bind_release<UserSumBinding>("UserSum");
}

}  // namespace

val value_of_answers(const ByGroup<UserHistogram>::Answer& answer, const UserHistogramTask& each) {
  return value_of_groups(answer.named, value_of_units(answer.answers, each.per_user.unit()));
}

val value_of_answers(const ByGroup<UserSum>::Answer& answer, const UserSumTask& each) {
  return value_of_groups(answer.named, value_of_units(answer.answers, each.domain.parts));
}

val value_of_answers(const ByGroup<UserMean>::Answer& answer, const UserMeanTask& each) {
  val means = val::array();
  for (const NoisyEnds& ends : answer.answers) {
    const auto mean = mean_of(ends, ends.error);
    means.call<void>("push", mean ? value_of_mean(*mean, each) : val::null());
  }
  return value_of_groups(answer.named, means);
}

}  // namespace logstar::bindings
