// One server with several clients, over `serve --listen`.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <thread>

#include "server_process.h"
#include "socket_client.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

class ManyClients : public testing::Test {
 protected:
  ManyClients() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    write("repeat 100 every 10us { gpu 0 stream 7   gemm 0..5us   softmax 6..8us }\n");
    start();
  }
  ~ManyClients() override {
    server.reset();
    fs::remove_all(folder);
  }
  void write(const std::string& sketch) { sketch::write(sketch, (folder / "P.sqlite").string()); }
  void start(std::vector<std::string> further = {}) {
    std::vector<std::string> arguments = {"serve", "--listen", socket().string()};
    arguments.insert(arguments.end(), further.begin(), further.end());
    server.emplace(program(), (folder / "log").string(), arguments);
  }
  fs::path socket() const { return folder / "socket"; }
  std::string log() const {
    std::ifstream stream(folder / "log");
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  std::string path_params() const { return R"({"path": ")" + (folder / "P.sqlite").string() + R"("})"; }
  int end() {
    ::kill(server->pid(), SIGTERM);
    return server->exit_code();
  }

  fs::path folder;
  std::optional<ServerProcess> server;
};

int64_t clients(SocketClient& client) {
  return client.result("nsys/status").find("clients")->if_integer().value_or(0);
}

TEST_F(ManyClients, ShareAProfileAndEndAlone) {
  SocketClient one(socket());
  SocketClient other(socket());
  one.begin();
  other.begin();
  const Json opened = one.result("nsys/openProfile", path_params());
  EXPECT_EQ(other.result("nsys/profiles").compact(), R"({"profiles":[]})");
  EXPECT_EQ(other.result("nsys/openProfile", path_params()), opened);
  EXPECT_EQ(clients(other), 2);

  one.result("nsys/closeProfile", R"({"profile": "1"})");
  const Json kept = other.result("nsys/runSkill", R"({"profile": "1", "skill": "top_kernels"})");
  EXPECT_EQ(*kept.find("outcome"), Json("rows"));
  one.ask(2, "nsys/profileInfo", R"({"profile": "1"})");
  EXPECT_TRUE(one.reply().find("error"));
  one.leave();
  while (clients(other) != 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(other.result("nsys/profileInfo", R"({"profile": "1"})"), opened);
  EXPECT_EQ(end(), 0);
  EXPECT_FALSE(fs::exists(socket()));
}

TEST_F(ManyClients, MayBeTenAndDieAsTheyLike) {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int number = 0; number < 10; ++number)
    threads.emplace_back([&, number] {
      try {
        SocketClient client(socket());
        client.begin();
        const std::string document = R"({"textDocument": {"uri": "nsys-ai://overview)" +
                                     (folder / "P.sqlite").string() +
                                     R"("}, "position": {"line": 0, "character": 0}})";
        for (int round = 0; round < 20; ++round) {
          client.result("nsys/openProfile", path_params());
          client.result("textDocument/hover", document);
          const Json answer = client.result("nsys/runSkill", R"({"profile": "1", "skill": "top_kernels"})");
          if (*answer.find("outcome") != Json("rows")) return;
        }
        // Half of them go without a word, with a question under way.
        if (number % 2 == 0)
          client.leave();
        else
          client.ask(2, "nsys/runSkill", R"({"profile": "1", "skill": "root_causes"})");
        ++good;
      } catch (const std::exception& error) {
        ADD_FAILURE() << "client " << number << ": " << error.what();
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, 10);
  SocketClient last(socket());
  last.begin();
  while (clients(last) != 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(last.result("nsys/status").descend({"answers", "count"})->if_integer(), 0)
      << "with the last of them their profile is closed";
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, AreToldWhenThereIsNoRoomForThem) {
  std::vector<std::unique_ptr<SocketClient>> served;
  for (int number = 0; number < 64; ++number) {
    served.push_back(std::make_unique<SocketClient>(socket()));
    served.back()->begin();
  }
  SocketClient last(socket());
  const Json refusal = last.receive();
  EXPECT_EQ(*refusal.descend({"error", "message"}), Json("This server has 64 clients already."));
  EXPECT_EQ(*refusal.descend({"error", "data", "hint"}),
            Json("Close one of them, or start another server at a path of its own."));
  EXPECT_THROW(last.receive(), std::runtime_error) << "then it hangs up";
  served.back()->leave();
  while (clients(*served.front()) != 63) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  SocketClient next(socket());
  next.begin();
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, AreToldWhenAnotherReadsTheirProfileAnew) {
  SocketClient one(socket());
  SocketClient other(socket());
  one.begin();
  other.begin();
  one.result("nsys/openProfile", path_params());
  other.result("nsys/openProfile", path_params());
  // Seconds of work, for a question that nobody waits for in the end.
  other.ask(7, "nsys/query",
            R"({"profile": "1", "sql": "SELECT count(*) FROM kernel a, kernel b, kernel c, kernel d"})");
  while (other.result("nsys/status").find("requests")->if_array()->empty())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  write("gpu 0 stream 7   gemm 0..5us\n");
  const fs::path file = folder / "P.sqlite";
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
  const Json again = one.result("nsys/openProfile", path_params());
  EXPECT_EQ(again.find("kernels")->if_integer(), 1);
  const Json reply = other.reply();
  EXPECT_EQ(reply.find("id")->if_integer(), 7);
  EXPECT_EQ(reply.descend({"error", "code"})->if_integer(), -32801) << reply.compact();
  EXPECT_EQ(other.result("nsys/profileInfo", R"({"profile": "1"})"), again);
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, AreAnsweredThatAFileChangedAndFindItReadAnew) {
  write("gpu 0 stream 7   gemm 0..5us\nrepeat 3000 every 10us { osrt thread 1 read 0..5us }\n");
  SocketClient client(socket());
  client.begin();
  client.result("nsys/openProfile", path_params());
  const std::string other = (folder / "other.sqlite").string();
  sketch::write("gpu 0 stream 7   gemm 0..5us\nrepeat 7 every 10us { osrt thread 1 read 0..5us }\n", other);
  fs::copy_file(other, folder / "P.sqlite", fs::copy_options::overwrite_existing);
  const auto ask = [&] {
    client.ask(7, "nsys/query", R"({"profile": "1", "sql": "SELECT count(*) AS calls FROM os_call"})");
    return client.reply();
  };
  const Json refused = ask();
  EXPECT_EQ(refused.descend({"error", "code"})->if_integer(), -32801) << refused.compact();
  EXPECT_EQ(
      *refused.descend({"error", "message"})->if_string(),
      "P.sqlite changed on disk since it was read, and what had not been read of it is no more to be had.");
  EXPECT_EQ(*refused.descend({"error", "data", "hint"})->if_string(), "Ask again: it is being reloaded.");
  Json answer = ask();
  for (int tries = 0; tries < 1000 && !answer.find("result"); ++tries) {
    EXPECT_EQ(answer.descend({"error", "code"})->if_integer(), -32801) << answer.compact();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer = ask();
  }
  ASSERT_TRUE(answer.find("result")) << answer.compact();
  EXPECT_EQ(answer.descend({"result", "rows"})->if_array()->at(0).find("calls")->if_integer(), 7);
  EXPECT_EQ(end(), 0);
}

