// The loader: what it refuses and says, what it leaves untouched, and that every release of Nsight reads the
// same.
#include "profile/load/load.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>
#include <sstream>

#include "profile/order.h"
#include "tests/support/unprivileged.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

const std::string kSmall = "gpu 0 stream 7   gemm 100..200us   softmax 250..280us\n";

std::string small_file(const TemporaryFolder& folder) {
  sketch::write(kSmall, (folder / "small.sqlite").string());
  return bytes_of(folder / "small.sqlite");
}

struct Refusal {
  std::string name;
  std::string file;                                                   // its name in the folder
  void (*make)(const TemporaryFolder& folder, const fs::path& path);  // nothing is made where this is null
  std::string cause;                                                  // words of the message
  std::string next_step;                                              // words of the hint
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }

const std::vector<Refusal> kRefusals = {
    {"no_such_file", "absent.sqlite", nullptr, "There is no file", "Check the path"},
    {"no_such_folder", "absent/file.sqlite", nullptr, "There is no file", "Check the path"},
    {"folder", "folder.sqlite", [](const auto&, const fs::path& path) { fs::create_directory(path); },
     "is a folder", "inside it"},
    {"pipe", "pipe.sqlite", [](const auto&, const fs::path& path) { mkfifo(path.c_str(), 0600); },
     "not an ordinary file", ".sqlite"},
    {"empty", "empty.sqlite", [](const auto&, const fs::path& path) { write_bytes(path, ""); }, "is empty",
     "export the report again"},
    {"text", "notes.sqlite",
     [](const auto&, const fs::path& path) { write_bytes(path, "not a database, but notes"); },
     "not an SQLite file", "nsys export --type sqlite"},
    {"one_byte", "byte.sqlite", [](const auto&, const fs::path& path) { write_bytes(path, "S"); },
     "not an SQLite file", "nsys export"},
    {"gzip", "run.sqlite.gz",
     [](const auto&, const fs::path& path) { write_bytes(path, "\x1f\x8b\x08 and so on"); },
     "is compressed with gzip", "`gunzip FILE`"},
    {"zstandard", "run.sqlite.zst",
     [](const auto&, const fs::path& path) { write_bytes(path, "\x28\xb5\x2f\xfd and so on"); },
     "is compressed with Zstandard", "`unzstd FILE`"},
    {"lfs_pointer", "pointer.sqlite",
     [](const auto&, const fs::path& path) {
       write_bytes(path, "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n");
     },
     "Git LFS pointer", "git lfs pull"},
    {"zeroed_header", "zeroed.sqlite",
     [](const TemporaryFolder& folder, const fs::path& path) {
       std::string bytes = small_file(folder);
       bytes.replace(0, 100, 100, '\0');
       write_bytes(path, bytes);
     },
     "interrupted before it wrote the header", "Export the report again"},
    {"cut_short", "cut.sqlite",
     [](const TemporaryFolder& folder, const fs::path& path) {
       const std::string bytes = small_file(folder);
       write_bytes(path, bytes.substr(0, bytes.size() / 2));
     },
     "is cut short", "Copy it again"},
    {"cut_in_the_header", "header.sqlite",
     [](const TemporaryFolder& folder, const fs::path& path) {
       write_bytes(path, small_file(folder).substr(0, 50));
     },
     "is cut short", "Copy it again"},
    {"damaged", "damaged.sqlite",
     [](const TemporaryFolder& folder, const fs::path& path) {
       std::string bytes = small_file(folder);
       bytes.replace(100, 3000, 3000, '\xAA');  // the first page holds the catalog
       write_bytes(path, bytes);
     },
     "is damaged", "Copy it again"},
    {"no_table", "bare.sqlite",
     [](const auto&, const fs::path& path) { change(path, "PRAGMA user_version=1"); }, "without any table",
     "export the report again"},
    {"another_database", "cookies.sqlite",
     [](const auto&, const fs::path& path) { change(path, "CREATE TABLE cookies(host)"); },
     "not an export of Nsight Systems", "nsys export --type sqlite"},
    {"nvprof", "nvprof.sqlite",
     [](const auto&, const fs::path& path) {
       change(path,
              "CREATE TABLE StringTable(_id_, value);"
              "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_, start, end)");
     },
     "nvprof", "nsys profile"},
    {"half_written", "half.sqlite",
     [](const auto&, const fs::path& path) {
       change(path, "CREATE TABLE StringIds(id, value); CREATE TABLE ProcessStreams(globalPid)");
     },
     "interrupted", "Export the report again"},
    {"views_alone", "views.sqlite",
     [](const auto&, const fs::path& path) {
       change(path, "CREATE TABLE t(a); CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT a FROM t");
     },
     "not an export of Nsight Systems", "nsys export"},
};

