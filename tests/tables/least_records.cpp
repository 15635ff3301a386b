// The table of docs/least-records.md: the records that any algorithm needs for an interior point, and the
// records that each one needs. With the proved constants and with the printed ones of the papers; with a delta
// and without. CSV on standard output.
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"

namespace logstar::tables {
namespace {

void row(const InteriorRequest& request, const std::string& algorithm,
         const std::string& calibration, double records) {
  std::printf("%g,%g,%g,%u,%s,%s,%.0f\n", request.loss.epsilon, request.loss.delta, request.beta,
              request.bits, algorithm.c_str(), calibration.c_str(), records);
}

double log_star(std::uint32_t bits) {
  double steps = 1;  // the first logarithm of 2^bits
  for (double x = bits; x > 1; x = std::log2(x)) ++steps;
  return steps;
}

/// BNS13's shares of 3/4 with the corrected gap test, and its Lemma 3.14 as printed.
void rec_concave_rows(const InteriorRequest& request) {
  RecConcaveRequest inner;
  inner.size = Natural(1) << request.bits;
  inner.loss = request.loss;
  const auto promise = rec_concave_least_promise(inner, request.beta, RecConcaveCalibration::paper);
  row(request, "rec-concave", "paper", 2 * static_cast<double>(promise) - 1);
  const double printed = std::ceil(rec_concave_printed_promise(inner, request.beta));
  row(request, "rec-concave", "printed", 2 * printed - 1);
}

/// KLMNS20 Lemma 4.11 names the constants of one random path only (6 e0 lg n, 4 d0 n e^(4 e0 lg n)); the
/// constants behind its O, and the terms of the other steps, count as nothing. t = 2 k, k = (32/e0)
/// ln(log*|X|/d0), the least constant for which its Lemma 4.4 is not void; the recursion continues while 10 t
/// records remain, and spends 3 t on each of log*|X| databases.
double heavy_paths_printed(const InteriorRequest& request) {
  const double depth = log_star(request.bits);
  double n = 1e6;
  for (int i = 0; i < 200; ++i) {
    const double e0 = request.loss.epsilon / (6 * std::log2(n));
    const double d0 = request.loss.delta / (4 * n * std::exp(4 * e0 * std::log2(n)));
    n = (10 + 3 * depth) * 64 / e0 * std::log(depth / d0);
  }
  return n;
}

void planned_rows(const InteriorRequest& request) {
  row(request, "any", "impossible below", static_cast<double>(least_possible_records(request)));
  for (const InteriorPlan& plan : plan_interior_point(request).algorithms) {
    if (!plan.available) continue;
    row(request, std::string(name_of(plan.algorithm)), "tight",
        static_cast<double>(plan.least_records));
  }
}

void all_rows(const InteriorRequest& request) {
  InteriorRequest pure = request;
  pure.loss.delta = 0;
  planned_rows(pure);
  planned_rows(request);
  rec_concave_rows(request);
  TreeLogRequest tree_log;
  tree_log.bits = request.bits;
  tree_log.loss = request.loss;
  tree_log.beta = request.beta;
  row(request, "tree-log", "printed", tree_log_printed_records(tree_log));
  row(request, "heavy-paths", "printed", heavy_paths_printed(request));
  row(request, "tree-log-slices", "printed",
      tree_log_slices_printed_records(request.bits, request.loss));
}

}  // namespace
}  // namespace logstar::tables

int main() {
  using namespace logstar;
  std::printf("epsilon,delta,beta,bits,algorithm,calibration,records\n");
  for (const auto& [loss, beta] : {std::pair{Loss{1, 1e-6}, 0.05}, {Loss{0.1, 1e-9}, 0.01}}) {
    for (std::uint32_t bits = 8; bits <= std::uint32_t(1) << 20; bits *= 2) {
      InteriorRequest request;
      request.bits = bits;
      request.loss = loss;
      request.beta = beta;
      tables::all_rows(request);
    }
  }
}
