// The server under load for a while: hovers stay fast, cancels are heard, and memory stays flat.
//
// Some seconds in the suite. NSYS_AI_SOAK=SECONDS makes it as long as one likes, NSYS_AI_SOAK_PROFILE has it
// done with a real profile, NSYS_AI_SOAK_CYCLES says how often profiles are opened and closed, and
// NSYS_AI_SOAK_CANCELS how many requests are cancelled.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "busy_client.h"
#include "rpc/transport.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using ReplyClock = BusyClient::Clock;
using std::chrono::milliseconds;

// Of a machine that wakes threads later than this nobody can say how fast a server is on it.
constexpr double kMaxLateMs = 5;

int64_t from_environment(const char* name, int64_t usual) {
  const char* text = std::getenv(name);
  return text ? std::strtoll(text, nullptr, 10) : usual;
}

double ms_between(ReplyClock::time_point start, ReplyClock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

double at_share(std::vector<double>& values, double share) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

class Soak : public testing::Test {
 protected:
  Soak() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    const char* named = std::getenv("NSYS_AI_SOAK_PROFILE");
    path = named ? fs::canonical(named).string() : (folder / "P.sqlite").string();
    if (!named)
      sketch::write("repeat 50000 every 10us { gpu 0 stream 7   gemm 0..5us   softmax 6..8us }\n", path);
    // Profiles of their own for the server, without room on the disk.
    for (const char* other : {".a.sqlite", ".b.sqlite"}) {
      std::error_code failed;
      fs::create_hard_link(path, path + other, failed);
    }
  }
  ~Soak() override { fs::remove_all(folder); }
  std::string hover_at(size_t line) const {
    return R"({"textDocument": {"uri": "nsys-ai://overview)" + path + R"("}, "position": {"line": )" +
           std::to_string(line) + R"(, "character": 4}})";
  }

  fs::path folder;
  std::string path;
};

// What one round of the load took.
struct Round {
  std::vector<double> hovers;
  std::vector<double> wakes;  // how late a thread that sleeps wakes: the machine's share in all this
  std::vector<double> cancels;
  int64_t early_bytes = 0;
  int64_t late_bytes = 0;
};

// Reads a whole trace, as a browser does.
void fetch_trace(BusyClient& client) {
  const Json shown = client.result("nsys/openInPerfetto", R"({"profile": "1"})");
  const auto port = static_cast<uint16_t>(*shown.find("port")->if_integer());
  auto browser = Transport::socket(port);
  if (!browser) return;
  browser->write("GET " + *shown.find("path")->if_string() + "/trace HTTP/1.1\r\nHost: 127.0.0.1:" +
                 std::to_string(port) + "\r\nConnection: close\r\n\r\n");
  std::array<char, 65536> bytes;
  while (browser->read(bytes) > 0) {
  }
}

// Skills that look at different things, so that none waits for what another builds.
constexpr std::array kSkills = {"root_causes",      "top_kernels",   "nvtx_kernel_map",   "gpu_idle_gaps",
                                "critical_path",    "nvtx_summary",  "stream_concurrency", "launch_latency"};
// Each is held up in another place: rows, a long text that one function makes, a search through one.
constexpr std::array kEndlessQueries = {
    "SELECT count(*) FROM kernel a, kernel b, kernel c",
    "SELECT length(printf('%.*c', 2147483647, 'x'))",
    "SELECT sum(instr(hex(zeroblob(400000 + start % 7)), 'x')) FROM kernel"};

