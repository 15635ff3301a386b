// What the learners' requests, records and answers have in common.
//
// A column is { data, layout } (web/learning/labelled-columns.js). A request has `domain`, or `domains`,
// one an axis, and `epsilon`, `neighbors`, `confidence`, most a `delta` too.
#pragma once

#include <emscripten/val.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/release/claim.hpp"

namespace logstar::bindings {

/// request.algorithm, or nothing for "auto". Errors: OutOfRange for a name of none of them.
template <typename Algorithm>
std::optional<Algorithm> algorithm_of(const val& request, std::initializer_list<Algorithm> all) {
  const auto name = request["algorithm"].as<std::string>();
  if (name == "auto") return std::nullopt;
  for (const Algorithm algorithm : all) {
    if (name == name_of(algorithm)) return algorithm;
  }
  throw OutOfRange("algorithm", "one that there is", name);
}

/// request.protects: the labels, or records.
Protects label_or_record(const val& request);

/// What the planners and the releases are told alike. Errors: OutOfRange for what makes no domain.
ThresholdTask threshold_task_of(const val& request);
RectangleTask rectangle_task_of(const val& request);

/// { ones, zeros }: the column of either label.
LabelledKeys labelled_keys_of(const val& data);

/// Columns of the same points, one for each of request.domains. Errors: OutOfRange for columns that are
/// not of one length.
std::vector<KeyArray> columns_of(const val& columns, const val& request);

/// { columns, labels }, a Uint8Array. Errors: OutOfRange for columns or labels that are not as many.
LabelledPoints labelled_points_of(const val& data, const val& request);

/// { all, last }: the last value of label 1, undefined if none or all of the domain has it.
val value_of_threshold(const ThresholdHypothesis& rule, const val& request);

/// { lowest, highest }: arrays of values.
val value_of_box(const RectangleHypothesis& box, const val& request);

}  // namespace logstar::bindings
