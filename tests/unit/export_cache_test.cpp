// The cache of exports among several who use it: cancels, waiting, eviction, room, and what dead processes
// left.
#include "profile/report/export_cache.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/unit/fake_nsys.h"

namespace nsys_ai::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class ExportCaches : public WithNsys {
 protected:
  void wait_for(const fs::path& file) const {
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    while (bytes_of(file).empty() && Clock::now() < deadline) std::this_thread::sleep_for(milliseconds(2));
  }
  bool runs(const fs::path& pid_file) const {
    const std::string stat = bytes_of("/proc/" + std::to_string(std::stoi(bytes_of(pid_file))) + "/stat");
    return !stat.empty() && stat.find(") Z ") == std::string::npos;
  }
  std::string good() const { return bytes_of(folder / "good.sqlite"); }
};

TEST_F(ExportCaches, LeaveNothingAfterACancelWhateverNsysDoes) {
  nsys_does(
      "trap '' TERM INT HUP; head -c 5000 \"$good\" > \"$out\"; echo x > \"$out-journal\"\n"
      "sleep 100 & echo $! > \"$here/helper\"; echo $$ > \"$here/pid\"; while true; do sleep 0.1; done");
  milliseconds best = milliseconds::max();
  for (int attempt = 0; attempt < 5 && best > milliseconds(50);
       ++attempt) {  // a busy machine is slow at times
    fs::remove(folder / "pid");
    Work work;
    Clock::time_point cancelled_at;
    std::thread other([&] {
      wait_for(folder / "pid");
      cancelled_at = Clock::now();
      work.cancel.cancel();
    });
    const auto stopped = load_profile(report(), work);
    const auto ended_at = Clock::now();
    other.join();
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    EXPECT_THAT(cached(), IsEmpty());
    EXPECT_FALSE(runs(folder / "pid"));
    for (int look = 0; look < 500 && runs(folder / "helper"); ++look)
      std::this_thread::sleep_for(milliseconds(2));
    EXPECT_FALSE(runs(folder / "helper"));
    best = std::min(best, std::chrono::duration_cast<milliseconds>(ended_at - cancelled_at));
  }
  EXPECT_LE(best.count(), 50);
  RecordProperty("milliseconds", static_cast<int>(best.count()));
}

TEST_F(ExportCaches, MakeOneExportForAllWhoAskAtATime) {
  nsys_does("sleep 0.2; cp \"$good\" \"$out\"");
  const auto path = report();
  std::atomic<int> loaded = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { loaded += load_profile(path).has_value() ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(loaded, 4);
  EXPECT_THAT(calls(), SizeIs(1));
  EXPECT_THAT(cached(), SizeIs(1));
}

TEST_F(ExportCaches, LetAWaitingOneCancelAlone) {
  nsys_does(
      "echo x > \"$here/begun\"; while [ ! -e \"$here/go\" ]; do sleep 0.02; done; cp \"$good\" \"$out\"");
  const auto path = report();
  std::atomic<bool> first_is_well = false;
  std::thread first([&] { first_is_well = load_profile(path).has_value(); });
  wait_for(folder / "begun");
  Work work;
  std::string told;
  work.progress = [&](double, const std::string& what) {
    told = what;
    work.cancel.cancel();
  };
  const auto second = load_profile(path, work);
  EXPECT_FALSE(second);
  EXPECT_EQ(told, "waiting for another export of run.nsys-rep");
  write_bytes(folder / "go", "go");
  first.join();
  EXPECT_TRUE(first_is_well);
}

TEST_F(ExportCaches, MakeTheExportAfterAllWhenTheFirstOneFails) {
  nsys_does("if mkdir \"$here/first\" 2>/dev/null; then sleep 0.3; exit 1; fi; cp \"$good\" \"$out\"");
  const auto path = report();
  std::atomic<int> loaded = 0;
  std::thread first([&] { loaded += load_profile(path).has_value() ? 1 : 0; });
  std::thread second([&] { loaded += load_profile(path).has_value() ? 1 : 0; });
  first.join();
  second.join();
  EXPECT_EQ(loaded, 1);
  EXPECT_THAT(calls(), SizeIs(2));
}

TEST_F(ExportCaches, ForgetTheExportsUsedLongestAgo) {
  environment.set("NSYS_AI_CACHE_LIMIT", std::to_string(good().size() * 2) + "B");
  const auto a = report("a.nsys-rep");
  const auto b = report("b.nsys-rep");
  const auto c = report("c.nsys-rep");
  ReportMachine roomy = machine;
  const auto open = [&](const fs::path& path) {
    auto got = exported(path, {}, roomy);
    EXPECT_TRUE(got);
    fs::path file = got->file();
    std::this_thread::sleep_for(milliseconds(20));  // so that the times of use differ
    return file;
  };
  // An export is expected to take more than the limit, so each new one drives the others out.
  const auto of_a = open(a);
  EXPECT_THAT(cached(), ElementsAre(of_a.filename().string()));
  const auto of_b = open(b);
  EXPECT_THAT(cached(), ElementsAre(of_b.filename().string()));
  // What is in use stays, whatever the limit.
  const auto held = exported(b, {}, roomy);
  const auto of_c = open(c);
  EXPECT_THAT(cached(), testing::UnorderedElementsAre(of_b.filename().string(), of_c.filename().string()));
}

TEST_F(ExportCaches, KeepWhatIsUnderTheLimit) {
  environment.set("NSYS_AI_CACHE_LIMIT", "17MB");  // one expected export of 16 MB, and a few that are there
  std::vector<std::string> exports;
  for (const char* name : {"a.nsys-rep", "b.nsys-rep", "c.nsys-rep"}) {
    exports.push_back(exported_here(report(name))->file().filename().string());
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_THAT(cached(), testing::UnorderedElementsAreArray(exports));
  ASSERT_TRUE(exported_here(folder / "a.nsys-rep"));  // used again, so `b` is now the oldest
  environment.set("NSYS_AI_CACHE_LIMIT", std::to_string(16'000'000 + good().size() * 2 + 100) + "B");
  const auto d = exported_here(report("d.nsys-rep"));
  ASSERT_TRUE(d);
  EXPECT_THAT(cached(), testing::UnorderedElementsAre(exports[0], exports[2], d->file().filename().string()));
  EXPECT_THAT(calls(), SizeIs(4));
}

TEST_F(ExportCaches, SayHowMuchRoomIsMissing) {
  machine.free_bytes = [](const fs::path&) { return int64_t{6'000'000}; };
  const auto refused = exported_here(report());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              AllOf(HasSubstr("too little room in " + cache.string()), HasSubstr("run.nsys-rep"),
                    HasSubstr("16.00 MB may be needed"), HasSubstr("6.000 MB are free"),
                    HasSubstr("10.00 MB are missing")));
  EXPECT_THAT(refused.error().hint, HasSubstr("NSYS_AI_CACHE_DIR"));
  EXPECT_THAT(calls(), IsEmpty());
  EXPECT_THAT(cached(), IsEmpty());
}

TEST_F(ExportCaches, MakeRoomOfOldExportsBeforeTheyRefuse) {
  const auto old = exported_here(report("old.nsys-rep"))->file();
  const auto size = static_cast<int64_t>(good().size());
  machine.free_bytes = [&](const fs::path&) { return fs::exists(old) ? 16'000'000 - size : 16'000'000; };
  EXPECT_TRUE(exported_here(report()));
  EXPECT_FALSE(fs::exists(old));
}

TEST_F(ExportCaches, SayWhenTheLimitIsNoSize) {
  environment.set("NSYS_AI_CACHE_LIMIT", "lots");
  const auto refused = exported_here(report());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "NSYS_AI_CACHE_LIMIT is \"lots\", which is no size.");
}

