#include "tether/device/drivers/sick_tim/sick_tim.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>

#include <poll.h>

namespace tether::device {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kReadBytes = 8192;
// from the end of a scan to its sending; more is a device that miscounts
constexpr core::Duration kLongestInDevice = std::chrono::milliseconds(100);

core::Duration time_in_device(const ScanHeader& header) noexcept {
  const std::uint32_t wrapped = header.sent_us - header.scanned_us;
  const core::Duration time = std::chrono::microseconds(wrapped);
  return time <= kLongestInDevice ? time : core::Duration{0};
}

}  // namespace

const char* name(ScannerState state) noexcept {
  switch (state) {
    case ScannerState::connecting:
      return "connecting";
    case ScannerState::starting:
      return "starting";
    case ScannerState::streaming:
      return "streaming";
    case ScannerState::pausing:
      return "pausing";
  }
  return "?";
}

std::uint64_t ScannerStatus::bad_telegrams() const noexcept {
  return std::accumulate(bad.begin(), bad.end(), std::uint64_t{0});
}

SickTim::SickTim(SickTimParams params, Clock clock)
    : params_(std::move(params)),
      clock_(std::move(clock)),
      address_(tcp_address(params_.host, params_.port, "scanner")),
      wake_up_(make_wake_up()),
      thread_([this] { run(); }) {}

SickTim::~SickTim() {
  stop_ = true;
  ring(wake_up_);
  thread_.join();
}

bool SickTim::read(core::Time, assist::RangeScan& scan) noexcept { return latest_.read(scan); }

ScannerStatus SickTim::status() noexcept {
  ScannerStatus status;
  reported_.read(status);
  return status;
}

void SickTim::run() noexcept {
  core::Duration next_pause = params_.first_pause;
  while (!stop_) {
    const std::uint64_t before = status_.scans;
    converse();
    socket_.close();
    frames_.restart();
    if (stop_) return;
    if (status_.scans > before) next_pause = params_.first_pause;
    pause(next_pause);
    next_pause = std::min(2 * next_pause, params_.longest_pause);
    ++status_.reconnects;
  }
}

void SickTim::converse() {
  counted_ = false;
  enter(ScannerState::connecting);
  if (!connect()) return;
  enter(ScannerState::starting);
  if (!start()) return;
  enter(ScannerState::streaming);
  stream();
  if (stop_) say_goodbye();
}

