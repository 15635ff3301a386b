#include "logstar/sparse_vector/heavy_hitters.hpp"

#include <algorithm>
#include <string>

#include "logstar/sparse_vector/hit_coin.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::int64_t kOutOfReach = std::int64_t(1) << 60;  // in steps

HeavyHitterParameters checked(const HeavyHitterParameters& parameters) {
  const MonitorMethod method = parameters.test.method;
  if (method != MonitorMethod::charging && method != MonitorMethod::sampled) {
    reject("method", "charging or sampled", std::string(words_of(method)));
  }
  if (parameters.threshold < 1) {
    reject("threshold", "at least 1", std::to_string(parameters.threshold));
  }
  return parameters;
}

}  // namespace

HeavyHitterMonitor::HeavyHitterMonitor(const HeavyHitterParameters& parameters)
    : HeavyHitterMonitor(parameters, HeavyHitterState()) {}

HeavyHitterMonitor::HeavyHitterMonitor(const HeavyHitterParameters& parameters,
                                       const HeavyHitterState& saved)
    : parameters_(checked(parameters)),
      test_(parameters.test),
      active_(saved.left),
      steps_done_(saved.steps_done) {
  for (const std::uint64_t left : saved.left) {
    if (left > parameters.test.per_record) {
      reject("saved.left", "at most " + std::to_string(parameters.test.per_record),
             std::to_string(left));
    }
  }
}

void HeavyHitterMonitor::refuse_if_over() const {
  if (parameters_.steps == 0 || steps_done_ < parameters_.steps) return;
  throw BudgetExceeded("this HeavyHitterMonitor is exhausted: it has made the " +
                       std::to_string(parameters_.steps) + " steps it was declared for");
}

std::vector<std::uint64_t> HeavyHitterMonitor::step(std::span<const Holding> holdings,
                                                    Randomness& randomness) {
  refuse_if_over();
  admit_users(holdings, randomness);
  ++steps_done_;

  const QueryGrid grid = parameters_.test.grid;
  const auto most = static_cast<std::uint32_t>(steps_per_record(grid));
  const Rational rate = Rational::of(parameters_.test.rate);

  // Each pass takes a user's first holding: the flag goes up in the first pass, down in the second.
  // A step that an exception ended may have left flags up.
  counted_.assign(active_.size(), false);
  counts_.clear();
  for (const Holding& holding : holdings) {
    if (counted_[holding.user] || holding.steps == 0) continue;
    counted_[holding.user] = true;
    if (active_.is_active(holding.user)) counts_.add(holding.item, std::min(holding.steps, most));
  }
  const std::int64_t in_users = heavy_hitter_threshold(parameters_, steps_done_);
  // No count reaches this, and a larger threshold could overflow.
  const std::int64_t threshold = std::min(in_users, kOutOfReach >> fraction_bits(grid)) * most;
  std::vector<std::uint64_t> reported;
  // Otherwise running out of memory here would reveal an uncharged yes.
  reported.reserve(counts_.entries().size());
  for (ItemCounts::Entry& entry : counts_.entries()) {
    entry.reported = test_.yes(entry.steps - threshold, randomness);
    if (entry.reported) reported.push_back(entry.item);
  }
  for (const Holding& holding : holdings) {
    if (!counted_[holding.user] || holding.steps == 0) continue;
    counted_[holding.user] = false;
    if (reported.empty() || !active_.is_active(holding.user)) continue;
    const ItemCounts::Entry* entry = counts_.find(holding.item);
    if (entry == nullptr || !entry->reported) continue;
    if (is_hit(holding.steps, grid, rate, randomness)) {
      active_.charge(holding.user, 1);
    }
  }
  std::sort(reported.begin(), reported.end());
  return reported;
}

/// Makes room for users not seen before, and draws which of them are in the sample.
void HeavyHitterMonitor::admit_users(std::span<const Holding> holdings, Randomness& randomness) {
  std::uint32_t greatest = 0;
  for (const Holding& holding : holdings) greatest = std::max(greatest, holding.user);
  if (greatest >= kMaxUsers) {
    reject("user", "below 2^28", std::to_string(greatest));
  }
  if (holdings.empty()) return;
  while (active_.size() <= greatest) {
    active_.add(draw_allowance(parameters_.test, randomness));
  }
}

}  // namespace logstar
