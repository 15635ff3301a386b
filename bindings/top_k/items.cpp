// Top-k for JavaScript, which counts items and passes the highest counts only.
#include <emscripten/bind.h>

#include <cstdint>
#include <vector>

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

EMSCRIPTEN_BINDINGS(top_k) { bind_release<TopKBinding>("TopK"); }

}  // namespace
}  // namespace logstar::bindings
