#include "tether/reproduction/selection.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"

namespace tether::reproduction {
namespace {

// "1.positioning.luna" → "1.positioning"
std::string first_two_words(const std::string& name) {
  const auto first = name.find('.');
  return first == std::string::npos ? name : name.substr(0, name.find('.', first + 1));
}

}  // namespace

bool begins_with(std::string_view name, std::string_view prefix) noexcept {
  return name.starts_with(prefix) &&
         (name.size() == prefix.size() || prefix.empty() || name[prefix.size()] == '.');
}

std::vector<Experiment> of_documents(std::span<const Experiment> all,
                                     std::span<const int> documents) {
  std::vector<Experiment> some;
  for (const Experiment& experiment : all) {
    const bool wanted = documents.empty() || std::ranges::any_of(documents, [&](int number) {
                          return begins_with(experiment.id, std::to_string(number));
                        });
    if (wanted) some.push_back(experiment);
  }
  return some;
}

std::vector<Experiment> of_prefix(std::span<const Experiment> all, const std::string& prefix) {
  std::vector<Experiment> some;
  std::vector<std::string> names;
  const std::string wanted = first_two_words(prefix);
  for (const Experiment& experiment : all) {
    names.push_back(experiment.id);
    if (begins_with(experiment.id, wanted)) some.push_back(experiment);
  }
  if (some.empty() || prefix.empty()) {
    throw core::InputError(
        fmt::format("unknown experiment \"{}\"{}", wanted, core::suggestion(wanted, names)));
  }
  return some;
}

void keep_rows(std::vector<Finished>& finished, const std::string& prefix) {
  std::vector<std::string> names;
  std::size_t kept = 0;
  bool failed = false;
  for (Finished& f : finished) {
    for (const Row& row : f.rows) names.push_back(row.id);
    failed = failed || !f.failure.empty();
    std::erase_if(f.rows, [&](const Row& row) { return !begins_with(row.id, prefix); });
    kept += f.rows.size();
  }
  if (kept == 0 && !failed && !names.empty()) {
    throw core::InputError(
        fmt::format("unknown row \"{}\"{}", prefix, core::suggestion(prefix, names)));
  }
}

}  // namespace tether::reproduction
