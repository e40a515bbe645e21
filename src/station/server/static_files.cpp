#include "tether/station/server/static_files.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <sodium.h>
#include <zlib.h>

namespace tether::station {
namespace {

constexpr int kGzip = 16 + MAX_WBITS;  // zlib's way to say gzip

std::string unpack(const std::string& path, std::string& gzip) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(gzip.data());  // NOLINT(*-reinterpret-cast)
  stream.avail_in = static_cast<uInt>(gzip.size());
  std::string bytes;
  std::array<Bytef, 65536> piece{};
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = piece.data();
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.append(piece.begin(), piece.end() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::invalid_argument(path + ": not compressed with gzip");
  return bytes;
}

std::string tag_of(const std::string& bytes) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()),  // NOLINT
                     bytes.size(), nullptr, 0);
  std::string tag;
  for (const unsigned char byte : hash) tag += fmt::format("{:02x}", byte);
  return tag;
}

}  // namespace

StaticFiles::StaticFiles() { add("/healthz", "text/plain; charset=utf-8", "ok\n"); }

void StaticFiles::add(std::string path, std::string type, std::string bytes) {
  std::string tag = tag_of(bytes);
  files_[std::move(path)] = {std::move(bytes), {}, std::move(type), std::move(tag)};
}

void StaticFiles::add_gzip(std::string path, std::string type, std::string gzip) {
  std::string bytes = unpack(path, gzip);
  std::string tag = tag_of(bytes);
  files_[std::move(path)] = {std::move(bytes), std::move(gzip), std::move(type), std::move(tag)};
}

const StaticFile* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace tether::station
