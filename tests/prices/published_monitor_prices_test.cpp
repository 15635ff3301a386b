// The published monitor, docs/guarantees/threshold-monitor.md, "The published method": from its noise back to
// Theorem 3.2 or 3.8, whichever covers it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "composition_theorems.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"
#include "selection_theorems.hpp"

namespace logstar::testing {
namespace {

/// Theorem 3.2 with 2 d = delta, b the inner scale: (75 (k + 1) + 25 ln(1/d))/b.
bool one_epoch(const Real& b, std::uint64_t k, const RealLoss& total) {
  return (75 * Real(k + 1) - 25 * real_log(total.delta / 2)) / b <= total.epsilon;
}

/// Theorem 3.8 for some d: ceil(k/ln(1/d)) epochs with an allowance of ln(1/d) each, composed by
/// the optimal bound. The search tries d where half of delta pays for the 2 d of about as many epochs as there
/// are.
bool many_epochs(const Real& b, std::uint64_t k, const RealLoss& total) {
  const auto quarter = total.delta.convert_to<double>() / 4;
  std::uint64_t enough = 1;
  while (static_cast<double>(enough) * std::log(static_cast<double>(enough) / quarter) <
         static_cast<double>(k)) {
    ++enough;
  }
  for (std::uint64_t m = enough - std::min<std::uint64_t>(enough - 1, 5); m < enough + 5; ++m) {
    const Real d = total.delta / (4 * Real(m));
    const Real log = -real_log(d);
    const auto epochs = static_cast<std::uint64_t>(ceil(k / log));
    const Real each = (75 * (log + 1) + 25 * log) / b;
    const Real tail = responses_delta(each, epochs, total.epsilon);
    if (accident(2 * d, epochs, tail) <= total.delta) return true;
  }
  return false;
}

TEST_CASE("the published monitor has its stated noise, and either theorem within the total") {
  SampledOptions options(71);
  int by_epochs = 0;
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    MonitorOptions o;
    o.method = MonitorMethod::paper;
    o.epsilon = i % 10 == 0 ? 1e4 : options.between(1e-3, 1e4);
    o.delta = i % 3 == 0 ? kDeltas[static_cast<std::size_t>(i) % kDeltas.size()] : options.delta();
    o.per_record = options.count(i % 4 == 0 ? 20'000 : 100);
    if (i == 1) o.per_record = kMaxPerRecord;
    o.neighbors = options.coin() ? Neighbors::replace : Neighbors::add_remove;
    o.grid = options.coin() ? QueryGrid::counts : QueryGrid::fractions;
    const RealLoss total = add_remove_of({o.epsilon, o.delta}, o.neighbors);
    const Real unit = steps_per_record(o.grid);
    INFO("epsilon " << o.epsilon << " delta " << o.delta << " per record " << o.per_record
                    << " unit " << unit);
    MonitorParameters p;
    try {
      p = calibrate_monitor(o).parameters;
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      ++refused;
      if (total.delta < Real(1e-300)) continue;
      // Noise too wide to draw: 10 b ln b from 2^40 steps on.
      const Real b = pow(Real(2), 32) / unit;
      CHECK_FALSE(one_epoch(b, o.per_record, total));
      CHECK_FALSE(many_epochs(b, o.per_record, total));
      continue;
    }
    const Real b = 1 / Real(p.rate);
    CHECK(b >= 2);
    CHECK(p.cap >= b * real_log(b) * unit);
    CHECK(p.cap <= b * real_log(b) * unit * (1 + Real(1e-12)) + 3);
    CHECK(laplace_tail(1 / (b * unit), p.cap) <= 1 / (2 * b));
    CHECK(10 * p.cap * Real(p.outer_rate) <= unit);
    CHECK(10 * p.cap * Real(p.outer_rate) >= unit * (1 - Real(1e-6)));
    const bool once = one_epoch(b, o.per_record, total);
    CHECK((once || many_epochs(b, o.per_record, total)));
    if (!once) ++by_epochs;
    if (b < Real(2.001) || total.delta > Real(0.4)) continue;
    CHECK_FALSE(one_epoch(b * (1 - Real(1e-6)), o.per_record, total));
    // No code searches for the best d.
    CHECK_FALSE(many_epochs(b / 2, o.per_record, total));
  }
  CHECK(by_epochs > 5);
  CHECK(refused < 100);
}

}  // namespace
}  // namespace logstar::testing
