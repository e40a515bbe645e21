// Boxes that the tool may not enter. Document 3 had the vendor's and could not try them.
#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"

namespace tether::reproduction {
namespace {

// while the chair is switched off its box may be entered
const std::vector<std::string> kInForce{"slow", "fast", "table", "on_again"};

Row penetration(const std::string& id, const std::string& where,
                std::span<const study::SessionOutcome> sessions) {
  return {.id = "3.geofence." + id,
          .quantity = "deepest the tool got into a box, " + where,
          .unit = "mm",
          .source = "section 5.2",
          .ours = largest(sessions, metric("fence_penetration_max", kInForce), 1e3),
          .not_comparable =
              "the document could not validate its fence: the vendor's software was "
              "not released in time",
          .remark =
              "approached slowly, fast, from above, and switched off and on meanwhile; "
              "the largest of " +
              seeds_in_words(sessions.size())};
}

}  // namespace

Outcome geofence_kept(const Effort& effort) {
  const std::vector<Variant> variants{{"panda_lwr_geofence"}, {"panda_lwr_geofence_nl_it"}};
  const auto sessions = run_seeds(variants, effort.quick ? 2 : 10, effort);
  if (effort.stopped()) return {};
  return {.rows = {penetration("ideal", "ideal link", sessions[0]),
                   penetration("far", "80 ms round trip", sessions[1])}};
}

}  // namespace tether::reproduction
