#include "bindings/claim.hpp"

#include <string>
#include <variant>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/fields.hpp"

namespace logstar::bindings {
namespace {

struct PutFact {
  const val& object;
  const char* name;

  void operator()(double number) const { set_property(object, name, number); }
  void operator()(bool flag) const { set_property(object, name, val(flag)); }
  void operator()(const std::string& text) const { set_property(object, name, kept_text(text)); }
  void operator()(const std::vector<std::string>& names) const {
    const val array = val::array();
    for (const std::string& one : names) push(array, kept_text(one));
    set_property(object, name, array);
  }
};

val object_of(const Facts& facts) {
  val object = val::object();
  for (const auto& [name, value] : facts) std::visit(PutFact{object, name.c_str()}, value);
  return object;
}

}  // namespace

val value_of_claim(const Claim& claim) {
  val object = Object()
                   .with("mechanism", kept_text(claim.mechanism))
                   .with("epsilon", claim.loss.epsilon)
                   .with("delta", claim.loss.delta)
                   .with("neighbors", kept_text(name_of(claim.neighbors)))
                   .with("protects", kept_text(name_of(claim.protects)))
                   .with("boundedRange", claim.bounded_range)
                   .with("public", kept_text(claim.also_public))
                   .with("proof", kept_text(claim.proof))
                   .with("accuracy", Object()
                                         .with("kind", kept_text(name_of(claim.accuracy.kind)))
                                         .with("error", claim.accuracy.error)
                                         .with("confidence", claim.accuracy.confidence)
                                         .value())
                   .with("parameters", object_of(claim.parameters))
                   .with("conditions", object_of(claim.conditions));
  if (claim.usual) set_property(object, "usual", *claim.usual);
  if (claim.rho) set_property(object, "rho", *claim.rho);
  if (claim.session) set_property(object, "session", value_of_fields(*claim.session));
  return object;
}

val with_claim(const val& drawn, const Claim& claim) {
  return Object().with("drawn", drawn).with("claim", value_of_claim(claim));
}

}  // namespace logstar::bindings
