// The whole command line: help that fits a screen, examples that parse, completion and manual
// page that leave nothing out.
#include "apps/tether/command_line/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "apps/tether/command_line/command_tree.hpp"
#include "apps/tether/command_line/help_page.hpp"
#include "tests/apps/program.hpp"

namespace tether::apps {
namespace {

int ignored_status = 0;

const Command& program() {
  static const Command tree = describe(*make_command_line(ignored_status));
  return tree;
}

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// as a shell splits it
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (const char c : line) {
    if (quote == 0 && (c == '>' || c == '|')) break;
    if (quote == 0 && c == ' ') {
      inside = false;
    } else if (c == quote) {
      quote = 0;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else {
        words.back() += c;
      }
    }
  }
  return words;
}

// thrown once all words are understood, before any of the commands would run
struct Understood {};

// why the program would refuse it; empty = it would not
std::string refusal(const std::string& line) {
  const auto app = make_command_line(ignored_status);
  app->parse_complete_callback([] { throw Understood{}; });
  std::vector<std::string> words = shell_words(line);
  words.erase(words.begin());
  std::reverse(words.begin(), words.end());
  try {
    app->parse(words);
  } catch (const CLI::ParseError& error) {
    return error.what();
  } catch (const Understood&) {
    return "";
  }
  return "nothing was parsed";
}

TEST(Help, FitsAScreenForEveryCommand) {
  for_each_command(program(), [](const Command& command) {
    std::istringstream page(help_page(command));
    std::size_t lines = 0;
    for (std::string line; std::getline(page, line); ++lines) {
      EXPECT_LE(columns(line), kHelpColumns) << command.path << ": " << line;
    }
    EXPECT_LE(lines, kHelpLines) << command.path;
  });
}

TEST(Help, IsWhatEveryCommandPrints) {
  EXPECT_EQ(tether("--help").output, help_page(program()));
  for_each_command(program(), [](const Command& command) {
    const auto& path = command.path;
    if (path == "tether" || std::count(path.begin(), path.end(), ' ') > 1) return;
    EXPECT_EQ(tether(path.substr(7) + " --help").output, help_page(command));
  });
}

TEST(Help, HasAnExampleOfEveryCommandThatParses) {
  for_each_command(program(), [](const Command& command) {
    const auto examples = example_commands(command);
    EXPECT_FALSE(examples.empty()) << command.path << " has no example";
    EXPECT_TRUE(std::any_of(
        examples.begin(), examples.end(),
        [&](const std::string& line) { return (line + " ").starts_with(command.path + " "); }))
        << command.path << " has no example of its own";
    for (const std::string& line : examples) EXPECT_EQ(refusal(line), "") << line;
  });
}

TEST(Help, HasExamplesThatAreReallyParsed) {
  EXPECT_NE(refusal("tether run omega_lwr_wall --nonsense"), "");
  EXPECT_NE(refusal("tether nonsense"), "");
}

TEST(Help, ShowsRangesAndStandardValuesInWords) {
  const auto page = tether("study passivity --help").output;
  EXPECT_NE(page.find("--seeds N"), std::string::npos) << page;
  EXPECT_NE(page.find("1 to 10000 (20)"), std::string::npos) << page;
  for_each_command(program(), [](const Command& command) {
    const auto text = help_page(command);
    for (const char* jargon : {"POSITIVE", "FLOAT", "UINT", " in [", "REQUIRED"}) {
      EXPECT_EQ(text.find(jargon), std::string::npos) << command.path << ": " << jargon;
    }
  });
}

TEST(Help, IsWhatTheWordHelpPrintsToo) {
  EXPECT_EQ(tether("help").output, help_page(program()));
  for_each_command(program(), [](const Command& command) {
    if (command.path == "tether") return;
    const Outcome outcome = tether("help " + command.path.substr(7));
    EXPECT_EQ(outcome.status, 0) << command.path;
    EXPECT_EQ(outcome.output, help_page(command));
  });
}

TEST(Version, IsPrintedByTheWordAsByTheOption) {
  const Outcome option = tether("--version");
  EXPECT_EQ(option.status, 0);
  EXPECT_TRUE(option.output.starts_with("tether ") && std::isdigit(option.output[7]) != 0)
      << option.output;
  const Outcome word = tether("version");
  EXPECT_EQ(word.status, 0);
  EXPECT_EQ(word.output, option.output);
}

struct Mistyped {
  const char* line;
  const char* answer;
};

void expect_answers(std::initializer_list<Mistyped> mistyped) {
  for (const auto& [line, answer] : mistyped) {
    const Outcome outcome = tether(line);
    EXPECT_EQ(outcome.status, 2) << line;
    EXPECT_EQ(outcome.output, std::string(answer) + "\n") << line;
  }
}

TEST(UnknownWord, OfACommandIsAnsweredWithTheNearestCommand) {
  expect_answers({
      {"rum", "tether: unknown command \"rum\"; did you mean \"run\"?"},
      {"rum omega_lwr_wall --set seed=2", "tether: unknown command \"rum\"; did you mean \"run\"?"},
      {"verison", "tether: unknown command \"verison\"; did you mean \"version\"?"},
      {"study passivty", "tether study: unknown command \"passivty\"; did you mean \"passivity\"?"},
      {"emulate netwrok --listen 0.0.0.0:1",
       "tether emulate: unknown command \"netwrok\"; did you mean \"network\"?"},
      {"list keyz", "tether list: unknown command \"keyz\"; did you mean \"keys\"?"},
      {"list metrik", "tether list: unknown command \"metrik\"; did you mean \"metrics\"?"},
      {"fixtures --interface lo remov",
       "tether fixtures: unknown command \"remov\"; did you mean \"remove\"?"},
      {"passivity", "tether: unknown command \"passivity\"; did you mean \"study passivity\"?"},
      {"nonsense", "tether: unknown command \"nonsense\"; see tether --help"},
  });
}

TEST(UnknownWord, OfAnOptionIsAnsweredWithTheNearestOptionOfThatCommand) {
  expect_answers({
      {"run omega_lwr_wall --sett seed=2",
       "tether run: unknown option \"--sett\"; did you mean \"--set\"?"},
      {"run omega_lwr_wall --sett=seed=2",
       "tether run: unknown option \"--sett\"; did you mean \"--set\"?"},
      // what is missing because of it is not what went wrong
      {"emulate network --lisen 0.0.0.0:1 --to 127.0.0.1:2",
       "tether emulate network: unknown option \"--lisen\"; did you mean \"--listen\"?"},
      {"study passivity --seed 3",
       "tether study passivity: unknown option \"--seed\"; did you mean \"--seeds\"?"},
      {"fixtures list --interfac lo",
       "tether fixtures list: unknown option \"--interfac\"; did you mean \"--interface\"?"},
      {"--verson", "tether: unknown option \"--verson\"; did you mean \"--version\"?"},
      {"run --nonsense", "tether run: unknown option \"--nonsense\"; see tether run --help"},
  });
}

TEST(UnknownWord, ThatNothingTakesIsNamed) {
  expect_answers({
      {"version 3", "tether version: unexpected word \"3\"; see tether version --help"},
      {"run omega_lwr_wall twice", "tether run: unexpected word \"twice\"; see tether run --help"},
  });
}

TEST(UnknownWord, AfterHelpIsAnsweredTheSameWay) {
  expect_answers({
      {"help rum", "tether: unknown command \"rum\"; did you mean \"run\"?"},
      {"help study drvie", "tether study: unknown command \"drvie\"; did you mean \"drive\"?"},
      {"help run fast", "tether run: unexpected word \"fast\"; see tether run --help"},
  });
}

class Completion : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Shells, Completion, ::testing::Values("bash", "zsh", "fish"),
                         [](const auto& shell) { return std::string(shell.param); });

