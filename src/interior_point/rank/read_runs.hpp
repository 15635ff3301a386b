// The runs of sorted records, read in one pass.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/randomness/candidate_runs.hpp"

namespace logstar {

/// Writes runs first..last - 1 of sorted records and the interval of points around them. Run 2 j is the gap before
/// record j (the last run: after all), run 2 j + 1 the point of record j. The last of equal records represents their
/// point; the others' runs and the gaps between them are empty.
///
/// `records`: size(), lowest() and highest() of the interval, point(j), rank(j) for j up to size(), score(less,
/// at_most), and first_equal(j) where a record before j is equal. `measure` weighs the points.
/// Cost: one look at each record; of the first, perhaps a search for those that are equal to it.
template <typename Records>
void read_runs(const Records& records, BaseMeasure::Rising measure, std::size_t first,
               std::size_t last, CandidateRun* out) {
  const std::size_t size = records.size();
  std::size_t j = first / 2;
  Uint128 covered;           // the mass of all points up to the record before
  Uint128 point_before = 0;  // of that record
  std::int64_t less = 0;     // the rank of the first record that is equal to this one
  if (j == 0) {
    covered = measure.at(records.lowest()).before;
  } else {
    point_before = records.point(j - 1);
    const auto [before, own] = measure.at(point_before);
    covered = before + own;
  }
  Uint128 point = j < size ? records.point(j) : 0;
  if (j > 0 && j < size && point == point_before) less = records.rank(records.first_equal(j));
  for (; 2 * j < last; ++j) {
    const std::int64_t rank = records.rank(j);
    if (j == size) {
      const auto [before, own] = measure.at(records.highest());
      *out = {records.score(rank, rank), before + own - covered};
      return;
    }
    const auto [before, own] = measure.at(point);
    const bool is_equal = j > 0 && point == point_before;
    if (!is_equal) less = rank;
    if (2 * j >= first) {
      *out++ =
          is_equal ? CandidateRun{0, 0} : CandidateRun{records.score(rank, rank), before - covered};
    }
    if (2 * j + 1 == last) return;
    const Uint128 next = j + 1 < size ? records.point(j + 1) : 0;
    const bool is_last = j + 1 == size || next != point;
    *out++ =
        is_last ? CandidateRun{records.score(less, records.rank(j + 1)), own} : CandidateRun{0, 0};
    covered = before + own;
    point_before = point;
    point = next;
  }
}

/// As above for the runs of several segments, one after the other. `records_of(segment)`: as `records`.
template <typename Segment, typename RecordsOf>
std::span<const CandidateRun> read_runs(const std::vector<Segment>& segments,
                                        const RecordsOf& records_of, BaseMeasure::Rising measure,
                                        std::size_t first, std::size_t last,
                                        std::span<CandidateRun> buffer) {
  CandidateRun* out = buffer.data();
  std::size_t begin = 0;  // of the segment's runs
  for (const Segment& segment : segments) {
    const auto records = records_of(segment);
    const std::size_t runs = 2 * records.size() + 1;
    const std::size_t from = std::max(first, begin);
    const std::size_t to = std::min(last, begin + runs);
    if (from < to) {
      read_runs(records, measure, from - begin, to - begin, out);
      out += to - from;
    }
    begin += runs;
  }
  return buffer.first(last - first);
}

}  // namespace logstar
