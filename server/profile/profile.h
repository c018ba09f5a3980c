// A loaded capture: immutable columns, shared by all users.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

#include "base/interval_set.h"
#include "base/loss_notes.h"
#include "base/work.h"
#include "base/context.h"
#include "profile/build_slots.h"
#include "profile/columns.h"

namespace nsys_ai {

// A table of the file: names and counts only, never values.
struct FileTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::string> types;
  int64_t rows = 0;
  bool rows_exact = true;  // otherwise `rows` is the span of the row ids: an upper bound
  std::string read_as;     // the event type that is read from it; empty when it is not read
  // The root page of the rows, for code that reads pages.
  uint32_t root_page = 0;
  int row_id_column = -1;     // the column that aliases the row id, or -1
  bool plain_columns = true;  // each column is stored, and is NULL where a record lacks it
};

struct CaptureInfo {
  std::filesystem::path path;
  int64_t file_bytes = 0;
  // Of the exporter, for example 2026.2.1; empty when the file does not say.
  std::string product_version;
  std::string schema_version;           // for example 3.25.0; empty in files of 2020 and 2021
  std::string schema_note;              // describes the version of a file that names none, from its age
  std::optional<int64_t> utc_start_ns;  // wall clock at time 0 of the capture's clock
  std::optional<int64_t> duration_ns;   // duration of the recording, as the file states it
  // The parts of the capture that were not loaded, and are therefore unknown.
  bool calls_skipped = false;
  bool nvtx_skipped = false;
  std::optional<Interval> only_window;  // only events that overlap it were loaded
  bool edges_only = false;              // only the first and last rows of each table were loaded
};

// The data read at open, in the parts for which answers report data loss. `places` are processes, threads,
// devices and streams, `catalog` is the number of rows in tables.
enum class DataPart : uint8_t { kernels, copies, memsets, graph_runs, calls, nvtx, names, places, catalog };
constexpr size_t kDataParts = 9;

// A set of parts.
using DataParts = uint16_t;
constexpr DataParts data_parts(std::initializer_list<DataPart> list) {
  unsigned parts = 0;
  for (const DataPart part : list) parts |= 1u << static_cast<unsigned>(part);
  return static_cast<DataParts>(parts);
}
constexpr DataParts kAllParts = (1u << kDataParts) - 1;

// A remark about a capture, in one sentence.
struct LoadNote {
  std::string text;
  // The parts that were not read correctly, so that each answer that uses them says so; 0 for data as it was
  // captured.
  DataParts about = 0;

  friend bool operator==(const LoadNote&, const LoadNote&) = default;
};

// All data that the loader produces. `Profile` owns it, immutable.
class FileMap;

struct ProfileData {
  std::shared_ptr<const FileMap> map;  // where columns lie that are not in memory of their own; can be null
  // The extent of all events, where it is known already.
  std::optional<int64_t> first_ns;
  std::optional<int64_t> last_ns;
  CaptureInfo info;
  std::vector<FileTable> tables;
  std::vector<LoadNote> notes;  // about data that is missing, repaired or skipped
  Names names;
  std::vector<Process> processes;  // only those named in events
  std::vector<Thread> threads;
  std::vector<Gpu> gpus;
  std::vector<Device> devices;
  std::vector<Stream> streams;
  Kernels kernels;
  Copies copies;
  Memsets memsets;
  GraphRuns graph_runs;
  Calls calls;
  Nvtx nvtx;
};

struct OpenFile;
class FamilyReader;
struct LazyFamily;
// Adds notes about data loss that affects the entire file.
void note_file(const FamilyReader& reader, LazyFamily& family);

// Immutable and thread-safe.
class Profile {
 public:
  // Without a file, all families that are read on first use are empty.
  explicit Profile(ProfileData data, std::shared_ptr<const OpenFile> file = nullptr);
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  // All data, for the column cache.
  const ProfileData& data() const { return data_; }
  // Null for a profile without a file.
  const OpenFile* file() const { return file_.get(); }
  const CaptureInfo& info() const { return data_.info; }
  const std::vector<FileTable>& tables() const { return data_.tables; }
  // Remarks about the capture, one sentence each.
  std::vector<std::string> notes() const;

