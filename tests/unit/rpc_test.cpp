// Requests: where they run, how they are cancelled, and that each is answered once.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "rpc_peer.h"

#include "rpc_methods.h"

namespace nsys_ai::test {
namespace {

constexpr std::string_view kCancelled = R"(,"error":{"code":-32800,"message":"The request was cancelled."}})";

std::string cancelled_reply(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id + std::string(kCancelled);
}

std::string hover_params(const std::string& uri) {
  return R"({"textDocument":{"uri":")" + uri + R"("},"position":{"line":0,"character":0}})";
}

TEST(Rpc, AHoverDoesNotWaitBehindBulkWork) {
  Peer peer({.quick = 1, .bulk = 1});
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.router().on<method::Hover>(Lane::quick,
                                  [](const auto&, Call&) { return std::optional<lsp::Hover>(); });
  peer.start();
  for (const char* id : {"1", "2", "3"}) peer.request(id, "test/long");
  const auto start = Clock::now();
  peer.request("4", "textDocument/hover", hover_params("file:///a.py"));
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":4,"result":null})");
  EXPECT_LT(since(start), milliseconds(200));
}

TEST(Rpc, ACancelIsAnsweredAtOnceAndTheLateValueIsDropped) {
  std::atomic<bool> release{false};
  std::atomic<bool> told{false};
  Peer peer;
  peer.router().on<Long>(Lane::bulk, [&](const TestParams&, Call& call) -> Result<std::string> {
    while (!release) std::this_thread::sleep_for(milliseconds(1));
    told = call.cancel().cancelled();
    return "too late";
  });
  peer.start();
  peer.request("1", "test/long");
  std::this_thread::sleep_for(milliseconds(20));
  const auto start = Clock::now();
  peer.cancel("1");
  // The work ends below alone; how long an answer takes at most is measured where a few tries count.
  EXPECT_EQ(peer.receive_text(), cancelled_reply("1"));
  EXPECT_LT(since(start), milliseconds(500));
  // The id is free again while the old work still runs.
  peer.request("1", "test/long");
  release = true;
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":1,"result":"too late"})");
  EXPECT_TRUE(peer.silent_for(milliseconds(50)));
}

TEST(Rpc, WhatIsCancelledBeforeItsTurnNeverRuns) {
  std::atomic<int> runs{0};
  Peer peer({.quick = 1, .bulk = 1});
  peer.router().on<Long>(Lane::bulk, [&](const TestParams& params, Call& call) {
    ++runs;
    return until_cancelled(params, call);
  });
  peer.start();
  peer.request("1", "test/long");
  peer.request("2", "test/long");
  peer.cancel("2");
  EXPECT_EQ(peer.receive_text(), cancelled_reply("2"));
  peer.cancel("1");
  EXPECT_EQ(peer.receive_text(), cancelled_reply("1"));
  peer.request("3", "test/long");
  peer.cancel("3");
  EXPECT_EQ(peer.receive_text(), cancelled_reply("3"));
  EXPECT_LE(runs, 2);
}

TEST(Rpc, TwoRequestsOfOneIdAreNotMixedUp) {
  Peer peer;
  peer.router().on<Long>(Lane::bulk, until_cancelled);
  peer.start();
  peer.request("1", "test/long");
  peer.request("1", "test/long");
  EXPECT_EQ(peer.receive().descend({"error", "code"})->if_integer(), -32600);
  peer.cancel("1");
  EXPECT_EQ(peer.receive_text(), cancelled_reply("1"));
}

TEST(Rpc, OfWaitingHoversOnOneDocumentOnlyTheNewestIsAnswered) {
  std::atomic<bool> release{false};
  std::atomic<int> running{0};
  Peer peer({.quick = 1, .bulk = 1});
  peer.router().on<method::Hover>(Lane::quick, [&](const auto&, Call&) -> Result<std::optional<lsp::Hover>> {
    ++running;
    while (!release) std::this_thread::sleep_for(milliseconds(1));
    return std::optional<lsp::Hover>();
  });
  peer.start();
  peer.request("1", "textDocument/hover", hover_params("file:///a.py"));
  while (running == 0) std::this_thread::sleep_for(milliseconds(1));
  peer.request("2", "textDocument/hover", hover_params("file:///a.py"));
  peer.request("3", "textDocument/hover", hover_params("file:///b.py"));
  peer.request("4", "textDocument/hover", hover_params("file:///a.py"));
  const Json dropped = peer.receive();
  EXPECT_EQ(dropped.find("id")->if_integer(), 2);
  EXPECT_EQ(dropped.descend({"error", "code"})->if_integer(), -32801);
  release = true;
  for (const char* id : {"1", "3", "4"})
    EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":null})");
  EXPECT_EQ(running, 3);
}

