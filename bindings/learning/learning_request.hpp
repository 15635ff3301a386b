// Common parts of the learners' requests, records and answers.
//
// A column is { data, layout } (web/learning/labelled-columns.js).
#pragma once

#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"

namespace logstar::bindings {

/// { ones, zeros }: the column of either label.
LabelledKeys labelled_keys_of(const val& data);

/// Columns of the same points, one for each of request.domains. Errors: OutOfRange for columns that are
/// not of one length.
std::vector<KeyArray> columns_of(const val& columns, const val& request);

/// { columns, labels }, a Uint8Array. Errors: OutOfRange if columns and labels differ in length.
LabelledPoints labelled_points_of(const val& data, const val& request);

/// { all, last }: the last value of label 1, undefined if none or all of the domain has it.
val value_of_threshold(const ThresholdHypothesis& rule, const val& request);

/// { lowest, highest }: arrays of values.
val value_of_box(const RectangleHypothesis& box, const val& request);

}  // namespace logstar::bindings
