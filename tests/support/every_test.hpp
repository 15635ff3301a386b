// What nearly every test includes, read once for all of them. Tests include what they use all the
// same: they compile without it.
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
