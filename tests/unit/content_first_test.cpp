// An overview shows at once what is known at once, and what was judged once is kept beside the columns.
#include <gmock/gmock.h>

#include "analysis/nvtx/nvtx_labels.h"
#include "knowledge/cached_findings.h"
#include "skills/findings.h"
#include "tests/unit/cached_columns.h"
#include "view/analysis.h"
#include "view/kept_analysis.h"
#include "view/pages/kept_overview.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"

namespace nsys_ai::test {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

// So many events that nobody quick waits for their indexes.
constexpr const char* kLargeRun =
    "process 200 \"train\"\n"
    "nvtx thread 1   step 0..600000us\n"
    "repeat 60000 every 10us { gpu 0 stream 7   gemm 0..1us }\n";

std::string page_words(const Result<Page>& page) { return page ? text_of(*page).text : page.error().message; }

// Without the place of the picture, which texts do not have.
std::string quick(const Profile& profile) {
  auto page = overview_view(profile, {}, "");
  if (page && std::holds_alternative<DeferredBlock>(page->blocks.front()))
    page->blocks.erase(page->blocks.begin());
  return page_words(page);
}

using ContentFirst = KeptColumns;

TEST_F(ContentFirst, PutsOffWhatTakesLongAndHasItAsParts) {
  const auto profile = *load_profile(written(kLargeRun));
  const std::string first = quick(*profile);
  EXPECT_THAT(first, HasSubstr("The run is being judged by the book of root causes."));
  EXPECT_THAT(first, HasSubstr("Kernels are being counted by the ranges that launched them."));
  for (const char* known : {"60,000 kernels", "GPUs\n", "Kernels\n", "gemm"})
    EXPECT_THAT(first, HasSubstr(known));
  const std::string findings = page_words(overview_view(*profile, {}, "findings"));
  EXPECT_THAT(findings, HasSubstr("[high]"));
  const auto picture = overview_view(*profile, {}, "picture");
  ASSERT_TRUE(picture && std::holds_alternative<Picture>(picture->blocks.front()));
  EXPECT_EQ(std::get<Picture>(picture->blocks.front()).run.gpus.size(), 1U);
  EXPECT_THAT(page_words(overview_view(*profile, {}, "ranges")), HasSubstr("step"));
  EXPECT_THAT(page_words(overview_view(*profile, {}, "colours")), HasSubstr("no part colours"));
  // Now all is known.
  EXPECT_EQ(quick(*profile), text_of(overview(*profile)).text);
  EXPECT_THAT(quick(*profile), HasSubstr("[high]"));
}

TEST_F(ContentFirst, OfASmallProfileIsEverything) {
  const auto profile = *load_profile(written(kSketches[0]));
  EXPECT_EQ(quick(*profile), text_of(overview(*profile)).text);
  EXPECT_THAT(quick(*profile), Not(HasSubstr("being")));
}

TEST_F(ContentFirst, KeepsWhatWasJudgedBesideTheColumns) {
  const auto path = written(kLargeRun);
  const ProfilePtr judged = opened(path);
  EXPECT_EQ(ready_findings(*judged), nullptr);
  const std::string all = text_of(overview(*judged)).text;
  EXPECT_THAT(cached(), Contains(EndsWith(CacheFolder::kFindings)));
  const ProfilePtr again = opened(path);
  ASSERT_NE(ready_findings(*again), nullptr);
  EXPECT_EQ(bytes_of(*ready_findings(*again)), bytes_of(judged->derived(build_findings)));
  EXPECT_THAT(quick(*again), Not(HasSubstr("being")));  // neither judged nor counted
  EXPECT_EQ(text_of(overview(*again)).text, all);
  // Of another state of the file they say nothing.
  change(path, "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE start < 300000000");
  EXPECT_EQ(ready_findings(*opened(path)), nullptr);
}

// The labels are what takes long; nobody has counted them after the second opening.
TEST_F(ContentFirst, KeepsTheOverviewAndSaysTheNameThatTheFileHasNow) {
  const auto path = written(kLargeRun);
  const std::string all = text_of(overview(*opened(path))).text;
  EXPECT_THAT(cached(), Contains(EndsWith(CacheFolder::kOverview)));
  const ProfilePtr again = opened(path);
  EXPECT_EQ(text_of(overview(*again)).text, all);
  EXPECT_EQ(if_ready([&]() -> const NvtxLabels& { return again->derived(build_nvtx_labels); }), nullptr);
  const auto kept = kept_overview(*again);
  ASSERT_TRUE(kept);
  const auto bytes = *bytes_of(*kept);
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(overview_blocks_of(std::span(bytes).first(size))) << size;
  OverviewBlocks with_picture = *kept;
  with_picture.rest.emplace_back(Picture{});
  EXPECT_FALSE(bytes_of(with_picture));
  change(path, "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE start < 300000000");
  EXPECT_FALSE(kept_overview(*opened(path)));
}

TEST_F(ContentFirst, KeepsTheAnswersOfTheReportOfOneLimit) {
  const auto path = written(kLargeRun + std::string("gpu 0 stream 7   relu 700000us..700002us\n"));
  const auto report = [&](const Profile& profile, int64_t limit) {
    return text_of(analysis_page(profile, *analyse(profile, {}, limit, {}))).text;
  };
  const std::string ten = report(*opened(path), 10);
  EXPECT_THAT(cached(), Contains(EndsWith(CacheFolder::kAnalysis)));
  Analysis kept;
  const ProfilePtr again = opened(path);
  ASSERT_TRUE(restore_answers(*again, 10, kept));
  EXPECT_EQ(report(*again, 10), ten);
  const auto bytes = bytes_of(kept, 10);
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(restore_answers(std::span(bytes).first(size), 10, kept)) << size;
  // A window is no whole run, and another limit has other rows.
  const auto window = analyse(*again, {.gpus = {}, .window = Interval{0, 1'000'000}}, 10, {});
  EXPECT_NE(window->answers.front().scope.end_ns, kept.answers.front().scope.end_ns);
  EXPECT_FALSE(report(*opened(path), 1) == ten);
  EXPECT_EQ(report(*opened(path), 10), ten);
}

TEST(KeptFindings, AreReadAsTheyWereWrittenOrNotAtAll) {
  Findings findings;
  findings.findings.push_back({"idle",
                               Severity::medium,
                               "A title",
                               "detail \0 more",
                               "Hurry.",
                               "",
                               7,
                               -1,
                               {{TimeUse::late_host, 5}},
                               {"gap:0:12", ""},
                               {"time_account"}});
  findings.skipped = 3;
  findings.not_judged = {{"hot-kernel", "why"}};
  const std::vector<uint8_t> bytes = bytes_of(findings);
  const auto read = findings_of(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(bytes_of(*read), bytes);
  EXPECT_EQ(read->findings[0].title, "A title");
  EXPECT_EQ(read->findings[0].claims[0].ns, 5);
  EXPECT_EQ(read->findings[0].refs, findings.findings[0].refs);
  EXPECT_EQ(read->not_judged, findings.not_judged);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(findings_of(std::span(bytes).first(size))) << size;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::vector<uint8_t> damaged = bytes;
    damaged[at] ^= 0x80;
    const auto other = findings_of(damaged);
    EXPECT_TRUE(!other || bytes_of(*other) == damaged) << at;
  }
}

}  // namespace
}  // namespace nsys_ai::test
