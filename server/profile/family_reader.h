// Reads one family of events on first need.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "profile/family_fields.h"
#include "profile/open_file.h"
#include "profile/schema.h"

namespace nsys_ai {

// A table of a family, and the number that tells it from the family's others.
struct FamilyTable {
  Family family;
  uint8_t source = 0;
};

// Finds the device and the stream of a profile that a place names.
void find_place(const Profile& profile, ProcessIx process, EventPlace& place);

// For one thread, while a profile reads one of its families.
class FamilyReader {
 public:
  // `file` is null for a profile that was not read from one: then there are no tables.
  FamilyReader(const Profile& profile, const OpenFile* file, const Work& work)
      : profile_(profile), file_(file), work_(work) {}

  const Profile& profile() const { return profile_; }
  const Work& work() const { return work_; }
  size_t threads() const { return usable_cores(); }
  // Null when the file has none.
  const FileTable* table(Family family) const {
    return file_ == nullptr ? nullptr : find_table(profile_.tables(), family);
  }

  // Fails when cancelled, or when the rows are too many to be numbered.
  Result<std::vector<ScannedTable>> scan(const std::vector<TableScan>& scans) const;
  // Reads a table of a few rows in this thread; what is odd about it goes to `notes`.
  Result<void> each_row(Family family, as::Columns columns, LazyFamily& into,
                        const std::function<void(Row&)>& take) const;
  // Gives the codes of all parts their numbers in `family`, which gets their texts, threads and places.
  Result<void> resolve(LazyFamily& family, const std::vector<Taken*>& parts) const;
  // The texts that the parts want.
  Result<void> read_texts(LazyFamily& family, Strings& strings) const;
  void note(LazyFamily& family, const TableScan& scan, const ScannedTable& scanned,
            const std::vector<std::string_view>& came_later, const Oddities& odd, int64_t left_out) const;

 private:
  const Profile& profile_;
  const OpenFile* file_;
  const Work& work_;
};

// Reads all tables of a family by its list of fields, one behind the other.
template <class T>
Result<T> read_fields(const FamilyReader& reader, std::initializer_list<FamilyTable> tables) {
  T family;
  const ColumnList columns = columns_of<T>();
  std::vector<TableScan> scans;
  for (const FamilyTable& of : tables)
    if (const FileTable* table = reader.table(of.family))
      scans.push_back(
          {table, columns.wanted, [source = of.source] { return std::make_unique<FieldsPart<T>>(source); }});
  auto scanned = reader.scan(scans);
  if (!scanned) return tl::unexpected(scanned.error());
  std::vector<FieldsPart<T>*> parts;
  std::vector<Taken*> taken;
  for (size_t i = 0; i < scans.size(); ++i) {
    Oddities odd;
    int64_t left_out = 0;
    for (FieldsPart<T>* part : parts_of<FieldsPart<T>>((*scanned)[i])) {
      parts.push_back(part);
      taken.push_back(&part->taken);
      odd.add(part->taken.odd);
      left_out += part->taken.left_out;
    }
    reader.note(family, scans[i], (*scanned)[i], columns.came_later, odd, left_out);
  }
  if (auto resolved = reader.resolve(family, taken); !resolved) return tl::unexpected(resolved.error());
  Jobs jobs;
  JoinFields<T> join{family, parts, jobs};
  T::fields(join);
  jobs.push_back([&] { JoinFields<T>::put(family, parts, as::Plainly(), &T::row); });
  parallel_for(reader.threads(), jobs.size(), [&](size_t job) {
    if (!reader.work().cancel.cancelled()) jobs[job]();
  });
  if (reader.work().cancel.cancelled()) return cancelled();
  return family;
}

}  // namespace nsys_ai
