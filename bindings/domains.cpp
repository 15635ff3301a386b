#include "bindings/domains.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domain_types.hpp"
#include "bindings/numbers.hpp"
#include "logstar/domain/big_integers.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/likely_values.hpp"
#include "logstar/domain/number_column.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

BaseMeasure measure_of(const val& domain, const RealDomain& reals) {
  const val guess = property(domain, "expect");
  if (guess.isUndefined()) return by_magnitude(reals);
  return expecting(reals, number_property(guess, "from"), number_property(guess, "to"));
}

/// The domain's `likely` names the integers that it measures: a column may count them from the lower end.
BaseMeasure measure_of(const val& domain, const IntegerDomain&) {
  const val likely = property(domain, "likely");
  if (likely.isUndefined()) return {};
  const IntegerDomain values = integer_domain(property(likely, "of"));
  const auto scale =
      text_property(likely, "scale") == "order" ? WholeScale::order : WholeScale::magnitude;
  const val guess = property(likely, "expect");
  if (guess.isUndefined()) return by_magnitude(values, scale);
  return expecting(values, scale,
                   wide_integer(property(guess, "fromLow"), property(guess, "fromHigh")),
                   wide_integer(property(guess, "toLow"), property(guess, "toHigh")));
}

template <typename Domain>
KeySpace narrow_space(const val& described, const Domain& domain) {
  const KeyInterval keys = domain.keys();
  return {keys.bits(), {{keys.lowest}, {keys.highest}}, measure_of(described, domain)};
}

OutOfRange outside_refused() {
  return OutOfRange("values", "inside the domain (because outside is \"throw\")",
                    "a value outside");
}

Outside policy_of(const std::string& outside) {
  return outside == "clamp" ? Outside::clamp : Outside::drop;
}

/// Turns words into keys in place, and takes those out that are dropped.
using Encode = std::function<void(std::vector<std::uint64_t>&, Outside)>;

std::vector<std::uint64_t> encoded(std::vector<std::uint64_t> words, const std::string& outside,
                                   const Encode& encode) {
  const std::size_t before = words.size();
  encode(words, policy_of(outside));
  if (outside == "throw" && words.size() != before) throw outside_refused();
  return words;
}

/// The unchanged column of a domain of reals or integers.
std::vector<std::uint64_t> words_of(const val& column, const val& request) {
  const bool doubles = type_of(property(request, "domain")) == "reals" ||
                       text_property(request, "kind") == "numbers";
  return doubles ? elements_of<double, std::uint64_t>(column) : elements_of<std::uint64_t>(column);
}

Encode encoder_of(const val& request) {
  const val domain = property(request, "domain");
  if (type_of(domain) == "reals") {
    return [reals = real_domain(domain)](auto& words, Outside policy) {
      reals.encode_in_place(words, policy);
    };
  }
  const auto kind = text_property(request, "kind");
  const auto words_kind = kind == "numbers"  ? IntegerDomain::Words::doubles
                          : kind == "signed" ? IntegerDomain::Words::signed_integers
                                             : IntegerDomain::Words::unsigned_integers;
  return [integers = integer_domain(domain), words_kind](auto& words, Outside policy) {
    integers.encode_in_place(words, words_kind, policy);
  };
}

/// The numbers of a typed array that stays where it is, if doubles hold them.
std::unique_ptr<NumberColumn> number_column(const val& column, const val& request) {
  const val domain = property(request, "domain");
  const bool reals = type_of(domain) == "reals";
  if (!reals && text_property(request, "kind") != "numbers") return nullptr;
  auto numbers = numbers_in_place(column, property(request, "sample"));
  if (!numbers) return nullptr;
  const Outside outside = policy_of(text_property(request, "outside"));
  if (reals) {
    return std::make_unique<NumberColumn>(*std::move(numbers), real_domain(domain), outside);
  }
  return std::make_unique<NumberColumn>(*std::move(numbers), integer_domain(domain), outside);
}

/// For reals and integers.
std::vector<std::uint64_t> number_keys(const val& column, const val& request) {
  const auto outside = text_property(request, "outside");
  if (const auto numbers = number_column(column, request)) {
    std::vector<std::uint64_t> keys = numbers->take_all();
    if (outside == "throw" && keys.size() != numbers->size()) throw outside_refused();
    return keys;
  }
  return encoded(words_of(column, request), outside, encoder_of(request));
}

/// Places of the kept records among all records.
using Places = std::vector<std::uint32_t>;

/// Which of them were, if some were dropped.
Places kept_of_numbers(const val& column, const val& request) {
  const Encode encode = encoder_of(request);
  const std::vector<std::uint64_t> words = words_of(column, request);
  Places kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool stays = !encoded({words[i]}, "drop", encode).empty();
    if (stays) kept.push_back(static_cast<std::uint32_t>(i));
  }
  return kept;
}

/// Texts that are one directly after the other, as web/data/texts.ts hands them over.
class TextPart {
 public:
  explicit TextPart(const val& part) {
    const val utf8 = property(part, "bytes");
    const std::size_t size = length_of(utf8);
    bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(size);
    val(emscripten::typed_memory_view(size, bytes_.get())).call<void>("set", utf8);
    const std::string_view all(reinterpret_cast<const char*>(bytes_.get()), size);
    const auto edges = elements_of<std::uint32_t>(property(part, "edges"));
    texts_.resize(edges.size() - 1);
    for (std::size_t i = 0; i < texts_.size(); ++i)
      texts_[i] = all.substr(edges[i], edges[i + 1] - edges[i]);
  }

