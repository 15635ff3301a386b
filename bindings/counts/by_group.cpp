// Counts, histograms, sums and means of users for JavaScript, together or by group.
#include <emscripten/bind.h>

#include <cstdint>

#include "bindings/counts/answers.hpp"
#include "bindings/counts/rows.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/by_group_release.hpp"

namespace logstar::bindings {
namespace {

/// The task of each group alone.
template <typename M>
typename M::Task each_of(const val& request) {
  return read_task<typename ByGroup<M>::Task>(request).each;
}

/// From rows that are counted from `lowest` on.
template <typename M>
typename ByGroup<M>::Data data_from(const val& data, const val& request, std::int64_t lowest) {
  return {valued_rows_of(data, request, lowest), data["groupCount"].as<std::uint32_t>()};
}

struct UserHistogramBinding {
  using Mechanism = ByGroup<UserHistogram>;

  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserHistogram>(data, request, 0);
  }

  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const std::uint64_t unit = each_of<UserHistogram>(request).per_user.unit();
    return value_of_groups(answer.named, value_of_units(answer.answers, unit));
  }
};

struct UserSumBinding {
  using Mechanism = ByGroup<UserSum>;

  /// Single rows may be anything that can be added up: a user's are brought into the domain together.
  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserSum>(data, request, -(std::int64_t(1) << 62));
  }

  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const std::uint64_t parts = each_of<UserSum>(request).domain.parts;
    return value_of_groups(answer.named, value_of_units(answer.answers, parts));
  }
};

struct UserMeanBinding {
  using Mechanism = ByGroup<UserMean>;

  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserMean>(data, request, each_of<UserMean>(request).domain.lowest);
  }

  /// Of each group { value, error, users }, or null where there are too few.
  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const UserMeanTask each = each_of<UserMean>(request);
    val means = val::array();
    for (const NoisyEnds& ends : answer.answers) {
      const auto mean = mean_of(ends, ends.error);
      means.call<void>("push", mean ? value_of_mean(*mean, each) : val::null());
    }
    return value_of_groups(answer.named, means);
  }

  static val value_of_mean(const MeanFraction& mean, const UserMeanTask& each) {
    const auto [value, error] = told(mean, each.domain);
    return Object()
        .with("value", value)
        .with("error", error)
        .with("users", in_ones(mean.denominator, each.whole));
  }
};

EMSCRIPTEN_BINDINGS(user_counts) {
  bind_release<UserHistogramBinding>("UserHistogram");
  bind_release<UserMeanBinding>("UserMean");
  bind_release<UserSumBinding>("UserSum");
}

}  // namespace
}  // namespace logstar::bindings
