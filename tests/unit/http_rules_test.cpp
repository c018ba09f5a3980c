// The rules of the loopback server over real sockets: who is served, and what a page may contain.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "http/shell.h"
#include "http/token.h"
#include "tests/unit/http_case.h"

namespace nsys_ai {
namespace {

using test::HttpClient;
using test::Reply;

TEST_F(Http, TakesAnyPortInHostButNoOtherName) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  for (const char* host :
       {"127.0.0.1", "127.0.0.1:1", "localhost:40000", "LOCALHOST", "[::1]", "[::1]:8080"}) {
    EXPECT_EQ(status_for_host(path, host), 200) << host;
  }
  for (const char* host :
       {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2",
        "0.0.0.0", "localhost.", "localhost:80@evil.example", "[::1].evil.example", "evil.example:127.0.0.1",
        "127.0.0.1:123456", "[::1", ""}) {
    const Reply reply = request("GET", path, std::string("Host: ") + host + "\r\n");
    EXPECT_EQ(reply.status, 403) << host;
    EXPECT_EQ(reply.body.find("Perfetto"), std::string::npos);
  }
  EXPECT_EQ(request("GET", path, "").status, 400) << "no host at all";
  EXPECT_EQ(request("GET", path, "Host: localhost\r\nHost: evil.example\r\n").status, 400);
}

TEST_F(Http, TakesTheProxyThatTheEditorNamedExactly) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  EXPECT_EQ(status_for_host(path, "code.example.com"), 403);
  server_->allow_host("Code.example.com");
  EXPECT_EQ(status_for_host(path, "code.example.com"), 200);
  EXPECT_EQ(status_for_host(path, "code.example.com:8443"), 403);
  EXPECT_EQ(status_for_host(path, "a.code.example.com"), 403);
  EXPECT_EQ(request("GET", path, "Host: code.example.com\r\nOrigin: https://code.example.com\r\n").status,
            200);
  EXPECT_EQ(request("GET", path, "Host: localhost:5\r\nOrigin: https://code.example.com\r\n").status, 200);
}

TEST_F(Http, RefusesPagesOfOtherOrigins) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("secret"))) + "/trace";
  EXPECT_EQ(get(path, "Origin: http://" + here() + "\r\n").status, 200);
  EXPECT_EQ(request("GET", path, "Host: localhost:7\r\nOrigin: http://localhost:7\r\n").status, 200);
  EXPECT_EQ(request("GET", path, "Host: localhost:7\r\nOrigin: http://LocalHost:7\r\n").status, 200);
  for (const char* origin : {"https://evil.example", "https://ui.perfetto.dev", "null", "http://localhost:1",
                             "http://127.0.0.1", "file://", "vscode-webview://abc", ""}) {
    const Reply reply = get(path, std::string("Origin: ") + origin + "\r\n");
    EXPECT_EQ(reply.status, 403) << origin;
    EXPECT_EQ(reply.body.find("secret"), std::string::npos);
    EXPECT_EQ(reply.header("Access-Control-Allow-Origin"), "-");
  }
}

TEST_F(Http, LetsOtherSitesLeadToAPageAndFetchNothing) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  const std::string link = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
  EXPECT_EQ(get(path, "Sec-Fetch-Site: cross-site\r\n" + link).status, 200);
  EXPECT_EQ(get(path, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n")
                .status,
            403);
  EXPECT_EQ(
      get(path, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n").status,
      403);
  EXPECT_EQ(get(path + "/trace", "Sec-Fetch-Site: cross-site\r\n" + link).status, 403);
  EXPECT_EQ(get(path + "/trace", "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n").status, 403);
  EXPECT_EQ(get(path + "/trace", "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n").status, 200);
  EXPECT_EQ(get(path + "/trace", "Sec-Fetch-Site: none\r\n" + link).status, 200);
}

TEST_F(Http, RefusesFormsAndQuestionsOfOtherSites) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("secret"))) + "/trace";
  const std::string cross = "Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n";
  const std::string form = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
  const auto refused = [&](const Reply& reply) {
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(reply.body.find("secret"), std::string::npos);
    EXPECT_EQ(reply.head.find("Access-Control"), std::string::npos);
  };
  refused(get(path, cross + form));
  refused(request("POST", path, "Host: " + here() + "\r\nContent-Length: 0\r\n" + cross + form));
  // What browsers ask before a page of the network may reach this machine: nothing is allowed.
  const std::string ask = "Access-Control-Request-Method: GET\r\n";
  for (const char* network : {"Private", "Local"})
    refused(request("OPTIONS", path,
                    "Host: " + here() + "\r\n" + cross + "Sec-Fetch-Mode: cors\r\n" + ask +
                        "Access-Control-Request-" + network + "-Network: true\r\n"));
  // A form gives no origin where its page has a policy against it, but the browser still says where it is.
  refused(get(path, "Sec-Fetch-Site: cross-site\r\n" + form));
  refused(get(path, "Origin: null\r\n" + form));
}

