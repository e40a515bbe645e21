// What may stand behind a key: unit, bounds, help. The same words serve the reader, which checks a
// file against them, and the reference of keys, which prints them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tether::scenario {

struct NumberSpec {
  std::string_view unit = {};  // empty = none
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double above = -std::numeric_limits<double>::infinity();  // as min, but itself not allowed
  double below = std::numeric_limits<double>::infinity();   // as max, but itself not allowed
  std::string_view help = {};
  bool required = false;
};

struct IntegerSpec {
  std::string_view unit = {};
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  std::string_view help = {};
  bool required = false;
};

struct TextSpec {
  std::string_view help = {};
  bool required = false;
};

struct ChoiceSpec {
  std::string_view help = {};
  std::string_view noun = {};  // for `unknown <noun> "x"`; the key, or of "kind" the table's name
  bool required = false;
  std::string_view or_file = {};  // a text that ends so (".xml") is a file, and taken as it is
};

struct ListSpec {
  std::string_view help = {};
  std::size_t min = 0;  // items
  std::size_t max = 1000;
  bool required = false;
};

// how many numbers an array may hold
struct Count {
  std::size_t min = 0;
  std::size_t max = 0;
};

// "in [0, 100000]", "above 0", "at most 1"; empty when there is no bound
std::string bounds(const NumberSpec& spec);
std::string bounds(const IntegerSpec& spec);

bool within(const NumberSpec& spec, double value) noexcept;
bool within(const IntegerSpec& spec, std::int64_t value) noexcept;

// "3", "1 to 8"
std::string to_string(const Count& count);

}  // namespace tether::scenario
