#include "logstar/interior_point/cut_choice/usual_calibrations.hpp"

namespace logstar {

std::optional<CutSize> usual_size(const CutTask& task) {
  if (task.most_offset != CutTask().most_offset) return std::nullopt;
  for (const PrecomputedSize& usual : usual_sizes()) {
    if (usual.bits == task.bits && usual.rival_is_drawn == task.rival_is_drawn &&
        usual.rate == task.rate && usual.beta == task.beta && usual.log_rival == task.log_rival) {
      return CutSize{usual.records, usual.offset};
    }
  }
  return std::nullopt;
}

std::optional<UsualTwoRates> usual_two_rates_for(const QuantileFraction& tau, std::uint32_t bits,
                                                 const Loss& loss, double beta) {
  for (const UsualTwoRates& usual : usual_two_rates()) {
    if (usual.tau.numerator == tau.numerator && usual.tau.denominator == tau.denominator &&
        usual.bits == bits && usual.loss.epsilon == loss.epsilon &&
        usual.loss.delta == loss.delta && usual.beta == beta) {
      return usual;
    }
  }
  return std::nullopt;
}

}  // namespace logstar
