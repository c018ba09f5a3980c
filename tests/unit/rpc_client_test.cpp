// What the server says by itself: progress, requests of its own, large output; and how a session ends.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <filesystem>

#include "rpc_peer.h"

#include "rpc_methods.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kShowsProgress = R"({"window":{"workDoneProgress":true}})";

Result<std::string> report_for(milliseconds length, Call& call) {
  const Work work = call.work();
  const auto start = Clock::now();
  while (since(start) < length) {
    work.report(static_cast<double>(since(start).count()) / static_cast<double>(length.count()), "a step");
    if (work.cancel.cancelled()) return cancelled();
    std::this_thread::sleep_for(milliseconds(1));
  }
  return "done";
}

void long_work(Peer& peer, milliseconds length) {
  peer.router().on<Long>(Lane::bulk,
                         [length](const TestParams&, Call& call) { return report_for(length, call); });
}

TEST(Progress, BeginsAtOnceReportsAtAPaceAndEndsBeforeTheReply) {
  Peer peer;
  long_work(peer, milliseconds(560));
  peer.start();
  const auto start = Clock::now();
  peer.request("1", "test/long", R"({"workDoneToken":"mine"})");
  EXPECT_EQ(peer.receive_text(),
            R"({"jsonrpc":"2.0","method":"$/progress","params":{"token":"mine","value":)"
            R"({"kind":"begin","title":"Long work","cancellable":true,"percentage":0}}})");
  EXPECT_LT(since(start), milliseconds(400)) << "well before the work is done";
  int reports = 0;
  int64_t before = 0;
  Json message = peer.receive();
  for (; *message.descend({"params", "value", "kind"}) == Json("report"); message = peer.receive()) {
    const auto percentage = *message.descend({"params", "value", "percentage"})->if_integer();
    EXPECT_GE(percentage, before);
    EXPECT_EQ(*message.descend({"params", "value", "message"}), Json("a step"));
    before = percentage;
    ++reports;
  }
  EXPECT_GE(reports, 2);
  EXPECT_LE(reports, 5);
  EXPECT_EQ(message.descend({"params", "value"})->compact(), R"({"kind":"end"})");
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":1,"result":"done"})");
}

TEST(Progress, EndsWithACancelAndNothingComesAfter) {
  Peer peer;
  long_work(peer, milliseconds(5000));
  peer.start();
  for (const std::string way : {"$/cancelRequest", "window/workDoneProgress/cancel"}) {
    peer.request("1", "test/long", R"({"workDoneToken":7})");
    EXPECT_EQ(*peer.receive().descend({"params", "value", "kind"}), Json("begin"));
    peer.notify(way, way[0] == '$' ? R"({"id":1})" : R"({"token":7})");
    Json message = peer.receive();
    while (*message.descend({"params", "value", "kind"}) == Json("report")) message = peer.receive();
    EXPECT_EQ(message.descend({"params", "value"})->compact(), R"({"kind":"end","message":"Cancelled"})");
    EXPECT_EQ(peer.receive().descend({"error", "code"})->if_integer(), -32800);
    EXPECT_TRUE(peer.silent_for(milliseconds(150)));
  }
}

TEST(Progress, OfLongWorkThatNobodyAskedForIsOfferedToTheClient) {
  Peer peer;
  long_work(peer, milliseconds(700));
  peer.start(kShowsProgress);
  peer.request("1", "test/long");
  const Json create = peer.receive();
  ASSERT_EQ(*create.find("method"), Json("window/workDoneProgress/create"));
  const std::string token = create.descend({"params", "token"})->compact();
  peer.send(R"({"jsonrpc":"2.0","id":)" + create.find("id")->compact() + R"(,"result":null})");
  const Json begin = peer.receive();
  EXPECT_EQ(begin.descend({"params", "token"})->compact(), token);
  EXPECT_EQ(*begin.descend({"params", "value", "kind"}), Json("begin"));
  Json message = peer.receive();
  while (*message.descend({"params", "value", "kind"}) == Json("report")) message = peer.receive();
  EXPECT_EQ(*message.descend({"params", "value", "kind"}), Json("end"));
  EXPECT_EQ(*peer.receive().find("result"), Json("done"));
}

