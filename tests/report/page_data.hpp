// The data that a page carries.
#pragma once

#include <string>
#include <string_view>

namespace tether::report {

// as the browser gets them: the text after the slot's tag, up to the next "</script>"
inline std::string data_text(const std::string& html, std::string_view slot) {
  const std::size_t begin = html.find(slot) + slot.size();
  return html.substr(begin, html.find("</script>", begin) - begin);
}

}  // namespace tether::report
