// Parts by name, in the order they were added: a value that is filled at set-up and passed on. A
// name stands once and is what a scenario writes; one that is not there is answered with the
// nearest. Parts that travel as a byte have a number besides (`Entry::number`): those that were
// there from the start keep the ones they were given, any other gets one from its name, so that two
// programs agree on it without having to agree on an order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tether/core/error.hpp"
#include "tether/core/nearest.hpp"

namespace tether::core {

// numbers below are for parts that were given one
inline constexpr std::uint8_t kFirstNumberOfName = 64;

// 64 to 255, FNV-1a of the name
constexpr std::uint8_t number_of_name(std::string_view name) noexcept {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<std::uint8_t>(kFirstNumberOfName + hash % (256U - kFirstNumberOfName));
}

// whether a byte that travelled may mean a part, of which `given` have a number of their own
constexpr bool may_be_number(std::uint8_t byte, std::size_t given) noexcept {
  return byte < given || byte >= kFirstNumberOfName;
}

template <class Entry>
class Registry {
 public:
  // noun: "coupling", for messages; reserved: names that mean something already
  explicit Registry(std::string noun, std::vector<std::string> reserved = {})
      : noun_(std::move(noun)), reserved_(std::move(reserved)) {}

  // core::InputError when the name is taken, is none, or gives a number that is taken
  void add(Entry entry) {
    if constexpr (requires { entry.number; }) {
      using Number = decltype(entry.number);
      entry.number = static_cast<Number>(number_of_name(entry.name));
      if (const Entry* same = numbered(entry.number); same != nullptr && same->name != entry.name) {
        refuse(entry.name,
               "has the same number on the wire as \"" + same->name + "\"; give it another name");
      }
    }
    insert(std::move(entry));
  }
  // with the number that it has on wires and in logs
  template <class Number>
  void add(Entry entry, Number number) {
    entry.number = number;
    insert(std::move(entry));
  }

  // null when there is none
  const Entry* find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(entries_, name, &Entry::name);
    return found == entries_.end() ? nullptr : &*found;
  }
  template <class Number>
  const Entry* numbered(Number number) const noexcept {
    const auto found = std::ranges::find(entries_, number, &Entry::number);
    return found == entries_.end() ? nullptr : &*found;
  }
  // core::InputError, with the nearest name
  const Entry& at(std::string_view name) const {
    if (const Entry* found = find(name)) return *found;
    throw InputError("unknown " + noun_ + " \"" + std::string(name) + "\"" +
                     suggestion(name, names()));
  }

  // reserved ones first
  std::vector<std::string> names() const {
    std::vector<std::string> all = reserved_;
    for (const Entry& entry : entries_) all.push_back(entry.name);
    return all;
  }
  const std::string& noun() const noexcept { return noun_; }
  std::size_t size() const noexcept { return entries_.size(); }
  auto begin() const noexcept { return entries_.begin(); }
  auto end() const noexcept { return entries_.end(); }

 private:
  [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
    throw InputError("the " + noun_ + " \"" + name + "\" " + why);
  }
  // it becomes a key of TOML and a word of a command line
  static bool is_word(std::string_view name) noexcept {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
  }
  void insert(Entry entry) {
    if (!is_word(entry.name)) refuse(entry.name, "needs a name of a-z, 0-9, - and _");
    const bool reserved = std::ranges::find(reserved_, entry.name) != reserved_.end();
    if (reserved || find(entry.name) != nullptr) refuse(entry.name, "is there already");
    entries_.push_back(std::move(entry));
  }

  std::string noun_;
  std::vector<std::string> reserved_;
  std::vector<Entry> entries_;
};

}  // namespace tether::core