TEST(Progress, IsNotOfferedForShortWorkOrToClientsThatDoNotShowIt) {
  Peer shows;
  long_work(shows, milliseconds(50));
  shows.start(kShowsProgress);
  shows.request("1", "test/long");
  EXPECT_EQ(*shows.receive().find("result"), Json("done"));
  Peer plain;
  long_work(plain, milliseconds(500));
  plain.start();
  plain.request("1", "test/long");
  EXPECT_EQ(*plain.receive().find("result"), Json("done"));
}

TEST(Progress, ThatTheClientRefusesIsNotSent) {
  Peer peer;
  long_work(peer, milliseconds(600));
  peer.start(kShowsProgress);
  peer.request("1", "test/long");
  const std::string id = peer.receive().find("id")->compact();
  peer.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32603,"message":"no"}})");
  EXPECT_EQ(*peer.receive().find("result"), Json("done"));
}

void ask_the_client(Peer& peer) {
  peer.router().on<Long>(Lane::bulk, [](const TestParams&, Call& call) {
    return call.client().ask<Ask>({"what?"}, call.cancel());
  });
}

TEST(Client, AnswersAQuestionOfTheServer) {
  Peer peer;
  ask_the_client(peer);
  peer.start();
  peer.request("1", "test/long");
  const Json question = peer.receive();
  EXPECT_EQ(question.find("params")->compact(), R"({"question":"what?"})");
  const std::string id = question.find("id")->compact();
  peer.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":"this"})");
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":1,"result":"this"})");

  peer.request("2", "test/long");
  peer.send(R"({"jsonrpc":"2.0","id":)" + peer.receive().find("id")->compact() +
            R"(,"error":{"code":1,"message":"I do not know."}})");
  EXPECT_EQ(*peer.receive().descend({"error", "message"}), Json("I do not know."));

  peer.request("3", "test/long");
  peer.send(R"({"jsonrpc":"2.0","id":)" + peer.receive().find("id")->compact() + R"(,"result":5})");
  EXPECT_EQ(*peer.receive().descend({"error", "message"}),
            Json("The client's answer is not as it should be: result: a string is needed"));
}

TEST(Client, IsToldWhenItsAnswerIsNoLongerWanted) {
  Peer peer;
  ask_the_client(peer);
  peer.start();
  peer.request("1", "test/long");
  const std::string id = peer.receive().find("id")->compact();
  peer.cancel("1");
  EXPECT_EQ(peer.receive().descend({"error", "code"})->if_integer(), -32800);
  EXPECT_EQ(peer.receive_text(),
            R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":)" + id + "}}");
}

TEST(Client, ThatDoesNotReadHoldsBulkProducersButNoReply) {
  std::atomic<int> sent{0};
  std::atomic<bool> answered{false};
  Peer peer;
  peer.router().on<Long>(Lane::bulk, [&](const TestParams&, Call& call) -> Result<std::string> {
    const std::string piece(size_t{256} << 10U, 'x');
    for (; sent < 100; ++sent)
      if (!call.client().notify_bulk<Piece>({piece}, call.cancel())) return cancelled();
    return "all";
  });
  peer.router().on<Short>(Lane::quick, [&](const TestParams&, Call&) -> Result<std::string> {
    answered = true;
    return "quick";
  });
  peer.start();
  peer.request("1", "test/long");
  // Until it is held: nothing goes out for a while.
  int held = -1;
  while (held != sent) {
    held = sent;
    std::this_thread::sleep_for(milliseconds(300));
  }
  EXPECT_LT(held, 40);  // 4 MiB of queue and what the sockets take
  peer.request("2", "test/short");
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_TRUE(answered);
  EXPECT_EQ(sent, held);
  int pieces = 0;
  std::string results;
  while (results.size() < 2) {
    const Json message = peer.receive(milliseconds(30000));
    ASSERT_FALSE(message.is_null());
    if (message.find("method"))
      ++pieces;
    else
      results += message.find("id")->compact();
  }
  EXPECT_EQ(pieces, 100);
  EXPECT_EQ(results, "21");
}

