// What the page of the timeline is sent.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "features/viewer/timeline_content.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

using TimelineJson = nlohmann::json;

TimelineJson sent(const ProfilePtr& profile, const TimelineRequest& asked = {}) {
  const auto produce = timeline_content(profile, {cached_finding_notes(profile, {}), {}}, asked);
  if (!produce) throw std::runtime_error(produce.error().message);
  std::string text;
  const auto made = (*produce)([&](std::string_view piece) {
    text += piece;
    return true;
  });
  if (!made) throw std::runtime_error(made.error().message);
  return TimelineJson::parse(text);
}

// "Stream 7: gemm kernel:1, softmax kernel:2"
std::string row(const TimelineJson& timeline, const std::string& name) {
  for (const TimelineJson& row : timeline.at("rows")) {
    if (row.at("name") != name) continue;
    std::string text = name + ":";
    for (size_t i = 0; i < row.at("names").size(); ++i) {
      const auto text_at = [&](const char* list) {
        const auto at = row.at(list).at(i).get<int64_t>();
        return at < 0 ? std::string("-")
                      : timeline.at("texts").at(static_cast<size_t>(at)).get<std::string>();
      };
      text += (i ? ", " : " ") + text_at("names") + " " + text_at("refs");
    }
    return text;
  }
  return name + " is not there";
}

const char* const kShortRun = "gpu 0 stream 7 gemm 20..50us softmax 60..70us";

TEST(TimelineContent, IsTheWholeRunWhereNoPartIsNamed) {
  const TimelineJson timeline = sent(loaded(kShortRun));
  EXPECT_EQ(timeline.at("start"), 0);
  EXPECT_EQ(timeline.at("end"), timeline.at("runLength"));
  EXPECT_EQ(row(timeline, "Stream 7"), "Stream 7: gemm kernel:1, softmax kernel:2");
  EXPECT_EQ(timeline.at("words").get<std::string>().substr(0, 14), "The whole run,") << timeline.at("words");
}

TEST(TimelineContent, LeavesFindingsOutWhereNoneAreAskedFor) {
  const ProfilePtr profile = loaded(kShortRun);
  const char* const kGroup = "Findings of the whole capture";
  EXPECT_EQ(row(sent(profile), kGroup), std::string(kGroup) + ":");
  const TimelineJson without = sent(profile, {{}, {}, {}, false, false});
  EXPECT_EQ(row(without, kGroup), std::string(kGroup) + " is not there");
  EXPECT_EQ(row(without, "Stream 7"), "Stream 7: gemm kernel:1, softmax kernel:2");
}

