// The server as a browser, and as others see it that are none: files, refusals, headers.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/station/gzip.hpp"
#include "tests/station/raw_client.hpp"
#include "tests/station/scripted_host.hpp"
#include "tether/station/server/server.hpp"

namespace tether::station {
namespace {

using test::RawClient;
using test::request;
using test::upgrade_fields;
using testing::HasSubstr;

const std::string kPage = "<!doctype html><title>page</title>" + std::string(1000, ' ');

StaticFiles packed_files() {
  StaticFiles files;
  files.add_gzip("/", "text/html; charset=utf-8", test::gzip(kPage));
  files.add("/plain.txt", "text/plain", "plain");
  return files;
}

struct ServerTest : testing::Test {
  test::ScriptedHost host;
  Server server{{.address = "127.0.0.1:0"}, packed_files(), host};
  std::string at = server.address();

  RawClient::Answer ask(const std::string& text) const { return RawClient(at).ask(text); }
  RawClient::Answer get(const std::string& target, const std::string& fields = {}) const {
    return ask(request("GET", target, at, fields));
  }
};

TEST_F(ServerTest, GivesFilesPackedToWhoCanUnpack) {
  const auto packed = get("/", "Accept-Encoding: gzip, deflate, br\r\n");
  EXPECT_EQ(packed.status, 200);
  EXPECT_EQ(packed.field("Content-Encoding"), "gzip");
  EXPECT_EQ(packed.field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(packed.body, test::gzip(kPage));
  const auto plain = get("/");
  EXPECT_EQ(plain.status, 200);
  EXPECT_EQ(plain.field("Content-Encoding"), "");
  EXPECT_EQ(plain.body, kPage);
  EXPECT_NE(plain.field("ETag"), packed.field("ETag"));
  EXPECT_EQ(get("/plain.txt", "Accept-Encoding: gzip\r\n").body, "plain");
  EXPECT_EQ(get("/healthz").body, "ok\n");
}

TEST_F(ServerTest, AsksBrowsersToTrustNobodyElse) {
  const auto nowhere = get("/nowhere");
  EXPECT_EQ(nowhere.status, 404);
  for (const auto& answer : {get("/"), nowhere}) {
    const std::string policy = answer.field("Content-Security-Policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("script-src 'self';"));
    EXPECT_THAT(policy, HasSubstr("connect-src 'self'"));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy, testing::Not(HasSubstr("unsafe")));
    EXPECT_EQ(answer.field("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(answer.field("Referrer-Policy"), "no-referrer");
    EXPECT_EQ(answer.field("Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_EQ(answer.field("Access-Control-Allow-Origin"), "");
  }
}

TEST_F(ServerTest, AnswersHeadWithoutTheBody) {
  RawClient client(at);
  const auto head = client.ask(request("HEAD", "/", at));
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.field("Content-Length"), std::to_string(kPage.size()));
  EXPECT_EQ(client.ask(request("HEAD", "/nowhere", at)).status, 404);
  // nothing of a body is between the answers
  EXPECT_EQ(client.ask(request("GET", "/plain.txt", at)).body, "plain");
}

TEST_F(ServerTest, DoesNotRepeatWhatABrowserHas) {
  const std::string tag = get("/").field("ETag");
  RawClient client(at);
  const auto again = client.ask(request("GET", "/", at, "If-None-Match: " + tag + "\r\n"));
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(client.ask(request("GET", "/", at, "If-None-Match: \"other\"\r\n")).body, kPage);
}

TEST_F(ServerTest, AnswersSeveralRequestsInOrder) {
  RawClient client(at);
  client.say(request("GET", "/plain.txt", at) + request("GET", "/nowhere", at) +
             request("GET", "/", at, "Connection: close\r\n"));
  EXPECT_EQ(client.answer().body, "plain");
  EXPECT_EQ(client.answer().status, 404);
  EXPECT_EQ(client.answer().body, kPage);
  EXPECT_EQ(client.rest(), "");
  EXPECT_EQ(server.counts().connections, 1U);
}

TEST_F(ServerTest, LeadsNowhereByAnyPath) {
  for (const std::string target : {"/../etc/passwd",
                                   "/..",
                                   "/./",
                                   "//",
                                   "//etc/passwd",
                                   "/%2e%2e/etc/passwd",
                                   "/%2E%2E%2F",
                                   "/..%2fetc",
                                   "/%252e%252e/",
                                   "/..\\..\\x",
                                   "/\\",
                                   "/plain.txt/",
                                   "/plain.txt/..",
                                   "/x/../plain.txt",
                                   "/plain%2etxt",
                                   "/plain.txt%00",
                                   "/%00",
                                   "/.",
                                   "/~root",
                                   "/etc/passwd",
                                   "/plain.txt;x",
                                   "/PLAIN.TXT",
                                   "/operator.js",
                                   "/%c0%ae%c0%ae/",
                                   "/....//"}) {
    EXPECT_EQ(get(target).status, 404) << target;
  }
  EXPECT_EQ(server.counts()[Refused::path], 25U);
  for (const std::string target : {"../etc/passwd", "etc/passwd", "*", "\\..\\x", "C:\\x",
                                   "file:///etc/passwd", "http://evil.example/"}) {
    EXPECT_EQ(get(target).status, 400) << target;
  }
  EXPECT_EQ(get("http://" + at + "/").status, 400);
  EXPECT_EQ(ask(fmt::format("GET /{}x HTTP/1.1\r\nHost: {}\r\n\r\n", '\0', at)).status, 400);
  EXPECT_EQ(ask(fmt::format("GET /\x01 HTTP/1.1\r\nHost: {}\r\n\r\n", at)).status, 400);
}

TEST_F(ServerTest, TakesNoOtherMethod) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get"}) {
    const auto answer = ask(request(method, "/", at));
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_EQ(answer.field("Allow"), "GET, HEAD");
  }
  EXPECT_EQ(server.counts()[Refused::method], 8U);
}

TEST_F(ServerTest, TakesNoBodyAndNoMoreHeaderThanItMay) {
  EXPECT_EQ(get("/", "Content-Length: 5\r\n").status, 413);
  EXPECT_EQ(get("/", "Transfer-Encoding: chunked\r\n").status, 413);
  EXPECT_EQ(get("/", "X: " + std::string(20000, 'x') + "\r\n").status, 431);
  EXPECT_EQ(get("/" + std::string(20000, 'x')).status, 431);
  // one that never ends
  RawClient client(at);
  client.say("GET / HTTP/1.1\r\n");
  for (int i = 0; i < 2000 && client.say("X-Field: value of some length\r\n"); ++i) {
  }
  EXPECT_EQ(client.answer().status, 431);
  EXPECT_EQ(server.counts()[Refused::too_large], 5U);
}

TEST_F(ServerTest, ComesOnlyByItsOwnAddress) {
  for (const std::string name : {"evil.example", "127.0.0.1:1", "10.0.0.1:8080", ""}) {
    EXPECT_EQ(ask(request("GET", "/", name)).status, 421) << name;
  }
  EXPECT_EQ(ask("GET / HTTP/1.1\r\n\r\n").status, 400);
  EXPECT_EQ(get("/", "Host: " + at + "\r\n").status, 400);
  EXPECT_EQ(server.counts()[Refused::host], 4U);
}

TEST_F(ServerTest, RefusesPagesOfOtherSites) {
  const auto from = [&](const std::string& origin) {
    return get("/", upgrade_fields("tether.v1", "Origin: " + origin + "\r\n")).status;
  };
  EXPECT_EQ(from("http://" + at), 101);
  EXPECT_EQ(from("http://evil.example"), 403);
  EXPECT_EQ(from("null"), 403);
  EXPECT_EQ(server.counts()[Refused::origin], 2U);
}

TEST_F(ServerTest, RefusesSocketsThatAreOpenedOtherwise) {
  EXPECT_EQ(get("/", upgrade_fields("nonsense")).status, 400);
  EXPECT_EQ(get("/plain.txt", upgrade_fields("tether.v1")).status, 404);
  EXPECT_EQ(ask(request("POST", "/", at, upgrade_fields("tether.v1"))).status, 405);
  EXPECT_EQ(ask(request("HEAD", "/", at, upgrade_fields("tether.v1"))).status, 400);
  EXPECT_EQ(get("/", "Upgrade: websocket\r\n").status, 400);
  std::string fields = upgrade_fields("tether.v1");
  fields.replace(fields.find("13"), 2, "12");
  const auto old = get("/", fields);
  EXPECT_EQ(old.status, 426);
  EXPECT_EQ(old.field("Sec-WebSocket-Version"), "13");
  // before it knows that it may
  EXPECT_EQ(
      ask(request("GET", "/", at, upgrade_fields("tether.v1")) + test::client_frame(1, "early"))
          .status,
      400);
  EXPECT_EQ(host.connections, 0);
}

TEST_F(ServerTest, SaysItsAddress) {
  EXPECT_THAT(at, testing::MatchesRegex("127\\.0\\.0\\.1:[0-9]+"));
  EXPECT_EQ(server.url(), "http://" + at + "/");
}

}  // namespace
}  // namespace tether::station
