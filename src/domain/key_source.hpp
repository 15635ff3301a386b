// Records whose keys are made when a draw reads them, so that no array of all keys has to exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"

namespace logstar {

/// The keys of some records, and of every how many there is one.
struct KeySample {
  std::vector<std::uint64_t> keys;
  std::size_t stride = 1;
  std::size_t looked_at = 0;  ///< records, dropped ones included
};

/// How many records lie before an interval of keys, and after it.
struct KeySplit {
  std::size_t below = 0;
  std::size_t above = 0;
};

/// And how many are equal to its ends. An interval of one key has them all at its lowest.
struct KeyEnds : KeySplit {
  std::size_t at_lowest = 0;
  std::size_t at_highest = 0;
};

/// Records in their order, with keys of at most 64 bits. A record that the domain drops has none.
class KeySource {
 public:
  virtual ~KeySource() = default;

  /// The number of records, dropped ones included.
  virtual std::size_t size() const = 0;

  /// A regular sample, of about n^(2/3) of n records: it leaves about as many between two bounds of a rank.
  virtual KeySample sample() const = 0;

  /// Hands the keys inside an interval to `visit`, some at a time and in order, until it returns false. One pass.
  using Visit = std::function<bool(std::span<const std::uint64_t>)>;
  virtual KeySplit split(const KeyInterval& bounds, const Visit& visit) const = 0;

  /// As above, but counts the keys that are equal to an end, and hands over those in between. It makes no keys for
  /// those that it counts, so that many equal records cost no more than others; where no key is equal to an end,
  /// `split` is quicker.
  virtual KeyEnds split_between(const KeyInterval& bounds, const Visit& visit) const = 0;

  /// The keys of all records. Called once, as the last.
  virtual std::vector<std::uint64_t> take_all() = 0;

 protected:
  static std::size_t sample_stride(std::size_t records);
  /// Records that are read at once: their keys stay in a processor's cache.
  static constexpr std::size_t kBlock = 1 << 14;
};

/// Keys in memory.
class StoredKeys final : public KeySource {
 public:
  /// `keys` stay with the caller, or here.
  explicit StoredKeys(const std::vector<std::uint64_t>& keys) : seen_(&keys) {}
  explicit StoredKeys(std::vector<std::uint64_t>&& keys) : own_(std::move(keys)), seen_(&own_) {}
  StoredKeys(const StoredKeys&) = delete;
  StoredKeys& operator=(const StoredKeys&) = delete;

  std::size_t size() const override { return seen_->size(); }
  KeySample sample() const override;
  KeySplit split(const KeyInterval& bounds, const Visit& visit) const override;
  KeyEnds split_between(const KeyInterval& bounds, const Visit& visit) const override;
  std::vector<std::uint64_t> take_all() override;

 private:
  std::vector<std::uint64_t> own_;
  const std::vector<std::uint64_t>* seen_;
};

/// The records of a draw: keys of any width, or what makes them.
class KeyColumn {
 public:
  KeyColumn(KeyArray keys) : keys_(std::move(keys)) {}
  /// `bits`: the width of the keys.
  KeyColumn(std::uint32_t bits, std::unique_ptr<KeySource> source)
      : keys_(bits), source_(std::move(source)) {}

  std::size_t limbs() const { return keys_.limbs(); }
  /// For keys of one limb.
  std::unique_ptr<KeySource> source() &&;
  KeyArray keys() &&;

 private:
  KeyArray keys_;
  std::unique_ptr<KeySource> source_;
};

}  // namespace logstar
