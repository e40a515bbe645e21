// The study of the platform as a page: velocity over time, error and swing over speed.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tether/report/page.hpp"
#include "tether/report/plots/line_panel.hpp"
#include "tether/reproduction/driving/platform_study.hpp"

namespace tether::reproduction {
namespace {

constexpr double kPlatformWidth = 960, kPlatformLeft = 56, kPlatformGap = 40, kPlatformTop = 62,
                 kPlatformHeight = 170, kPlatformBetween = 52;
constexpr std::array kMotions{PlatformMotion::straight, PlatformMotion::sideways,
                              PlatformMotion::bend, PlatformMotion::spot};
// wheels first, so that calm curves lie above the others
constexpr std::array kDrives{PlatformDrive::wheels_only, PlatformDrive::no_feed_forward,
                             PlatformDrive::platform};

constexpr std::array kBoth{PlatformDrive::platform, PlatformDrive::wheels_only};

std::string_view colour(PlatformDrive drive) {
  constexpr std::array<std::string_view, kPlatformDrives> kNames{"blue", "green", "orange"};
  return kNames.at(static_cast<std::size_t>(drive));
}

report::LinePanel panel(std::size_t column, std::size_t columns, int row) {
  const double width =
      (kPlatformWidth - kPlatformLeft - 12 - static_cast<double>(columns - 1) * kPlatformGap) /
      static_cast<double>(columns);
  report::LinePanel p;
  p.left = kPlatformLeft + static_cast<double>(column) * (width + kPlatformGap);
  p.top = kPlatformTop + row * (kPlatformHeight + kPlatformBetween);
  p.width = width;
  p.height = kPlatformHeight;
  return p;
}

std::string legend(std::span<const PlatformDrive> drives) {
  std::string svg;
  double x = kPlatformLeft;
  for (const PlatformDrive drive : drives) {
    svg += fmt::format("<path class=\"curve {}\" d=\"M{:.0f} 20h24\"/>\n", colour(drive), x);
    svg += report::svg_text(x + 30, 24, "start", name(drive));
    x += 190;
  }
  return svg;
}

// in the direction that is wanted; of turning on the spot the turn rate
double along(PlatformMotion motion, const robot::PlanarTwist& twist) {
  return motion == PlatformMotion::sideways ? twist[1]
         : motion == PlatformMotion::spot   ? twist[2]
                                            : twist[0];
}

const PlatformRun* traced(const std::vector<PlatformRun>& runs, PlatformDrive drive,
                          PlatformMotion motion, bool reverses) {
  for (const PlatformRun& run : runs) {
    if (run.trial.drive == drive && run.trial.motion == motion && run.trial.reverses == reverses &&
        !run.figures.trace.empty()) {
      return &run;
    }
  }
  return nullptr;
}

template <class Value>
std::vector<Eigen::Vector2d> points(const PlatformRun& run, Value value, double from = 0) {
  std::vector<Eigen::Vector2d> made;
  for (const PlatformMoment& m : run.figures.trace) {
    if (m.time >= from) made.emplace_back(m.time, value(m));
  }
  return made;
}

// one motion: velocity above, rim speed of one wheel below; of one that only goes on, the last
// second
std::string over_time(const std::vector<PlatformRun>& runs, PlatformMotion motion, bool reverses,
                      std::size_t column, std::size_t columns) {
  report::LinePanel above = panel(column, columns, 0), below = panel(column, columns, 1);
  above.x = below.x = {0, reverses ? 9.0 : 4.5, {0, 1, 2, 3, 4}};
  if (reverses) above.x.ticks = below.x.ticks = {0, 2, 4, 6, 8};
  const PlatformRun* calm = traced(runs, PlatformDrive::platform, motion, reverses);
  if (!reverses && calm != nullptr) {
    const double end = std::ceil(10 * calm->figures.trace.back().time) / 10;
    below.x = {end - 1, end, {end - 1, end - 0.5, end}};
  }
  above.y = reverses ? report::PanelAxis{-1.6, 1.6, {-1.2, -0.6, 0, 0.6, 1.2}}
                     : report::PanelAxis{0, 1.6, {0, 0.4, 0.8, 1.2, 1.6}};
  below.y = reverses ? report::PanelAxis{-6, 6, {-6, -3, 0, 3, 6}}
                     : report::PanelAxis{0.6, 1.8, {0.6, 0.9, 1.2, 1.5, 1.8}};
  std::string svg =
      above.frame(fmt::format("{}: velocity [{}]", reverses ? "back" : name(motion),
                              motion == PlatformMotion::spot ? "rad/s" : "m/s")) +
      below.frame(reverses ? "rim of one wheel [m/s]" : "rim of one wheel, the last second [m/s]");
  for (const PlatformDrive drive : {PlatformDrive::wheels_only, PlatformDrive::platform}) {
    const PlatformRun* run = traced(runs, drive, motion, reverses);
    if (run == nullptr) continue;
    svg +=
        above.curve(colour(drive),
                    points(*run, [&](const PlatformMoment& m) { return along(motion, m.twist); }));
    svg += below.curve(colour(drive), points(
                                          *run, [](const PlatformMoment& m) { return m.rim_speed; },
                                          below.x.from));
    if (drive != PlatformDrive::platform) continue;
    svg += above.curve(
        "level", points(*run, [&](const PlatformMoment& m) { return along(motion, m.reference); }));
  }
  return svg + report::svg_text(below.left + below.width / 2, below.top + kPlatformHeight + 32,
                                "middle", "time [s]");
}

// of two rows of panels
std::string figure_of_panels(const std::string& content) {
  constexpr double kAll = kPlatformTop + 2 * kPlatformHeight + kPlatformBetween + 42;
  return report::svg_figure(kPlatformWidth, kAll, content);
}

std::string velocity_figure(const std::vector<PlatformRun>& runs) {
  std::string svg = legend(kBoth) + "<path class=\"level\" d=\"M436 20h24\"/>\n" +
                    report::svg_text(466, 24, "start", "asked for");
  for (std::size_t i = 0; i < 3; ++i) svg += over_time(runs, kMotions[i], false, i, 3);
  return figure_of_panels(svg);
}

std::string reversal_figure(const std::vector<PlatformRun>& runs) {
  return figure_of_panels(legend(kBoth) + over_time(runs, PlatformMotion::straight, true, 0, 1));
}

// mean of the seeds, and from the least to the worst
std::string over_speed(const std::vector<PlatformCase>& cases, PlatformMotion motion,
                       std::size_t column) {
  report::LinePanel above = panel(column, kMotions.size(), 0),
                    below = panel(column, kMotions.size(), 1);
  above.x = below.x = {0.1, 1.3, {0.2, 0.4, 0.6, 0.8, 1, 1.2}};
  above.y = below.y = {0.01, 100, {0.01, 0.1, 1, 10, 100}, true};
  std::string svg = above.frame(fmt::format("{}: error [%]", name(motion))) +
                    below.frame("wheels' swing [%]") + above.level(100 * kTrackedWithin, "") +
                    below.level(100 * kOscillatingSwing, "") + below.level(100 * kCalmSwing, "");
  for (const PlatformDrive drive : kDrives) {
    std::vector<Eigen::Vector2d> error, swing;
    for (const PlatformCase& c : cases) {
      if (c.drive != drive || c.motion != motion || c.reverses) continue;
      error.emplace_back(c.speed, 100 * c.error.mean);
      swing.emplace_back(c.speed, 100 * c.wheel_swing.mean);
      svg += fmt::format("<path class=\"curve {}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", colour(drive),
                         below.at_x(c.speed), below.at_y(100 * c.least_swing),
                         below.at_y(100 * c.worst_swing));
    }
    svg += above.curve(colour(drive), error) + below.curve(colour(drive), swing);
    for (std::size_t i = 0; i < error.size(); ++i) {
      svg += fmt::format(
          "<circle class=\"dot {0}\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"2.6\"/>"
          "<circle class=\"dot {0}\" cx=\"{1:.1f}\" cy=\"{3:.1f}\" r=\"2.6\"/>\n",
          colour(drive), above.at_x(error[i].x()), above.at_y(error[i].y()),
          below.at_y(swing[i].y()));
    }
  }
  return svg +
         report::svg_text(below.left + below.width / 2, below.top + kPlatformHeight + 32, "middle",
                          motion == PlatformMotion::spot ? "turn rate [rad/s]" : "speed [m/s]");
}

std::string speed_figure(const std::vector<PlatformCase>& cases) {
  std::string svg = legend(kDrives);
  for (std::size_t i = 0; i < kMotions.size(); ++i) svg += over_speed(cases, kMotions[i], i);
  return figure_of_panels(svg);
}

std::string verdict(const std::vector<PlatformCase>& cases) {
  const auto objections = platform_objections(cases);
  if (objections.empty()) {
    return "<p>All that was asked for holds: control of the platform tracks within 5 % and is calm "
           "at every speed and motion; wheels alone oscillate above 0.8 m/s.</p>\n";
  }
  std::string html = "<p>Not everything holds:</p>\n<ul>\n";
  for (const std::string& said : objections)
    html += fmt::format("<li>{}</li>\n", report::escaped(said));
  return html + "</ul>\n";
}

}  // namespace

std::string platform_page(const std::vector<PlatformRun>& runs) {
  const auto cases = platform_cases(runs);
  return report::open_page("How the platform is controlled") +
         "<h1>Does the platform oscillate?</h1>\n"
         "<p>A platform on four smart wheels in simulation, from rest with its units turned at "
         "random. It is driven by control of the platform with torque distribution and weak wheel "
         "controllers, and by eight stiff wheel controllers alone. How and why: "
         "docs/measured/platform-control.md.</p>\n" +
         verdict(cases) + "<h2>At 1.2 m/s</h2>\n" + velocity_figure(runs) +
         "<h2>Over speed</h2>\n<p>RMS error of the velocity and RMS of what is faster than 2 Hz in "
         "the wheels' rim speeds, both over the wanted speed, in the last two thirds of the time "
         "that it is held. Bars reach from the least to the worst start; dashed: 5 % error; 1 % "
         "calm and 3 % oscillating.</p>\n" +
         speed_figure(cases) +
         "<h2>Turning back at full speed</h2>\n<p>The units flip. Nothing is asked of this; it is "
         "shown as it is.</p>\n" +
         reversal_figure(runs) + "<h2>Figures</h2>\n<div class=\"wide\"><pre>" +
         report::escaped(platform_table(cases)) + "</pre></div>\n</html>\n";
}

}  // namespace tether::reproduction
