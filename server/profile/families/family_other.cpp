// Reads each table by the meaning of its columns.
#include "profile/families/family_other.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>

#include "profile/families/family_reader.h"
#include "profile/identity.h"
#include "profile/other_tables.h"

namespace nsys_ai {
namespace {

using NamesByNumber = std::map<std::pair<int64_t, int64_t>, std::string>;

// A table, and where its columns are among those that are read.
struct ColumnPlaces {
  FoundTable of;
  std::vector<std::string_view> columns;
  std::array<std::optional<size_t>, kOtherColumns> at{};
  std::array<std::optional<size_t>, 2> numbers{};
  NamesByNumber listed;

  explicit ColumnPlaces(FoundTable found) : of(found) {
    for (size_t i = 0; i < kOtherColumns; ++i)
      at[i] = add(column_for(*of.table, static_cast<OtherColumn>(i)));
    for (size_t i = 0; i < numbers.size(); ++i)
      if (!of.words.numbers[i].empty() && column_of(*of.table, of.words.numbers[i]) >= 0)
        numbers[i] = add(of.words.numbers[i]);
  }
  std::optional<size_t> operator[](OtherColumn meaning) const { return at[static_cast<size_t>(meaning)]; }

 private:
  std::optional<size_t> add(std::string_view column) {
    if (column.empty()) return std::nullopt;
    columns.push_back(column);
    return columns.size() - 1;
  }
};

// Where an event of a part is, by codes of the part.
enum class At : int64_t { thread, place, process, machine };

struct OtherPart : RowSink {
  using Codes = Packed<uint16_t, uint32_t>;

  OtherPart(const ColumnPlaces& of, const std::map<int64_t, int64_t>& tids) : layout(of), global_ids(tids) {}

  void append(TableRow& row) override {
    const auto time = time_of(row);
    if (!time) return;
    const std::string name = listed_name(row);
    const uint32_t name_code = code_of_name(row, name);
    const uint32_t on_code = rows.code(row_key(row, name));
    if (is_repeated(*time, on_code, name_code)) return;
    events.row.push_back(row.id());
    events.start.push_back(time->start);
    events.duration.push_back(time->end == Spans::kOpen ? Spans::kOpen : time->duration());
    on.push_back(on_code);
    names.push_back(name_code);
    details.push_back(text_code(row, OtherColumn::detail));
    files.push_back(text_code(row, OtherColumn::file));
    events.line.push_back(integer(row, OtherColumn::line).value_or(0));
    const auto value = layout[OtherColumn::value] ? row.real(*layout[OtherColumn::value]) : std::nullopt;
    events.value.push_back(value && std::isfinite(*value) ? *value : 0);
  }

  const ColumnPlaces& layout;
  const std::map<int64_t, int64_t>& global_ids;  // of threads that a table names without their process
  PartKeys part_keys;
  OtherEvents events;
  Dictionary<StreamKey> rows;  // kind of place, code of the place, unit and port or name
  Codes on, names, details, files;