TEST_P(Completion, KnowsEveryCommandAndOption) {
  const std::string script = tether(std::string("completion ") + GetParam()).output;
  const bool fish = std::string(GetParam()) == "fish";
  for_each_command(program(), [&](const Command& command) {
    if (command.path != "tether") {
      EXPECT_NE(script.find("'" + command.path + "'"), std::string::npos) << command.path;
    }
    for (const Argument& option : command.options) {
      const std::string& name = option.names.back();
      EXPECT_NE(script.find(fish ? " -l " + name.substr(2) : name), std::string::npos) << name;
    }
  });
}

TEST_P(Completion, IsAScriptOfItsShell) {
  const std::string name = GetParam();
  if (shell("command -v " + name).status != 0) GTEST_SKIP() << name << " is not installed";
  const auto file = (scratch() / "script").string();
  const auto outcome =
      shell("\"$TETHER\" completion " + name + " > " + file + " && " + name + " -n " + file);
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(outcome.output, "");
}

// what bash offers after these words, of which the last is being typed
std::string offered(const std::string& words) {
  const auto directory = scratch();
  std::ofstream(directory / "ask.bash")
      << "source <(\"$TETHER\" completion bash)\nCOMP_WORDS=(\"$TETHER\" " << words
      << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_tether\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  return "\n" + shell("export TETHER; cd " + directory.string() + " && bash ask.bash").output;
}

