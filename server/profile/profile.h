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
  bool rows_exact = true;  // else `rows` is the span of the row ids: an upper bound
  std::string read_as;     // the event type that this program reads from it; empty when it is not read
  // Where the rows are, for code that reads pages.
  uint32_t root_page = 0;
  int row_id_column = -1;     // the column that is another name of the row id, or -1
  bool plain_columns = true;  // each is stored, and one that a record lacks is NULL
};

struct CaptureInfo {
  std::filesystem::path path;
  int64_t file_bytes = 0;
  std::string product_version;          // of the exporter, such as 2026.2.1; empty when the file does not say
  std::string schema_version;           // such as 3.25.0; empty in files of 2020 and 2021
  std::string schema_note;              // what the file's age means where it names no version
  std::optional<int64_t> utc_start_ns;  // wall clock at time 0 of the capture's clock
  std::optional<int64_t> duration_ns;   // of the recording, as the file states it
  // What of the capture was left out, and so is unknown.
  bool calls_left_out = false;
  bool nvtx_left_out = false;
  std::optional<Interval> only_window;  // events that do not touch it were left out
  bool edges_only = false;              // all but the first and last rows of each table were
};

// What is read at open, in the parts that answers are told to be short of.
// `places` are those who take part in events, `catalog` is how many rows tables have.
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

// Something to know about a capture, in one sentence.
struct LoadNote {
  std::string text;
  // What was not read as it should be, so that each answer made of it says so; none for what is as it was
  // captured.
  DataParts about = 0;

  friend bool operator==(const LoadNote&, const LoadNote&) = default;
};

// Everything that the loader fills in. `Profile` owns it, immutable.
struct ProfileData {
  CaptureInfo info;
  std::vector<FileTable> tables;
  std::vector<LoadNote> notes;  // what was missing, repaired or left out
  Names names;
  std::vector<Process> processes;  // only those that events name
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
// Notes what of the file as a whole was not read.
void note_file(const FamilyReader& reader, LazyFamily& family);

// Immutable and thread-safe.
class Profile {
 public:
  // Without a file, every family that is read on first use is empty.
  explicit Profile(ProfileData data, std::shared_ptr<const OpenFile> file = nullptr);
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  // All of it, for the column cache.
  const ProfileData& data() const { return data_; }
  // Null for a profile that was not read from one.
  const OpenFile* file() const { return file_.get(); }
  const CaptureInfo& info() const { return data_.info; }
  const std::vector<FileTable>& tables() const { return data_.tables; }
  // What to know about the capture, one sentence each.
  std::vector<std::string> notes() const;

  // Each of these tells the answer that is being made (base/loss_notes.h) what of it was not read.
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
  // Of every part: for what lists those who take part in any event.
  void report_of_all_parts() const;

  std::string_view text(NameId id) const { return names().text(id); }
  // Of a row of `nvtx()`, put together.
  std::string nvtx_text(size_t at) const { return nvtx().text.whole(at); }
  const Device& device_of(StreamIx stream) const { return devices()[data_.streams[stream].device]; }
  // The pid; nothing when the capture names no process.
  std::optional<int64_t> pid_of(ProcessIx process) const;
  // First start to last end of what was read at open, of which each takes a nanosecond at least; empty when
  // nothing was.
  Interval extent() const { return extent_; }
  bool has_table(std::string_view name) const;

  // The events of a type that opening leaves in the file (profile/family_*.h), read on first use and kept as
  // long as the profile; empty when the file has none. Concurrent callers wait for the one that reads. Fails
  // when the work is cancelled, after which the next call reads again, as outdated when the file holds
  // something else than when it was opened, or when there are too many rows to number.
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

  // As `derived`, of what can fail, or fails of itself when it is cancelled. One `make` a type.
  template <class T>
  Result<const T*> made(Result<T> (*make)(const Profile&, const Work&), const Work& work) const {
    return typed<T>(built_.get({typeid(T), nullptr}, cost(), work, [&](const Work& shared) {
      return shared_value<T>(make(*this, shared));
    }));
  }

  // What `build` derives from this profile, built once on first use and kept as long as the profile. The
  // first who asks builds; those who ask meanwhile wait. `build` says `check_cancelled()` now and then, and throws
  // `Cancelled` once nobody waits; then so does this, and the next who asks begins again. Quick work does
  // not begin what takes long, but throws that it is not ready.
  template <class T>
  const T& derived(T (*build)(const Profile&)) const {
    const auto make = [&](const Work&) -> Result<BuildSlots::Made> {
      return std::make_shared<const T>(build(*this));
    };
    return *static_cast<const T*>(
        *built_.get({typeid(T), reinterpret_cast<const void*>(build)}, cost(), {}, make));
  }
  // The same for work of one's own, as a result.
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
  Interval extent_;
  std::array<DataLoss, kDataParts> losses_;
  // For what goes on without events that were not to be had.
  DataLoss outdated_;
  DataLoss unreadable_;
  DataParts short_ = 0;  // the parts that `shortfalls_` has notes of
  mutable BuildSlots built_;
};

using ProfilePtr = std::shared_ptr<const Profile>;

}  // namespace nsys_ai