 private:
  std::optional<int64_t> integer(TableRow& row, OtherColumn column) const {
    return layout[column] ? row.integer(*layout[column]) : std::nullopt;
  }
  std::optional<Interval> time_of(TableRow& row) {
    const size_t start = *layout[OtherColumn::start];
    if (const auto end = layout[OtherColumn::end]) return part_keys.rejected.open_interval(row, start, *end);
    const auto time = part_keys.rejected.instant(row.integer(start));
    return time ? std::optional(Interval{*time, *time}) : std::nullopt;
  }
  std::string listed_name(TableRow& row) const {
    if (!layout.numbers[0]) return {};
    const std::pair key{row.integer_or(*layout.numbers[0], 0),
                        layout.numbers[1] ? row.integer_or(*layout.numbers[1], 0) : 0};
    const auto found = layout.listed.find(key);
    return found == layout.listed.end() ? fmt::format("{} {}", layout.of.words.kind, key.first)
                                        : found->second;
  }
  uint32_t code_of_name(TableRow& row, const std::string& listed) {
    const auto column = layout[OtherColumn::name];
    if (column && !row.is_null(*column)) return part_keys.texts.of(row, *column);
    return part_keys.texts.of_text(listed.empty() ? layout.of.words.unnamed : std::string_view(listed));
  }
  uint32_t text_code(TableRow& row, OtherColumn meaning) {
    const auto column = layout[meaning];
    return column && row.integer_or(*column, 0) != 0 ? part_keys.texts.of(row, *column)
                                                     : part_keys.texts.of_text("");
  }
  int64_t global_id(int64_t tid) const {
    if (process_key(tid) != 0) return tid;
    const auto found = global_ids.find(tid);
    return found == global_ids.end() ? 0 : found->second;
  }
  StreamKey row_key(TableRow& row, const std::string& listed) {
    StreamKey key{static_cast<int64_t>(At::machine), 0, -1, -1};
    const int64_t thread = global_id(integer(row, OtherColumn::thread).value_or(0));
    const int64_t process = integer(row, OtherColumn::process).value_or(0);
    const auto device = integer(row, OtherColumn::device);
    if (thread != 0) {
      key = {static_cast<int64_t>(At::thread), part_keys.threads.code(thread), -1, -1};
    } else if (process != 0 && device) {
      key = {static_cast<int64_t>(At::place),
             part_keys.places.code({process, *device, EventPlace::kNone, EventPlace::kNone}), -1, -1};
    } else if (process != 0) {
      key = {static_cast<int64_t>(At::process), part_keys.processes.code(process), -1, -1};
    }
    if (const auto unit = integer(row, OtherColumn::unit)) key.context = *unit;
    if (!device)
      if (const auto gpu = integer(row, OtherColumn::gpu)) key.context = *gpu;
    if (layout.of.words.is_counter)
      key.stream = part_keys.texts.of_text(listed) | integer(row, OtherColumn::port).value_or(0) << 32;
    return key;
  }
  // MPI has one row for each request of a call.
  bool is_repeated(Interval time, uint32_t on_code, uint32_t name) const {
    if (events.size() == 0 || !layout.of.table->name.starts_with("MPI_START_WAIT")) return false;
    const size_t last = events.size() - 1;
    return events.interval(last) == time && on[last] == on_code && names[last] == name;
  }
};

Result<NamesByNumber> names_in_list(const FamilyReader& reader, const OtherTable& words, LazyFamily& family) {
  NamesByNumber names;
  if (words.list.empty()) return names;
  const auto table = std::find_if(reader.profile().tables().begin(), reader.profile().tables().end(),
                                  [&](const FileTable& of) { return of.name == words.list; });
  if (table == reader.profile().tables().end()) return names;
  const bool has_two = !words.list_keys[1].empty();
  const std::string_view second = has_two ? words.list_keys[1] : "name?";
  const auto read =
      reader.each_row(*table, {words.list_keys[0], second, words.list_name}, family, [&](TableRow& row) {
        const auto text = row.text(2) || has_two ? row.text(2) : row.text(1);
        if (text) names[{row.integer_or(0, 0), has_two ? row.integer_or(1, 0) : 0}] = std::string(*text);
      });
  if (!read) return tl::unexpected(read.error());
  return names;
}

// Numbers the rows of all parts: those of one kind at one place are one row, whichever tables they come from.
class RowNumbers {
 public:
  explicit RowNumbers(OtherEvents& family) : family_(family) {}

  // Indexed by the part's codes.
  std::vector<uint32_t> of(const OtherPart& part) {
    std::vector<uint32_t> map;
    for (const StreamKey& key : part.rows.keys()) map.push_back(row_of(part, key));
    return map;
  }

 private:
  uint32_t row_of(const OtherPart& part, const StreamKey& key) {
    const OtherTable& words = part.layout.of.words;
    const PartKeys& keys = part.part_keys;
    const auto code = static_cast<size_t>(key.device);
    OtherRow row;
    row.kind = family_.names.intern(words.kind);
    row.is_counter = words.is_counter;
    uint32_t index = 0;
    switch (static_cast<At>(key.process)) {
      case At::thread:
        index = keys.thread_map[code];
        row.thread = EventThreadIx(size_t{index});
        row.process = family_.threads[row.thread].process;
        break;
      case At::place:
        index = keys.place_map[code];
        row.place = EventPlaceIx(size_t{index});
        row.process = family_.places[row.place].process;
        break;
      case At::process:
        index = keys.process_map[code];
        row.process = EventProcessIx(size_t{index});
        break;
      case At::machine:
        break;
    }
    std::string name(words.kind);
    if (key.context >= 0) name += fmt::format(" {}", key.context);
    if (key.stream >= 0)
      if (const int64_t port = key.stream >> 32; port > 0) name += fmt::format(" · port {}", port);
    row.unit = family_.names.intern(name);
    if (key.stream >= 0)
      name += fmt::format(" · {}", family_.text(keys.texts.name(static_cast<uint32_t>(key.stream))));
    row.name = family_.names.intern(name);
    const auto [found, added] = numbers_.try_emplace({row.name.value, key.process, index},
                                                     static_cast<uint32_t>(family_.rows.size()));
    if (added) family_.rows.push_back(row);
    return found->second;
  }