TEST(TimelineContent, MergesSomeRowsAsAllOfThemWhereThatIsAskedFor) {
  std::string text;
  for (int stream = 0; stream < 130; ++stream)
    text += fmt::format("repeat 1000 every 100ns {{ gpu 0 stream {} k 0..40ns }}\n", 7 + stream);
  const ProfilePtr profile = loaded(text);
  const auto asked = [&](std::optional<std::vector<std::string>> rows, bool as_all) {
    return sent(profile, {{}, 16'000, std::move(rows), as_all, false});
  };
  const TimelineJson all = asked({}, false);
  const TimelineJson alone = asked({{"stream:3"}}, false);
  const TimelineJson among = asked({{"stream:3"}}, true);
  EXPECT_LT(alone.at("pixel"), all.at("pixel"));
  EXPECT_EQ(among.at("pixel"), all.at("pixel"));
  EXPECT_EQ(row(among, "Stream 10"), row(all, "Stream 10"));
  EXPECT_EQ(row(among, "Stream 11"), "Stream 11 is not there");
}

// What is more than 50,000 events takes a while to merge, and is kept once it is.
TEST(TimelineContent, PreviewsStreamsOfALargeRunUntilItIsMerged) {
  const ProfilePtr large = loaded(
      "thread 1 \"main\"\nnvtx \"train\" 0..10ms\nrepeat 60000 every 100ns { gpu 0 stream 7 k 0..40ns }\n");
  TimelineRequest asked{{}, 500, {}, false, false, true};
  const TimelineJson preview = sent(large, asked);
  EXPECT_EQ(preview.at("preview"), true);
  EXPECT_NE(preview.at("words").get<std::string>().find("so far what GPUs ran, the rest follows"),
            std::string::npos)
      << preview.at("words");
  EXPECT_NE(row(preview, "Stream 7"), "Stream 7 is not there");
  EXPECT_EQ(row(preview, "Thread 100 · main"), "Thread 100 · main is not there");
  const TimelineJson all = sent(large, {{}, 500, {}, false, false});
  EXPECT_EQ(row(all, "Thread 100 · main"), "Thread 100 · main: train nvtx:1");
  EXPECT_LE(all.at("pixel"), preview.at("pixel"));
  // Now that it is merged, and of a small run at once.
  EXPECT_EQ(sent(large, asked), all);
  EXPECT_EQ(sent(loaded(kShortRun), asked), sent(loaded(kShortRun), {{}, 500, {}, false, false}));
}

TEST(TimelineContent, TellsWhatManyAreAlikeIn) {
  const TimelineJson timeline =
      sent(loaded("thread 1 \"main\"\ngpu 0 stream 7 ampere_sgemm_128x64_tn 20..50us\n"
                  "nvtx \"aten::mm, op_id = 7\" 0..10us\nnvtx \"aten::mm, op_id = 8\" 20..60us\n"));
  std::string families;
  for (const TimelineJson& row : timeline.at("rows"))
    for (const TimelineJson& at : row.at("families"))
      families += (at < 0 ? "-" : timeline.at("texts").at(at.get<size_t>()).get<std::string>()) + " ";
  EXPECT_NE(families.find("gemm "), std::string::npos) << families;
  EXPECT_NE(families.find("aten::mm aten::mm "), std::string::npos) << families;
}

TEST(TimelineContent, MergesWhatIsShorterThanAColumnOfThePart) {
  const TimelineJson coarse =
      sent(loaded("gpu 0 stream 7 a 0..1us b 2..3us c 90..100us"), {TimelinePart{0, 100'000}, 10});
  EXPECT_EQ(coarse.at("pixel"), 8192);
  EXPECT_EQ(row(coarse, "Stream 7"), "Stream 7: 2 kernels, 2.000 us -, c kernel:3");
  EXPECT_NE(coarse.at("words").get<std::string>().find("shorter than 8.192 us is merged"), std::string::npos)
      << coarse.at("words");
  const TimelineJson fine = sent(loaded("gpu 0 stream 7 a 0..1us b 2..3us c 90..100us"), {TimelinePart{0, 5000}, 10});
  EXPECT_EQ(row(fine, "Stream 7"), "Stream 7: a kernel:1, b kernel:2");
}

TEST(TimelineContent, HasTheRowsThatAreAskedFor) {
  const ProfilePtr profile = loaded("gpu 0 stream 7 a 0..1us\ngpu 0 stream 8 b 2..3us");
  std::string text;
  const auto listed = timeline_rows_content(profile, {})([&](std::string_view piece) {
    text += piece;
    return true;
  });
  ASSERT_TRUE(listed);
  std::string id;
  const TimelineJson rows = TimelineJson::parse(text);
  for (const TimelineJson& row : rows.at("rows")) {
    EXPECT_EQ(row.at("starts").size(), 0u);
    if (row.at("name") == "Stream 8") id = row.at("id");
  }
  ASSERT_NE(id, "");
  const TimelineJson timeline = sent(profile, {{}, {}, std::vector{id}});
  EXPECT_EQ(row(timeline, "Stream 8"), "Stream 8: b kernel:2");
  EXPECT_EQ(row(timeline, "Stream 7"), "Stream 7 is not there");
  const auto refused = timeline_content(profile, {}, {{}, {}, std::vector<std::string>{"stream"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_request);
}

TEST(TimelineContent, RefusesWhatIsNoPart) {
  const ProfilePtr profile = loaded(kShortRun);
  const auto refused = [&](TimelinePart part, int64_t columns) {
    const auto produce = timeline_content(profile, {}, {part, columns, {}});
    return produce ? "" : produce.error().message;
  };
  EXPECT_NE(refused({20, 10}, 100), "");
  EXPECT_EQ(refused({0, 10}, 0), "A timeline has 1 to 16000 columns.");
  EXPECT_EQ(refused({0, 10}, 16001), "A timeline has 1 to 16000 columns.");
  EXPECT_EQ(refused({INT64_MIN, INT64_MAX}, 100), "");
}

// Names and starts of what is found, by row, after how many there are and how many begin in each column.
std::string found(const ProfilePtr& profile, const TimelineSearchRequest& asked) {
  const auto produce = timeline_search_content(profile, {}, asked);
  if (!produce) return produce.error().message;
  std::string bytes;
  const auto made = (*produce)([&](std::string_view piece) {
    bytes += piece;
    return true;
  });
  if (!made) return made.error().message;
  const TimelineJson matches = TimelineJson::parse(bytes);
  std::string text = matches.at("total").dump() + " " + matches.at("columns").dump();
  const TimelineJson& timeline = matches.at("timeline");
  for (const TimelineJson& row : timeline.at("rows"))
    for (size_t at = 0; at < row.at("starts").size(); ++at)
      text += "; " + row.at("id").get<std::string>() + " " +
              timeline.at("texts").at(row.at("names").at(at).get<size_t>()).get<std::string>() + " " +
              row.at("starts").at(at).dump() + "+" + row.at("lengths").at(at).dump();
  return text;
}

TEST(TimelineContent, FindsByNameWhatIsMergedToo) {
  const ProfilePtr profile = loaded(
      "nvtx \"all reduce\" 0..100us\ngpu 0 stream 7 gemm_a 10..12us reduce 20..21us\n"
      "repeat 5 every 1us { gpu 0 stream 8 reduce_b 30000..30010ns }");
  EXPECT_EQ(found(profile, {.text = "GEMM"}), "1 []; stream:0 gemm_a 10000+2000");
  EXPECT_EQ(found(profile, {.text = "reduce_b", .from = 3, .limit = 1, .columns = 2}),
            "5 [5,0]; stream:1 reduce_b 33000+10");
  EXPECT_EQ(
      found(profile, {.text = "reduce_b", .limit = 0, .part = TimelinePart{31'000, 35'000}, .columns = 4}),
      "5 [1,1,1,1]");
  EXPECT_EQ(found(profile, {.text = "*reduce", .kinds = {"nvtx"}}), "1 []; nvtx:0 all reduce 0+100000");
  EXPECT_EQ(found(profile, {.text = "reduce", .rows = {{"stream:1"}}, .limit = 0}), "5 []");
  EXPECT_EQ(found(profile, {.text = "reduce", .least_ns = 11, .limit = 0}), "2 []");
  EXPECT_EQ(found(profile, {.text = "nothing"}), "0 []");
}

TEST(TimelineContent, RefusesWhatCannotBeLookedFor) {
  const ProfilePtr profile = loaded(kShortRun);
  EXPECT_EQ(found(profile, {}), "There is nothing to look for.");
  EXPECT_EQ(found(profile, {.text = "a", .kinds = {"gap"}}), "\"gap\" is no kind of event with a name.");
  EXPECT_EQ(found(profile, {.text = "a", .rows = {{"stream"}}}), "\"stream\" is no row of a timeline.");
  EXPECT_EQ(found(profile, {.text = "a", .limit = 2001}),
            "At most 2000 matches are listed, and 16000 columns counted.");
}

TEST(TimelineContent, EndsWhenNobodyListens) {
  std::string many = "repeat 20000 every 10us { gpu 0 stream 7 gemm 0..5us }\n";
  const auto produce = timeline_content(loaded(many), {}, {});
  ASSERT_TRUE(produce);
  const auto made = (*produce)([](std::string_view) { return false; });
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace nsys_ai::test
