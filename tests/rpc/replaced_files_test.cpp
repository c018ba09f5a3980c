// Two clients ask without pause while the files that they ask about are replaced, overwritten and cut short,
// and memory is at its limit: each number is that of one of the files, or something is said with it.
//
// Some seconds in the suite. NSYS_AI_SOAK=SECONDS makes it as long as one likes.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "server_process.h"
#include "socket_client.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// What a plain SELECT says: events and their time.
struct Truth {
  int64_t events = 0;
  int64_t ns = 0;
  auto operator<=>(const Truth&) const = default;
};
// Of kernels and of calls of the system alike, in either file.
constexpr Truth kOfA{2000, 2000 * 5000};
constexpr Truth kOfB{3000, 3000 * 7000};

int64_t number(const Json& of, const char* member) {
  const Json* found = of.find(member);
  return found ? found->if_integer().value_or(-1) : -1;
}

// Threads, descriptors and bytes of a process, as the system counts them.
struct Held {
  int64_t threads = 0;
  int64_t descriptors = 0;
  int64_t bytes = 0;
};

int64_t entries(const fs::path& folder) { return std::distance(fs::directory_iterator(folder), {}); }

Held held_by(pid_t pid) {
  const fs::path process = "/proc/" + std::to_string(pid);
  std::ifstream file(process / "statm");
  int64_t all = 0;
  int64_t pages = 0;
  file >> all >> pages;
  return {entries(process / "task"), entries(process / "fd"), pages * 4096};
}

class ReplacedFiles : public testing::Test {
 protected:
  ReplacedFiles() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    // The two differ in every number, and neither is the beginning of the other.
    sketch::write("repeat 2000 every 10us {\n  gpu 0 stream 7   gemm 0..5us\n  osrt thread 1   poll 0..5us\n}\n",
                  (folder / "a").string());
    sketch::write("repeat 3000 every 20us {\n  gpu 0 stream 7   softmax 0..7us\n  osrt thread 1   poll 0..7us\n}\n",
                  (folder / "b").string());
    put("a");
  }
  ~ReplacedFiles() override { fs::remove_all(folder); }

  fs::path shown() const { return folder / "P.sqlite"; }
  void put(const std::string& name) const {
    fs::copy_file(folder / name, folder / "draft", fs::copy_options::overwrite_existing);
    fs::rename(folder / "draft", shown());
  }
  void overwrite(const std::string& name) const {
    std::ifstream from(folder / name, std::ios::binary);
    std::ofstream(shown(), std::ios::binary | std::ios::trunc) << from.rdbuf();
  }
  // What is done to the file, over and over.
  void change(int turn) const {
    switch (turn % 5) {
      case 0:
        return put("b");
      case 1:
        return overwrite("a");
      case 2:
        return fs::resize_file(shown(), 8192);
      case 3:
        return overwrite("b");
      default:
        return put("a");
    }
  }

  fs::path folder;
};

// Asks, and judges what comes.
class Asker {
 public:
  Asker(const fs::path& socket, const fs::path& profile) : client_(socket), profile_(profile.string()) {
    client_.begin();
  }

  // What was answered, by kind.
  const std::map<std::string, int64_t>& counts() const { return counts_; }
  const std::set<std::string>& wrong() const { return wrong_; }

