#include "tether/station/server/admission.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tether/core/error.hpp"
#include "tether/station/server/access_token.hpp"

namespace tether::station {
namespace {

constexpr const char* kToken = "0123456789abcdefABCDEF";
const Gate kLoopback{.loopback = true, .port = 8080};
const Gate kOpen{.loopback = false, .port = 8080, .token = kToken};

RequestHead file_at(std::string_view target, std::string_view host = "127.0.0.1:8080") {
  return {.method = "GET", .target = target, .host = host, .hosts = 1};
}

RequestHead socket_at(std::string_view target, std::string_view protocols,
                      std::string_view host = "127.0.0.1:8080") {
  return {.method = "GET",
          .target = target,
          .host = host,
          .hosts = 1,
          .web_socket = true,
          .key = "dGhlIHNhbXBsZSBub25jZQ==",
          .version = "13",
          .protocols = protocols};
}

unsigned with_origin(const Gate& gate, RequestHead request, std::string_view origin) {
  request.origin = origin;
  request.origins = 1;
  return admit(gate, request).status;
}

TEST(Admission, TakesLoopbackNamesWithThePortOnly) {
  for (const char* host : {"127.0.0.1:8080", "127.1.2.3:8080", "localhost:8080", "LocalHost:8080",
                           "[::1]:8080", "[::ffff:127.0.0.1]:8080"}) {
    EXPECT_EQ(admit(kLoopback, file_at("/", host)).status, 200U) << host;
  }
  for (const char* host : {"",
                           "127.0.0.1",
                           "localhost",
                           "[::1]",
                           "127.0.0.1:8081",
                           "127.0.0.1:",
                           "127.0.0.1:80800",
                           "127.0.0.1:8080x",
                           "evil.example:8080",
                           "localhost.evil.example:8080",
                           "localhost.:8080",
                           "127.0.0.1.evil.example:8080",
                           "10.0.0.1:8080",
                           "0.0.0.0:8080",
                           "[::]:8080",
                           "[::1",
                           "[::1]8080",
                           "::1:8080",
                           "[127.0.0.1:8080",
                           "2130706433:8080",
                           "0x7f.0.0.1:8080",
                           "user@127.0.0.1:8080",
                           "127.0.0.1:8080 ",
                           "127.0.0.1:+8080"}) {
    const AdmissionVerdict verdict = admit(kLoopback, file_at("/", host));
    EXPECT_EQ(verdict.status, 421U) << host;
    EXPECT_EQ(verdict.why, Refused::host);
  }
}

TEST(Admission, LetsThePortOfHttpGoUnsaid) {
  const Gate gate{.loopback = true, .port = 80};
  EXPECT_EQ(admit(gate, file_at("/", "localhost")).status, 200U);
  EXPECT_EQ(admit(gate, file_at("/", "localhost:80")).status, 200U);
  EXPECT_EQ(admit(gate, file_at("/", "localhost:8080")).status, 421U);
}

TEST(Admission, DoesNotLookAtTheHostElsewhere) {
  EXPECT_EQ(admit(kOpen, file_at("/", "robot.local:8080")).status, 200U);
  EXPECT_EQ(admit(kOpen, file_at("/", "")).status, 200U);
}

TEST(Admission, NeedsOneHost) {
  for (const Gate& gate : {kLoopback, kOpen}) {
    RequestHead request = file_at("/");
    for (const std::size_t hosts : {0U, 2U}) {
      request.hosts = hosts;
      EXPECT_EQ(admit(gate, request).status, 400U);
    }
  }
}

TEST(Admission, TakesGetAndHeadOnly) {
  RequestHead request = file_at("/");
  request.method = "HEAD";
  EXPECT_EQ(admit(kLoopback, request).status, 200U);
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get",
                             "", "PROPFIND", "GETT"}) {
    request.method = method;
    const AdmissionVerdict verdict = admit(kLoopback, request);
    EXPECT_EQ(verdict.status, 405U) << method;
    EXPECT_EQ(verdict.why, Refused::method);
  }
}

