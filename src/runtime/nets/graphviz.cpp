#include "tether/runtime/nets/graphviz.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace tether::runtime {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

class DotWriter {
 public:
  explicit DotWriter(const PetriNet& net) : net_(net) {}

  std::string text() {
    line("digraph coordination {{");
    line("  rankdir=TB; nodesep=0.18; ranksep=0.3; fontname=\"sans-serif\"; compound=true;");
    line("  node [fontname=\"sans-serif\", fontsize=9]; edge [arrowsize=0.5, color=\"#555555\"];");
    const auto groups = all_groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      line("  subgraph cluster_{} {{", g);
      line("    label={}; style=rounded; color=\"#999999\"; fontsize=13;", in_quotes(groups[g]));
      for (std::size_t i = 0; i < net_.places().size(); ++i)
        if (net_.places()[i].group == groups[g]) write_place(i);
      for (std::size_t i = 0; i < net_.transitions().size(); ++i)
        if (net_.transitions()[i].group == groups[g]) write_transition(i);
      line("  }}");
    }
    for (std::size_t i = 0; i < net_.transitions().size(); ++i) write_arcs(i);
    line("}}");
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  std::vector<std::string> all_groups() const {
    std::vector<std::string> groups;
    const auto note = [&](const std::string& group) {
      if (std::ranges::count(groups, group) == 0) groups.push_back(group);
    };
    for (const Place& place : net_.places()) note(place.group);
    for (const Transition& transition : net_.transitions()) note(transition.group);
    return groups;
  }
  // the frame says whose it is
  static std::string short_name(std::string name, const std::string& group) {
    if (name.starts_with(group + ".")) name.erase(0, group.size() + 1);
    std::ranges::replace(name, '_', '\n');
    return name;
  }
  static bool only_looks(const Transition& transition, const Arc& arc) {
    return weight(transition.gives, arc.place) == arc.weight;
  }
  bool stands_in_box(const Transition& transition, const Arc& arc) const {
    return only_looks(transition, arc) && net_[arc.place].group != transition.group;
  }

  void write_place(std::size_t i) {
    const Place& place = net_.places()[i];
    const bool marked = place.initial > 0;
    line("    p{} [shape=circle, fixedsize=true, width=0.85, fontsize=8, label={}{}];", i,
         in_quotes(short_name(place.name, place.group)),
         marked ? ", style=filled, fillcolor=\"#ffd966\", peripheries=2" : "");
  }
  void write_transition(std::size_t i) {
    const Transition& transition = net_.transitions()[i];
    std::string label = transition.name;
    for (const Arc& arc : transition.takes)
      if (stands_in_box(transition, arc)) label += "\nif " + net_[arc.place].name;
    const bool outside = transition.actor == Actor::environment;
    line("    t{} [shape=box, height=0.2, margin=\"0.06,0.03\", label={}, style={}];", i,
         in_quotes(label), outside ? "dashed" : "\"filled\", fillcolor=\"#e8eef7\"");
  }
  void write_arcs(std::size_t i) {
    const Transition& transition = net_.transitions()[i];
    const auto attributes = [](const Arc& arc) {
      return arc.weight == 1 ? std::string() : fmt::format(" [label={}]", arc.weight);
    };
    for (const Arc& arc : transition.takes) {
      const auto place = static_cast<int>(arc.place);
      if (stands_in_box(transition, arc)) continue;
      if (only_looks(transition, arc)) {
        line("  p{} -> t{} [style=dotted, arrowhead=none];", place, i);
      } else {
        line("  p{} -> t{}{};", place, i, attributes(arc));
      }
    }
    for (const Arc& arc : transition.gives) {
      if (weight(transition.takes, arc.place) == arc.weight) continue;
      line("  t{} -> p{}{};", i, static_cast<int>(arc.place), attributes(arc));
    }
  }

  const PetriNet& net_;
  std::string text_;
};

}  // namespace

std::string to_dot(const PetriNet& net) { return DotWriter(net).text(); }

}  // namespace tether::runtime
