// The step of a regular sample of records.
#pragma once

#include <cstddef>

namespace logstar {

/// The least prime from `least` on. A sample of every p-th record sees the records of a shorter period in their
/// shares: with another step it could see, in data that alternate, one kind alone.
std::size_t sample_step(std::size_t least);

}  // namespace logstar
