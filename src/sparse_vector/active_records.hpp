// The active records: for each record, its remaining allowance.
//
// Which records have left is private: it depends on their data. Only the noisy answers depend on it.
// Cost: 9 bytes a record; sums and charges are one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logstar {

class ActiveRecords {
 public:
  /// left: the remaining allowance of each record; 0: it is retired, or was never active.
  explicit ActiveRecords(std::vector<std::uint64_t> left);

  std::size_t size() const { return left_.size(); }
  const std::vector<std::uint64_t>& left() const { return left_; }
  bool is_active(std::size_t record) const { return left_[record] != 0; }

  void add(std::uint64_t left);

  /// How many active records have a flag (a byte that is not 0). flags.size() == size().
  std::int64_t count(std::span<const std::uint8_t> flags) const;
  /// The active records' contributions, each cut at `most` <= 2^20. steps.size() == size().
  std::int64_t sum(std::span<const std::uint32_t> steps, std::uint32_t most) const;

  /// Charges one active record; charges at most its allowance, as the record is retired then.
  void charge(std::size_t record, std::uint64_t amount);
  /// Charges every active record with a flag.
  void charge_flagged(std::span<const std::uint8_t> flags, std::uint64_t amount);

 private:
  std::vector<std::uint64_t> left_;
  std::vector<std::uint8_t> mask_;  // 255 for an active record, else 0: keeps the sums fast
};

}  // namespace logstar
