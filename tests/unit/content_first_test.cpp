// An overview shows at once what is known at once, and what was judged once is kept beside the columns.
#include <gmock/gmock.h>

#include "knowledge/cached_findings.h"
#include "skills/findings.h"
#include "tests/unit/cached_columns.h"
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
  EXPECT_THAT(quick(*again), Not(HasSubstr("is being judged")));
  EXPECT_EQ(text_of(overview(*again)).text, all);
  // Of another state of the file they say nothing.
  change(path, "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE start < 300000000");
  EXPECT_EQ(ready_findings(*opened(path)), nullptr);
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
