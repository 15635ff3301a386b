// The names of the algorithms for interior points, and their usual errors as shares of the promised ones.
#include <optional>
#include <string_view>

#include "logstar/interior_point/planner.hpp"

namespace logstar {

std::optional<double> usual_records_share(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
    case InteriorAlgorithm::cut:
      break;
    case InteriorAlgorithm::rec_concave:
      return 0.65;
    case InteriorAlgorithm::tree_log:
      return 1;
    case InteriorAlgorithm::heavy_paths:
      return 0.27;
    case InteriorAlgorithm::tree_log_slices:
      return 0.85;
  }
  return std::nullopt;
}

std::optional<double> usual_error_share(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
    case InteriorAlgorithm::cut:
      break;
    case InteriorAlgorithm::rec_concave:
      return 0.018;
    case InteriorAlgorithm::tree_log:
      return 0.25;
    case InteriorAlgorithm::heavy_paths:
      return 0.2;
    case InteriorAlgorithm::tree_log_slices:
      return 0.27;
  }
  return std::nullopt;
}

const char* mechanism_of(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return "the exponential mechanism";
    case InteriorAlgorithm::cut:
      return "cut choice";
    case InteriorAlgorithm::rec_concave:
      return "RecConcave";
    case InteriorAlgorithm::tree_log:
      return "TreeLog (KLMNS20 Algorithm 1)";
    case InteriorAlgorithm::heavy_paths:
      return "HeavyPaths";
    case InteriorAlgorithm::tree_log_slices:
      return "TreeLog by slices (CLNSS22 Algorithm 5)";
  }
  return "";
}

std::string_view name_of(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return "exponential";
    case InteriorAlgorithm::cut:
      return "cut";
    case InteriorAlgorithm::rec_concave:
      return "rec-concave";
    case InteriorAlgorithm::tree_log:
      return "tree-log";
    case InteriorAlgorithm::heavy_paths:
      return "heavy-paths";
    case InteriorAlgorithm::tree_log_slices:
      return "tree-log-slices";
  }
  return "";
}

}  // namespace logstar