  std::span<const std::string_view> texts() const { return texts_; }

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::vector<std::string_view> texts_;
};

/// `kept`: gets the places of the texts that have keys, or null.
KeyArray text_keys(const val& texts, const val& request, Places* kept) {
  const TextDomain domain = text_domain(property(request, "domain"));
  const auto outside = text_property(request, "outside");
  const std::size_t size = length_of(texts);
  KeyArray keys(domain.bits());
  keys.reserve(size);
  for (std::size_t first = 0; first < size;) {
    const TextPart part(texts.call<val>("part", static_cast<double>(first)));
    const auto dropped = domain.append(part.texts(), keys, policy_of(outside));
    if (!dropped.empty() && outside == "throw") throw outside_refused();
    const std::size_t last = first + part.texts().size();
    if (kept == nullptr) {
      first = last;
      continue;
    }
    auto next = dropped.begin();
    for (std::size_t i = first; i < last; ++i) {
      if (next != dropped.end() && first + *next == i) {
        ++next;
      } else {
        kept->push_back(static_cast<std::uint32_t>(i));
      }
    }
    first = last;
  }
  return keys;
}

/// Each key as often as its text occurs.
KeyArray repeated_text_keys(const val& texts, const val& request, const val& times) {
  Places kept;
  const KeyArray keys = text_keys(texts, request, &kept);
  const auto counts = wholes_of<std::uint64_t>(times);
  KeyArray all(keys.bits());
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::uint64_t left = counts.at(kept[i]); left > 0; --left) all.append(keys[i]);
  return all;
}

}  // namespace

KeySpace key_space_of(const val& domain) {
  const std::string type = type_of(domain);
  if (type == "reals") return narrow_space(domain, real_domain(domain));
  if (type == "integers") return narrow_space(domain, integer_domain(domain));
  if (type == "text") {
    const TextDomain texts = text_domain(domain);
    return {texts.bits(), texts.keys()};
  }
  const BigIntegerDomain integers = big_integer_domain(domain);
  return {integers.bits(), integers.keys()};
}

KeySpace narrow_key_space_of(const val& domain) {
  KeySpace space = key_space_of(domain);
  if (space.bits > 64) {
    reject("domain", "a domain of at most 64 bits", std::to_string(space.bits) + " bits");
  }
  return space;
}

IntervalScale interval_scale_of(const val& domain) {
  const std::string type = type_of(domain);
  if (type == "reals") return real_domain(domain);
  if (type != "integers") reject("domain", "of numbers for an interval", type);
  // A column may count whole numbers from the lower end.
  const val likely = property(domain, "likely");
  return integer_domain(likely.isUndefined() ? domain : property(likely, "of"));
}

KeyArray keys_of_column(const val& column, const val& request) {
  const val domain = property(request, "domain");
  const std::string type = type_of(domain);
  if (type == "text") {
    const val times = property(request, "times");
    if (times.isUndefined()) return text_keys(column, request, nullptr);
    return repeated_text_keys(column, request, times);
  }
  // web/ has clamped or dropped each of them already.
  if (type == "bigIntegers")
    return KeyArray(big_integer_domain(domain).bits(), elements_of<std::uint64_t>(column));
  return KeyArray(key_space_of(domain).bits, number_keys(column, request));
}

KeyColumn key_column_of(const val& column, const val& request) {
  const std::string type = type_of(property(request, "domain"));
  if (type != "text" && type != "bigIntegers" && !property(request, "sample").isUndefined()) {
    if (auto numbers = number_column(column, request))
      return KeyColumn(key_space_of(property(request, "domain")).bits, std::move(numbers));
  }
  return keys_of_column(column, request);
}

KeyArray keys_of_shared_column(const val& column) {
  const val layout = property(column, "layout");
  KeyArray keys = keys_of_column(property(column, "data"), layout);
  check_same_length("keys", keys.size(), "records",
                    static_cast<std::size_t>(number_property(layout, "records")));
  return keys;
}

KeyArray keys_and_rows_of_column(const val& column, const val& request,
                                 const std::vector<std::vector<std::uint32_t>*>& beside) {
  Places kept;
  const bool is_text = type_of(property(request, "domain")) == "text";
  KeyArray keys = is_text ? text_keys(column, request, &kept) : keys_of_column(column, request);
  for (std::vector<std::uint32_t>* rows : beside) {
    if (rows->size() == keys.size()) continue;
    if (kept.empty() && !is_text) kept = kept_of_numbers(column, request);
    check_same_length("rows kept", kept.size(), "keys", keys.size());
    for (std::size_t i = 0; i < kept.size(); ++i) (*rows)[i] = rows->at(kept[i]);
    rows->resize(kept.size());
  }
  return keys;
}

GroupedKeys grouped_keys_of_column(const val& column, const val& counts, const val& request) {
  if (counts.isUndefined()) return grouped(keys_of_column(column, request).words());
  const auto outside = text_property(request, "outside");
  const Encode encode = encoder_of(request);
  const std::vector<std::uint64_t> words = words_of(column, request);
  check_same_length("counts", length_of(counts), "values", words.size());
  const auto times = wholes_of<std::uint64_t>(counts);
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // One at a time: a value that is dropped takes its count with it.
    for (const std::uint64_t key : encoded({words[i]}, outside, encode)) {
      keys.push_back(key);
      kept.push_back(times[i]);
    }
  }
  return grouped(keys, kept);
}

}  // namespace logstar::bindings
