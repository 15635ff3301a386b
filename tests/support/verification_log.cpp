#include "verification_log.hpp"

#include <cstdlib>
#include <fstream>

namespace logstar::testing {

void log_line(std::initializer_list<std::string> fields) {
  static std::ofstream file = [] {
    const char* name = std::getenv("LOGSTAR_VERIFICATION");
    return name == nullptr ? std::ofstream() : std::ofstream(name);
  }();
  if (!file.is_open()) return;
  const char* separator = "";
  for (const std::string& field : fields) {
    file << separator << field;
    separator = "\t";
  }
  file << '\n';
}

}  // namespace logstar::testing
