// Counts, histograms, sums and means of users for JavaScript, together or by group.
//
// A histogram's request has `bins`, how many, and `perUser`; those of sums and means `of`, the domain of what is
// added up, in `parts` of one.
#include <emscripten/bind.h>

#include <cstdint>

#include "bindings/counts/request.hpp"
#include "bindings/counts/user_weight.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/by_group_release.hpp"

namespace logstar::bindings {
namespace {

/// Rows that are added up lie within +-2^62, and so do domains.
constexpr std::int64_t kFarthest = std::int64_t(1) << 62;

std::int64_t amount(const val& low, const val& high) {
  const Int128 wide = wide_integer(low, high);
  if (wide < -kFarthest || wide > kFarthest) {
    throw OutOfRange("domain", "one within +-2^62 for what is added up", "a wider one");
  }
  return static_cast<std::int64_t>(wide);
}

/// TotalDomain or ValueDomain.
template <typename Domain>
Domain amounts_of(const val& request) {
  const val of = request["of"];
  return {amount(of["loLow"], of["loHigh"]), amount(of["hiLow"], of["hiHigh"]), whole(of["parts"])};
}

/// What the tasks of all of them have.
template <typename M>
typename ByGroup<M>::Task common_task(const val& request) {
  typename ByGroup<M>::Task task;
  task.each.epsilon = request["epsilon"].as<double>();
  task.each.groups = group_count_of(request);
  task.each.neighbors = neighbors_of(request);
  task.each.confidence = request["confidence"].as<double>();
  task.search = group_search_of(request);
  return task;
}

template <typename M>
typename ByGroup<M>::Data data_from(const val& data, const val& request, std::int64_t lowest) {
  return {valued_rows_of(data, request, lowest), data["groupCount"].as<std::uint32_t>()};
}

struct UserHistogramBinding {
  using Mechanism = ByGroup<UserHistogram>;

  static Mechanism::Task task_of(const val& request) {
    auto task = common_task<UserHistogram>(request);
    task.each.per_user = given_by_user(request);
    task.each.bins = narrow_whole("bins", request["bins"], std::uint32_t(1) << 24);
    return task;
  }

  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserHistogram>(data, request, 0);
  }

  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const std::uint64_t unit = given_by_user(request).unit();
    return value_of_groups(answer.named, value_of_units(answer.answers, unit));
  }
};

struct UserSumBinding {
  using Mechanism = ByGroup<UserSum>;

  static Mechanism::Task task_of(const val& request) {
    auto task = common_task<UserSum>(request);
    task.each.domain = amounts_of<TotalDomain>(request);
    return task;
  }

  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserSum>(data, request, -kFarthest);
  }

  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const std::uint64_t parts = whole(request["of"]["parts"]);
    return value_of_groups(answer.named, value_of_units(answer.answers, parts));
  }
};

struct UserMeanBinding {
  using Mechanism = ByGroup<UserMean>;

  static Mechanism::Task task_of(const val& request) {
    auto task = common_task<UserMean>(request);
    task.each.domain = amounts_of<ValueDomain>(request);
    task.each.whole = user_weight();
    return task;
  }

  static Mechanism::Data data_of(const val& data, const val& request) {
    return data_from<UserMean>(data, request, amounts_of<ValueDomain>(request).lowest);
  }

  /// Of each group { value, error, users }, or null where there are too few.
  static val value_of(const Mechanism::Answer& answer, const val& request) {
    const auto domain = amounts_of<ValueDomain>(request);
    val means = val::array();
    for (const NoisyEnds& ends : answer.answers) {
      const auto mean = mean_of(ends, ends.error);
      means.call<void>("push", mean ? value_of_mean(*mean, domain) : val::null());
    }
    return value_of_groups(answer.named, means);
  }

  static val value_of_mean(const MeanFraction& mean, const ValueDomain& domain) {
    const auto [value, error] = told(mean, domain);
    return Object()
        .with("value", value)
        .with("error", error)
        .with("users", in_ones(mean.denominator, user_weight()));
  }
};

EMSCRIPTEN_BINDINGS(user_counts) {
  bind_release<UserHistogramBinding>("UserHistogram");
  bind_release<UserMeanBinding>("UserMean");
  bind_release<UserSumBinding>("UserSum");
}

}  // namespace
}  // namespace logstar::bindings
