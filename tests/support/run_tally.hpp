// All candidates of a list of runs, and whether the list kept its bounds on hidden ones.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "logstar/randomness/candidate_runs.hpp"

namespace logstar::testing {

struct RunTally {
  std::map<std::int64_t, Natural> by_score;  // the number of candidates of each
  std::size_t hidden_runs = 0;
  std::string broken;  // the last broken bound; empty if all were kept
};

/// Completes the list. Runs exposed at first must stay, and hidden ones must keep their bound.
inline RunTally complete_tally(CandidateRuns& runs) {
  std::vector<CandidateRun> shown;
  for (std::size_t i = 0; i < runs.size(); ++i) shown.push_back(runs.run(i));
  const auto hidden = runs.hidden();
  runs.complete();
  RunTally tally;
  const auto require = [&](bool holds, const char* promise) {
    if (!holds) tally.broken = promise;
  };
  require(!runs.hidden(), "a complete list hides nothing");
  require(hidden || runs.size() == shown.size(), "only what is hidden follows");
  tally.hidden_runs = runs.size() - shown.size();
  Natural behind = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    if (i < shown.size()) {
      require(run.multiplicity == shown[i].multiplicity, "a run shown stays as it is");
    }
    if (run.multiplicity == 0) continue;
    tally.by_score[run.score] += run.multiplicity;
    if (i < shown.size()) {
      require(run.score == shown[i].score, "a run shown keeps its score");
    } else {
      require(hidden && run.score <= hidden->score, "hidden scores keep their bound");
      behind += run.multiplicity;
    }
  }
  if (hidden) require(behind <= hidden->multiplicity, "hidden numbers keep their bound");
  return tally;
}

}  // namespace logstar::testing
