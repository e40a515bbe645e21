// Decides over sets of markings: every question is a set, and it is broken when that set is not
// empty.
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "runtime/nets/marking_sets.hpp"
#include "runtime/nets/net_decider.hpp"

namespace tether::runtime {
namespace {

using Set = MarkingSets::Set;
using Rewrite = MarkingSets::Rewrite;
constexpr Set kNoMarking = MarkingSets::kNone;

class BySets final : public NetDecider {
 public:
  BySets(const PetriNet& net, const NetRequirements& wanted, std::size_t max_nodes)
      : net_(net), wanted_(wanted), sets_(max_nodes) {
    for (const Transition& transition : net.transitions()) add(transition);
    try {
      layers_.push_back(sets_.only(net.initial()));
      reached_ = layers_.front();
      close(reached_);
      final_ = where(wanted.final, true, reached_);
      complete_ = true;
    } catch (const TooManyNodes&) {
      // what was reached until then
    }
  }

  std::size_t markings() const override { return sets_.count(reached_); }
  bool all_are_known() const override { return complete_; }

  std::optional<Breach> too_many_tokens() override {
    // where a transition is enabled and a place that it gives a token to has one
    Set bad = kNoMarking;
    for (const Steps& step : steps_)
      for (const auto& [place, crowded] : step.crowded)
        bad = sets_.unite(bad, sets_.apply(crowded, reached_));
    if (bad == kNoMarking) return std::nullopt;
    // what lies behind such a marking was not followed
    complete_ = false;
    std::optional<Breach> breach = nearest(bad);
    Marking marking = net_.initial();
    for (const TransitionId id : breach->way) net_.fire(marking, id);
    const Set here = sets_.only(marking);
    for (std::size_t i = 0; i < steps_.size() && breach->remark.empty(); ++i) {
      for (const auto& [place, crowded] : steps_[i].crowded) {
        if (sets_.apply(crowded, here) == kNoMarking) continue;
        breach->way.push_back(static_cast<TransitionId>(i));
        breach->remark = fmt::format("{} holds 2 tokens", net_[place].name);
        break;
      }
    }
    return breach;
  }

  std::optional<Breach> early_halt() override { return nearest(sets_.without(halted(), final_)); }

  bool reaches(PlaceId place) override { return where({place}, true, reached_) != kNoMarking; }

  std::optional<Breach> cut_off_from(PlaceId place) override {
    Set can = where({place}, true, reached_);
    for (Set before = kNoMarking; before != can;) {
      before = can;
      for (const Steps& step : steps_)
        can = sets_.unite(can, sets_.common(reached_, sets_.apply(step.back, can)));
    }
    return nearest(sets_.without(reached_, can));
  }

  std::optional<Breach> endless_stop() override {
    Set stopped = where({*wanted_.stopping}, true, reached_);
    close(stopped);
    const Set unfinished = sets_.without(stopped, final_);
    const Set stuck = sets_.common(unfinished, halted());
    return nearest(sets_.unite(stuck, endless(unfinished, [](const Steps&) { return true; })));
  }

  std::optional<Breach> restless_mediator() override {
    return nearest(endless(reached_, [](const Steps& step) { return step.mediator; }));
  }

  std::optional<Breach> broken(const RestRule& rule) override {
    Set rests = reached_;
    for (const Steps& step : steps_)
      if (step.mediator) rests = sets_.without(rests, sets_.apply(step.enabled, reached_));
    Set bad = kNoMarking;
    for (const Implication& implication : rule.implications) {
      const Set given = where(implication.given, true, rests);
      for (const PlaceId place : implication.none_of)
        bad = sets_.unite(bad, where({place}, true, given));
      if (!implication.one_of.empty())
        bad = sets_.unite(bad, where(implication.one_of, false, given));
    }
    return nearest(bad);
  }

 private:
  // one transition, as what it does to sets
  struct Steps {
    bool mediator = false;
    Rewrite fire{}, back{}, enabled{};
    std::vector<std::pair<PlaceId, Rewrite>> crowded{};
  };

