#include "tether/report/plain_page.hpp"

#include <fmt/format.h>

namespace tether::report {
namespace {

constexpr const char* kPageStyle =
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}\n"
    "@media (prefers-color-scheme:dark){body{color:#ddd;background:#16181c}}\n"
    "svg{width:100%;height:auto}.wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-size:.87em;font-variant-numeric:tabular-nums;white-space:"
    "nowrap}\n"
    "td,th{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #8884;font-weight:400}\n"
    "th{font-weight:600}td:first-child,td:last-child,th:last-child{text-align:left}\n"
    "li{margin:.4rem 0}\n</style>\n";

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string open_page(std::string_view title) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>{}</title>\n{}",
      title, kPageStyle);
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"wide\"><table>";
  bool heading = true;
  for (const auto& row : rows) {
    html += "<tr>";
    for (const std::string& cell : row) {
      html += fmt::format("<{0}>{1}</{0}>", heading ? "th" : "td", escaped(cell));
    }
    html += "</tr>\n";
    heading = false;
  }
  return html + "</table></div>\n";
}

}  // namespace tether::report
