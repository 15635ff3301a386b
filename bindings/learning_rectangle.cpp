// Learned boxes for JavaScript. A request has `domains`, one an axis, and `epsilon`, `delta`,
// `neighbors`, `confidence`.
#include <emscripten/bind.h>

#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "learning/rectangle.hpp"
#include "support/checks.hpp"

namespace logstar::bindings {
namespace {

RectangleParameters parameters_of(const val& request) {
  std::vector<RectangleAxis> axes;
  const val domains = request["domains"];
  for (std::size_t i = 0; i < domains["length"].as<std::size_t>(); ++i) {
    KeySpace space = key_space_of(domains[i]);
    axes.push_back({space.bits, std::move(space.keys)});
  }
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  return calibrate_rectangle(axes, {request["epsilon"].as<double>(), request["delta"].as<double>()},
                             neighbors_of(request), 1 - confidence);
}

val rectangle_plan(val request) {
  const RectangleParameters parameters = parameters_of(request);
  return Object()
      .with("errors", static_cast<double>(parameters.errors))
      .with("outermost", static_cast<double>(parameters.outermost));
}

/// { found, lowest, highest }, arrays of values. `columns`: [{ data, layout }], one an axis, of the
/// points of label 1.
val draw_rectangle(val columns, val request) {
  const RectangleParameters parameters = parameters_of(request);
  std::vector<KeyArray> ones;
  for (std::size_t i = 0; i < parameters.axes.size(); ++i) {
    ones.push_back(keys_of_column(columns[i]["data"], columns[i]["layout"]));
  }
  const auto box = learn_rectangle(ones, parameters, randomness());
  if (!box) return Object().with("found", false);
  val lowest = val::array();
  val highest = val::array();
  for (std::size_t i = 0; i < parameters.axes.size(); ++i) {
    const val domain = request["domains"][i];
    lowest.call<void>("push", value_of(box->lowest[i], domain));
    highest.call<void>("push", value_of(box->highest[i], domain));
  }
  return Object().with("found", true).with("lowest", lowest).with("highest", highest);
}

EMSCRIPTEN_BINDINGS(learning_rectangle) {
  bind<&rectangle_plan>("rectanglePlan");
  bind<&draw_rectangle>("drawRectangle");
}

}  // namespace
}  // namespace logstar::bindings
