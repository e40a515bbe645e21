#include "tether/runtime/reachability.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace tether::runtime {
namespace {

using Marks = std::vector<bool>;

class Judge {
 public:
  Judge(const PetriNet& net, const NetRequirements& wanted, std::size_t limit)
      : net_(net), wanted_(wanted), space_(explore(net, limit)) {}

  NetVerdict verdict() {
    bounded();
    // what follows speaks of all markings, so they must all be known
    if (space_.complete) {
      halts_only_when_done();
      for (const PlaceId place : wanted_.attainable) attainable(place);
      for (const PlaceId place : wanted_.always_attainable) always_attainable(place);
      if (wanted_.stopping) stopping_ends();
      mediator_settles();
      for (const RestRule& rule : wanted_.rules) at_rest(rule);
    }
    verdict_.places = net_.places().size();
    verdict_.transitions = net_.transitions().size();
    verdict_.markings = space_.markings.size();
    verdict_.complete = space_.complete || space_.covering.has_value();
    return std::move(verdict_);
  }

 private:
  std::uint32_t count() const { return static_cast<std::uint32_t>(space_.markings.size()); }
  bool final(std::uint32_t at) const {
    return std::ranges::all_of(wanted_.final,
                               [&](PlaceId place) { return space_.markings[at][place] > 0; });
  }
  std::vector<std::string> trace_to(std::uint32_t at) const {
    std::vector<std::string> names;
    for (const TransitionId id : space_.way_to(at)) names.push_back(net_[id].name);
    return names;
  }
  // the nearest marking for which `bad` is true breaks the property
  void hold_unless(std::string property, std::string remark,
                   const std::function<bool(std::uint32_t)>& bad) {
    for (std::uint32_t at = 0; at < count(); ++at) {
      if (!bad(at)) continue;
      verdict_.findings.push_back({std::move(property), false, std::move(remark), trace_to(at)});
      return;
    }
    verdict_.findings.push_back({std::move(property), true, {}, {}});
  }

  void bounded() {
    const std::string property = fmt::format("no place ever holds more than {} token{}",
                                             wanted_.tokens, wanted_.tokens == 1 ? "" : "s");
    std::string remark;
    const auto over = [&](std::uint32_t at) {
      for (std::size_t i = 0; i < net_.places().size(); ++i) {
        const unsigned tokens = space_.markings[at][static_cast<PlaceId>(i)];
        if (tokens <= wanted_.tokens) continue;
        remark = fmt::format("{} holds {} tokens", net_.places()[i].name, tokens);
        return true;
      }
      return false;
    };
    hold_unless(property, "", over);
    NetFinding& found = verdict_.findings.back();
    found.remark = remark;
    if (space_.covering) {
      if (found.holds) found = {property, false, "", trace_to(*space_.covering)};
      found.remark = "tokens grow without bound" + (remark.empty() ? "" : "; " + remark);
    } else if (!space_.complete && found.holds) {
      found = {property, false, fmt::format("more than {} markings", count() - 1), {}};
    }
  }

  void halts_only_when_done() {
    hold_unless("nothing comes to a halt before all is done", "no transition is enabled",
                [&](std::uint32_t at) { return space_.steps[at].empty() && !final(at); });
  }

  void attainable(PlaceId place) {
    const bool reached = std::ranges::any_of(
        space_.markings, [&](const Marking& marking) { return marking[place] > 0; });
    verdict_.findings.push_back({fmt::format("{} can be reached", net_[place].name),
                                 reached,
                                 reached ? "" : "in no marking",
                                 {}});
  }

