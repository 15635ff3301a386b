#include "logstar/sparse_vector/monitor_accuracy.hpp"

#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/intensity_test.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

/// f's largest value over (0, greatest], f with one hump: golden section. Any argument gives a
/// valid bound, so the search need not be exact.
template <typename F>
double best_over(double greatest, F f) {
  constexpr double kGolden = 0.6180339887498949;
  double low = 0;
  double high = greatest;
  for (int i = 0; i < 100; ++i) {
    const double a = high - kGolden * (high - low);
    const double b = low + kGolden * (high - low);
    if (f(a) < f(b)) {
      low = a;
    } else {
      high = b;
    }
  }
  return std::fmax(f((low + high) / 2), f(greatest));
}

// `sampled`, a count C of which each record is kept with probability p, threshold t of the sample
// c. For 0 < r <= rate, P[yes] = E[min(1, e^(rate (c - t)))] <= e^(-r t) E[e^(r c)]
// <= e^(-r t) (1 + p (e^r - 1))^C; contributions below 1 only lower it, since ln of the factor is
// convex in them. So C <= (r t - ln(1/failure)) / ln(1 + p (e^r - 1)) is surely a no.
double sampled_sure_no(double p, double rate, double t, double failure) {
  const double l = std::log(1 / failure);
  return best_over(rate, [&](double r) { return (r * t - l) / std::log1p(p * std::expm1(r)); });
}

// P[no] <= P[c < t] <= e^(r t) E[e^(-r c)] <= e^(r t) (1 - p (1 - e^-r))^C, for every r > 0.
double sampled_sure_yes(double p, double t, double failure) {
  const double l = std::log(1 / failure);
  return -best_over(
      32, [&](double r) { return (std::fmax(t, 0) * r + l) / std::log1p(p * std::expm1(-r)); });
}

double laplace_distance(double rate, QueryGrid grid, double failure) {
  return records_of_steps(laplace_tail_steps(rate, grid, failure), grid);
}

}  // namespace

double sure_yes_distance(const MonitorParameters& p, double threshold, double failure) {
  switch (p.method) {
    case MonitorMethod::charging: {
      // P[no] = e^-L.
      const std::int64_t records = IntensityTest(p.rate, p.grid).records_until(-log_down(failure));
      return records < 0 ? kInfinity : static_cast<double>(records);
    }
    case MonitorMethod::laplace:
      return laplace_distance(p.rate, p.grid, failure);
    case MonitorMethod::sampled:
      return sampled_sure_yes(kept_share(p), threshold, failure) - threshold / kept_share(p);
    case MonitorMethod::paper:
      return laplace_distance(p.outer_rate, p.grid, failure / 2) +
             laplace_distance(p.rate, p.grid, failure / 2);
  }
  return kInfinity;
}

double sure_no_distance(const MonitorParameters& p, double threshold, double failure) {
  const double step = records_of_steps(1, p.grid);
  switch (p.method) {
    case MonitorMethod::charging:
      // P[yes] <= L = e^(-rate distance).
      return divide_up(-log_down(failure), p.rate);
    case MonitorMethod::laplace:
      return laplace_distance(p.rate, p.grid, failure) + step;
    case MonitorMethod::sampled:
      return threshold / kept_share(p) - sampled_sure_no(kept_share(p), p.rate, threshold, failure);
    case MonitorMethod::paper:
      return laplace_distance(p.outer_rate, p.grid, failure / 2) +
             std::fmin(laplace_distance(p.rate, p.grid, failure / 2),
                       records_of_steps(p.cap, p.grid)) +
             step;
  }
  return kInfinity;
}

ThresholdAccuracy monitor_accuracy(const MonitorParameters& parameters, double threshold,
                                   std::uint64_t questions, double confidence) {
  check_monitor_parameters(parameters);
  check_count("questions", questions, 1, kMaxQuestions);
  check_confidence(confidence);
  const double failure = divide_down(subtract_down(1, confidence), count_up(questions));
  const double of_test = threshold * kept_share(parameters);
  return {sure_yes_distance(parameters, of_test, failure),
          sure_no_distance(parameters, of_test, failure), confidence, questions};
}

}  // namespace logstar
