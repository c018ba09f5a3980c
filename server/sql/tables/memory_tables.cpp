// The tables `memcpy` and `memset`.
#include "analysis/memory/transfers.h"
#include "sql/tables/operation_table.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kBytesDoc =
    "Bytes moved. "
    "Of what straddles the window, the part in proportion to the time inside, rounded to nearest.";

struct CopyEvents {
  static constexpr std::string_view kRefType = "memcpy";
  static const Copies& of(const Profile& profile) { return profile.copies(); }
  static uint32_t launch(SqlView& view, size_t at) { return view.launches().of_copy[at]; }
  static uint32_t range(SqlView& view, size_t at) { return view.attribution().of_copy[at]; }
};

struct MemsetEvents {
  static constexpr std::string_view kRefType = "memset";
  static const Memsets& of(const Profile& profile) { return profile.memsets(); }
  static uint32_t launch(SqlView& view, size_t at) { return view.launches().of_memset[at]; }
  static uint32_t range(SqlView& view, size_t at) { return view.attribution().of_memset[at]; }
};

template <class E>
SqlColumn bytes_column(std::string_view doc) {
  return {"bytes", "BYTES", Lookup::none, doc, [](SqlView& view, const SqlRow& row) {
            return SqlCell::of(clipped_bytes(E::of(view.profile()).bytes[row.at], row.whole, row.inside));
          }};
}

// Columns for a kind as text and as its number, from one member.
template <class E, auto member>
SqlCell kind_number(SqlView& view, const SqlRow& row) {
  return SqlCell::of(int64_t{(E::of(view.profile()).*member)[row.at]});
}

template <class E, auto member, std::string_view (*words)(int64_t)>
SqlCell kind_word(SqlView& view, const SqlRow& row) {
  return SqlCell::of(words((E::of(view.profile()).*member)[row.at]));
}

}  // namespace

SqlTable memcpy_table() {
  SqlTable table{"memcpy",
                 "Copies that the GPUs of the scope made, clipped to its window.",
                 {},
                 operation_count<CopyEvents>,
                 operation_row<CopyEvents>};
  table.columns = {
      id_column<CopyEvents>("Event reference, such as memcpy:12."),
      bytes_column<CopyEvents>(kBytesDoc),
      {"kind", "STRING", Lookup::few_values,
       "Direction, such as Host-to-Device, Device-to-Device or Peer-to-Peer.",
       kind_word<CopyEvents, &Copies::copy_kind, copy_kind_name>},
      {"copy_kind", "INTEGER", Lookup::few_values,
       "CUPTI's number of the direction: 1 host to device, 2 device to host, 8 device to device, 10 peer to peer.",
       kind_number<CopyEvents, &Copies::copy_kind>},
      {"src", "STRING", Lookup::few_values, "Memory copied from, such as Pageable, Pinned or Device.",
       kind_word<CopyEvents, &Copies::src_kind, memory_kind_name>},
      {"src_kind", "INTEGER", Lookup::few_values,
       "Its number: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed.",
       kind_number<CopyEvents, &Copies::src_kind>},
      {"dst", "STRING", Lookup::few_values, "Memory copied to, such as Pageable, Pinned or Device.",
       kind_word<CopyEvents, &Copies::dst_kind, memory_kind_name>},
      {"dst_kind", "INTEGER", Lookup::few_values,
       "Its number: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed.",
       kind_number<CopyEvents, &Copies::dst_kind>},
  };
  add_operation_columns<CopyEvents>(table.columns);
  return table;
}

SqlTable memset_table() {
  SqlTable table{"memset",
                 "Memory that the GPUs of the scope filled, clipped to its window.",
                 {},
                 operation_count<MemsetEvents>,
                 operation_row<MemsetEvents>};
  table.columns = {
      id_column<MemsetEvents>("Event reference, such as memset:3."),
      bytes_column<MemsetEvents>(kBytesDoc),
      {"memory", "STRING", Lookup::few_values, "Memory filled, such as Device or Pinned.",
       kind_word<MemsetEvents, &Memsets::memory_kind, memory_kind_name>},
      {"memory_kind", "INTEGER", Lookup::few_values,
       "Its number: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed.",
       kind_number<MemsetEvents, &Memsets::memory_kind>},
  };
  add_operation_columns<MemsetEvents>(table.columns);
  return table;
}

}  // namespace nsys_ai
