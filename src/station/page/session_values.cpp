#include "station/page/session_values.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "tether/scenario/schema/coupling_fields.hpp"
#include "tether/scenario/schema/passivity_fields.hpp"

namespace tether::station {
namespace {

using nlohmann::json;

// notes the values of all keys that are declared to it, and changes none
class NotedFields final : public scenario::Fields {
 public:
  NotedFields(json& values, json& choices, std::string prefix)
      : values_(values), choices_(choices), prefix_(std::move(prefix)) {}

  void exclusive(std::initializer_list<std::string_view>) override {}
  void required(std::initializer_list<std::string_view>) override {}
  bool has(std::string_view) const override { return true; }
  std::string given_text(std::string_view /*key*/) const override { return ""; }
  core::SourceLocation locate(std::string_view) const override { return {}; }
  void check(bool, std::string_view, std::string_view) const override {}

 protected:
  bool visit(Key key, double& value, const scenario::NumberSpec&) override {
    if (key.has_default && std::isfinite(value)) note(key, value);
    return false;
  }
  bool visit(Key key, std::int64_t& value, const scenario::IntegerSpec&) override {
    note(key, value);
    return false;
  }
  bool visit(Key key, bool& value, const scenario::TextSpec&) override {
    note(key, value);
    return false;
  }
  bool visit(Key key, std::size_t& index, const std::vector<std::string>& names,
             const scenario::ChoiceSpec&) override {
    note(key, names.at(index));
    choices_[prefix_ + std::string(key.name)] = names;
    return false;
  }
  // not for sliders
  bool visit(Key, std::vector<double>&, const scenario::NumberSpec&, Shape) override {
    return false;
  }
  bool visit(Key, std::string&, const scenario::TextSpec&) override { return false; }
  bool visit(Key, std::vector<std::string>&, const scenario::TextSpec&, scenario::Count) override {
    return false;
  }
  bool visit_table(std::string_view key, const Describe& describe, const scenario::TextSpec&,
                   bool if_given) override {
    if (if_given) return false;
    NotedFields inner(values_, choices_, prefix_ + std::string(key) + ".");
    describe(inner);
    return false;
  }
  void visit_list(std::string_view, const std::function<void(std::size_t)>&, const DescribeAt&,
                  const scenario::ListSpec&) override {}
  void visit_named(std::string_view, const DescribeNamed&, const scenario::ListSpec&) override {}

 private:
  template <class T>
  void note(Key key, const T& value) {
    if (key.has_default) values_[prefix_ + std::string(key.name)] = value;
  }

  json& values_;
  json& choices_;
  std::string prefix_;
};

}  // namespace

json session_values(const scenario::Scenario& scenario) {
  json values = json::object(), choices = json::object();
  scenario::CouplingParams coupling = scenario.coupling;
  passivity::Params passivity = scenario.passivity;
  NotedFields of_coupling(values, choices, "coupling.");
  scenario::describe(of_coupling, coupling, *scenario.extensions);
  NotedFields of_passivity(values, choices, "passivity.");
  scenario::describe(of_passivity, passivity, coupling, *scenario.extensions);
  // where the directions differ, the mean of both: with the delay, half a round trip
  const link::NetworkParams& there = scenario.link.emulated.to_follower;
  const link::NetworkParams& back = scenario.link.emulated.to_leader;
  values["link.delay"] = (there.delay.mean + back.delay.mean) / 2;
  values["link.jitter"] = (there.delay.deviation + back.delay.deviation) / 2;
  values["link.loss"] = (there.loss.probability + back.loss.probability) / 2;
  if (scenario.assist.present()) values["assist.enabled"] = scenario.assist.enabled;
  return {{"values", std::move(values)}, {"choices", std::move(choices)}};
}

}  // namespace tether::station
