// How long a person waits for the server: hovers by the thousand, silence where there is nothing to say, and
// what is answered while a profile loads.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "protocol/json.h"
#include "server_process.h"
#include "tests/support/example.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kHovers = 10'000;
constexpr double kMaxMs = 5.0;
constexpr double kMaxMsOfALetter = 20.0;
// A machine that does something else at the same time is asked again.
constexpr int kRounds = 3;

// A profile in a folder of its own, which goes with it.
class Written {
 public:
  explicit Written(const std::string& sketch) {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no folder can be made");
    sketch::write(sketch, path());
  }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  ~Written() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  std::string path() const { return folder_ + "/P.sqlite"; }

 private:
  std::string folder_ = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
};

// What is measured on: a real run of two GPUs where there is one, else the example, which has the same kinds
// of events.
std::string measured_profile() {
  static const std::string path = [] {
    const fs::path real = profiles_folder() / "mfu_2gpu_before.sqlite";
    if (fs::exists(real)) return fs::canonical(real).string();
    static const Written example(example_sketch());
    return example.path();
  }();
  return path;
}

std::string long_run() { return "repeat 100000 every 10us { gpu 0 stream 7   gemm 0..1us }\n"; }

Json message(const std::string& method, Json params) {
  Json json;
  json.set("jsonrpc", "2.0");
  json.set("method", method);
  json.set("params", std::move(params));
  return json;
}

Json parsed(const std::string& text) { return *Json::parse(text); }

// Asks one thing after the other, as a person does.
class Client {
 public:
  Client() : server_(program(), "/dev/null") {}

  void ask(int64_t id, const std::string& method, Json params) {
    Json json = message(method, std::move(params));
    json.set("id", id);
    server_.send(json.compact());
  }
  void tell(const std::string& method, Json params) {
    server_.send(message(method, std::move(params)).compact());
  }
  // The next reply, with its id; what the server sends unasked is passed over.
  Json reply() {
    while (const auto body = server_.receive())
      if (Json json = parsed(*body); json.find("id") && !json.find("method")) return json;
    throw std::runtime_error("the server ended");
  }
  Json result(const std::string& method, Json params) {
    ask(1, method, std::move(params));
    const Json answer = reply();
    if (!answer.find("result")) throw std::runtime_error(method + ": " + answer.compact());
    return *answer.find("result");
  }
  void begin() {
    result("initialize", parsed(R"({"capabilities": {}})"));
    tell("initialized", Json::object());
  }
  void open_profile(const std::string& path) {
    Json params;
    params.set("path", path);
    result("nsys/openProfile", params);
  }
  void open_text(const std::string& uri, const std::string& text) {
    Json params;
    Json& item = params.set("textDocument", Json::object());
    item.set("uri", uri);
    item.set("languageId", "python");
    item.set("version", 1);
    item.set("text", text);
    tell("textDocument/didOpen", params);
  }

 private:
  ServerProcess server_;
};

struct Place {
  std::string uri;
  size_t line = 0;
  size_t character = 0;
};

