// The domains of the core as JavaScript describes them, each by its type.
#pragma once

#include <string>

#include "bindings/val.hpp"
#include "logstar/domain/big_integers.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"

namespace logstar::bindings {

/// "reals", "integers", "text" or "bigIntegers".
std::string type_of(const val& domain);

/// Errors: OutOfRange for bounds, digits, bits or lengths that make no domain.
RealDomain real_domain(const val& domain);
IntegerDomain integer_domain(const val& domain);
TextDomain text_domain(const val& domain);
BigIntegerDomain big_integer_domain(const val& domain);

}  // namespace logstar::bindings
