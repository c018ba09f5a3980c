// The table `kernel`; and `kernel_inside`, the kernels inside NVTX ranges.
#include <memory>

#include "analysis/nvtx/nvtx_paths.h"
#include "base/parallel.h"
#include "sql/tables/label_match.h"
#include "sql/tables/operation_table.h"

namespace nsys_ai {
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

// The part of the launch call that lies in the window; nullopt if no call was recorded there.
std::optional<Interval> launch_time(SqlView& view, const SqlRow& row) {
  const uint32_t call = KernelEvents::launch(view, row.at);
  if (call == Launches::kNoCall) return std::nullopt;
  const Calls& calls = view.profile().calls();
  return view.scope().clip({calls.start[call], calls.end(call)});
}

SqlCell latency(SqlView& view, const SqlRow& row) {
  const auto launch = launch_time(view, row);
  return launch ? SqlCell::of(row.inside.start - launch->start) : SqlCell{};
}

SqlCell queue(SqlView& view, const SqlRow& row) {
  const auto launch = launch_time(view, row);
  return launch && row.inside.start > launch->end ? SqlCell::of(row.inside.start - launch->end) : SqlCell{};
}

void add_launch_columns(std::vector<SqlColumn>& columns) {
  columns.push_back(
      {"latency", "DURATION", Lookup::none,
       "From the start of its launch call to its own; NULL where none was recorded in the window.", latency});
  columns.push_back(
      {"queue", "DURATION", Lookup::none,
       "From the end of its launch call to its start, where that lies behind: waiting in the queue of its stream. Else NULL.",
       queue});
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

std::vector<SqlColumn> kernel_columns() {
  std::vector<SqlColumn> columns = {
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
       "Whose kernel the name says it is; NULL where it does not say.",
       [](SqlView& view, const SqlRow& row) {
         const std::string_view library = view.families().library_of(view.profile().kernels().name(row.at));
         return library.empty() ? SqlCell{} : SqlCell::of(library);
       }},
      {"dtype", "STRING", Lookup::few_values,
       "The number format of what goes in, of both sides where they differ, such as bf16; NULL where the name does not say.",
       [](SqlView& view, const SqlRow& row) {
         const std::string_view format = view.families().format_of(view.profile().kernels().name(row.at));
         return format.empty() ? SqlCell{} : SqlCell::of(format);
       }},
  };
  add_operation_columns<KernelEvents>(columns);
  add_launch_columns(columns);
  add_shape_columns(columns);
  return columns;
}

// By kernel: whether a range with the label encloses its launch.
struct KernelsInside {
  std::vector<uint8_t> is_inside;
};

Result<SqlRows> open_inside(SqlView& view, const SqlArguments& arguments) {
  const Profile& profile = view.profile();
  const NvtxEnclosures& around = profile.derived(build_nvtx_enclosures);
  KernelsInside found{std::vector<uint8_t>(profile.kernels().size())};
  each_piece(found.is_inside.size(), [&](size_t from, size_t to) {
    LabelMatch is_meant(profile, arguments);
    for (size_t kernel = from; kernel < to; ++kernel)
      around.each({OperationNumbers::kernel, static_cast<uint32_t>(kernel)}, [&](uint32_t range) {
        if (found.is_inside[kernel] == 0 && is_meant(range)) found.is_inside[kernel] = 1;
      });
  });
  auto kept = std::make_shared<const KernelsInside>(std::move(found));
  return SqlRows{kept.get(), kept->is_inside.size(), kept};
}

std::optional<SqlRow> row_inside(SqlView& view, const void* of, size_t at) {
  if (static_cast<const KernelsInside*>(of)->is_inside[at] == 0) return std::nullopt;
  auto row = operation_row<KernelEvents>(view, of, at);
  if (row) row->of = of;
  return row;
}

}  // namespace

SqlTable kernel_table() {
  return {"kernel", "Kernels that ran on the GPUs of the scope, clipped to its window.", kernel_columns(),
          operation_count<KernelEvents>, operation_row<KernelEvents>};
}

SqlTable kernel_inside_function() {
  return {
      "kernel_inside",
      "Kernels whose launch lies inside an NVTX range of a label, on the launching thread, each once, as the table kernel has them.",
      kernel_columns(),
      operation_count<KernelEvents>,
      row_inside,
      open_inside,
      {kLabel, kMatch}};
}

}  // namespace nsys_ai
