// Headers that nearly every test includes, parsed once for all of them. Tests must still include their own
// headers: they compile without it.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "logstar/randomness/natural.hpp"
