#include "logstar/interior_point/cut_choice/least_records.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "logstar/interior_point/cut_choice/good_weight.hpp"
#include "logstar/interior_point/cut_choice/usual_calibrations.hpp"
#include "logstar/privacy/least_near.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/remembered.hpp"

// Write c for the offset, v(s) for the weight of a score, b for the rival's, n for the records.
//
// Outside the data lie only cuts of prefixes of the smallest record and of the largest, of lengths
// below L, and their depth is 0: together at most 2 L v(c), and P[nothing or outside] <= (b + bad)
// / (b + bad + good).
//
// Closed form. Let d >= 1 and h = c + d. If n >= h + 2 d - 2, some good candidate has a score of at
// least h. Take the longest prefix u with at least h records; a lie before it and b after. If u is
// a key, it is that one. Otherwise each of its children has at most h - 1 records. If a >= d, the
// greatest key before u's is the cut of a prefix that holds u: a records at or before it and at
// least h after, so of depth at least d. If b >= d, the greatest key of u likewise. If both are
// less, u's own cut has at least n - (d - 1) - (h - 1) >= d on either side. So it is enough that
// b + 2 L v(c) <= beta v(h), or if the rival is not drawn that 2 L v(c) <= beta v(h) and b <= v(h).
//
// By GoodWeight (groups of g; n', c', v' and k = n' - c' as there). Consider the first prefix that
// splits the data, at level t, into m0 and m1 records. Above it smallest and largest record have
// their prefixes in common, below it not: bad <= t v(c) + (L - 1 - t)(v(m0) + v(m1)), which is at
// most (L - 1)(v(c) + v(m0)) for m0 the smaller part, scores above c being cut to c. Cases:
//   1. No prefix splits the data: bad <= L v(c), good = v(n) >= v'(n').
//   2. That prefix also splits the records left in groups, into m0' <= m1': m0 <= g (m0' + 1) - 1 or, if this
//      is as much as c, whatever; good >= split(m0') if m0' < k, else >= v'(n').
//   3. It does not: one side has at most g - 1 records, and good >= least().
// Let F be the greatest bound of all cases, with 2 L v(c) as bad where good >= v'(n') is used. F does not
// increase with n' > c': of a structure on n' + 1, take a record out of the larger part. No good candidate
// gains. If m0' < k, at least c' + 1 are left there, so nothing changes on the bad side, and case 2 of n'
// bounds it. If m0' = k, or no prefix splits, good >= v'(n'), which is there too. Case 3 only has good in it.
// So a bound for n is a bound for all larger numbers.

namespace logstar {
namespace {

/// Beyond these the programme takes too long; larger groups are used. (3 MB; to a percent.)
constexpr std::uint64_t kMaxReach = 600;
constexpr std::uint64_t kMaxReachOfGroups = 250;

/// x / (x + good), rounded up.
double share_up(double x, double good) {
  return std::isfinite(x) ? divide_up(x, add_down(x, good)) : 1;
}

/// A bound of GoodWeight minus its rounding.
double certain(double good) { return multiply_down(good, 1 - 0x1p-40); }

/// Upper bounds of weights on the bad side.
class BadWeight {
 public:
  BadWeight(const CutTask& task, std::uint64_t offset) : task_(task), offset_(offset) {}

  /// The weight of one cut before or after all of `records` records.
  double one(std::uint64_t records) const {
    const std::uint64_t score = std::min(records, offset_);
    const double beyond_first = score == 0 ? -1 : count_up(score - 1);
    return exp_up(subtract_up(multiply_up(task_.rate, beyond_first), task_.log_rival));
  }
  /// The total with the rival, if the first split leaves at most `fewer` on one side.
  double split(std::uint64_t fewer) const {
    return add_up(rival(), multiply_up(task_.bits - 1.0, add_up(one(offset_), one(fewer))));
  }
  double most() const { return add_up(rival(), multiply_up(2.0 * task_.bits, one(offset_))); }

 private:
  double rival() const { return task_.rival_is_drawn ? 1 : 0; }

