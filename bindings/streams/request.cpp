#include "bindings/streams/request.hpp"

#include <string>

namespace logstar::bindings {

std::optional<MonitorMethod> method_of(const val& request) {
  const auto name = request["method"].as<std::string>();
  if (name == "charging") return MonitorMethod::charging;
  if (name == "sampled") return MonitorMethod::sampled;
  if (name == "laplace") return MonitorMethod::laplace;
  if (name == "paper") return MonitorMethod::paper;
  return std::nullopt;
}

MonitorOptions monitor_options_of(const val& request) {
  MonitorOptions options;
  read_common(options, request);
  options.per_record = whole(request["perRecord"]);
  options.grid = grid_of(request);
  options.method = method_of(request);
  options.threshold = number(request, "threshold");
  options.expected_questions = whole(request["expectedQuestions"]);
  return options;
}

val array_of(const std::vector<std::uint64_t>& amounts) {
  const std::vector<double> numbers(amounts.begin(), amounts.end());
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

}  // namespace logstar::bindings
