// A place/transition net. A transition t may fire in a marking M when every place p holds what it
// takes, M(p) ≥ W(p, t); firing moves to M'(p) = M(p) − W(p, t) + W(t, p), at once or not at all.
// Its transitions belong to two actors: the mediator fires its own when they are enabled, those of
// the environment happen (an activity raises a flag, a person asks for a stop). A place is bound to
// a flag or a command: a token there is the flag raised, no token is the flag lowered.
// Murata, "Petri nets: properties, analysis and applications", Proc. IEEE 77(4), 1989.
//
// The net is built during set-up and then only read. Asking and firing take no heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tether::runtime {

enum class PlaceId : std::uint16_t {};
enum class TransitionId : std::uint16_t {};

inline constexpr std::size_t kMaxPlaces = 256;
inline constexpr unsigned kMaxTokens = 255;  // in one place

// how many tokens each place holds
class Marking {
 public:
  unsigned operator[](PlaceId place) const noexcept {
    return tokens_[static_cast<std::size_t>(place)];
  }
  void set(PlaceId place, unsigned tokens) noexcept {
    tokens_[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(tokens);
  }
  // at least as many tokens everywhere
  bool covers(const Marking& other) const noexcept;
  bool operator==(const Marking&) const noexcept = default;
  std::size_t hash() const noexcept;

 private:
  std::array<std::uint8_t, kMaxPlaces> tokens_{};
};

struct Arc {
  PlaceId place{};
  unsigned weight = 1;
};

enum class Actor : std::uint8_t { mediator, environment };

// `group` names what a place or transition belongs to, such as an activity; pictures frame it
struct Place {
  std::string name;
  std::string group;
  unsigned initial = 0;  // tokens in the first marking
};

// A place in both lists with the same weight is only looked at.
struct Transition {
  std::string name;
  std::string group;
  Actor actor = Actor::mediator;
  std::vector<Arc> takes;
  std::vector<Arc> gives;
};

class PetriNet {
 public:
  // throw std::length_error or std::invalid_argument on a net that is too large, a name that is
  // taken, a weight of zero, or a place that a transition names twice on one side
  PlaceId add(Place place);
  TransitionId add(Transition transition);

  std::span<const Place> places() const noexcept { return places_; }
  std::span<const Transition> transitions() const noexcept { return transitions_; }
  const Place& operator[](PlaceId id) const noexcept {
    return places_[static_cast<std::size_t>(id)];
  }
  const Transition& operator[](TransitionId id) const noexcept {
    return transitions_[static_cast<std::size_t>(id)];
  }
  // throw std::out_of_range when there is none of that name
  PlaceId place(std::string_view name) const;
  TransitionId transition(std::string_view name) const;

  Marking initial() const noexcept;
  // also false when a place would hold more than kMaxTokens
  bool enabled(const Marking& marking, TransitionId id) const noexcept;
  // false, and the marking stays, when not enabled
  bool fire(Marking& marking, TransitionId id) const noexcept;
  // Fires the mediator's transitions, first come first served, until none is enabled; at most
  // `limit` of them. Returns how many fired.
  std::size_t settle(Marking& marking, std::size_t limit) const noexcept;

  // the same net without one transition; for nets that are broken on purpose
  PetriNet without(std::string_view transition_name) const;

 private:
  std::vector<Place> places_;
  std::vector<Transition> transitions_;
};

// what a transition takes or gives of one place
unsigned weight(std::span<const Arc> arcs, PlaceId place) noexcept;

}  // namespace tether::runtime
