#include "logstar/support/errors.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

void reject(std::string_view option, std::string_view expected, double got) {
  throw OutOfRange(option, expected, to_text(got));
}

void reject(std::string_view option, std::string_view expected, const std::string& got) {
  throw OutOfRange(option, expected, got);
}

void reject(std::string_view option, std::string_view expected, const char* got) {
  throw OutOfRange(option, expected, got);
}

void reject_type(std::string_view option, std::string_view expected, std::string_view got) {
  throw WrongType(option, expected, got);
}

void reject_state(std::string_view what, std::string_view expected, std::string_view got) {
  throw WrongState(what, expected, got);
}

}  // namespace logstar
