// What experiments left, one file each: OUT/full/1.positioning.json, or OUT/quick/…
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tether/reproduction/run.hpp"

namespace tether::reproduction {

// OUT/full or OUT/quick
std::filesystem::path store_of(const RunOptions& options);

// core::IoError
void save(const Finished& finished, const RunOptions& options);

struct Loaded {
  std::optional<Finished> finished;
  std::string objection;  // to what is there: damaged, of another version; empty when none is there
};
Loaded load(const std::string& id, const RunOptions& options);

nlohmann::ordered_json to_json(const Row& row);
// std::exception of the JSON library for what is no row
Row row_from_json(const nlohmann::ordered_json& json);

}  // namespace tether::reproduction
