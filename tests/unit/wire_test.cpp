// Wire types: read with errors that name the place, written in the order of their fields, emitted as
// committed.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "protocol/answer_json.h"
#include "protocol/emit.h"
#include "protocol/methods.h"
#include "protocol/read.h"
#include "protocol/write.h"
#include "tests/support/places.h"

namespace nsys_ai {
namespace {

template <class T>
std::string read_error(std::string_view text) {
  const auto value = read_json<T>(*Json::parse(text), "params");
  return value ? "" : value.error().message;
}

TEST(Wire, ErrorsNameThePlace) {
  using lsp::DidChangeTextDocumentParams;
  EXPECT_EQ(read_error<lsp::HoverParams>(R"({"textDocument":{},"position":{"line":0,"character":0}})"),
            "params.textDocument.uri: a string is needed");
  EXPECT_EQ(
      read_error<lsp::HoverParams>(R"({"textDocument":{"uri":"a"},"position":{"line":-1,"character":0}})"),
      "params.position.line: an integer from 0 to 4294967295 is needed");
  EXPECT_EQ(read_error<DidChangeTextDocumentParams>(
                R"({"textDocument":{"uri":"a","version":1},"contentChanges":[{"text":""},{"text":1}]})"),
            "params.contentChanges[1].text: a string is needed");
  EXPECT_EQ(read_error<nsys::RunSkillParams>(R"({"profile":"p","skill":"s","params":{"limit":[]}})"),
            "params.params.limit: a string, a number, true, false or null is needed");
  EXPECT_EQ(read_error<nsys::RunSkillParams>(R"({"profile":"p","skill":"s","gpus":[0,"x"]})"),
            "params.gpus[1]: an integer is needed");
  EXPECT_EQ(read_error<nsys::RunSkillParams>("[]"), "params: an object is needed");
}

TEST(Wire, WhatIsOptionalMayBeMissingOrNull) {
  EXPECT_EQ(read_error<nsys::RunSkillParams>(R"({"profile":"p","skill":"s"})"), "");
  EXPECT_EQ(read_error<nsys::RunSkillParams>(R"({"profile":"p","skill":"s","trim":null,"unknown":[1]})"), "");
  const auto params =
      read_json<lsp::InitializeParams>(*Json::parse(R"({"processId":null,"capabilities":{}})"), "params");
  ASSERT_TRUE(params);
  EXPECT_FALSE(params->processId);
}

TEST(Wire, IntegersBeyond53BitsTravelAsStrings) {
  const nsys::TimeWindow window{-9007199254740993, 9223372036854775807};
  const Json json = write_json(window);
  EXPECT_EQ(json.compact(), R"({"startNs":"-9007199254740993","endNs":"9223372036854775807"})");
  const auto back = read_json<nsys::TimeWindow>(json, "w");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->startNs, window.startNs);
  EXPECT_EQ(back->endNs, window.endNs);
  EXPECT_EQ(write_json(nsys::TimeWindow{-5, int64_t{1} << 53}).compact(),
            R"({"startNs":-5,"endNs":9007199254740992})");
  EXPECT_EQ(read_error<nsys::TimeWindow>(R"({"startNs":"1x","endNs":1})"),
            "params.startNs: an integer is needed");
}

TEST(Wire, PagesComeBackAsTheyWere) {
  nsys::Page page;
  page.title = "Overview";
  page.blocks.push_back(nsys::Heading{"Where the time went"});
  page.blocks.push_back(nsys::Facts{{{"GPU", {"H100", "device:0", std::nullopt, std::nullopt}}}});
  page.blocks.push_back(
      nsys::PageTable{{{"Kernel", {}, {}, {}}}, {{{"gemm", "kernel-name:1", 0.5, true}}}, "of busy time"});
  page.blocks.push_back(nsys::PageFinding{nsys::Severity::high,
                                          {"Idle", {}, {}, {}},
                                          "22 %",
                                          "Load earlier.",
                                          {{"gap:0:17", "gap:0:17", {}, {}}}});
  nsys::DeferredBlock later{{"overview", {}}, "Wait.", 12};
  later.view.params.entries.emplace_back("part", "findings");
  page.blocks.push_back(later);
  page.blocks.push_back(nsys::Picture{2, {{0.5, "1 s"}}, {{"GPU 0", "H100", {0, 1000}}}});
  const Json json = write_json(page);
  EXPECT_EQ(
      json.compact(),
      R"({"title":"Overview","blocks":[{"kind":"heading","text":"Where the time went"},)"
      R"({"kind":"facts","facts":[{"label":"GPU","value":{"text":"H100","target":"device:0"}}]},)"
      R"({"kind":"table","header":[{"text":"Kernel"}],"rows":[[{"text":"gemm","target":"kernel-name:1",)"
      R"("share":0.5,"number":true}]],"caption":"of busy time"},)"
      R"({"kind":"finding","severity":"high","title":{"text":"Idle"},"detail":"22 %","advice":"Load earlier.",)"
      R"("evidence":[{"text":"gap:0:17","target":"gap:0:17"}]},)"
      R"({"kind":"later","view":{"view":"overview","params":{"part":"findings"}},"text":"Wait.","lines":12},)"
      R"({"kind":"picture","parts":2,"ticks":[{"at":0.5,"text":"1 s"}],"gpus":[{"name":"GPU 0","words":"H100",)"
      R"("busy":[0,1000]}]}]})");
  const auto back = read_json<nsys::Page>(json, "page");
  ASSERT_TRUE(back);
  EXPECT_EQ(write_json(*back), json);
  EXPECT_EQ(
      read_error<nsys::Page>(R"({"title":"","blocks":[{"kind":"video"}]})"),
      "params.blocks[0].kind: one of heading, paragraph, facts, table, finding, form, links, copies, text, later, folded, "
      "picture, flame is needed");
  EXPECT_EQ(read_error<nsys::Page>(R"({"title":"","blocks":[{"kind":"finding","severity":"grave"}]})"),
            "params.blocks[0].severity: one of high, medium, low, information is needed");
}

TEST(Wire, ParametersOfSkillsReadAsAPersonWroteThem) {
  const auto params = read_json<nsys::RunSkillParams>(
      *Json::parse(
          R"({"profile":"p","skill":"s","params":{"limit":5,"min_gap":"1ms","share":0.5,"all":true}})"),
      "params");
  ASSERT_TRUE(params && params->params);
  std::string all;
  for (const auto& [name, value] : params->params->entries) all += name + "=" + value.text() + " ";
  EXPECT_EQ(all, "limit=5 min_gap=1ms share=0.5 all=true ");
}

Answer overlap() {
  Answer answer;
  answer.skill = "overlap_breakdown";
  answer.outcome = Outcome::rows;
  answer.scope = {{0, 1}, 60111513113, 60411390119};
  answer.table.columns = {{"device", ValueType::integer, Unit::none, "The device."},
                          {"compute_ns", ValueType::integer, Unit::ns, "Union of compute kernels."},
                          {"pid", ValueType::integer, Unit::none, "The process."}};
  answer.table.rows = {{Value(int64_t{0}), Value(int64_t{253690832}), Value()}};
  answer.total_rows = 2;
  answer.truncated = true;
  answer.notes = {"device 0 and 1 belong to different processes"};
  return answer;
}

TEST(Wire, AnswersHaveTheirOneShape) {
  EXPECT_EQ(answer_json(overlap()),
            R"({"schema":"nsys-ai.answer/1","skill":"overlap_breakdown","outcome":"rows",)"
            R"("scope":{"devices":[0,1],"window":{"startNs":60111513113,"endNs":60411390119}},)"
            R"("columns":[{"name":"device","type":"integer","unit":"","doc":"The device."},)"
            R"({"name":"compute_ns","type":"integer","unit":"ns","doc":"Union of compute kernels."},)"
            R"({"name":"pid","type":"integer","unit":"","doc":"The process."}],)"
            R"("rows":[{"device":0,"compute_ns":253690832,"pid":null}],)"
            R"("total_rows":2,"truncated":true,"notes":["device 0 and 1 belong to different processes"]})");
  Answer none;
  none.skill = "top_kernels";
  none.outcome = Outcome::cannot_answer;
  none.reason = "No kernels were recorded.";
  none.needs = {"Trace CUDA: nsys profile -t cuda."};
  EXPECT_EQ(answer_json(none),
            R"({"schema":"nsys-ai.answer/1","skill":"top_kernels","outcome":"cannot_answer",)"
            R"("reason":"No kernels were recorded.","needs":["Trace CUDA: nsys profile -t cuda."],)"
            R"("scope":{"devices":[],"window":{"startNs":0,"endNs":0}},"columns":[],"rows":[],)"
            R"("total_rows":0,"truncated":false,"notes":[]})");
  none.outcome = Outcome::empty;
  const Json empty = write_json(wire_answer(none));
  EXPECT_TRUE(empty.find("reason"));
  EXPECT_FALSE(empty.find("needs"));
  EXPECT_EQ(Json::parse(pretty_answer_json(overlap()))->compact(), answer_json(overlap()));
}

TEST(Wire, EveryResultComesBackAsItWas) {
  Methods::for_each([]<class M>() {
    if constexpr (RequestMethod<M>) {
      const Json json = write_json(typename M::Result{});
      const auto back = read_json<typename M::Result>(json, "result");
      ASSERT_TRUE(back) << M::kMethod << ": " << back.error().message;
      EXPECT_EQ(write_json(*back), json) << M::kMethod;
    }
  });
}

TEST(Emit, TheCommittedFilesAreThoseOfTheCode) {
  for (const auto& [path, text] : emitted_files()) {
    std::ifstream file(test::source_folder() / path, std::ios::binary);
    std::stringstream committed;
    committed << file.rdbuf();
    EXPECT_EQ(committed.str(), text) << path << " is not what the code says: run protocol-emit and commit.";
  }
}

TEST(Emit, MethodsOfOurOwnAreOnThePageOfTheProtocol) {
  std::ifstream file(test::source_folder() / "docs/PROTOCOL.md");
  std::stringstream page;
  page << file.rdbuf();
  Methods::for_each([&]<class M>() {
    if (!M::kMethod.starts_with("nsys/")) return;
    const std::string row = "| `" + std::string(M::kMethod) + "` |";
    EXPECT_NE(page.str().find(row), std::string::npos) << M::kMethod << " has no row in docs/PROTOCOL.md";
  });
}

}  // namespace
}  // namespace nsys_ai
