// Structures that are described once, field by field, by a function
//   describe(visit, value):  visit(name, field, meaning) for each field
// Whatever goes along all fields (codecs, definitions, comparisons, checks) is a visitor.
#pragma once

#include <concepts>
#include <type_traits>

namespace tether::core {

// how a description takes what it describes: to be read, or to be filled
template <class Value, class Described>
concept Is = std::same_as<std::remove_const_t<Value>, Described>;

// a pose or a wrench whose parts stand apart in what is described
template <class Position, class Orientation>
struct PoseFields {
  Position& position;  // [m]
  Orientation& orientation;
};
template <class Vector>
struct WrenchFields {
  Vector& force;   // [N]
  Vector& torque;  // [N m]
};

}  // namespace tether::core
