#include "verification_log.hpp"

#include <cstdlib>
#include <fstream>

namespace logstar::testing {

namespace {

// Made anew when the program starts: a run without claims leaves none behind.
std::ofstream file = [] {
  const char* name = std::getenv("LOGSTAR_VERIFICATION");
  return name == nullptr ? std::ofstream() : std::ofstream(name);
}();

}  // namespace

void log_line(std::initializer_list<std::string> fields) {
  if (!file.is_open()) return;
  const char* separator = "";
  for (const std::string& field : fields) {
    file << separator << field;
    separator = "\t";
  }
  file << '\n';
}

}  // namespace logstar::testing
