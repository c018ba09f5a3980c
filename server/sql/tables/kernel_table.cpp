// The table `kernel`.
#include "sql/tables/operation_table.h"

namespace nsys_ai::inline sql {
namespace {

struct KernelEvents {
  static constexpr std::string_view kRefType = "kernel";
  static const Kernels& of(const Profile& profile) { return profile.kernels(); }
  static uint32_t launch(SqlView& view, size_t at) { return view.launches().of_kernel[at]; }
  static uint32_t range(SqlView& view, size_t at) { return view.attribution().of_kernel[at]; }
};

const LaunchShape& shape_of(SqlView& view, const SqlRow& row) {
  const Kernels& kernels = view.profile().kernels();
  return kernels.shapes[row.at];
}

template <size_t axis>
SqlCell grid(SqlView& view, const SqlRow& row) {
  return SqlCell::of(int64_t{shape_of(view, row).grid[axis]});
}

template <size_t axis>
SqlCell block(SqlView& view, const SqlRow& row) {
  return SqlCell::of(int64_t{shape_of(view, row).block[axis]});
}

template <int32_t LaunchShape::*member>
SqlCell shape(SqlView& view, const SqlRow& row) {
  return SqlCell::of(int64_t{shape_of(view, row).*member});
}

void add_shape_columns(std::vector<SqlColumn>& columns) {
  const std::vector<SqlColumn> shapes = {
      {"grid_x", "COUNT", Lookup::none, "Blocks of the grid along x.", grid<0>},
      {"grid_y", "COUNT", Lookup::none, "Blocks of the grid along y.", grid<1>},
      {"grid_z", "COUNT", Lookup::none, "Blocks of the grid along z.", grid<2>},
      {"block_x", "COUNT", Lookup::none, "Threads of a block along x.", block<0>},
      {"block_y", "COUNT", Lookup::none, "Threads of a block along y.", block<1>},
      {"block_z", "COUNT", Lookup::none, "Threads of a block along z.", block<2>},
      {"registers_per_thread", "COUNT", Lookup::none, "Registers that each thread takes.",
       shape<&LaunchShape::registers_per_thread>},
      {"static_shared_bytes", "BYTES", Lookup::none, "Shared memory of a block, as compiled.",
       shape<&LaunchShape::static_shared_bytes>},
      {"dynamic_shared_bytes", "BYTES", Lookup::none, "Shared memory of a block, as asked for at launch.",
       shape<&LaunchShape::dynamic_shared_bytes>},
  };
  columns.insert(columns.end(), shapes.begin(), shapes.end());
}

}  // namespace

SqlTable kernel_table() {
  SqlTable table{"kernel",
                 "Kernels that ran on the GPUs of the scope, clipped to its window.",
                 {},
                 operation_count<KernelEvents>,
                 operation_row<KernelEvents>};
  table.columns = {
      id_column<KernelEvents>("Event reference, such as kernel:1234."),
      {"name", "STRING", Lookup::names, "The kernel as compiled, demangled where the file has that.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(view.profile().text(view.profile().kernels().name(row.at)));
       }},
      {"short_name", "STRING", Lookup::names, "The name without template arguments and parameters.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(view.profile().text(view.profile().kernels().short_name(row.at)));
       }},
      {"family", "STRING", Lookup::few_values,
       "What kind of work the name says it does, such as gemm, attention or communication.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(name_of(view.families().of(view.profile().kernels().name(row.at))));
       }},
      {"library", "STRING", Lookup::few_values,
       "Whose kernel the name says it is; NULL where it does not tell.",
       [](SqlView& view, const SqlRow& row) {
         const std::string_view library = view.families().library_of(view.profile().kernels().name(row.at));
         return library.empty() ? SqlCell{} : SqlCell::of(library);
       }},
      {"dtype", "STRING", Lookup::few_values,
       "The number format of what goes in, of both sides where they differ, such as bf16; NULL where the name does not tell.",
       [](SqlView& view, const SqlRow& row) {
         const std::string_view format = view.families().format_of(view.profile().kernels().name(row.at));
         return format.empty() ? SqlCell{} : SqlCell::of(format);
       }},
  };
  add_operation_columns<KernelEvents>(table.columns);
  add_shape_columns(table.columns);
  return table;
}

}  // namespace nsys_ai::inline sql
