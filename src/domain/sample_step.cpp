#include "logstar/domain/sample_step.hpp"

namespace logstar {
namespace {

bool is_prime(std::size_t number) {
  for (std::size_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

}  // namespace

std::size_t sample_step(std::size_t least) {
  while (least > 1 && !is_prime(least)) ++least;
  return least;
}

}  // namespace logstar
