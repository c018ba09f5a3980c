// Reports: exported once by nsys, read like any profile, and refused in a sentence when that cannot be.
#include "profile/report/report.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "profile/library.h"
#include "tests/unit/fake_nsys.h"

namespace nsys_ai::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;

class Reports : public WithNsys {};

TEST_F(Reports, AreReadByWayOfAnExportThatIsMadeOnce) {
  const auto path = report();
  for (int time = 0; time < 2; ++time) {
    const auto profile = load_profile(path);
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ((*profile)->kernels().size(), 2u);
    EXPECT_EQ((*profile)->info().path, path);
    EXPECT_EQ((*profile)->info().file_bytes, static_cast<int64_t>(fs::file_size(path)));
  }
  ASSERT_THAT(calls(), SizeIs(1));
  EXPECT_THAT(calls().front(),
              AllOf(testing::StartsWith("export --type sqlite --output " + cache.string() + "/"),
                    EndsWith(" --force-overwrite true " + path.string())));
  EXPECT_THAT(cached(), ElementsAre(testing::MatchesRegex("[0-9a-f]+\\.sqlite")));
  EXPECT_EQ(fs::status(cache).permissions(), fs::perms::owner_all);
}

TEST_F(Reports, OfTheOldNameAreReportsToo) {
  EXPECT_TRUE(is_report(report("old.qdrep")));
  EXPECT_TRUE(is_report(report("LOUD.NSYS-REP")));
  EXPECT_FALSE(is_report(report("run.sqlite")));
  EXPECT_FALSE(is_report(report("nsys-rep")));
  EXPECT_TRUE(load_profile(report("old.qdrep")));
}

TEST_F(Reports, ThatAreExportsInTruthAreJustRead) {
  fs::copy_file(folder / "good.sqlite", folder / "misnamed.nsys-rep");
  EXPECT_TRUE(load_profile(folder / "misnamed.nsys-rep"));
  EXPECT_THAT(calls(), IsEmpty());
}

TEST_F(Reports, AreExportedAnewAfterAChange) {
  const auto path = report();
  const auto time = fs::last_write_time(path);
  ASSERT_TRUE(exported_here(path));
  fs::last_write_time(path, time + std::chrono::nanoseconds(1));
  ASSERT_TRUE(exported_here(path));
  EXPECT_THAT(calls(), SizeIs(2)) << "the time counts";
  report("run.nsys-rep", std::string(fs::file_size(path), 'x'));
  fs::last_write_time(path, time);
  ASSERT_TRUE(exported_here(path));
  EXPECT_THAT(calls(), SizeIs(3)) << "the content counts";
  report("other.nsys-rep", bytes_of(path));
  fs::last_write_time(folder / "other.nsys-rep", time);
  ASSERT_TRUE(exported_here(folder / "other.nsys-rep"));
  EXPECT_THAT(calls(), SizeIs(4)) << "the path counts";
  fs::create_symlink(path, folder / "link.nsys-rep");
  ASSERT_TRUE(exported_here(folder / "link.nsys-rep"));
  EXPECT_THAT(calls(), SizeIs(4)) << "a link is the same report";
}

TEST_F(Reports, ChangeUnderTheirHandleInTheLibrary) {
  const auto path = report();
  Library library;
  const auto first = library.open(path, {});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(library.open(path, {})->profile, first->profile);
  sketch::write("gpu 0 stream 7   gemm 1..2us   a 3..4us   b 5..6us\n", (folder / "good.sqlite").string());
  report("run.nsys-rep", "another capture");
  const auto second = library.open(path, {});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->handle, first->handle);
  EXPECT_EQ(second->profile->kernels().size(), 3u);
}

TEST_F(Reports, ThatWereExportedNeedNoNsys) {
  const auto path = report();
  ASSERT_TRUE(exported_here(path));
  environment.unset("NSYS_AI_NSYS");
  environment.set("PATH", folder.path().string() + "/empty");
  EXPECT_TRUE(exported_here(path));
  const auto absent = exported_here(report("other.nsys-rep"));
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().message,
              AllOf(HasSubstr("other.nsys-rep is a report"), HasSubstr("neither on PATH nor")));
  EXPECT_THAT(absent.error().hint, AllOf(HasSubstr("Install Nsight Systems"), HasSubstr("NSYS_AI_NSYS"),
                                         HasSubstr("nsys export --type sqlite --output")));
}

