// Files that change under an open profile: what is read of them on first need is of the capture that was
// opened, or fails as outdated, and the profile is read anew once.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <thread>

#include "profile/families/family_host.h"
#include "profile/library.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string with_os_calls(int count) {
  return "gpu 0 stream 7   gemm 0..5us\nrepeat " + std::to_string(count) +
         " every 10us { osrt thread 1 read 0..5us }\n";
}

// Puts other bytes into the file itself.
void overwrite(const fs::path& path, const std::string& bytes) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

struct Change {
  std::string name;
  bool is_other;  // whether the file holds something else afterwards
  std::function<void(const fs::path& path, const fs::path& other)> make;
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

const std::vector<Change> kChanges = {
    {"overwritten", true,
     [](const fs::path& path, const fs::path& other) { overwrite(path, bytes_of(other)); }},
    {"overwritten_with_its_time_kept", true,
     [](const fs::path& path, const fs::path& other) {
       struct stat was {};
       stat(path.c_str(), &was);
       std::string bytes = bytes_of(other);
       bytes.resize(static_cast<size_t>(was.st_size), '\0');
       overwrite(path, bytes);
       const timespec times[] = {was.st_atim, was.st_mtim};
       utimensat(AT_FDCWD, path.c_str(), times, 0);
     }},
    {"cut", true, [](const fs::path& path, const fs::path&) { fs::resize_file(path, 8192); }},
    {"emptied", true, [](const fs::path& path, const fs::path&) { fs::resize_file(path, 0); }},
    {"appended", true,
     [](const fs::path& path, const fs::path&) {
       std::ofstream(path, std::ios::binary | std::ios::app) << "more";
     }},
    {"written_by_sqlite", true,
     [](const fs::path& path, const fs::path&) { change(path, "DELETE FROM OSRT_API WHERE rowid % 2 = 0"); }},
    {"replaced", false, [](const fs::path& path, const fs::path& other) { fs::rename(other, path); }},
    {"deleted", false, [](const fs::path& path, const fs::path&) { fs::remove(path); }},
    {"renamed", false,
     [](const fs::path& path, const fs::path& other) { fs::rename(path, other.string() + ".old"); }},
};

class ChangedLater : public testing::TestWithParam<Change> {
 protected:
  ChangedLater() {
    sketch::write(with_os_calls(3000), path().string());
    sketch::write(with_os_calls(38), other().string());
  }
  fs::path path() const { return folder_ / "P.sqlite"; }
  fs::path other() const { return folder_ / "other.sqlite"; }
  void change_it() const { GetParam().make(path(), other()); }
  void expect_right(const Result<const OsCalls*>& calls) const {
    if (GetParam().is_other) {
      ASSERT_FALSE(calls) << (*calls)->size();
      EXPECT_EQ(calls.error().code, ErrorCode::outdated);
      EXPECT_THAT(calls.error().message, HasSubstr("P.sqlite changed on disk"));
    } else {
      ASSERT_TRUE(calls) << calls.error().message;
      EXPECT_EQ((*calls)->size(), 3000u);
    }
  }

 private:
  TemporaryFolder folder_;
};

TEST_P(ChangedLater, IsNotedBeforeALateRead) {
  const ProfilePtr profile = *load_profile(path());
  change_it();
  expect_right(profile->events<OsCalls>());
  // What was read before stays.
  EXPECT_EQ(profile->kernels().size(), 1u);
}

TEST_P(ChangedLater, IsNotedDuringALateRead) {
  const ProfilePtr profile = *load_profile(path());
  Work work;
  bool done = false;
  work.progress = [&](double, const std::string&) {
    if (!std::exchange(done, true)) change_it();
  };
  expect_right(profile->events<OsCalls>(work));
  EXPECT_TRUE(done);
}

TEST_P(ChangedLater, IsOfNoMatterForWhatWasReadBefore) {
  const ProfilePtr profile = *load_profile(path());
  ASSERT_TRUE(profile->events<OsCalls>());
  change_it();
  const auto calls = profile->events<OsCalls>();
  ASSERT_TRUE(calls);
  EXPECT_EQ((*calls)->size(), 3000u);
}

INSTANTIATE_TEST_SUITE_P(, ChangedLater, testing::ValuesIn(kChanges),
                         [](const auto& of) { return of.param.name; });

class ReloadCallback : public testing::Test {
 protected:
  ReloadCallback() { sketch::write(with_os_calls(30), path().string()); }
  fs::path path() const { return folder_ / "P.sqlite"; }
  void put_other() {
    const fs::path other = folder_ / "other.sqlite";
    sketch::write("gpu 0 stream 7   gemm 0..5us   gemm 6..9us\n" + with_os_calls(5), other.string());
    std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes_of(other);
  }
  Library library;

 private:
  TemporaryFolder folder_;
};

TEST_F(ReloadCallback, HappensOnceByOne) {
  const OpenProfile open = *library.open(path(), {});
  put_other();
  std::atomic<int> loads{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      const auto again = library.reload(open.handle, {});
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(again->handle, open.handle);
      EXPECT_EQ(again->profile->kernels().size(), 3u);
      loads += again->former ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(loads, 1);
  EXPECT_EQ((*(*library.find(open.handle))->events<OsCalls>())->size(), 5u);
  EXPECT_TRUE(library.close(open.handle).value()) << "it was opened once";
}

TEST_F(ReloadCallback, IsNotTriedAgainBeforeTheFileChangesAgain) {
  const OpenProfile open = *library.open(path(), {});
  fs::resize_file(path(), 5000);
  const auto first = library.reload(open.handle, {});
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, testing::Not(HasSubstr("could not be reloaded")));
  const auto second = library.reload(open.handle, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("could not be reloaded"));
  EXPECT_EQ(*library.find(open.handle), open.profile) << "what was open stays";
  put_other();
  EXPECT_TRUE(library.reload(open.handle, {}));
}

}  // namespace
}  // namespace nsys_ai::test