  void always_attainable(PlaceId place) {
    // backwards from where the place is marked
    std::vector<std::vector<std::uint32_t>> before(count());
    for (std::uint32_t at = 0; at < count(); ++at)
      for (const StateSpace::Step& step : space_.steps[at]) before[step.to].push_back(at);
    Marks can(count());
    std::vector<std::uint32_t> open;
    for (std::uint32_t at = 0; at < count(); ++at) {
      if (space_.markings[at][place] == 0) continue;
      can[at] = true;
      open.push_back(at);
    }
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t earlier : before[at]) {
        if (can[earlier]) continue;
        can[earlier] = true;
        open.push_back(earlier);
      }
    }
    hold_unless(fmt::format("{} can be reached from everywhere", net_[place].name),
                "not from here on", [&](std::uint32_t at) { return !can[at]; });
  }

  // Markings from which steps that `stays` allows can go on for ever: what is left when those
  // without such a step to another one left are taken away, again and again.
  Marks endless(const std::function<bool(std::uint32_t, const StateSpace::Step&)>& stays) const {
    std::vector<std::vector<std::uint32_t>> before(count());
    std::vector<std::size_t> ways(count());
    for (std::uint32_t at = 0; at < count(); ++at) {
      for (const StateSpace::Step& step : space_.steps[at]) {
        if (!stays(at, step)) continue;
        before[step.to].push_back(at);
        ++ways[at];
      }
    }
    Marks left(count(), true);
    std::vector<std::uint32_t> open;
    for (std::uint32_t at = 0; at < count(); ++at)
      if (ways[at] == 0) open.push_back(at);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      left[at] = false;
      for (const std::uint32_t earlier : before[at])
        if (--ways[earlier] == 0) open.push_back(earlier);
    }
    return left;
  }

  // all that can follow once `place` was marked
  Marks after(PlaceId place) const {
    Marks reached(count());
    std::vector<std::uint32_t> open;
    const auto enter = [&](std::uint32_t at) {
      if (reached[at]) return;
      reached[at] = true;
      open.push_back(at);
    };
    for (std::uint32_t at = 0; at < count(); ++at)
      if (space_.markings[at][place] > 0) enter(at);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const StateSpace::Step& step : space_.steps[at]) enter(step.to);
    }
    return reached;
  }

  void stopping_ends() {
    const Marks stopped = after(*wanted_.stopping);
    const Marks circling =
        endless([&](std::uint32_t, const StateSpace::Step& step) { return !final(step.to); });
    hold_unless(fmt::format("{} ends in done, in whatever order things happen",
                            net_[*wanted_.stopping].name),
                "from here it can go on for ever, or halt too early", [&](std::uint32_t at) {
                  const bool dead_end = space_.steps[at].empty();
                  return stopped[at] && !final(at) && (circling[at] || dead_end);
                });
  }

  void mediator_settles() {
    const Marks circling = endless([&](std::uint32_t, const StateSpace::Step& step) {
      return net_[step.transition].actor == Actor::mediator;
    });
    hold_unless("the mediator always comes to rest", "its transitions can fire for ever",
                [&](std::uint32_t at) { return circling[at]; });
  }

  void at_rest(const RestRule& rule) {
    hold_unless(rule.says, "not here, with the mediator at rest", [&](std::uint32_t at) {
      const bool rests = std::ranges::none_of(space_.steps[at], [&](const StateSpace::Step& step) {
        return net_[step.transition].actor == Actor::mediator;
      });
      return rests && !std::ranges::all_of(rule.implications, [&](const Implication& implication) {
               return holds(implication, space_.markings[at]);
             });
    });
  }

  const PetriNet& net_;
  const NetRequirements& wanted_;
  StateSpace space_;
  NetVerdict verdict_;
};

}  // namespace

bool holds(const Implication& implication, const Marking& marking) noexcept {
  const auto marked = [&](PlaceId place) { return marking[place] > 0; };
  if (!std::ranges::all_of(implication.given, marked)) return true;
  return std::ranges::none_of(implication.none_of, marked) &&
         (implication.one_of.empty() || std::ranges::any_of(implication.one_of, marked));
}

bool NetVerdict::holds() const noexcept {
  return std::ranges::all_of(findings, [](const NetFinding& finding) { return finding.holds; });
}

NetVerdict verify(const PetriNet& net, const NetRequirements& requirements, std::size_t limit) {
  return Judge(net, requirements, limit).verdict();
}

}  // namespace tether::runtime
