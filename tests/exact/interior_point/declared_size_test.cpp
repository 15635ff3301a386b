// The noisy test of a declared size: its exact law.
#include "logstar/interior_point/tree/declared_size.hpp"

#include <catch2/catch.hpp>

#include "divergence.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("data of the declared size and one more pass with exactly the stated delta") {
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    for (const double delta : {0.2, 1e-3}) {
      const DeclaredSize declared = private_size(8, 1, epsilon, delta, 0.1);
      const auto passes = [&](std::size_t records) {
        return enumerate([&](Randomness& r) { return admits(declared, records, r); }, 1e-16L);
      };
      const double claimed = size_test_delta(declared);
      const long double slack = passes(8).missing;
      // From here on neighbours may exceed the declared size, so any outcome after a pass is allowed.
      CHECK(passes(8).of(true) <= claimed + slack);
      CHECK(static_cast<double>(passes(8).of(true)) == Approx(claimed).epsilon(1e-9));
      CHECK(claimed <= delta);
      CHECK(claimed * std::exp(epsilon) > delta);  // one more would make the threshold too high
      PrivacyCheck check(epsilon, "add-remove", "0 to 12 records, declared 8");
      for (std::size_t records = 0; records < 12; ++records) {
        check.pair(passes(records), passes(records + 1));
      }
      CHECK(check.report().within(0));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
