#include "tether/report/page.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tether::report {
namespace {

using nlohmann::ordered_json;

// JSON that may stand inside a script element: "</script>" and "<!--" cannot occur in it
std::string script_text(const ordered_json& json) {
  // a text that is not UTF-8 must not cost the user the page
  const std::string plain = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(plain.size());
  for (const char c : plain) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

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
