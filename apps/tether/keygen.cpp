// tether keygen: keys for a link over UDP.
#include <cerrno>
#include <filesystem>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/tether/commands.hpp"
#include "tether/core/error.hpp"
#include "tether/link/udp/key_material.hpp"

namespace tether::apps {
namespace {

struct KeygenArguments {
  std::string out = "tether.key";
  bool pair = false;
  bool force = false;
};

constexpr mode_t kSecret = 0600;
constexpr mode_t kOpen = 0644;

void write_file(const std::string& path, const std::string& text, mode_t mode, bool force) {
  // never through somebody else's file or link: what is there is removed first
  if (force) ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0 && errno == EEXIST) {
    throw core::InputError(fmt::format("{}: there is a file already; --force replaces it", path));
  }
  if (file < 0) throw core::IoError("create", path, errno);
  // whatever the user's mask is
  const bool written = ::fchmod(file, mode) == 0 &&
                       ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  if (::close(file) != 0 || !written) throw core::IoError("write", path, written ? errno : error);
}

int keygen(const KeygenArguments& arguments) {
  const link::Key key = link::random_key();
  const std::string secret = link::hexadecimal(key);
  if (!arguments.pair) {
    write_file(arguments.out, "# tether: key that leader and follower share\n" + secret + "\n",
               kSecret, arguments.force);
    fmt::print("{}  the key of both ends: copy it to the other machine and keep it secret\n",
               arguments.out);
    return kOk;
  }
  const std::string open = link::hexadecimal(link::public_half(key));
  const std::string open_path = arguments.out + ".pub";
  if (!arguments.force && std::filesystem::exists(open_path)) {
    throw core::InputError(
        fmt::format("{}: there is a file already; --force replaces it", open_path));
  }
  write_file(arguments.out, "# tether: secret key of one end\n" + secret + "\n", kSecret,
             arguments.force);
  write_file(open_path, "# tether: public key of one end\n" + open + "\n", kOpen, arguments.force);
  fmt::print("{}  the secret of this end: keep it here\n{}  for the other end: {}\n", arguments.out,
             open_path, open);
  return kOk;
}

}  // namespace

void add_keygen(CLI::App& app, int& status) {
  auto arguments = std::make_shared<KeygenArguments>();
  CLI::App* command = app.add_subcommand("keygen", "Make keys for a link over UDP");
  command->add_option("--out", arguments->out, "Where the secret goes")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_flag("--pair", arguments->pair,
                    "An X25519 pair for this end, instead of one key for both");
  command->add_flag("--force", arguments->force, "Replace a key that is there");
  command->footer(
      "Secrets are readable by their owner only, and used only while they are.\n\n"
      "Example:  tether keygen --out robot.key\n"
      "          tether keygen --pair --out leader.key");
  command->callback([arguments, &status] { status = keygen(*arguments); });
}

}  // namespace tether::apps
