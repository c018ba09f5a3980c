// The generator writes what it was asked for, and the benchmark measures it. No test looks at a clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/time/busy.h"
#include "profile/load/load.h"
#include "profile/order.h"
#include "tests/bench/generate.h"
#include "tests/bench/measure.h"
#include "tests/bench/program.h"
#include "tests/bench/reopen.h"
#include "tests/bench/report.h"
#include "tests/bench/scan.h"
#include "tests/bench/shapes.h"
#include "tests/bench/store.h"
#include "tests/support/places.h"
#include "tests/support/sketch_sqlite.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::bench {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::IsEmpty;

GenerateOptions small(const std::filesystem::path& path) {
  GenerateOptions options{.workload = {}, .samples = 50, .path = path.string()};
  options.workload.counts = {
      .kernels = 20'001, .calls = 31'003, .nvtx = 20'005, .copies = 501, .memsets = 303, .os_calls = 407};
  return options;
}

std::string answer(const std::filesystem::path& path, const std::string& sql) {
  return sketch::Database(path.string()).answer(sql);
}

ProfilePtr load(const std::filesystem::path& path) {
  auto profile = load_profile(path, Work{});
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

TEST(Generate, WritesASoundFileWithTheRowsThatWereAskedFor) {
  const TemporaryFolder folder;
  const auto path = folder / "small.sqlite";
  const Generated made = generate(small(path), {});
  EXPECT_EQ(made.rows, 20'001 + 31'003 + 20'005 + 501 + 303 + 407);
  EXPECT_EQ(made.bytes, static_cast<int64_t>(std::filesystem::file_size(path)));
  EXPECT_EQ(answer(path, "PRAGMA integrity_check"), "ok");
  const auto count = [&](const char* table) {
    return answer(path, std::string("SELECT count(*) FROM ") + table);
  };
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_KERNEL"), "20001");
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_RUNTIME"), "31003");
  EXPECT_EQ(count("NVTX_EVENTS"), "20005");
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_MEMCPY"), "501");
  EXPECT_EQ(count("CUPTI_ACTIVITY_KIND_MEMSET"), "303");
  EXPECT_EQ(count("OSRT_API"), "407");
  EXPECT_EQ(count("COMPOSITE_EVENTS"), "50");
  EXPECT_EQ(count("SAMPLING_CALLCHAINS"), "400");
}

TEST(Generate, LaunchesEachKernelOnceByACallOfItsProcessBeforeIt) {
  const TemporaryFolder folder;
  const auto path = folder / "small.sqlite";
  generate(small(path), {});
  EXPECT_EQ(answer(path,
                   "SELECT count(*), count(DISTINCT k.rowid), count(DISTINCT c.rowid) "
                   "FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME c "
                   "ON c.globalTid >> 24 = k.globalPid >> 24 AND c.correlationId = k.correlationId "
                   "WHERE c.end <= k.start"),
            "20001|20001|20001");
  // Ids repeat between the processes.
  EXPECT_GT(
      std::stoi(answer(path,
                       "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL a JOIN CUPTI_ACTIVITY_KIND_KERNEL b "
                       "USING (correlationId) WHERE a.globalPid < b.globalPid")),
      1000);
  // A stream runs one kernel at a time.
  EXPECT_EQ(
      answer(path,
             "SELECT count(*) FROM (SELECT start, lag(end) OVER (PARTITION BY globalPid, deviceId, streamId "
             "ORDER BY start) AS before FROM CUPTI_ACTIVITY_KIND_KERNEL) WHERE start < before"),
      "0");
}

TEST(Generate, GivesTheSameBytesForTheSameSeed) {
  const TemporaryFolder folder;
  GenerateOptions options = small(folder / "one.sqlite");
  generate(options, {});
  options.path = (folder / "two.sqlite").string();
  generate(options, {});
  options.path = (folder / "other.sqlite").string();
  options.workload.seed = 2;
  generate(options, {});
  EXPECT_TRUE(test::bytes_of(folder / "one.sqlite") == test::bytes_of(folder / "two.sqlite"));
  EXPECT_FALSE(test::bytes_of(folder / "one.sqlite") == test::bytes_of(folder / "other.sqlite"));
}

TEST(Generate, CarriesInstancesInTheShareOfLabelsThatWasAskedFor) {
  const TemporaryFolder folder;
  const auto path = folder / "small.sqlite";
  GenerateOptions options = small(path);
  options.workload.instance_share = 0.5;
  generate(options, {});
  const int with = std::stoi(answer(path, "SELECT count(*) FROM NVTX_EVENTS WHERE text LIKE '%, op_id = %'"));
  EXPECT_NEAR(with, 20'005 / 2.0, 500);
  EXPECT_EQ(answer(path, "SELECT count(*) FROM NVTX_EVENTS WHERE (text IS NULL) = (textId IS NULL)"), "0");
}

TEST(Generate, WritesRangesInTheOrderThatWasAskedFor) {
  const TemporaryFolder folder;
  const auto backwards = [&](const char* column) {
    const std::string key = column;
    return answer(folder / "small.sqlite", "SELECT count(*) FROM (SELECT " + key + " AS at, lag(" + key +
                                               ") OVER (ORDER BY rowid) AS before FROM NVTX_EVENTS) "
                                               "WHERE at < before");
  };
  GenerateOptions options = small(folder / "small.sqlite");
  generate(options, {});
  EXPECT_EQ(backwards("end"), "0");
  EXPECT_NE(backwards("start"), "0");
  options.workload.nvtx_by_start = true;
  generate(options, {});
  EXPECT_EQ(backwards("start"), "0");
}

TEST(Generate, MakesAProfileThatLoadsWithoutNotesAndIsAttributed) {
  const TemporaryFolder folder;
  generate(small(folder / "small.sqlite"), {});
  const ProfilePtr profile = load(folder / "small.sqlite");
  EXPECT_THAT(profile->notes(), IsEmpty());
  EXPECT_EQ(profile->info().schema_version, "3.25.0");
  EXPECT_EQ(profile->kernels().size(), 20'001u);
  EXPECT_EQ(profile->devices().size(), 2u);
  EXPECT_EQ(profile->threads().size(), 6u);
  const NvtxForest& forest = profile->derived(build_nvtx_forest);
  int64_t deepest = 0;
  for (uint32_t range = 0; range < profile->nvtx().size(); ++range)
    deepest = std::max(deepest, forest.depth(range));
  EXPECT_EQ(deepest, 4);
  const Attribution& attribution = profile->derived(build_attribution);
  size_t inside = 0;
  for (size_t kernel = 0; kernel < profile->kernels().size(); ++kernel)
    inside += attribution.of_kernel[kernel] != NvtxForest::kNoRange;
  EXPECT_GT(inside, profile->kernels().size() * 9 / 10);
  for (const DeviceTime& time : build_device_times(*profile)) {
    EXPECT_GT(time.idle(), 0);
    EXPECT_LT(time.exposed_communication(), time.communication) << "communication overlaps compute";
  }
}

// What was measured with it once can be measured again.
TEST(Generate, WritesTheUsualShapeAsEver) {
  const TemporaryFolder folder;
  const auto path = folder / "small.sqlite";
  generate(small(path), {});
  EXPECT_EQ(answer(path,
                   "SELECT sum(start), sum(end), sum(streamId * rowid), sum(demangledName * rowid) "
                   "FROM CUPTI_ACTIVITY_KIND_KERNEL"),
            "21104936306800|21105044241890|1507068329|430004335767");
  EXPECT_EQ(answer(path,
                   "SELECT sum(start), sum(end), sum(length(text) * rowid), sum(textId * rowid) "
                   "FROM NVTX_EVENTS"),
            "21102944583598|21103963730110|723773667|487116679713");
}

TEST(Generate, TakesOddSizes) {
  const TemporaryFolder folder;
  const auto path = folder / "odd.sqlite";
  for (const int64_t processes : {1, 3}) {
    GenerateOptions options{.workload = {}, .samples = 0, .path = path.string()};
    options.workload = {
        .counts = {.kernels = 7, .calls = 9, .nvtx = 0, .copies = 1, .memsets = 0, .os_calls = 0},
        .devices = 4,
        .processes = processes,
        .nvtx_depth = 1};
    generate(options, {});
    EXPECT_EQ(answer(path, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(load(path)->kernels().size(), 7u);
    options.workload.counts = {
        .kernels = 0, .calls = 0, .nvtx = 300, .copies = 0, .memsets = 0, .os_calls = 0};
    generate(options, {});
    EXPECT_EQ(answer(path, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(load(path)->nvtx().size(), 300u);
  }
}

TEST(Generate, LeavesNothingBehindWhenItFails) {
  const TemporaryFolder folder;
  GenerateOptions options = small(folder / "small.sqlite");
  EXPECT_THROW(generate(options, [](const Generated&, int64_t) { return false; }), std::runtime_error);
  options.workload.counts.calls = 20'000;
  try {
    generate(options, {});
    FAIL() << "more kernels than calls";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("20805 kernels, copies and memsets need a call each"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  options.path = (folder / "no" / "small.sqlite").string();
  EXPECT_THROW(generate(options, {}), std::runtime_error);
}

TEST(Benchmark, MeasuresTheStoreAndFindsTheSameAsTheScan) {
  const TemporaryFolder folder;
  const std::string path = (folder / "small.sqlite").string();
  generate(small(path), {});
  const std::vector<Scan> scans = scan_events(path);
  ASSERT_EQ(scans.size(), 6u);
  EXPECT_EQ(scans[0].rows, 20'001);
  EXPECT_EQ(scans[1].rows, 31'003);
  EXPECT_EQ(scans[2].rows, 20'005);
  EXPECT_EQ(scans[3].rows, 501);
  EXPECT_EQ(scans[4].rows, 303);
  EXPECT_EQ(std::to_string(scans[5].rows), answer(path, "SELECT count(*) FROM StringIds"));
  const auto first = measure_in_child<FirstAnswer>([&] { return measure_first_answer(path); });
  EXPECT_EQ(first.kernels, scans[0].rows);
  EXPECT_EQ(first.kernel_ns, scans[0].length_ns);
  EXPECT_GT(first.memory.peak, 0);
  const auto all = measure_in_child<Everything>([&] { return measure_everything(path); });
  EXPECT_EQ(all.devices, 2);
  EXPECT_GT(all.attributed_ns, scans[0].length_ns * 9 / 10);
  EXPECT_GE(all.built.peak, all.loaded.peak);
}

TEST(Benchmark, OpensAgainWhatWasKept) {
  const TemporaryFolder folder;
  const std::string path = (folder / "small.sqlite").string();
  generate(small(path), {});
  const auto kept_in = folder / "kept";
  std::filesystem::create_directory(kept_in);
  const auto kept = measure_in_child<Kept>([&] { return measure_keeping(path, kept_in); });
  EXPECT_EQ(kept.bytes, static_cast<int64_t>(std::filesystem::file_size(kept_file(kept_in))));
  EXPECT_GT(measure_in_child<double>([&] { return measure_reopening(path, kept_in); }), 0);
  std::filesystem::resize_file(kept_file(kept_in), 100);
  EXPECT_THROW(measure_in_child<double>([&] { return measure_reopening(path, kept_in); }), std::runtime_error)
      << "what was kept is of no use";
}

// Where kernels are missing, what is measured against them is left out, and the report says so.
TEST(Benchmark, LeavesOutWhatTheProfileLacks) {
  const TemporaryFolder folder;
  const auto report_of = [&](const char* shape) {
    GenerateOptions options = shaped(shape, 0.002);
    options.path = (folder / "small.sqlite").string();
    generate(options, {});
    return markdown(measure({.path = options.path, .program = {}, .runs = 1}));
  };
  const std::string training = report_of("training");
  EXPECT_THAT(training, HasSubstr("| Question search, warm | "));
  EXPECT_THAT(training, HasSubstr("of R(kernels) | 0.1"));
  EXPECT_THAT(training, HasSubstr("| Open again from kept columns | "));
  EXPECT_THAT(training, HasSubstr("`nsys-ai info` is left out."));
  const std::string copies = report_of("copies");
  EXPECT_THAT(copies, testing::Not(HasSubstr("of R(kernels)")));
  EXPECT_THAT(copies, HasSubstr("| R(copies): scan by sqlite3_step | "));
  EXPECT_THAT(copies, HasSubstr("There are no kernels: what is measured against R(kernels) is left out.\n"));
  // Nothing is left beside the profile.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Benchmark, SaysHowLongAProgramTakesAndThatItFailed) {
  EXPECT_GT(measure_program({"/bin/sh", "-c", "exit 0"}), 0);
  EXPECT_THROW(measure_program({"/bin/sh", "-c", "exit 3"}), std::runtime_error);
  EXPECT_THROW(measure_program({"/no/such/program"}), std::runtime_error);
}

TEST(Benchmark, TellsWhatAChildFailedOf) {
  try {
    measure_in_child<FirstAnswer>([] { return measure_first_answer("no such profile"); });
    FAIL() << "there is no such profile";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no such profile"));
  }
  EXPECT_THROW(measure_in_child<int>([]() -> int { _exit(0); }), std::runtime_error);
}

TEST(Benchmark, NamesWhatFell) {
  Report report{.profile = "big.sqlite",
                .file_bytes = 1'000'000,
                .rows = "1 kernels",
                .figures = {},
                .notes = {"Busy."},
                .wrong = {}};
  report.figures = {{"R(all)", 100, "ms", {}},
                    {"Within", 20, "ms", 0.2, "R(all)", 0.25},
                    {"Beyond", 30, "ms", 0.3, "R(all)", 0.25}};
  EXPECT_THAT(fallen(report),
              testing::ElementsAre("Beyond: 0.300 of R(all), where at most 0.25 is allowed."));
  EXPECT_THAT(markdown(report), HasSubstr("| Beyond | 30.0 ms | 0.300 of R(all) | 0.25 (beyond) |\n"));
  EXPECT_THAT(markdown(report), testing::EndsWith("\nBusy.\n"));
  EXPECT_THAT(json(report), HasSubstr("\"fallen\": [\n    \"Beyond"));
}

TEST(Benchmark, NamesWhatGrowsFasterThanItsRows) {
  Report few;
  few.figures = {{"As before", 20, "ms", 0.2, "R(all)", 0.25, true},
                 {"Grows", 10, "ms", 0.1, "R(all)", 0.25, true},
                 {"Other", 1, "ms", 0.01, "R(all)", 0.25}};
  Report many;
  many.figures = {{"As before", 110, "ms", 0.22, "R(all)", 0.25, true},
                  {"Grows", 60, "ms", 0.12, "R(all)", 0.25, true},
                  {"Other", 100, "ms", 0.2, "R(all)", 0.25},
                  {"info", 60, "ms", {}, {}, 50}};
  compare_with_fewer_rows(many, json(few));
  EXPECT_THAT(
      fallen(many),
      testing::ElementsAre("Grows: 0.120 of R(all), where it is 0.100 with fewer rows and may grow by 15 %.",
                           "info: 60.0 ms, where at most 50 is allowed."));
  EXPECT_THAT(markdown(many), HasSubstr("| 0.220 of R(all) | 0.25; 0.200 with fewer rows |\n"));
  EXPECT_THAT(markdown(many), HasSubstr("| info | 60.0 ms |  | 50 ms (beyond) |\n"));
  EXPECT_THROW(compare_with_fewer_rows(many, "[]"), std::runtime_error);
}

// Both programs as a person runs them.
TEST(Programs, GenerateAndMeasure) {
  const TemporaryFolder folder;
  const std::string path = (folder / "small.sqlite").string();
  const std::string generate = "'" + (test::build_folder() / "bench-generate").string() + "'";
  const std::string store = "'" + (test::build_folder() / "bench-store").string() + "'";
  const auto status = [](const std::string& command) { return WEXITSTATUS(std::system(command.c_str())); };
  const std::string quiet = " >'" + (folder / "out").string() + "' 2>&1";
  EXPECT_EQ(status(generate + " --kernels 900 --calls 1500 --nvtx 700 --copies 20 --memsets 9 --out '" +
                   path + "'" + quiet),
            0);
  EXPECT_THAT(test::bytes_of(folder / "out"), HasSubstr("million rows/s"));
  EXPECT_EQ(status(store + " --runs 1 --cold '" + path + "'" + quiet), 0);
  EXPECT_THAT(test::bytes_of(folder / "out"), HasSubstr("900 kernels, 1500 calls, 700 NVTX"));
  const std::string figures = (folder / "figures.json").string();
  EXPECT_EQ(status(store + " --runs 1 --json '" + figures + "' '" + path + "'" + quiet), 0);
  EXPECT_THAT(test::bytes_of(figures), HasSubstr("\"fallen\": ["));
  EXPECT_EQ(status(store + " --runs 1 --fewer '" + figures + "' '" + path + "'" + quiet), 0);
  EXPECT_THAT(test::bytes_of(folder / "out"), HasSubstr(" with fewer rows"));
  EXPECT_EQ(status(generate + " --list" + quiet), 0);
  EXPECT_THAT(test::bytes_of(folder / "out"), testing::StartsWith("copies\nlabels-hex\n"));
  EXPECT_EQ(status(generate + " --shape one-gpu --scale 0.001 --out '" + path + "'" + quiet), 0);
  EXPECT_EQ(answer(path, "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL"), "20000");
  EXPECT_EQ(status(generate + " --shape round --out '" + path + "'" + quiet), 2);
  EXPECT_EQ(status(store + " '" + (folder / "none.sqlite").string() + "'" + quiet), 2);
  EXPECT_EQ(status(generate + " --kernels 9 --calls 3 --out '" + path + "'" + quiet), 1);
  EXPECT_EQ(status(generate + " --out '" + path + "' --kernels many" + quiet), 2);
}

}  // namespace
}  // namespace nsys_ai::bench
