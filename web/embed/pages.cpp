#include "pages.hpp"

// defined in report_page.S and map_page.S
extern "C" {
extern const char tether_report_page_begin[];
extern const char tether_report_page_end[];
extern const char tether_map_page_begin[];
extern const char tether_map_page_end[];
}

namespace tether::web {

std::string_view report_template() noexcept {
  return {tether_report_page_begin, tether_report_page_end};
}

std::string_view map_template() noexcept { return {tether_map_page_begin, tether_map_page_end}; }

}  // namespace tether::web
