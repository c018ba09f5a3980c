// Columns that were kept: what is read from them is what a load gives, and whatever is wrong with them, the
// profile is loaded from its own file.
#include "profile/cache/column_cache.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <thread>

#include "base/memory.h"
#include "profile/cache/column_cache_writer.h"
#include "tests/unit/cached_columns.h"

namespace nsys_ai::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace fs = std::filesystem;

using ColumnCaches = KeptColumns;

TEST_F(ColumnCaches, GiveWhatALoadGives) {
  std::vector<fs::path> paths = captures();
  for (const char* sketch : kSketches) paths.push_back(written(sketch));
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path);
    const ProfilePtr loaded = opened(path);
    ASSERT_TRUE(loaded && was_loaded());
    ASSERT_TRUE(cache().keep(*loaded, {}));
    const ProfilePtr again = opened(path);
    ASSERT_TRUE(again && !was_loaded());
    expect_same(*loaded, *again);
    EXPECT_FALSE(cache().keep(*again, {})) << "it is there already";
  }
}

TEST_F(ColumnCaches, KeepNothingBesideTheProfile) {
  const auto path = written(kSketches[0]);
  keep(path);
  opened(path);
  std::vector<std::string> beside;
  for (const auto& entry : fs::directory_iterator(path.parent_path()))
    beside.push_back(entry.path().filename().string());
  EXPECT_THAT(beside, ElementsAre(path.filename().string()));
  EXPECT_THAT(cached(), SizeIs(1));
  EXPECT_EQ(fs::status(cache_folder()).permissions(), fs::perms::owner_all);
}

TEST_F(ColumnCaches, AreNotForAFileThatChanged) {
  const auto path = written(kSketches[2]);
  keep(path);
  struct stat before {};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  const timespec other[] = {before.st_atim, {before.st_mtim.tv_sec, before.st_mtim.tv_nsec + 1}};
  ::utimensat(AT_FDCWD, path.c_str(), other, 0);
  opened(path);
  EXPECT_TRUE(was_loaded()) << "another time";
  // Of the same size and time, and another byte where no page is looked at.
  std::string bytes = bytes_of(path);
  bytes[bytes.size() / 2 + 100] ^= 1;
  write_bytes(path, bytes);
  const timespec same[] = {before.st_atim, before.st_mtim};
  ::utimensat(AT_FDCWD, path.c_str(), same, 0);
  opened(path);
  EXPECT_TRUE(was_loaded()) << "other bytes";
}

// The cache of exports uses the time of a file as its last use.
TEST_F(ColumnCaches, AreForAnExportInTheCacheWheneverItWasUsed) {
  const auto path = written(kSketches[0]);
  const auto identity = [&](SourceKind kind, int64_t stable_ns) {
    return identity_of(**FileImage::open(path), kind, stable_ns);
  };
  const auto before = identity(SourceKind::cached_export, 3'600'000'000'000);
  const auto file_before = identity(SourceKind::file, 0);
  ASSERT_TRUE(before && file_before);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  EXPECT_EQ(identity(SourceKind::cached_export, 3'600'000'000'000), before);
  EXPECT_NE(identity(SourceKind::file, 0), file_before);
  change(path, "PRAGMA user_version=7");
  EXPECT_NE(identity(SourceKind::cached_export, 0), before);
}

TEST_F(ColumnCaches, AreForTheSameFileUnderAnotherName) {
  const auto path = written(kSketches[0]);
  keep(path);
  fs::create_symlink(path, path.parent_path() / "other.sqlite");
  const auto other = opened(path.parent_path() / "other.sqlite");
  EXPECT_FALSE(was_loaded());
  EXPECT_EQ(other->info().path.filename(), "other.sqlite");
}

TEST_F(ColumnCaches, AreLeftAloneWhileAJournalOrALogIsThere) {
  for (const char* suffix : {"-wal", "-journal"}) {
    const auto path = written(kSketches[0]);
    keep(path);
    write_bytes(path.string() + suffix, "what another program is writing");
    const auto loaded = opened(path);
    EXPECT_TRUE(was_loaded());
    fs::remove_all(cache_folder());
    EXPECT_FALSE(cache().keep(*loaded, {}));
  }
}

TEST_F(ColumnCaches, WaitUntilAFileIsSettled) {
  const auto path = written(kSketches[0]);
  rules.stable_ns = 3'600'000'000'000;
  EXPECT_FALSE(cache().keep(*opened(path), {}));
  rules.stable_ns = 0;
  keep(path);
}

