#include "logstar/support/possible.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

Obstacle::Obstacle(std::string_view option, std::string_view needed, std::string_view got)
    : words_(OutOfRange(option, needed, got).what()) {}

Obstacle::Obstacle(std::string_view option, std::string_view needed, double got)
    : Obstacle(option, needed, to_text(got)) {}

Obstacle::Obstacle() = default;
Obstacle::Obstacle(const Obstacle& other) = default;
Obstacle::Obstacle(Obstacle&& other) noexcept = default;
Obstacle& Obstacle::operator=(const Obstacle& other) = default;
Obstacle& Obstacle::operator=(Obstacle&& other) noexcept = default;
Obstacle::~Obstacle() = default;

void refuse(const Obstacle& obstacle) { throw OutOfRange(obstacle.words()); }

}  // namespace logstar