// Three exports, eight skills, two profiles that are opened, and queries that are cancelled, over and over.
class Load {
 public:
  Load(BusyClient& client, Round& round, const std::string& path) : client_(client) {
    for (int export_number = 0; export_number < 3; ++export_number)
      threads_.emplace_back([this] { repeat([&] { fetch_trace(client_); }); });
    for (const char* skill : kSkills)
      threads_.emplace_back([this, skill] {
        repeat([&, window = 0]() mutable {
          // Another window each time: a cached answer would be no work.
          client_.result("nsys/runSkill", R"({"profile": "1", "skill": ")" + std::string(skill) +
                                              R"(", "limit": 100, "trim": {"startNs": )" +
                                              std::to_string(++window) + R"(, "endNs": 1000000000000}})");
        });
      });
    for (const char* other : {".a.sqlite", ".b.sqlite"})
      threads_.emplace_back([this, beside = path + other] {
        repeat([&] {
          const Json opened = client_.result("nsys/openProfile", R"({"path": ")" + beside + R"("})");
          client_.result("nsys/closeProfile", R"({"profile": ")" + *opened.find("profile")->if_string() + R"("})");
        });
      });
    threads_.emplace_back([this, &round] {
      repeat([&, turn = size_t{0}]() mutable {
        const int64_t id = client_.ask("nsys/query", R"({"profile": "1", "sql": ")" +
                                                         std::string(kEndlessQueries[turn++ % 3]) + R"("})");
        std::this_thread::sleep_for(milliseconds(100));
        const auto start = ReplyClock::now();
        client_.tell("$/cancelRequest", R"({"id": )" + std::to_string(id) + "}");
        round.cancels.push_back(ms_between(start, client_.wait(id).arrived));
      });
    });
  }
  ~Load() {
    over_ = true;
    for (auto& thread : threads_) thread.join();
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

 private:
  template <class Do>
  void repeat(Do once) {
    try {
      while (!over_) once();
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }

  BusyClient& client_;
  std::atomic<bool> over_{false};
  std::vector<std::thread> threads_;
};

Round hover_under_load(BusyClient& client, const std::function<std::string(size_t)>& hover_at,
                       const std::string& path, std::chrono::seconds length) {
  Round round;
  const Load load(client, round, path);
  const auto start = ReplyClock::now();
  for (size_t count = 0;; ++count) {
    const auto due = start + milliseconds(20) * count;
    if (due - start > length) break;
    const bool slept = ReplyClock::now() < due;
    std::this_thread::sleep_until(due);
    const auto asked = ReplyClock::now();
    if (slept) round.wakes.push_back(ms_between(due, asked));
    const auto reply = client.wait(client.ask("textDocument/hover", hover_at(count % 40)));
    round.hovers.push_back(ms_between(asked, reply.arrived));
    if (round.early_bytes == 0 && due - start > length / 3) round.early_bytes = client.resident();
  }
  round.late_bytes = client.resident();
  return round;
}

TEST_F(Soak, HoversStayFastAndMemoryFlatUnderLoad) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  const std::chrono::seconds length(from_environment("NSYS_AI_SOAK", 4));
  BusyClient client(program());
  client.result("nsys/openProfile", R"({"path": ")" + path + R"("})");
  Round round;
  // A machine that does something else at the same time is asked again.
  for (int tries = 0; tries < 3; ++tries) {
    round = hover_under_load(
        client, [this](size_t line) { return hover_at(line); }, path, length);
    std::printf(
        "%zu hovers: p50 %.2f ms, p99 %.2f ms, max %.2f ms; %zu cancels: max %.2f ms; %lld then %lld MiB\n",
        round.hovers.size(), at_share(round.hovers, 0.5), at_share(round.hovers, 0.99),
        at_share(round.hovers, 1), round.cancels.size(), at_share(round.cancels, 1),
        static_cast<long long>(round.early_bytes >> 20), static_cast<long long>(round.late_bytes >> 20));
    if (at_share(round.hovers, 0.99) < 20 && at_share(round.cancels, 1) < 50) break;
  }
  const double late = at_share(round.wakes, 0.99);
  if (late < kMaxLateMs) {
    EXPECT_LT(at_share(round.hovers, 0.99), 20);
    EXPECT_LT(at_share(round.cancels, 1), 50);
  } else {
    std::printf("No time was judged: the machine is busy, and wakes a thread %.1f ms late.\n", late);
  }
  // Cached answers, up to their limit, are the one thing that may grow.
  EXPECT_LT(round.late_bytes - round.early_bytes, (int64_t{64} << 20) + round.early_bytes / 10);
}

// The time at which the server has nothing to do any more.
ReplyClock::time_point rest_of(const BusyClient& client) {
  for (;;) {
    const auto start = ReplyClock::now();
    const auto before = client.processor_time();
    std::this_thread::sleep_for(milliseconds(80));
    if (client.processor_time() - before <= milliseconds(10)) return start;
  }
}