  const CutTask& task_;
  std::uint64_t offset_;
};

/// The greatest number that does not matter for the rest of the arithmetic.
std::uint64_t whole_number(double x) {
  return x > 0 ? static_cast<std::uint64_t>(std::min(std::ceil(x), 0x1p62)) : 0;
}

/// The offset at which the rival and the cuts outside the data weigh about the same.
double balanced_offset(const CutTask& task) {
  return 1 + (task.log_rival - std::log(2.0 * task.bits)) / task.rate;
}

CutSize best_closed(const CutTask& task) {
  const double step = std::max(1.0, std::floor(0.25 / task.rate));
  CutSize best;
  for (int i = -8; i <= 8; ++i) {
    const std::uint64_t offset =
        std::min(whole_number(balanced_offset(task) + i * step), task.most_offset);
    const std::uint64_t records = closed_cut_records(task, offset);
    if (best.records == 0 || records < best.records) best = {records, offset};
  }
  return best;
}

bool suffice(const CutTask& task, std::uint64_t group, const CutSize& size, Splits splits) {
  if (size.records <= size.offset) return false;
  const std::uint64_t offset = group * size.offset;
  const BadWeight bad(task, offset);
  const GoodWeight good({task.rate, group, size.records, size.offset, task.log_rival}, splits);
  if (share_up(bad.most(), certain(good.whole())) > task.beta) return false;
  const double least = certain(good.least());
  if (!task.rival_is_drawn && least < 1) return false;
  if (group > 1 && share_up(bad.split(group - 1), least) > task.beta) return false;
  for (std::size_t fewer = 1; fewer <= good.most_fewer(); ++fewer) {
    const std::uint64_t at_most = group * (fewer + 1) - 1;
    if (share_up(bad.split(at_most), certain(good.split(fewer))) > task.beta) return false;
  }
  return true;
}

/// Goes down from a size that suffices, in groups. With one offset, a size fails if a larger one does, so what is known
/// of an offset is not computed again.
class Descent {
 public:
  Descent(const CutTask& task, std::uint64_t group, const CutSize& from, Splits splits)
      : task_(task), group_(group), size_(from), splits_(splits) {}

  /// As long as an offset at most `steps` away allows it.
  CutSize by(std::uint64_t steps) {
    lower(size_.offset);
    for (std::uint64_t step = steps; step >= 1; step /= 2) {
      while (lower(size_.offset + step) || (size_.offset >= step && lower(size_.offset - step))) {
      }
    }
    return size_;
  }

 private:
  /// To the least size with this offset, if that is smaller. Each of many offsets in a row mostly allows as many records
  /// fewer as the one before.
  bool lower(std::uint64_t offset) {
    if (offset > task_.most_offset / group_ || size_.records <= offset + 1) return false;
    const std::uint64_t known = size_.records;
    const std::uint64_t start = known - std::min(fewer_, known - offset - 1);
    const bool any = suffices(start, offset) || (start < known - 1 && suffices(known - 1, offset));
    if (!any) return false;
    const auto enough = [&](std::uint64_t records) {
      return records >= known - 1 || suffices(records, offset);
    };
    size_ = {least_near(offset, start, enough), offset};
    fewer_ = known - size_.records;
    return true;
  }

  bool suffices(std::uint64_t records, std::uint64_t offset) {
    const auto known = known_.try_emplace(offset).first;
    auto& [too_few, enough] = known->second;
    if (records <= too_few) return false;
    if (records >= enough) return true;
    const bool holds = suffice(task_, group_, {records, offset}, splits_);
    (holds ? enough : too_few) = records;
    return holds;
  }

  /// With one offset: the most records that do not suffice, and the fewest that do, as far as is known.
  struct Known {
    std::uint64_t too_few = 0;
    std::uint64_t enough = std::numeric_limits<std::uint64_t>::max();
  };

