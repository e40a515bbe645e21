// Decides over markings that are held one by one, with the steps between them.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "runtime/nets/net_decider.hpp"
#include "tether/runtime/nets/reachability.hpp"

namespace tether::runtime {
namespace {

using Marks = std::vector<bool>;

class OneByOne final : public NetDecider {
 public:
  OneByOne(const PetriNet& net, const NetRequirements& wanted, std::size_t limit)
      : net_(net), wanted_(wanted), space_(explore(net, limit)) {}

  std::size_t markings() const override { return space_.markings.size(); }
  bool all_are_known() const override { return space_.complete; }

  std::optional<Breach> too_many_tokens() override {
    std::string remark;
    std::optional<Breach> found = nearest([&](std::uint32_t at) {
      for (std::size_t i = 0; i < net_.places().size(); ++i) {
        const unsigned tokens = space_.markings[at][static_cast<PlaceId>(i)];
        if (tokens <= wanted_.tokens) continue;
        remark = fmt::format("{} holds {} tokens", net_.places()[i].name, tokens);
        return true;
      }
      return false;
    });
    if (space_.covering) {
      if (!found) found = Breach{space_.way_to(*space_.covering)};
      remark = "tokens grow without bound" + (remark.empty() ? "" : "; " + remark);
    }
    if (found) found->remark = remark;
    return found;
  }

  std::optional<Breach> early_halt() override {
    return nearest([&](std::uint32_t at) { return space_.steps[at].empty() && !final(at); });
  }

  bool reaches(PlaceId place) override {
    return std::ranges::any_of(space_.markings,
                               [&](const Marking& marking) { return marking[place] > 0; });
  }

  std::optional<Breach> cut_off_from(PlaceId place) override {
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
    return nearest([&](std::uint32_t at) { return !can[at]; });
  }

  std::optional<Breach> endless_stop() override {
    const Marks stopped = after(*wanted_.stopping);
    const Marks circling =
        endless([&](std::uint32_t, const StateSpace::Step& step) { return !final(step.to); });
    return nearest([&](std::uint32_t at) {
      const bool dead_end = space_.steps[at].empty();
      return stopped[at] && !final(at) && (circling[at] || dead_end);
    });
  }

  std::optional<Breach> restless_mediator() override {
    const Marks circling = endless([&](std::uint32_t, const StateSpace::Step& step) {
      return net_[step.transition].actor == Actor::mediator;
    });
    return nearest([&](std::uint32_t at) { return circling[at]; });
  }

  std::optional<Breach> broken(const RestRule& rule) override {
    return nearest([&](std::uint32_t at) {
      const bool rests = std::ranges::none_of(space_.steps[at], [&](const StateSpace::Step& step) {
        return net_[step.transition].actor == Actor::mediator;
      });
      return rests && !std::ranges::all_of(rule.implications, [&](const Implication& implication) {
               return holds(implication, space_.markings[at]);
             });
    });
  }

 private:
  std::uint32_t count() const { return static_cast<std::uint32_t>(space_.markings.size()); }
  bool final(std::uint32_t at) const {
    return std::ranges::all_of(wanted_.final,
                               [&](PlaceId place) { return space_.markings[at][place] > 0; });
  }
  std::optional<Breach> nearest(const std::function<bool(std::uint32_t)>& bad) const {
    for (std::uint32_t at = 0; at < count(); ++at)
      if (bad(at)) return Breach{space_.way_to(at)};
    return std::nullopt;
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

  const PetriNet& net_;
  const NetRequirements& wanted_;
  StateSpace space_;
};

}  // namespace

std::unique_ptr<NetDecider> decide_one_by_one(const PetriNet& net, const NetRequirements& wanted,
                                              std::size_t limit) {
  return std::make_unique<OneByOne>(net, wanted, limit);
}

}  // namespace tether::runtime
