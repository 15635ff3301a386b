#include "logstar/interior_point/cut_forms.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Where each form applies.
//   Interior point: pure for both neighbours; with "nothing" for both; under replace without it if a sufficient
//     number of records is guaranteed.
//   Quantile: a window around the rank always has the same number of records, and adding, removing or replacing
//     a record replaces at most one of the window. So a choice for replace is private there for both
//     neighbours, and the form of a public size always fits. The form with "nothing" needs more records than
//     that, so it is excluded there. Under add-remove there are two more forms. Two rates, pure or with a
//     delta; and with a declared size the rest of trimmed records, which gains or loses one: there a choice for
//     add-remove, with "nothing" or pure.

namespace logstar {
namespace {

constexpr CutForm kForms[] = {CutForm::pure, CutForm::public_size, CutForm::pure_two_rates,
                              CutForm::two_rates, CutForm::stable};

bool is_trimmed(const CutFormRequest& request) {
  return request.size && request.choice.neighbors == Neighbors::add_remove;
}

bool allows(const CutFormRequest& request, CutForm form) {
  if (!is_pure(form) && request.choice.loss.delta == 0) return false;
  if (request.choice.abstain && form != CutForm::stable) return false;
  const bool replace = request.choice.neighbors == Neighbors::replace;
  switch (form) {
    case CutForm::public_size:
      return request.quantile || (replace && request.size);
    case CutForm::pure_two_rates:
    case CutForm::two_rates:
      return request.quantile && !replace;
    case CutForm::stable:
      return !request.quantile || is_trimmed(request);
    case CutForm::pure:
      break;
  }
  return true;
}

CutChoiceParameters calibrate(const CutChoiceRequest& asked, CutForm form) {
  CutChoiceRequest request = asked;
  switch (form) {
    case CutForm::public_size:
      return calibrate_cut_choice_of_public_size(request);
    case CutForm::stable:
      return calibrate_cut_choice(request);
    default:
      request.loss.delta = 0;
      return calibrate_pure_cut_choice(request);
  }
}

Possible<CutFormDraw> interior(const CutFormRequest& request, CutForm form) {
  const CutChoiceParameters parameters = calibrate(request.choice, form);
  // Fewer records than it was made for it does not protect.
  const bool too_few = form == CutForm::public_size && *request.size < parameters.least_records;
  if (too_few) {
    return Obstacle{"size", "as large as this form needs", "less"};
  }
  return CutFormDraw{form, CutPlace::all, parameters,
                     static_cast<double>(parameters.least_records)};
}

Possible<CutFormDraw> quantile(const CutFormRequest& request, CutForm form) {
  CutFormDraw draw;
  draw.form = form;
  if (form == CutForm::two_rates || form == CutForm::pure_two_rates) {
    const auto& [bits, loss, neighbors, beta, abstain] = request.choice;
    const auto parameters =
        form == CutForm::two_rates
            ? possible_two_rates(*request.quantile, bits, loss, beta)
            : possible_pure_two_rates(*request.quantile, bits, loss.epsilon, beta);
    if (!parameters) return parameters.obstacle();
    draw.parameters = *parameters;
    draw.promise = two_rates_error(*parameters);
    return draw;
  }
  const bool trimmed = is_trimmed(request) && form != CutForm::public_size;
  CutChoiceRequest within = request.choice;
  if (!trimmed) within.neighbors = Neighbors::replace;
  const CutChoiceParameters parameters = calibrate(within, form);
  if (const auto obstacle = cut_window_obstacle(parameters, within.bits)) return *obstacle;
  draw.place = trimmed ? CutPlace::trimmed : CutPlace::window;
  draw.parameters = parameters;
  draw.promise = static_cast<double>(cut_quantile_error(parameters));
  return draw;
}

Possible<CutFormDraw> calibrated(const CutFormRequest& request, CutForm form) {
  return request.quantile ? quantile(request, form) : interior(request, form);
}

}  // namespace

std::string_view name_of(CutForm form) {
  switch (form) {
    case CutForm::pure:
      return "pure";
    case CutForm::public_size:
      return "public-size";
    case CutForm::pure_two_rates:
      return "pure-two-rates";
    case CutForm::two_rates:
      return "two-rates";
    case CutForm::stable:
      return "stable";
  }
  return "";
}

double usual_error_share(CutForm form) {
  switch (form) {
    case CutForm::pure:
      return UsualErrorShare::pure_cut;
    case CutForm::pure_two_rates:
      return UsualErrorShare::pure_two_rates;
    case CutForm::two_rates:
      return UsualErrorShare::two_rates;
    case CutForm::public_size:
    case CutForm::stable:
      break;
  }
  return UsualErrorShare::cut;
}

double usual_records_share(CutForm form, std::uint32_t bits) {
  constexpr double kNarrow = 0.6;  // with 27 and 30 bits 0.55 to 0.65, with 64 bits 0.75 to 0.8
  constexpr double kWide = 0.8;
  if (!is_pure(form)) return kNarrow;
  return kNarrow + (kWide - kNarrow) * std::clamp((bits - 32.0) / 32, 0.0, 1.0);
}

Possible<CutFormDraw> possible_cut_form(const CutFormRequest& request) {
  check_cut_choice(request.choice);
  check_delta_or_zero("delta", request.choice.loss.delta);
  if (request.quantile) check_quantile(*request.quantile);
  if (request.size) check_count("size", *request.size, 0, kMaxDeclaredRecords);
  std::optional<CutFormDraw> best;
  Obstacle obstacle{"delta", "above 0 for an interior point that may be none", "0"};
  for (const CutForm form : kForms) {
    if (!allows(request, form)) continue;
    // To calibrate it takes its time.
    if (form == CutForm::pure_two_rates && best &&
        least_pure_two_rates_error(request.choice.bits, request.choice.loss.epsilon,
                                   request.choice.beta) >= best->promise) {
      continue;
    }
    auto draw = calibrated(request, form);
    if (!draw) {
      obstacle = draw.obstacle();
    } else if (!best || draw->promise < best->promise) {
      best = *std::move(draw);
    }
  }
  if (!best) return obstacle;
  return *best;
}

CutFormDraw best_cut_form(const CutFormRequest& request) {
  return possible_cut_form(request).or_refuse();
}

}  // namespace logstar
