// The table `nvtx_schema_entry`: the layout of the binary data of NVTX events.
#include <memory>
#include <vector>

#include "profile/families/family_nvtx.h"
#include "sql/table.h"

namespace nsys_ai {
namespace {

struct Entries {
  struct Row {
    const PayloadSchema* schema;
    const PayloadEntry* entry;
  };
  const PayloadSchemas* schemas = nullptr;
  std::vector<Row> rows = {};
};

const Entries::Row& entry_of(const SqlRow& row) { return static_cast<const Entries*>(row.of)->rows[row.at]; }

template <auto member>
SqlCell of_schema(SqlView&, const SqlRow& row) {
  return SqlCell::of(entry_of(row).schema->*member);
}
template <auto member>
SqlCell of_entry(SqlView&, const SqlRow& row) {
  return SqlCell::of(entry_of(row).entry->*member);
}

SqlCell text_of_payload(const SqlRow& row, NameId name) {
  const std::string_view text = static_cast<const Entries*>(row.of)->schemas->text(name);
  return text.empty() ? SqlCell{} : SqlCell::of(text);
}

SqlCell offset_of(SqlView&, const SqlRow& row) {
  const int64_t offset = entry_of(row).entry->offset;
  return offset < 0 ? SqlCell{} : SqlCell::of(offset);
}

Result<SqlRows> open_entries(SqlView& view, const SqlArguments&) {
  const auto* schemas = view.events<PayloadSchemas>();
  if (!schemas) return tl::unexpected(*view.failure());
  auto found = std::make_shared<Entries>();
  found->schemas = schemas;
  for (const PayloadSchema& schema : schemas->schemas)
    for (const PayloadEntry& entry : schema.entries) found->rows.push_back({&schema, &entry});
  return SqlRows{found.get(), found->rows.size(), found};
}

}  // namespace

SqlTable nvtx_schema_entry_table() {
  return {
      "nvtx_schema_entry",
      "How the binary data of NVTX events is laid out: one row for each entry of each schema. "
      "Types, flags and details are those of NVTX's own headers.",
      {{"domain", "INTEGER", Lookup::few_values, "Number of the domain.", of_schema<&PayloadSchema::domain>},
       {"schema", "INTEGER", Lookup::few_values, "Number of the schema in its domain.",
        of_schema<&PayloadSchema::id>},
       {"schema_name", "STRING", Lookup::few_values, "Its name; NULL where it has none.",
        [](SqlView&, const SqlRow& row) { return text_of_payload(row, entry_of(row).schema->name); }},
       {"schema_type", "INTEGER", Lookup::few_values, "Its type.", of_schema<&PayloadSchema::type>},
       {"schema_bytes", "BYTES", Lookup::none, "Size of the data; 0 where the file does not say.",
        of_schema<&PayloadSchema::size>},
       {"entry", "INTEGER", Lookup::few_values, "Number of the entry in its schema.",
        of_entry<&PayloadEntry::index>},
       {"name", "STRING", Lookup::few_values, "Name of the entry; NULL where it has none.",
        [](SqlView&, const SqlRow& row) { return text_of_payload(row, entry_of(row).entry->name); }},
       {"description", "STRING", Lookup::few_values, "What it means; NULL where the file does not say.",
        [](SqlView&, const SqlRow& row) { return text_of_payload(row, entry_of(row).entry->description); }},
       {"type", "INTEGER", Lookup::few_values, "Its type, or the number of another schema.",
        of_entry<&PayloadEntry::type>},
       {"flags", "INTEGER", Lookup::few_values, "Its flags.", of_entry<&PayloadEntry::flags>},
       {"detail", "INTEGER", Lookup::none,
        "Length of an array, or the entry that has it, or the member of a union.",
        of_entry<&PayloadEntry::detail>},
       {"offset", "INTEGER", Lookup::none, "Where it lies in the data; NULL where the file does not say.",
        offset_of}},
      [](const Profile&) -> size_t { return 100; },
      [](SqlView&, const void* of, size_t at) {
        return std::optional(SqlRow{at, {}, {}, of});
      },
      open_entries};
}

}  // namespace nsys_ai
