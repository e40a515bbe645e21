// Packs as the build of the page does.
#pragma once

#include <string>

#include <zlib.h>

namespace tether::test {

inline std::string gzip(std::string bytes) {
  constexpr int kGzip = 16 + MAX_WBITS, kMemory = 8;
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());  // NOLINT(*-reinterpret-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());  // NOLINT(*-reinterpret-cast)
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace tether::test
