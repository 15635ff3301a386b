// The figures of docs/errata-figures.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

namespace logstar::testing {

/// A slip in a paper. Its section of docs/errata-figures.md shows the values that tests state here, in order,
/// as a table (scripts/pages), with the name of the test.
class Erratum {
 public:
  explicit Erratum(std::string name) : name_(std::move(name)) {}

  void says(const std::string& what, const std::string& found) const;
  void says(const std::string& what, const char* found) const { says(what, std::string(found)); }
  void says(const std::string& what, std::integral auto found) const {
    says(what, std::to_string(found));
  }
  void says(const std::string& what, std::floating_point auto found) const {
    says(what, figure(static_cast<double>(found)));
  }

  /// To three significant digits.
  static std::string figure(double number);

 private:
  std::string name_;
};

/// "{2 × 0, 1}".
std::string multiset_text(const std::vector<std::size_t>& database);

/// "(1, 0.01)".
std::string loss_text(double epsilon, double delta);

}  // namespace logstar::testing
