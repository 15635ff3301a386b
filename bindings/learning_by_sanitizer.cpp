// Thresholds and boxes learned through recursive quantiles, for JavaScript. A request has `domain`
// or `domains`, `epsilon`, `delta` (boxes), `neighbors`, `confidence` and `points`.
#include <emscripten/bind.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {
namespace {

double beta_of(const val& request) {
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  return 1 - confidence;
}

std::uint32_t points_of(const val& request) {
  return static_cast<std::uint32_t>(request["points"].as<double>());
}

val facts_of(const ExcessErrors& errors) {
  return Object().with("errors", static_cast<double>(errors.records)).with("share", errors.share);
}

ThresholdSanitizer by_quantiles(const DistributionParameters& parameters,
                                const KeyInterval& domain) {
  return [=](const GroupedKeys& data, Randomness& randomness) {
    std::vector<std::uint64_t> keys;
    keys.reserve(static_cast<std::size_t>(data.total()));
    for (std::size_t i = 0; i < data.size(); ++i) {
      keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
    }
    return synthetic_records(sanitize_distribution(std::move(keys), domain, parameters, randomness),
                             domain);
  };
}

struct ThresholdSetting {
  KeySpace space;
  ThresholdBySanitizerParameters learner;
  DistributionParameters quantiles;
};

/// A third of what may fail for the numbers of records, a third for either label's quantiles.
ThresholdSetting threshold_setting(const val& request) {
  ThresholdSetting setting;
  setting.space = narrow_key_space_of(request["domain"]);
  setting.learner =
      calibrate_threshold_by_sanitizer({request["epsilon"].as<double>(), 0}, neighbors_of(request));
  setting.quantiles = calibrate_distribution(points_of(request), setting.space.size(),
                                             setting.learner.sanitizer.epsilon, Neighbors::replace,
                                             1 - beta_of(request) / 3);
  return setting;
}

val threshold_by_sanitizer_plan(val request) {
  const ThresholdSetting setting = threshold_setting(request);
  return facts_of(threshold_by_sanitizer_excess(setting.learner, setting.quantiles.rank_error,
                                                0.5 / (points_of(request) + 1),
                                                beta_of(request) / 3));
}

/// { none, all, last }, as drawThreshold.
val draw_threshold_by_sanitizer(val ones, val ones_layout, val zeros, val zeros_layout,
                                val request) {
  const ThresholdSetting setting = threshold_setting(request);
  const KeyInterval domain = setting.space.narrow();
  const auto learned = learn_threshold_by_sanitizer(
      grouped(keys_of_column(ones, ones_layout).words()),
      grouped(keys_of_column(zeros, zeros_layout).words()), domain, setting.learner,
      by_quantiles(setting.quantiles, domain), randomness());
  const bool none = !learned.last;
  const bool all = learned.last && learned.last->front() == domain.highest;
  val result = Object().with("none", none).with("all", all);
  if (!none && !all) result.set("last", value_of(*learned.last, request["domain"]));
  return result;
}

struct RectangleSetting {
  std::vector<KeySpace> spaces;
  RectangleBySanitizerParameters learner;
  std::vector<DistributionParameters> quantiles;
};

/// Half of what may fail for the counts, half for the quantiles of all axes.
RectangleSetting rectangle_setting(const val& request) {
  RectangleSetting setting;
  const val domains = request["domains"];
  const auto axes = domains["length"].as<std::size_t>();
  for (std::size_t i = 0; i < axes; ++i) {
    setting.spaces.push_back(narrow_key_space_of(domains[i]));
  }
  const double beta = beta_of(request);
  setting.learner = calibrate_rectangle_by_sanitizer(
      axes, points_of(request) + 2,
      {request["epsilon"].as<double>(), request["delta"].as<double>()}, neighbors_of(request),
      beta / 2);
  for (const KeySpace& space : setting.spaces) {
    setting.quantiles.push_back(
        calibrate_distribution(points_of(request), space.size(), setting.learner.sanitizer.epsilon,
                               neighbors_of(request), 1 - beta / 2 / static_cast<double>(axes)));
  }
  return setting;
}

val rectangle_by_sanitizer_plan(val request) {
  const RectangleSetting setting = rectangle_setting(request);
  double worst = 0;
  for (const auto& quantiles : setting.quantiles) worst = std::max(worst, quantiles.rank_error);
  return facts_of(
      rectangle_by_sanitizer_errors(setting.learner, worst, 0.5 / (points_of(request) + 1)));
}

/// { found, lowest, highest }, as drawRectangle. `columns`: [{ ones, zeros }] of { data, layout }.
val draw_rectangle_by_sanitizer(val columns, val request) {
  const RectangleSetting setting = rectangle_setting(request);
  check_as_many("columns", columns["length"].as<std::size_t>(), "domains", setting.spaces.size());
  std::vector<LabelledAxis> axes;
  std::vector<ThresholdSanitizer> sanitizers;
  for (std::size_t i = 0; i < setting.spaces.size(); ++i) {
    const auto keys = [&](const char* label) {
      return grouped(keys_of_shared_column(columns[i][label]).words());
    };
    const KeyInterval domain = setting.spaces[i].narrow();
    axes.push_back({domain, keys("ones"), keys("zeros")});
    sanitizers.push_back(by_quantiles(setting.quantiles[i], domain));
  }
  const auto box = learn_rectangle_by_sanitizer(axes, setting.learner, sanitizers, randomness());
  if (!box) return Object().with("found", false);
  val lowest = val::array();
  val highest = val::array();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    lowest.call<void>("push", value_of(box->lowest[i], request["domains"][i]));
    highest.call<void>("push", value_of(box->highest[i], request["domains"][i]));
  }
  return Object().with("found", true).with("lowest", lowest).with("highest", highest);
}

EMSCRIPTEN_BINDINGS(learning_by_sanitizer) {
  bind<&threshold_by_sanitizer_plan>("thresholdBySanitizerPlan");
  bind<&draw_threshold_by_sanitizer>("drawThresholdBySanitizer");
  bind<&rectangle_by_sanitizer_plan>("rectangleBySanitizerPlan");
  bind<&draw_rectangle_by_sanitizer>("drawRectangleBySanitizer");
}

}  // namespace
}  // namespace logstar::bindings
