// The two user tasks over three links with simulated operators, beside tables 6.2 and 6.3.
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "reproduction/experiments.hpp"
#include "reproduction/sessions.hpp"
#include "tether/reproduction/passive_arm/user_study.hpp"

namespace tether::reproduction {
namespace {

using TaskSessions = std::vector<UserSession>;

// table 6.2: how easy ten people found it, 1 to 10
struct Perception {
  std::string_view link;
  double mean, deviation;
};
constexpr std::array<Perception, 3> kPerception{
    {{"ideal", 7.40, 1.08}, {"luna", 7.50, 1.18}, {"ros", 7.10, 0.99}}};

constexpr std::size_t kPeople = 10;          // of the document's
constexpr double kHalfPrintedDigit = 0.005;  // [mm], [N]

const UserTask& task_of(std::string_view name) {
  for (const UserTask& task : user_tasks()) {
    if (task.name == name) return task;
  }
  throw std::logic_error("no such task");
}

// "3.99", or "< 0.01"
double printed_margin(std::string_view margin) {
  const auto digit = margin.find_first_of("0123456789");
  double value = 0;
  std::from_chars(margin.data() + digit, margin.data() + margin.size(), value);
  return value;
}

std::string_view long_name(std::string_view link) {
  return link == "ideal" ? "no network" : link == "luna" ? "LUNA" : "ROS";
}

Row task_row(const UserTask& task, std::string_view id, std::string quantity, const char* source) {
  return {.id = fmt::format("1.{}.{}", task.name, id),
          .quantity = std::move(quantity),
          .unit = std::string(task.unit),
          .source = source};
}

// What simulated people do follows from what they were given, so that theirs can differ from what
// people did and cannot agree with it.
struct Given {
  Origin origin;
  std::string note;
};

void add_links(Outcome& outcome, const UserTask& task, const TaskSessions& sessions,
               std::string_view quantity, const Given& given, const std::string& cause) {
  for (const DocumentedLink& link : task.links) {
    const auto ours = moments_of(values(sessions, link.link, task.metric));
    Row row = task_row(task, link.link, fmt::format("{}: {}", long_name(link.link), quantity),
                       "table 6.2");
    row.theirs = Figure{link.mean, link.deviation, kPeople, FigureKind::persons};
    row.origin = given.origin;
    row.origin_note = given.note;
    row.aim = Aim::same;
    row.resolution = kHalfPrintedDigit;
    if (ours.n == 0) {
      row.not_comparable = "no session ended without a fault";
    } else {
      row.ours = figure_of(ours, task.scale);
      row.ours->kind = FigureKind::persons;
    }
    row.cause = cause;
    row.remark = fmt::format("Ten people, {} simulated operators", ours.n);
    outcome.rows.push_back(std::move(row));
  }
}

void add_margins(Outcome& outcome, const UserTask& task, const TaskSessions& sessions) {
  for (const DocumentedMargin& margin : task.margins) {
    const auto tested = values(sessions, margin.tested, task.metric);
    const auto reference = values(sessions, margin.reference, task.metric);
    Row row = task_row(task, fmt::format("margin_{}_{}", margin.tested, margin.reference),
                       fmt::format("δ, {} not inferior to {}", long_name(margin.tested),
                                   long_name(margin.reference)),
                       "table 6.3");
    row.theirs = Figure{printed_margin(margin.margin)};
    row.ours = Figure{task.scale * noninferiority_margin(tested, reference)};
    row.resolution = kHalfPrintedDigit;
    row.not_comparable =
        "a margin is made of how people scatter and of how many they are, and simulated ones "
        "scatter as they were set to";
    row.remark =
        fmt::format("Smallest margin at p = 0.05, paired, {} simulated operators", tested.size());
    outcome.rows.push_back(std::move(row));
  }
}

void add_perception(Outcome& outcome, const UserTask& task) {
  for (const Perception& p : kPerception) {
    Row row =
        task_row(task, fmt::format("perception_{}", p.link),
                 fmt::format("{}: how easy it seemed, both tasks", long_name(p.link)), "table 6.2");
    row.unit = "of 10";
    row.theirs = Figure{p.mean, p.deviation, kPeople, FigureKind::persons};
    row.aim = Aim::higher;
    row.not_comparable = "simulated operators have no opinion";
    outcome.rows.push_back(std::move(row));
  }
}

TaskSessions sessions_of(const UserTask& task, const Effort& effort, int operators) {
  UserStudyOptions options;
  options.operators = operators;
  set_jobs(options, effort);
  TaskSessions sessions = run_user_study(task, options);
  if (!effort.stopped()) write_csv(effort.out / "sessions.csv", sessions);
  return sessions;
}

}  // namespace

Outcome positioning(const Effort& effort) {
  const UserTask& task = task_of("positioning");
  const TaskSessions sessions = sessions_of(task, effort, effort.quick ? 6 : 10);
  Outcome outcome{{}, {effort.out / "sessions.csv"}};
  if (effort.stopped()) return outcome;
  add_links(
      outcome, task, sessions, "mean absolute error",
      {Origin::fitted, "adaptation was given to simulated operators with this figure in view"},
      "simulated operators correct one stroke at a time and look only after a stroke has "
      "ended, where people also correct on the way");
  add_margins(outcome, task, sessions);
  add_perception(outcome, task);
  return outcome;
}

Outcome peg_in_hole(const Effort& effort) {
  const UserTask& task = task_of("peg_in_hole");
  const TaskSessions sessions = sessions_of(task, effort, effort.quick ? 3 : 10);
  Outcome outcome{{}, {effort.out / "sessions.csv"}};
  if (effort.stopped()) return outcome;
  add_links(outcome, task, sessions, "mean interaction force",
            {Origin::input, "how hard a simulated operator presses is a parameter"},
            "how hard an operator presses is an assumption here, 7 to 9 N at the handle, of which "
            "the arm's friction takes about 5 N");
  add_margins(outcome, task, sessions);
  return outcome;
}

}  // namespace tether::reproduction
