#include "tether/scenario/toml/toml_node.hpp"

#include <algorithm>
#include <cmath>

namespace tether::scenario {

namespace {

struct SameValue {
  bool operator()(double a, double b) const {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  }
  bool operator()(const TomlDate& a, const TomlDate& b) const { return a.text == b.text; }
  bool operator()(const TomlArray& a, const TomlArray& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_value);
  }
  bool operator()(const TomlTable& a, const TomlTable& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
      return x.first == y.first && same_value(x.second.node, y.second.node);
    });
  }
  template <class T>
  bool operator()(const T& a, const T& b) const {
    return a == b;
  }
  template <class A, class B>
  bool operator()(const A& /*a*/, const B& /*b*/) const {
    return false;
  }
};

}  // namespace

const TomlTable* TomlNode::table() const noexcept { return std::get_if<TomlTable>(&value); }
TomlTable* TomlNode::table() noexcept { return std::get_if<TomlTable>(&value); }
const TomlArray* TomlNode::array() const noexcept { return std::get_if<TomlArray>(&value); }
TomlArray* TomlNode::array() noexcept { return std::get_if<TomlArray>(&value); }
const std::string* TomlNode::text() const noexcept { return std::get_if<std::string>(&value); }

const char* kind_of(const TomlNode& node) noexcept {
  static constexpr const char* kNames[] = {"a boolean", "an integer", "a number", "a string",
                                           "a date",    "an array",   "a table"};
  return kNames[node.value.index()];
}

bool same_value(const TomlNode& a, const TomlNode& b) {
  return std::visit(SameValue{}, a.value, b.value);
}

}  // namespace tether::scenario
