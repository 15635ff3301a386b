// A session of queries for the most frequent items as a release, and the claim of each answer.
//
// Privacy, source, cost: as session.hpp. A refundable session is charged by its terms until it is
//   settled at `draws()` and `called()`; any other one as a whole.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar {

/// The public parameters of a session before its first question.
struct TopKSessionRequest {
  TopKSessionTask terms;
  double confidence = 0.95;  ///< of its answers' accuracy statements
  /// From how many of the most frequent items its questions draw, if they do not say it: 1 to kMaxKBar.
  std::optional<std::uint64_t> kbar = std::nullopt;
  /// The loss of each outcome and each call, at most the loss of the terms, which is the default.
  std::optional<Loss> each = std::nullopt;

  void describe(auto& field) {
    terms.describe(field);
    field("confidence", confidence);
    field("kBar", kbar);
  }
};

/// A session that has been charged, and the source of its randomness.
class TopKConversation {
 public:
  TopKConversation(const TopKSessionRequest& request, const TopKSessionParameters& parameters,
                   Randomness& randomness);

  /// Resumes a saved session instead of this one; the saved one was charged.
  /// Errors: OutOfRange for a state that claims more than its total allows.
  void resume(const TopKSessionRequest& saved, const TopKSessionState& state);

  /// As of TopKSession.
  void check(const TopKQuestion& question) const;
  std::uint64_t begin(const TopKQuestion& question);

  /// The answer to an open query. `protects`: `records` if every row is a separate user.
  Released<TopKResult> answer(std::uint64_t call, const std::vector<std::int64_t>& counts,
                              Protects protects);

  const TopKSession& session() const { return session_; }

 private:
  Claim claim_of(const TopKQuestion& question, Protects protects) const;

  TopKSessionRequest request_;
  TopKSession session_;
  Randomness* randomness_;
};

struct TopKSessionRelease {
  using Task = TopKSessionRequest;
  using Data = std::monostate;  ///< each question has its own
  using Answer = TopKConversation;
  using Plan = TopKSessionParameters;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// The ledger holds back a part of each outcome and each call of a refundable session.
  static Task held_back(const Task& task);
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness);
};

static_assert(Releasable<TopKSessionRelease>);

}  // namespace logstar
