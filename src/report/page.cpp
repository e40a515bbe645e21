#include "tether/report/page.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

using nlohmann::ordered_json;

// JSON that may stand inside a script element: "</script>" and "<!--" cannot occur in it
std::string script_text(const ordered_json& json) {
  // a text that is not UTF-8 must not cost the user the page
  const std::string plain = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(plain.size());
  for (const char c : plain) safe += c == '<' ? "\\u003c" : std::string(1, c);
  return safe;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
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

std::string fill_page(std::string_view page, std::string_view id, const ordered_json& document) {
  const std::string slot = fmt::format(R"(<script type="application/json" id="{}">)", id);
  const std::size_t found = page.find(slot);
  if (found == std::string_view::npos) {
    throw std::logic_error(fmt::format("the page has no place for its data, {}", id));
  }
  const std::size_t at = found + slot.size();
  std::string html(page.substr(0, at));
  html += script_text(document);
  html += page.substr(at);
  return html;
}

}  // namespace tether::report
