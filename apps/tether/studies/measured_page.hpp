// --markdown FILE of a command whose figures stand in a page of the manual: what stood there before
// is replaced, stamped with the version and the command line that made it.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace tether::apps {

class MeasuredPage {
 public:
  // adds the option; stays where it is until the command line was read
  explicit MeasuredPage(CLI::App& command);
  MeasuredPage(const MeasuredPage&) = delete;
  MeasuredPage& operator=(const MeasuredPage&) = delete;

  // images/NAME beside the page; nothing when no page is wanted
  void write_image(std::string_view name, std::string_view svg) const;
  // the part between the remarks; nothing when no page is wanted. core::IoError
  void write(std::string_view measured) const;

 private:
  const CLI::App& command_;
  std::string file_;
};

}  // namespace tether::apps
