// The audit of every mechanism: `audit <runs> [mechanism]` writes one line a case, and ends with 1
// if a mechanism shows more than its claim or a published mistake does not.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "audit.hpp"

int main(int argc, char** argv) {
  using namespace logstar::testing;
  const std::size_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2'000;
  const std::string only = argc > 2 ? argv[2] : "";
  bool as_claimed = true;
  std::uint64_t seed = 1;
  std::cout.precision(4);
  for (const auto& cases : {selection_cases(), interior_point_cases(), top_k_cases(),
                            sparse_vector_cases(), learning_cases()}) {
    for (const AuditCase& audited : cases) {
      ++seed;
      if (audited.mechanism.find(only) == std::string::npos) continue;
      // Mistakes are cheap to run and have to be seen in the short form, too.
      const std::size_t enough =
          audited.mistake.empty() ? runs : std::max<std::size_t>(runs, 20'000);
      const AuditResult result = audit(audited, enough, seed);
      const bool exceeds = result.epsilon > audited.claim.epsilon;
      as_claimed &= exceeds == !audited.mistake.empty();
      std::cout << audited.mechanism << '\t' << audited.mode << '\t' << audited.neighbors << '\t'
                << audited.claim.epsilon << '\t' << audited.claim.delta << '\t' << result.epsilon
                << '\t' << result.runs << '\t' << audited.mistake << std::endl;
    }
  }
  return as_claimed ? 0 : 1;
}
