// The kinds of draws in tests/parity/draws.txt, by family.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "privacy/loss.hpp"
#include "randomness/randomness.hpp"

namespace logstar::testing {

/// Reads the rest of a request from its line, draws, and shows the result.
using Draw = std::string (*)(std::istream& line, Randomness& randomness);
using Draws = std::map<std::string, Draw>;

Draws selection_draws();
Draws learning_draws();
Draws sanitizing_draws();
Draws sparse_vector_draws();
Draws session_draws();

template <typename Number>
Number read(std::istream& line) {
  Number number;
  line >> number;
  return number;
}

inline bool flag(std::istream& line) { return read<std::string>(line) == "yes"; }

inline Neighbors neighbors(std::istream& line) {
  return read<std::string>(line) == "replace" ? Neighbors::replace : Neighbors::add_remove;
}

inline Loss loss(std::istream& line) {
  const double epsilon = read<double>(line);
  return {epsilon, read<double>(line)};
}

/// 1 - 0.95 as JavaScript has it.
inline constexpr double kBeta = 1 - 0.95;

template <typename Items>
std::string joined(const Items& items) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += ",";
    if constexpr (std::is_convertible_v<decltype(item), std::string>) {
      text += item;
    } else {
      text += std::to_string(item);
    }
  }
  return text;
}

/// n whole numbers from 0 to 999,999, spread out.
inline std::vector<std::uint64_t> whole_column(std::uint64_t n) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < n; ++i) keys.push_back(i * 2654435761u % 4294967296u % 1000000);
  return keys;
}

}  // namespace logstar::testing
