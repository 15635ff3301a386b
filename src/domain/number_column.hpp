// A column of numbers that lies elsewhere, as keys of a domain of reals or of whole numbers.
//
// Cost: a pass copies a block, compares its numbers with two or four of them, and encodes those between: 8 bytes of
// memory for each record of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "logstar/domain/integers.hpp"
#include "logstar/domain/key_source.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/domain/split_doubles.hpp"

namespace logstar {

/// Where a column lies.
struct NumbersElsewhere {
  std::size_t size = 0;
  /// Copies the numbers first..first + count - 1, as doubles. Each call finds the same numbers.
  std::function<void(std::size_t first, std::size_t count, void* to)> copy;
  /// Each number at a multiple of `stride`, if the owner took them; none: the column is read once more.
  std::vector<double> sample = {};
  std::size_t stride = 1;
};

/// Numbers with the keys that `encode` of the domain gives them.
class NumberColumn final : public KeySource {
 public:
  using Domain = std::variant<RealDomain, IntegerDomain>;

  NumberColumn(NumbersElsewhere numbers, Domain domain, Outside outside);

  std::size_t size() const override { return numbers_.size; }
  KeySample sample() const override;
  KeySplit split(const KeyInterval& bounds, const Visit& visit) const override;
  KeyEnds split_between(const KeyInterval& bounds, const Visit& visit) const override;
  std::vector<std::uint64_t> take_all() override;

  /// The doubles with a key in an interval. They are a range, as domains keep the order.
  DoubleRange numbers_of(const KeyInterval& keys) const;

 private:
  /// Those that the domain does not drop, if it drops any.
  std::optional<DoubleRange> kept_numbers() const;
  KeyInterval keys_of_domain() const;
  /// -1, 0 or 1: on which side of an interval a number's key lies. A dropped number is on its side of the domain.
  int side_of(double number, const KeyInterval& keys) const;
  /// A pass whose `split` counts some of a block's numbers, and moves the others to its front.
  void pass(const Visit& visit, const std::function<std::size_t(std::span<std::uint64_t>)>& split,
            KeySplit& counts) const;
  /// Turns doubles into keys in place. Returns how many are left.
  std::size_t encode(std::span<std::uint64_t> words) const;
  /// Hands over blocks of doubles, by their bits, and the place of each block's first.
  void each_block(const std::function<bool(std::size_t, std::span<std::uint64_t>)>& visit) const;

  NumbersElsewhere numbers_;
  Domain domain_;
  Outside outside_;
};

}  // namespace logstar