// Every file below a folder with its size, its time and its bytes.
std::map<std::string, std::string> state_of(const fs::path& folder) {
  std::map<std::string, std::string> state;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string& of = state[entry.path().string()];
    of = std::to_string(fs::last_write_time(entry).time_since_epoch().count());
    if (entry.is_regular_file()) of += bytes_of(entry.path());
  }
  return state;
}

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, SaysWhyAndWhatToDoAndTouchesNothing) {
  const TemporaryFolder folder;
  const fs::path path = folder / GetParam().file;
  if (GetParam().make) GetParam().make(folder, path);
  const auto before = state_of(folder.path());
  const auto profile = load_profile(path);
  EXPECT_EQ(state_of(folder.path()), before);
  ASSERT_FALSE(profile);
  const Error& error = profile.error();
  EXPECT_EQ(error.code, ErrorCode::cannot_do);
  EXPECT_NE(error.message.find(path.string()), std::string::npos) << error.message;
  EXPECT_NE(error.message.find(GetParam().cause), std::string::npos) << error.message;
  EXPECT_NE(error.hint.find(GetParam().next_step), std::string::npos) << error.hint;
}

INSTANTIATE_TEST_SUITE_P(Files, Refused, testing::ValuesIn(kRefusals),
                         [](const auto& of) { return of.param.name; });

TEST(Load, RefusesWhatMayNotBeRead) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
  small_file(folder);
  fs::permissions(folder / "small.sqlite", fs::perms::none);
  const Unprivileged user;
  const auto profile = load_profile(folder / "small.sqlite");
  ASSERT_FALSE(profile);
  EXPECT_NE(profile.error().message.find("no permission"), std::string::npos) << profile.error().message;
  EXPECT_NE(profile.error().hint.find("copy it"), std::string::npos) << profile.error().hint;
}

TEST(Load, LeavesTheFileAndItsFolderAsTheyWere) {
  const TemporaryFolder folder;
  small_file(folder);
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const auto before = state_of(folder.path());
  ASSERT_TRUE(load_profile(folder / "small.sqlite"));
  EXPECT_EQ(state_of(folder.path()), before);
}

TEST(Load, LeavesJournalsAloneAndSaysThatTheyAreThere) {
  for (const std::string suffix : {"-wal", "-journal"}) {
    const TemporaryFolder folder;
    small_file(folder);
    const fs::path path = folder / "small.sqlite";
    if (suffix == "-wal") change(path, "PRAGMA journal_mode=WAL; CREATE TABLE another(a)");
    write_bytes(path.string() + suffix, "a journal that another program is writing");
    const auto before = state_of(folder.path());
    const auto profile = load_profile(path);
    ASSERT_TRUE(profile) << profile.error().message;
    EXPECT_EQ(state_of(folder.path()), before);
    EXPECT_EQ((*profile)->kernels().size(), 2u);
    EXPECT_EQ(notes_with(**profile, "small.sqlite" + suffix).size(), 1u);
  }
}

TEST(Load, TakesAnyNameThatAFileCanHave) {
  for (const std::string name :
       {"a b.sqlite", "100%41.sqlite", "what?mode=rwc.sqlite", "#1.sqlite", "\xC3\xA4.sqlite"}) {
    const TemporaryFolder folder;
    sketch::write(kSmall, (folder / name).string());
    const auto profile = load_profile(folder / name);
    ASSERT_TRUE(profile) << name << ": " << profile.error().message;
    EXPECT_EQ((*profile)->kernels().size(), 2u) << name;
  }
}

TEST(Load, StopsWhenItIsCancelled) {
  const TemporaryFolder folder;
  small_file(folder);
  Work before;
  before.cancel.cancel();
  const auto never = load_profile(folder / "small.sqlite", before);
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().code, ErrorCode::cancelled);
  Work midway;
  midway.progress = [&](double done, const std::string&) {
    if (done > 0.3) midway.cancel.cancel();
  };
  const auto half = load_profile(folder / "small.sqlite", midway);
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().code, ErrorCode::cancelled);
}

TEST(Load, TellsHowFarItIs) {
  const TemporaryFolder folder;
  small_file(folder);
  std::vector<double> steps;
  Work work;
  work.progress = [&](double done, const std::string&) { steps.push_back(done); };
  ASSERT_TRUE(load_profile(folder / "small.sqlite", work));
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
  EXPECT_EQ(steps.front(), 0.0);
  EXPECT_EQ(steps.back(), 1.0);
}

