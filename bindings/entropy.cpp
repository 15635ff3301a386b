#include "bindings/entropy.hpp"

#include <algorithm>

#include "bindings/border.hpp"
#include "bindings/user_weight.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"

namespace logstar::bindings {
namespace {

/// Calls a JavaScript function to fill bytes; it returns whether it did. web/core/load.js gives it the
/// platform's crypto.getRandomValues.
class HostEntropy final : public BitSource {
 public:
  void set_host(const val& fill) { fill_ = fill; }

  void fill(std::span<std::byte> bytes) override {
    constexpr std::size_t kMaxPerCall = 65536;  // what getRandomValues allows
    if (fill_.isUndefined())
      throw EntropyUnavailable("no source of random bits was given to logstar");
    std::fill(bytes.begin(), bytes.end(), std::byte{0});
    while (!bytes.empty()) {
      const std::size_t part = std::min(bytes.size(), kMaxPerCall);
      const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
      if (!fill_(emscripten::typed_memory_view(part, first)).as<bool>()) {
        throw EntropyUnavailable("the platform's crypto.getRandomValues refused");
      }
      if (looks_unfilled(bytes.first(part))) {
        throw EntropyUnavailable("the platform's crypto.getRandomValues left bytes unfilled");
      }
      bytes = bytes.subspan(part);
    }
  }

 private:
  val fill_;
};

HostEntropy& host() {
  static HostEntropy entropy;
  return entropy;
}

val set_entropy(const val& fill) {
  host().set_host(fill);
  return val::undefined();
}

}  // namespace

Randomness& randomness() {
  static ExactRandomness exact(host());
  return exact;
}

std::uint32_t user_weight() { return kUserWeight; }

RangeScale range_scale() { return {}; }

EMSCRIPTEN_BINDINGS(entropy) { bind<&set_entropy>("setEntropy"); }

}  // namespace logstar::bindings
