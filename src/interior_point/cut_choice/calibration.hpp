// Parameters of cut choice for a loss and a probability of failure.
//
// Each keeps its promise for every data set: from `least_records` on, with probability at least 1 -
// beta there is a result and it lies between the smallest and the largest record. Cost: some
// milliseconds, depending on epsilon but not on the resulting number of records.
#pragma once

#include <cstdint>

#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

struct CutChoiceRequest {
  std::uint32_t bits = 64;  ///< width of the keys, 1 to 2^26
  Loss loss;                ///< the maximum loss of a draw
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;  ///< how often the result may be missing or outside the data, in (0, 1)
  /// For the form with a delta: with probability at least 1 - beta the draw returns no key outside the data,
  /// for every data set, however small: it abstains instead. Takes a few records more.
  bool abstain = false;
};

/// Checks bits, epsilon and beta for all calibrations. Errors: OutOfRange.
void check_cut_choice(const CutChoiceRequest& request);

/// The logarithm of 2 L (1 - beta)/beta. If bottom has this weight and at most 2 L candidates outside the data
/// have weight 1 each, the draw returns one of these with probability at most beta. Rounded up.
double log_abstaining_up(const CutChoiceRequest& request);

/// With "nothing", for delta > 0. Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside
/// (0, 1), beta outside (0, 1), bits outside 1..2^26.
CutChoiceParameters calibrate_cut_choice(const CutChoiceRequest& request);

/// Every prefix a candidate: always an answer, no delta. Errors: as above, but delta must be 0.
CutChoiceParameters calibrate_pure_cut_choice(const CutChoiceRequest& request);

/// Replace, always an answer; the number of records is public, at least `least_records`, and fewer
/// are rejected. Errors: as above, and OutOfRange for other neighbours.
CutChoiceParameters calibrate_cut_choice_of_public_size(const CutChoiceRequest& request);

/// A number that its `least_records` are not below, at once. It falls with epsilon and delta. Errors: as above.
std::uint64_t records_of_public_size_at_least(const CutChoiceRequest& request);

}  // namespace logstar
