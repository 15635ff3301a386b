#include "bindings/domain_types.hpp"

#include <optional>

#include "bindings/border.hpp"
#include "logstar/domain/key_array.hpp"

namespace logstar::bindings {

std::string type_of(const val& domain) { return text_property(domain, "type"); }

RealDomain real_domain(const val& domain) {
  const auto optional_number = [&domain](const char* name) {
    const val bound = property(domain, name);
    return bound.isUndefined() ? std::nullopt : std::optional(bound.as<double>());
  };
  const val digits = property(domain, "digits");
  return RealDomain(optional_number("min"), optional_number("max"),
                    digits.isUndefined() ? std::nullopt : std::optional(digits.as<unsigned>()));
}

IntegerDomain integer_domain(const val& domain) {
  return IntegerDomain(wide_integer(property(domain, "loLow"), property(domain, "loHigh")),
                       wide_integer(property(domain, "hiLow"), property(domain, "hiHigh")));
}

TextDomain text_domain(const val& domain) {
  return TextDomain(static_cast<std::uint32_t>(number_property(domain, "maxBytes")));
}

BigIntegerDomain big_integer_domain(const val& domain) {
  return BigIntegerDomain(narrow_whole("bits", property(domain, "bits"), kMaxKeyBits));
}

}  // namespace logstar::bindings
