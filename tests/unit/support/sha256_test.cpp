#include "logstar/support/sha256.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace logstar {
namespace {

/// Of text in pieces of this size, in hex.
std::string hash_of(const std::string& text, std::size_t piece) {
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  Sha256 hash;
  for (std::size_t first = 0; first < bytes.size(); first += piece) {
    hash.add(std::span(bytes).subspan(first, std::min(piece, bytes.size() - first)));
  }
  std::string hex;
  for (const std::uint8_t byte : hash.digest()) {
    hex += "0123456789abcdef"[byte / 16];
    hex += "0123456789abcdef"[byte % 16];
  }
  return hex;
}

TEST_CASE("hashes the examples of FIPS 180-4 to the values that NIST publishes") {
  CHECK(hash_of("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hash_of("abc", 3) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hash_of(std::string(1'000'000, 'a'), 1'000'000) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("the hash does not depend on the pieces in which the bytes come") {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'x');
    const std::string whole = hash_of(text, 1000);
    for (const std::size_t piece : {1, 7, 63, 64, 65, 128}) CHECK(hash_of(text, piece) == whole);
  }
}

}  // namespace
}  // namespace logstar
