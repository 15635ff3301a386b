// Records in order, with ties broken by fresh random bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/stretches.hpp"
#include "logstar/interior_point/rank/tie_bits.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The most bits a tie can be broken with.
inline constexpr unsigned kMaxTieBits = 32;

/// A stretch of ranks of records in order, each its key and then its random bits as one number.
class TiedRecords {
 public:
  TiedRecords() = default;
  TiedRecords(const RankRange& ranks, const std::uint64_t* keys, const TieBits* ties,
              unsigned tie_bits)
      : ranks_(ranks), keys_(keys), ties_(ties), tie_bits_(tie_bits) {}

  const RankRange& ranks() const { return ranks_; }

  /// The record of a rank in the stretch.
  Uint128 operator[](std::size_t rank) const {
    const std::size_t i = rank - ranks_.first;
    return Uint128(keys_[i]) << tie_bits_ | (*ties_)[i];
  }

  /// The first rank in first..last - 1, all in the stretch, whose record is not below z (above z).
  std::size_t not_below(Uint128 z, std::size_t first, std::size_t last) const;
  std::size_t first_above(Uint128 z, std::size_t first, std::size_t last) const;

 private:
  RankRange ranks_;
  const std::uint64_t* keys_ = nullptr;
  const TieBits* ties_ = nullptr;
  unsigned tie_bits_ = 0;
};

/// Keys with `tie_bits` random bits appended to each. The bits are independent of the data and of each other:
/// any other way to break ties between equal records (their rank, their position) would let one more record
/// move others across a released point. As the bits are independent and have the same law, the time of drawing
/// does not matter: the bits of records that no draw examines are never drawn. With weights, each record counts
/// by its weight in the ranks after it. Its bits do not depend on it.
/// Cost: O(n) and the sort of the ranks that a draw may examine (with weights, of all: 12 bytes a record more).
/// Memory: the keys are sorted in place; bits (tie_bits.hpp) for each examined record until it is forgotten. A
/// request for ranks that reach into known ones copies their bits.
class TiedKeys {
 public:
  /// `likely`: ranks that will be requested, increasing, inside 0..keys.size(); a request for others
  /// sorts all. `randomness` must outlive this.
  TiedKeys(std::vector<std::uint64_t> keys, unsigned tie_bits, const std::vector<RankRange>& likely,
           Randomness& randomness);
  /// Keys of at most 64 bits, with weights.
  TiedKeys(WeightedKeys rows, unsigned tie_bits, Randomness& randomness);
  TiedKeys(const TiedKeys&) = delete;  // records point into the vectors
  TiedKeys& operator=(const TiedKeys&) = delete;

  std::size_t size() const { return size_; }
  bool has_weights() const { return !before_.empty(); }

  /// The weight of the records before this rank. Among equal keys without drawn bits it may change.
  std::uint64_t before(std::size_t rank) const {
    return has_weights() ? before_[rank] : static_cast<std::uint64_t>(rank);
  }
  /// The rank, in first..last - 1, of the record at unit `unit` of their total weight.
  std::size_t holding(std::uint64_t unit, std::size_t first, std::size_t last) const;

  /// Records among which are all of these ranks; until the next call, which may sort and draw more.
  TiedRecords of(const RankRange& ranks);

  /// Frees the bits of records before this rank, which no later call may request.
  void forget_before(std::size_t rank);

  unsigned tie_bits() const { return tie_bits_; }

 private:
  /// The bits of the records of some ranks, equal records included.
  struct Ties {
    RankRange ranks;
    TieBits bits;
  };

  void sort_all();
  const Stretch* stretch_with(const RankRange& ranks) const;
  std::uint64_t key(const Stretch& stretch, std::size_t rank) const {
    return keys_[stretch.offset + (rank - stretch.ranks.first)];
  }
  RankRange with_equals(const Stretch& stretch, const RankRange& ranks) const;
  const Ties& ties_of(const Stretch& stretch, const RankRange& ranks);
  Ties drawn(const Stretch& stretch, const RankRange& ranks, std::span<const Ties> known);
  bool counts(std::size_t equal) const {
    return !has_weights() && TieBits::is_counted(equal, tie_bits_);
  }
  void sort_ties(std::span<std::uint32_t> bits, std::size_t first);

  std::size_t size_;
  unsigned tie_bits_;
  Randomness& randomness_;
  std::vector<std::uint64_t> keys_;     // those of sorted_ first
  std::vector<std::uint32_t> weights_;  // with weights: along keys_, of which one stretch is all
  std::vector<std::uint64_t> before_;   // the weight before each, and the total
  Stretches sorted_;
  std::vector<Ties> known_;    // increasing, none reaching into another
  std::size_t forgotten_ = 0;  // ranks
};

}  // namespace logstar
