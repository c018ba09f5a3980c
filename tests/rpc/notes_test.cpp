// Every method that answers about a profile says what of it was not read.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "protocol/methods.h"
#include "rpc/transport.h"
#include "server_process.h"
#include "socket_client.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

using Questions = std::map<std::string_view, std::vector<std::string>>;

// Of the timeline's source.
Questions questions_of_timeline() {
  return {
      {"nsys/timeline", {R"({"profile": "1", "columns": 100})"}},
      {"nsys/timelineWindow",
       {R"({"profile": "1", "window": {"startNs": 0, "endNs": 20000000}})",
        R"({"profile": "1", "window": {"startNs": 0, "endNs": 20000000}, "part": "causes"})",
        R"({"profile": "1", "window": {"startNs": 0, "endNs": 20000000}, "part": "names"})",
        R"({"profile": "1", "window": {"startNs": 0, "endNs": 20000000}, "skill": "top_kernels"})"}},
      // Of places on a timeline, which has the notes.
      {"nsys/timelineBookmark", {}},
      {"nsys/timelineRelated", {}},
      {"nsys/timelineSearch", {}},
  };
}

// Methods of the server and the session.
const std::set<std::string_view> kOfTheSession = {"$/cancelRequest",
                                                  "$/setTrace",
                                                  "exit",
                                                  "initialize",
                                                  "initialized",
                                                  "nsys/activateProfile",
                                                  "nsys/closeProfile",
                                                  "nsys/modelConsent",
                                                  "nsys/modelSent",
                                                  "nsys/modelStatus",
                                                  "nsys/profiles",
                                                  "nsys/skills",
                                                  "nsys/status",
                                                  "shutdown",
                                                  "textDocument/didChange",
                                                  "textDocument/didClose",
                                                  "textDocument/didOpen",
                                                  "window/workDoneProgress/cancel",
                                                  "workspace/didChangeConfiguration",
                                                  "workspace/didChangeWorkspaceFolders",
                                                  "workspace/executeCommand"};

