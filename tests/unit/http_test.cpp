// The loopback server over real sockets: what it serves, and how bodies travel.
#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "http/scripts.h"
#include "tests/unit/http_case.h"

namespace nsys_ai {
namespace {

using test::HttpClient;
using test::Reply;

TEST_F(Http, ServesATraceWhole) {
  const std::string bytes = pattern(300'000);
  const std::string path = LoopbackServer::open_path(server_->add(trace_of(bytes)));
  const Reply reply = get(path + "/trace");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("Content-Length"), "300000");
  EXPECT_EQ(reply.body, bytes);
  EXPECT_EQ(reply.header("Content-Disposition"),
            "attachment; filename=\"run.pftrace\"; filename*=UTF-8''run.pftrace");
}

TEST_F(Http, StreamsATraceOfUnknownSizeInChunks) {
  const std::string bytes = pattern(200'000);
  TraceHandle trace = trace_of(bytes);
  trace.size.reset();
  const std::string path = LoopbackServer::open_path(server_->add(trace));
  const Reply reply = get(path + "/trace", "Range: bytes=0-9\r\n");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("Transfer-Encoding"), "chunked");
  EXPECT_EQ(reply.header("Accept-Ranges"), "-");
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body, bytes);
}

// As a client with zlib reads it; empty where the text is not whole.
std::string unzipped(const std::string& bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return {};
  std::string text(size_t{1} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const int state = inflate(&stream, Z_FINISH);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return state == Z_STREAM_END ? text : std::string();
}

TEST_F(Http, CompressesATraceForThoseWhoCanReadIt) {
  const std::string bytes = pattern(200'000);
  TraceHandle trace = trace_of(bytes);
  trace.size.reset();
  const std::string path = LoopbackServer::open_path(server_->add(trace)) + "/trace";
  const Reply zipped = get(path, "Accept-Encoding: br, GZIP;q=0.5\r\n");
  EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
  EXPECT_EQ(zipped.header("Vary"), "Accept-Encoding");
  EXPECT_LT(zipped.body.size(), bytes.size() / 2);
  EXPECT_EQ(unzipped(zipped.body), bytes);
  for (const std::string asks : {"", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0, identity\r\n"}) {
    const Reply plain = get(path, asks);
    EXPECT_EQ(plain.header("Content-Encoding"), "-") << asks;
    EXPECT_EQ(plain.body, bytes) << asks;
  }
}

TEST_F(Http, EndsTheConnectionAfterABodyOfUnknownSizeForAnOldClient) {
  const std::string bytes = pattern(100'000);
  TraceHandle trace = trace_of(bytes);
  trace.size.reset();
  HttpClient client(server_->port());
  client.send("GET " + LoopbackServer::open_path(server_->add(trace)) +
              "/trace HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const Reply reply = client.reply();
  EXPECT_EQ(reply.header("Connection"), "close");
  EXPECT_EQ(reply.body, bytes);
}

TEST_F(Http, EndsAnAnswerUnderWayWhenItsTokenIsRemoved) {
  std::mutex mutex;
  std::condition_variable changed;
  bool removed = false;
  std::atomic<bool> begun{false};
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    begun = sink(std::string(70'000, 'a'));
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return removed; });
    sink("end");
    return {};
  };
  const std::string token = server_->add(trace);
  HttpClient client(server_->port());
  client.send("GET /open/" + token + "/trace HTTP/1.1\r\nHost: " + here() + "\r\n\r\n");
  ASSERT_TRUE(soon([&] { return begun.load(); }));
  server_->remove(token);
  {
    const std::lock_guard lock(mutex);
    removed = true;
  }
  changed.notify_all();
  const Reply reply = client.reply();
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body.size(), 70'003u);
}

TEST_F(Http, AnswersHeadWithoutABody) {
  std::atomic<int> produced{0};
  TraceHandle trace = trace_of("12345");
  trace.produce = [&](const BodySink&) -> Result<void> {
    ++produced;
    return {};
  };
  const std::string path = LoopbackServer::open_path(server_->add(trace)) + "/trace";
  HttpClient client(server_->port());
  client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const Reply reply = client.reply(true);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("Content-Length"), "5");
  EXPECT_EQ(produced, 0);
  client.send("HEAD /open/none HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.reply(true).status, 403) << "and the connection is still in step";
}

TEST_F(Http, ServesRangesOfATraceOfKnownSize) {
  const std::string bytes = pattern(150'000);
  const std::string path = LoopbackServer::open_path(server_->add(trace_of(bytes))) + "/trace";
  const auto part = [&](const std::string& range) { return get(path, "Range: bytes=" + range + "\r\n"); };
  EXPECT_EQ(part("0-0").body, bytes.substr(0, 1));
  EXPECT_EQ(part("99990-100009").body, bytes.substr(99'990, 20));
  EXPECT_EQ(part("149000-").body, bytes.substr(149'000));
  EXPECT_EQ(part("-10").body, bytes.substr(149'990));
  EXPECT_EQ(part("1000-999999").header("Content-Range"), "bytes 1000-149999/150000");
  EXPECT_EQ(part("0-").status, 206);
  EXPECT_EQ(part("150000-").status, 416);
  EXPECT_EQ(part("150000-").header("Content-Range"), "bytes */150000");
  EXPECT_EQ(part("-0").status, 416);
  for (const char* whole : {"5-1", "a-b", "-", "1-2,5-6", "", "99999999999999999999-"}) {
    EXPECT_EQ(part(whole).body.size(), bytes.size()) << whole;
  }
}

TEST_F(Http, StopsAProducerOnceTheRangeIsFull) {
  std::atomic<size_t> produced{0};
  TraceHandle trace = trace_of("");
  trace.size = 1'000'000'000;
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    const std::string piece(1000, 'p');
    while (sink(piece)) produced += piece.size();
    return fail(ErrorCode::cancelled, "stopped");
  };
  const std::string path = LoopbackServer::open_path(server_->add(trace)) + "/trace";
  HttpClient client(server_->port());
  client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nRange: bytes=5000-5999\r\n\r\n");
  EXPECT_EQ(client.reply().body, std::string(1000, 'p'));
  EXPECT_LE(produced, 6000u);
  client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.reply(true).status, 200) << "and the connection lives on";
}

TEST_F(Http, SendsTheFirstBytesWhileTheRestIsMade) {
  for (const std::string accepted : {"identity", "gzip"}) {
    std::promise<void> arrived;
    bool in_time = false;
    TraceHandle trace = trace_of("");
    trace.size.reset();
    trace.produce = [&](const BodySink& sink) -> Result<void> {
      std::string piece;  // that does not shrink to nothing
      for (unsigned i = 0; i < 4000; ++i) piece += static_cast<char>(i * i * 2654435761U >> 24U);
      sink(piece);
      in_time = arrived.get_future().wait_for(std::chrono::seconds(10)) == std::future_status::ready;
      return {};
    };
    const std::string path = LoopbackServer::open_path(server_->add(trace)) + "/trace";
    HttpClient client(server_->port());
    client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + accepted + "\r\n\r\n");
    const auto bytes_of_body = [&] {
      const size_t head = client.received().find("\r\n\r\n");
      return head == std::string::npos ? 0 : client.received().size() - head;
    };
    while (bytes_of_body() < 1000 && client.receive()) {
    }
    arrived.set_value();
    EXPECT_TRUE(client.reply().whole) << accepted;
    EXPECT_TRUE(in_time) << accepted;
  }
}

TEST_F(Http, UnderstandsARequestInPieces) {
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("hello"))) + "/trace";
  HttpClient client(server_->port());
  for (const char c : "GET " + path + " HTTP/1.1\r\nHost: " + here() + "\r\n\r\n") {
    ASSERT_TRUE(client.send({&c, 1}));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(client.reply().body, "hello");
}

TEST_F(Http, AnswersPipelinedRequestsInOrder) {
  const std::string a = LoopbackServer::open_path(server_->add(trace_of("first"))) + "/trace";
  const std::string b = LoopbackServer::open_path(server_->add(trace_of("second"))) + "/trace";
  HttpClient client(server_->port());
  const std::string host = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send("GET " + a + host + "GET " + b + host + "GET " + a + host);
  EXPECT_EQ(client.reply().body, "first");
  EXPECT_EQ(client.reply().body, "second");
  EXPECT_EQ(client.reply().body, "first");
}

TEST_F(Http, SaysWhyAProducerFailsAndBreaksABodyThatFailsLate) {
  TraceHandle early = trace_of("");
  early.size.reset();
  early.produce = [](const BodySink& sink) -> Result<void> {
    sink("a few bytes");
    return fail(ErrorCode::cannot_do, "The window has no events.", "Choose a longer one.");
  };
  const Reply reply = get(LoopbackServer::open_path(server_->add(early)) + "/trace");
  EXPECT_EQ(reply.status, 409);
  EXPECT_EQ(reply.body, "The window has no events. Choose a longer one.\n");

  TraceHandle late = early;
  late.produce = [](const BodySink& sink) -> Result<void> {
    sink(std::string(200'000, 'x'));
    return fail(ErrorCode::internal_error, "broke");
  };
  EXPECT_FALSE(get(LoopbackServer::open_path(server_->add(late)) + "/trace").whole);

  TraceHandle shorter = trace_of("abc");
  shorter.size = 1000;
  EXPECT_FALSE(get(LoopbackServer::open_path(server_->add(shorter)) + "/trace").whole);

  TraceHandle defect = early;
  defect.produce = [](const BodySink&) -> Result<void> { throw std::runtime_error("boom"); };
  EXPECT_EQ(get(LoopbackServer::open_path(server_->add(defect)) + "/trace").status, 500);
}

TEST_F(Http, LinksRelativelyWithAndWithoutATrailingSlash) {
  const std::string token = server_->add(trace_of("x"));
  const std::string files = "/../../files/" + scripts_version();
  EXPECT_NE(get("/open/" + token).body.find("src=\"" + token + files + "/launcher.js\""), std::string::npos);
  EXPECT_NE(get("/open/" + token + "/").body.find("src=\"." + files + "/launcher.js\""), std::string::npos);
  EXPECT_EQ(get("/open/" + token + "/launcher.js").status, 404);
}

TEST_F(Http, ServesAPageAndItsCards) {
  ViewHandle view;
  view.title = "run";
  view.page_json = [](const auto&, const auto&) { return std::string("{\"title\":\"run\",\"blocks\":[]}"); };
  view.card_json = [](const std::string& target) -> Result<std::string> {
    if (target == "none") return fail(ErrorCode::bad_request, "There is no such name.");
    return "{\"target\":\"" + target + "\"}";
  };
  const std::string path = LoopbackServer::view_path(server_->add(view));
  EXPECT_NE(get(path).body.find("\"perfetto\":\"\""), std::string::npos) << "there is no trace beside it";
  EXPECT_EQ(get(path).header("Content-Security-Policy").find("frame-src"), std::string::npos);
  EXPECT_EQ(get(path + "/page.json").body, "{\"title\":\"run\",\"blocks\":[]}");
  EXPECT_EQ(get(path + "/explain.json?target=kernel-name%3A12+a%2Bb").body, "{\"target\":\"kernel-name:12 a+b\"}");
  EXPECT_EQ(get(path + "/explain.json?target=none").status, 400);
  EXPECT_EQ(get(path + "/explain.json").status, 400);
  EXPECT_EQ(get(path + "/trace").status, 404);
}

TEST_F(Http, ServesATimeline) {
  ViewHandle view;
  view.title = "run";
  EXPECT_EQ(get(LoopbackServer::view_path(server_->add(view)) + "/timeline").status, 404);
  view.timeline = [](const TimelineRequest& asked) -> Result<BodyProducer> {
    const auto part = asked.part;
    if (asked.columns > 9) return fail(ErrorCode::bad_request, "There are 9 columns.");
    return BodyProducer([part, rows = asked.rows](const BodySink& sink) -> Result<void> {
      for (const std::string& row : rows.value_or(std::vector<std::string>())) sink(row + ";");
      if (!rows) sink(part ? std::to_string(part->start_ns) + " " + std::to_string(part->end_ns) : "all");
      return {};
    });
  };
  view.timeline_rows = [] {
    return BodyProducer([](const BodySink& sink) -> Result<void> {
      sink("each row");
      return {};
    });
  };
  view.perfetto = [](TimelinePart part) -> Result<std::string> {
    if (part.end_ns < part.start_ns) return fail(ErrorCode::bad_request, "It ends before it begins.");
    return "token-" + std::to_string(part.end_ns);
  };
  const std::string path = LoopbackServer::view_path(server_->add(view));
  EXPECT_NE(get(path).body.find("\"hasTimeline\":true"), std::string::npos);
  EXPECT_NE(get(path + "/timeline").body.find("/timeline.js\""), std::string::npos);
  EXPECT_EQ(get(path + "/timeline", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: empty\r\n").status, 403);
  EXPECT_EQ(get(path + "/timeline.json").body, "all");
  EXPECT_EQ(get(path + "/timeline.json").header("Content-Type"), "application/json");
  EXPECT_EQ(get(path + "/timeline.json?start=-5&end=9223372036854775807&columns=9").body,
            "-5 9223372036854775807");
  EXPECT_EQ(get(path + "/timeline.json?rows=stream%3A3,calls:1").body, "stream:3;calls:1;");
  EXPECT_EQ(get(path + "/timeline.json?rows=").body, "");
  EXPECT_EQ(get(path + "/timeline_rows.json").body, "each row");
  EXPECT_EQ(get(path + "/timeline.json?start=0&end=1&columns=10").body, "There are 9 columns.\n");
  EXPECT_EQ(get(path + "/timeline.json?start=0&end=1&columns=10").status, 400);
  EXPECT_EQ(get(path + "/timeline.json?columns=10").status, 400) << "of the whole run too";
  EXPECT_EQ(get(path + "/timeline.json?columns=x").status, 400);
  EXPECT_EQ(get(path + "/timeline.json?start=0&end=x&columns=1").status, 400);
  const Reply part = get(path + "/perfetto?start=3&end=7");
  EXPECT_EQ(part.status, 302);
  EXPECT_EQ(part.header("Location"), "../../open/token-7");
  EXPECT_EQ(get(path + "/perfetto").status, 400);
  EXPECT_EQ(get(path + "/perfetto?start=7&end=3").status, 400);
}

TEST_F(Http, LinksATraceAndThePageBesideIt) {
  ViewHandle view;
  view.page_json = [](const auto&, const auto&) { return std::string("{}"); };
  const std::string token = server_->add({trace_of("x"), view});
  EXPECT_NE(get("/view/" + token).body.find("\"perfetto\":\"../../open/" + token + "\""), std::string::npos);
  EXPECT_NE(get("/open/" + token + "/").body.find("\"view\":\"../../view/" + token + "\""),
            std::string::npos);
  EXPECT_EQ(get("/open/" + token + "/page.json").status, 404);
  EXPECT_EQ(get("/open/" + token + "/trace").body, "x");
}

TEST_F(Http, ServesPartsOfAStrip) {
  TraceHandle trace = trace_of("all of it");
  trace.words = "the whole run";
  trace.strip = StripHandle{[] { return std::string("{\"parts\":4}"); },
                            [](const StripRequest& asked) -> Result<TraceHandle> {
                              const StripRange parts = asked.range;
                              if (parts.end > 4) return fail(ErrorCode::bad_request, "There are 4 parts.");
                              TraceHandle part = trace_of("from " + std::to_string(parts.start));
                              part.file_name = "part.pftrace";
                              part.words = "a \"part\"";
                              part.full_bytes = 5000;
                              part.pixel_ns = asked.pixel_ns.value_or(asked.most_bytes ? 7 : 0);
                              part.unfolded = {"^Findings$"};
                              part.pinned = [] { return std::vector<std::string>{"^GPU 0", "b"}; };
                              part.window = TraceWindow{1, INT64_MAX};
                              return part;
                            }};
  const std::string path = LoopbackServer::open_path(server_->add(trace));
  EXPECT_NE(get(path).body.find("\"hasStrip\":true"), std::string::npos);
  EXPECT_EQ(get(path + "/strip.json").body, "{\"parts\":4}");
  EXPECT_EQ(get(path + "/trace").body, "all of it");
  const Reply part = get(path + "/trace?start=2&end=3");
  EXPECT_EQ(part.body, "from 2");
  EXPECT_NE(part.header("Content-Disposition").find("part.pftrace"), std::string::npos);
  EXPECT_EQ(
      get(path + "/shows?start=2&end=3").body,
      R"({"title":"run.sqlite","fileName":"part.pftrace","words":"a \u0022part\u0022",)"
      R"("fullBytes":5000,"unfolded":["^Findings$"],"pinned":["^GPU 0","b"],"window":{"startNs":"1","endNs":"9223372036854775807"}})");
  EXPECT_NE(get(path + "/shows?start=2&end=3&most=4000").body.find("\"pixelNs\":\"7\""), std::string::npos);
  EXPECT_NE(get(path + "/shows?start=2&end=3&pixel=9").body.find("\"pixelNs\":\"9\""), std::string::npos);
  for (const char* query : {"start=2&end=5", "start=2", "end=3", "start=2&end=x", "start=&end=",
                            "start=1e3&end=3", "start=2&end=3&most=x", "start=2&end=3&pixel=-1"}) {
    EXPECT_EQ(get(path + "/trace?" + query).status, 400) << query;
    EXPECT_EQ(get(path + "/shows?" + query).status, 400) << query;
  }
  const std::string plain = LoopbackServer::open_path(server_->add(trace_of("x")));
  EXPECT_NE(get(plain).body.find("\"hasStrip\":false"), std::string::npos);
  EXPECT_EQ(get(plain + "/strip.json").status, 404);
  EXPECT_EQ(get(plain + "/trace?start=0&end=1").status, 400);
}

TEST(HttpStart, SaysWhenAPortIsTaken) {
  auto first = LoopbackServer::start({});
  ASSERT_TRUE(first);
  LoopbackServer::Options options;
  options.port = (*first)->port();
  const auto second = LoopbackServer::start(options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::cannot_do);
  first->reset();
  EXPECT_TRUE(LoopbackServer::start(options)) << "and takes it again at once when it is free";
}

}  // namespace
}  // namespace nsys_ai