  void ask(int turn) {
    if (handle_.empty() && !open()) return;
    const std::string of = R"({"profile": ")" + handle_ + R"(", )";
    switch (turn % 10) {
      case 0:
      case 5:
        return count(of, "kernel");
      case 3:
      case 9:  // Read when it is asked for, from whatever the file is by then.
        return count(of, "os_call");
      case 4: {
        reply("nsys/closeProfile", R"({"profile": ")" + handle_ + R"("})");
        handle_.clear();
        return;
      }
      case 1:
      case 6:
        return judge(reply("nsys/runSkill", of + R"("skill": "top_kernels"})"), "calls", "total_ns");
      default:
        reply("textDocument/hover", R"({"textDocument": {"uri": "nsys-ai://overview)" + profile_ +
                                        R"("}, "position": {"line": 6, "character": 4}})");
    }
  }

 private:
  Json reply(const std::string& method, const std::string& params) {
    client_.ask(++id_, method, params);
    Json message = client_.reply();
    const Json* error = message.find("error");
    ++counts_[error ? "error " + std::to_string(number(*error, "code")) : "answered"];
    // A file that is gone, changed or not whole is said, and opened again.
    if (error) handle_.clear();
    return message;
  }

  void count(const std::string& of, const std::string& table) {
    judge(reply("nsys/query", of + R"("sql": "SELECT count(*) AS n, sum(duration) AS ns FROM )" + table + R"("})"),
          "n", "ns");
  }

  bool open() {
    const Json message = reply("nsys/openProfile", R"({"path": ")" + profile_ + R"("})");
    if (const Json* result = message.find("result")) handle_ = *result->find("profile")->if_string();
    return !handle_.empty();
  }

  void judge(const Json& message, const char* count, const char* total) {
    const Json* result = message.find("result");
    if (!result) return;
    const bool noted = !result->find("notes")->if_array()->empty();
    const auto& rows = *result->find("rows")->if_array();
    Truth told;
    for (const Json& row : rows) {
      told.events += number(row, count);
      told.ns += number(row, total);
    }
    const bool of_one = told == kOfA || told == kOfB;
    if (!of_one && !noted) wrong_.insert(result->compact().substr(0, 400));
    ++counts_[of_one ? "right" : noted ? "noted" : "wrong"];
  }

  SocketClient client_;
  std::string profile_;
  std::string handle_;
  int64_t id_ = 10;
  std::map<std::string, int64_t> counts_;
  std::set<std::string> wrong_;
};

TEST_F(ReplacedFiles, NeverAnswerAWrongNumberWithoutAWord) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer holds memory of its own.";
  const char* const asked = std::getenv("NSYS_AI_SOAK");
  const std::chrono::seconds length(asked ? std::atoi(asked) : 4);
  const fs::path socket = folder / "socket";
  ServerProcess server(program(), (folder / "log").string(),
                       {"serve", "--listen", socket.string(), "--memory-limit", "48MB"});
  Asker one(socket, shown());
  Asker other(socket, shown());

  std::atomic<bool> over = false;
  const auto ask_in_time = [&](Asker& asker) {
    const auto start = std::chrono::steady_clock::now();
    for (int turn = 0; !over; ++turn) {
      std::this_thread::sleep_until(start + turn * milliseconds(40));
      try {
        asker.ask(turn);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
        return;
      }
    }
  };
  std::thread first([&] { ask_in_time(one); });
  std::thread second([&] { ask_in_time(other); });
  Held early;
  const auto start = std::chrono::steady_clock::now();
  for (int turn = 0; std::chrono::steady_clock::now() - start < length; ++turn) {
    std::this_thread::sleep_for(milliseconds(150));
    change(turn);
    if (early.bytes == 0 && std::chrono::steady_clock::now() - start > length / 3)
      early = held_by(server.pid());
  }
  over = true;
  first.join();
  second.join();
  const Held late = held_by(server.pid());

  for (const Asker* asker : {&one, &other}) {
    std::string line;
    for (const auto& [what, count] : asker->counts()) line += what + " " + std::to_string(count) + "  ";
    std::printf("%s\n", line.c_str());
    EXPECT_EQ(asker->wrong(), std::set<std::string>()) << "is no number of either file, and says nothing";
    EXPECT_GT(asker->counts().at("right"), 0);
  }
  std::printf("%lld then %lld threads, %lld then %lld descriptors, %lld then %lld KiB\n",
              static_cast<long long>(early.threads), static_cast<long long>(late.threads),
              static_cast<long long>(early.descriptors), static_cast<long long>(late.descriptors),
              static_cast<long long>(early.bytes >> 10), static_cast<long long>(late.bytes >> 10));
  EXPECT_LE(late.threads, early.threads + 4);
  EXPECT_LE(late.descriptors, early.descriptors + 8);
  EXPECT_LT(late.bytes, early.bytes + early.bytes / 4 + (8 << 20));
}

}  // namespace
}  // namespace nsys_ai::test
