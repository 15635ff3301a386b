#include "logstar/support/possible.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

Obstacle& Obstacle::append(double number, std::string_view text) {
  more_[more_[0].after.empty() ? 0 : 1] = {number, text};
  return *this;
}

std::string Obstacle::words() const {
  std::string needed(needed_);
  for (const auto& [number, after] : more_) {
    if (!after.empty()) needed += to_text(number) + std::string(after);
  }
  const std::string number = whole_ ? std::to_string(*whole_) : to_text(got_);
  return OutOfRange(option_, needed, got_text_.empty() ? std::string_view(number) : got_text_)
      .what();
}

void refuse(const Obstacle& obstacle) { throw OutOfRange(obstacle.words()); }

}  // namespace logstar