TEST(Client, ThatDoesNotReadCanStillCancelABulkProducer) {
  std::atomic<bool> stopped{false};
  Peer peer;
  peer.router().on<Long>(Lane::bulk, [&](const TestParams&, Call& call) -> Result<std::string> {
    const std::string piece(size_t{256} << 10U, 'x');
    while (call.client().notify_bulk<Piece>({piece}, call.cancel())) {
    }
    stopped = true;
    return cancelled();
  });
  peer.start();
  peer.request("1", "test/long");
  std::this_thread::sleep_for(milliseconds(200));
  peer.cancel("1");
  const auto start = Clock::now();
  while (!stopped && since(start) < milliseconds(1000)) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_LT(since(start), milliseconds(500));
}

TEST(End, OfTheClientCancelsWhatRuns) {
  Peer peer;
  bool stuck = false;
  peer.connection().on_stuck([&](int) { stuck = true; });
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  for (const char* id : {"1", "2", "3"}) peer.request(id, "test/long");
  std::this_thread::sleep_for(milliseconds(20));
  const auto start = Clock::now();
  peer.leave();
  EXPECT_EQ(peer.exit_code(), 1);
  EXPECT_LT(since(start), milliseconds(200));
  EXPECT_FALSE(stuck);
}

TEST(End, IsNotHeldUpByAQuestionToTheClient) {
  Peer peer;
  ask_the_client(peer);
  peer.start();
  peer.request("1", "test/long");
  EXPECT_TRUE(peer.receive().find("method"));
  const auto start = Clock::now();
  peer.request("2", "shutdown");
  EXPECT_EQ(peer.receive().find("id")->if_integer(), 2);
  peer.notify("exit");
  EXPECT_EQ(peer.exit_code(), 0);
  EXPECT_LT(since(start), milliseconds(200));
}

TEST(End, WithAHandlerThatDoesNotStopIsReported) {
  std::atomic<bool> release{false};
  std::optional<int> stuck;
  Peer peer;
  peer.connection().on_stuck([&](int code) {
    stuck = code;
    release = true;
  });
  peer.router().on<Long>(Lane::bulk, [&](const TestParams&, Call&) -> Result<std::string> {
    while (!release) std::this_thread::sleep_for(milliseconds(1));
    return "at last";
  });
  peer.start();
  peer.request("1", "test/long");
  std::this_thread::sleep_for(milliseconds(20));
  peer.leave();
  EXPECT_EQ(peer.exit_code(), 1);
  EXPECT_EQ(stuck, 1);
}

TEST(End, ComesWithTheDeathOfTheClientsProcess) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  Peer peer;
  peer.start();
  peer.connection().watch_parent(child);
  EXPECT_TRUE(peer.silent_for(milliseconds(700)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto start = Clock::now();
  EXPECT_EQ(peer.exit_code(), 1);
  EXPECT_LT(since(start), milliseconds(1500));
}

TEST(Transport, ConnectsToAPortOfTheClient) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  auto transport = Transport::socket(ntohs(address.sin_port));
  ASSERT_TRUE(transport);
  const int accepted = ::accept(listener, nullptr, nullptr);
  EXPECT_TRUE(transport->write("hello"));
  std::array<char, 16> bytes{};
  EXPECT_EQ(::recv(accepted, bytes.data(), bytes.size(), 0), 5);
  ::close(accepted);
  EXPECT_EQ(transport->read(bytes), 0U);
  ::close(listener);
  EXPECT_FALSE(Transport::socket(ntohs(address.sin_port)));
}

TEST(Transport, ConnectsToANamedSocketOfTheClient) {
  const auto path =
      std::filesystem::temp_directory_path() / ("nsys-ai-" + std::to_string(::getpid()) + ".sock");
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  auto transport = Transport::pipe(path.string());
  EXPECT_TRUE(transport);
  ::close(listener);
  std::filesystem::remove(path);
  EXPECT_FALSE(Transport::pipe(path.string()));
  EXPECT_FALSE(Transport::pipe(std::string(300, 'x')));
}

}  // namespace
}  // namespace nsys_ai::test
