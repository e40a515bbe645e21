#include "tether/link/udp/key_agreement.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <sodium.h>

namespace tether::link {
namespace {

// of everything that both ends must do alike
constexpr std::string_view kProtocol = "tether udp link, version 1";
// names the purpose of derived keys
constexpr const char* kContext = "tetherUL";
static_assert(crypto_kdf_CONTEXTBYTES == 8);

enum class Purpose : std::uint8_t {
  leader_hello = 1,
  follower_hello,
  chain,
  to_leader,
  to_follower,
  connection
};

Key derive(const Key& from, Purpose purpose) noexcept {
  Key key;
  crypto_kdf_derive_from_key(key.data(), key.size(), static_cast<std::uint64_t>(purpose), kContext,
                             from.data());
  return key;
}

class Digest {
 public:
  explicit Digest(const Key& key) noexcept {
    crypto_generichash_init(&state_, key.data(), key.size(), std::tuple_size_v<Key>);
    // NOLINTNEXTLINE(*-reinterpret-cast): text to bytes
    add({reinterpret_cast<const std::uint8_t*>(kProtocol.data()), kProtocol.size()});
  }
  void add(Bytes bytes) noexcept { crypto_generichash_update(&state_, bytes.data(), bytes.size()); }
  Key finish() noexcept {
    Key digest;
    crypto_generichash_final(&state_, digest.data(), digest.size());
    sodium_memzero(&state_, sizeof state_);
    return digest;
  }

 private:
  crypto_generichash_state state_;
};

// adds DH(secret, open); false when `open` is no key
bool add_shared(Digest& digest, const Key& secret, const Key& open) noexcept {
  Key shared;
  const bool ok = crypto_scalarmult(shared.data(), secret.data(), open.data()) == 0;
  if (ok) digest.add(shared);
  sodium_memzero(shared.data(), shared.size());
  return ok;
}

// ee, and for key pairs es and se, in the order that both ends share
bool add_all_shared(Digest& digest, const LongTermKeys& keys,
                    const AgreementRequest& request) noexcept {
  const Key& own = request.own.secret;
  if (!add_shared(digest, own, request.peer)) return false;
  if (!keys.pair) return true;
  if (keys.role == Role::leader) {
    return add_shared(digest, own, keys.peer_public) &&
           add_shared(digest, keys.secret, request.peer);
  }
  return add_shared(digest, keys.secret, request.peer) && add_shared(digest, own, keys.peer_public);
}

// the key that stands for a key pair as a shared key does for itself
Key static_key(const KeyMaterial& material, Role role) {
  const Key own = public_half(material.secret);
  Digest digest(Key{});
  if (!add_shared(digest, material.secret, material.peer_public)) {
    throw std::invalid_argument("the peer's public key is not one");
  }
  digest.add(role == Role::leader ? own : material.peer_public);
  digest.add(role == Role::leader ? material.peer_public : own);
  return digest.finish();
}

}  // namespace

LongTermKeys long_term_keys(const KeyMaterial& material, Role role) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium found no source of randomness");
  LongTermKeys keys;
  keys.role = role;
  keys.pair = material.kind == KeyMaterial::Kind::pair;
  const Key root = keys.pair ? static_key(material, role) : material.secret;
  const Key leader = derive(root, Purpose::leader_hello);
  const Key follower = derive(root, Purpose::follower_hello);
  keys.own_hello = role == Role::leader ? leader : follower;
  keys.peer_hello = role == Role::leader ? follower : leader;
  keys.chain = derive(root, Purpose::chain);
  if (keys.pair) {
    keys.secret = material.secret;
    keys.peer_public = material.peer_public;
  }
  return keys;
}

Ephemeral new_ephemeral() noexcept {
  Ephemeral made;
  randombytes_buf(made.secret.data(), made.secret.size());
  crypto_scalarmult_base(made.open.data(), made.secret.data());
  return made;
}

void wipe(AgreementRequest& request) noexcept {
  sodium_memzero(request.own.secret.data(), request.own.secret.size());
}

void wipe(Agreement& agreement) noexcept {
  for (Key* key : {&agreement.seal, &agreement.open, &agreement.next.secret}) {
    sodium_memzero(key->data(), key->size());
  }
}

Agreement agree(const LongTermKeys& keys, const AgreementRequest& request) noexcept {
  Agreement result;
  result.peer = request.peer;
  result.cipher = request.cipher;
  result.next = new_ephemeral();

  const bool leads = keys.role == Role::leader;
  Digest digest(keys.chain);
  const auto cipher = static_cast<std::uint8_t>(request.cipher);
  digest.add({&cipher, 1});
  digest.add(leads ? request.own.open : request.peer);
  digest.add(leads ? request.peer : request.own.open);
  result.ok = add_all_shared(digest, keys, request);
  Key chain = digest.finish();
  if (!result.ok) return result;

  const Key to_leader = derive(chain, Purpose::to_leader);
  const Key to_follower = derive(chain, Purpose::to_follower);
  result.seal = leads ? to_follower : to_leader;
  result.open = leads ? to_leader : to_follower;
  const Key number = derive(chain, Purpose::connection);
  // 0 stands for none
  result.connection = std::max<std::uint64_t>(1, ByteReader(number.data()).take<std::uint64_t>());
  sodium_memzero(chain.data(), chain.size());
  return result;
}

KeyAgreementThread::KeyAgreementThread(const LongTermKeys& keys)
    : keys_(keys), thread_([this] { work(); }) {}

KeyAgreementThread::~KeyAgreementThread() {
  stopping_ = true;
  ++calls_;
  calls_.notify_one();
  thread_.join();
}

void KeyAgreementThread::request(const AgreementRequest& request) noexcept {
  if (!asked_.push(request)) return;
  calls_.fetch_add(1, std::memory_order_release);
  // wakes a thread, does not wait for it
  calls_.notify_one();
}

void KeyAgreementThread::release() noexcept {
  wipe(*done_.front());
  done_.release();
}

void KeyAgreementThread::work() noexcept {
  std::uint32_t seen = 0;
  while (!stopping_) {
    while (AgreementRequest* const request = asked_.front()) {
      Agreement made = agree(keys_, *request);
      done_.push(made);
      wipe(made);
      wipe(*request);
      asked_.release();
    }
    calls_.wait(seen, std::memory_order_acquire);
    seen = calls_.load(std::memory_order_acquire);
  }
}

}  // namespace tether::link
