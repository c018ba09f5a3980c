// The library of open profiles: one load a file, handles that last, files that change.
#include "profile/library.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

class Libraries : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    sketch::write(text, (folder / name).string());
    return folder / name;
  }
  const TemporaryFolder folder;
  Library library;
};

TEST_F(Libraries, LoadAFileOnce) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto first = library.open(path, {});
  const auto second = library.open(folder.path() / "." / "a.sqlite", {});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->profile, second->profile);
  EXPECT_EQ(first->handle, second->handle);
  EXPECT_EQ(*library.find(first->handle), first->profile);
  EXPECT_EQ(library.all().size(), 1u);
}

TEST_F(Libraries, LoadAFileOnceForAllWhoAskAtATime) {
  const auto path = write("a.sqlite", "repeat 5000 every 10us { gpu 0 stream 7   k 0..5us }\n");
  std::atomic<int> loads = 0;
  Work work;
  work.progress = [&](double done, const std::string&) { loads += done == 0.0 ? 1 : 0; };
  std::vector<ProfilePtr> profiles(4);
  std::vector<std::thread> threads;
  for (ProfilePtr& profile : profiles)
    threads.emplace_back([&] { profile = library.open(path, work)->profile; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(loads, 1);
  EXPECT_THAT(profiles, testing::Each(profiles.front()));
}

TEST_F(Libraries, LoadAChangedFileAnewUnderItsHandle) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto before = library.open(path, {});
  write("a.sqlite", "gpu 0 stream 7   k 1..2us   l 3..4us\n");
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
  const auto after = library.open(path, {});
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after->handle, before->handle);
  EXPECT_EQ(before->profile->kernels().size(), 1u);  // who works with it keeps it
  EXPECT_EQ(after->profile->kernels().size(), 2u);
}

TEST_F(Libraries, KnowWhichFilesChanged) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto open = library.open(path, {});
  EXPECT_EQ(open->former, nullptr);
  EXPECT_FALSE(library.changed(open->handle));
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
  EXPECT_TRUE(library.changed(open->handle));
  EXPECT_EQ(library.open(path, {})->former, open->profile);
  EXPECT_FALSE(library.changed(open->handle));
  EXPECT_EQ(library.open(path, {})->former, nullptr);
  std::filesystem::remove(path);
  EXPECT_FALSE(library.changed(open->handle)) << "what is gone can be worked with";
}

TEST_F(Libraries, CloseWithTheLastUse) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto first = library.open(path, {});
  ASSERT_TRUE(library.open(path, {}));
  EXPECT_EQ(*library.close(first->handle), nullptr);
  EXPECT_TRUE(library.find(first->handle));
  EXPECT_EQ(*library.close(first->handle), first->profile);
  EXPECT_FALSE(library.find(first->handle));
}

TEST_F(Libraries, ForgetWhatIsClosedOrCannotBeOpened) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  const auto open = library.open(path, {});
  ASSERT_TRUE(open);
  EXPECT_TRUE(library.close(open->handle));
  EXPECT_FALSE(library.close(open->handle));
  EXPECT_FALSE(library.find(open->handle));
  EXPECT_FALSE(library.find_path(path));
  EXPECT_EQ(open->profile->kernels().size(), 1u);
  EXPECT_FALSE(library.open(folder / "absent.sqlite", {}));
  EXPECT_THAT(library.all(), testing::IsEmpty());
  EXPECT_NE(library.open(path, {})->handle, open->handle);
}

TEST_F(Libraries, LoadAgainAfterACancel) {
  const auto path = write("a.sqlite", "gpu 0 stream 7   k 1..2us\n");
  Work work;
  work.cancel.cancel();
  const auto stopped = library.open(path, work);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_TRUE(library.open(path, {}));
}

}  // namespace
}  // namespace nsys_ai::test
