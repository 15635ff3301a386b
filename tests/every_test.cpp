// Gives what every test includes a target to be compiled in.
#include "every_test.hpp"
