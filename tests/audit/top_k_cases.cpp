// Top-k over some thousand items, the sessions, and LimitDom without its + 1.
#include <string>

#include "audit.hpp"
#include "top_k/session.hpp"
#include "top_k/top_k.hpp"

namespace logstar::testing {
namespace {

/// A few items far ahead, one on the brink, and a long tail; a user more counts at the brink.
std::vector<std::int64_t> counts(bool second, std::size_t items) {
  std::vector<std::int64_t> result(items);
  for (std::size_t i = 0; i < items; ++i) {
    result[i] = i < 3 ? 900 - static_cast<std::int64_t>(i) : 400 / static_cast<std::int64_t>(i + 1);
  }
  if (second) ++result[2];
  return result;
}

/// The items and, if there are counts, where the last one lies.
std::int64_t seen(const TopKResult& result) {
  std::int64_t code = 1;
  for (const std::size_t item : result.items) {
    code = code * 50 + static_cast<std::int64_t>(std::min<std::size_t>(item, 48)) + 1;
  }
  return code;
}

AuditCase top_k_case(TopKVariant variant, std::optional<std::uint64_t> per_user) {
  TopKTask task;
  task.k = 3;
  task.kbar = variant == TopKVariant::fixed_threshold ? 3 : 20;
  task.per_user = per_user;
  task.total = {1, 1e-6};
  task.variant = variant;
  const TopKParameters parameters = calibrate_top_k(task);
  return {"topK", std::string(describe(variant)), "add-remove", task.total,
          [=](bool second, Randomness& r) {
            return seen(draw_top_k(counts(second, 2'000), parameters, r));
          }};
}

/// One item that only the neighbour has: nothing but delta may tell.
AuditCase entering(bool without_one) {
  TopKParameters parameters;
  parameters.variant = TopKVariant::strict;
  parameters.k = 1;
  parameters.kbar = 1;
  parameters.item_epsilon = 2;
  parameters.item_delta = 0.01;
  parameters.margin = limited_domain_margin(1, 0.01, 2) - (without_one ? 1 : 0);
  return {"topK",
          without_one ? "strict, an item enters, without the + 1" : "strict, an item enters",
          "add-remove",
          {2, 0.01},
          [=](bool second, Randomness& r) {
            const std::vector<std::int64_t> row(second ? 1 : 0, 1);
            return seen(draw_top_k(row, parameters, r));
          },
          without_one ? "LimitDom without the + 1" : ""};
}

AuditCase session_case() {
  TopKSessionTask task;
  task.total = {1, 1e-6};
  task.outcomes = 6;
  task.calls = 3;
  return {"TopKSession", "", "add-remove", task.total, [=](bool second, Randomness& r) {
            TopKSession session(task);
            std::int64_t code = 1;
            for (int call = 0; call < 3; ++call) {
              const TopKQuestion question{1, 10, std::nullopt};
              code = code * 4 + seen(session.ask(counts(second, 500), question, r)) % 4;
            }
            return code;
          }};
}

}  // namespace

std::vector<AuditCase> top_k_cases() {
  return {top_k_case(TopKVariant::limited_domain, 3),
          top_k_case(TopKVariant::strict, std::nullopt),
          top_k_case(TopKVariant::optimised_threshold, std::nullopt),
          top_k_case(TopKVariant::laplace, 1),
          top_k_case(TopKVariant::fixed_threshold, std::nullopt),
          entering(false),
          entering(true),
          session_case()};
}

}  // namespace logstar::testing