  OtherEvents& family_;
  std::map<std::tuple<uint32_t, int64_t, uint32_t>, uint32_t> numbers_;
};

void add_rows(OtherEvents& family, OtherPart& part, size_t table, RowNumbers& rows) {
  const as::TextMap text{part.part_keys};
  const std::vector<uint32_t> row_of = rows.of(part);
  for (size_t i = 0; i < part.events.size(); ++i) {
    family.table.push_number(static_cast<int64_t>(table));
    family.detail.push_number(text[part.details[i]]);
    family.file.push_number(text[part.files[i]]);
  }
  family.on.append_mapped(part.on, row_of);
  family.name.append_mapped(part.names, text);
  family.row.append(part.events.row);
  family.start.append(part.events.start);
  family.duration.append(part.events.duration);
  family.line.append(part.events.line);
  family.value.append(part.events.value);
  part.events = OtherEvents();
}

// The order of the file's rows must not matter.
void put_rows_in_order(OtherEvents& family) {
  std::vector<uint32_t> order(family.rows.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](uint32_t at) {
    const OtherRow& row = family.rows[at];
    const int64_t process = row.process.exists() ? family.processes[row.process].key : -1;
    const int64_t thread = row.thread.exists() ? family.threads[row.thread].tid : -1;
    const int64_t device = row.place.exists() ? family.places[row.place].device : -1;
    return std::tuple(family.text(row.kind), family.text(row.name), process, thread, device);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<uint32_t> place(order.size());
  std::vector<OtherRow> rows;
  for (size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<uint32_t>(i);
    rows.push_back(family.rows[order[i]]);
  }
  family.rows = std::move(rows);
  Packed<uint16_t, OtherRowIx> on;
  on.reserve(family.size());
  for (size_t i = 0; i < family.size(); ++i) on.push_number(place[family.on[i].value]);
  family.on = std::move(on);
}

// By tid: the global ids of threads whose number no other process has.
std::map<int64_t, int64_t> lone_threads(const Profile& profile) {
  std::map<int64_t, int64_t> ids;
  std::map<int64_t, int> count;
  for (const Thread& thread : profile.threads()) {
    const auto key = static_cast<uint64_t>(profile.processes()[thread.process].key);
    ids[thread.tid] = static_cast<int64_t>(key << 24 | static_cast<uint64_t>(thread.tid & 0xFFFFFF));
    ++count[thread.tid];
  }
  std::erase_if(ids, [&](const auto& of) { return count[of.first] > 1; });
  return ids;
}

}  // namespace

size_t OtherEvents::bytes() const {
  return base_bytes() + row.bytes() + start.bytes() + duration.bytes() + table.bytes() + on.bytes() +
         name.bytes() + detail.bytes() + file.bytes() + line.bytes() + value.bytes() +
         tables.capacity() * sizeof(NameId) + rows.capacity() * sizeof(OtherRow);
}

namespace {

enum class Which { all, of_program };

Result<void> read_tables(const FamilyReader& reader, Which which, OtherEvents& family) {
  std::vector<ColumnPlaces> layouts;
  for (const FoundTable& found : other_tables(reader.profile().tables()))
    if ((found.table->rows > 0 || !found.table->rows_exact) && (which == Which::all || found.words.is_program)) layouts.emplace_back(found);
  const std::map<int64_t, int64_t> global_ids = lone_threads(reader.profile());
  std::vector<TableScan> scans;
  for (ColumnPlaces& layout : layouts) {
    auto names = names_in_list(reader, layout.of.words, family);
    if (!names) return tl::unexpected(names.error());
    layout.listed = std::move(*names);
    scans.push_back(
        {layout.of.table, layout.columns, [&] { return std::make_unique<OtherPart>(layout, global_ids); }});
  }
  auto scanned = reader.scan(scans);
  if (!scanned) return tl::unexpected(scanned.error());
  std::vector<PartKeys*> keys;
  for (ScannedTable& of : *scanned)
    for (OtherPart* part : parts_of<OtherPart>(of)) keys.push_back(&part->part_keys);
  if (auto resolved = reader.resolve(family, keys); !resolved) return tl::unexpected(resolved.error());
  RowNumbers rows(family);
  for (size_t i = 0; i < scanned->size(); ++i) {
    family.tables.push_back(family.names.intern(layouts[i].of.table->name));
    RejectedRows rejected;
    for (OtherPart* part : parts_of<OtherPart>((*scanned)[i])) {
      rejected.add(part->part_keys.rejected);
      add_rows(family, *part, i, rows);
    }
    reader.note(family, scans[i], (*scanned)[i], {}, rejected, 0);
  }
  if (which == Which::all) {
    if (auto added = add_thread_states(reader, family); !added) return added;
    if (auto added = add_samples(reader, family); !added) return added;
  }
  put_rows_in_order(family);
  return {};
}

template <class T>
Result<T> read_events_of(const FamilyReader& reader, Which which) {
  T family;
  if (auto read = read_tables(reader, which, family); !read) return tl::unexpected(read.error());
  return family;
}

}  // namespace

Result<OtherEvents> OtherEvents::read(const FamilyReader& reader) {
  return read_events_of<OtherEvents>(reader, Which::all);
}
Result<ProgramEvents> ProgramEvents::read(const FamilyReader& reader) {
  return read_events_of<ProgramEvents>(reader, Which::of_program);
}

}  // namespace nsys_ai