TEST_F(ColumnCaches, AreOfNoUseCutShort) {
  const auto path = written(kSketches[0]);
  const auto file = keep(path);
  const std::string whole = bytes_of(file);
  const size_t step = whole.size() / 60 + 1;
  for (size_t size = 0; size < whole.size(); size += step) expect_ignored(path, file, whole.substr(0, size));
  expect_ignored(path, file, whole.substr(0, whole.size() - 1));
  expect_ignored(path, file, whole + '\0');
}

TEST_F(ColumnCaches, AreOfNoUseWithABitChanged) {
  const auto path = written(kSketches[0]);
  const auto file = keep(path);
  const std::string whole = bytes_of(file);
  for (size_t at = 0; at < whole.size(); at += at < sizeof(ColumnFileHeader) ? 1 : 37) {
    if (is_between_arrays(whole, at)) continue;
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
    expect_ignored(path, file, damaged);
  }
}

TEST_F(ColumnCaches, AreOfNoUseToAnotherVersion) {
  const auto path = written(kSketches[0]);
  const auto file = keep(path);
  const std::string whole = bytes_of(file);
  for (const auto change : {+[](ColumnFileHeader& header) { ++header.version; },
                            +[](ColumnFileHeader& header) { ++header.layout; },
                            +[](ColumnFileHeader& header) { ++header.source.bytes; },
                            +[](ColumnFileHeader& header) { header.rest_bytes = UINT64_MAX; },
                            +[](ColumnFileHeader& header) { header.rest_at = 8; }})
    expect_ignored(path, file, with_header(whole, change));
  write_bytes(file, with_header(whole, [](ColumnFileHeader&) {}));
  opened(path);
  EXPECT_FALSE(was_loaded()) << "nothing was changed";
}

struct FakeCache {
  std::string name;
  void (*make)(ProfileData& data);
};
void PrintTo(const FakeCache& fake, std::ostream* out) { *out << fake.name; }

template <class Column, class... Values>
Column& set(Column& column, Values... values) {
  column = Column();
  (column.push_back(values), ...);
  return column;
}

// Each with good checksums. The profile has two kernels, two calls and three NVTX rows.
const std::vector<FakeCache> kDeceits = {
    {"stream", [](ProfileData& data) { set(data.kernels.stream, StreamIx(0), StreamIx(50)); }},
    {"wide_stream", [](ProfileData& data) { set(data.kernels.stream, StreamIx(0), StreamIx(70000)); }},
    {"stream_of_all", [](ProfileData& data) { set(data.kernels.stream, StreamIx(50), StreamIx(50)).fit(); }},
    {"alike_rows", [](ProfileData& data) { set(data.calls.thread, ThreadIx(0), ThreadIx(0), ThreadIx(0)).fit(); }},
    {"no_stream", [](ProfileData& data) { set(data.kernels.stream, StreamIx(0), StreamIx::none()); }},
    {"kernel_name", [](ProfileData& data) { set(data.kernels.names.code, 0u, 9u); }},
    {"wide_kernel_name", [](ProfileData& data) { set(data.kernels.names.code, 0u, 70000u); }},
    {"text_of_kernel_name", [](ProfileData& data) { data.kernels.names.values[0].brief = NameId(9999); }},
    {"shape", [](ProfileData& data) { data.kernels.shapes.values.clear(); }},
    {"node", [](ProfileData& data) { data.kernels.graph_node.values.clear(); }},
    {"few_correlations", [](ProfileData& data) { set(data.kernels.correlation, 1u); }},
    {"many_rows", [](ProfileData& data) { data.kernels.row.push_back(99); }},
    {"last_row",
     [](ProfileData& data) {
       data.kernels.row = RowIds{1, INT64_MAX};
     }},
    {"early", [](ProfileData& data) { data.kernels.start[0] = INT64_MIN; }},
    {"late", [](ProfileData& data) { data.kernels.start[1] = INT64_MAX; }},
    {"backwards", [](ProfileData& data) { set(data.kernels.duration, int64_t{1}, int64_t{-5}); }},
    {"open_kernel", [](ProfileData& data) { set(data.kernels.duration, int64_t{1}, Spans::kOpen); }},
    {"endless", [](ProfileData& data) { set(data.nvtx.duration, int64_t{1}, int64_t{2}, INT64_MAX - 1); }},
    {"thread", [](ProfileData& data) { set(data.calls.thread, ThreadIx(0), ThreadIx(1000)); }},
    {"call_name", [](ProfileData& data) { data.calls.name.values[0] = NameId::none(); }},
    {"template",
     [](ProfileData& data) { ColumnParts::template_of_event(data.nvtx.text)[1] = TemplateId(9999); }},
    {"few_templates",
     [](ProfileData& data) { set(ColumnParts::template_of_event(data.nvtx.text), TemplateId(0)); }},
    {"template_beyond",
     [](ProfileData& data) { ColumnParts::lengths(ColumnParts::templates(data.nvtx.text)).push_back(9999); }},
    {"template_backwards",
     [](ProfileData& data) { ColumnParts::lengths(ColumnParts::templates(data.nvtx.text)).push_back(-1); }},
    {"no_text_in_template",
     [](ProfileData& data) { ColumnParts::bytes(ColumnParts::templates(data.nvtx.text))[0] = '\xFF'; }},
    {"number_in_template",
     [](ProfileData& data) { ColumnParts::bytes(ColumnParts::templates(data.nvtx.text))[5] = '7'; }},
    {"sign_in_template",
     [](ProfileData& data) { ColumnParts::bytes(ColumnParts::templates(data.nvtx.text))[0] = '\0'; }},
    {"more_numbers",
     [](ProfileData& data) { ColumnParts::bytes(ColumnParts::numbers(data.nvtx.text)).push_back('\1'); }},
    {"endless_number",
     [](ProfileData& data) { ColumnParts::bytes(ColumnParts::numbers(data.nvtx.text))[0] = '\x80'; }},
    {"numbers_beyond",
     [](ProfileData& data) {
       set(ColumnParts::lengths(ColumnParts::numbers(data.nvtx.text)), int64_t{0}, int64_t{1},
           int64_t{70000});
     }},
    {"negative_numbers",
     [](ProfileData& data) {
       set(ColumnParts::lengths(ColumnParts::numbers(data.nvtx.text)), int64_t{0}, int64_t{2}, int64_t{-1});
     }},
    {"numbers_of_another",
     [](ProfileData& data) {
       set(ColumnParts::lengths(ColumnParts::numbers(data.nvtx.text)), int64_t{0}, int64_t{1}, int64_t{0});
     }},
    {"end_thread",
     [](ProfileData& data) { set(data.nvtx.end_thread, ThreadIx(0), ThreadIx(0), ThreadIx::none()); }},
    {"process_of_thread", [](ProfileData& data) { data.threads[0].process = ProcessIx(77); }},
    {"process_of_device", [](ProfileData& data) { data.devices[0].process = ProcessIx::none(); }},
    {"gpu_of_device", [](ProfileData& data) { data.devices[0].gpu = GpuIx(9); }},
    {"device_of_stream", [](ProfileData& data) { data.streams[0].device = DeviceIx(9); }},
    {"no_streams", [](ProfileData& data) { data.streams.clear(); }},
    {"no_text", [](ProfileData& data) { data.processes[0].name = "\xFF\xFE"; }},
    {"zero_in_text", [](ProfileData& data) { data.threads[0].name = std::string("a\0b", 3); }},
    {"root_page", [](ProfileData& data) { data.tables[0].root_page += 1; }},
    {"fewer_tables", [](ProfileData& data) { data.tables.pop_back(); }},
};

