#include "tether/device/drivers/sick_tim/tim561_emulator.hpp"

#include <algorithm>
#include <cerrno>

#include <netinet/in.h>
#include <poll.h>

#include "tether/core/error.hpp"
#include "tether/device/drivers/sick_tim/cola_frame.hpp"
#include "tether/device/drivers/sick_tim/scan_telegram.hpp"
#include "tether/device/drivers/sick_tim/tim561_session.hpp"

namespace tether::device {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kMostUnsent = 1 << 18;  // bytes; a client that takes nothing is let go
constexpr std::size_t kMostRemembered = 256;  // commands
constexpr std::size_t kGarbageBytes = 2000;   // in place of one scan
constexpr std::size_t kPiece = 31;            // bytes of a split telegram
constexpr core::Duration kBetweenPieces = std::chrono::microseconds(20);
constexpr core::Duration kInDevice = std::chrono::microseconds(4900);  // from scanned to sent
constexpr std::size_t kFaults = 5;
constexpr core::Duration kLongestWait = std::chrono::milliseconds(100);

std::uint32_t microseconds(core::Duration time) noexcept {
  return static_cast<std::uint32_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

}  // namespace

struct Tim561Emulator::Client {
  Descriptor socket;
  ColaFrames frames{};
  Tim561Session session{};
  std::string unsent{};
  std::uint16_t telegrams = 0;
};

Tim561Emulator::Tim561Emulator(Tim561EmulatorParams params)
    : params_(std::move(params)),
      listener_(tcp_listen(tcp_address(params_.listen, params_.port, "--listen"))),
      wake_up_(make_wake_up()),
      began_(Steady::now()),
      until_(kFaults, Instant::min()) {
  if (!(params_.rate > 0) || !params_.scene) {
    throw core::InputError("an emulated scanner needs a scene and a rate above zero");
  }
  thread_ = std::thread([this] { run(); });
}

Tim561Emulator::~Tim561Emulator() {
  stop_ = true;
  ring(wake_up_);
  thread_.join();
}

std::uint16_t Tim561Emulator::port() const noexcept {
  const TcpAddress address = tcp_local(listener_);
  // at the same place in addresses of both families
  const auto* both = reinterpret_cast<const sockaddr_in*>(&address.storage);  // NOLINT
  return ntohs(both->sin_port);
}

void Tim561Emulator::inject(ScannerFault fault, core::Duration lasts) {
  const std::lock_guard lock(mutex_);
  drop_ = drop_ || fault == ScannerFault::drop || fault == ScannerFault::refuse;
  until_[static_cast<std::size_t>(fault)] = Steady::now() + lasts;
  ring(wake_up_);
}

bool Tim561Emulator::lasts(ScannerFault fault, Instant now) const {
  const std::lock_guard lock(mutex_);
  return now < until_[static_cast<std::size_t>(fault)];
}

Tim561EmulatorCounts Tim561Emulator::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<std::string> Tim561Emulator::commands() const {
  const std::lock_guard lock(mutex_);
  return commands_;
}

void Tim561Emulator::remember(const std::string& command, bool refused) {
  const std::lock_guard lock(mutex_);
  ++counts_.commands;
  counts_.refused += refused ? 1 : 0;
  if (commands_.size() == kMostRemembered) commands_.erase(commands_.begin());
  commands_.push_back(command);
}

void Tim561Emulator::run() {
  const auto period = core::duration_from_seconds(1 / params_.rate);
  Instant next = Steady::now() + period;
  while (!stop_) {
    wait(next);
    const Instant now = Steady::now();
    accept_clients();
    if (!lasts(ScannerFault::stall, now)) {
      for (const auto& client : clients_) serve(*client);
    }
    if (now >= next) {
      send_scans(now);
      next = std::max(next + period, now);
    }
    for (const auto& client : clients_) flush(*client);
    std::erase_if(clients_, [](const auto& client) { return !client->socket.open(); });
    const std::lock_guard lock(mutex_);
    counts_.clients = static_cast<int>(clients_.size());
  }
}

void Tim561Emulator::wait(Instant until) {
  const Instant now = Steady::now();
  // commands that came while it stalls wait for its end, so they must not wake it all the time
  const bool deaf = lasts(ScannerFault::stall, now);
  std::vector<pollfd> sockets{{wake_up_.number(), POLLIN, 0}, {listener_.number(), POLLIN, 0}};
  for (const auto& client : clients_) {
    const auto events =
        static_cast<short>((deaf ? 0 : POLLIN) | (deaf || client->unsent.empty() ? 0 : POLLOUT));
    sockets.push_back({deaf ? -1 : client->socket.number(), events, 0});
  }
  const auto left = std::clamp<core::Duration>(until - now, core::Duration{0}, kLongestWait);
  const timespec timeout{0, left.count()};
  ppoll(sockets.data(), sockets.size(), &timeout, nullptr);
  clear(wake_up_);
}

void Tim561Emulator::accept_clients() {
  const bool refusing = lasts(ScannerFault::refuse, Steady::now());
  for (Descriptor socket = tcp_accept(listener_); socket.open(); socket = tcp_accept(listener_)) {
    if (refusing) continue;
    clients_.push_back(std::make_unique<Client>(Client{.socket = std::move(socket)}));
    const std::lock_guard lock(mutex_);
    ++counts_.connections;
  }
}

void Tim561Emulator::serve(Client& client) {
  std::array<char, 1024> buffer;
  const ssize_t size = recv(client.socket.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return client.socket.close();
  if (size < 0) return;
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  for (auto command = client.frames.take(bytes); !command.empty();
       command = client.frames.take(bytes)) {
    const std::string text(command);
    Tim561Answer answer = client.session.answer(command);
    if (answer.one_scan) {
      ScanHeader header{.asked_for = true, .scan_counter = scans_, .scan_rate = params_.rate};
      answer.text = write_scan(header, params_.scene(core::Time(Steady::now() - began_)));
    }
    client.unsent += cola_frame(answer.text);
    remember(text, answer.refused);
  }
}

void Tim561Emulator::drop_all(std::string_view half) {
  for (const auto& client : clients_) {
    client->unsent += half;
    flush(*client);
    client->socket.close();
  }
}

void Tim561Emulator::send_scans(Instant now) {
  ++scans_;
  const core::Duration time = now - began_;
  ScanHeader header{.scan_counter = scans_,
                    .scanned_us = microseconds(time - kInDevice),
                    .sent_us = microseconds(time),
                    .scan_rate = params_.rate};
  const assist::RangeScan scan = params_.scene(core::Time(time));
  bool drop = false;
  {
    const std::lock_guard lock(mutex_);
    std::swap(drop, drop_);
  }
  const bool garbage = lasts(ScannerFault::garbage, now);
  if (lasts(ScannerFault::stall, now)) return;
  for (const auto& client : clients_) {
    if (!client->session.streaming()) continue;
    header.telegram_counter = client->telegrams++;
    std::string telegram = cola_frame(write_scan(header, scan));
    if (drop) return drop_all(std::string_view(telegram).substr(0, telegram.size() / 2));
    if (garbage) {
      telegram.resize(kGarbageBytes);
      for (char& c : telegram) {
        noise_ = noise_ * 6364136223846793005U + 1442695040888963407U;
        c = static_cast<char>(noise_ >> 56U);
      }
    }
    client->unsent += telegram;
    const std::lock_guard lock(mutex_);
    ++counts_.telegrams;
  }
  if (drop) drop_all({});
}

void Tim561Emulator::flush(Client& client) {
  const Instant now = Steady::now();
  if (lasts(ScannerFault::stall, now)) return;
  const bool split = lasts(ScannerFault::split, now);
  while (client.socket.open() && !client.unsent.empty()) {
    const std::size_t size = split ? std::min(kPiece, client.unsent.size()) : client.unsent.size();
    const ssize_t sent =
        send(client.socket.number(), client.unsent.data(), size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      if (errno != EAGAIN || client.unsent.size() > kMostUnsent) client.socket.close();
      return;
    }
    client.unsent.erase(0, static_cast<std::size_t>(sent));
    if (split) std::this_thread::sleep_for(kBetweenPieces);
  }
}

}  // namespace tether::device
