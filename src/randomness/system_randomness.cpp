#include "logstar/randomness/system_randomness.hpp"

#include <memory>

#include "logstar/randomness/bit_source.hpp"
#include "logstar/randomness/exact_randomness.hpp"

namespace logstar {
namespace {

struct OfThisThread {
  SystemEntropy entropy;
  ExactRandomness exact{entropy};
};

}  // namespace

Randomness& system_randomness() {
  // By pointer: its buffer of bits is no burden on threads that draw nothing.
  thread_local const auto own = std::make_unique<OfThisThread>();
  return own->exact;
}

}  // namespace logstar
