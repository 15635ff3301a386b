// Ordered domains as JavaScript describes them, and columns of data as their keys.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/key_source.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"

namespace logstar::bindings {

/// The keys of a domain: an interval of `bits`-bit numbers.
struct KeySpace {
  std::uint32_t bits = 0;
  WideInterval keys;
  BaseMeasure measure = {};  ///< of a guess, if the domain has one

  KeyInterval narrow() const { return {keys.lowest[0], keys.highest[0]}; }

  Natural size() const { return natural_of(keys.highest) - natural_of(keys.lowest) + 1; }
};

/// Errors: OutOfRange for bounds, digits, bits, lengths or a guess that make no domain.
KeySpace key_space_of(const val& domain);

/// As key_space_of, for a mechanism that takes at most 64 bits. Errors: OutOfRange for a wider domain.
KeySpace narrow_key_space_of(const val& domain);

/// By what lengths of intervals are measured. Errors: OutOfRange for text and big integers.
IntervalScale interval_scale_of(const val& domain);

/// The keys of a column, in its order, without the records that are dropped. `request` has
/// `domain`, `outside` and `kind`: how to read the column (web/data/values.js). Errors: OutOfRange if
/// `outside` is "throw", by which the caller lets a single record stop the call, and a record is outside.
KeyArray keys_of_column(const val& column, const val& request);

/// As keys_of_column; a typed array with a sample in the request (web/ranks/draw.ts) stays where it is until a draw
/// reads it.
KeyColumn key_column_of(const val& column, const val& request);

/// As keys_of_column, for one of several columns of the same records: { data, layout } with layout.records.
/// Errors: OutOfRange if the domain dropped some of them, which web/data/records.js has to leave out of
/// all columns.
KeyArray keys_of_shared_column(const val& column);

/// As keys_of_column; removes dropped records from the columns of numbers in `beside` too.
KeyArray keys_and_rows_of_column(const val& column, const val& request,
                                 const std::vector<std::vector<std::uint32_t>*>& beside);

/// As keys_of_column, as a multiset, for domains of at most 64 bits. `counts`: how often each value occurs,
/// or undefined for once.
GroupedKeys grouped_keys_of_column(const val& column, const val& counts, const val& request);

/// The value of a key: { number } for reals, { key } counted from the lower bound for integers, { digits } in
/// base 16 for big integers, { text, after } for text.
val value_of(const WideKey& key, const val& domain);

/// As value_of, or undefined without a key.
val value_if_found(const std::optional<WideKey>& key, const val& domain);

/// As value_of for each of several keys of at most 64 bits, as an array.
val values_of(const std::vector<std::uint64_t>& keys, const val& domain);

}  // namespace logstar::bindings
