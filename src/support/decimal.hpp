// Doubles written and read as decimal numbers, exactly. The C library's printf and strtod would be three in a hundred
// of the WebAssembly module, the tables of std::to_chars a third.
#pragma once

#include <string>

namespace logstar {

/// The shortest text that reads back as the same number, as printf's %g writes it.
std::string shortest_text(double value);

/// What `value`, which is finite, reads as when it is written with so many decimals, from 0 on: rounded exactly, a tie
/// to the even digit.
double to_decimals(double value, int decimals);

}  // namespace logstar