TEST(Admission, GivesThePathWithoutItsQuery) {
  EXPECT_EQ(admit(kLoopback, file_at("/")).path, "/");
  EXPECT_EQ(admit(kLoopback, file_at("/operator.js?v=1?2")).path, "/operator.js");
  EXPECT_EQ(admit(kLoopback, file_at("/?")).path, "/");
  // as it stands: whoever looks it up sees every trick
  EXPECT_EQ(admit(kLoopback, file_at("/../%2e%2e//x\\")).path, "/../%2e%2e//x\\");
}

TEST(Admission, RefusesWhatIsNoPath) {
  for (const char* target : {"", "*", "operator.js", "http://127.0.0.1:8080/", "127.0.0.1:8080",
                             "\\", "?", "/#x", "//x#y"}) {
    EXPECT_EQ(admit(kLoopback, file_at(target)).status, 400U) << target;
  }
}

TEST(Admission, GivesASocketToEitherDialect) {
  const AdmissionVerdict page = admit(kLoopback, socket_at("/", "tether.v1"));
  EXPECT_EQ(page.status, 101U);
  EXPECT_EQ(page.dialect, Dialect::page);
  EXPECT_EQ(page.protocol, "tether.v1");
  const AdmissionVerdict foxglove =
      admit(kLoopback, socket_at("/ws", "foxglove.sdk.v1 ,\tfoxglove.websocket.v1"));
  EXPECT_EQ(foxglove.status, 101U);
  EXPECT_EQ(foxglove.dialect, Dialect::foxglove);
  EXPECT_EQ(foxglove.protocol, "foxglove.websocket.v1");
  // the first that is known
  EXPECT_EQ(admit(kLoopback, socket_at("/", "token.x,foxglove.websocket.v1,tether.v1")).dialect,
            Dialect::foxglove);
}

TEST(Admission, RefusesUnknownDialects) {
  for (const char* protocols : {"", "tether.v2", "tether", "Tether.v1", "token.tether.v1", ",,",
                                "tether.v1 foxglove.websocket.v1"}) {
    const AdmissionVerdict verdict = admit(kLoopback, socket_at("/", protocols));
    EXPECT_EQ(verdict.status, 400U) << protocols;
    EXPECT_EQ(verdict.why, Refused::protocol);
  }
}

TEST(Admission, HasSocketsInOnePlace) {
  for (const char* target : {"/x", "/operator.js", "/ws/", "//"}) {
    EXPECT_EQ(admit(kLoopback, socket_at(target, "tether.v1")).status, 404U) << target;
  }
}

TEST(Admission, RefusesPagesOfOtherSites) {
  const RequestHead request = socket_at("/", "tether.v1");
  EXPECT_EQ(with_origin(kLoopback, request, "http://127.0.0.1:8080"), 101U);
  EXPECT_EQ(with_origin(kLoopback, socket_at("/", "tether.v1", "localhost:8080"),
                        "HTTP://Localhost:8080"),
            101U);
  for (const char* origin :
       {"", "null", "http://", "http://127.0.0.1", "http://127.0.0.1:8081", "http://localhost:8080",
        "https://127.0.0.1:8080", "http://evil.example", "http://evil.example:8080", "file://",
        "http://127.0.0.1:8080.evil.example", "http://127.0.0.1:8080/", "ws://127.0.0.1:8080",
        "http:/127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080 http://evil.example"}) {
    EXPECT_EQ(with_origin(kLoopback, request, origin), 403U) << origin;
  }
  RequestHead twice = request;
  twice.origin = "http://127.0.0.1:8080";
  twice.origins = 2;
  EXPECT_EQ(admit(kLoopback, twice).status, 400U);
}

TEST(Admission, MayStandBehindEncryptionWhereOthersReachIt) {
  const std::string protocols = std::string("tether.v1,token.") + kToken;
  const RequestHead request = socket_at("/", protocols, "robot.local");
  EXPECT_EQ(with_origin(kOpen, request, "https://robot.local"), 101U);
  EXPECT_EQ(with_origin(kOpen, request, "http://robot.local"), 101U);
  EXPECT_EQ(with_origin(kOpen, request, "https://evil.example"), 403U);
}

