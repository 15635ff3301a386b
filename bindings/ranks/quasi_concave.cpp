// Quasi-concave optimisation for JavaScript.
//
// A request also has `words`: how many 64-bit words each number has, the most significant first, `size`
// among them.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/quasi_concave_release.hpp"
#include "logstar/selection/score_steps.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {
namespace {

struct QuasiConcaveBinding {
  using Mechanism = QuasiConcaveRelease;

  /// { widths, qualities }: `words` words for each run's width; a Float64Array.
  static Quality data_of(const val& data, const val& request) {
    const auto words = static_cast<std::size_t>(number_property(request, "words"));
    const auto numbers = elements_of<std::uint64_t>(property(data, "widths"));
    const auto heights = steps_of("quality", elements_of<double>(property(data, "qualities")),
                                  read_task<QuasiConcaveTask>(request).sensitivity);
    check_same_length("widths", numbers.size(), "words of all qualities",
                      std::uint64_t(heights.size()) * words);
    Quality quality;
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const auto width = std::span<const std::uint64_t>(numbers).subspan(i * words, words);
      quality.push_back({natural_of(width), heights[i]});
    }
    return quality;
  }

  /// { digits }, or undefined if nothing was found.
  static val value_of(const std::optional<Natural>& point, const val& request) {
    if (!point) return val::undefined();
    const auto bits = static_cast<std::uint32_t>(
        64 * static_cast<std::size_t>(number_property(request, "words")));
    const val domain = Object().with("type", "bigIntegers").with("bits", bits);
    return bindings::value_of(key_of(*point, bits), domain);
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(quasi_concave) { bind_release<QuasiConcaveBinding>("QuasiConcave"); }

}  // namespace logstar::bindings
