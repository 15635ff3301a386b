// Names the fields of a struct, once, in the struct: tasks of mechanisms, requests to planners and ledgers,
// queries, saved states. Bindings read and write structs by it, fuzz targets draw tasks, tests change each
// field.
//
//   struct CountTask {
//     double epsilon = 0;
//     std::uint64_t per_user = 1;
//
//     void describe(auto& field) {
//       field("epsilon", epsilon);
//       field("perUser", per_user);
//     }
//   };
//
// A field has the name of the caller's option. Its type is the type of its member: a number, a whole number, a
// flag, text, keys, a value of an enumeration (support/named.hpp), a described struct, an optional of these, or
// a list of described structs. Further forms:
//   field("groups", groups, kMaxGroups)         32 bits, from 1 to this; a larger number would wrap around
//   field("monotone", moves, both_ways, one_way) one of two values; the caller states no or yes
//   field("domain", bits, domain)                keys of any width
//   field("domain", bits, domain, measure)       the same and their weights; of 64 bits without `bits`
//   field("userWeight", user_weight, UserWeight())  the weight of a user, which callers cannot set
//   field("rangeScale", scale)                   the bins of found ranges; callers cannot set it either
// A whole number that may be negative has 64 bits; an optional one of 32 bits has its range too. Members that
// no description names are for C++ alone.
#pragma once

namespace logstar {

/// Takes any field.
struct AnyField {
  void operator()(const char* name, auto&&... member);
};

template <typename T>
concept Described = requires(T& task, AnyField& field) {
  task.describe(field);
};

}  // namespace logstar
