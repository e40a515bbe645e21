// A page of text, tables and figures that needs nothing else: no script, no other file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tether::report {

// up to where the content begins
std::string open_page(std::string_view title);

// as it stands in a page
std::string escaped(std::string_view text);

// the first row is the heading; wide ones can be scrolled
std::string html_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace tether::report
