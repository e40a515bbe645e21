#include "tether/link/connection_diagnosis.hpp"

#include <cerrno>

namespace tether::link {
namespace {

struct TroubleTraits {
  std::string_view name, words;
  int looks;  // in a row that make it believed
};

// in the order of Trouble
constexpr std::array kTroubles{
    TroubleTraits{"none", "", 1},
    TroubleTraits{"wrong_key", "wrong key", 1},
    TroubleTraits{"same_role", "same role at both ends", 1},
    TroubleTraits{"own_address", "receives only itself", 1},
    TroubleTraits{"other_version", "peer of another version", 2},
    TroubleTraits{"too_large", "datagrams too large for the path", 1},
    TroubleTraits{"samples_lost", "samples do not arrive", 3},
    TroubleTraits{"samples_unheard", "samples do not reach the peer", 3},
    TroubleTraits{"not_heard", "the peer does not receive us", 3},
    TroubleTraits{"refused", "nobody at the peer's port", 2},
    TroubleTraits{"unreachable", "no way to the peer", 2},
    TroubleTraits{"not_ours", "nothing but strangers", 3},
    TroubleTraits{"nobody", "nobody there", 3},
};
static_assert(kTroubles.size() == static_cast<std::size_t>(Trouble::nobody) + 1);

const TroubleTraits& traits(Trouble trouble) noexcept {
  return kTroubles[static_cast<std::size_t>(trouble)];
}

// of what the network or this machine said
Trouble refusal(int error) noexcept {
  if (error == 0) return Trouble::none;
  return error == ECONNREFUSED ? Trouble::refused : Trouble::unreachable;
}

}  // namespace

std::string_view name(Trouble trouble) noexcept { return traits(trouble).name; }
std::string_view words(Trouble trouble) noexcept { return traits(trouble).words; }

Trouble trouble_in(const ConnectionEvidence& latest, const ConnectionEvidence& recent) noexcept {
  // what the machine says of its own datagrams is sure, whatever comes from the other side
  if (latest.too_large > 0) return Trouble::too_large;
  if (latest.samples > 0) {
    return latest.echoing > 0 ? Trouble::none : Trouble::peer_lacks_samples;
  }
  // samples of another form come after a handshake that went well
  if (latest.other_version > 0) return Trouble::other_version;
  // the true peer is there: what strangers send besides does not matter
  if (latest.answers + recent.answers > 0) return Trouble::samples_lost;
  if (latest.greetings > 0) return Trouble::peer_lacks_answer;

  if (latest.own > 0) return Trouble::own_address;
  if (latest.same_role > 0) return Trouble::same_role;
  // one alone may have been changed on the way
  if (latest.unverified > 1) return Trouble::wrong_key;
  if (const Trouble refused = refusal(latest.error); refused != Trouble::none) return refused;
  return latest.unknown + latest.unverified > 0 ? Trouble::not_ours : Trouble::nobody;
}

Diagnosis ConnectionWatch::look(DiagnosableEndpoint& endpoint) {
  ConnectionEvidence latest = endpoint.evidence();
  if (latest.samples > 0) {
    met_ = true;
    before_ = {};
  }
  ConnectionEvidence recent;
  for (std::size_t ago = 1; ago <= kRemembered; ++ago) {
    const ConnectionEvidence& one = before_[(looks_ + kRemembered - ago) % kRemembered];
    recent.answers += one.answers;
    if (recent.error == 0) recent.error = one.error;
  }
  // a handshake that led to samples says nothing of what comes later
  before_[looks_++ % kRemembered] = latest.samples > 0 ? ConnectionEvidence{} : latest;
  // networks answer now and then only: every few seconds, where nobody knows a host
  if (latest.error == 0) latest.error = recent.error;
  return {trouble_in(latest, recent), latest};
}

bool ConnectionWatch::update(core::Time now, DiagnosableEndpoint& endpoint) {
  if (!begun_) {
    begun_ = true;
    next_ = now + kInterval;
  }
  if (now < next_) return false;
  next_ = now + kInterval;

  const Trouble before = found_.trouble;
  found_ = look(endpoint);
  times_ = found_.trouble == before ? times_ + 1 : 1;
  if (times_ < traits(found_.trouble).looks || found_.trouble == diagnosis_.trouble) return false;
  diagnosis_ = found_;
  return true;
}

const Diagnosis& ConnectionWatch::conclude(DiagnosableEndpoint& endpoint) {
  const Diagnosis last = look(endpoint);
  if (diagnosis_.trouble == Trouble::none && !met_) {
    // the last part of a second may have been silent by chance
    const bool silent = last.trouble == Trouble::nobody && found_.trouble != Trouble::none;
    diagnosis_ = silent ? found_ : last;
  }
  return diagnosis_;
}

}  // namespace tether::link
