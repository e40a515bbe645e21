#include "tether/scenario/schema/link_fields.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

// both directions of an emulated link are alike
void describe(Fields& f, LinkParams& p) {
  std::vector<std::string> names;
  for (const link::LinkPreset& preset : link::presets()) names.emplace_back(preset.name);
  f.choice("kind", p.preset, names,
           {.help = "a measured link; its figures are the defaults below", .noun = "link"});
  for (const link::LinkPreset& preset : link::presets()) {
    if (preset.name == p.preset) p.emulated = link::params_of(preset);
  }
  using Delay = link::DelayParams::Kind;
  link::NetworkParams& n = p.emulated.to_follower;
  f.choice("distribution", n.delay.kind,
           {{"constant", Delay::constant},
            {"normal", Delay::normal},
            {"gamma", Delay::gamma},
            {"trace", Delay::trace}},
           {.help = "of the delay"});
  if (n.delay.kind == Delay::trace) {
    f.numbers(
        "trace", n.delay.trace,
        {.unit = "s", .min = 0, .max = 10, .help = "delays, one after another", .required = true},
        {1, 100'000});
  } else {
    f.number("delay", n.delay.mean, {.unit = "s", .min = 0, .max = 10, .help = "one way, mean"});
    f.number("jitter", n.delay.deviation,
             {.unit = "s", .min = 0, .max = 10, .help = "standard deviation of the delay"});
  }
  f.boolean("reorder", n.reorder, {.help = "whether samples may overtake each other"});
  f.number("loss", n.loss.probability, {.min = 0, .max = 1, .help = "share lost on its own"});
  f.number("burst_begin", n.loss.burst_begin,
           {.min = 0, .max = 1, .help = "probability per sample that a burst of losses begins"});
  f.number("burst_end", n.loss.burst_end,
           {.min = 0, .max = 1, .help = "probability per sample that it ends"});
  f.number("burst_loss", n.loss.burst_probability,
           {.min = 0, .max = 1, .help = "share lost in a burst"});
  f.number("duplication", n.duplication, {.min = 0, .max = 1, .help = "share that comes twice"});
  f.number("bandwidth", n.bandwidth, {.unit = "bit/s", .min = 0, .help = "0 = no limit"});
  f.number("rate", p.emulated.rate,
           {.unit = "Hz", .min = 0, .max = 2000, .help = "of sending; 0 = every tick"});
  f.list("outages", n.outages,
         [](Fields& g, link::Outage& outage) {
           g.number("from", outage.from,
                    {.unit = "s", .min = 0, .help = "when it begins", .required = true});
           g.number("to", outage.to,
                    {.unit = "s", .min = 0, .help = "when it ends", .required = true});
           g.check(outage.to > outage.from, "to", "an outage ends after it begins");
         },
         {.help = "time intervals in which everything is lost"});
  p.emulated.to_leader = n;

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