bool SickTim::connect() {
  socket_ = tcp_connect(address_);
  int error = socket_.open() ? 0 : errno;
  if (error == 0) {
    const Event event = wait(POLLOUT, Steady::now() + params_.connect_timeout);
    if (event == Event::stopped) return false;
    error = event == Event::timeout ? ETIMEDOUT : tcp_error(socket_);
  }
  if (error == 0) return true;
  core::FixedString<120> why;
  why.format("cannot connect: {}", std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
  fail(why);
  return false;
}

bool SickTim::start() {
  return std::all_of(kStartUp.begin(), kStartUp.end(),
                     [this](const ColaCommand& step) { return command(step); });
}

bool SickTim::command(const ColaCommand& step) {
  ColaAnswer answer = ColaAnswer::other;
  std::uint32_t code = 0;
  Event event = send(step.text) ? Event::data : Event::closed;
  const Deadline until = Steady::now() + params_.answer_timeout;
  while (event == Event::data && answer == ColaAnswer::other && Steady::now() <= until) {
    event = receive(until, [&](std::string_view telegram) {
      // the stream may begin before the last answer
      if (take_scan(telegram) || answer != ColaAnswer::other) return;
      answer = judge(step, telegram, code);
      if (answer == ColaAnswer::other) ++status_.unexpected;
    });
  }
  if (event == Event::stopped) return false;
  core::FixedString<120> why;
  if (answer == ColaAnswer::granted) return true;
  if (answer == ColaAnswer::declined) {
    why.format("{}: the device answers {:X}, expected {:X}", step.purpose, code, step.figure);
  } else if (answer == ColaAnswer::error) {
    why.format("{}: {} (sFA {:X})", step.purpose, cola_error(code), code);
  } else {
    why.format("{}: {}", step.purpose,
               event == Event::closed ? "the device closed the connection" : "no answer");
  }
  fail(why);
  return false;
}

void SickTim::stream() {
  Deadline until = Steady::now() + params_.stall;
  while (true) {
    const Event event = receive(until, [&](std::string_view telegram) {
      const std::uint64_t before = status_.scans;
      if (!take_scan(telegram)) ++status_.unexpected;
      if (status_.scans > before) until = Steady::now() + params_.stall;
    });
    if (event == Event::stopped) return;
    if (event == Event::closed) return fail("the device closed the connection");
    if (event == Event::timeout || Steady::now() > until) return fail("no good scan for too long");
  }
}

// so that a device whose other listeners stay sends less; nobody waits for the answer
void SickTim::say_goodbye() noexcept { send(kStopScanData); }

bool SickTim::send(std::string_view text) noexcept {
  std::array<char, 128> framed{};
  if (text.size() + 2 > framed.size()) return false;
  framed.front() = kStx;
  *std::copy(text.begin(), text.end(), framed.begin() + 1) = kEtx;
  const std::size_t size = text.size() + 2;
  // a fresh connection has room for a few bytes, so less than all of them is a broken one
  return ::send(socket_.number(), framed.data(), size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

SickTim::Event SickTim::wait(short events, Deadline until) noexcept {
  while (true) {
    if (stop_) return Event::stopped;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Steady::now());
    const int timeout = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    std::array<pollfd, 2> sockets{pollfd{wake_up_.number(), POLLIN, 0},
                                  pollfd{socket_.number(), events, 0}};
    const int ready = poll(sockets.data(), sockets.size(), timeout);
    if (stop_) return Event::stopped;
    if (ready > 0 && sockets[1].revents != 0) return Event::data;
    if (ready <= 0 && left.count() <= 0) return Event::timeout;
  }
}

template <class Take>
SickTim::Event SickTim::receive(Deadline until, Take&& take) {
  const Event event = wait(POLLIN, until);
  if (event != Event::data) return event;
  std::array<char, kReadBytes> buffer;
  const ssize_t size = recv(socket_.number(), buffer.data(), buffer.size(), 0);
  if (size < 0) return errno == EAGAIN || errno == EINTR ? Event::data : Event::closed;
  if (size == 0) return Event::closed;
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  for (auto telegram = frames_.take(bytes); !telegram.empty(); telegram = frames_.take(bytes)) {
    take(telegram);
  }
  publish();
  return Event::data;
}

// false: it is something else
bool SickTim::take_scan(std::string_view telegram) noexcept {
  const ScanError error = read_scan(telegram, params_.limits, header_, scan_);
  if (error == ScanError::not_scan_data) return false;
  if (error != ScanError::none) {
    ++status_.bad[static_cast<std::size_t>(error)];
    core::FixedString<120> why;
    why.format("bad scan: {}", describe(error));
    status_.last_error = why;
    return true;
  }
  const auto step = static_cast<std::uint16_t>(header_.scan_counter - counter_);
  const std::uint32_t passed = counted_ && step > 0 ? step : 1;
  counter_ = header_.scan_counter;
  counted_ = true;
  number_ += passed;
  status_.missed += passed - 1;
  ++status_.scans;
  scan_.number = number_;
  scan_.time = clock_() - time_in_device(header_);
  latest_.write(scan_);
  return true;
}

void SickTim::pause(core::Duration time) noexcept {
  enter(ScannerState::pausing);
  pollfd woken{wake_up_.number(), POLLIN, 0};
  poll(&woken, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(time).count()));
}

void SickTim::fail(std::string_view why) noexcept {
  status_.last_error.assign(why);
  publish();
}

void SickTim::enter(ScannerState state) noexcept {
  status_.state = state;
  publish();
}

void SickTim::publish() noexcept {
  status_.frames = frames_.counts();
  reported_.write(status_);
}

}  // namespace tether::device
