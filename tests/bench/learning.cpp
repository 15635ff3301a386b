// Learning a threshold from a million labelled records, next to sorting them.
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "logstar/domain/reals.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRecords = 1'000'000;

struct Record {
  std::uint64_t key;
  std::uint64_t label;
};

void threshold_rows(double noise, const std::string& kind, Randomness& randomness, BitPool& bits) {
  const RealDomain reals;
  std::vector<Record> records(kRecords);
  LabelledKeys data{KeyArray(64), KeyArray(64)};
  const auto unit = [&] { return static_cast<double>(bits.word() >> 11) * 0x1p-53; };
  for (Record& record : records) {
    const double x = std::exp(20 * unit() - 10);
    const bool flipped = unit() < noise;
    record = {*reals.encode(x, Outside::clamp), (x <= 2) != flipped};
    const WideKey key{record.key};
    (record.label == 1 ? data.ones : data.zeros).append(key);
  }
  std::vector<Record> sorted;
  const double sort = best_of(
      5, [&] { sorted = records; },
      [&] {
        std::sort(sorted.begin(), sorted.end(),
                  [](const Record& a, const Record& b) { return a.key < b.key; });
        keep(sorted[kRecords / 2]);
      });
  row("sort of 10^6 labelled doubles, " + kind, sort, sort);

  ThresholdTask task;
  task.domain = {{reals.keys().lowest}, {reals.keys().highest}};
  task.loss = {1, 1e-6};
  for (const auto algorithm : {ThresholdAlgorithm::exponential, ThresholdAlgorithm::cut,
                               ThresholdAlgorithm::interior_point}) {
    const ThresholdDraw draw = calibrate_threshold(algorithm, task);
    LabelledKeys copy = data;
    const double learn = best_of(
        5, [&] { copy = data; },
        [&] { keep(learn_threshold(draw, task, std::move(copy), randomness).has_value()); });
    row("threshold by " + std::string(name_of(algorithm)), learn, sort);
  }
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::PlatformEntropy entropy;
  logstar::ExactRandomness randomness(entropy);
  logstar::BitPool bits(entropy);
  logstar::bench::threshold_rows(0, "no wrong label", randomness, bits);
  logstar::bench::threshold_rows(0.2, "20% wrong labels", randomness, bits);
}
