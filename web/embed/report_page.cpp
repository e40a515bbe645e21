#include "report_page.hpp"

// defined in report_page.S
extern "C" {
extern const char tether_report_page_begin[];
extern const char tether_report_page_end[];
}

namespace tether::web {

std::string_view report_template() noexcept {
  return {tether_report_page_begin, tether_report_page_end};
}

}  // namespace tether::web
