// Medians, quantiles and interior points of rows of users for JavaScript.
#include "bindings/ranks/answers.hpp"
#include "bindings/release.hpp"
#include "bindings/user_rows.hpp"
#include "logstar/counts/user_ranks_release.hpp"

namespace logstar::bindings {
namespace {

struct UserRanksBinding {
  using Mechanism = UserRanks;

  static UserRows data_of(const val& data, const val& request) {
    return user_rows_of(data, request);
  }

  static val value_of(const UserRanks::Answer& answers, const val& request) {
    return value_of_ranks(answers, property(request, "domain"));
  }
};

EMSCRIPTEN_BINDINGS(user_ranks) { bind_release<UserRanksBinding>("UserRanks"); }

}  // namespace
}  // namespace logstar::bindings
