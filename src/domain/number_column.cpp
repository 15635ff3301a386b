#include "logstar/domain/number_column.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace logstar {
namespace {

/// Numbers a double from -infinity on, without gaps, so that a range of doubles can be halved; and back.
std::int64_t place_of(double number) {
  const auto size = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(std::abs(number)));
  return number < 0 ? -size : size;
}
double at_place(std::int64_t place) {
  const double size = std::bit_cast<double>(static_cast<std::uint64_t>(std::abs(place)));
  return place < 0 ? -size : size;
}

/// The first double for which `holds`, which is false up to some double and true from there on; infinity if it
/// holds for no double before.
template <typename Holds>
double first_double(const Holds& holds) {
  std::int64_t low = place_of(-std::numeric_limits<double>::infinity());
  std::int64_t high = -low;
  while (low < high) {
    const std::int64_t half = std::midpoint(low, high);
    if (holds(at_place(half))) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return at_place(low);
}

/// Takes the numbers outside a range out of the counts around a narrower one.
void leave_out_others(std::span<const std::uint64_t> words, const DoubleRange& kept,
                      KeySplit& counts) {
  for (const std::uint64_t word : words) {
    counts.below -= std::bit_cast<double>(word) < kept.least;
    counts.above -= std::bit_cast<double>(word) > kept.most;
  }
}

}  // namespace

NumberColumn::NumberColumn(NumbersElsewhere numbers, Domain domain, Outside outside)
    : numbers_(std::move(numbers)), domain_(domain), outside_(outside) {}

KeySample NumberColumn::sample() const {
  KeySample sample;
  std::vector<std::uint64_t>& keys = sample.keys;
  if (!numbers_.sample.empty()) {
    sample.stride = numbers_.stride;
    for (const double number : numbers_.sample)
      keys.push_back(std::bit_cast<std::uint64_t>(number));
  } else {
    sample.stride = sample_stride(size());
    std::size_t next = 0;
    each_block([&](std::size_t first, std::span<std::uint64_t> words) {
      for (; next < first + words.size(); next += sample.stride)
        keys.push_back(words[next - first]);
      return true;
    });
  }
  sample.looked_at = keys.size();
  keys.resize(encode(keys));
  return sample;
}

KeySplit NumberColumn::split(const KeyInterval& bounds, const Visit& visit) const {
  const DoubleRange range = numbers_of(bounds);
  KeySplit counts;
  pass(
      visit, [&](auto words) { return split_doubles(words, range, counts); }, counts);
  return counts;
}

KeyEnds NumberColumn::split_between(const KeyInterval& bounds, const Visit& visit) const {
  const DoubleRange low = numbers_of({bounds.lowest, bounds.lowest});
  const DoubleRange high = numbers_of({bounds.highest, bounds.highest});
  const DoubleEnds ends{low.least, low.most, high.least, high.most};
  KeyEnds counts;
  pass(
      visit, [&](auto words) { return split_between_doubles(words, ends, counts); }, counts);
  return counts;
}

void NumberColumn::pass(const Visit& visit,
                        const std::function<std::size_t(std::span<std::uint64_t>)>& split,
                        KeySplit& counts) const {
  const std::optional<DoubleRange> kept = kept_numbers();
  each_block([&](std::size_t, std::span<std::uint64_t> words) {
    if (kept) leave_out_others(words, *kept, counts);
    const std::span<std::uint64_t> inside = words.first(split(words));
    const std::size_t keys = encode(inside);
    return keys == 0 || visit(inside.first(keys));
  });
}

std::vector<std::uint64_t> NumberColumn::take_all() {
  std::vector<std::uint64_t> keys;
  keys.reserve(size());
  each_block([&](std::size_t, std::span<std::uint64_t> words) {
    keys.insert(keys.end(), words.begin(),
                words.begin() + static_cast<std::ptrdiff_t>(encode(words)));
    return true;
  });
  return keys;
}

DoubleRange NumberColumn::numbers_of(const KeyInterval& keys) const {
  const auto is_above = [&](double number) { return side_of(number, keys) > 0; };
  constexpr double kGreatest = std::numeric_limits<double>::infinity();
  const double least = first_double([&](double number) { return side_of(number, keys) >= 0; });
  if (!is_above(kGreatest)) return {least, kGreatest};
  return {least, at_place(place_of(first_double(is_above)) - 1)};
}

std::optional<DoubleRange> NumberColumn::kept_numbers() const {
  if (outside_ == Outside::clamp) return std::nullopt;
  return numbers_of(keys_of_domain());
}

KeyInterval NumberColumn::keys_of_domain() const {
  return std::visit([](const auto& domain) { return domain.keys(); }, domain_);
}

int NumberColumn::side_of(double number, const KeyInterval& keys) const {
  return std::visit(
      [&](const auto& domain) {
        const auto key = domain.encode(number, outside_);
        if (!key)
          return number > static_cast<double>(domain.decode(keys_of_domain().lowest)) ? 1 : -1;
        return *key < keys.lowest ? -1 : *key > keys.highest ? 1 : 0;
      },
      domain_);
}

std::size_t NumberColumn::encode(std::span<std::uint64_t> words) const {
  if (const auto* reals = std::get_if<RealDomain>(&domain_)) return reals->encode(words, outside_);
  return std::get<IntegerDomain>(domain_).encode(words, IntegerDomain::Words::doubles, outside_);
}

void NumberColumn::each_block(
    const std::function<bool(std::size_t, std::span<std::uint64_t>)>& visit) const {
  std::vector<std::uint64_t> words(std::min(kBlock, size()));
  for (std::size_t first = 0; first < size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, size() - first);
    numbers_.copy(first, count, words.data());
    if (!visit(first, {words.data(), count})) return;
  }
}

}  // namespace logstar
