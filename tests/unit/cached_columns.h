// A folder with profiles and one with their columns, and ways to damage the latter.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "profile/cache/column_cache.h"
#include "profile/cache/column_file.h"
#include "profile/cache/column_reader.h"
#include "profile/open_file.h"
#include "tests/unit/real_capture.h"

namespace nsys_ai::test {

constexpr const char* kSketches[] = {
    "process 200 \"rank 0\"\ngpu 0 stream 7   gemm 100..200us   softmax 250..280us\n"
    "nvtx thread 1    \"step 7\" 50..300us   forward 60..120us   backward 130..140us\n",
    "gpu 0 stream 7   memcpy_h2d 220..240us [1MB pageable sync]   memset 250..251us [4KiB]\n"
    "gpu 1 stream 9   memcpy_p2p 400..420us [8MB]\n",
    "repeat 3000 every 10us { gpu 0 stream 7   k 0..5us }\n",
    "nvtx thread 1   step 50..300us\n",
    "nvtx thread 1   \"a 007 b 0 #\" 1..2us   \"9999999999999999999 300, 18446744073709551615\" 3..4us   \"\" 5..6us\n",
};

template <class Column>
void expect_same_column(const Column& a, const Column& b, const char* name) {
  ASSERT_EQ(a.size(), b.size()) << name;
  for (size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << name << " " << i;
}

inline void expect_same_spans(const Spans& a, const Spans& b) {
  expect_same_column(a.row, b.row, "row");
  expect_same_column(a.start, b.start, "start");
  expect_same_column(a.duration, b.duration, "length");
}

inline void expect_same_operations(const Operations& a, const Operations& b) {
  expect_same_spans(a, b);
  expect_same_column(a.stream, b.stream, "stream");
  expect_same_column(a.correlation, b.correlation, "correlation");
  expect_same_column(a.graph_node, b.graph_node, "graph_node");
}

inline void expect_same_lists(const Profile& a, const Profile& b) {
  const auto same = [](const auto& left, const auto& right, auto parts, const char* name) {
    ASSERT_EQ(left.size(), right.size()) << name;
    for (size_t i = 0; i < left.size(); ++i) EXPECT_EQ(parts(left[i]), parts(right[i])) << name << " " << i;
  };
  const auto table = [](const FileTable& of) {
    return std::tie(of.name, of.columns, of.types, of.rows, of.rows_exact, of.read_as, of.root_page,
                    of.row_id_column, of.plain_columns);
  };
  same(a.tables(), b.tables(), table, "tables");
  const auto process = [](const Process& of) { return std::tie(of.key, of.known, of.pid, of.name); };
  same(a.processes(), b.processes(), process, "processes");
  same(
      a.threads(), b.threads(), [](const Thread& of) { return std::tie(of.process, of.tid, of.name); },
      "threads");
  const auto gpu = [](const Gpu& of) {
    return std::tie(of.id, of.cuda_ordinal, of.name, of.uuid, of.bus, of.sm_count, of.memory_bytes,
                    of.bandwidth_bytes_per_s, of.compute_major, of.compute_minor);
  };
  same(a.gpus(), b.gpus(), gpu, "gpus");
  same(
      a.devices(), b.devices(), [](const Device& of) { return std::tie(of.process, of.ordinal, of.gpu); },
      "devices");
  same(
      a.streams(), b.streams(), [](const Stream& of) { return std::tie(of.device, of.context, of.stream); },
      "streams");
  ASSERT_EQ(a.names().size(), b.names().size());
  for (size_t i = 0; i < a.names().size(); ++i) EXPECT_EQ(a.text(NameId(i)), b.text(NameId(i)));
}

// Member by member, without what reads and writes them.
inline void expect_same(const Profile& a, const Profile& b) {
  const auto info = [](const CaptureInfo& of) {
    return std::tie(of.path, of.file_bytes, of.product_version, of.schema_version, of.schema_note,
                    of.utc_start_ns, of.duration_ns, of.calls_skipped, of.nvtx_skipped, of.only_window,
                    of.edges_only);
  };
  EXPECT_EQ(info(a.info()), info(b.info()));
  EXPECT_EQ(a.notes(), b.notes());
  EXPECT_EQ(a.extent(), b.extent());
  expect_same_lists(a, b);
  expect_same_operations(a.kernels(), b.kernels());
  expect_same_column(a.kernels().names, b.kernels().names, "names");
  expect_same_column(a.kernels().shapes, b.kernels().shapes, "shapes");
  expect_same_operations(a.copies(), b.copies());
  expect_same_column(a.copies().bytes, b.copies().bytes, "bytes");
  expect_same_column(a.copies().copy_kind, b.copies().copy_kind, "copy_kind");
  expect_same_column(a.copies().src_kind, b.copies().src_kind, "src_kind");
  expect_same_column(a.copies().dst_kind, b.copies().dst_kind, "dst_kind");
  expect_same_column(a.copies().count, b.copies().count, "count");
  expect_same_operations(a.memsets(), b.memsets());
  expect_same_column(a.memsets().bytes, b.memsets().bytes, "bytes");
  expect_same_column(a.memsets().memory_kind, b.memsets().memory_kind, "memory_kind");
  expect_same_operations(a.graph_runs(), b.graph_runs());
  expect_same_column(a.graph_runs().graph, b.graph_runs().graph, "graph");
  expect_same_spans(a.calls(), b.calls());
  expect_same_column(a.calls().thread, b.calls().thread, "thread");
  expect_same_column(a.calls().correlation, b.calls().correlation, "correlation");
  expect_same_column(a.calls().name, b.calls().name, "name");
  expect_same_column(a.calls().event_class, b.calls().event_class, "event_class");
  expect_same_column(a.calls().return_value, b.calls().return_value, "return_value");
  expect_same_spans(a.nvtx(), b.nvtx());
  expect_same_column(a.nvtx().thread, b.nvtx().thread, "thread");
  expect_same_column(a.nvtx().end_thread, b.nvtx().end_thread, "end_thread");
  ASSERT_EQ(a.nvtx().text.size(), b.nvtx().text.size());
  for (size_t i = 0; i < a.nvtx().text.size(); ++i) EXPECT_EQ(a.nvtx_text(i), b.nvtx_text(i));
  expect_same_column(a.nvtx().domain, b.nvtx().domain, "domain");
  expect_same_column(a.nvtx().category, b.nvtx().category, "category");
  expect_same_column(a.nvtx().type, b.nvtx().type, "type");
}

// That nothing in it leads out of a list.
inline void expect_sound(const Profile& profile) {
  const auto exists = [](size_t at, const auto& list) { return at < list.size(); };
  for (size_t i = 0; i < profile.kernels().size(); ++i) {
    ASSERT_TRUE(exists(profile.kernels().stream[i], profile.streams()));
    ASSERT_TRUE(exists(profile.kernels().name(i), profile.names()));
    ASSERT_TRUE(exists(profile.kernels().short_name(i), profile.names()));
    ASSERT_GE(profile.kernels().end(i), profile.kernels().start[i]);
    ASSERT_GE(profile.kernels().shapes[i].grid[0] | 1, INT32_MIN);
  }
  for (size_t i = 0; i < profile.calls().size(); ++i) {
    ASSERT_TRUE(exists(profile.calls().thread[i], profile.threads()));
    ASSERT_TRUE(exists(profile.calls().name[i], profile.names()));
  }
  for (size_t i = 0; i < profile.nvtx().size(); ++i) {
    ASSERT_TRUE(exists(profile.nvtx().thread[i], profile.threads()));
    ASSERT_TRUE(exists(profile.nvtx().end_thread[i], profile.threads()));
    ASSERT_TRUE(exists(profile.nvtx().text[i], profile.nvtx().text.templates()));
  }
  for (const Thread& thread : profile.threads()) ASSERT_TRUE(exists(thread.process, profile.processes()));
  for (const Stream& stream : profile.streams()) ASSERT_TRUE(exists(stream.device, profile.devices()));
}

class KeptColumns : public testing::Test {
 protected:
  ColumnCache cache() const { return ColumnCache(settings, free_bytes, rules); }
  std::filesystem::path cache_folder() const { return settings.folder; }
  // In a folder of its own.
  std::filesystem::path written(const std::string& sketch) {
    const auto own = folder / std::to_string(++written_);
    std::filesystem::create_directory(own);
    sketch::write(sketch, (own / "run.sqlite").string());
    return own / "run.sqlite";
  }
  Result<ProfilePtr> load_with_cache(const std::filesystem::path& path, const Work& work = {}) const {
    const ColumnCache kept = cache();
    return load_profile(path, work, {.window = {}, .column_cache = &kept});
  }
  ProfilePtr opened(const std::filesystem::path& path) {
    loaded_ = false;
    Work work;
    work.progress = [&](double, const std::string& what) { loaded_ = loaded_ || what == "reading events"; };
    auto profile = load_with_cache(path, work);
    return profile ? *profile : nullptr;
  }
  // Whether the profile opened last was read from its own file.
  bool was_loaded() const { return loaded_; }
  // The file with the columns.
  std::filesystem::path keep(const std::filesystem::path& path) {
    const auto before = cached();
    EXPECT_TRUE(cache().keep(*opened(path), {}));
    for (const std::string& name : cached())
      if (std::find(before.begin(), before.end(), name) == before.end()) return settings.folder / name;
    ADD_FAILURE() << "nothing was kept";
    return {};
  }
  std::vector<std::string> cached() const {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(settings.folder, absent))
      names.push_back(entry.path().filename().string());
    return names;
  }
  std::optional<ProfileData> found(const std::filesystem::path& path) const {
    const auto loaded = load_profile(path);
    return cache().find(*(*loaded)->file()->image, SourceKind::file, (*loaded)->tables(), {});
  }
  std::string file_with(const ProfileData& data, const std::filesystem::path& path) const {
    const auto source = identity_of(**FileImage::open(path), SourceKind::file, 0);
    const auto made = folder / "made";
    std::filesystem::remove(made);
    EXPECT_TRUE(source && write_column_file(data, *source, made, {}));
    return bytes_of(made);
  }
  // With these bytes in the cache the profile is read from its own file, and they are removed.
  void expect_ignored(const std::filesystem::path& path, const std::filesystem::path& file,
                      const std::string& bytes) {
    write_bytes(file, bytes);
    ASSERT_TRUE(opened(path));
    EXPECT_TRUE(was_loaded());
    EXPECT_FALSE(std::filesystem::exists(file));
  }
  static std::string with_header(std::string bytes, const std::function<void(ColumnFileHeader&)>& change) {
    ColumnFileHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof(header));
    change(header);
    header.own_sum = header.computed_sum();
    return bytes.replace(0, sizeof(header), reinterpret_cast<const char*>(&header), sizeof(header));
  }
  // Whether a byte belongs to none, so that nothing depends on it.
  static bool is_between_arrays(const std::string& bytes, size_t at) {
    ColumnFileHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof(header));
    if (at < sizeof(header) || at >= header.rest_at) return false;
    ProfileData data;
    const std::string rest = bytes.substr(header.rest_at);
    ColumnReader reader(data, rest, sizeof(header), header.rest_at, nullptr);
    EXPECT_TRUE(reader.lay_out());
    return std::none_of(reader.blocks().begin(), reader.blocks().end(), [&](const ColumnBlock& block) {
      return at >= block.at && at < block.at + block.bytes;
    });
  }
  // With checksums that say that all is well.
  static std::string resealed(std::string bytes) {
    ColumnFileHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof(header));
    ProfileData data;
    const std::string rest = bytes.substr(header.rest_at);
    ColumnReader reader(data, rest, sizeof(header), header.rest_at, nullptr);
    if (reader.lay_out())
      for (size_t i = 0; i < reader.blocks().size(); ++i) {
        const ColumnBlock& block = reader.blocks()[i];
        const uint64_t sum = checksum(bytes.data() + block.at, block.bytes);
        std::memcpy(bytes.data() + bytes.size() - (reader.blocks().size() - i) * sizeof(sum), &sum,
                    sizeof(sum));
      }
    return with_header(bytes, [&](ColumnFileHeader& of) {
      of.rest_sum = checksum(bytes.data() + of.rest_at, of.rest_bytes);
    });
  }

  const TemporaryFolder folder;
  CacheSettings settings{folder / "cache", 1'000'000'000};
  ColumnCacheRules rules{.min_bytes = 0, .stable_ns = 0, .spare = 1};
  FreeBytes free_bytes = free_bytes_in;

 private:
  int written_ = 0;
  bool loaded_ = false;
};

}  // namespace nsys_ai::test