TEST_F(Reports, LeaveNothingWhenThereIsNoNsys) {
  environment.unset("NSYS_AI_NSYS");
  environment.set("PATH", "");
  EXPECT_FALSE(exported_here(report()));
  EXPECT_FALSE(fs::exists(cache));
}

TEST_F(Reports, SayWhatIsWrongWithTheNsysThatIsSet) {
  write_bytes(folder / "plain", "no program");
  for (const auto& [name, why] : std::map<std::string, std::string>{
           {"nowhere", "does not exist"}, {"", "is a folder"}, {"plain", "is no program that you may run"}}) {
    environment.set("NSYS_AI_NSYS", (folder / name).string());
    const auto wrong = exported_here(report());
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, AllOf(HasSubstr("run.nsys-rep"), HasSubstr((folder / name).string()),
                                             HasSubstr("NSYS_AI_NSYS"), HasSubstr(why)));
    EXPECT_THAT(wrong.error().hint, HasSubstr("NSYS_AI_NSYS"));
  }
}

TEST_F(Reports, FindNsysOnThePathAndThenTheNewestElsewhere) {
  environment.unset("NSYS_AI_NSYS");
  const auto found = [&] {
    return nsys_program("r", {(folder / "opt/*/bin/nsys").string(), (folder / "cuda*/nsys").string()});
  };
  environment.set("PATH", folder.path().string() + "/empty");
  EXPECT_FALSE(found());
  for (const char* place : {"opt/2025.3.2/bin", "opt/2025.10.1/bin", "opt/2024.9.9/bin", "cuda-13.0"})
    write_program(folder.path() / place / "nsys", "#!/bin/sh\n");
  write_bytes(folder.path() / "opt/2025.10.1/bin/nsys-ui", "");
  fs::create_directories(folder.path() / "opt/2026.1.1/bin/nsys");
  EXPECT_EQ(*found(), folder.path() / "opt/2025.10.1/bin/nsys");
  // A folder must not choose the program by being the one that a shell is in.
  const auto before = fs::current_path();
  fs::current_path(folder.path());
  write_program("relative/nsys", "#!/bin/sh\n");
  environment.set("PATH", "relative:.:");
  EXPECT_EQ(*found(), folder.path() / "opt/2025.10.1/bin/nsys");
  fs::current_path(before);
  environment.set("PATH", "relative::" + folder.path().string() + "/empty:" + folder.path().string());
  EXPECT_EQ(*found(), folder / "nsys");
}

TEST_F(Reports, ThatAreNoneAreRefusedWithoutNsys) {
  fs::create_directory(folder / "folder.nsys-rep");
  const std::map<fs::path, std::string> refusals = {
      {report("empty.nsys-rep", ""), "is empty (0 bytes)"},
      {report("pointer.nsys-rep", "version https://git-lfs.github.com/spec/v1\n"), "is a Git LFS pointer"},
      {folder / "absent.nsys-rep", "There is no file"},
      {folder / "folder.nsys-rep", "is a folder"}};
  for (const auto& [path, why] : refusals) {
    const auto refused = load_profile(path);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr(why));
  }
  EXPECT_THAT(calls(), IsEmpty());
  EXPECT_FALSE(fs::exists(cache));
}

struct Failure {
  std::string name;
  std::string nsys;
  std::vector<std::string> message;  // what it holds
  std::string hint;
  friend std::ostream& operator<<(std::ostream& out, const Failure& failure) { return out << failure.name; }
};

class FailedExports : public WithNsys, public testing::WithParamInterface<Failure> {};

TEST_P(FailedExports, AreSentencesAndLeaveNothing) {
  nsys_does(GetParam().nsys);
  const auto failed = load_profile(report());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::cannot_do);
  for (const std::string& words : GetParam().message) EXPECT_THAT(failed.error().message, HasSubstr(words));
  EXPECT_THAT(failed.error().message, testing::Not(testing::ContainsRegex("[\n\r\x1b]")));
  EXPECT_THAT(failed.error().hint, HasSubstr(GetParam().hint));
  EXPECT_THAT(cached(), IsEmpty());
  EXPECT_FALSE(load_profile(folder / "run.nsys-rep"));
  EXPECT_THAT(calls(), SizeIs(2)) << "a failure is not kept";
}

