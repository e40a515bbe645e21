#include "tether/link/udp/key_material.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"

namespace tether::link {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr const char* kBase64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

class KeyFile : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text,
                    fs::perms mode = fs::perms::owner_read | fs::perms::owner_write) {
    const auto directory = fs::path(testing::TempDir()) /
                           testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(directory);
    const fs::path path = directory / name;
    std::ofstream(path) << text;
    fs::permissions(path, mode);
    return path.string();
  }
  static std::string refusal(const std::string& path) {
    try {
      shared_key(path);
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(KeyFile, IsReadInHexadecimalAndBase64) {
  const Key key = shared_key(write("hex", std::string("# a remark\n\n") + kHex + "\n")).secret;
  EXPECT_EQ(hexadecimal(key), kHex);
  EXPECT_EQ(shared_key(write("base64", kBase64)).secret, key);
  EXPECT_EQ(shared_key(write("bare", std::string(kBase64).substr(0, 43))).secret, key);
}

TEST_F(KeyFile, IsRefusedWhereOthersMayReadIt) {
  const std::string path =
      write("open", kHex, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_EQ(refusal(path), path + ": others may use this key; chmod 600 " + path);
}

TEST_F(KeyFile, IsRefusedWhereItHoldsNoKey) {
  const std::string path = write("bad", std::string("# remark\n") + kHex + "00\n");
  EXPECT_EQ(refusal(path),
            path + ":2: expected a key: 64 hexadecimal digits, or 32 bytes in base64");
  const std::string empty = write("empty", "# nothing\n");
  EXPECT_EQ(refusal(empty), empty + ": holds no key");
  const std::string zero = write("zero", std::string(64, '0'));
  EXPECT_EQ(refusal(zero), zero + ": a key of zeros is no secret");
  EXPECT_EQ(refusal("/nonexistent.key"),
            "/nonexistent.key: cannot be read: No such file or directory");
}

TEST_F(KeyFile, OfAPairTakesThePeersKeyAsFileOrText) {
  const Key peer = public_half(random_key());
  const std::string own = write("own", kHex);
  const std::string file = write("peer.pub", hexadecimal(peer), fs::perms(0644));
  EXPECT_EQ(key_pair(own, file).peer_public, peer);
  EXPECT_EQ(key_pair(own, hexadecimal(peer)).peer_public, peer);
  EXPECT_EQ(key_pair(own, file).kind, KeyMaterial::Kind::pair);
}

TEST_F(KeyFile, OfAPairIsRefusedWithTheOwnPublicKeyOrNone) {
  const std::string own = write("own", kHex);
  Key secret;
  ASSERT_TRUE(parse_key(kHex, secret));
  EXPECT_THROW(key_pair(own, hexadecimal(public_half(secret))), core::InputError);
  // a point that agrees on zero with everybody
  EXPECT_THROW(key_pair(own, std::string(64, '0')), core::InputError);
}

}  // namespace
}  // namespace tether::link
