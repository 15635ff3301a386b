// The file to which tests write their results, for the pages of scripts/pages.
#pragma once

#include <initializer_list>
#include <string>

namespace logstar::testing {

/// Adds a line of these fields to the file of the running test, in the folder that the environment variable
/// LOGSTAR_VERIFICATION names, if it names one.
void log_line(std::initializer_list<std::string> fields);

}  // namespace logstar::testing
