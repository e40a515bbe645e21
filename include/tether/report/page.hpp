// Pages that need nothing besides themselves: of text, tables and figures, and those of web/ with
// their data in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tether::report {

// up to where the content begins
std::string open_page(std::string_view title);

// as it stands in a page
std::string escaped(std::string_view text);

// the first row is the heading; wide ones can be scrolled
std::string html_table(const std::vector<std::vector<std::string>>& rows);

// The template with the document in the script element of that id. Nothing in the data can end the
// element. Throws std::logic_error when the template has no such place.
std::string fill_page(std::string_view page, std::string_view id,
                      const nlohmann::ordered_json& document);

}  // namespace tether::report