Json hover_params(const Place& place) {
  Json params;
  params.set("textDocument", Json::object()).set("uri", place.uri);
  Json& position = params.set("position", Json::object());
  position.set("line", static_cast<int64_t>(place.line));
  position.set("character", static_cast<int64_t>(place.character));
  return params;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Every line of the overview, and every line of a source that launches each kernel: hits and misses.
std::vector<Place> places(Client& client, const std::string& path) {
  std::vector<Place> all;
  Json page;
  page.set("uri", "nsys-ai://overview" + path);
  const Json document = client.result("nsys/document", page);
  const size_t count = lines_of(*document.find("text")->if_string()).size();
  for (size_t line = 0; line < count; ++line) all.push_back({*page.find("uri")->if_string(), line, 6});

  const Json answer = client.result(
      "nsys/runSkill", parsed(R"({"profile": "1", "skill": "top_kernels", "params": {"limit": 0}})"));
  std::string source = "import gpu\n\n# a comment on every kernel\n";
  size_t line = 3;
  for (const Json& row : *answer.find("rows")->if_array()) {
    const std::string& name = *row.find("name")->if_string();
    const size_t last = std::min(name.find_first_of("<("), name.size());
    const size_t colon = name.rfind(':', last);
    const size_t blank = name.rfind(' ', last);
    const size_t first = colon != std::string::npos ? colon + 1 : blank != std::string::npos ? blank + 1 : 0;
    source += "launch(" + name.substr(first, last - first) + ", 'forward')\n";
    all.push_back({"file:///src/train.py", line, 9});
    all.push_back({"file:///src/train.py", line++, 2});
  }
  client.open_text("file:///src/train.py", source);
  return all;
}

struct Round {
  std::vector<double> ms;  // sorted
  size_t answered = 0;
  // One request more: how long it took, and what came.
  Json add(const std::function<Json()>& request) {
    const auto start = Clock::now();
    Json came = request();
    ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    return came;
  }
  double at(double share) const {
    return ms[static_cast<size_t>(share * static_cast<double>(ms.size() - 1))];
  }
};

Round hover(Client& client, const std::vector<Place>& places) {
  Round round;
  for (size_t i = 0; i < kHovers; ++i) {
    // A step that is prime to the count visits all places, and never two neighbours in a row.
    const Json params = hover_params(places[i * 7919 % places.size()]);
    if (!round.add([&] { return client.result("textDocument/hover", params); }).is_null()) ++round.answered;
  }
  std::ranges::sort(round.ms);
  return round;
}

TEST(Latency, NinetyNineOfAHundredHoversTakeLessThanFiveMilliseconds) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  Client client;
  client.begin();
  client.open_profile(measured_profile());
  const std::vector<Place> all = places(client, measured_profile());
  Round round;
  for (int tries = 0; tries < kRounds; ++tries) {
    round = hover(client, all);
    std::printf(
        "%zu hovers at %zu places, %zu with an answer: p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, max %.3f ms\n",
        round.ms.size(), all.size(), round.answered, round.at(0.5), round.at(0.9), round.at(0.99),
        round.ms.back());
    if (round.at(0.99) < kMaxMs || round.at(0.5) > kMaxMs) break;
  }
  EXPECT_LT(round.at(0.99), kMaxMs);
  // Silence is fast too, and would prove nothing.
  EXPECT_GT(round.answered, kHovers / 4);
  EXPECT_LT(round.answered, kHovers);
}

// Cards of single events, of every kind, each asked for once: nothing of them was kept.
TEST(Latency, CardsTakeLessThanFiveMilliseconds) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  Client client;
  client.begin();
  client.open_profile(measured_profile());
  const auto explained = [&](const std::string& target) {
    Json params;
    params.set("profile", "1");
    params.set("target", target);
    client.ask(1, "nsys/explain", params);
    return client.reply();
  };
  Round round;
  for (int tries = 0; tries < kRounds; ++tries) {
    round = {};
    for (const std::string kind : {"kernel:", "memcpy:", "memset:", "nvtx:", "runtime_call:"}) {
      explained(kind + "1");
      for (int row = 2 + tries; row < 260; row += kRounds) {
        const Json reply = round.add([&] { return explained(kind + std::to_string(row)); });
        const Json* card = reply.descend({"result", "markdown"});
        if (card == nullptr) break;  // there are fewer
        if (card->if_string()->size() > 100) ++round.answered;
      }
    }
    std::ranges::sort(round.ms);
    std::printf("%zu cards: p50 %.3f ms, p99 %.3f ms, max %.3f ms\n", round.ms.size(), round.at(0.5),
                round.at(0.99), round.ms.back());
    if (round.at(0.99) < kMaxMs || round.at(0.5) > kMaxMs) break;
  }
  EXPECT_LT(round.at(0.99), kMaxMs);
  // At most one row of each kind was asked for that is not there.
  EXPECT_GE(round.answered + 5, round.ms.size());
  EXPECT_GT(round.answered, 200u);
}

// The load takes some tenths of a second; what needs no profile is answered meanwhile, though asked later.
TEST(Latency, NothingWaitsForAProfileThatLoads) {
  const Written run(long_run());
  Client client;
  Json profile;
  profile.set("path", run.path());
  client.ask(1, "initialize", parsed(R"({"capabilities": {}})"));
  client.ask(2, "nsys/openProfile", profile);
  client.ask(3, "nsys/skills", Json::object());
  client.ask(4, "textDocument/hover", hover_params({"nsys-ai://overview" + run.path(), 0, 0}));
  std::vector<int64_t> order;
  for (int i = 0; i < 4; ++i) {
    const Json reply = client.reply();
    EXPECT_TRUE(reply.find("result")) << reply.compact();
    order.push_back(*reply.find("id")->if_integer());
  }
  EXPECT_EQ(order.front(), 1);
  EXPECT_EQ(order.back(), 2);
}

