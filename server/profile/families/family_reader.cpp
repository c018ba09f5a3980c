// Resolves processes, threads and places of a family's rows: first in the profile, then in the file's own
// lists.
#include "profile/families/family_reader.h"

#include <fmt/format.h>

#include <unordered_map>

#include "profile/identity.h"

namespace nsys_ai {

void find_place(const Profile& profile, ProcessIx process, EventPlace& place) {
  place.gpu = DeviceIx::none();
  place.queue = StreamIx::none();
  for (size_t i = 0; i < profile.devices().size(); ++i)
    if (profile.devices()[i].process == process && profile.devices()[i].ordinal == place.device)
      place.gpu = DeviceIx(i);
  for (size_t i = 0; i < profile.streams().size(); ++i) {
    const Stream& stream = profile.streams()[i];
    if (stream.device == place.gpu && stream.context == place.context && stream.stream == place.stream)
      place.queue = StreamIx(i);
  }
}

namespace {

// Indices into columns have 32 bits.
constexpr int64_t kMaxRows = UINT32_MAX - 1;

struct EachRow : RowSink {
  explicit EachRow(const std::function<void(TableRow&)>& of) : call(of) {}
  void append(TableRow& row) override { call(row); }
  const std::function<void(TableRow&)>& call;
};

// Numbers the distinct keys of all parts consistently.
template <class Key>
Dictionary<Key> number_keys(const std::vector<PartKeys*>& parts, Dictionary<Key> PartKeys::*keys,
                            std::vector<uint32_t> PartKeys::*map) {
  Dictionary<Key> all;
  for (const Key& key : all_keys(parts, keys)) all.code(key);
  for (PartKeys* part : parts)
    for (const Key& key : (part->*keys).keys()) (part->*map).push_back(all.code(key));
  return all;
}

// Finds the processes, threads and streams of a family in the profile.
class ProfileLookup {
 public:
  ProfileLookup(const Profile& profile, LazyFamily& family) : profile_(profile), family_(family) {
    for (size_t i = 0; i < profile.processes().size(); ++i)
      processes_.emplace(profile.processes()[i].key, ProcessIx(i));
    for (size_t i = 0; i < profile.threads().size(); ++i) {
      const nsys_ai::Thread& thread = profile.threads()[i];
      threads_.emplace(id_of(profile.processes()[thread.process].key, thread.tid), ThreadIx(i));
    }
  }

  EventProcessIx process(int64_t global_id) {
    const int64_t key = process_key(global_id);
    const auto [found, added] = added_.try_emplace(key, EventProcessIx(family_.processes.size()));
    if (!added) return found->second;
    EventProcess process;
    process.key = key;
    process.pid = pid_of_key(key);
    if (const auto known = processes_.find(key); known != processes_.end()) {
      process.process = known->second;
      process.name = family_.names.intern(profile_.processes()[known->second].name);
    }
    family_.processes.push_back(process);
    return found->second;
  }

  EventThread thread(int64_t global_tid) {
    EventThread thread;
    thread.process = process(global_tid);
    thread.tid = tid_of(global_tid);
    if (const auto known = threads_.find(global_tid); known != threads_.end()) {
      thread.thread = known->second;
      thread.name = family_.names.intern(profile_.threads()[known->second].name);
    }
    return thread;
  }

  EventPlace place(const StreamKey& key) {
    EventPlace place;
    place.process = process(key.process);
    place.device = key.device;
    place.context = key.context;
    place.stream = key.stream;
    find_place(profile_, family_.processes[place.process].process, place);
    return place;
  }

 private:
  static int64_t id_of(int64_t key, int64_t tid) {
    return static_cast<int64_t>(static_cast<uint64_t>(key) << 24 | static_cast<uint64_t>(tid));
  }

  const Profile& profile_;
  LazyFamily& family_;
  std::unordered_map<int64_t, ProcessIx> processes_;
  std::unordered_map<int64_t, ThreadIx> threads_;
  std::unordered_map<int64_t, EventProcessIx> added_;
};

}  // namespace

Result<std::vector<ScannedTable>> FamilyReader::scan(const std::vector<TableScan>& scans) const {
  if (scans.empty() || file_ == nullptr) return std::vector<ScannedTable>();
  const TableSource source{*file_->image, file_->database, threads(), &file_->database_lock};
  const std::string what = "reading " + scans.front().table->read_as;
  auto scanned = scan_tables(source, scans, work_.cancel, [&](double done) { work_.report(done, what); });
  if (!scanned) return scanned;
  int64_t rows = 0;
  for (const ScannedTable& of : *scanned) rows += of.rows;
  if (rows > kMaxRows)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} has {} rows, more than can be numbered.", scans.front().table->name, rows),
                "Capture a shorter part of the run.");
  return scanned;
}

Result<void> FamilyReader::each_row(TableKind family, as::Columns columns, LazyFamily& into,
                                    const std::function<void(TableRow&)>& visit) const {
  const FileTable* of = table(family);
  return of == nullptr ? Result<void>() : each_row(*of, columns, into, visit);
}