  const CutTask& task_;
  std::uint64_t group_;
  CutSize size_;
  Splits splits_;
  std::uint64_t fewer_ = 1;               // records that the last offset allowed
  std::map<std::uint64_t, Known> known_;  // by offset
};

/// The least size near this one; empty if neither certainly suffices. It goes by likely splits, which mostly
/// are the lightest, and counts only if all confirm it.
std::optional<CutSize> least_from(const CutTask& task, std::uint64_t group, const CutSize& size,
                                  std::uint64_t steps) {
  const CutSize likely = Descent(task, group, size, Splits::likely).by(steps);
  if (suffice(task, group, likely, Splits::all)) return likely;
  if (!suffice(task, group, size, Splits::all)) return std::nullopt;
  return Descent(task, group, size, Splits::all).by(steps);
}

using SizeArguments = std::tuple<std::uint32_t, double, double, double, bool, std::uint64_t>;

Cache<SizeArguments, CutSize>& remembered_sizes() {
  static thread_local Cache<SizeArguments, CutSize> remembered;
  return remembered;
}

}  // namespace

CutSize search_for_cut_records(const CutTask& task) {
  CutSize best = best_closed(task);
  const double groups = std::max(1.0, 0.5 / task.rate);
  for (std::uint64_t group = std::bit_floor(whole_number(groups)); group >= 1; group /= 2) {
    const std::uint64_t reach = (best.records - best.offset) / group;
    if (reach > (group == 1 ? kMaxReach : kMaxReachOfGroups)) continue;
    const CutSize size{(best.records + group - 1) / group, best.offset / group};
    const auto least = least_from(task, group, size, group == 1 ? 4 : 2);
    if (least && least->records * group < best.records) {
      best = {least->records * group, least->offset * group};
    }
  }
  return best;
}

std::uint64_t closed_cut_records(const CutTask& task, std::uint64_t offset) {
  // ln of the value that v(h) must reach, over the rate.
  const double shift = offset == 0 ? -1 : count_up(offset - 1);
  const double bad = add_up(log_up(2.0 * task.bits), multiply_up(task.rate, shift));
  double reach = 0;
  if (task.rival_is_drawn) {
    const double larger = std::max(bad, task.log_rival);
    const double smaller = std::min(bad, task.log_rival);
    reach = subtract_up(add_up(larger, log1p_up(exp_up(subtract_up(smaller, larger)))),
                        log_down(task.beta));
  } else {
    reach = std::max(subtract_up(bad, log_down(task.beta)), task.log_rival);
  }
  const std::uint64_t h = std::max(1 + whole_number(divide_up(reach, task.rate)), offset + 1);
  return h + 2 * (h - offset) - 2;
}

// Every bound above leaves room for data without a prefix that splits them: their one good candidate weighs
// e^(rate (n - 1)), over the rival. It reaches the rival, and (1 - beta)/beta times the 2 L cuts outside the data, which
// weigh e^-rate each or more.
std::uint64_t cut_records_at_least(const CutTask& task) {
  const double rival = 1 + task.log_rival / task.rate;
  const double outside =
      (std::log(2.0 * task.bits) + std::log1p(-task.beta) - std::log(task.beta)) / task.rate;
  // Less by far more than is rounded.
  return whole_number(std::max(rival, outside) * (1 - 1e-9) - 1);
}

bool cut_records_suffice(const CutTask& task, std::uint64_t group, const CutSize& size) {
  return suffice(task, group, size, Splits::all);
}

CutSize least_cut_records(const CutTask& task) {
  return remembered_sizes().of(
      {task.bits, task.rate, task.beta, task.log_rival, task.rival_is_drawn, task.most_offset},
      [&] {
        const auto usual = usual_size(task);
        return usual ? *usual : search_for_cut_records(task);
      });
}

std::vector<PrecomputedSize> remembered_cut_sizes() {
  std::vector<PrecomputedSize> sizes;
  for (const auto& [arguments, size] : remembered_sizes().all()) {
    const auto& [bits, rate, beta, log_rival, rival_is_drawn, most_offset] = arguments;
    if (most_offset != CutTask().most_offset ||
        size.records > std::numeric_limits<std::uint32_t>::max())
      continue;
    sizes.push_back({bits, rival_is_drawn, rate, beta, log_rival,
                     static_cast<std::uint32_t>(size.records),
                     static_cast<std::uint32_t>(size.offset)});
  }
  return sizes;
}

}  // namespace logstar