const std::string kTwoRanks = R"sketch(
kernel gemm = "void cutlass::Kernel2<Traits<(int)128>>(T1::Params)" short "Kernel2" [grid=64x16 block=256 regs=238]
process 200 "rank 0"
gpu 0 stream 7   gemm 100..200us   memset 210..211us [4KiB]   memcpy_h2d 220..240us [1MB pageable sync]
nvtx thread 1    step 50..300us   forward 60..120us
nvtx startend    moved 70..80us
process 201 "rank 1"
gpu 0 stream 7   gemm 105..207us   "ncclDevKernel_AllReduce" 300..350us [launch=none]
gpu 1 stream 9   memcpy_p2p 400..420us [8MB]
api thread 1     cudaStreamSynchronize 250..360us
)sketch";

// Everything that answers are made of, as text.
std::string digest(const Profile& profile) {
  std::ostringstream out;
  const Launches& launches = profile.derived(build_launches);
  const auto operation = [&](const Operations& of, size_t i, uint32_t call) {
    const Device& device = profile.device_of(of.stream[i]);
    out << of.row[i] << ' ' << of.start[i] << ".." << of.end(i) << " pid "
        << profile.pid_of(device.process).value_or(-1) << " gpu " << device.ordinal << " stream "
        << profile.streams()[of.stream[i]].stream << " call "
        << (call == Launches::kNoCall ? -1 : profile.calls().row[call]) << '\n';
  };
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < kernels.size(); ++i) {
    const LaunchShape& shape = kernels.shapes[i];
    out << profile.text(kernels.name(i)) << ", " << profile.text(kernels.short_name(i)) << ", grid "
        << shape.grid[0] << 'x' << shape.grid[1] << ", " << shape.registers_per_thread << " registers: ";
    operation(kernels, i, launches.of_kernel[i]);
  }
  const Copies& copies = profile.copies();
  for (size_t i = 0; i < copies.size(); ++i) {
    out << "copy " << int{copies.copy_kind[i]} << ", " << int{copies.src_kind[i]} << " to "
        << int{copies.dst_kind[i]} << ", " << copies.bytes[i] << " B: ";
    operation(copies, i, launches.of_copy[i]);
  }
  for (size_t i = 0; i < profile.memsets().size(); ++i)
    operation(profile.memsets(), i, launches.of_memset[i]);
  for (size_t i = 0; i < profile.calls().size(); ++i)
    out << profile.text(profile.calls().name[i]) << ' ' << profile.calls().start[i] << ".."
        << profile.calls().end(i) << " tid " << profile.threads()[profile.calls().thread[i]].tid << '\n';
  for (size_t i = 0; i < profile.nvtx().size(); ++i)
    out << profile.nvtx_text(i) << ' ' << profile.nvtx().start[i] << ".." << profile.nvtx().end(i) << " type "
        << int{profile.nvtx().type[i]} << '\n';
  return out.str();
}

class Releases : public testing::TestWithParam<std::string> {};

TEST_P(Releases, ReadTheSame) {
  const ProfilePtr profile = loaded(kTwoRanks, GetParam());
  EXPECT_EQ(digest(*profile), digest(*loaded(kTwoRanks, "2026.2")));
  EXPECT_EQ(profile->kernels().size(), 3u);
  EXPECT_TRUE(profile->notes().empty()) << profile->notes().front();
}

INSTANTIATE_TEST_SUITE_P(Nsight, Releases, testing::ValuesIn(sketch::versions()), [](const auto& release) {
  return "v" + release.param.substr(0, release.param.find('.')) +
         (release.param.find('.') == std::string::npos
              ? ""
              : "_" + release.param.substr(release.param.find('.') + 1));
});

// Both processes count their calls from 1, so every id means a call of each.
TEST(Load, JoinsLaunchesWithinTheirProcess) {
  const ProfilePtr profile = loaded(
      "process 200 \"a\"\n"
      "gpu 0 stream 7   first 100..200us   second 300..400us\n"
      "process 201 \"b\"\n"
      "gpu 0 stream 7   third 110..210us   fourth 310..410us [launch=none]\n");
  const Launches& launches = profile->derived(build_launches);
  const Kernels& kernels = profile->kernels();
  std::string joined;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const uint32_t call = launches.of_kernel[i];
    joined +=
        std::string(profile->text(kernels.name(i))) + " " + std::to_string(kernels.correlation[i]) + " ";
    joined += call == Launches::kNoCall ? "none" : std::to_string(profile->calls().start[call] / 1000);
    joined += "\n";
  }
  EXPECT_EQ(joined, "first 1 90\nthird 1 100\nsecond 2 290\nfourth 2 none\n");
}

}  // namespace
}  // namespace nsys_ai::test
