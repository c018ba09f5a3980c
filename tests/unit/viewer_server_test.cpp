// Addresses that a browser is given: they lead to what they were given for, and do not pile up.
#include "features/viewer/viewer_server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/http_client.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

int status_of(const ViewerAddress& address) {
  HttpClient client(address.port);
  client.send(fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", address.path,
                          address.port));
  return client.reply().status;
}

class ViewerServerTest : public testing::Test {
 protected:
  ViewerAddress window(int64_t start) {
    auto shown = viewer.show_trace(subject, {Interval{start, 1'000'000}});
    if (!shown) throw std::runtime_error(shown.error().message);
    return *shown;
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

}  // namespace
}  // namespace nsys_ai::test
