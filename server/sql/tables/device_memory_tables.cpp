// Events of device memory: `memory_event`, `memory_pool_event`, page faults and migrations.
#include "analysis/memory/transfers.h"
#include "profile/families/family_gpu.h"
#include "sql/tables/family_table.h"

namespace nsys_ai {
namespace {

using List = Enums::List;

constexpr std::string_view kAddressDoc = "Virtual address, of which SQL shows the upper half as negative.";

template <auto member>
SqlCell device_number(SqlView&, const SqlRow& row) {
  const uint8_t device = (family_of<Migrations>(row).*member)[row.at];
  return device == UINT8_MAX ? SqlCell{} : SqlCell::of(int64_t{device});
}

SqlCell operation_name(SqlView&, const SqlRow& row) {
  const uint8_t operation = family_of<MemoryUsage>(row).operation[row.at];
  if (operation > MemoryUsage::kRelease) return {};
  return SqlCell::of(std::string_view(operation == MemoryUsage::kAllocation ? "allocation" : "release"));
}

SqlCell memory_name(SqlView&, const SqlRow& row) {
  return SqlCell::of(memory_kind_name(family_of<MemoryUsage>(row).memory_kind[row.at]));
}

SqlCell migration_kind(SqlView&, const SqlRow& row) {
  return SqlCell::of(copy_kind_name(family_of<Migrations>(row).copy_kind[row.at]));
}

}  // namespace

SqlTable memory_event_table() {
  using Events = MemoryUsage;
  SqlColumns columns;
  add_row_column<Events>(columns);
  add_instant_column(columns);
  add(columns,
      {{"operation", "STRING", Lookup::few_values, "allocation or release.", operation_name},
       {"bytes", "BYTES", Lookup::none, "Taken by an allocation, given back by a release.",
        number<Events, &Events::bytes>},
       {"address", "INTEGER", Lookup::many_values, kAddressDoc, number<Events, &Events::address>},
       {"memory", "STRING", Lookup::few_values, "Kind of memory, such as Device or Managed.", memory_name},
       {"memory_kind", "INTEGER", Lookup::few_values,
        "Its number: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed.",
        number<Events, &Events::memory_kind>},
       {"name", "STRING", Lookup::names, "The variable; NULL where the file does not say.",
        text<Events, &Events::name>},
       {"pool", "INTEGER", Lookup::few_values, "Address of the memory pool; NULL for none.",
        known<Events, &Events::pool>},
       {"pool_bytes", "BYTES", Lookup::none, "Size of the pool; 0 for none.",
        number<Events, &Events::pool_bytes>},
       {"pool_used", "BYTES", Lookup::none, "What of the pool was in use; 0 for none.",
        number<Events, &Events::pool_used>}});
  add_stream_columns<Events>(columns);
  add_correlation_column<Events>(columns);
  return family_table<Events>("memory_event", "Allocations and releases of device memory.",
                              std::move(columns));
}

SqlTable memory_pool_event_table() {
  using Pools = MemoryPools;
  SqlColumns columns;
  add_row_column<Pools>(columns);
  add_instant_column(columns);
  add(columns,
      {{"operation", "STRING", Lookup::few_values, "Created, Destroyed or Trimmed.",
        label<Pools, &Pools::operation, List::memory_pool_event>},
       {"pool", "INTEGER", Lookup::few_values, "Address of the pool, as in memory_event.pool.",
        number<Pools, &Pools::address>},
       {"pool_kind", "STRING", Lookup::few_values, "Local or Imported.",
        label<Pools, &Pools::pool_kind, List::memory_pool_kind>},
       {"pool_bytes", "BYTES", Lookup::none, "Size of the pool.", number<Pools, &Pools::bytes>},
       {"pool_used", "BYTES", Lookup::none, "What of it was in use.", number<Pools, &Pools::used>},
       {"least_bytes", "BYTES", Lookup::none, "What a trim had to keep.", number<Pools, &Pools::min_bytes>}});
  add_device_columns<Pools>(columns);
  add_correlation_column<Pools>(columns);
  return family_table<Pools>("memory_pool_event", "What happened to pools of device memory.",
                             std::move(columns));
}

SqlTable cpu_page_fault_table() {
  using Faults = CpuPageFaults;
  SqlColumns columns;
  add_row_column<Faults>(columns);
  add_instant_column(columns);
  add(columns,
      {{"address", "INTEGER", Lookup::many_values, kAddressDoc, number<Faults, &Faults::address>},
       {"function", "STRING", Lookup::names, "The instruction's function; NULL where the file does not say.",
        text<Faults, &Faults::function>},
       {"module", "STRING", Lookup::names, "The library or program that it is in.",
        text<Faults, &Faults::module>},
       {"source_file", "STRING", Lookup::names, "Its source; NULL where the file does not say.",
        text<Faults, &Faults::source_file>},
       {"source_line", "INTEGER", Lookup::none, "Its line; NULL where the file does not say.",
        known<Faults, &Faults::source_line>}});
  add_process_columns<Faults>(columns);
  return family_table<Faults>("cpu_page_fault", "Page faults of CPUs on unified memory.", std::move(columns));
}

SqlTable gpu_page_fault_table() {
  using Faults = GpuPageFaults;
  SqlColumns columns;
  add_row_column<Faults>(columns);
  add_span_columns<Faults>(columns);
  add(columns, {{"address", "INTEGER", Lookup::many_values, kAddressDoc, number<Faults, &Faults::address>},
                {"faults", "COUNT", Lookup::none, "How many the group has.", number<Faults, &Faults::count>},
                {"access", "STRING", Lookup::few_values, "Read, Write, Atomic or Prefetch.",
                 label<Faults, &Faults::access, List::page_fault_access>}});
  add_device_columns<Faults>(columns);
  return family_table<Faults>("gpu_page_fault",
                              "Groups of page faults of GPUs on unified memory, clipped to the window.",
                              std::move(columns));
}

SqlTable migration_table() {
  SqlColumns columns = {
      {"id", "REF", Lookup::unique, "memcpy.id: the same event, which memcpy lists too.",
       [](SqlView&, const SqlRow& row) {
         return SqlCell::ref("memcpy", family_of<Migrations>(row).row[row.at]);
       }},
      {"bytes", "BYTES", Lookup::none,
       "Bytes moved. "
       "Of what straddles the window, the part in proportion to the time inside, rounded to nearest.",
       [](SqlView&, const SqlRow& row) {
         return SqlCell::of(clipped_bytes(family_of<Migrations>(row).bytes[row.at], row.whole, row.inside));
       }},
      {"kind", "STRING", Lookup::few_values, "Direction, as in memcpy.kind.", migration_kind},
      {"cause", "STRING", Lookup::few_values,
       "Why, such as Page fault or User prefetch; NULL where the file does not say.",
       label<Migrations, &Migrations::cause, List::migration_cause>},
      {"address", "INTEGER", Lookup::many_values, "Virtual address; NULL where the file does not say.",
       known<Migrations, &Migrations::address>},
      {"from_device", "INTEGER", Lookup::few_values, "CUDA ordinal; NULL where the file does not say.",
       device_number<&Migrations::from_device>},
      {"to_device", "INTEGER", Lookup::few_values, "CUDA ordinal; NULL where the file does not say.",
       device_number<&Migrations::to_device>}};
  add_span_columns<Migrations>(columns);
  add_stream_columns<Migrations>(columns);
  return family_table<Migrations>("migration", "Migrations of unified memory, clipped to the window.",
                                  std::move(columns));
}

}  // namespace nsys_ai
