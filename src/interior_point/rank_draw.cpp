#include "logstar/interior_point/rank_draw.hpp"

#include <string>
#include <utility>

#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/rank/rank_depth.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// If the number of records is public, a dropped record counts as the lowest key: its absence would show.
void complete_to(KeyArray& keys, std::uint64_t records, const WideKey& lowest) {
  if (keys.size() > records) {
    reject("values", std::to_string(records) + " records, as declared",
           std::to_string(keys.size()));
  }
  while (keys.size() < records) keys.append(lowest);
}

struct Run {
  const RankDraw& draw;
  const RankTask& task;
  KeyColumn column;
  Randomness& randomness;

  std::optional<WideKey> operator()(const ExponentialParameters& p) {
    const WideInterval& domain = task.domain;
    if (column.limbs() > 1) {
      return draw_exponential_rank(keys(), domain, p, draw.none, randomness);
    }
    const KeyInterval narrow{domain.lowest[0], domain.highest[0]};
    const auto key =
        draw_exponential_rank(std::move(column).source(), narrow, p, draw.none, randomness);
    if (!key) return std::nullopt;
    return WideKey{*key};
  }
  std::optional<WideKey> operator()(const CutChoiceParameters& p) {
    if (!task.quantile) {
      KeyArray records = draw.size ? completed(keys(), *draw.size) : keys();
      return draw_cut_choice(std::move(records), task.domain, p, randomness);
    }
    if (draw.size) {
      return draw_cut_quantile_of_declared(keys(), task.domain, *task.quantile, *draw.size, p,
                                           randomness);
    }
    KeyArray records = keys();
    records.sort();
    return draw_cut_quantile_in_window(records, task.domain, *task.quantile, p, randomness);
  }
  std::optional<WideKey> operator()(const TwoRatesParameters& p) {
    return draw_two_rates(keys(), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const RecConcaveParameters& p) {
    KeyArray records = keys();
    if (draw.window == 0) {
      return draw_rec_concave_interior(std::move(records), task.domain, p, randomness);
    }
    records.sort();
    return draw_rec_concave_interior(
        padded_rank_window(records, task.domain, *task.quantile, draw.window), task.domain, p,
        randomness);
  }
  std::optional<WideKey> operator()(const TreeLogParameters& p) {
    return tree_log(sized(p.declared), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const HeavyPathsParameters& p) {
    return heavy_paths(sized(p.declared), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogSlicesParameters& p) {
    return tree_log_slices(windowed(), task.domain, p, randomness);
  }

 private:
  KeyArray keys() { return std::move(column).keys(); }
  KeyArray windowed() {
    KeyArray records = keys();
    if (draw.window == 0) return records;
    records.sort();
    return rank_window(records, task.domain, *task.quantile, draw.window);
  }
  KeyArray sized(const DeclaredSize& declared) {
    return declared.epsilon == 0 ? completed(windowed(), declared.size) : windowed();
  }
  KeyArray completed(KeyArray records, std::uint64_t size) {
    complete_to(records, size, task.domain.lowest);
    return records;
  }
};

/// The public number of records that a draw on all of them is calibrated for, if there is one.
std::optional<std::uint64_t> public_size_of(const RankDraw& draw) {
  if (draw.size) return draw.size;
  const auto declared = [](const DeclaredSize& size) {
    return size.epsilon == 0 ? std::optional(size.size) : std::nullopt;
  };
  if (const auto* p = std::get_if<TreeLogParameters>(&draw.parameters)) {
    return declared(p->declared);
  }
  if (const auto* p = std::get_if<HeavyPathsParameters>(&draw.parameters)) {
    return declared(p->declared);
  }
  return std::nullopt;
}

/// The records that the draw of an interior point at this depth sees.
KeyArray records_at_depth(const RankDraw& draw, const RankTask& task, std::uint64_t depth,
                          KeyArray keys) {
  if (const auto size = public_size_of(draw)) {
    complete_to(keys, *size + outside_depth(depth), task.domain.lowest);
  }
  return records_inside(std::move(keys), depth);
}

}  // namespace

bool RankDraw::is_pure() const {
  return (form && logstar::is_pure(*form)) ||
         std::holds_alternative<ExponentialParameters>(parameters);
}

Natural RankTask::size_of_domain() const {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

std::optional<WideKey> draw_rank(const RankDraw& draw, const RankTask& task, KeyColumn column,
                                 Randomness& randomness) {
  const std::uint64_t depth = task.depth.value_or(1);
  if (depth > 1) column = records_at_depth(draw, task, depth, std::move(column).keys());
  Run run{draw, task, std::move(column), randomness};
  return std::visit(run, draw.parameters);
}

}  // namespace logstar