Result<void> FamilyReader::each_row(const FileTable& of, as::Columns columns, LazyFamily& into,
                                    const std::function<void(TableRow&)>& visit) const {
  const TableSource source{*file_->image, file_->database, 1, &file_->database_lock};
  ColumnList list;
  list.add(columns);
  const TableScan scan{&of, list.wanted, [&] { return std::make_unique<EachRow>(visit); }};
  const auto scanned = scan_tables(source, {scan}, work_.cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  note(into, scan, scanned->front(), list.came_later, {}, 0);
  return {};
}

Result<void> FamilyReader::each_row_of(const FileTable& table, const std::vector<std::string_view>& columns,
                                       LazyFamily& into, const std::function<void(TableRow&)>& visit) const {
  const TableSource source{*file_->image, file_->database, 1, &file_->database_lock};
  const TableScan scan{&table, columns, [&] { return std::make_unique<EachRow>(visit); }};
  const auto scanned = scan_tables(source, {scan}, work_.cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  note(into, scan, scanned->front(), {}, {}, 0);
  return {};
}

Result<void> FamilyReader::read_texts(LazyFamily& family, Strings& strings) const {
  if (file_ == nullptr || !strings.wants_any()) return {};
  const FileTable* table = find_table(profile_.tables(), TableKind::string);
  const TableSource source{*file_->image, file_->database, threads(), &file_->database_lock};
  const auto scanned = strings.read(source, table, work_.cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  if (table != nullptr) note_scan(family, *table, *scanned, came_later);
  return {};
}

Result<void> FamilyReader::resolve(LazyFamily& family, const std::vector<PartKeys*>& parts) const {
  if (parts.empty()) return {};
  ProfileLookup lookup(profile_, family);
  for (const int64_t id : all_keys(parts, &PartKeys::processes)) lookup.process(id);
  for (PartKeys* part : parts)
    for (const int64_t id : part->processes.keys()) part->process_map.push_back(lookup.process(id).value);
  const auto threads = number_keys(parts, &PartKeys::threads, &PartKeys::thread_map);
  for (const int64_t id : threads.keys()) family.threads.push_back(lookup.thread(id));
  const auto places = number_keys(parts, &PartKeys::places, &PartKeys::place_map);
  for (const StreamKey& key : places.keys()) family.places.push_back(lookup.place(key));

  Strings strings;
  for (const PartKeys* part : parts) part->texts.want(strings);
  std::vector<std::pair<uint32_t, int64_t>> thread_names;
  if (!threads.keys().empty()) {
    auto read = each_row(TableKind::thread_name, {"globalTid", "nameId"}, family, [&](TableRow& row) {
      const auto id = row.integer(0);
      const auto name = row.integer(1);
      const auto thread = id && name ? threads.find(*id) : std::nullopt;
      if (!thread || family.threads[*thread].thread.exists()) return;
      thread_names.emplace_back(*thread, *name);
      strings.want(*name);
    });
    if (!read) return read;
  }
  auto processes = each_row(TableKind::process, {"globalPid", "name"}, family, [&](TableRow& row) {
    const auto id = row.integer(0);
    for (EventProcess& process : family.processes)
      if (id && process.key == process_key(*id) && !process.process.exists())
        process.name = family.names.intern(row.text(1).value_or(""));
  });
  if (!processes) return processes;
  if (auto read = read_texts(family, strings); !read) return read;
  for (PartKeys* part : parts) part->texts.resolve(strings, family.names);
  for (const auto& [thread, name] : thread_names)
    family.threads[thread].name = strings.of(name, family.names);
  if (strings.missing() > 0)
    family.note_loss(
        fmt::format("{} names that events refer to are missing from the file.", strings.missing()));
  if (strings.repeated() > 0) family.note_loss(note_of_repeated_ids(strings.repeated()));
  if (const size_t repaired = family.names.repaired(); repaired > 0)
    family.note_loss(fmt::format("{} names held bytes that are no text; they show as \uFFFD.", repaired));
  return {};
}

void note_file(const FamilyReader& reader, LazyFamily& family) {
  for (const std::string& loss : reader.file_losses()) family.note_loss(loss);
}

const std::vector<std::string>& FamilyReader::file_losses() const {
  static const std::vector<std::string> none;
  return file_ == nullptr ? none : file_->image->losses();
}

void FamilyReader::note(LazyFamily& family, const TableScan& scan, const ScannedTable& scanned,
                        const std::vector<std::string_view>& came_later, const RejectedRows& rejected,
                        int64_t skipped) const {
  std::vector<std::string> of_rows;
  rejected.note(of_rows, *scan.table);
  for (std::string& note : of_rows) family.note_loss(std::move(note));
  if (skipped > 0)
    family.notes.push_back(
        fmt::format("{}: {} rows are of another kind and are left out.", scan.table->name, skipped));
  note_scan(family, *scan.table, scanned, [&](std::string_view column) {
    return std::find(came_later.begin(), came_later.end(), column) != came_later.end();
  });
}

}  // namespace nsys_ai