// Requests of all kinds that take long, each about something that was not asked for before.
std::vector<std::pair<std::string, std::string>> long_requests(BusyClient& client, const std::string& path) {
  std::vector<std::pair<std::string, std::string>> all;
  const Json skills = client.result("nsys/skills", "{}");
  for (const Json& skill : *skills.find("skills")->if_array())
    all.emplace_back("nsys/runSkill", R"({"profile": "1", "skill": ")" + *skill.find("name")->if_string() +
                                          R"(", "trim": {"startNs": )" + std::to_string(all.size() + 1) +
                                          R"(, "endNs": 1000000000000}})");
  for (const char* query : kEndlessQueries)
    all.emplace_back("nsys/query", R"({"profile": "1", "sql": ")" + std::string(query) + R"("})");
  for (const std::string kind : {"overview", "ranges"}) {
    const std::string uri = R"({"uri": "nsys-ai://)" + kind + path;
    all.emplace_back("nsys/document", uri + R"("})");
    all.emplace_back("workspace/textDocumentContent", uri + R"("})");
    all.emplace_back("workspace/textDocumentContent", uri + R"(.a.sqlite"})");
  }
  all.emplace_back("nsys/openProfile", R"({"path": ")" + path + R"(.b.sqlite"})");
  all.emplace_back("nsys/openTimeline", R"({"profile": "1"})");
  all.emplace_back("workspace/symbol", R"({"query": "gemm"})");
  return all;
}

TEST_F(Soak, WhatIsCancelledEnds) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer slows the server down.";
  BusyClient client(program());
  client.result("nsys/openProfile", R"({"path": ")" + path + R"("})");
  const auto requests = long_requests(client, path);
  rest_of(client);
  double answered = 0;
  double ended = 0;
  const int64_t cancels = from_environment("NSYS_AI_SOAK_CANCELS", 40);
  for (int64_t number = 0; number < cancels; ++number) {
    // Every request is met where it has just begun, and where it is in the middle of something.
    const auto& [method, params] = requests[static_cast<size_t>(number) * 7 % requests.size()];
    const int64_t id = client.ask(method, params);
    std::this_thread::sleep_for(milliseconds(number * 37 % 200));
    const auto start = ReplyClock::now();
    client.tell("$/cancelRequest", R"({"id": )" + std::to_string(id) + "}");
    answered = std::max(answered, ms_between(start, client.wait(id).arrived));
    const double rest = ms_between(start, rest_of(client));
    if (rest > 500) std::printf("%s %s ended after %.0f ms\n", method.c_str(), params.c_str(), rest);
    ended = std::max(ended, rest);
  }
  std::printf("%lld cancels: answered in %.1f ms at most, ended in %.0f ms\n", static_cast<long long>(cancels),
              answered, ended);
  EXPECT_LT(answered, 50);
  EXPECT_LT(ended, 500);
}

TEST_F(Soak, OpeningAndClosingKeepsNothing) {
  const int64_t cycles = from_environment("NSYS_AI_SOAK_CYCLES", NSYS_AI_TEST_SANITIZED ? 50 : 300);
  const std::string small = (folder / "small.sqlite").string();
  sketch::write("gpu 0 stream 7   gemm 0..5us   softmax 6..8us\n", small);
  BusyClient client(program());
  int64_t early = 0;
  for (int64_t cycle = 0; cycle < cycles; ++cycle) {
    const Json opened = client.result("nsys/openProfile", R"({"path": ")" + small + R"("})");
    const std::string handle = *opened.find("profile")->if_string();
    client.result("nsys/runSkill", R"({"profile": ")" + handle + R"(", "skill": "top_kernels"})");
    client.result("nsys/openInPerfetto", R"({"profile": ")" + handle + R"("})");
    client.result("nsys/closeProfile", R"({"profile": ")" + handle + R"("})");
    if (cycle == cycles / 5) early = client.resident();
  }
  const int64_t late = client.resident();
  std::printf("%lld openings: %lld KiB after a fifth, %lld KiB at the end\n", static_cast<long long>(cycles),
              static_cast<long long>(early >> 10), static_cast<long long>(late >> 10));
  // A profile of this size takes some 100 KiB: a tenth of them kept would be seen.
  if (NSYS_AI_TEST_SANITIZED) return;
  EXPECT_LT(late - early, int64_t{4} << 20);
}

}  // namespace
}  // namespace nsys_ai::test
