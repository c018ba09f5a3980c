// What tools answer: within their budget, in the one shape, page by page.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "agent.h"
#include "tests/support/needs_captures.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

// 40 names of kernels, each with its own time.
std::string many_names() {
  std::string text;
  for (int at = 0; at < 40; ++at)
    text += fmt::format("gpu 0 stream 7   \"kernel_number_{}\" {}..{}us\n", at, at * 100, at * 100 + at + 1);
  return text;
}

class McpTools : public WithAgent {
 protected:
  McpTools() { sketch("many.sqlite", many_names()); }
};

TEST_F(McpTools, RowsAreCutToTheBytesAndGoneOnWith) {
  open("many.sqlite");
  std::vector<std::string> names;
  for (int64_t offset = 0; offset >= 0;) {
    const Json result =
        call("run_skill", fmt::format(R"(,"skill":"top_kernels","bytes":2500,"offset":{})", offset));
    ASSERT_FALSE(is_error(result)) << text_of_result(result);
    EXPECT_LE(result.compact().size(), 2500u);
    const Json& answer = *result.find("structuredContent");
    EXPECT_EQ(*answer.find("schema"), Json("nsys-ai.answer/1"));
    EXPECT_EQ(answer.find("total_rows")->if_integer(), 40);
    for (const Json& row : *answer.find("rows")->if_array()) names.push_back(*row.find("name")->if_string());
    const Json* next = answer.find("next_offset");
    EXPECT_EQ(answer.find("truncated")->if_bool(), next != nullptr);
    EXPECT_EQ(text_of_result(result).find("go on with offset") != std::string::npos, next != nullptr);
    offset = next ? next->if_integer().value() : -1;
  }
  ASSERT_EQ(names.size(), 40u);
  EXPECT_EQ(names.front(), "kernel_number_39");
  EXPECT_EQ(names.back(), "kernel_number_0");
}

TEST_F(McpTools, TheTextSaysWhatTheStructureSays) {
  open("many.sqlite");
  const Json result =
      call("query", R"(,"sql":"SELECT name, duration FROM kernel ORDER BY duration DESC LIMIT 2")");
  EXPECT_EQ(text_of_result(result),
            "query; GPU 0, 0.000000 s to 0.003940 s. 2 of 2 rows, from row 0.\n"
            "name | duration\n"
            "\"kernel_number_39\" | 40.00 us\n"
            "\"kernel_number_38\" | 39.00 us");
  EXPECT_EQ(result.descend({"structuredContent", "rows"})->compact(),
            R"([{"name":"kernel_number_39","duration":40000},{"name":"kernel_number_38","duration":39000}])");
}

TEST_F(McpTools, WhatIsEmptyAndWhatCannotBeAnsweredIsSaid) {
  open("many.sqlite");
  const Json nvtx = call("run_skill", R"(,"skill":"nvtx_summary")");
  EXPECT_FALSE(is_error(nvtx));
  EXPECT_EQ(*nvtx.descend({"structuredContent", "outcome"}), Json("cannot_answer"));
  EXPECT_NE(text_of_result(nvtx).find("Cannot answer: "), std::string::npos) << text_of_result(nvtx);
  const Json gaps = call("run_skill", R"(,"skill":"gpu_idle_gaps","params":{"min_gap":"1s"})");
  EXPECT_EQ(*gaps.descend({"structuredContent", "outcome"}), Json("empty"));
  EXPECT_NE(text_of_result(gaps).find("Nothing: "), std::string::npos) << text_of_result(gaps);
}

TEST_F(McpTools, APartOfTheProfileIsAskedAsEverywhere) {
  open("many.sqlite");
  const Json result = call(
      "query",
      R"(,"sql":"SELECT count(*) AS n, sum(duration) AS t FROM kernel","trim":{"startNs":100000,"endNs":201000})");
  EXPECT_EQ(result.descend({"structuredContent", "rows"})->compact(), R"([{"n":2,"t":3000}])");
}

TEST_F(McpTools, AWindowOfTheTimelineHasEveryRowWithItsReferences) {
  open("many.sqlite");
  const Json result = call("timeline_slice", R"(,"trim":{"startNs":100000,"endNs":205000})");
  const std::string text = text_of_result(result);
  EXPECT_NE(text.find("0.000100 s 2.000 us \"kernel_number_1\" kernel:2"), std::string::npos) << text;
  EXPECT_NE(text.find("0.000200 s 3.000 us \"kernel_number_2\" kernel:3"), std::string::npos) << text;
  EXPECT_EQ(text.find("kernel_number_5"), std::string::npos) << text;
}

