// Answers of counts, sums and means of users by group, as JavaScript reads them.
#pragma once

#include "bindings/val.hpp"
#include "logstar/counts/by_group_release.hpp"

namespace logstar::bindings {

/// { named, values } as value_of_groups; of means { value, error, users } each, or null where there are too few.
val value_of_answers(const ByGroup<UserHistogram>::Answer& answer, const UserHistogramTask& each);
val value_of_answers(const ByGroup<UserSum>::Answer& answer, const UserSumTask& each);
val value_of_answers(const ByGroup<UserMean>::Answer& answer, const UserMeanTask& each);

}  // namespace logstar::bindings
