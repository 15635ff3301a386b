// SHA-256 for JavaScript, which has none that answers at once.
#include "logstar/support/sha256.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

/// Of a Uint8Array, as one.
val sha256(const val& bytes) {
  // Engines compile a function well once it is called often, and use that from its next call on: one call for all
  // bytes would run unoptimised to its end.
  constexpr std::size_t kPiece = 1 << 12;
  const std::vector<std::uint8_t> all = elements_of<std::uint8_t>(bytes);
  Sha256 hash;
  for (std::size_t first = 0; first < all.size(); first += kPiece) {
    hash.add(std::span(all).subspan(first, std::min(kPiece, all.size() - first)));
  }
  return typed_array(hash.digest());
}

EMSCRIPTEN_BINDINGS(sha256) { bind<&sha256>("sha256"); }

}  // namespace
}  // namespace logstar::bindings
