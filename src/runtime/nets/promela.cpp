#include "tether/runtime/nets/promela.hpp"

#include <cctype>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tether::runtime {
namespace {

class PromelaWriter {
 public:
  PromelaWriter(const PetriNet& net, const NetRequirements& wanted) : net_(net), wanted_(wanted) {}

  std::string text() {
    line("// One process fires one transition at a time; each place is a counter of tokens.");
    for (std::size_t i = 0; i < net_.places().size(); ++i)
      line("byte {} = {};", variable(static_cast<PlaceId>(i)), net_.places()[i].initial);
    line("");
    line("#define all_done ({})", marked(wanted_.final, " && "));
    line("#define mediator_rests !({})", mediator_can_fire());
    line("");
    line("active proctype net() {{");
    line("  do");
    for (const Transition& transition : net_.transitions()) write(transition);
    line("#ifndef CLAIMS");
    for (const RestRule& rule : wanted_.rules) write(rule);
    line("#endif");
    line("  :: all_done -> break");
    line("  od");
    line("}}");
    line("");
    write_claims();
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  // numbered, as two names may differ only in what an identifier cannot hold
  std::string variable(PlaceId place) const {
    std::string name = fmt::format("p{}_", static_cast<int>(place));
    for (const char c : net_[place].name)
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
  }
  std::string marked(const std::vector<PlaceId>& places, const char* joined_by) const {
    std::vector<std::string> terms;
    for (const PlaceId place : places) terms.push_back(variable(place) + " > 0");
    // of nothing: all are marked, none is
    if (terms.empty()) return joined_by == std::string_view(" && ") ? "true" : "false";
    return fmt::format("{}", fmt::join(terms, joined_by));
  }
  std::string guard(const Transition& transition) const {
    std::vector<std::string> terms;
    for (const Arc& arc : transition.takes)
      terms.push_back(fmt::format("{} >= {}", variable(arc.place), arc.weight));
    return terms.empty() ? "true" : fmt::format("{}", fmt::join(terms, " && "));
  }
  std::string mediator_can_fire() const {
    std::vector<std::string> guards;
    for (const Transition& transition : net_.transitions())
      if (transition.actor == Actor::mediator) guards.push_back("(" + guard(transition) + ")");
    // the preprocessor joins the lines
    return guards.empty() ? "false" : fmt::format("{}", fmt::join(guards, " || \\\n  "));
  }

  void write(const Transition& transition) {
    line("  // {}{}", transition.name,
         transition.actor == Actor::environment ? " (environment)" : "");
    line("  :: d_step {{ {} ->", guard(transition));
    for (const Arc& arc : transition.takes)
      if (const unsigned more = weight(transition.gives, arc.place); more < arc.weight)
        line("       {0} = {0} - {1};", variable(arc.place), arc.weight - more);
    for (const Arc& arc : transition.gives) {
      const unsigned less = weight(transition.takes, arc.place);
      if (less >= arc.weight) continue;
      line("       {0} = {0} + {1};", variable(arc.place), arc.weight - less);
      line("       assert({} <= {});", variable(arc.place), wanted_.tokens);
    }
    line("       skip }}");
  }

  void write(const RestRule& rule) {
    line("  // {}", rule.says);
    for (const Implication& implication : rule.implications) {
      std::string broken = marked(implication.none_of, " || ");
      if (!implication.one_of.empty())
        broken += fmt::format(" || !({})", marked(implication.one_of, " || "));
      line("  :: d_step {{ {} && ({}) && mediator_rests -> assert(false) }}",
           marked(implication.given, " && "), broken);
    }
  }

  void write_claims() {
    if (wanted_.stopping)
      line("ltl ends {{ [] ({} > 0 -> <> all_done) }}", variable(*wanted_.stopping));
    for (std::size_t i = 0; i < wanted_.attainable.size(); ++i) {
      line("// must be violated: {} can be reached", net_[wanted_.attainable[i]].name);
      line("ltl never_{} {{ [] ({} == 0) }}", i, variable(wanted_.attainable[i]));
    }
  }

  const PetriNet& net_;
  const NetRequirements& wanted_;
  std::string text_;
};

}  // namespace

std::string to_promela(const PetriNet& net, const NetRequirements& requirements) {
  return PromelaWriter(net, requirements).text();
}

}  // namespace tether::runtime
