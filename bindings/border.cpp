// Returns exceptions as values; web/core/load.js restores the WebAssembly stack pointer.
//
// A JavaScript exception (a getter in the data that throws, a full call stack) unwinds C++ frames and runs
// their destructors, but leaves the stack pointer where it was. web/core/load.js reads it before each call and
// restores it if the call threw.
#include "bindings/border.hpp"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace logstar::bindings {
namespace {

val error_value(const char* type, const char* message) {
  val error = val::object();
  error.set("type", value_of_text(type));
  error.set("message", value_of_text(message));
  val result = val::object();
  result.set("error", error);
  return result;
}

val too_large() {
  return error_value("RangeError", "the data must fit into the 4 GiB of WebAssembly memory");
}

}  // namespace

val error_of_this() {
  try {
    throw;
  } catch (const OutOfRange& error) {
    return error_value("RangeError", error.what());
  } catch (const WrongType& error) {
    return error_value("TypeError", error.what());
  } catch (const WrongState& error) {
    return error_value("TypeError",
                       error.what());  // as the platform's own streams refuse when they are closed
  } catch (const BudgetExceeded& error) {
    return error_value("BudgetExceeded", error.what());
  } catch (const EntropyUnavailable& error) {
    return error_value("EntropyUnavailable", error.what());
  } catch (const std::bad_alloc&) {
    return too_large();
  } catch (const std::length_error&) {
    return too_large();
  } catch (const std::exception& error) {
    return error_value("Error", error.what());
  } catch (...) {
    return error_value("Error", "C++ threw a value other than an exception");
  }
}

}  // namespace logstar::bindings