  void add(const Transition& transition) {
    std::vector<MarkingSets::Touch> fire, enabled;
    std::vector<PlaceId> filled;
    for (const Arc& arc : transition.takes) {
      fire.push_back({arc.place, true, weight(transition.gives, arc.place) > 0});
      enabled.push_back({arc.place, true, true});
    }
    for (const Arc& arc : transition.gives) {
      if (weight(transition.takes, arc.place) > 0) continue;
      fire.push_back({arc.place, false, true});
      filled.push_back(arc.place);
    }
    Steps step{.mediator = transition.actor == Actor::mediator};
    step.fire = sets_.rewrite(fire);
    for (MarkingSets::Touch& touch : fire) std::swap(touch.before, touch.after);
    step.back = sets_.rewrite(std::move(fire));
    for (const PlaceId place : filled) {
      std::vector<MarkingSets::Touch> crowded = enabled;
      crowded.push_back({place, true, true});
      step.crowded.emplace_back(place, sets_.rewrite(std::move(crowded)));
    }
    step.enabled = sets_.rewrite(std::move(enabled));
    steps_.push_back(std::move(step));
  }

  // those in which all of the places are marked, or none of them
  Set where(const std::vector<PlaceId>& places, bool marked, Set among) {
    for (const PlaceId place : places)
      among = sets_.apply(sets_.rewrite({{place, marked, marked}}), among);
    return among;
  }

  // adds all that can follow
  void close(Set& set) {
    for (Set before = kNoMarking; before != set;) {
      before = set;
      for (const Steps& step : steps_) set = sets_.unite(set, sets_.apply(step.fire, set));
    }
  }

  Set halted() {
    Set still = reached_;
    for (const Steps& step : steps_)
      still = sets_.without(still, sets_.apply(step.enabled, reached_));
    return still;
  }

  // Markings of `among` from which chosen steps can go on for ever without leaving it: what is left
  // when those without such a step to another one left are taken away, again and again.
  template <class Chosen>
  Set endless(Set among, const Chosen& chosen) {
    for (;;) {
      Set can_go_on = kNoMarking;
      for (const Steps& step : steps_)
        if (chosen(step)) can_go_on = sets_.unite(can_go_on, sets_.apply(step.back, among));
      const Set left = sets_.common(among, can_go_on);
      if (left == among) return left;
      among = left;
    }
  }

  // A shortest way, of several the one whose transitions come first in the net: outward layer by
  // layer until one has a bad marking, back through all that lead to it, and out again along them.
  std::optional<Breach> nearest(Set bad) {
    if (bad == kNoMarking) return std::nullopt;
    std::size_t depth = 0;
    while (sets_.common(layer(depth), bad) == kNoMarking) ++depth;
    std::vector<Set> leading(depth + 1);
    leading[depth] = sets_.common(layer(depth), bad);
    for (std::size_t i = depth; i-- > 0;) {
      Set before = kNoMarking;
      for (const Steps& step : steps_)
        before = sets_.unite(before, sets_.apply(step.back, leading[i + 1]));
      leading[i] = sets_.common(layer(i), before);
    }
    Breach breach;
    Set at = layer(0);
    for (std::size_t i = 0; i < depth; ++i) at = first_step(at, leading[i + 1], breach.way);
    return breach;
  }

  // the first transition that leads from the one marking `at` into `there`
  Set first_step(Set at, Set there, std::vector<TransitionId>& way) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Set next = sets_.common(sets_.apply(steps_[i].fire, at), there);
      if (next == kNoMarking) continue;
      way.push_back(static_cast<TransitionId>(i));
      return next;
    }
    return kNoMarking;
  }

  // the markings that are so many steps away and no fewer
  Set layer(std::size_t depth) {
    while (layers_.size() <= depth) {
      Set next = kNoMarking;
      for (const Steps& step : steps_)
        next = sets_.unite(next, sets_.apply(step.fire, layers_.back()));
      for (const Set nearer : layers_) next = sets_.without(next, nearer);
      layers_.push_back(next);
    }
    return layers_[depth];
  }

  const PetriNet& net_;
  const NetRequirements& wanted_;
  MarkingSets sets_;
  std::vector<Steps> steps_;
  std::vector<Set> layers_;
  Set reached_{}, final_{};
  bool complete_ = false;
};

}  // namespace

std::unique_ptr<NetDecider> decide_by_sets(const PetriNet& net, const NetRequirements& wanted,
                                           std::size_t max_nodes) {
  return std::make_unique<BySets>(net, wanted, max_nodes);
}

bool can_be_safe(const PetriNet& net, const NetRequirements& wanted) {
  const auto light = [](const std::vector<Arc>& arcs) {
    return std::ranges::all_of(arcs, [](const Arc& arc) { return arc.weight == 1; });
  };
  return wanted.tokens == 1 &&
         std::ranges::all_of(net.places(), [](const Place& p) { return p.initial <= 1; }) &&
         std::ranges::all_of(net.transitions(), [&](const Transition& transition) {
           return light(transition.takes) && light(transition.gives);
         });
}

}  // namespace tether::runtime
