// Which experiments and rows are meant by what a user typed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tether/reproduction/run.hpp"

namespace tether::reproduction {

// The experiments of these documents; none named = all.
std::vector<Experiment> of_documents(std::span<const Experiment> all,
                                     std::span<const int> documents);

// Those that yield what begins with `prefix`, whole words between dots: "1", "1.positioning" or the
// name of a row, "1.positioning.luna". core::InputError with the nearest name where there is none.
std::vector<Experiment> of_prefix(std::span<const Experiment> all, const std::string& prefix);

// does the name begin with these words?
bool begins_with(std::string_view name, std::string_view prefix) noexcept;

// Leaves only the rows that begin with the prefix. core::InputError where there are none, with the
// nearest of those there are.
void keep_rows(std::vector<Finished>& finished, const std::string& prefix);

}  // namespace tether::reproduction
