// Whole numbers without a largest one: multiplicities and keys as wide as a domain needs, and the
// exact arithmetic behind every random choice.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>

namespace logstar {

/// A whole number >= 0 of any size. (The type is signed; values that stand for counts, widths and
/// keys are never negative.)
using Natural = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;

/// For error messages: the number itself if it has at most 64 bits, else how many it has. (The
/// library's own conversion would bring all of the locales into the WebAssembly module.)
std::string show(const Natural& number);

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

}  // namespace logstar
