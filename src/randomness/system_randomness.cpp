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
  // By pointer, so that threads that never draw do not carry the buffer of bits.
  thread_local const auto own = std::make_unique<OfThisThread>();
  return own->exact;
}

}  // namespace logstar