bool offers(const std::string& words, const std::string& answer) {
  return offered(words).find("\n" + answer + "\n") != std::string::npos;
}

TEST(BashCompletion, OffersCommands) {
  EXPECT_TRUE(offers("swe", "sweep"));
  EXPECT_TRUE(offers("study dr", "drive"));
  EXPECT_TRUE(offers("fixtures --interface lo rem", "remove"));
  EXPECT_TRUE(offers("help swe", "sweep"));
  EXPECT_FALSE(offers("study dr", "sweep"));
}

TEST(BashCompletion, OffersOptionsOfTheCommand) {
  EXPECT_TRUE(offers("run --", "--serve"));
  EXPECT_TRUE(offers("study drive --co", "--courses"));
  // a value is no command: the options are still those of run
  EXPECT_TRUE(offers("run --out sweep --s", "--set"));
  EXPECT_FALSE(offers("run --", "--vary"));
}

TEST(BashCompletion, OffersScenariosKeysLinksAndChoices) {
  EXPECT_TRUE(offers("run omega_l", "omega_lwr_wall"));
  EXPECT_TRUE(offers("study passivity --scenario omega_l", "omega_lwr_wall"));
  EXPECT_TRUE(offers("run omega_lwr_wall --set link.de", "link.delay="));
  EXPECT_TRUE(offers("sweep omega_lwr_wall --vary coupling.ki", "coupling.kind="));
  EXPECT_TRUE(offers("study passivity --link luna nl_", "nl_it"));
  EXPECT_TRUE(offers("study drive --courses corridor do", "doorway"));
  EXPECT_TRUE(offers("completion z", "zsh"));
}

TEST(BashCompletion, PutsBackTogetherWhatBashSplitsAtEqualsSigns) {
  EXPECT_TRUE(offers("run --set seed = 7 --se", "--set"));
  EXPECT_TRUE(offers("run --set seed = 7 omega_l", "omega_lwr_wall"));
  // one scenario is enough
  EXPECT_FALSE(offers("run --set seed = 7 omega_lwr_wall omega_l", "omega_lwr_wall"));
  EXPECT_TRUE(offers("study passivity --scenario = omega_l", "omega_lwr_wall"));
}

TEST(ManPage, NamesEveryCommandAndOption) {
  std::string page = tether("man").output;
  std::string plain;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page[i] != '\\' || page[i + 1] != '-') plain += page[i];
  }
  for (const char* heading : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS",
                              "ENVIRONMENT", "FILES", "EXAMPLES"}) {
    EXPECT_NE(page.find(std::string("\n.SH ") + heading + "\n"), std::string::npos) << heading;
  }
  for_each_command(program(), [&](const Command& command) {
    if (!command.commands.empty() && command.path == "tether") return;
    EXPECT_NE(plain.find(".SS \"" + usage(command) + "\""), std::string::npos) << command.path;
    for (const Argument& option : command.options) {
      EXPECT_NE(plain.find(option.names.back()), std::string::npos) << option.names.back();
    }
  });
}

TEST(ManPage, IsSetWithoutAWarning) {
  if (shell("command -v groff").status != 0) GTEST_SKIP() << "groff is not installed";
  const auto outcome = shell("\"$TETHER\" man | groff -man -ww -z -Tutf8");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "");
}

}  // namespace
}  // namespace tether::apps
