#include "bindings/claim.hpp"

#include <string>
#include <variant>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/fields.hpp"

namespace logstar::bindings {
namespace {

struct Value {
  val operator()(const std::vector<std::string>& names) const {
    val array = val::array();
    for (const std::string& name : names) array.call<void>("push", value_of_text(name));
    return array;
  }
  val operator()(const std::string& text) const { return value_of_text(text); }
  template <typename Plain>
  val operator()(const Plain& value) const {
    return val(value);
  }
};

val object_of(const Facts& facts) {
  val object = val::object();
  for (const auto& [name, value] : facts) object.set(name.c_str(), std::visit(Value(), value));
  return object;
}

}  // namespace

val value_of_claim(const Claim& claim) {
  val object = Object()
                   .with("mechanism", claim.mechanism)
                   .with("epsilon", claim.loss.epsilon)
                   .with("delta", claim.loss.delta)
                   .with("neighbors", name_of(claim.neighbors))
                   .with("protects", name_of(claim.protects))
                   .with("boundedRange", claim.bounded_range)
                   .with("public", claim.also_public)
                   .with("proof", claim.proof)
                   .with("accuracy", Object()
                                         .with("kind", name_of(claim.accuracy.kind))
                                         .with("error", claim.accuracy.error)
                                         .with("confidence", claim.accuracy.confidence)
                                         .value())
                   .with("parameters", object_of(claim.parameters))
                   .with("conditions", object_of(claim.conditions));
  if (claim.usual) object.set("usual", *claim.usual);
  if (claim.rho) object.set("rho", *claim.rho);
  if (claim.session) object.set("session", value_of_fields(*claim.session));
  return object;
}

val with_claim(const val& drawn, const Claim& claim) {
  return Object().with("drawn", drawn).with("claim", value_of_claim(claim));
}

}  // namespace logstar::bindings
