// What a client cannot make the server do: keep messages without end, in either direction.
#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "base/memory.h"
#include "rpc_peer.h"

#include "rpc_methods.h"

namespace nsys_ai::test {
namespace {

std::string request_text(int64_t id, const std::string& method) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":{}})";
}

std::string cancel_text(int64_t id) {
  return R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":)" + std::to_string(id) + "}}";
}

int64_t error_code_of(const Json& reply) {
  const Json* code = reply.descend({"error", "code"});
  return code ? code->if_integer().value_or(0) : 0;
}

TEST(Bounds, AFloodOfRequestsIsRefusedBeyondAThousand) {
  constexpr int kRequests = 100'000;
  Peer peer;
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  std::thread flood([&] {
    for (int id = 0; id < kRequests; ++id) peer.send(request_text(id, "test/long"));
    // Those that were taken are the first.
    for (int id = 0; id < 1024; ++id) peer.send(cancel_text(id));
  });
  std::map<int64_t, int> codes;
  for (int at = 0; at < kRequests; ++at) ++codes[error_code_of(peer.receive())];
  flood.join();
  EXPECT_EQ(codes[-32803], kRequests - 1024);
  EXPECT_EQ(codes[-32800], 1024);
  peer.request("1", "shutdown");
  EXPECT_TRUE(peer.receive().find("result")) << "it serves on";
}

TEST(Bounds, ShutdownIsNeverRefused) {
  Peer peer;
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  for (int id = 0; id < 1030; ++id) peer.send(request_text(id, "test/long"));
  peer.request("\"end\"", "shutdown");
  Json reply;
  do {
    reply = peer.receive();
  } while (error_code_of(reply) == -32803);
  EXPECT_EQ(reply.compact(), R"({"jsonrpc":"2.0","id":"end","result":null})");
}

TEST(Bounds, WhatIsCancelledBehindLongWorkIsNotKept) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer keeps memory that was released.";
  Peer peer({.quick = 1, .bulk = 1});
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  peer.request("\"first\"", "test/long");
  const std::string filling(50'000, 'x');
  const int64_t before = memory_resident();
  for (int id = 0; id < 4000; ++id) {
    peer.send(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
              R"(,"method":"test/long","params":{"more":")" + filling + R"("}})");
    peer.send(cancel_text(id));
    ASSERT_EQ(error_code_of(peer.receive()), -32800);
  }
  EXPECT_LT(memory_resident() - before, int64_t{100} << 20) << "of 200 MB that were sent";
}

TEST(Bounds, NoWorkBeginsForAClientThatDoesNotRead) {
  std::atomic<int> made{0};
  Peer peer;
  peer.router().on<Short>(Lane::bulk, [&](const TestParams&, Call&) -> Result<std::string> {
    ++made;
    return std::string(size_t{256} << 10U, 'x');
  });
  peer.start();
  for (int id = 0; id < 100; ++id) peer.send(request_text(id, "test/short"));
  int seen = -1;
  while (seen != made) {
    seen = made;
    std::this_thread::sleep_for(milliseconds(200));
  }
  EXPECT_LT(made, 40) << "4 MiB, and what the sockets take";
  for (int id = 0; id < 100; ++id) EXPECT_TRUE(peer.receive().find("result"));
  EXPECT_EQ(made, 100);
}

TEST(Bounds, NothingIsReadFromAClientThatDoesNotRead) {
  constexpr int kRequests = 1500;
  std::atomic<int> made{0};
  Peer peer;
  peer.router().on_strand<Short>([&](const TestParams&, Call&) -> Result<std::string> {
    ++made;
    return std::string(size_t{64} << 10U, 'x');
  });
  peer.start();
  std::thread flood([&] {
    for (int id = 0; id < kRequests; ++id) peer.send(request_text(id, "test/short"));
  });
  int seen = -1;
  while (seen != made) {
    seen = made;
    std::this_thread::sleep_for(milliseconds(300));
  }
  EXPECT_LT(made, 1200) << "32 MiB of replies, what the sockets take, and the strand's queue";
  EXPECT_LT(peer.connection().load().outgoing_bytes, size_t{64} << 20U);
  for (int at = 0; at < kRequests; ++at) ASSERT_TRUE(peer.receive().find("result"));
  flood.join();
}

TEST(Bounds, ALargeMessageIsPassedOver) {
  Peer peer;
  peer.start();
  std::thread sender([&] {
    peer.send_bytes("Content-Length: 104857600\r\n\r\n");
    const std::string piece(size_t{1} << 20U, ' ');
    for (int at = 0; at < 100; ++at) peer.send_bytes(piece);
    peer.request("1", "shutdown");
  });
  EXPECT_EQ(error_code_of(peer.receive()), -32700);
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":1,"result":null})");
  sender.join();
}

TEST(Bounds, RequestsOnWhatWasReplacedAreAnsweredAtOnce) {
  Peer peer;
  peer.router().set_subject([](const Json& params) {
    const Json* token = params.find("workDoneToken");
    return RequestSubject{token ? *token->if_string() : std::string()};
  });
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  peer.request("1", "test/long", R"({"workDoneToken":"a"})");
  peer.request("2", "test/long", R"({"workDoneToken":"b"})");
  peer.receive();
  peer.receive();  // both have begun, and said so
  peer.connection().content_modified("a");
  EXPECT_EQ(peer.receive().descend({"params", "value", "kind"})->if_string()->compare("end"), 0);
  const Json reply = peer.receive();
  EXPECT_EQ(reply.find("id")->if_integer(), 1);
  EXPECT_EQ(error_code_of(reply), -32801);
  EXPECT_TRUE(peer.silent_for(milliseconds(50)));
  const ConnectionLoad load = peer.connection().load();
  ASSERT_EQ(load.requests.size(), 1U);
  EXPECT_EQ(load.requests[0].method, "test/long");
  EXPECT_TRUE(load.requests[0].started);
}

}  // namespace
}  // namespace nsys_ai::test