TEST_F(McpTools, PagesAreFoundWithSkillsAndReadInFull) {
  const std::string found = text_of_result(agent().call("find_skill", R"({"about":"profile vLLM workers"})"));
  EXPECT_NE(found.find("page vllm: vLLM\n"), std::string::npos) << found;
  const std::string page = text_of_result(agent().call("find_skill", R"({"page":"vllm","bytes":20000})"));
  EXPECT_TRUE(page.starts_with("# vLLM\n")) << page;
  EXPECT_NE(page.find("VLLM_WORKER_MULTIPROC_METHOD=spawn"), std::string::npos) << page;
  const Json none = agent().call("find_skill", R"({"page":"zebra"})");
  EXPECT_TRUE(is_error(none));
  EXPECT_NE(text_of_result(none).find("There is no page"), std::string::npos);
  const Json read = agent().ask("resources/read", R"({"uri":"nsys-ai:/knowledge/vllm"})");
  EXPECT_NE(read.compact().find("# vLLM"), std::string::npos);
}

TEST_F(McpTools, TheListOfToolsIsShort) {
  const Json answer = agent().ask("tools/list");
  std::vector<std::string> names;
  size_t read = 0;  // by a model: the rest is for its program
  for (const Json& tool : *answer.descend({"result", "tools"})->if_array()) {
    names.push_back(*tool.find("name")->if_string());
    for (const char* part : {"name", "description", "inputSchema"}) read += tool.find(part)->compact().size();
  }
  EXPECT_LE(read, 19'000u);
  EXPECT_LE(answer.compact().size(), 30'000u);
  EXPECT_TRUE(std::ranges::is_sorted(names));
}

// What a tool says of its structure is what it gives.
TEST_F(McpTools, StructuresAreAsTheListOfToolsSays) {
  open("many.sqlite");
  const Json answer = agent().ask("tools/list");
  std::map<std::string, const Json*> schemas;
  for (const Json& tool : *answer.descend({"result", "tools"})->if_array())
    schemas[*tool.find("name")->if_string()] = tool.find("outputSchema");
  for (const auto& [tool, further] :
       std::vector<std::pair<std::string, std::string>>{{"explain", R"(,"target":"kernel:1")"},
                                                        {"overview", ""},
                                                        {"query", R"(,"sql":"SELECT name FROM kernel")"},
                                                        {"run_skill", R"(,"skill":"nvtx_summary")"},
                                                        {"run_skill", R"(,"skill":"top_kernels")"},
                                                        {"search", R"(,"text":"kernel")"},
                                                        {"suggest", ""},
                                                        {"timeline_slice", ""}}) {
    const Json* schema = schemas[tool];
    ASSERT_NE(schema, nullptr) << tool;
    const Json result = call(tool, further);
    ASSERT_FALSE(is_error(result)) << text_of_result(result);
    const Json& given = *result.find("structuredContent");
    for (const Json::Member& member : *given.if_object())
      EXPECT_NE(schema->descend({"properties", member.name}), nullptr) << tool << " " << member.name;
    for (const Json& needed : *schema->find("required")->if_array())
      EXPECT_NE(given.find(*needed.if_string()), nullptr) << tool << " " << *needed.if_string();
  }
  for (const char* tool :
       {"annotate", "diff", "find_skill", "open_profile", "plan_capture", "ranks", "run_capture", "schema"})
    EXPECT_NE(schemas[tool], nullptr) << tool;
  EXPECT_EQ(schemas["run_skill"]->descend({"properties", "outcome"})->compact(),
            R"({"type":"string","enum":["rows","empty","cannot_answer"]})");
  // A client holds every structure against the schema, and what is wrong has another one.
  const Json wrong = call("run_skill", R"(,"skill":"zebra")");
  EXPECT_TRUE(is_error(wrong));
  EXPECT_EQ(wrong.find("structuredContent"), nullptr);
}

TEST_F(McpTools, TwoProfilesAreCompared) {
  const auto steps = [&](const char* name, int ms) {
    sketch(
        name,
        fmt::format(
            "repeat 9 every {0}ms as s {{\n nvtx \"step {{s}}\" 0..{0}ms\n gpu 0 stream 7   gemm 1..{1}ms\n}}\n",
            ms, ms - 5));
    const Json opened = agent().call("open_profile", fmt::format(R"({{"path":"{}"}})", name));
    return *opened.descend({"structuredContent", "profile"})->if_string();
  };
  const std::string before = steps("before.sqlite", 10);
  const std::string after = steps("after.sqlite", 12);
  const Json result =
      agent().call("diff", fmt::format(R"({{"before":["{}"],"after":["{}"]}})", before, after));
  ASSERT_FALSE(is_error(result)) << text_of_result(result);
  EXPECT_TRUE(text_of_result(result).starts_with("Slower in these captures: the median step takes 12.00 ms"))
      << text_of_result(result);
  EXPECT_EQ(*result.descend({"structuredContent", "verdict"}), Json("slower"));
  EXPECT_LE(result.compact().size(), 4000u);
  EXPECT_TRUE(is_error(agent().call("diff", fmt::format(R"({{"before":["{}"],"after":[]}})", before))));
  EXPECT_TRUE(is_error(agent().call("diff", R"({"before":["9"],"after":["9"]})")));
}

TEST_F(McpTools, RanksAreATableAloneAndComparedWithAnotherRun) {
  const auto steps = [&](const char* name, int ms) {
    sketch(name, fmt::format("repeat 9 every {0}ms as s {{\n nvtx \"step {{s}}\" 0..{0}ms\n"
                             " gpu 0 stream 7   gemm 1..{1}ms\n}}\n",
                             ms, ms - 5));
  };
  steps("before.sqlite", 10);
  steps("after.sqlite", 12);
  const Json compared = agent().call("ranks", R"({"paths":["after.sqlite"],"against":["before.sqlite"]})");
  ASSERT_FALSE(is_error(compared)) << text_of_result(compared);
  EXPECT_TRUE(
      text_of_result(compared).starts_with("Slower in these captures: the median step takes 12.00 ms"))
      << text_of_result(compared);
  EXPECT_EQ(*compared.descend({"structuredContent", "verdict"}), Json("slower"));
  const Json table = agent().call("ranks", R"({"paths":["after.sqlite"],"table":"steps"})");
  EXPECT_TRUE(
      text_of_result(table).starts_with("step,rank,duration_ns,own_ns,wait_ns,slowest\n0,after,6000000,"))
      << text_of_result(table);
  EXPECT_TRUE(is_error(agent().call("ranks", R"({"paths":["after.sqlite"],"table":"no"})")));
  EXPECT_TRUE(is_error(
      agent().call("ranks", R"({"paths":["after.sqlite"],"table":"steps","against":["before.sqlite"]})")));
}

TEST_F(McpTools, AQueryIsAnsweredInFields) {
  open("many.sqlite");
  const Json result = call("ask_query", R"(,"want":"figure","thing":"kernel","measure":"count")");
  ASSERT_FALSE(is_error(result)) << text_of_result(result);
  EXPECT_EQ(*result.descend({"structuredContent", "outcome"}), Json("answered"));
  EXPECT_NE(text_of_result(result).find("40"), std::string::npos) << text_of_result(result);
  // What is no name of its list is told with the list.
  const Json wrong = call("ask_query", R"(,"want":"figures")");
  EXPECT_TRUE(is_error(wrong));
  EXPECT_NE(text_of_result(wrong).find("figure, pick, list"), std::string::npos) << text_of_result(wrong);
}

TEST_F(McpTools, FewBytesTellSomething) {
  open("many.sqlite");
  for (const auto& [tool, further] : std::vector<std::pair<std::string, std::string>>{
           {"overview", R"(,"bytes":500)"}, {"explain", R"(,"target":"kernel:1","bytes":500)"}}) {
    const Json result = call(tool, further);
    EXPECT_LE(result.compact().size(), 500u) << tool;
    EXPECT_FALSE(text_of_result(result).starts_with("Cut here")) << tool << text_of_result(result);
  }
}

TEST_F(McpTools, AHandleIsThatOfTheFileHoweverOftenItIsOpened) {
  const std::string handle = open("many.sqlite");
  EXPECT_EQ(open((given_ / "many.sqlite").string()), handle);
  EXPECT_FALSE(is_error(call("overview")));
}

TEST_F(McpTools, OfNineProfilesTheOneThatNobodyAskedAboutIsClosed) {
  std::vector<std::string> handles;
  for (int at = 0; at < 9; ++at) {
    sketch(fmt::format("{}.sqlite", at), "gpu 0 stream 7   gemm 0..5us\n");
    handles.push_back(open(fmt::format("{}.sqlite", at)));
  }
  handle_ = handles.front();
  const Json gone = call("overview");
  EXPECT_TRUE(is_error(gone));
  EXPECT_NE(text_of_result(gone).find("Call open_profile"), std::string::npos) << text_of_result(gone);
  handle_ = handles.back();
  EXPECT_FALSE(is_error(call("overview")));
}

TEST_F(McpTools, WhatATeamSuppressedIsLeftOutAndCounted) {
  open("many.sqlite");
  const std::string before = text_of_result(call("overview"));
  EXPECT_NE(before.find("[high] GPUs wait"), std::string::npos) << before;
  fs::create_directory(given_ / ".nsys-ai");
  const Json found = call("overview");
  const auto& findings = *found.descend({"structuredContent", "findings"})->if_array();
  ASSERT_FALSE(findings.empty());
  const std::string key = *findings[0].find("key")->if_string();
  std::ofstream(given_ / ".nsys-ai/suppressed.json")
      << fmt::format(R"({{"suppressed":[{{"finding":"{}","reason":"we know"}}]}})", key);
  const std::string after = text_of_result(call("overview"));
  EXPECT_NE(after.find("One finding is suppressed"), std::string::npos) << after;
}

// Of a profile that does not fit into memory each tool says so.
TEST_F(McpTools, WhatWasNotReadIsNotedByEveryTool) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer takes more memory than the profile.";
  sketch("large.sqlite",
         "repeat 240000 every 10us as s {\n nvtx \"step {s}\" 0..9us\n gpu 0 stream 7   gemm 1..5us\n}\n");
  Agent small(given_.string(), "/dev/null", {"--memory-limit", "24MB"});
  const Json opened = small.call("open_profile", R"({"path":"large.sqlite"})");
  ASSERT_NE(text_of_result(opened).find("left out"), std::string::npos) << text_of_result(opened);
  const std::string handle = *opened.descend({"structuredContent", "profile"})->if_string();
  for (const auto& [tool, further] :
       std::vector<std::pair<std::string, std::string>>{{"explain", R"(,"target":"kernel:1")"},
                                                        {"explain", R"(,"target":"kernel:239999")"},
                                                        {"overview", ""},
                                                        {"query", R"(,"sql":"SELECT count(*) FROM kernel")"},
                                                        {"run_skill", R"(,"skill":"top_kernels")"},
                                                        {"search", R"(,"text":"gemm")"},
                                                        {"suggest", ""},
                                                        {"timeline_slice", ""}}) {
    const Json result = small.call(tool, fmt::format(R"({{"profile":"{}"{}}})", handle, further));
    EXPECT_NE(text_of_result(result).find("left out"), std::string::npos) << tool << text_of_result(result);
  }
}

// What was read stays true; what was not is not taken from another file.
TEST_F(McpTools, AFileThatIsOverwrittenIsReadAnewUnderItsHandle) {
  const auto with_waits = [](int waits) {
    return fmt::format(
        "gpu 0 stream 7   gemm 0..5us\nrepeat {} every 10us {{ api thread 1   cudaStreamSynchronize 0..5us }}\n",
        waits);
  };
  const std::string count = R"(,"sql":"SELECT count(*) AS waits FROM sync")";
  for (const auto& [tool, further] :
       std::vector<std::pair<std::string, std::string>>{{"query", count}, {"overview", ""}}) {
    sketch("P.sqlite", with_waits(3000));
    sketch("other.sqlite", with_waits(7));
    open("P.sqlite");
    fs::copy_file(given_ / "other.sqlite", given_ / "P.sqlite", fs::copy_options::overwrite_existing);
    const Json refused = call(tool, further);
    EXPECT_TRUE(is_error(refused));
    EXPECT_EQ(text_of_result(refused),
              "P.sqlite changed on disk since it was read, and what had not been read of it is no more to be "
              "had. Ask again: it is being reloaded.");
    EXPECT_FALSE(is_error(call(tool, further)));
    const std::string counted = text_of_result(call("query", count));
    EXPECT_TRUE(counted.ends_with("waits\n7")) << counted;
  }
}

// What an agent pays for a first answer on a real run.
TEST(McpCost, AFirstAnswerTakesThreeCallsAndTenKilobytes) {
  const fs::path profile = profiles_folder() / "mfu_2gpu_before.sqlite";
  if (!fs::exists(profile)) GTEST_SKIP() << needs_captures();
  Agent agent(profiles_folder().string(), "/dev/null");
  const Json opened = agent.call("open_profile", R"({"path":"mfu_2gpu_before.sqlite"})");
  const std::string handle = *opened.descend({"structuredContent", "profile"})->if_string();
  const Json overview = agent.call("overview", fmt::format(R"({{"profile":"{}"}})", handle));
  const Json explained =
      agent.call("explain", fmt::format(R"({{"profile":"{}","target":"gap:0:60401707567"}})", handle));
  EXPECT_LE(opened.compact().size() + overview.compact().size() + explained.compact().size(), 10'000u);
  for (const char* words : {"they run 85.0 % of the capture",
                            "GPUs wait for the host for 7.6 % of the capture", "gap:0:60401707567"})
    EXPECT_NE(text_of_result(overview).find(words), std::string::npos) << text_of_result(overview);
  EXPECT_NE(text_of_result(explained).find("4.493 ms"), std::string::npos) << text_of_result(explained);
}

// Who asks for five rows wants them side by side: long names give way.
TEST(McpCost, AFewRowsThatWereAskedForAllCome) {
  const fs::path profile = profiles_folder() / "mfu_2gpu_before.sqlite";
  if (!fs::exists(profile)) GTEST_SKIP() << needs_captures();
  Agent agent(profiles_folder().string(), "/dev/null");
  const Json opened = agent.call("open_profile", R"({"path":"mfu_2gpu_before.sqlite"})");
  const std::string handle = *opened.descend({"structuredContent", "profile"})->if_string();
  const Json result = agent.call(
      "run_skill", fmt::format(R"({{"profile":"{}","skill":"top_kernels","params":{{"limit":5}}}})", handle));
  EXPECT_EQ(result.descend({"structuredContent", "rows"})->if_array()->size(), 5u);
  EXPECT_LE(result.compact().size(), 4000u);
}

// Every tool on every capture: an answer or a sentence, within the bytes, and the figures of the command
// line.
TEST(McpCaptures, EveryToolAnswersWithinItsBytes) {
  if (captures().empty()) GTEST_SKIP() << needs_captures();
  Agent agent(profiles_folder().string(), "/dev/null");
  for (const fs::path& capture : captures()) {
    const Json opened =
        agent.call("open_profile", fmt::format(R"({{"path":"{}"}})", capture.filename().string()));
    ASSERT_FALSE(is_error(opened)) << text_of_result(opened);
    const std::string handle = *opened.descend({"structuredContent", "profile"})->if_string();
    const auto with = [&](const std::string& further) {
      return fmt::format(R"({{"profile":"{}"{}}})", handle, further);
    };
    for (const auto& [tool, further] : std::vector<std::pair<std::string, std::string>>{
             {"ask", R"(,"question":"which kernel takes the most time?")"},
             {"ask", R"(,"question":"what is wrong?")"},
             {"overview", ""},
             {"timeline_slice", ""},
             {"search", R"(,"text":"a")"},
             {"suggest", ""},
             {"run_skill", R"(,"skill":"root_causes")"},
             {"run_skill", R"(,"skill":"gpu_utilization")"},
             {"query", R"(,"sql":"SELECT count(*) AS n FROM kernel")"}}) {
      const Json result = agent.call(tool, with(further));
      EXPECT_FALSE(is_error(result)) << capture << tool << text_of_result(result);
      EXPECT_LE(result.compact().size(), 4000u) << capture << tool << further;
      EXPECT_GT(text_of_result(result).size(), 20u) << capture << tool;
    }
    const Json counted = agent.call("query", with(R"(,"sql":"SELECT count(*) AS n FROM kernel")"));
    const auto& rows = *counted.descend({"structuredContent", "rows"})->if_array();
    EXPECT_EQ(rows[0].find("n")->if_integer(),
              opened.descend({"structuredContent", "kernels"})->if_integer());
  }
}

}  // namespace
}  // namespace nsys_ai::test
