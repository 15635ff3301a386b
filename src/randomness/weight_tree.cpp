#include "logstar/randomness/weight_tree.hpp"

#include <algorithm>
#include <array>

namespace logstar {

WeightTree::WeightTree(const CandidateRuns& runs, std::size_t first, std::size_t last,
                       const ScaledExponential& exponential, Int128 reference,
                       const std::vector<bool>& taken)
    : runs_(runs),
      plain_scores_(runs.plain_scores()),
      first_(first),
      last_(last),
      exponential_(exponential),
      reference_(reference),
      taken_(taken) {
  if (first == last) return;
  const std::size_t blocks = (last - first + kBlock - 1) / kBlock;
  while (leaves_ < blocks) leaves_ *= 2;
  nodes_.resize(2 * leaves_);
  for (std::size_t block = 0; block < blocks; ++block) nodes_[leaves_ + block] = block_sum(block);
  for (std::size_t node = leaves_ - 1; node >= 1; --node) {
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
  }
}

void WeightTree::weigh(std::size_t first, std::size_t last, Scaled* out) const {
  const auto is_taken = [&](std::size_t i) { return i < taken_.size() && taken_[i]; };
  if (plain_scores_ != nullptr) {
    for (std::size_t i = first; i < last; ++i) {
      *out++ = is_taken(i) ? Scaled{} : exponential_.weight(gap_of(plain_scores_[i]));
    }
    return;
  }
  std::array<CandidateRun, kBlock> buffer;
  std::optional<OfScore> before;  // neighbouring runs often share a score
  std::size_t i = first;
  for (const CandidateRun& run : runs_.read(first, last, buffer)) {
    Scaled& weight = *out++;
    weight = {};
    if (is_taken(i++) || run.multiplicity == 0) continue;
    if (!before || before->score != run.score) {
      before = {run.score, exponential_.weight(gap_of(run.score))};
    }
    weight = ScaledExponential::times(before->weight, run.multiplicity);
  }
}

Scaled WeightTree::block_sum(std::size_t block) const {
  const std::size_t begin = first_ + block * kBlock;
  const std::size_t end = std::min(begin + kBlock, last_);
  std::array<Scaled, kBlock> weights;
  weigh(begin, end, weights.data());
  Scaled sum;
  for (std::size_t i = 0; i < end - begin; ++i) sum = sum + weights[i];
  return sum;
}

CandidateGroup WeightTree::blocks_group(std::size_t first_block, std::size_t last_block) const {
  return {std::min(first_ + first_block * kBlock, last_),
          std::min(first_ + last_block * kBlock, last_)};
}

std::size_t WeightTree::descend(const Decide& decide) const {
  std::size_t node = 1;
  std::size_t first_block = 0;
  for (std::size_t width = leaves_; width > 1; width /= 2) {
    const std::size_t middle = first_block + width / 2;
    const bool left = decide(blocks_group(first_block, middle), nodes_[2 * node],
                             blocks_group(middle, first_block + width), nodes_[2 * node + 1]);
    node = 2 * node + (left ? 0 : 1);
    if (!left) first_block = middle;
  }
  return descend_block(first_block, decide);
}

std::size_t WeightTree::descend_block(std::size_t block, const Decide& decide) const {
  const CandidateGroup group = blocks_group(block, block + 1);
  std::array<Scaled, 2 * kBlock> sums{};
  weigh(group.first, group.last, sums.data() + kBlock);
  for (std::size_t node = kBlock - 1; node >= 1; --node) {
    sums[node] = sums[2 * node] + sums[2 * node + 1];
  }
  std::size_t node = 1;
  std::size_t begin = group.first;
  for (std::size_t width = kBlock; width > 1; width /= 2) {
    const std::size_t middle = std::min(begin + width / 2, group.last);
    const std::size_t end = std::min(begin + width, group.last);
    const bool left =
        middle == end || decide({begin, middle}, sums[2 * node], {middle, end}, sums[2 * node + 1]);
    node = 2 * node + (left ? 0 : 1);
    if (!left) begin = middle;
  }
  return begin;
}

void WeightTree::update(std::size_t index) {
  const std::size_t block = (index - first_) / kBlock;
  std::size_t node = leaves_ + block;
  nodes_[node] = block_sum(block);
  while (node > 1) {
    node /= 2;
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
  }
}

}  // namespace logstar
