#include "tether/scenario/extensions.hpp"

#include "scenario/built_in/built_in.hpp"
#include "scenario/schema/fixture_fields.hpp"
#include "tether/robot/catalogue.hpp"

namespace tether::scenario {
namespace {

std::vector<std::string> catalogue_models() {
  std::vector<std::string> names;
  for (const auto& entry : robot::catalogue()) names.emplace_back(entry.name);
  return names;
}

std::vector<std::string> built_in_metrics() {
  std::vector<std::string> names;
  for (const signals::MetricName& metric : signals::kMetricNames) names.emplace_back(metric.name);
  return names;
}

// a part that a scenario names, unless it is built in, or noted already
template <class Entry>
void note(std::vector<std::string>& used, const core::Registry<Entry>& parts,
          const core::Registry<Entry>& known, const std::string& name) {
  if (parts.find(name) == nullptr || known.find(name) != nullptr) return;
  const std::string words = parts.noun() + " " + name;
  if (std::ranges::find(used, words) == used.end()) used.push_back(words);
}

template <class Entry>
void take_out(std::vector<std::string>& words, const core::Registry<Entry>& parts) {
  for (const Entry& part : parts) std::erase(words, parts.noun() + " " + part.name);
}

void note_used(std::vector<std::string>& used, const Scenario& s) {
  const Extensions &all = *s.extensions, &known = *built_in();
  note(used, all.devices, known.devices, s.leader.driver);
  note(used, all.devices, known.devices, s.follower.driver);
  note(used, all.couplings, known.couplings, coupling_law(s).name);
  note(used, all.methods, known.methods, passivity_method(s).name);
  note(used, all.tasks, known.tasks, s.person.task_name);
  for (const ExtensionFixture& fixture : s.assist.extension_fixtures) {
    note(used, all.fixture_laws, known.fixture_laws, fixture.law);
  }
  for (const Expectation& e : s.expect) note(used, all.metrics, known.metrics, e.metric);
}

}  // namespace

Extensions::Extensions()
    : devices("device", catalogue_models()),
      couplings("coupling"),
      methods("passivity method"),
      fixture_laws("fixture law", scenario::fixture_laws()),
      tasks("task"),
      metrics("metric", built_in_metrics()) {
  add_couplings(couplings);
  add_methods(methods);
  add_tasks(tasks);
}

const std::shared_ptr<const Extensions>& built_in() {
  static const std::shared_ptr<const Extensions> parts = std::make_shared<const Extensions>();
  return parts;
}

const CouplingLaw& coupling_law(const Scenario& scenario) {
  const CouplingLaw* law = scenario.extensions->couplings.numbered(scenario.coupling.kind);
  if (law == nullptr) throw core::InputError("the scenario's coupling is not registered");
  return *law;
}

const PassivityMethod& passivity_method(const Scenario& scenario) {
  const PassivityMethod* method = scenario.extensions->methods.numbered(scenario.passivity.method);
  if (method == nullptr)
    throw core::InputError("the scenario's passivity method is not registered");
  return *method;
}

std::vector<std::string> extensions_used(const Scenario& scenario) {
  std::vector<std::string> used;
  note_used(used, scenario);
  for (const Change& change : scenario.changes) note_used(used, *change.to);
  return used;
}

std::vector<std::string> missing_extensions(const std::vector<std::string>& used,
                                            const Extensions& extensions) {
  std::vector<std::string> missing = used;
  take_out(missing, extensions.devices);
  take_out(missing, extensions.couplings);
  take_out(missing, extensions.methods);
  take_out(missing, extensions.fixture_laws);
  take_out(missing, extensions.tasks);
  take_out(missing, extensions.metrics);
  return missing;
}

}  // namespace tether::scenario