TEST_F(Http, RefusesWrongAndRemovedTokens) {
  TraceHandle trace = trace_of("x");
  trace.strip =
      StripHandle{[] { return std::string("{}"); }, [](const StripRequest&) { return trace_of("part"); }};
  const std::string token = server_->add(trace);
  const std::string other = server_->add(trace_of("y"));
  EXPECT_EQ(get("/open/" + token).status, 200);
  std::string wrong = token;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path :
       {"/open/" + wrong, "/open/" + wrong + "/trace", "/open/" + token + "0", "/open/" + token.substr(1),
        std::string("/open/"), std::string("/open"), std::string("/"), std::string("/favicon.ico"),
        "/view/" + token, "/x/" + token, "/" + token, "//open/" + token, "/open//" + token}) {
    const Reply reply = get(path);
    EXPECT_EQ(reply.status, 403) << path;
    EXPECT_EQ(reply.body, "This link is not valid here, or the profile behind it has been closed.\n");
  }
  server_->remove(token);
  EXPECT_EQ(get("/open/" + token).status, 403);
  for (const char* name :
       {"/trace", "/trace?start=0&end=1", "/shows?start=0&end=1", "/strip.json", "/launcher.js"})
    EXPECT_EQ(get("/open/" + token + name).status, 403) << name;
  EXPECT_EQ(get("/open/" + other).status, 200);
}

TEST_F(Http, AnswersGetAndHeadOnly) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"}) {
    const Reply reply = request(method, path, "Host: localhost\r\n");
    EXPECT_EQ(reply.status, 405) << method;
    EXPECT_EQ(reply.header("Allow"), "GET, HEAD");
  }
  EXPECT_EQ(request("POST", path, "Host: localhost\r\nContent-Length: 3\r\n").status, 400);
  EXPECT_EQ(request("GET", path, "Host: localhost\r\nTransfer-Encoding: chunked\r\n").status, 400);
}