TEST(Rpc, AnExceptionIsADefectAndTheServerGoesOn) {
  Peer peer;
  peer.router().on<Long>(Lane::bulk, [](const TestParams&, Call&) -> Result<std::string> {
    throw std::runtime_error("out of luck");
  });
  peer.router().on_strand<Short>([](const TestParams&, Call&) -> Result<std::string> { throw 7; });
  peer.start();
  peer.request("1", "test/long");
  const Json first = peer.receive();
  EXPECT_EQ(first.descend({"error", "code"})->if_integer(), -32603);
  EXPECT_EQ(*first.descend({"error", "message"}), Json("This is a defect of nsys-ai: out of luck."));
  peer.request("2", "test/short");
  EXPECT_EQ(peer.receive().descend({"error", "code"})->if_integer(), -32603);
}

TEST(Rpc, ErrorsCarryTheirCodeAndHint) {
  Peer peer;
  peer.router().on<Short>(Lane::quick, [](const TestParams&, Call&) -> Result<std::string> {
    return fail(ErrorCode::cannot_do, "It cannot be done.", "Do something else.");
  });
  peer.start();
  peer.request("1", "test/short");
  EXPECT_EQ(peer.receive_text(),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32803,"message":"It cannot be done.",)"
            R"("data":{"hint":"Do something else."}}})");
  peer.request("2", "test/short", R"({"workDoneToken":[]})");
  EXPECT_EQ(peer.receive_text(), R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,)"
                                 R"("message":"params.workDoneToken: a string or an integer is needed"}})");
  peer.request("3", "test/short", "[]");
  EXPECT_EQ(peer.receive().descend({"error", "code"})->if_integer(), -32602);
}

TEST(Rpc, RepliesWithBytesThatAreNotUtf8AreStillJson) {
  Peer peer;
  peer.router().on<Short>(Lane::quick, [](const TestParams&, Call&) -> Result<std::string> {
    return "a\xff"
           "b";
  });
  peer.start();
  peer.request("1", "test/short");
  EXPECT_EQ(*peer.receive().find("result"), Json("a\xEF\xBF\xBD"
                                                 "b"));
}

TEST(Rpc, NotificationsAreHandledBeforeTheRequestsBehindThem) {
  Peer peer({.quick = 4, .bulk = 1});
  int opened = 0;  // strand only
  peer.router().notify<method::DidOpen>([&](const auto&, Call&) { ++opened; });
  peer.router().on_strand<Short>(
      [&](const TestParams&, Call&) -> Result<std::string> { return std::to_string(opened); });
  peer.start();
  for (int at = 1; at <= 50; ++at) {
    peer.notify("textDocument/didOpen",
                R"({"textDocument":{"uri":"file:///a","languageId":"x","version":1,"text":""}})");
    peer.request(std::to_string(at), "test/short");
    EXPECT_EQ(*peer.receive().find("result"), Json(std::to_string(at)));
  }
}

TEST(Rpc, AThousandRequestsInOnePieceAreAllAnswered) {
  Peer peer;
  peer.router().on<Short>(Lane::quick, [](const TestParams&, Call&) -> Result<std::string> { return "ok"; });
  peer.start();
  std::string bytes;
  for (int at = 0; at < 1000; ++at)
    bytes += framed(R"({"jsonrpc":"2.0","id":)" + std::to_string(at) + R"(,"method":"test/short"})");
  peer.send_bytes(bytes);
  std::vector<bool> seen(1000);
  for (int at = 0; at < 1000; ++at)
    seen[static_cast<size_t>(*peer.receive().find("id")->if_integer())] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 1000);
}

}  // namespace
}  // namespace nsys_ai::test
