#include "tether/scenario/schema/link_fields.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "tether/link/emulated/presets.hpp"

namespace tether::scenario {
namespace {

void describe(Fields& f, UdpParams& p) {
  f.text("leader", p.leader,
         {.help = "address:port of the leader; empty at the follower: wherever it speaks from"});
  f.text("follower", p.follower,
         {.help = "address:port of the follower; empty at the leader: wherever it speaks from"});
  f.text("key", p.key, {.help = "file with the key that both peers have; see tether keygen"});
  f.text("secret", p.secret, {.help = "or a key pair each: file with this side's secret key"});
  f.text("peer", p.peer, {.help = "and file with the other side's public key"});
  f.check(p.secret.empty() == p.peer.empty(), "secret",
          "a key pair needs both: secret of this side, and peer, the other side's public key");
  p.where = f.locate("key");
}

using Delay = link::DelayParams::Kind;

// The figures of one direction of an emulated link. [link] gives them for both directions, with
// defaults; the table of one direction overrides them, and what it leaves out stays as it was.
class DirectionFields {
 public:
  DirectionFields(Fields& f, bool overrides) : f_(f), overrides_(overrides) {}

  void number(std::string_view key, double& value, const NumberSpec& spec) const {
    declare(value, [&](auto& v) { f_.number(key, v, spec); });
  }
  void boolean(std::string_view key, bool& value, const TextSpec& spec) const {
    declare(value, [&](auto& v) { f_.boolean(key, v, spec); });
  }
  void distribution(Delay& value) const {
    declare(value, [&](auto& v) {
      f_.choice("distribution", v,
                {{"constant", Delay::constant},
                 {"normal", Delay::normal},
                 {"gamma", Delay::gamma},
                 {"trace", Delay::trace}},
                {.help = "of the delay"});
    });
  }

 private:
  template <class T, class Declare>
  void declare(T& value, Declare with) const {
    if (!overrides_) return with(value);
    std::optional<T> given;
    with(given);
    if (given) value = *given;
  }