// Findings read it on the way, where nothing can be returned.
TEST_F(ManyClients, AreAnsweredThatAFileChangedWhereFindingsNeedIt) {
  write("gpu 0 stream 7   gemm 0..5us\nrepeat 3000 every 10us { osrt thread 1 read 0..5us }\n");
  SocketClient client(socket());
  client.begin();
  client.result("nsys/openProfile", path_params());
  const std::string other = (folder / "other.sqlite").string();
  sketch::write("gpu 0 stream 7   gemm 0..5us\n", other);
  fs::copy_file(other, folder / "P.sqlite", fs::copy_options::overwrite_existing);
  client.ask(7, "nsys/viewOpen", R"({"profile": "1", "view": "overview"})");
  const Json refused = client.reply();
  ASSERT_TRUE(refused.find("error")) << refused.compact();
  EXPECT_EQ(refused.descend({"error", "code"})->if_integer(), -32801) << refused.compact();
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, AskForDocumentsAndLensesAnewWhenAnotherReadsTheirProfileAnew) {
  SocketClient one(socket());
  SocketClient other(socket());
  one.begin();
  other.begin(R"({"workspace": {"textDocumentContent": {}, "codeLens": {"refreshSupport": true}}})");
  one.result("nsys/openProfile", path_params());
  const std::string uri = "nsys-ai://overview" + (folder / "P.sqlite").string();
  const std::string asked = R"({"uri": ")" + uri + "\"}";
  const Json before = other.result("nsys/document", asked);
  write("gpu 0 stream 7   gemm 0..5us   gemm 10..15us\n");
  const fs::path file = folder / "P.sqlite";
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
  one.result("nsys/openProfile", path_params());
  EXPECT_EQ(*other.told("workspace/textDocumentContent/refresh").find("uri"), *before.find("uri"));
  other.told("workspace/codeLens/refresh");
  EXPECT_NE(other.result("nsys/document", asked), before);
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, KeepASecondServerAway) {
  SocketClient client(socket());
  client.begin();
  ServerProcess second(program(), (folder / "second").string(), {"serve", "--listen", socket().string()});
  EXPECT_EQ(second.exit_code(), 1);
  // The second one knocked before it went.
  while (clients(client) != 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, FindANewServerWhereOneWasKilled) {
  { SocketClient(socket()).begin(); }
  ::kill(server->pid(), SIGKILL);
  server->exit_code();
  ASSERT_TRUE(fs::exists(socket()));
  start();
  SocketClient client(socket());
  client.begin();
  EXPECT_EQ(clients(client), 1);
  EXPECT_EQ(end(), 0);
}

TEST_F(ManyClients, LeaveAServerThatEndsWhenNobodyComes) {
  end();
  start({"--idle-exit", "1"});
  SocketClient(socket()).begin();
  EXPECT_EQ(server->exit_code(), 0);
  EXPECT_FALSE(fs::exists(socket()));
}

TEST_F(ManyClients, EndWithTheServer) {
  SocketClient client(socket());
  client.begin();
  client.result("nsys/openProfile", path_params());
  client.ask(2, "nsys/query",
             R"({"profile": "1", "sql": "SELECT count(*) FROM kernel a, kernel b, kernel c, kernel d"})");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(end(), 0) << log();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace nsys_ai::test