TEST_F(Http, AnswersWhatIsAskedOfATimeline) {
  const auto answering = [](std::string text) {
    return BodyProducer([text = std::move(text)](const BodySink& sink) -> Result<void> {
      sink(text);
      return {};
    });
  };
  ViewHandle view;
  view.title = "run";
  view.timeline_window = [&](const TimelineWindowRequest& asked) -> Result<BodyProducer> {
    return answering(std::to_string(asked.part.start_ns) + " " + std::to_string(asked.part.end_ns) + " " +
                     asked.what + " " + asked.skill + " " + (asked.rows ? asked.rows->front() : "all"));
  };
  view.timeline_related = [&](const std::string& target) -> Result<BodyProducer> {
    return answering("of " + target);
  };
  std::vector<std::string> kept;
  view.timeline_bookmark = [&](const TimelineBookmarkRequest& asked) -> Result<std::string> {
    kept.push_back(asked.name + " " + std::to_string(asked.part.end_ns) + " " + asked.note);
    return "{}";
  };
  const std::string path = LoopbackServer::view_path(server_->add(view));
  EXPECT_EQ(get(path + "/timeline_window.json?start=3&end=7&part=causes&rows=calls:1,calls:2").body,
            "3 7 causes  calls:1");
  EXPECT_EQ(get(path + "/timeline_window.json?start=3&end=7&skill=top_kernels%20limit%3D5").body,
            "3 7  top_kernels limit=5 all");
  EXPECT_EQ(get(path + "/timeline_window.json").status, 400);
  EXPECT_EQ(get(path + "/timeline_related.json?target=kernel:1").body, "of kernel:1");
  EXPECT_EQ(get(path + "/timeline_related.json").status, 400);
  // What is written is asked for by POST, of the page itself alone.
  const std::string mark = path + "/timeline_bookmark.json?start=3&end=7&name=slow%20one&note=why";
  const std::string host = "Host: " + here() + "\r\n";
  EXPECT_EQ(get(mark).status, 405);
  EXPECT_EQ(request("POST", mark, host + "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(request("POST", mark, host + "Origin: https://evil.example\r\n").status, 403);
  EXPECT_EQ(request("POST", path + "/timeline_bookmark.json?start=3&end=7", host).status, 400);
  EXPECT_EQ(request("POST", path + "/timeline_related.json?target=kernel:1", host).status, 405);
  EXPECT_EQ(kept, std::vector<std::string>());
  EXPECT_EQ(request("POST", mark, host + "Content-Length: 0\r\nSec-Fetch-Site: same-origin\r\n").status, 200);
  EXPECT_EQ(kept, std::vector<std::string>{"slow one 7 why"});
}

TEST_F(Http, RefusesHeadsThatAreTooLongOrMalformed) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  EXPECT_EQ(get(path, "X-Long: " + std::string(15'000, 'x') + "\r\n").status, 200);
  EXPECT_EQ(get(path, "X-Long: " + std::string(17'000, 'x') + "\r\n").status, 431);
  EXPECT_EQ(get("/" + std::string(200'000, 'x')).status, 431);
  const auto raw = [&](const std::string& text) {
    HttpClient client(server_->port());
    client.send(text);
    const int status = client.reply().status;
    EXPECT_FALSE(client.receive()) << "the connection is over";
    return status;
  };
  EXPECT_EQ(raw("hello\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + "\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + " HTTP/2.0\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET http://localhost" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + " HTTP/1.1\r\nHost : localhost\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + " HTTP/1.1\r\nHost: local\r\n host\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + " HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n"), 400);
  EXPECT_EQ(raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX: a" + std::string(1, '\0') + "b\r\n\r\n"),
            400);
  EXPECT_EQ(raw("GET " + path + "\x80 HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
}

TEST_F(Http, SendsTheHeadersThatKeepBrowsersStrict) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x")));
  for (const std::string& each : {path, path + "/trace", path + "/launcher.js", std::string("/nothing")}) {
    const Reply reply = get(each);
    EXPECT_EQ(reply.header("X-Content-Type-Options"), "nosniff") << each;
    EXPECT_EQ(reply.header("Referrer-Policy"), "no-referrer");
    EXPECT_EQ(reply.header("Cache-Control"), "no-store");
    EXPECT_EQ(reply.header("X-Frame-Options"), each == path ? "SAMEORIGIN" : "DENY");
    EXPECT_EQ(reply.header("Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_NE(reply.header("Content-Security-Policy").find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(reply.head.find("Access-Control"), std::string::npos);
    EXPECT_EQ(reply.head.find("Cross-Origin-Opener-Policy"), std::string::npos)
        << "Perfetto needs its opener";
  }
  const std::string first = get(path).header("Content-Security-Policy");
  EXPECT_NE(first, get(path).header("Content-Security-Policy")) << "a nonce serves once";
  EXPECT_NE(first.find("frame-src https://ui.perfetto.dev"), std::string::npos);
  EXPECT_EQ(first.find("unsafe"), std::string::npos);
  EXPECT_NE(first.find("frame-ancestors 'self';"), std::string::npos)
      << "an editor in the browser may frame it";
  const std::string beside = LoopbackServer::view_path(server_->add({trace_of("x"), ViewHandle{}}));
  EXPECT_EQ(get(beside).header("Content-Security-Policy").find("frame-src"), std::string::npos);
  EXPECT_EQ(get(beside).header("X-Frame-Options"), "SAMEORIGIN");
}

TEST_F(Http, WritesHostileNamesHarmlesslyIntoPages) {
  TraceHandle trace = trace_of("x");
  trace.title = "</script><script>alert(1)</script>{{nonce}}\n\"'&";
  trace.file_name = "a\"b\r\nX: y/ü.pftrace";
  trace.window = TraceWindow{-5, INT64_MAX};
  const std::string path = LoopbackServer::open_path(server_->add(trace));
  const Reply page = get(path);
  EXPECT_EQ(page.body.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.body.find("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{nonce}}"),
            std::string::npos);
  EXPECT_NE(page.body.find("\\u003c/script\\u003e"), std::string::npos);
  EXPECT_NE(page.body.find("\"startNs\":\"-5\",\"endNs\":\"9223372036854775807\""), std::string::npos);
  EXPECT_EQ(
      get(path + "/trace").header("Content-Disposition"),
      "attachment; filename=\"a_b__X__y___.pftrace\"; filename*=UTF-8''a%22b%0D%0AX%3A%20y%2F%C3%BC.pftrace");
}

TEST(HttpStart, RefusesAnAddressOfPerfettoThatIsNone) {
  for (const char* url :
       {"", "ui.perfetto.dev", "javascript:alert(1)", "https://", "https://a b", "https:///x",
        "https://a; script-src *", "https://a/?x=1", "https://a/#x", "https://a'"}) {
    LoopbackServer::Options options;
    options.perfetto_url = url;
    EXPECT_FALSE(LoopbackServer::start(options)) << url;
  }
  EXPECT_EQ(origin_of_url("https://ui.corp.example:8443/perfetto/v50/"), "https://ui.corp.example:8443");
}

TEST(HttpToken, IsLongRandomAndComparedWhole) {
  const std::string token = fresh_token();
  EXPECT_EQ(token.size(), 32u);
  EXPECT_NE(token, fresh_token());
  EXPECT_TRUE(same_token(token, std::string(token)));
  EXPECT_FALSE(same_token(token, token.substr(1)));
  EXPECT_FALSE(same_token("", token));
}

}  // namespace
}  // namespace nsys_ai