class Deceived : public KeptColumns, public testing::WithParamInterface<FakeCache> {};

TEST_P(Deceived, ReadTheProfileInstead) {
  const auto path = written(kSketches[0]);
  const auto file = keep(path);
  write_bytes(file, bytes_of(file));  // else it is mapped, and constant
  auto data = found(path);
  ASSERT_TRUE(data);
  GetParam().make(*data);
  expect_ignored(path, file, file_with(*data, path));
}

INSTANTIATE_TEST_SUITE_P(Columns, Deceived, testing::ValuesIn(kDeceits),
                         [](const auto& of) { return of.param.name; });

// Whatever is believed of it leads nowhere else.
TEST_F(ColumnCaches, SurviveAnyDamageWithGoodChecksums) {
  const auto path = written(kSketches[0]);
  const auto file = keep(path);
  const std::string whole = bytes_of(file);
  uint64_t random = 88172645463325252;
  size_t believed = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i <= round % 3; ++i) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      const size_t at = sizeof(ColumnFileHeader) + random % (whole.size() - sizeof(ColumnFileHeader));
      damaged[at] = static_cast<char>(round % 5 == 0 ? 0xFF : random >> 40);
    }
    write_bytes(file, resealed(std::move(damaged)));
    const ProfilePtr profile = opened(path);
    ASSERT_TRUE(profile);
    believed += was_loaded() ? 0 : 1;
    expect_sound(*profile);
  }
  EXPECT_GT(believed, 20u) << "the checksums were not good";
  EXPECT_LT(believed, 1900u) << "nothing was found";
}

TEST_F(ColumnCaches, AreWrittenByManyAtATime) {
  const auto path = written(kSketches[0]);
  const auto loaded = opened(path);
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      cache().keep(*loaded, {});
      _exit(0);
    }
    children.push_back(child);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { cache().keep(*loaded, {}); });
  for (std::thread& thread : threads) thread.join();
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  EXPECT_THAT(cached(), SizeIs(1));
  const auto again = opened(path);
  EXPECT_FALSE(was_loaded());
  expect_same(*loaded, *again);
}

