// The values of keys, as JavaScript shows them.
#include <optional>
#include <string>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domain_types.hpp"
#include "bindings/domains.hpp"

namespace logstar::bindings {
namespace {

std::string hexadecimal(const WideKey& key) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (const std::uint64_t limb : key) {
    for (int shift = 60; shift >= 0; shift -= 4) digits += kDigits[limb >> shift & 15];
  }
  return digits;
}

/// Values of keys: it reads the domain once.
class Decoder {
 public:
  explicit Decoder(const val& domain) : type_(type_of(domain)) {
    if (type_ == "reals") reals_ = real_domain(domain);
    if (type_ == "text") texts_ = text_domain(domain);
  }

  val value_of(const WideKey& key) const {
    if (reals_) return Object().with("number", reals_->decode(key[0]));
    if (type_ == "integers") return Object().with("key", key[0]);
    if (type_ == "bigIntegers") return Object().with("digits", hexadecimal(key));
    const TextPlace place = texts_->decode(key);
    return Object().with("text", place.text).with("after", place.after);
  }

 private:
  std::string type_;
  std::optional<RealDomain> reals_;
  std::optional<TextDomain> texts_;
};

}  // namespace

val value_of(const WideKey& key, const val& domain) { return Decoder(domain).value_of(key); }

val value_if_found(const std::optional<WideKey>& key, const val& domain) {
  return key ? value_of(*key, domain) : val::undefined();
}

val values_of(const std::vector<std::uint64_t>& keys, const val& domain) {
  val values = val::array();
  const Decoder decoder(domain);
  for (const std::uint64_t key : keys) push(values, decoder.value_of({key}));
  return values;
}

}  // namespace logstar::bindings