// By method, the parameters with which it answers about the profile at $P, whose handle is 1, and about the
// source file; none for what gives no figures of a profile.
const Questions& questions() {
  static Questions all = {
      {"nsys/ask", {R"({"profile": "1", "question": "how many kernels"})"}},
      {"nsys/compareRanks", {R"({"before": ["$P"], "after": ["$P"]})"}},
      {"nsys/diff", {R"({"before": ["1"], "after": ["1"]})"}},
      {"nsys/document",
       {R"({"uri": "nsys-ai://overview$P"})", R"({"uri": "nsys-ai://kernel$P?name=gemm"})",
        R"({"uri": "nsys-ai://ranges$P"})", R"({"uri": "nsys-ai://range$P?label=outer"})",
        R"({"uri": "nsys-ai://instances$P?name=gemm"})", R"({"uri": "nsys-ai://event$P?ref=kernel:1"})",
        R"({"uri": "nsys-ai://skill$P?name=top_kernels"})"}},
      {"nsys/explain",
       {R"({"profile": "1", "target": "kernel:1"})", R"({"profile": "1", "target": "device:0"})",
        R"({"profile": "1", "target": "nvtx-label:0"})"}},
      {"nsys/flame",
       {R"({"profile": "1", "of": "nvtx"})", R"({"profile": "1", "of": "nvtx", "format": "text"})"}},
      {"nsys/openProfile", {R"({"path": "$P"})"}},
      {"nsys/profileInfo", {R"({"profile": "1"})"}},
      {"nsys/ranks", {R"({"paths": ["$P"]})"}},
      {"nsys/report", {R"({"profile": "1"})"}},
      {"nsys/query", {R"({"profile": "1", "sql": "SELECT count(*) FROM kernel"})"}},
      {"nsys/runSkill",
       {R"({"profile": "1", "skill": "top_kernels"})", R"({"profile": "1", "skill": "nvtx_summary"})"}},
      {"nsys/viewOpen", {R"({"profile": "1", "view": "overview"})"}},
      {"textDocument/hover",
       {R"({"textDocument": {"uri": "file:///s.cu"}, "position": {"line": 0, "character": 18}})"}},
      {"workspace/textDocumentContent", {R"({"uri": "nsys-ai://overview$P"})"}},
      // What may be typed next is no figure.
      {"nsys/askComplete", {}},
      // Words stand below an answer that has the notes, and repeat them.
      {"nsys/answerInWords", {}},
      // Of rows on a screen, where the details have the notes.
      {"nsys/frameInput", {}},
      {"nsys/frameOpen", {}},
      // Of windows on two timelines, which have the notes.
      {"nsys/alignedTimes", {}},
      // Their pages ask for a trace or a timeline, which has the notes.
      {"nsys/openInPerfetto", {}},
      {"nsys/openTimeline", {}},
      // Of places in a document, which has the notes.
      {"nsys/locate", {}},
      {"nsys/targetAt", {}},
      // Of places in a text whose card has the notes.
      {"textDocument/codeAction", {}},
      {"textDocument/codeLens", {}},
      {"textDocument/completion", {}},
      {"textDocument/definition", {}},
      {"textDocument/diagnostic", {}},
      {"textDocument/documentLink", {}},
      {"textDocument/documentSymbol", {}},
      {"textDocument/foldingRange", {}},
      {"textDocument/inlayHint", {}},
      {"textDocument/references", {}},
      {"textDocument/semanticTokens/full", {}},
      {"workspace/symbol", {}},
  };
  all.merge(questions_of_timeline());
  return all;
}

TEST(EveryMethod, IsListedHere) {
  Methods::for_each([]<class M>() {
    // What a server sends is no question.
    if constexpr (M::kSender != Sender::server) {
      EXPECT_EQ(questions().count(M::kMethod) + kOfTheSession.count(M::kMethod), 1u)
          << M::kMethod << ": say how it answers about a profile";
    }
  });
}

class EveryMethodOn : public testing::Test {
 protected:
  EveryMethodOn() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    sketch::write(
        "repeat 3000 every 10us {\n  nvtx outer 0..9us\n  gpu 0 stream 7   gemm 0..5us\n}\n"
        "gpu 0 stream 7 memcpy_h2d 6..7us [1MB pageable]\n",
        path().string());
  }
  ~EveryMethodOn() override {
    server.reset();
    fs::remove_all(folder);
  }
  fs::path path() const { return folder / "P.sqlite"; }
  void damage() const {
    sketch::Database file(path().string());
    std::fstream bytes(path(), std::ios::binary | std::ios::in | std::ios::out);
    for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS"}) {
      size_t page = std::stoul(
          file.answer("SELECT rootpage FROM sqlite_master WHERE name = '" + std::string(table) + "'"));
      const auto at = [&](size_t offset) {
        bytes.seekg(static_cast<std::streamoff>((page - 1) * 4096 + offset));
        return static_cast<size_t>(bytes.get());
      };
      while (at(0) == 5) page = at(8) << 24 | at(9) << 16 | at(10) << 8 | at(11);
      bytes.seekp(static_cast<std::streamoff>((page - 1) * 4096));
      bytes.write("no page", 7);
    }
  }

  fs::path folder;
  std::optional<ServerProcess> server;
};

TEST_F(EveryMethodOn, ADamagedProfileNotesIt) {
  damage();
  server.emplace(program(), (folder / "log").string(),
                 std::vector<std::string>{"serve", "--listen", (folder / "socket").string()});
  SocketClient client(folder / "socket");
  client.begin();
  client.result("nsys/openProfile", R"({"path": ")" + path().string() + R"("})");
  client.tell("textDocument/didOpen",
              R"({"textDocument": {"uri": "file:///s.cu", "languageId": "cuda", "version": 1, )"
              R"("text": "__global__ void   gemm() {}\n"}})");
  for (const auto& [method, all] : questions())
    for (std::string params : all) {
      for (size_t at; (at = params.find("$P")) != std::string::npos;)
        params.replace(at, 2, path().string());
      const Json reply = client.result(std::string(method), params);
      // A document wraps its lines.
      std::string text = reply.compact();
      for (size_t at; (at = text.find("\\n  ")) != std::string::npos;) text.replace(at, 4, " ");
      EXPECT_NE(text.find("cannot be read and are left out"), std::string::npos) << method << params << "\n"
                                                                                 << text;
    }
}

// The pages of the viewer ask for these under its token.
TEST_F(EveryMethodOn, ADamagedProfileHasItsTraceAndItsTimelineNoteIt) {
  damage();
  server.emplace(program(), (folder / "log").string(),
                 std::vector<std::string>{"serve", "--listen", (folder / "socket").string()});
  SocketClient client(folder / "socket");
  client.begin();
  client.result("nsys/openProfile", R"({"path": ")" + path().string() + R"("})");
  const auto fetched = [](const Json& shown, const std::string& path) {
    const auto port = static_cast<uint16_t>(shown.find("port")->if_integer().value_or(0));
    auto browser = Transport::socket(port);
    browser->write("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                   "\r\nConnection: close\r\n\r\n");
    std::string all;
    std::array<char, 65536> piece;
    while (const size_t count = browser->read(piece)) all.append(piece.data(), count);
    return all;
  };
  const Json trace = client.result("nsys/openInPerfetto", R"({"profile": "1"})");
  EXPECT_NE(fetched(trace, *trace.find("path")->if_string() + "/trace").find("are left out"),
            std::string::npos);
  const Json timeline = client.result("nsys/openTimeline", R"({"profile": "1"})");
  const std::string place = *timeline.find("path")->if_string();
  const std::string drawn = fetched(timeline, place + ".json?start=0&end=30000000&columns=1000");
  EXPECT_NE(drawn.find("are left out"), std::string::npos) << drawn.substr(0, 2000);
}

}  // namespace
}  // namespace nsys_ai::test
