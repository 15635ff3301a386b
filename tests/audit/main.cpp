// The audit of every mechanism: `audit <runs> [word]` writes one line for each case whose name contains the
// word. It exits with 1 if a mechanism exceeds its claim, or if a published mistake does not. The time of each
// case goes to standard error.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "audit.hpp"

namespace {

using namespace logstar::testing;

constexpr std::size_t kLongForm = 100'000;

/// Returns whether the bound is as expected.
bool report(const AuditCase& audited, std::size_t runs) {
  const auto start = std::chrono::steady_clock::now();
  const AuditResult result = audit(audited, runs, seed_of(audited));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::cout << audited.mechanism << '\t' << audited.mode << '\t' << audited.neighbors << '\t'
            << audited.claim.epsilon << '\t' << audited.claim.delta << '\t' << result.epsilon
            << '\t' << result.runs << '\t' << audited.mistake << std::endl;
  std::cerr << name_of(audited) << ": " << taken.count() << " s\n";
  return (result.epsilon > audited.claim.epsilon) == !audited.mistake.empty();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2'000;
  const std::string word = argc > 2 ? argv[2] : "";
  bool as_claimed = true;
  std::cout.precision(4);
  std::cerr.precision(3);
  for (const auto family :
       {selection_cases,       count_cases,       user_rank_cases,     interior_point_cases,
        quantile_cases,        interval_cases,    quasi_concave_cases, part_cases,
        slice_cases,           ranked_list_cases, top_k_cases,         top_k_session_cases,
        above_threshold_cases, monitor_cases,     learning_cases,      threshold_cases,
        rectangle_cases,       sanitizing_cases,  control_cases,       sparse_vector_control_cases,
        rank_control_cases}) {
    for (const AuditCase& audited : family()) {
      if (name_of(audited).find(word) == std::string::npos) continue;
      if (audited.times > 1 && runs < kLongForm) continue;
      // Mistakes are cheap to run, and the short form must show them, too.
      const std::size_t least = audited.mistake.empty() ? 0 : 20'000;
      as_claimed &= report(audited, std::max(runs, least) * audited.times);
    }
  }
  return as_claimed ? 0 : 1;
}