  // Each accessor reports the data loss of its part to the current answer (base/loss_notes.h).
  const Names& names() const { return used<DataPart::names>(data_.names); }
  const std::vector<Process>& processes() const { return used<DataPart::places>(data_.processes); }
  const std::vector<Thread>& threads() const { return used<DataPart::places>(data_.threads); }
  const std::vector<Gpu>& gpus() const { return used<DataPart::places>(data_.gpus); }
  const std::vector<Device>& devices() const { return used<DataPart::places>(data_.devices); }
  const std::vector<Stream>& streams() const { return used<DataPart::places>(data_.streams); }
  const Kernels& kernels() const { return used<DataPart::kernels>(data_.kernels); }
  const Copies& copies() const { return used<DataPart::copies>(data_.copies); }
  const Memsets& memsets() const { return used<DataPart::memsets>(data_.memsets); }
  const GraphRuns& graph_runs() const { return used<DataPart::graph_runs>(data_.graph_runs); }
  const Calls& calls() const { return used<DataPart::calls>(data_.calls); }
  const Nvtx& nvtx() const { return used<DataPart::nvtx>(data_.nvtx); }
  // Reports the data loss of every part: for lists of processes, threads and devices from all events.
  void report_of_all_parts() const;

  std::string_view text(NameId id) const { return names().text(id); }
  // The restored text of a row of `nvtx()`.
  std::string nvtx_text(size_t at) const { return nvtx().text.whole(at); }
  const Device& device_of(StreamIx stream) const { return devices()[data_.streams[stream].device]; }
  // The pid; empty when the capture names no process.
  std::optional<int64_t> pid_of(ProcessIx process) const;
  // First start to last end of the events read at open, each at least a nanosecond long; empty without
  // events.
  Interval extent() const { return {*data_.first_ns, *data_.last_ns}; }
  bool has_table(std::string_view name) const;

  // The events of a type that is not read at open (profile/families/family_*.h), read on first use and stored as long
  // as the profile; empty when the file has none. Concurrent callers wait for the first to read. Fails when
  // the work is cancelled, after which the next call reads again; as outdated when the content of the file
  // has changed since it was opened; or when there are too many rows to number.
  template <class T>
  Result<const T*> events(const Work& work = {}) const {
    const auto read = [](const FamilyReader& reader) -> Result<BuildSlots::Made> {
      auto family = T::read(reader);
      if (family) note_file(reader, *family);
      return shared_value<T>(std::move(family));
    };
    auto family = typed<T>(read_events(typeid(T), read, work));
    if (family) report_loss((*family)->losses);
    return family;
  }

  // Like `derived`, for builds that can fail or that handle cancellation themselves. One `make` per type.
  template <class T>
  Result<const T*> made(Result<T> (*make)(const Profile&, const Work&), const Work& work) const {
    return typed<T>(built_.get({typeid(T), nullptr}, cost(), work, [&](const Work& shared) {
      return shared_value<T>(make(*this, shared));
    }));
  }

  // The result of `build` on this profile, computed on first use and stored as long as the profile. The first
  // caller builds it and concurrent callers wait. `build` calls `check_cancelled()` regularly, which throws
  // `Cancelled` once no caller waits; this function then throws it too, and the next caller starts again.
  // Quick work never starts a long build, but throws that the value is not ready.
  template <class T>
  const T& derived(T (*build)(const Profile&)) const {
    const auto make = [&](const Work&) -> Result<BuildSlots::Made> {
      return std::make_shared<const T>(build(*this));
    };
    return *static_cast<const T*>(
        *built_.get({typeid(T), reinterpret_cast<const void*>(build)}, cost(), {}, make));
  }
  // The same for the given work, returned as a result.
  template <class T>
  Result<const T*> derived(T (*build)(const Profile&), const Work& work) const {
    return cancellable(work, [&]() -> Result<const T*> { return &derived(build); });
  }

 private:
  template <class T>
  static Result<BuildSlots::Made> shared_value(Result<T> value) {
    if (!value) return tl::unexpected(value.error());
    return std::make_shared<const T>(std::move(*value));
  }
  template <class T>
  static Result<const T*> typed(const Result<const void*>& value) {
    if (!value) return tl::unexpected(value.error());
    return static_cast<const T*>(*value);
  }
  using ReadEvents = Result<BuildSlots::Made> (*)(const FamilyReader&);
  Result<const void*> read_events(std::type_index family, ReadEvents read, const Work& work) const;
  BuildSlots::Cost cost() const;
  template <DataPart part, class T>
  const T& used(const T& of) const {
    if ((short_ & data_parts({part})) != 0) [[unlikely]]
      report_loss(losses_[static_cast<size_t>(part)]);
    return of;
  }

  ProfileData data_;
  std::shared_ptr<const OpenFile> file_;
  std::array<DataLoss, kDataParts> losses_;
  // For results that are missing events that could not be read.
  DataLoss outdated_;
  DataLoss unreadable_;
  DataParts short_ = 0;  // the parts with notes in `losses_`
  mutable BuildSlots built_;
};

using ProfilePtr = std::shared_ptr<const Profile>;

}  // namespace nsys_ai
