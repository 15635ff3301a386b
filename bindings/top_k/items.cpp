// Top-k for JavaScript, which counts items and passes the highest counts only, at once or, of rows that stay in
// an engine, when it is paid for.
#include <cstdint>
#include <vector>

#include "bindings/later.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/ranked.hpp"
#include "logstar/top_k/top_k_release.hpp"

namespace logstar::bindings {
namespace {

struct TopKBinding {
  using Mechanism = TopKRelease;

  static std::vector<std::int64_t> data_of(const val& counts, const val&) {
    return wholes_of<std::int64_t>(counts);
  }

  static val value_of(const TopKResult& result, const val&) { return value_of_ranked(result); }
};

struct TopKLater {
  using Mechanism = TopKRelease;

  static std::vector<std::int64_t> data_of(const val& counts) {
    return wholes_of<std::int64_t>(counts);
  }

  static val value_of(const TopKResult& result, const TopKRequest&) {
    return value_of_ranked(result);
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(top_k) {
  bind_release<TopKBinding>("TopK");
  bind_later<TopKLater>("TopKLater");
}

}  // namespace logstar::bindings