TEST(Admission, TakesTheTokenFromTheSubprotocolOrTheQuery) {
  const std::string token = kToken;
  for (const std::string& protocols : {"tether.v1, token." + token, "token." + token + ",tether.v1",
                                       "token.wrong,tether.v1,token." + token}) {
    EXPECT_EQ(admit(kOpen, socket_at("/", protocols)).status, 101U) << protocols;
  }
  for (const std::string& query :
       {"/?token=" + token, "/?a=b&token=" + token, "/ws?token=" + token + "&x"}) {
    EXPECT_EQ(admit(kOpen, socket_at(query, "foxglove.websocket.v1")).status, 101U) << query;
  }
}

TEST(Admission, RefusesEveryOtherToken) {
  const std::string token = kToken;
  std::string nearly = token;
  nearly.back() ^= 1;
  for (const std::string& wrong :
       {std::string(), token + "x", token.substr(1), nearly, "token=" + token,
        "%30" + token.substr(1), token + "%00", std::string("0123456789ABCDEFabcdef")}) {
    const AdmissionVerdict by_name = admit(kOpen, socket_at("/", "tether.v1,token." + wrong));
    EXPECT_EQ(by_name.status, 401U) << wrong;
    EXPECT_EQ(by_name.why, Refused::token);
    EXPECT_EQ(admit(kOpen, socket_at("/?token=" + wrong, "tether.v1")).status, 401U) << wrong;
  }
  EXPECT_EQ(admit(kOpen, socket_at("/", "tether.v1")).status, 401U);
  EXPECT_EQ(admit(kOpen, socket_at("/?Token=" + token, "tether.v1")).status, 401U);
  EXPECT_EQ(admit(kOpen, socket_at("/", token + ",tether.v1")).status, 401U);
  // nor is anything else shown to who does not know it
  EXPECT_EQ(admit(kOpen, socket_at("/", "nonsense")).status, 401U);
}

TEST(Admission, NeedsATokenOnLoopbackTooWhenThereIsOne) {
  const Gate gate{.loopback = true, .port = 8080, .token = kToken};
  EXPECT_EQ(admit(gate, socket_at("/", "tether.v1")).status, 401U);
  EXPECT_EQ(admit(gate, socket_at("/", std::string("tether.v1,token.") + kToken)).status, 101U);
  EXPECT_EQ(admit(gate, file_at("/")).status, 200U);
}

TEST(Admission, OpensSocketsOnlyAsTheyAreOpened) {
  RequestHead request = socket_at("/", "tether.v1");
  request.proper = false;
  EXPECT_EQ(admit(kLoopback, request).status, 400U);
  request = socket_at("/", "tether.v1");
  for (const char* key : {"", "short==", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===",
                          "dGhlIHNhbXBs!SBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQAB"}) {
    request.key = key;
    EXPECT_EQ(admit(kLoopback, request).status, 400U) << key;
  }
  request = socket_at("/", "tether.v1");
  for (const char* version : {"", "8", "12", "14", "013", "13, 8"}) {
    request.version = version;
    EXPECT_EQ(admit(kLoopback, request).status, 426U) << version;
  }
}

TEST(Admission, PacksForWhoCanUnpack) {
  for (const char* accepted : {"gzip", "deflate, gzip;q=1.0, *;q=0.5", "GZIP", "x-gzip", "*",
                               "br;q=1, gzip;q=0.001", "identity;q=0.1,*;q=0.2", "gzip ; q=0.5"}) {
    EXPECT_TRUE(accepts_gzip(accepted)) << accepted;
  }
  for (const char* accepted : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzipped",
                               "*, gzip;q=0", "br, deflate"}) {
    EXPECT_FALSE(accepts_gzip(accepted)) << accepted;
  }
}

TEST(AccessToken, IsRandomAndFitsWhereItStands) {
  std::set<std::string> tokens;
  for (int i = 0; i < 1000; ++i) tokens.insert(random_token());
  EXPECT_EQ(tokens.size(), 1000U);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 43U);
    EXPECT_NO_THROW(check_token(token));
  }
}

TEST(AccessToken, IsRefusedWhenItCannotBeSaidOrIsEasilyGuessed) {
  EXPECT_NO_THROW(check_token(kToken));
  for (const std::string& token :
       {std::string(), std::string("short"), std::string(15, 'a'), std::string(129, 'a'),
        std::string(20, ' '), std::string(20, ','), std::string(20, '%'), std::string(20, '\0')}) {
    EXPECT_THROW(check_token(token), core::InputError);
  }
}

}  // namespace
}  // namespace tether::station
