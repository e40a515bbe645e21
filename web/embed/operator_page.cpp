#include "operator_page.hpp"

#include <array>

// defined in operator_page.S
extern "C" {
extern const char tether_operator_html_begin[];
extern const char tether_operator_html_end[];
extern const char tether_operator_html_gz_begin[];
extern const char tether_operator_html_gz_end[];
extern const char tether_operator_js_begin[];
extern const char tether_operator_js_end[];
extern const char tether_operator_js_gz_begin[];
extern const char tether_operator_js_gz_end[];
extern const char tether_operator_css_begin[];
extern const char tether_operator_css_end[];
extern const char tether_operator_css_gz_begin[];
extern const char tether_operator_css_gz_end[];
}

namespace tether::web {

std::span<const PageFile> operator_page() noexcept {
  static const std::array<PageFile, 3> files = {{
      {"/",
       "text/html; charset=utf-8",
       {tether_operator_html_begin, tether_operator_html_end},
       {tether_operator_html_gz_begin, tether_operator_html_gz_end}},
      {"/operator.js",
       "text/javascript; charset=utf-8",
       {tether_operator_js_begin, tether_operator_js_end},
       {tether_operator_js_gz_begin, tether_operator_js_gz_end}},
      {"/operator.css",
       "text/css; charset=utf-8",
       {tether_operator_css_begin, tether_operator_css_end},
       {tether_operator_css_gz_begin, tether_operator_css_gz_end}},
  }};
  return files;
}

}  // namespace tether::web
