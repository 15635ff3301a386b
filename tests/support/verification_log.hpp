// The file to which tests write their results, for the pages of scripts/pages.
#pragma once

#include <initializer_list>
#include <string>

namespace logstar::testing {

/// Adds a line of these fields to the running test's file in the folder LOGSTAR_VERIFICATION, if that
/// environment variable is set.
void log_line(std::initializer_list<std::string> fields);

}  // namespace logstar::testing
