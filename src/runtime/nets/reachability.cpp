#include "tether/runtime/nets/reachability.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "runtime/nets/marking_sets.hpp"
#include "runtime/nets/net_decider.hpp"

namespace tether::runtime {
namespace {

// asks every question and puts the answers into words
class Judge {
 public:
  Judge(const PetriNet& net, NetDecider& decider) : net_(net), decider_(decider) {}

  NetVerdict verdict(const NetRequirements& wanted) {
    find(fmt::format("no place ever holds more than {} token{}", wanted.tokens,
                     wanted.tokens == 1 ? "" : "s"),
         "", [&] { return decider_.too_many_tokens(); });
    const bool bounded = verdict_.findings.front().holds;
    if (!decider_.all_are_known() && bounded) {
      leave_open();
      verdict_.findings.front().remark =
          fmt::format("there are more markings than the {} that were reached", decider_.markings());
    }
    // what follows speaks of all markings; of a net that grows they are never all known
    if (decider_.all_are_known() || bounded) ask_the_rest(wanted);
    verdict_.places = net_.places().size();
    verdict_.transitions = net_.transitions().size();
    verdict_.markings = decider_.markings();
    verdict_.complete = decider_.all_are_known();
    return std::move(verdict_);
  }

 private:
  using Question = std::function<std::optional<Breach>()>;

  void ask_the_rest(const NetRequirements& wanted) {
    find("nothing comes to a halt before all is done", "no transition is enabled",
         [&] { return decider_.early_halt(); });
    for (const PlaceId place : wanted.attainable)
      find(fmt::format("{} can be reached", net_[place].name), "in no marking",
           [&] { return decider_.reaches(place) ? std::nullopt : std::optional(Breach{}); });
    for (const PlaceId place : wanted.always_attainable)
      find(fmt::format("{} can be reached from everywhere", net_[place].name), "not from here on",
           [&] { return decider_.cut_off_from(place); });
    if (wanted.stopping)
      find(fmt::format("{} ends in done, in whatever order things happen",
                       net_[*wanted.stopping].name),
           "from here it can go on for ever, or halt too early",
           [&] { return decider_.endless_stop(); });
    find("the mediator always comes to rest", "its transitions can fire for ever",
         [&] { return decider_.restless_mediator(); });
    for (const RestRule& rule : wanted.rules)
      find(rule.says, "not here, with the mediator at rest", [&] { return decider_.broken(rule); });
  }

  void find(std::string property, const char* remark, const Question& question) {
    NetFinding& finding = verdict_.findings.emplace_back();
    finding.property = std::move(property);
    // a limit that was passed once leaves nothing to decide with
    if (open_) return leave_open();
    try {
      const std::optional<Breach> breach = question();
      if (!breach) return;
      finding.holds = false;
      finding.remark = breach->remark.empty() ? remark : breach->remark;
      for (const TransitionId id : breach->way) finding.trace.push_back(net_[id].name);
    } catch (const TooManyNodes&) {
      leave_open();
    }
  }

  void leave_open() {
    open_ = true;
    verdict_.findings.back().holds = false;
    verdict_.findings.back().open = true;
  }

  const PetriNet& net_;
  NetDecider& decider_;
  NetVerdict verdict_;
  bool open_ = false;
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

bool NetVerdict::open() const noexcept {
  return !holds() && std::ranges::all_of(findings, [](const NetFinding& finding) {
    return finding.holds || finding.open;
  });
}

NetVerdict verify(const PetriNet& net, const NetRequirements& requirements, std::size_t max_nodes) {
  if (!can_be_safe(net, requirements)) return verify_one_by_one(net, requirements);
  return Judge(net, *decide_by_sets(net, requirements, max_nodes)).verdict(requirements);
}

NetVerdict verify_one_by_one(const PetriNet& net, const NetRequirements& requirements,
                             std::size_t limit) {
  return Judge(net, *decide_one_by_one(net, requirements, limit)).verdict(requirements);
}

}  // namespace tether::runtime
