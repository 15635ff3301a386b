#include "bindings/windows/regions.hpp"

#include <cstddef>
#include <cstdint>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {

std::vector<std::vector<Region>> regions_of(const val& data, const val& reading) {
  const KeyArray firsts = keys_of_column(data["firsts"], reading);
  const KeyArray lasts = keys_of_column(data["lasts"], reading);
  const auto weights = wholes_of<std::uint64_t>(data["weights"]);
  const auto counts = elements_of<std::uint32_t>(data["counts"]);
  std::size_t together = 0;
  for (const std::uint32_t count : counts) together += count;
  check_as_many("firsts", firsts.size(), "weights", weights.size());
  check_as_many("lasts", lasts.size(), "weights", weights.size());
  check_as_many("weights", weights.size(), "regions", together);
  std::vector<std::vector<Region>> lists;
  std::size_t i = 0;
  for (const std::uint32_t count : counts) {
    std::vector<Region>& list = lists.emplace_back();
    for (const std::size_t end = i + count; i < end; ++i) {
      list.push_back({natural_of(firsts[i]), natural_of(lasts[i]), weights[i]});
    }
  }
  return lists;
}

}  // namespace logstar::bindings
