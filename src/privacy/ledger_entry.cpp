#include "logstar/privacy/ledger_entry.hpp"

namespace logstar {

const char* name_of(Composition composition) {
  return composition == Composition::concentrated ? "concentrated" : "basic";
}

const char* name_of(EntryStatus status) {
  switch (status) {
    case EntryStatus::reserved:
      return "reserved";
    case EntryStatus::spent:
      return "spent";
    case EntryStatus::open:
      return "open";
    case EntryStatus::settled:
      return "settled";
    case EntryStatus::withdrawn:
      return "withdrawn";
  }
  return "";
}

}  // namespace logstar
