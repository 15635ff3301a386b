// Slice sessions over one ordered column for JavaScript, which holds them by number.
#include <emscripten/bind.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/rank_request.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// Records are places in the sorted column, so to sort them is to sort what they stand for.
using Place = std::uint32_t;
using Session = SliceSession<Place>;

SliceBudget budget_of(const val& request) {
  SliceBudget budget;
  budget.slice_epsilon = request["sliceEpsilon"].as<double>();
  budget.compute = {request["computeEpsilon"].as<double>(), request["computeDelta"].as<double>()};
  budget.computes = request["computes"].as<unsigned>();
  budget.slices = request["slices"].as<unsigned>();
  return budget;
}

KeyArray sorted(KeyArray keys) {
  keys.sort();
  return keys;
}

std::vector<Place> places(std::size_t size) {
  std::vector<Place> all(size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class ColumnSlices {
 public:
  ColumnSlices(KeyArray column, const SliceBudget& budget)
      : keys_(sorted(std::move(column))), session_(places(keys_.size()), budget, randomness()) {}

  std::size_t take(std::size_t length, bool from_high) {
    slices_.push_back(session_.slice(length, [from_high](std::vector<Place> left) {
      if (from_high) {
        std::sort(left.begin(), left.end(), std::greater<Place>());
      } else {
        std::sort(left.begin(), left.end());
      }
      return left;
    }));
    return slices_.size() - 1;
  }

  std::optional<WideKey> compute(std::size_t slice, const RankDraw& draw, const RankTask& task) {
    const auto mechanism = [&](std::span<const Place> records, Randomness& random) {
      KeyArray keys(keys_.bits());
      keys.reserve(records.size());
      for (const Place place : records) keys.append(keys_[place]);
      return draw_rank(draw, task, std::move(keys), random);
    };
    return session_.compute(slices_.at(slice), task.loss, mechanism);
  }

 private:
  KeyArray keys_;
  Session session_;
  std::vector<Session::Slice> slices_;
};

std::map<int, std::unique_ptr<ColumnSlices>>& sessions() {
  static std::map<int, std::unique_ptr<ColumnSlices>> all;
  return all;
}

ColumnSlices& session_of(const val& id) {
  const auto found = sessions().find(id.as<int>());
  if (found == sessions().end()) throw WrongType("session", "one in use", "a disposed one");
  return *found->second;
}

/// { epsilon }: what a session costs at a total delta, under add-remove.
val slice_session_plan(val request) {
  const SliceBudget budget = budget_of(request);
  check_slice_budget(budget);
  return Object().with("epsilon", slice_epsilon_of(budget, request["delta"].as<double>()));
}

val create_slice_session(val column, val request) {
  static int last = 0;
  auto session =
      std::make_unique<ColumnSlices>(keys_of_column(column, request), budget_of(request));
  sessions().emplace(++last, std::move(session));
  return Object().with("id", last);
}

/// The slice's number.
val take_slice_session(val id, val length, val from_high) {
  const auto records = static_cast<std::size_t>(length.as<double>());
  return Object().with("slice", session_of(id).take(records, from_high.as<bool>()));
}

/// { facts, drawn } as drawRank. What an algorithm costs has to be within the declared cost.
val compute_slice_session(val id, val slice, val request) {
  const RankTask task = rank_task_of(request);
  const InteriorAlgorithm algorithm = algorithm_of(request, task);
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto key = session_of(id).compute(slice.as<std::size_t>(), draw, task);
  return drawn_value(algorithm, task, draw, key, request);
}

val dispose_slice_session(val id) {
  sessions().erase(id.as<int>());
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(interior_point_slices) {
  bind<&slice_session_plan>("sliceSessionPlan");
  bind<&create_slice_session>("createSliceSession");
  bind<&take_slice_session>("takeSliceSession");
  bind<&compute_slice_session>("computeSliceSession");
  bind<&dispose_slice_session>("disposeSliceSession");
}

}  // namespace
}  // namespace logstar::bindings