  Fields& f_;
  bool overrides_;
};

void describe_delay(Fields& f, const DirectionFields& figures, link::DelayParams& p) {
  // a direction takes over the trace of both only where there is one
  if (p.kind == Delay::trace && p.trace.empty()) p.kind = Delay::constant;
  figures.distribution(p.kind);
  if (p.kind == Delay::trace) {
    f.numbers("trace", p.trace,
              {.unit = "s",
               .min = 0,
               .max = 10,
               .help = "delays, one after another",
               .required = p.trace.empty()},
              {1, 100'000});
    return;
  }
  p.trace.clear();
  figures.number("delay", p.mean, {.unit = "s", .min = 0, .max = 10, .help = "one way, mean"});
  figures.number("jitter", p.deviation,
                 {.unit = "s", .min = 0, .max = 10, .help = "standard deviation of the delay"});
}

void describe_losses(const DirectionFields& figures, link::LossParams& p) {
  figures.number("loss", p.probability, {.min = 0, .max = 1, .help = "share lost on its own"});
  figures.number(
      "burst_begin", p.burst_begin,
      {.min = 0, .max = 1, .help = "probability per sample that a burst of losses begins"});
  figures.number("burst_end", p.burst_end,
                 {.min = 0, .max = 1, .help = "probability per sample that it ends"});
  figures.number("burst_loss", p.burst_probability,
                 {.min = 0, .max = 1, .help = "share lost in a burst"});
}

void describe_direction(Fields& f, link::NetworkParams& p, bool overrides) {
  const DirectionFields figures(f, overrides);
  describe_delay(f, figures, p.delay);
  figures.boolean("reorder", p.reorder, {.help = "whether samples may overtake each other"});
  describe_losses(figures, p.loss);
  figures.number("duplication", p.duplication,
                 {.min = 0, .max = 1, .help = "share that comes twice"});
  figures.number("bandwidth", p.bandwidth, {.unit = "bit/s", .min = 0, .help = "0 = no limit"});
  f.list("outages", p.outages,
         [](Fields& g, link::Outage& outage) {
           g.number("from", outage.from,
                    {.unit = "s", .min = 0, .help = "when it begins", .required = true});
           g.number("to", outage.to,
                    {.unit = "s", .min = 0, .help = "when it ends", .required = true});
           g.check(outage.to > outage.from, "to", "an outage ends after it begins");
         },
         {.help = "time intervals in which everything is lost"});
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const link::LinkPreset& preset : link::presets()) names.emplace_back(preset.name);
  return names;
}

// null for a name that was not given
const link::LinkPreset* find_preset(std::string_view name) {
  const auto presets = link::presets();
  const auto found = std::ranges::find(presets, name, &link::LinkPreset::name);
  return found != presets.end() ? &*found : nullptr;
}

void describe_override(Fields& f, link::NetworkParams& p) {
  std::string kind;
  f.choice(
      "kind", kind, preset_names(),
      {.help = "a measured link, whose delay, jitter and loss this direction has", .noun = "link"});
  if (const link::LinkPreset* preset = find_preset(kind)) p = link::params_of(*preset).to_follower;
  describe_direction(f, p, true);
}

}  // namespace

void describe(Fields& f, LinkParams& p) {
  f.choice("kind", p.preset, preset_names(),
           {.help = "a measured link; its figures are the defaults below", .noun = "link"});
  if (const link::LinkPreset* preset = find_preset(p.preset)) p.emulated = link::params_of(*preset);
  f.number("rate", p.emulated.rate,
           {.unit = "Hz", .min = 0, .max = 2000, .help = "of sending; 0 = every tick"});
  link::NetworkParams both = p.emulated.to_follower;
  describe_direction(f, both, false);
  p.emulated.to_follower = p.emulated.to_leader = both;
  f.table("to_follower", [&](Fields& g) { describe_override(g, p.emulated.to_follower); },
          {.help = "what this direction has instead"});
  f.table("to_leader", [&](Fields& g) { describe_override(g, p.emulated.to_leader); },
          {.help = "what this direction has instead"});

  f.number("timeout", p.timeout,
           {.unit = "s", .min = 0, .max = 60, .help = "silence that parts the sides; 0 = never"});
  using Transport = LinkParams::Transport;
  f.choice(
      "transport", p.transport,
      {{"auto", Transport::automatic},
       {"in-process", Transport::in_process},
       {"udp", Transport::udp},
       {"dds", Transport::dds},
       {"ros", Transport::ros}},
      {.help = "in wall time; auto: in-process for one process, udp for two", .noun = "transport"});
  f.table("udp", [&](Fields& g) { describe(g, p.udp); }, {.help = "where the peers are"});
  f.integer("dds_domain", p.dds_domain, {.min = 0, .max = 232, .help = "of a DDS link"});
}

void describe(Fields& f, control::EngagementParams& p) {
  using control::Alignment;
  f.choice("alignment", p.alignment,
           {{"approach", Alignment::approach}, {"index", Alignment::index}},
           {.help = "the follower goes to the leader, or stays and the offset is kept"});
  f.number("ramp", p.ramp, {.unit = "s", .min = 0.01, .max = 10, .help = "to ease in, at least"});
  f.number("release", p.release, {.unit = "s", .min = 0.01, .max = 10, .help = "to ease out"});
  f.number("speed", p.speed,
           {.unit = "m/s", .max = 10, .above = 0, .help = "of an approach, at most"});
  f.number("turn_speed", p.turn_speed,
           {.unit = "rad/s", .max = 10, .above = 0, .help = "of its turn, at most"});
  f.number("hold_stiffness", p.hold_stiffness,
           {.min = 0, .max = 1, .help = "share of the stiffness to hold with on a silent link"});
}

void describe(Fields& f, RealtimeParams& p) {
  using runtime::OverrunPolicy;
  f.integer("priority", p.priority,
            {.min = 0, .max = 98, .help = "SCHED_FIFO; 0 = ordinary threads"});
  f.integer("leader_cpu", p.leader_cpu, {.min = 0, .max = 1023, .help = "pins the leader's loop"});
  f.integer("follower_cpu", p.follower_cpu,
            {.min = 0, .max = 1023, .help = "pins the follower's loop"});
  f.choice("overrun", p.overrun,
           {{"skip", OverrunPolicy::skip},
            {"catch-up", OverrunPolicy::catch_up},
            {"stop", OverrunPolicy::stop}},
           {.help = "when a tick takes longer than its period"});
}

void describe(Fields& f, SessionParams& p) {
  f.choice("physics", p.physics,
           {{name(Physics::clock), Physics::clock}, {name(Physics::ticks), Physics::ticks}},
           {.help = "what simulated devices follow in wall time: the clock, also while ticks are "
                    "late, or the ticks; in virtual time both are one"});
}

void describe(Fields& f, Change& change) {
  f.number("at", change.at, {.unit = "s", .min = 0, .help = "when", .required = true});
  f.texts(
      "set", change.assignments,
      {.help =
           "\"key=value\" of coupling.*, passivity.*, assist.enabled or *.guard.fence.*enabled"},
      {0, 100});
  f.boolean("reset_stop", change.reset_stop, {.help = "sides that were stopped may go on"});
  f.required({"set", "reset_stop"});
  for (const std::string& assignment : change.assignments) {
    const auto why = why_not_while_running(assignment);
    f.check(!why, "set", why.value_or(""));
  }
}

std::optional<std::string> why_not_while_running(std::string_view assignment) {
  constexpr std::array kPossible{"coupling.", "passivity.", "assist.enabled", "leader.guard.fence.",
                                 "follower.guard.fence."};
  const bool possible = std::any_of(kPossible.begin(), kPossible.end(), [&](const char* prefix) {
    return assignment.starts_with(prefix);
  });
  if (!possible) {
    return "only keys of coupling, passivity, fences and assist.enabled can change while a "
           "session runs";
  }
  const std::string_view key = assignment.substr(0, assignment.find('='));
  if (key.find(".fence.") != std::string_view::npos && !key.ends_with(".enabled")) {
    return "of a fence only \"enabled\" can change while a session runs";
  }
  return {};
}

}  // namespace tether::scenario
