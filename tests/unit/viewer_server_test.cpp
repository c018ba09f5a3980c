// Addresses that a browser is given: they lead to what they were given for, and do not pile up.
#include "features/viewer/viewer_server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/http_client.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

Reply get(const ViewerAddress& address, const std::string& more = "") {
  HttpClient client(address.port);
  client.send(fmt::format("GET {}{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
                          address.path, more, address.port));
  return client.reply();
}

int status_of(const ViewerAddress& address) { return get(address).status; }

class ViewerServerTest : public testing::Test {
 protected:
  ViewerAddress window(int64_t start) {
    auto shown = viewer.show_trace(subject, {Interval{start, 1'000'000}});
    if (!shown) throw std::runtime_error(shown.error().message);
    return *shown;
  }
  ViewerServer::Subject subject_of(const std::string& sketch) const {
    return {"1", profile_of(sketch, folder), {}};
  }

  const TemporaryFolder folder;
  ViewerServer viewer;
  ViewerServer::Subject subject{"1", profile_of("gpu 0 stream 7   gemm 0..1ms\n", folder), {}};

  static ProfilePtr profile_of(const std::string& sketch, const TemporaryFolder& folder) {
    sketch::write(sketch, (folder / "run.sqlite").string());
    auto profile = load_profile(folder / "run.sqlite");
    if (!profile) throw std::runtime_error(profile.error().message);
    return *profile;
  }
};

TEST_F(ViewerServerTest, KeepsTheWindowsThatWereAskedForLast) {
  constexpr int64_t kMost = ViewerServer::kMaxWindows;
  const auto overview = viewer.show_overview(subject);
  ASSERT_TRUE(overview);
  std::vector<ViewerAddress> windows;
  for (int64_t start = 0; start < 3 * kMost; ++start) windows.push_back(window(start));
  std::vector<int> statuses;
  for (const ViewerAddress& of : windows) statuses.push_back(status_of(of));
  EXPECT_EQ(std::ranges::count(statuses, 200), kMost);
  EXPECT_EQ(std::count(statuses.end() - kMost, statuses.end(), 200), kMost);
  EXPECT_EQ(statuses.front(), 403);
  EXPECT_EQ(status_of(*overview), 200) << "pages of the whole run stay";

  // What is asked for again is as good as new.
  const ViewerAddress again = window(2 * kMost);
  EXPECT_EQ(again.path, windows[2 * kMost].path);
  window(3 * kMost);
  EXPECT_EQ(status_of(again), 200);
  EXPECT_EQ(status_of(windows[2 * kMost + 1]), 403);
}

TEST_F(ViewerServerTest, ShowsNamesOnTheirLineAndAsTheyAre) {
  const auto shown = viewer.show_overview(subject_of(
      "process 100 \"py\u200bthon\"\ngpu 0 stream 7   ge\u200bmm\u202e 0..1ms\nnvtx thread 1   st\u2066ep 0..1ms\n"));
  ASSERT_TRUE(shown);
  const std::string page = get(*shown, "/page.json").body;
  const std::string timeline = get(*shown, "/timeline.json").body;
  const std::string rows = get(*shown, "/timeline_rows.json").body;
  EXPECT_NE(page.find(R"(py\\u200bthon)"), std::string::npos) << page;
  EXPECT_NE(page.find(R"(ge\\u200bmm\\u202e)"), std::string::npos) << page;
  EXPECT_NE(timeline.find(R"(ge\\u200bmm\\u202e)"), std::string::npos) << timeline;
  EXPECT_NE(timeline.find(R"(st\\u2066ep)"), std::string::npos) << timeline;
  EXPECT_NE(rows.find(R"(py\\u200bthon)"), std::string::npos) << rows;
  // With one backslash JSON has the character itself.
  for (const std::string& body : {page, timeline, rows})
    for (const char* itself : {R"(y\u200bt)", R"(e\u200bm)", R"(t\u2066e)", "\u200b", "\u202e", "\u2066"})
      EXPECT_EQ(body.find(itself), std::string::npos) << itself;
}

}  // namespace
}  // namespace nsys_ai::test
