// The operator's page as built from web/ and carried inside the program: three files, each as it is
// and compressed by gzip.
#pragma once

#include <span>
#include <string_view>

namespace tether::web {

// valid for the life of the program
struct PageFile {
  std::string_view path;  // as a browser asks for it: "/", "/operator.js", "/operator.css"
  std::string_view content_type;
  std::string_view plain;
  std::string_view gzip;
};

std::span<const PageFile> operator_page() noexcept;

}  // namespace tether::web
