#include "verification_log.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace logstar::testing {

namespace {

/// A test's name as a file name: system calls accept at most 255 bytes.
std::string file_name(std::string test) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0; };
  std::replace_if(
      test.begin(), test.end(), [&](unsigned char c) { return !is_plain(c); }, '-');
  return test.substr(0, 240) + ".tsv";
}

/// The file of the running test, created again for each run of the program.
std::ofstream& file_of_test(const std::filesystem::path& folder) {
  static std::map<std::string, std::ofstream> files;
  const std::string name = file_name(Catch::getResultCapture().getCurrentTestName());
  const auto [found, is_new] = files.try_emplace(name);
  if (is_new) {
    std::filesystem::create_directories(folder);
    found->second.open(folder / name);
  }
  return found->second;
}

}  // namespace

void log_line(std::initializer_list<std::string> fields) {
  const char* folder = std::getenv("LOGSTAR_VERIFICATION");
  if (folder == nullptr) return;
  std::ofstream& file = file_of_test(folder);
  const char* separator = "";
  for (const std::string& field : fields) {
    file << separator << field;
    separator = "\t";
  }
  file << std::endl;
}

}  // namespace logstar::testing
