// The output of tether stats for people: aligned tables, one row per comparison.
#pragma once

#include <span>

#include "tether/study/comparison.hpp"

namespace tether::apps {

// mean, deviation and count of each
void print_conditions(std::span<const study::Condition> conditions);

// two-sided tests; all of one pairing
void print_tests(std::span<const study::Comparison> comparisons);

// tests of non-inferiority; all of one pairing
void print_margins(std::span<const study::Comparison> comparisons,
                   const study::NonInferiority& test);

}  // namespace tether::apps
