// Counts, histograms, sums, means and variances of users for JavaScript, together or by group.
#include "bindings/counts/by_group.hpp"

#include <cstdint>

#include "bindings/counts/answers.hpp"
#include "bindings/counts/rows.hpp"
#include "bindings/release.hpp"

namespace logstar::bindings {
namespace {

val value_of_mean(const MeanFraction& mean, const UserMeanTask& each) {
  const auto [value, error] = estimate_mean(mean, each.domain, least_weight(each));
  return Object()
      .with("value", value)
      .with("error", error)
      .with("users", to_value(mean.denominator, each.user_weight));
}

val value_of_told(const MeanEstimate& told) {
  return Object().with("value", told.value).with("error", told.error);
}

val value_of_variance(const VarianceFraction& variance, const UserMeanTask& each) {
  const std::uint32_t least = least_weight(each);
  return Object()
      .with("variance", value_of_told(told_variance(variance, each.domain, least)))
      .with("deviation", value_of_told(told_deviation(variance, each.domain, least)))
      .with("users", to_value(variance.weight, each.user_weight));
}

/// The lowest value of a row: a row of a sum may hold anything that can be added up, as the user's total is
/// clamped.
std::int64_t lowest_of(const UserHistogramTask&) { return 0; }
std::int64_t lowest_of(const UserSumTask&) { return -(std::int64_t(1) << 62); }
std::int64_t lowest_of(const UserMeanTask& each) { return each.domain.lowest; }
/// Where bounds are found, rows are counted from the least double on.
template <typename Each>
std::int64_t lowest_of(const WithinFoundTask<Each>&) {
  return lowest_code();
}

/// One for each group, null for all of them without a range.
template <typename M, typename ValueOf>
val within_range(const typename ByGroup<WithinFound<M>>::Answer& answer,
                 const WithinFoundTask<typename M::Task>& each, const ValueOf& value_of) {
  const std::optional<FoundRange>& range = answer.answers.range;
  const std::size_t count = each.groups ? *each.groups : answer.named.size();
  val values = val::array();
  for (std::size_t i = 0; i < count; ++i) {
    values.call<void>(
        "push", range ? value_of(answer.answers.answers[i], RangeGrid(*range, each.scale.grid_bits))
                      : val::null());
  }
  val object = value_of_groups(answer.named, values);
  set_property(object, "range", value_of_range(range));
  return object;
}

/// What is alike.
template <typename M>
struct ReadByGroup {
  static typename ByGroup<M>::Data data_of(const val& data, const val& request) {
    const std::int64_t lowest = lowest_of(each_of(request));
    return {valued_rows_of(data, request, lowest),
            static_cast<std::uint32_t>(number_property(data, "groupCount"))};
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

struct UserVarianceBinding : ReadByGroup<UserVariance> {
  using Mechanism = ByGroup<UserVariance>;
};

struct FoundMeanBinding : ReadByGroup<WithinFound<UserMean>> {
  using Mechanism = ByGroup<WithinFound<UserMean>>;
};
struct FoundSumBinding : ReadByGroup<WithinFound<UserSum>> {
  using Mechanism = ByGroup<WithinFound<UserSum>>;
};
struct FoundBoundsBinding {
  using Mechanism = FoundBounds;
  static ValuedRows data_of(const val& data, const val& request) {
    return valued_rows_of(data, request, lowest_code());
  }
  static val value_of(const FoundBounds::Answer& range, const val&) {
    return Object().with("range", value_of_range(range));
  }
};

EMSCRIPTEN_BINDINGS(user_counts) {
  bind_release<UserHistogramBinding>("UserHistogram");
  bind_release<UserMeanBinding>("UserMean");
  bind_release<UserSumBinding>("UserSum");
  bind_release<UserVarianceBinding>("UserVariance");
  bind_release<FoundMeanBinding>("FoundMean");
  bind_release<FoundSumBinding>("FoundSum");
  bind_release<FoundBoundsBinding>("FoundBounds");
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
    push(means, mean ? value_of_mean(*mean, each) : val::null());
  }
  return value_of_groups(answer.named, means);
}

val value_of_answers(const ByGroup<UserVariance>::Answer& answer, const UserMeanTask& each) {
  val variances = val::array();
  for (const NoisyMoments& moments : answer.answers) {
    const auto variance = variance_of(moments, moments.error);
    push(variances, variance ? value_of_variance(*variance, each) : val::null());
  }
  return value_of_groups(answer.named, variances);
}

val value_of_range(const std::optional<FoundRange>& range) {
  if (!range) return val::null();
  return Object().with("from", range->lowest).with("to", range->highest);
}

val value_of_answers(const ByGroup<WithinFound<UserMean>>::Answer& answer,
                     const WithinFoundTask<UserMeanTask>& each) {
  return within_range<UserMean>(
      answer, each, [&](const NoisyEnds& ends, const RangeGrid& grid) -> val {
        const auto told = told_within(ends, grid, least_weight(each));
        if (!told) return val::null();
        val mean = value_of_told(*told);
        set_property(mean, "users",
                     to_value(mean_of(ends, ends.error)->denominator, each.user_weight));
        return mean;
      });
}

val value_of_answers(const ByGroup<WithinFound<UserSum>>::Answer& answer,
                     const WithinFoundTask<UserSumTask>& each) {
  return within_range<UserSum>(answer, each, [&](std::int64_t steps, const RangeGrid& grid) {
    return value_of_told(told_sum(steps, answer.answers.error, grid));
  });
}

}  // namespace logstar::bindings