TEST_F(ExportCaches, SayWhenTheFolderCannotBeMade) {
  environment.set("NSYS_AI_CACHE_DIR", (folder / "good.sqlite").string() + "/below");
  const auto refused = exported_here(report());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, AllOf(HasSubstr("good.sqlite/below"), HasSubstr("cannot be made")));
  EXPECT_THAT(refused.error().hint, HasSubstr("NSYS_AI_CACHE_DIR"));
}

TEST_F(ExportCaches, LieWhereTheEnvironmentSays) {
  environment.unset("NSYS_AI_CACHE_DIR");
  environment.set("HOME", (folder / "home").string());
  environment.set("XDG_CACHE_HOME", "relative");
  EXPECT_EQ(cache_settings()->folder, folder / "home/.cache/nsys-ai/exports");
  EXPECT_EQ(cache_settings()->limit, 20'000'000'000);
  environment.set("XDG_CACHE_HOME", (folder / "xdg").string());
  const auto made = exported_here(report());
  ASSERT_TRUE(made);
  EXPECT_EQ(made->file().parent_path(), folder / "xdg/nsys-ai/exports");
  EXPECT_EQ(fs::status(folder / "xdg").permissions(), fs::perms::owner_all);
  environment.unset("XDG_CACHE_HOME");
  environment.unset("HOME");
  EXPECT_THAT(cache_settings().error().message, HasSubstr("HOME is not set"));
}

TEST_F(ExportCaches, RemoveTheDraftsOfTheDeadAndNoOthers) {
  fs::create_directories(cache / "0123456789abcdef.part-aaaaaa");
  write_bytes(cache / "0123456789abcdef.part-aaaaaa/export.sqlite", "half");
  fs::create_directories(cache / "fedcba9876543210.part-bbbbbb");
  const auto alive = FileLock::try_acquire(cache / "fedcba9876543210.lock", LockKind::exclusive);
  const auto made = exported_here(report());
  ASSERT_TRUE(made);
  EXPECT_THAT(cached(), testing::UnorderedElementsAre("fedcba9876543210.lock", "fedcba9876543210.part-bbbbbb",
                                                      made->file().filename().string()));
}

TEST_F(ExportCaches, ReplaceAnExportThatIsCutShort) {
  const auto path = report();
  const auto file = exported_here(path)->file();
  fs::resize_file(file, 5000);
  EXPECT_TRUE(load_profile(path));
  EXPECT_EQ(bytes_of(file), good());
  EXPECT_THAT(calls(), SizeIs(2));
}

}  // namespace
}  // namespace nsys_ai::test
