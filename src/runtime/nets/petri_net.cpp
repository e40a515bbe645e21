#include "tether/runtime/nets/petri_net.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace tether::runtime {
namespace {

template <class Named>
std::size_t index_of(const std::vector<Named>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return static_cast<std::size_t>(found - all.begin());
}

void refuse_bad_arcs(const std::vector<Arc>& arcs, std::size_t places, const std::string& name) {
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    if (static_cast<std::size_t>(arcs[i].place) >= places)
      throw std::invalid_argument(name + ": an arc to a place that does not exist");
    if (arcs[i].weight == 0 || arcs[i].weight > kMaxTokens)
      throw std::invalid_argument(name + ": an arc of a weight outside 1 to 255");
    for (std::size_t j = 0; j < i; ++j)
      if (arcs[i].place == arcs[j].place)
        throw std::invalid_argument(name + ": a place is named twice");
  }
}

}  // namespace

bool Marking::covers(const Marking& other) const noexcept {
  for (std::size_t i = 0; i < kMaxPlaces; ++i)
    if (tokens_[i] < other.tokens_[i]) return false;
  return true;
}

std::size_t Marking::hash() const noexcept {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(tokens_.data()), tokens_.size()});
}

unsigned weight(std::span<const Arc> arcs, PlaceId place) noexcept {
  for (const Arc& arc : arcs)
    if (arc.place == place) return arc.weight;
  return 0;
}

PlaceId PetriNet::add(Place place) {
  if (places_.size() == kMaxPlaces) throw std::length_error("a net has at most 256 places");
  if (place.initial > kMaxTokens) throw std::invalid_argument(place.name + ": too many tokens");
  if (index_of(places_, place.name) != places_.size())
    throw std::invalid_argument("two places are called " + place.name);
  places_.push_back(std::move(place));
  return static_cast<PlaceId>(places_.size() - 1);
}

TransitionId PetriNet::add(Transition transition) {
  if (transitions_.size() > UINT16_MAX) throw std::length_error("too many transitions");
  if (index_of(transitions_, transition.name) != transitions_.size())
    throw std::invalid_argument("two transitions are called " + transition.name);
  refuse_bad_arcs(transition.takes, places_.size(), transition.name);
  refuse_bad_arcs(transition.gives, places_.size(), transition.name);
  transitions_.push_back(std::move(transition));
  return static_cast<TransitionId>(transitions_.size() - 1);
}

PlaceId PetriNet::place(std::string_view name) const {
  const std::size_t i = index_of(places_, name);
  if (i == places_.size()) throw std::out_of_range("no place " + std::string(name));
  return static_cast<PlaceId>(i);
}

TransitionId PetriNet::transition(std::string_view name) const {
  const std::size_t i = index_of(transitions_, name);
  if (i == transitions_.size()) throw std::out_of_range("no transition " + std::string(name));
  return static_cast<TransitionId>(i);
}

Marking PetriNet::initial() const noexcept {
  Marking marking;
  for (std::size_t i = 0; i < places_.size(); ++i)
    marking.set(static_cast<PlaceId>(i), places_[i].initial);
  return marking;
}

bool PetriNet::enabled(const Marking& marking, TransitionId id) const noexcept {
  const Transition& transition = (*this)[id];
  for (const Arc& arc : transition.takes)
    if (marking[arc.place] < arc.weight) return false;
  for (const Arc& arc : transition.gives)
    if (marking[arc.place] - weight(transition.takes, arc.place) + arc.weight > kMaxTokens)
      return false;
  return true;
}

bool PetriNet::fire(Marking& marking, TransitionId id) const noexcept {
  if (!enabled(marking, id)) return false;
  const Transition& transition = (*this)[id];
  for (const Arc& arc : transition.takes) marking.set(arc.place, marking[arc.place] - arc.weight);
  for (const Arc& arc : transition.gives) marking.set(arc.place, marking[arc.place] + arc.weight);
  return true;
}

std::size_t PetriNet::settle(Marking& marking, std::size_t limit) const noexcept {
  std::size_t fired = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < transitions_.size() && fired < limit; ++i) {
      if (transitions_[i].actor != Actor::mediator) continue;
      if (!fire(marking, static_cast<TransitionId>(i))) continue;
      moved = true;
      ++fired;
    }
  }
  return fired;
}

PetriNet PetriNet::without(std::string_view transition_name) const {
  const TransitionId removed = transition(transition_name);
  PetriNet rest = *this;
  rest.transitions_.erase(rest.transitions_.begin() + static_cast<std::ptrdiff_t>(removed));
  return rest;
}

}  // namespace tether::runtime