const std::vector<Failure> kFailures = {
    {"too_old",
     "echo half > \"$out\"; printf 'Exportation error: Report was created in Nsight Systems version (2026.2.1.191),\\nnewer than your current version (2025.5.2.266).\\n' >&2; exit 1",
     {"nsys 2025.5.2 (", "is too old for", "run.nsys-rep, which Nsight Systems 2026.2.1 made."},
     "Install Nsight Systems 2026.2.1 or later"},
    {"too_old_in_other_words",
     "echo 'This file needs a newer version.'; exit 0",
     {"nsys 2025.5.2 (", "which Nsight Systems 2026.2.1 made"},
     "export the report where it was captured"},
    {"too_old_for_a_report_that_does_not_say",
     "echo words > \"$report\"; echo 'This file needs a newer version.'; exit 1",
     {"a newer Nsight Systems made. It said: This file needs a newer version."},
     "as new as the capture's"},
    {"failing",
     "echo first; echo second; echo third; printf '[1/1] [====  42%%   ]\\r[1/1] [=====100%%]\\n'; printf 'bad \\033[31mred\\n' >&2; echo half > \"$out\"; exit 3",
     {"run.nsys-rep cannot be exported", "failed with exit code 3", "It said: second / third / bad"},
     "by hand: nsys export"},
    {"silent", "exit 1", {"It said nothing."}, "by hand"},
    {"garbage", "head -c 300000 /dev/urandom; exit 1", {"failed with exit code 1"}, ""},
    {"killed", "kill -SEGV $$", {"was ended by signal 11"}, "by hand"},
    {"without_a_file", "echo done", {"ended well, but wrote no export", "It said: done"}, "by hand"},
    {"not_sqlite", "echo words > \"$out\"", {"is no whole SQLite file"}, "by hand"},
    {"half_a_file", "head -c 9000 \"$good\" > \"$out\"", {"is no whole SQLite file"}, "by hand"},
    {"no_export_inside",
     "head -c 3000 \"$good\" > \"$out\"; head -c 1000000 /dev/zero >> \"$out\"",
     {"The export of", "cannot be read."},
     "export it again"},
    {"locked",
     "echo 'std::exception::what: database is locked'; exit 1",
     {"database is locked"},
     "NSYS_AI_CACHE_DIR"},
    {"full", "echo 'database or disk is full'; exit 1", {"is full"}, "larger disk"},
    {"not_a_report", "echo words > \"$report\"; exit 1", {"failed"}, "does not begin as a report does"},
    {"changed",
     "cp \"$good\" \"$out\"; echo more >> \"$report\"",
     {"changed while it was exported"},
     "again"},
};
INSTANTIATE_TEST_SUITE_P(Nsys, FailedExports, testing::ValuesIn(kFailures),
                         [](const auto& of) { return of.param.name; });

TEST_F(Reports, SayWhenNsysCannotBeStarted) {
  write_program(folder / "nsys", "#!/no/such/shell\n");
  const auto failed = exported_here(report());
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, AllOf(HasSubstr("run.nsys-rep"), HasSubstr("cannot be started")));
  EXPECT_THAT(failed.error().hint, HasSubstr("NSYS_AI_NSYS"));
}

// The shell continues only when the progress has reported its last step.
TEST_F(Reports, TellHowFarTheExportIs) {
  nsys_does(
      "step() { while [ ! -e \"$here/$1\" ]; do sleep 0.02; done; }\n"
      "step 1; head -c 4096 \"$good\" > \"$out\"; step 2; printf '[ 40%%]\\r'; step 3; cp \"$good\" \"$out\"");
  std::vector<std::pair<double, std::string>> told;
  Work work;
  work.progress = [&](double done, const std::string& what) {
    told.emplace_back(done, what);
    const bool exporting = what.starts_with("nsys exports");
    if (exporting) write_bytes(folder / "1", "");
    if (what.ends_with("4.096 kB written")) write_bytes(folder / "2", "");
    if (what.find("40 %") != std::string::npos) write_bytes(folder / "3", "");
  };
  ASSERT_TRUE(load_profile(report(), work));
  EXPECT_EQ(told.front().first, 0.0);
  EXPECT_THAT(told.front().second, testing::MatchesRegex("nsys exports run.nsys-rep: [0-9]+ s, 0 B written"));
  EXPECT_EQ(told.back().first, 1.0);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }));
  EXPECT_THAT(told, testing::Contains(testing::Pair(
                        testing::DoubleNear(0.32, 1e-9),  // 40 % of the 80 % that the export takes
                        testing::MatchesRegex("nsys exports .*: 40 %, [0-9]+ s, 4.096 kB written"))));
  EXPECT_THAT(told, testing::Contains(testing::Pair(testing::DoubleNear(0.8, 1e-9), "opening run.nsys-rep")));
}

}  // namespace
}  // namespace nsys_ai::test
