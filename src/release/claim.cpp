#include "logstar/release/claim.hpp"

#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

struct Shown {
  std::string operator()(double number) const { return to_text(number); }
  std::string operator()(const std::string& name) const { return name; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(const std::vector<std::string>& names) const {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
  }
};

std::string lines(const Facts& facts) {
  std::string all;
  for (const auto& [name, value] : facts) all += name + ": " + std::visit(Shown(), value) + "\n";
  return all;
}

}  // namespace

Facts& Facts::with(Fact fact) {
  all_.push_back(std::move(fact));
  return *this;
}

Facts& Facts::with(const char* name, double number) { return with(Fact{name, number}); }
Facts& Facts::with(const char* name, bool flag) { return with(Fact{name, flag}); }
Facts& Facts::with(const char* name, std::string text) { return with(Fact{name, std::move(text)}); }
Facts& Facts::with(const char* name, const char* text) {
  return with(Fact{name, std::string(text)});
}
Facts& Facts::with(const char* name, std::vector<std::string> names) {
  return with(Fact{name, std::move(names)});
}

Facts& Facts::with(const Facts& more) {
  all_.insert(all_.end(), more.begin(), more.end());
  return *this;
}

Charge charge_of(const Claim& claim) {
  return Cost{claim.loss, claim.bounded_range, claim.rho}.charge();
}

Loss max_grant(const Claim& claim) {
  return claim.session ? Loss{claim.session->epsilon, claim.session->delta} : claim.loss;
}

void check_granted(const Loss& granted, const Claim& claim) {
  const Loss most = max_grant(claim);
  if (granted.epsilon > most.epsilon || granted.delta > most.delta) {
    reject("granted", "at most the requested loss", granted.epsilon);
  }
}

std::string public_facts(Neighbors neighbors, Protects protects) {
  if (neighbors == Neighbors::add_remove) return "the parameters";
  return std::string("the parameters and the number of ") + name_of(protects);
}

const char* name_of(Neighbors neighbors) {
  return neighbors == Neighbors::replace ? "replace" : "add-remove";
}

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::rank:
      return "rank";
    case ErrorKind::count:
      return "count";
    case ErrorKind::errors:
      return "errors";
    case ErrorKind::interior:
      return "interior";
    case ErrorKind::quality:
      return "quality";
    case ErrorKind::units:
      return "units";
  }
  return "";
}

std::string to_text(const Claim& claim) {
  std::string text = "mechanism: " + claim.mechanism + "\nepsilon: " + to_text(claim.loss.epsilon) +
                     "\ndelta: " + to_text(claim.loss.delta) +
                     "\nneighbors: " + name_of(claim.neighbors) +
                     "\nprotects: " + name_of(claim.protects) + "\nerror (" +
                     name_of(claim.accuracy.kind) + "): " + to_text(claim.accuracy.error) +
                     "\nconfidence: " + to_text(claim.accuracy.confidence) + "\n";
  if (claim.usual) text += "usual, no guarantee: " + to_text(*claim.usual) + "\n";
  return text + lines(claim.conditions) + lines(claim.parameters) + "public: " + claim.also_public +
         "\nproof: " + claim.proof + "\n";
}

}  // namespace logstar
