// The parameters of a monitor: which noisy test it runs and how long a record takes part.
#pragma once

#include <cstdint>
#include <string_view>

#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar {

enum class MonitorMethod {
  charging,  ///< yes with probability 1 - e^-L(count); needs delta
  sampled,   ///< a secret sample of the records, one-sided noise; delta = 0
  laplace,   ///< charging with discrete Laplace noise: for comparison, about 1.4 times the noise
  paper      ///< KMS20 Algorithm 3 with its own constants: for reference, 1000 times the noise
};

constexpr MonitorMethod last_of(MonitorMethod) { return MonitorMethod::paper; }

/// "charging", "sampled", "laplace", "paper".
std::string_view name_of(MonitorMethod method);

/// Its plain name, for release records.
std::string_view words_of(MonitorMethod method);

/// From calibrate_monitor or calibrate_heavy_hitters. Rates are per record, of at most 24
/// significant bits.
struct MonitorParameters {
  MonitorMethod method = MonitorMethod::charging;
  QueryGrid grid = QueryGrid::counts;
  /// charging, sampled, laplace: a record takes part until so many yeses have hit it. A yes hits a record that
  /// contributed 1, and one that contributed a fraction by a coin (hit_coin.hpp).
  /// paper: until its contributions to yeses add up to this much.
  std::uint64_t per_record = 1;
  double rate = 0;        // of the test's noise; paper: of its inner noise v
  double keep_rate = 0;   // sampled: a record is kept with probability 1 - e^-keep_rate
  double outer_rate = 0;  // paper: of its outer noise w
  std::int64_t cap = 0;   // paper: v is cut here, in steps; KMS20's Delta
};

/// Throws OutOfRange unless the parameters can be run.
void check_monitor_parameters(const MonitorParameters& parameters);

/// sampled: the probability that a record is kept; 1 for the others.
double kept_share(const MonitorParameters& parameters);

inline constexpr std::uint64_t kMaxPerRecord = 1'000'000;

}  // namespace logstar