// What a large profile has to be counted for, nobody waits for in an editor that hovers.
TEST(Latency, AHoverSaysAtOnceThatALargeProfileIsStillCounted) {
  const Written run(long_run());
  Client client;
  client.begin();
  client.open_profile(run.path());
  client.open_text("file:///src/train.py", "import gpu\ngemm[grid](x)\n");
  const auto hovered = [&] {
    return client.result("textDocument/hover", hover_params({"file:///src/train.py", 1, 1})).compact();
  };
  const std::string first = hovered();
  EXPECT_NE(first.find("still counting"), std::string::npos) << first;
  const auto until = Clock::now() + std::chrono::seconds(20);
  std::string later = first;
  while (later.find("still counting") != std::string::npos && Clock::now() < until) later = hovered();
  EXPECT_NE(later.find("gemm"), std::string::npos) << later;
  // This client cannot be told of lenses that come later, so that it waits for them.
  Json source;
  source.set("textDocument", Json::object()).set("uri", "file:///src/train.py");
  EXPECT_TRUE(client.result("textDocument/codeLens", source).if_array());
}

// 5,000 lines of a language server's everyday, without a word about a kernel or a range.
std::string plain_source() {
  std::string source = "import os\n";
  for (int line = 1; line < 5'000; ++line)
    source += line % 5 == 0 ? "def helper_" + std::to_string(line) + "(values, **options):  # of no kernel\n"
                            : "    total = combine(values[0], {'step': \"forward\"}, label='x') + 1.5e3\n";
  return source;
}

Json on_plain(const std::string& method) {
  Json params;
  params.set("textDocument", Json::object()).set("uri", "file:///src/plain.py");
  if (method == "textDocument/hover") params.set("position", parsed(R"({"line": 2500, "character": 14})"));
  if (method == "textDocument/inlayHint")
    params.set("range",
               parsed(R"({"start": {"line": 0, "character": 0}, "end": {"line": 5000, "character": 0}})"));
  return params;
}

Round nothing(Client& client) {
  constexpr int kAsked = 300;
  Round round;
  for (int i = 0; i < kAsked; ++i)
    for (const std::string method :
         {"textDocument/hover", "textDocument/codeLens", "textDocument/inlayHint"}) {
      const Json result = round.add([&] { return client.result(method, on_plain(method)); });
      if (!result.is_null() && !(result.if_array() && result.if_array()->empty())) ++round.answered;
    }
  std::ranges::sort(round.ms);
  return round;
}

// Other servers answer for the same sources; this one must not be what an editor waits for.
TEST(Latency, SilenceTakesLessThanTwoMilliseconds) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  Client client;
  client.begin();
  client.open_text("file:///src/plain.py", plain_source());
  for (const bool with_profile : {false, true}) {
    if (with_profile) {
      client.open_profile(measured_profile());
      Round first;
      first.add([&] { return client.result("textDocument/codeLens", on_plain("textDocument/codeLens")); });
      std::printf("the first lenses of the profile and of 5,000 lines: %.3f ms\n", first.at(0));
    }
    Round round;
    for (int tries = 0; tries < kRounds; ++tries) {
      round = nothing(client);
      std::printf("%s: p50 %.3f ms, p99 %.3f ms, max %.3f ms\n",
                  with_profile ? "nothing to say" : "no profile open", round.at(0.5), round.at(0.99),
                  round.at(1.0));
      if (round.at(0.9) < 2.0) break;
    }
    EXPECT_EQ(round.answered, 0u);
    EXPECT_LT(round.at(0.9), 2.0);
  }
}

// What typing costs: each letter is a new version, and its lenses are asked for.
TEST(Latency, LensesFollowTheKeyboard) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  Client client;
  client.begin();
  client.open_profile(measured_profile());
  client.open_text("file:///src/plain.py", plain_source());
  client.result("textDocument/codeLens", on_plain("textDocument/codeLens"));
  Round round;
  for (int tries = 0; tries < kRounds; ++tries) {
    round = {};
    for (int version = 2; version < 200; ++version) {
      Json change;
      Json& document = change.set("textDocument", Json::object());
      document.set("uri", "file:///src/plain.py");
      document.set("version", tries * 1000 + version);
      change.set("contentChanges", parsed(R"([{"range": {"start": {"line": 9, "character": 0},
                                                "end": {"line": 9, "character": 0}}, "text": "x"}])"));
      round.add([&] {
        client.tell("textDocument/didChange", change);
        return client.result("textDocument/codeLens", on_plain("textDocument/codeLens"));
      });
    }
    std::ranges::sort(round.ms);
    std::printf("a letter and its lenses in 5,000 lines: p50 %.3f ms, p99 %.3f ms\n", round.at(0.5),
                round.at(0.99));
    if (round.at(0.5) < kMaxMsOfALetter) break;
  }
  EXPECT_LT(round.at(0.5), kMaxMsOfALetter);
}

}  // namespace
}  // namespace nsys_ai::test
