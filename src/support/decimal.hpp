// Doubles written and read as decimal numbers, exactly. The C library's printf and strtod would be three in a hundred
// of the WebAssembly module, the tables of std::to_chars a third.
#pragma once

#include <string>

namespace logstar {

/// printf's %g with the fewest digits that read back as the same number. (46 powers of 2 have a text of one
/// digit less that reads back too, and is not the nearest of its length: 2^-44 is 5.6843418860808015e-14 here.)
std::string shortest_text(double value);

/// The finite `value` with the given number of decimals, from 0 on: rounded exactly, a tie to the even digit.
double to_decimals(double value, int decimals);

}  // namespace logstar
