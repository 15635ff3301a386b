#include "logstar/interior_point/rank_draw.hpp"

#include <string>
#include <utility>

#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

struct Run {
  const RankDraw& draw;
  const RankTask& task;
  KeyArray keys;
  Randomness& randomness;

  std::optional<WideKey> operator()(const ExponentialParameters& p) {
    const WideInterval& domain = task.domain;
    if (keys.limbs() > 1) {
      return draw_exponential_rank(std::move(keys), domain, p, draw.none, randomness);
    }
    const KeyInterval narrow{domain.lowest[0], domain.highest[0]};
    const auto key =
        draw_exponential_rank(std::move(keys).words(), narrow, p, draw.none, randomness);
    if (!key) return std::nullopt;
    return WideKey{*key};
  }
  std::optional<WideKey> operator()(const CutChoiceParameters& p) {
    if (!task.quantile) {
      if (draw.size) complete(*draw.size);
      return draw_cut_choice(std::move(keys), task.domain, p, randomness);
    }
    return draw.size ? draw_cut_quantile_of_declared(std::move(keys), task.domain, *task.quantile,
                                                     *draw.size, p, randomness)
                     : draw_cut_quantile_in_window(std::move(keys), task.domain, *task.quantile, p,
                                                   randomness);
  }
  std::optional<WideKey> operator()(const TwoRatesParameters& p) {
    return draw_two_rates(std::move(keys), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const RecConcaveParameters& p) {
    return draw_rec_concave_interior(windowed(), task.domain, p, randomness);
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
  KeyArray windowed() {
    if (draw.window == 0) return std::move(keys);
    keys.sort();
    return rank_window(keys, task.domain, *task.quantile, draw.window);
  }
  KeyArray sized(const DeclaredSize& declared) {
    keys = windowed();
    if (declared.epsilon == 0) complete(declared.size);
    return std::move(keys);
  }
  /// If the number of records is public, a dropped record counts as the lowest key: its absence would show.
  void complete(std::uint64_t records) {
    if (keys.size() > records) {
      reject("values", std::to_string(records) + " records, as declared",
             std::to_string(keys.size()));
    }
    while (keys.size() < records) keys.append(task.domain.lowest);
  }
};

}  // namespace

bool RankDraw::is_pure() const {
  return (form && logstar::is_pure(*form)) ||
         std::holds_alternative<ExponentialParameters>(parameters);
}

Natural RankTask::size_of_domain() const {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

std::optional<WideKey> draw_rank(const RankDraw& draw, const RankTask& task, KeyArray keys,
                                 Randomness& randomness) {
  Run run{draw, task, std::move(keys), randomness};
  return std::visit(run, draw.parameters);
}

}  // namespace logstar
