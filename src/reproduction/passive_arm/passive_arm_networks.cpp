// Networks: do our emulated ones delay and lose what was typed into them from tables 3.2 and 3.3,
// and does a session over each of them stay passive?
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/link/emulated/network.hpp"
#include "tether/link/emulated/presets.hpp"

namespace tether::reproduction {
namespace {

struct DocumentedNetwork {
  std::string_view link;  // of ours
  std::string_view name;
  std::string_view source;
  double delay, delay_resolution;   // one way [ms], and what the print resolves
  std::optional<double> deviation;  // [ms]
  double deviation_resolution;
  double loss, loss_resolution;  // [%]
  bool ran;                      // the document ran sessions over it
};
constexpr std::array<DocumentedNetwork, 5> kNetworks{{
    {"switch", "one switch", "table 3.2", 0.5, 0.2, 0.09, 0.09, 0, 0, false},
    {"luna", "LUNA's channels", "table 3.3", 12.2, 0.05, std::nullopt, 0, 0, 0, true},
    {"ros", "ROS", "figure 6.4", 0, 0, std::nullopt, 0, 0, 0, true},
    {"nl_it", "Netherlands – Italy", "table 3.2", 40, 0.5, 1, 0.5, 0.04, 0.01, false},
    {"nl_au", "Netherlands – Australia", "table 3.2", 351, 0.5, 5, 0.5, 27, 0.5, false},
}};

struct MeasuredNetwork {
  study::Moments delay;  // [s]
  double loss = 0;
};

// a sample every millisecond through one direction of the emulated network
MeasuredNetwork measure_network(const link::LinkPreset& preset, int samples) {
  link::Network network(link::params_of(preset).to_follower, 1);
  constexpr auto kTick = core::duration_from_seconds(1e-3);
  // arrivals are looked for more often than samples are sent, so that little is added to the delay
  constexpr auto kLook = core::duration_from_seconds(1e-5);
  std::vector<double> delays;
  core::Time now{};
  signals::Sample arrived;
  for (int k = 0; k < samples; ++k) {
    signals::Sample sample;
    sample.sent = now;
    network.send(now, sample);
    for (const core::Time end = now + kTick; now < end; now += kLook) {
      while (network.deliver(now, arrived)) {
        delays.push_back(core::seconds(now - arrived.sent));
      }
    }
  }
  const auto counts = network.counts();
  return {delays.empty() ? study::Moments{} : study::moments(delays),
          static_cast<double>(counts.lost) / static_cast<double>(counts.sent)};
}

Row network_row(const DocumentedNetwork& network, std::string_view name, std::string_view quantity,
                const char* unit) {
  return {.id = fmt::format("1.networks.{}_{}", network.link, name),
          .quantity = fmt::format("{}: {}", network.name, quantity),
          .unit = unit,
          .source = std::string(network.source),
          .origin = Origin::input,
          .origin_note = "the emulated network's preset was typed in from this table",
          .aim = Aim::same};
}

const link::LinkPreset& preset_of(std::string_view name) {
  for (const link::LinkPreset& preset : link::presets()) {
    if (preset.name == name) return preset;
  }
  throw std::logic_error("no such link");
}

void add_figures(Outcome& outcome, const DocumentedNetwork& network, int samples) {
  if (network.delay == 0) return;  // nothing was printed
  const MeasuredNetwork measured = measure_network(preset_of(network.link), samples);
  Row delay = network_row(network, "delay", "one-way delay", "ms");
  delay.theirs = Figure{network.delay, network.deviation, 0, FigureKind::samples};
  delay.ours = figure_of(measured.delay, 1e3);
  delay.ours->kind = FigureKind::samples;
  delay.resolution = network.delay_resolution;
  delay.cause = "the preset of the emulated network does not draw what the table says";
  delay.remark = fmt::format("{} samples through the emulated network", samples);
  outcome.rows.push_back(delay);
  if (network.deviation) {
    Row jitter = network_row(network, "jitter", "σ of the delay", "ms");
    jitter.theirs = Figure{*network.deviation};
    jitter.ours = Figure{1e3 * measured.delay.deviation};
    jitter.resolution = network.deviation_resolution;
    jitter.cause = delay.cause;
    outcome.rows.push_back(std::move(jitter));
  }
  Row loss = network_row(network, "loss", "packets lost", "%");
  loss.source = network.deviation ? network.source : "table 3.2";
  loss.theirs = Figure{network.loss};
  loss.ours = Figure{.value = 100 * measured.loss,
                     .n = static_cast<std::size_t>(samples),
                     .kind = FigureKind::samples};
  loss.resolution = network.loss_resolution;
  loss.cause = delay.cause;
  outcome.rows.push_back(std::move(loss));
}

void add_certificate(Outcome& outcome, const DocumentedNetwork& network,
                     const SeededSessions& sessions) {
  double active = 0, margin = 0;
  for (const auto& session : sessions) {
    const passivity::Certificate& certificate = session.result.certificate;
    if (certificate.verdict != passivity::Verdict::passive) ++active;
    margin = std::min(margin, certificate.margin_j);
  }
  Row row = network_row(network, "passive", "sessions without a certificate of passivity", "");
  row.aim = Aim::at_most;
  row.ours = Figure{active};
  row.origin = Origin::by_construction;
  row.origin_note = "the passivity layer scales down what would let energy out";
  row.cause = "energy came out of the ports that had not gone in";
  row.remark = fmt::format(
      "of {} with ten simulated operators; least energy taken in by both ports "
      "{:.2f} mJ",
      sessions.size(), 1e3 * margin + 0.0);
  if (network.ran) {
    row.theirs = Figure{.value = 0, .kind = FigureKind::bound};
    row.source = "section 6.1.2";
  } else {
    row.not_comparable = "the document names this network but ran no session over it";
  }
  outcome.rows.push_back(std::move(row));
}

}  // namespace

Outcome networks(const Effort& effort) {
  std::vector<Variant> variants;
  for (const DocumentedNetwork& network : kNetworks) {
    variants.push_back({"omega_lwr_wall_document", {fmt::format("link.kind={}", network.link)}, true});
  }
  const auto by_network = run_seeds(variants, effort.quick ? 2 : 20, effort);
  Outcome outcome;
  if (effort.stopped()) return outcome;
  // the rarest loss, 0.04 %, is seen some hundred times
  constexpr int kSamples = 300'000;
  for (std::size_t i = 0; i < kNetworks.size(); ++i) {
    add_figures(outcome, kNetworks.at(i), kSamples);
    add_certificate(outcome, kNetworks.at(i), by_network[i]);
  }
  return outcome;
}

}  // namespace tether::reproduction
