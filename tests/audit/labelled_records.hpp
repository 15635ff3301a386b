// Labelled data as a list of records, to compare them with their neighbours.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/learning/labelled_keys.hpp"

namespace logstar::testing {

/// Label and key, of at most 64 bits.
using LabelledRecords = std::vector<std::pair<bool, std::uint64_t>>;

inline LabelledRecords labelled_records(const LabelledKeys& data) {
  LabelledRecords records;
  for (const std::uint64_t key : data.ones.words()) records.emplace_back(true, key);
  for (const std::uint64_t key : data.zeros.words()) records.emplace_back(false, key);
  return records;
}

inline LabelledRecords labelled_records(const GroupedKeys& ones, const GroupedKeys& zeros) {
  LabelledRecords records;
  for (const auto& [data, label] : {std::pair(ones, true), {zeros, false}}) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      records.insert(records.end(), static_cast<std::size_t>(data.counts[i]),
                     {label, data.keys[i]});
    }
  }
  return records;
}

}  // namespace logstar::testing
