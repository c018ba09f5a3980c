// Joins the rows of payload tables with the NVTX events that they belong to.
#include "profile/families/family_payloads.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <unordered_map>

#include "profile/families/family_reader.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kEventId = "eventId";

struct PayloadNumber {
  uint32_t event = 0;
  NameId name;
  int64_t value = 0;
};

// Finds events by their id: the row id of their table, or a column.
class EventsById {
 public:
  static Result<EventsById> make(const FamilyReader& reader, LazyFamily& family) {
    EventsById events(reader.profile().nvtx());
    const FileTable* table = reader.table(TableKind::nvtx);
    const int column = table == nullptr ? -1 : column_of(*table, kEventId);
    if (column < 0 || column == table->row_id_column) return events;
    events.by_row_id_ = false;
    const auto read = reader.each_row_of(*table, {kEventId}, family, [&](TableRow& row) {
      if (const auto id = row.integer(0)) events.row_of_.emplace(*id, row.id());
    });
    if (!read) return tl::unexpected(read.error());
    return events;
  }

  // SIZE_MAX where there is none.
  size_t find(int64_t id) const {
    if (!by_row_id_) {
      const auto found = row_of_.find(id);
      if (found == row_of_.end()) return SIZE_MAX;
      id = found->second;
    }
    const size_t at = nvtx_.row.find(id);
    return at < nvtx_.size() ? at : SIZE_MAX;
  }

 private:
  explicit EventsById(const Nvtx& nvtx) : nvtx_(nvtx) {}

  const Nvtx& nvtx_;
  bool by_row_id_ = true;
  std::unordered_map<int64_t, int64_t> row_of_;
};

// The program's names of columns; those that several names became are left as they are.
Result<std::map<std::string, std::string>> original_names(const FamilyReader& reader, LazyFamily& family) {
  std::map<std::string, std::string> names;
  const auto read = reader.each_row(TableKind::nvtx_translation, {"originalName", "sanitizedName"}, family,
                                    [&](TableRow& row) {
                                      const std::string cleaned(row.text(1).value_or(""));
                                      const std::string original(row.text(0).value_or(""));
                                      const auto [of, added] = names.try_emplace(cleaned, original);
                                      if (!added && of->second != original) of->second = cleaned;
                                    });
  if (!read) return tl::unexpected(read.error());
  return names;
}

}  // namespace

bool is_entry_named(std::string_view name, std::string_view wanted) {
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(), [](char a, char b) {
    return a == b || (a == '_' && std::isalnum(static_cast<unsigned char>(b)) == 0);
  });
}

size_t TabledPayloads::bytes() const { return base_bytes() + event.bytes() + name.bytes() + value.bytes(); }

Result<TabledPayloads> TabledPayloads::read(const FamilyReader& reader) {
  TabledPayloads family;
  for (const FileTable& table : reader.profile().tables())
    if (holds_payloads(table)) family.tables.push_back(table.name);
  const std::vector<const FileTable*> tables = payload_tables(reader.profile().tables());
  if (tables.empty()) return family;
  const auto names = original_names(reader, family);
  if (!names) return tl::unexpected(names.error());
  const auto events = EventsById::make(reader, family);
  if (!events) return tl::unexpected(events.error());
  std::vector<PayloadNumber> numbers;
  for (const FileTable* table : tables) {
    std::vector<std::string_view> columns = {kEventId};
    std::vector<NameId> names_of_columns;
    for (const std::string& column : table->columns) {
      if (column == kEventId) continue;
      columns.emplace_back(column);
      const auto original = names->find(column);
      names_of_columns.push_back(family.names.intern(original == names->end() ? column : original->second));
    }
    const auto read = reader.each_row_of(*table, columns, family, [&](TableRow& row) {
      const auto id = row.integer(0);
      const size_t event = id ? events->find(*id) : SIZE_MAX;
      if (event == SIZE_MAX) return;
      for (size_t i = 0; i < names_of_columns.size(); ++i)
        if (!row.is_null(i + 1))
          if (const auto value = row.integer(i + 1))
            numbers.push_back({static_cast<uint32_t>(event), names_of_columns[i], *value});
    });
    if (!read) return tl::unexpected(read.error());
  }
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const PayloadNumber& a, const PayloadNumber& b) { return a.event < b.event; });
  for (const PayloadNumber& of : numbers) {
    family.event.push_back(of.event);
    family.name.push_number(of.name.value);
    family.value.push_back(of.value);
  }
  return family;
}

}  // namespace nsys_ai
