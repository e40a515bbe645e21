#include "tether/runtime/loops/realtime_thread.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <alloca.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/loops/memory_lock.hpp"
#include "tether/core/error.hpp"

namespace tether::runtime {

struct RealtimeThread::Work {
  std::function<void()> body;
  std::string name;
  std::exception_ptr thrown;
};

namespace {

constexpr int kHighestPriority = 99;
constexpr std::size_t kMostNameBytes = 15;   // pthread_setname_np(3)
constexpr std::size_t kFrameBytes = 16'384;  // of the calls that are open already, and a margin

void require(const RealtimeParams& params) {
  if (params.priority < 0 || params.priority > kHighestPriority) {
    throw core::InputError(fmt::format("thread {}: priority {} is not within 0 (ordinary) to {}",
                                       params.name, params.priority, kHighestPriority));
  }
  if (params.cpu && *params.cpu < 0) {
    throw core::InputError(fmt::format("thread {}: there is no CPU {}", params.name, *params.cpu));
  }
}

// attributes of a thread to be; a call that fails is a thread that cannot start
class Attributes {
 public:
  explicit Attributes(const std::string& name) : name_(name) {
    check(pthread_attr_init(&attributes_));
  }
  ~Attributes() { pthread_attr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  void stack(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto least = static_cast<std::size_t>(sysconf(_SC_THREAD_STACK_MIN)) + 2 * kFrameBytes;
    const std::size_t pages = (std::max(bytes, least) + page - 1) / page;
    check(pthread_attr_setstacksize(&attributes_, pages * page));
  }
  // explicit, as a thread would take the schedule of its maker otherwise
  void schedule(int priority) {
    const sched_param param{.sched_priority = priority};
    check(pthread_attr_setinheritsched(&attributes_, PTHREAD_EXPLICIT_SCHED));
    check(pthread_attr_setschedpolicy(&attributes_, priority > 0 ? SCHED_FIFO : SCHED_OTHER));
    check(pthread_attr_setschedparam(&attributes_, &param));
  }
  void cpu(int index) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (index < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(index), &set);
    check(pthread_attr_setaffinity_np(&attributes_, sizeof set, &set));
  }
  const pthread_attr_t* get() const { return &attributes_; }

 private:
  void check(int error) const {
    if (error != 0) throw core::IoError("prepare thread", name_, error);
  }

  const std::string& name_;
  pthread_attr_t attributes_{};
};

std::string refused_priority(int priority) {
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_RTPRIO, &limit) == 0;
  return fmt::format(
      "SCHED_FIFO {} not permitted (rtprio limit {}): running as an ordinary thread; fix: echo "
      "\"$USER - rtprio 98\" | sudo tee -a /etc/security/limits.d/tether.conf, then log in again",
      priority, known ? fmt::format("{}", limit.rlim_cur) : "not known");
}

std::string refused_cpu(int cpu) {
  return fmt::format(
      "CPU {} is not there or not for this process: running on any CPU; fix: name "
      "one of those that nproc counts, or widen the set with taskset",
      cpu);
}

// Writes to every page of the stack that is left. Not inlined, so that its frame is given back.
[[gnu::noinline]] void touch_stack() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  const auto here = static_cast<std::size_t>(static_cast<char*>(__builtin_frame_address(0)) -
                                             static_cast<char*>(lowest));
  if (!known || here > bytes || here < kFrameBytes) return;
  const std::size_t left = here - kFrameBytes;
  constexpr std::size_t kPage =
      4096;  // the smallest that Linux has; touching too often does no harm
  auto* const room = static_cast<volatile char*>(alloca(left));
  for (std::size_t at = 0; at < left; at += kPage) room[at] = 0;
}

}  // namespace

RealtimeThread::RealtimeThread(const RealtimeParams& params, std::function<void()> body)
    : work_(std::make_unique<Work>(
          Work{std::move(body), params.name.substr(0, kMostNameBytes), nullptr})) {
  require(params);
  // first, so that the thread's stack is locked as it is made
  if (params.lock_memory) {
    std::string refusal = lock_process_memory();
    grant_.memory_locked = refusal.empty();
    if (!refusal.empty()) grant_.refused.push_back(std::move(refusal));
  }

  const auto run = [](void* argument) -> void* {
    auto& work = *static_cast<Work*>(argument);
    // a name is for people only; a thread without one works as well
    (void)pthread_setname_np(pthread_self(), work.name.c_str());
    touch_stack();
    try {
      work.body();
    } catch (...) {
      work.thrown = std::current_exception();
    }
    return nullptr;
  };

  grant_.priority = params.priority;
  grant_.affinity = params.cpu.has_value();
  for (;;) {
    Attributes attributes(params.name);
    attributes.stack(params.stack_bytes);
    attributes.schedule(grant_.priority);
    if (grant_.affinity) attributes.cpu(*params.cpu);
    const int error = pthread_create(&thread_, attributes.get(), run, work_.get());
    if (error == 0) break;
    // once more without what was refused
    if (error == EPERM && grant_.priority > 0) {
      grant_.refused.push_back(refused_priority(grant_.priority));
      grant_.priority = 0;
    } else if (error == EINVAL && grant_.affinity) {
      grant_.refused.push_back(refused_cpu(*params.cpu));
      grant_.affinity = false;
    } else {
      throw core::IoError("start thread", params.name, error);
    }
  }
  grant_.fifo = grant_.priority > 0;
  joinable_ = true;
}

RealtimeThread::~RealtimeThread() {
  if (joinable_) pthread_join(thread_, nullptr);
}

void RealtimeThread::join() {
  if (!joinable_) return;
  const int error = pthread_join(thread_, nullptr);
  if (error != 0) throw core::IoError("join thread", work_->name, error);
  joinable_ = false;
  if (work_->thrown) std::rethrow_exception(std::exchange(work_->thrown, nullptr));
}

}  // namespace tether::runtime
