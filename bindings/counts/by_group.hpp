// Answers of counts, sums and means of users by group, as JavaScript reads them.
#pragma once

#include <optional>

#include "bindings/val.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/within_found_release.hpp"

namespace logstar::bindings {

/// { named, values } as value_of_groups; of means { value, error, users } each, or null where there are too few.
val value_of_answers(const ByGroup<UserHistogram>::Answer& answer, const UserHistogramTask& each);
val value_of_answers(const ByGroup<UserSum>::Answer& answer, const UserSumTask& each);
val value_of_answers(const ByGroup<UserMean>::Answer& answer, const UserMeanTask& each);

/// { variance: { value, error }, deviation: { value, error }, users } each, or null with too few users.
val value_of_answers(const ByGroup<UserVariance>::Answer& answer, const UserMeanTask& each);

/// As above with `range`: { from, to }, or null if no bounds are found; then each answer is null. Sums are
/// { value, error } each.
val value_of_answers(const ByGroup<WithinFound<UserMean>>::Answer& answer,
                     const WithinFoundTask<UserMeanTask>& each);
val value_of_answers(const ByGroup<WithinFound<UserSum>>::Answer& answer,
                     const WithinFoundTask<UserSumTask>& each);

/// { from, to }, or null.
val value_of_range(const std::optional<FoundRange>& range);

}  // namespace logstar::bindings
