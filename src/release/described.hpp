// What consists of named fields, said once beside it: tasks of mechanisms, what planners and ledgers are asked,
// questions, saved states. Bindings read and write it by this, fuzz targets draw tasks, tests change each of
// their fields.
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
// A field is named as the option that people write. What it is, its member says: a number, a whole number, a
// flag, text, keys, a value of an enumeration (support/named.hpp), something described itself, an optional one of
// those, or a list of described ones. Besides there are
//   field("groups", groups, kMostGroups)         one of 32 bits: of 1 to so many, as more would be another number
//   field("monotone", moves, both_ways, one_way) one of two, asked for as no or yes
//   field("domain", bits, domain)                keys of any width
//   field("domain", bits, domain, measure)       the same and their weights; of 64 bits without `bits`
//   field("userWeight", whole, UserWeight())     what a user weighs, which nobody is asked for
//   field("rangeScale", scale)                   which bins there are of ranges that are found, likewise
// A whole number that may be negative is one of 64 bits; an optional one of 32 bits has its range too.
// Members that no description names are for C++ alone.
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
