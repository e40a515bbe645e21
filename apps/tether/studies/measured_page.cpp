#include "apps/tether/studies/measured_page.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "apps/tether/command_line/command_tree.hpp"
#include "tether/core/shell_word.hpp"
#include "tether/core/version.hpp"
#include "tether/core/whole_file.hpp"
#include "tether/study/measured_part.hpp"

namespace tether::apps {
namespace {

// "study drive"
std::string name_below_root(const CLI::App& command) {
  const std::string path = path_of(command);
  return path.substr(path.find(' ') + 1);
}

// " --seeds 4", as it was given
std::string as_given(const CLI::Option& option) {
  std::string name = option.get_positional() ? "" : " " + option.get_name();
  if (option.get_items_expected_max() == 0) return name;
  std::string text;
  for (const std::string& value : option.results()) {
    text += name + " " + core::shell_word(value);
    // a list follows its name, unless each value has one of its own
    if (option.get_allow_extra_args()) name.clear();
  }
  return text;
}

// without what changes no figure
std::string line_of(const CLI::App& command) {
  constexpr std::array<std::string_view, 2> kWithoutEffect{"--out", "--jobs"};
  std::string line = path_of(command);
  for (const CLI::Option* option : command.get_options()) {
    const bool counts =
        std::ranges::find(kWithoutEffect, option->get_name()) == kWithoutEffect.end();
    if (option->count() > 0 && counts) line += as_given(*option);
  }
  return line;
}

}  // namespace

MeasuredPage::MeasuredPage(CLI::App& command) : command_(command) {
  command.add_option("--markdown", file_, "Also put the figures into this page of the manual")
      ->type_name("FILE");
}

void MeasuredPage::write_image(std::string_view name, std::string_view svg) const {
  if (file_.empty()) return;
  const auto images = std::filesystem::path(file_).parent_path() / "images";
  core::make_directory(images);
  core::write_whole(images / name, svg);
}

void MeasuredPage::write(std::string_view measured) const {
  if (file_.empty()) return;
  const auto directory = std::filesystem::path(file_).parent_path();
  if (!directory.empty()) core::make_directory(directory);
  const std::string stamp = study::measured_stamp(TETHER_VERSION, line_of(command_));
  study::write_measured_part(file_, fmt::format("{}{}", stamp, measured),
                             name_below_root(command_));
  fmt::print("manual   {}\n", file_);
}

}  // namespace tether::apps
