#include "logstar/interior_point/cut_choice/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/interior_point/cut_choice/least_records.hpp"
#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// How many new candidates a record brings: one a length, 0..bits.
double growth(std::uint32_t bits) { return static_cast<double>(bits) + 1; }

double draw_rate(const CutChoiceRequest& request) {
  return request.neighbors == Neighbors::replace ? request.loss.epsilon / 2 : request.loss.epsilon;
}

/// The logarithm of bottom's weight, which is counted as e^(rate (score - 1)).
double log_weight_up(const BottomScore& bottom, double rate) {
  const double beyond_first = add_up(static_cast<double>(bottom.whole - 1),
                                     std::ldexp(bottom.fraction, -BottomScore::kFractionBits));
  return multiply_up(rate, beyond_first);
}

/// With so little weight v(c) on each of at most 2 L cuts outside the data, they are drawn with
/// probability at most beta against bottom alone: 2 L v(c) (1 - beta) <= beta b. (Of c = 0 bottom's
/// weight sees to it.)
std::uint64_t most_abstaining_offset(const CutChoiceRequest& request, const CutTask& task) {
  const double exponent = subtract_down(task.log_rival, log_abstaining_up(request));
  const double score = add_down(1, divide_down(exponent, task.rate));
  return score >= 1 ? static_cast<std::uint64_t>(std::min(score, 0x1p62)) : 0;
}

/// A delta as large as epsilon leaves no rate for the draw. A smaller one is within the loss.
double delta_of_public_size(const CutChoiceRequest& request) {
  return std::min(request.loss.delta, expm1_down(request.loss.epsilon / 4));
}

CutTask task_of_public_size(const CutChoiceRequest& request, double rate, double delta) {
  CutTask task;
  task.bits = request.bits;
  task.rate = rate;
  task.beta = request.beta;
  task.log_rival = subtract_up(log_up(growth(request.bits)), log_down(delta));
  task.rival_is_drawn = false;
  return task;
}

void set_size(CutChoiceParameters& parameters, const CutTask& task) {
  const CutSize size = least_cut_records(task);
  parameters.offset = static_cast<std::int64_t>(size.offset);
  parameters.least_records = size.records;
}

}  // namespace

void check_cut_choice(const CutChoiceRequest& request) {
  check_count("bits", request.bits, 1, kMaxKeyBits);
  check_epsilon("epsilon", request.loss.epsilon);
  check_probability("beta", request.beta);
}

double log_abstaining_up(const CutChoiceRequest& request) {
  const double odds = subtract_up(log1p_up(-request.beta), log_down(request.beta));
  return add_up(log_up(2.0 * request.bits), odds);
}

CutChoiceParameters calibrate_cut_choice(const CutChoiceRequest& request) {
  check_cut_choice(request);
  check_delta("delta", request.loss.delta);
  CutChoiceParameters parameters;
  parameters.loss = request.loss;
  const double rate = draw_rate(request);
  parameters.draw_epsilon = rate;
  // b >= K (1/delta - 1) with delta <= 1 - e^-rate.
  const double delta = std::min(request.loss.delta, -expm1_up(-rate));
  const double odds = subtract_up(log1p_up(-delta), log_down(delta));
  double log_bottom = std::max(0.0, add_up(log_up(growth(request.bits)), odds));
  // More than privacy requires if delta is large. Cuts outside the data have a score of 0.
  if (request.abstain) {
    log_bottom = std::max(log_bottom, subtract_up(log_abstaining_up(request), rate));
  }
  parameters.bottom = BottomScore::above(1, divide_up(log_bottom, rate));
  CutTask task;
  task.bits = request.bits;
  task.rate = rate;
  task.beta = request.beta;
  task.log_rival = log_weight_up(*parameters.bottom, rate);
  if (request.abstain) task.most_offset = most_abstaining_offset(request, task);
  set_size(parameters, task);
  return parameters;
}

CutChoiceParameters calibrate_pure_cut_choice(const CutChoiceRequest& request) {
  check_cut_choice(request);
  if (request.loss.delta != 0) reject("delta", "0", request.loss.delta);
  CutChoiceParameters parameters;
  parameters.loss = request.loss;
  const double rate = draw_rate(request);
  parameters.draw_epsilon = rate;
  parameters.every_prefix = true;
  CutTask task;
  task.bits = request.bits;
  task.rate = rate;
  task.beta = request.beta;
  // Fewer than 2^(L + 1) without records, of score 0: each weighs e^-rate.
  task.log_rival = subtract_up(multiply_up(growth(request.bits), log_up(2)), rate);
  set_size(parameters, task);
  return parameters;
}

CutChoiceParameters calibrate_cut_choice_of_public_size(const CutChoiceRequest& request) {
  check_cut_choice(request);
  check_delta("delta", request.loss.delta);
  if (request.neighbors != Neighbors::replace) {
    reject("neighbors", "replace, under which the number of records is public", "add-remove");
  }
  CutChoiceParameters parameters;
  parameters.loss = request.loss;
  const double epsilon = request.loss.epsilon;
  const double delta = delta_of_public_size(request);
  // rate + ln(e^rate + delta) = 2 rate + ln(1 + delta e^-rate).
  parameters.draw_epsilon = largest_accepted(0, epsilon / 2, [&](double rate) {
    const double grown = log1p_up(multiply_up(delta, exp_up(-rate)));
    return add_up(2 * rate, grown) <= epsilon;
  });
  set_size(parameters, task_of_public_size(request, parameters.draw_epsilon, delta));
  return parameters;
}

std::uint64_t records_of_public_size_at_least(const CutChoiceRequest& request) {
  check_cut_choice(request);
  check_delta("delta", request.loss.delta);
  return cut_records_at_least(
      task_of_public_size(request, request.loss.epsilon / 2, delta_of_public_size(request)));
}

}  // namespace logstar
