// The files that the station gives away: a table from the path of a request to bytes in memory,
// looked up exactly as the path stands. Nothing is read from a disk, so no spelling of a path leads
// anywhere else.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tether::station {

struct StaticFile {
  std::string bytes;
  std::string gzip;  // the same, compressed; empty: only as it is
  std::string type;  // Content-Type
  std::string tag;   // of its content, for ETag, without quotes
};

class StaticFiles {
 public:
  // with one at "/healthz", by which others see that the server answers
  StaticFiles();

  // `path` begins with "/"; one that is there is replaced
  void add(std::string path, std::string type, std::string bytes);
  // compressed with gzip (RFC 1952), as embedded; std::invalid_argument when it cannot be unpacked
  void add_gzip(std::string path, std::string type, std::string gzip);

  // null: none
  const StaticFile* find(std::string_view path) const;

 private:
  std::map<std::string, StaticFile, std::less<>> files_;
};

}  // namespace tether::station
