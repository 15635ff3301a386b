// All candidates of a list of runs, and whether the list kept its bounds on hidden ones.
#pragma once

#include <algorithm>
#include <array>
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

/// Why runs that are read together are not those read one by one, or exceed the best score; empty if all is well.
inline std::string broken_reading(const CandidateRuns& runs) {
  std::array<CandidateRun, 67> buffer;
  std::size_t length = 1;
  for (std::size_t first = 0; first < runs.size(); first += length, length = length % 67 + 11) {
    length = std::min({length, runs.size() - first, buffer.size()});
    const auto read = runs.read(first, first + length, buffer);
    if (read.size() != length) return "as many runs are read as were asked for";
    for (std::size_t i = 0; i < length; ++i) {
      const CandidateRun run = runs.run(first + i);
      if (read[i].multiplicity != run.multiplicity) return "a run has one multiplicity";
      if (run.multiplicity == 0) continue;
      if (read[i].score != run.score) return "a run has one score";
      if (const auto best = runs.best(); best && run.score > *best) return "none exceeds the best";
    }
  }
  return "";
}

/// Completes the list. Runs exposed at first must stay, and hidden ones must keep their bound.
inline RunTally complete_tally(CandidateRuns& runs) {
  std::vector<CandidateRun> shown;
  for (std::size_t i = 0; i < runs.size(); ++i) shown.push_back(runs.run(i));
  const auto hidden = runs.hidden();
  const std::string read_at_first = broken_reading(runs);
  runs.complete();
  RunTally tally;
  tally.broken = read_at_first.empty() ? broken_reading(runs) : read_at_first;
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