TEST_F(ColumnCaches, AreNoHarmWhereTheFolderCannotBeMade) {
  write_bytes(folder / "file", "no folder");
  settings.folder = folder / "file" / "below";
  const auto path = written(kSketches[0]);
  const auto loaded = opened(path);
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(cache().keep(*loaded, {}));
  EXPECT_TRUE(opened(path));
}

TEST_F(ColumnCaches, KeepTheLimit) {
  const auto first = written(kSketches[0]);
  const auto second = written(kSketches[1]);
  settings.limit = 100;
  EXPECT_FALSE(cache().keep(*opened(first), {}));
  EXPECT_THAT(cached(), IsEmpty());
  // Columns of others may go for columns; an export, which took minutes, may not.
  settings.limit = 1'000'000;
  const auto old = keep(first);
  settings.limit = static_cast<int64_t>(fs::file_size(old)) + 20'000;
  write_bytes(settings.folder / "0123456789abcdef.sqlite", std::string(1000, 'x'));
  settings.limit = static_cast<int64_t>(fs::file_size(old)) + 1500;
  const auto kept = keep(second);
  EXPECT_THAT(cached(), testing::UnorderedElementsAre("0123456789abcdef.sqlite", kept.filename().string()));
  settings.limit = static_cast<int64_t>(fs::file_size(kept)) + 500;
  EXPECT_FALSE(cache().keep(*opened(first), {}));
  EXPECT_TRUE(fs::exists(settings.folder / "0123456789abcdef.sqlite"));
}

TEST_F(ColumnCaches, LeaveRoomOnTheDisk) {
  const auto path = written(kSketches[0]);
  rules.spare = 4;
  free_bytes = [](const fs::path&) { return int64_t{3000}; };
  EXPECT_FALSE(cache().keep(*opened(path), {}));
  EXPECT_THAT(cached(), IsEmpty());
}

TEST_F(ColumnCaches, AreOfWholeLoadsOnly) {
  const auto path = written(kSketches[0]);
  const auto edges = load_profile(path, {}, {.window = {}, .edges_only = true});
  ASSERT_TRUE(edges);
  EXPECT_FALSE(cache().keep(**edges, {}));
  keep(path);
  const ColumnCache kept = cache();
  const auto still_edges = load_profile(path, {}, {.window = {}, .edges_only = true, .column_cache = &kept});
  EXPECT_TRUE((*still_edges)->info().edges_only);
}

TEST_F(ColumnCaches, GoByTheMemoryThatIsLeft) {
  const auto path = written("repeat 2000 every 10us { gpu 0 stream 7   k 0..5us }\n");
  const auto file = keep(path);
  set_memory_limit(1);
  const auto refused = load_with_cache(path);
  set_memory_limit(0);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("of memory"));
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(ColumnCaches, StopWhenCancelled) {
  const auto path = written(kSketches[0]);
  const auto loaded = opened(path);
  Work work;
  work.progress = [&](double, const std::string& what) {
    if (what.find("kept from last time") != std::string::npos) work.cancel.cancel();
  };
  const auto file = keep(path);
  const auto stopped = load_with_cache(path, work);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_TRUE(fs::exists(file));
  fs::remove(file);
  EXPECT_FALSE(cache().keep(*loaded, work.cancel));
  EXPECT_THAT(cached(), IsEmpty());
}

TEST_F(ColumnCaches, AreWrittenBesideOtherWork) {
  const auto path = written(kSketches[0]);
  {
    ColumnCacheWriter keeper(cache());
    keeper.keep(opened(path));
    keeper.finish({}, std::chrono::minutes(1));
    EXPECT_THAT(cached(), SizeIs(1));
  }
  rules.min_bytes = 64 << 20;
  fs::remove_all(settings.folder);
  ColumnCacheWriter keeper(cache());
  keeper.keep(opened(path));
  keeper.finish({}, std::chrono::minutes(1));
  EXPECT_THAT(cached(), IsEmpty()) << "small files are read in a blink";
}

TEST(UsualColumnCache, IsTurnedOffByALimitOfNothing) {
  ::setenv("NSYS_AI_CACHE_LIMIT", "0", 1);
  EXPECT_FALSE(ColumnCache::usual());
  ::setenv("NSYS_AI_CACHE_LIMIT", "1GB", 1);
  EXPECT_TRUE(ColumnCache::usual());
  ::unsetenv("NSYS_AI_CACHE_LIMIT");
}

}  // namespace
}  // namespace nsys_ai::test
