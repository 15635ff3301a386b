#include "logstar/support/errors.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

void refuse(std::string_view option, std::string_view expected, double got) {
  throw OutOfRange(option, expected, show(got));
}

void refuse(std::string_view option, std::string_view expected, const std::string& got) {
  throw OutOfRange(option, expected, got);
}

void refuse(std::string_view option, std::string_view expected, const char* got) {
  throw OutOfRange(option, expected, got);
}

void refuse_kind(std::string_view option, std::string_view expected, std::string_view got) {
  throw WrongType(option, expected, got);
}

}  // namespace logstar
