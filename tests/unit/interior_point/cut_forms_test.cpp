// The form of cut choice for each task, and its promise.
#include "logstar/interior_point/cut_forms.hpp"

#include <catch2/catch.hpp>

#include "logstar/support/errors.hpp"

namespace logstar::testing::cut_forms_test {
namespace {

constexpr QuantileFraction kMedian{1, 2};

CutFormRequest asked(std::uint32_t bits, double delta,
                     std::optional<QuantileFraction> quantile = std::nullopt) {
  CutFormRequest request;
  request.choice.bits = bits;
  request.choice.loss = {1, delta};
  request.quantile = quantile;
  return request;
}

CutFormRequest declared(CutFormRequest request, std::uint64_t size) {
  request.size = size;
  return request;
}

CutFormRequest replaced(CutFormRequest request) {
  request.choice.neighbors = Neighbors::replace;
  return request;
}

void check(const CutFormRequest& request, CutForm form, CutPlace place, double at_most) {
  const CutFormDraw draw = best_cut_form(request);
  CHECK(name_of(draw.form) == name_of(form));
  CHECK(draw.place == place);
  CHECK(draw.promise <= at_most);
  CHECK(draw.promise > 0.8 * at_most);
}

TEST_CASE("at 64 bits and (1, 1e-6, 0.05) the errors of quantiles match the table of the proofs") {
  using enum CutForm;
  using enum CutPlace;
  // To half a rank more, the step of the search for two rates.
  check(asked(64, 1e-6, kMedian), two_rates, all, 23.5);
  check(asked(64, 1e-6, QuantileFraction{9, 10}), two_rates, all, 28);
  check(asked(64, 1e-6, QuantileFraction{99, 100}), public_size, window, 29.5);
  check(declared(asked(64, 1e-6, kMedian), 1000), stable, trimmed, 17.5);
  check(replaced(asked(64, 1e-6, kMedian)), public_size, window, 29.5);
  check(declared(asked(64, 0, kMedian), 1000), pure, trimmed, 30.5);
  check(replaced(asked(64, 0, QuantileFraction{9, 10})), pure, window, 61);
  check(asked(64, 0, kMedian), pure_two_rates, all, 47);
  check(asked(64, 0, QuantileFraction{9, 10}), pure_two_rates, all, 51);
  check(asked(64, 0, QuantileFraction{99, 100}), pure_two_rates, all, 53);
}

TEST_CASE("interior points are pure below 26 bits and use \"nothing\" above, unless n is public") {
  using enum CutForm;
  check(asked(16, 1e-6), pure, CutPlace::all, 25);
  check(asked(25, 1e-6), pure, CutPlace::all, 32);
  check(asked(64, 1e-6), stable, CutPlace::all, 35);
  check(asked(64, 0), pure, CutPlace::all, 61);
  check(replaced(asked(64, 1e-6)), stable, CutPlace::all, 69);
  check(declared(replaced(asked(64, 1e-6)), 59), public_size, CutPlace::all, 59);
  check(declared(replaced(asked(64, 1e-6)), 58), stable, CutPlace::all, 69);
  // Under add-remove a declared size does not help an interior point.
  check(declared(asked(64, 1e-6), 1000), stable, CutPlace::all, 35);
}

TEST_CASE("without a delta cut choice uses the pure forms, and these never spend a delta") {
  CHECK(best_cut_form(asked(2000, 0)).form == CutForm::pure);
  CHECK(best_cut_form(replaced(asked(2000, 0, kMedian))).form == CutForm::pure);
  const CutFormDraw interior = best_cut_form(asked(4, 1e-6));
  CHECK(interior.form == CutForm::pure);
  CHECK(std::get<CutChoiceParameters>(interior.parameters).loss == Loss{1, 0});
  const CutFormDraw quantile = best_cut_form(asked(4, 1e-6, kMedian));
  CHECK(quantile.form == CutForm::pure_two_rates);
  CHECK(std::get<TwoRatesParameters>(quantile.parameters).loss == Loss{1, 0});
}

// The shortcut skips calibrations that cannot be the best; this checks that it keeps the best.
TEST_CASE("a negligible delta leaves a quantile the promise that it has without one") {
  for (const std::uint32_t bits : {8u, 32u, 64u}) {
    for (const QuantileFraction quantile : {QuantileFraction{1, 2}, {9, 10}}) {
      const double pure = best_cut_form(asked(bits, 0, quantile)).promise;
      CHECK(best_cut_form(asked(bits, 1e-200, quantile)).promise == pure);
      CHECK(best_cut_form(asked(bits, 1e-6, quantile)).promise <= pure);
    }
  }
}

TEST_CASE(
    "a request that allows nothing is rejected by name, also if only its window is too large") {
  const auto refused = [](const auto& change) {
    CutFormRequest request = asked(64, 1e-6, kMedian);
    change(request);
    try {
      best_cut_form(request);
      return std::string();
    } catch (const OutOfRange& error) {
      return std::string(error.what());
    }
  };
  CHECK(refused([](auto& r) { r.choice.bits = 0; }) ==
        "bits must be a whole number from 1 to 67108864, got 0");
  CHECK(refused([](auto& r) { r.choice.loss.epsilon = 0; }) ==
        "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK(refused([](auto& r) { r.choice.loss.delta = 1; }) ==
        "delta must be 0 or a number above 0 and below 1, got 1");
  CHECK(refused([](auto& r) {
          r.quantile = QuantileFraction{1, 1};
        }).find("quantile") != std::string::npos);
  CHECK(refused([](auto& r) { r.size = std::uint64_t(1) << 41; }).find("size must be") == 0);
}

}  // namespace
}  // namespace logstar::testing::cut_forms_test
