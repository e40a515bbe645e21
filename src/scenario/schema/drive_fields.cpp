#include "scenario/schema/drive_fields.hpp"

#include "scenario/schema/interval_fields.hpp"
#include "tether/device/drivers/smart_wheels/host_port.hpp"

namespace tether::scenario {

void describe(Fields& f, ObstacleParams& p) {
  using Mode = assist::ObstructionMode;
  f.boolean("enabled", p.enabled, {.help = "the hand that drives feels them"});
  f.choice(
      "mode", p.sensor.mode,
      {{"point", Mode::point}, {"footprint", Mode::footprint}, {"trajectory", Mode::trajectory}},
      {.help = "around a point, around the platform, or on the way that it is commanded to go",
       .noun = "mode"});
  f.number("range", p.sensor.d_max,
           {.unit = "m", .max = 10, .above = 0, .help = "d_max, beyond which nothing is felt"});
  f.number("horizon", p.sensor.horizon,
           {.unit = "s", .max = 10, .above = 0, .help = "of the way ahead; trajectory"});
  f.number(
      "turn_step", p.sensor.turn_step,
      {.unit = "rad/s", .max = 2, .above = 0, .help = "between ways that are tried; trajectory"});
  f.number("margin", p.sensor.margin,
           {.unit = "m", .min = 0, .max = 1, .help = "beside the platform on its way; trajectory"});
  f.number("push_stiffness", p.force.push_stiffness,
           {.unit = "N/m", .min = 0, .max = 2000, .help = "k3: of pushing towards an obstacle"});
  f.number("steer_stiffness", p.force.steer_stiffness,
           {.unit = "N/m", .min = 0, .max = 2000, .help = "k4: of steering towards one"});
  f.number("store", p.force.store,
           {.unit = "J", .min = 0, .max = 1, .help = "that pays for a spring that grows stiffer"});
  f.number("damping", p.force.damping,
           {.unit = "N s/m", .min = 0, .max = 100, .help = "that fills the store again"});
}

void describe(Fields& f, ScannerParams& p) {
  using Source = ScannerParams::Source;
  f.choice("source", p.source, {{"simulated", Source::simulated}, {"tim561", Source::tim561}},
           {.help = "of a world, or a SICK TiM561 on the network (sessions in wall time)",
            .noun = "scanner"});
  f.text("address", p.address, {.help = "HOST or HOST:PORT of a TiM561"});
  f.check(device::parse_host_port(p.address, 1).has_value(), "address",
          "expected HOST or HOST:PORT");
  f.number("timeout", p.timeout,
           {.unit = "s", .max = 10, .above = 0, .help = "silence after which the platform brakes"});
  describe_intervals(f, "silent", p.silent, "when a simulated one says nothing");
}

void describe(Fields& f, CourseParams& p) {
  f.points("centre", p.centre,
           {.unit = "m", .min = -1000, .max = 1000, .help = "the way along the middle: x, y, 0"},
           {0, 100});
  f.number("stop", p.stop,
           {.unit = "m", .min = 0, .max = 100, .help = "dist2: from the end of it, where to stop"});
  f.number("margin", p.margin,
           {.unit = "m", .min = 0, .max = 1, .help = "dist3: nearer than this is a collision"});
  f.number("scatter", p.scatter,
           {.unit = "m", .min = 0, .max = 1, .help = "of where the platform starts, across"});
  f.number("turn_scatter", p.turn_scatter,
           {.unit = "rad", .min = 0, .max = 1, .help = "of its heading at the start"});
}

}  // namespace tether::scenario
