// A page that shows how the outcome of many sessions depends on what was varied: heat maps over two
// keys, one per value of a third, or points where the keys were sampled. It needs nothing besides
// itself; like the report, it comes from web/ and gets one JSON document.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tether::study {

struct MapColumn {
  enum class Role : std::uint8_t {
    label,   // said of a row, never drawn
    axis,    // was varied
    repeat,  // the same again, such as another seed: figures are averaged over it
    figure,  // came out
  };
  std::string name;
  std::string unit;  // SI; empty = none, or words
  Role role = Role::figure;
  bool sampled = false;  // an axis whose values are scattered over a range: drawn as points
  bool log = false;      // an axis that is even in the logarithm
};

struct MapData {
  std::string title;
  std::string description;                                 // one sentence
  std::vector<std::pair<std::string, std::string>> parts;  // {"Sessions", "36"}, ...
  std::vector<MapColumn> columns;
  std::vector<std::vector<std::string>> rows;  // a cell per column; empty or "nan" = no figure
  // column of words that say why a row is to be taken with care, such as a fault; empty = none
  std::string flag;
  // that runs a row again; {name} stands for the row's cell of that column
  std::string command;
  std::string made_by;  // the command that made the whole
};

// Throws std::invalid_argument when a row has not one cell per column.
std::string render_map(const MapData& data);

}  // namespace tether::study
