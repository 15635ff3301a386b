// Several quantiles at once for JavaScript.
#include <cstdint>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

struct QuantilesBinding {
  using Mechanism = QuantilesRelease;

  static std::vector<std::uint64_t> data_of(const val& column, const val& request) {
    return keys_of_column(column, request).words();
  }

  static val value_of(const std::vector<std::uint64_t>& keys, const val& request) {
    return values_of(keys, property(request, "domain"));
  }
};

EMSCRIPTEN_BINDINGS(quantiles) { bind_release<QuantilesBinding>("Quantiles"); }

}  // namespace
}  // namespace logstar::bindings
