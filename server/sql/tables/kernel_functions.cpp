// Table functions about kernels: `kernel_stats`, `kernel_nvtx` and `nvtx_kernel_stats`.
#include <algorithm>
#include <string>
#include <vector>

#include "analysis/kernels/kernel_groups.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/path_kernels.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

SqlCell if_known(std::string_view text) { return text.empty() ? SqlCell{} : SqlCell::of(text); }

struct Groups {
  std::vector<KernelGroup> rows;
  Sum total{};
};

Result<SqlRows> open_groups(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const std::string by = text_of(arguments[0]);
  const KernelGrouping grouping = by == "short"     ? KernelGrouping::short_name
                                  : by == "family"  ? KernelGrouping::family
                                  : by == "library" ? KernelGrouping::library
                                                    : KernelGrouping::name;
  Groups groups{kernel_groups(view.profile(), *scope, grouping)};
  for (const KernelGroup& group : groups.rows) groups.total += group.total;
  return rows_of(std::move(groups));
}

struct Paths {
  std::vector<PathKernel> rows;
  std::vector<std::string> text;  // by path; empty for those without a row
  Sum total{};
};

Result<SqlRows> open_paths(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const NvtxPaths& paths = view.profile().derived(build_nvtx_paths);
  Paths found{kernels_by_path(view.profile(), *scope).first, std::vector<std::string>(paths.parent.size())};
  for (const PathKernel& of : found.rows) {
    found.total += of.total;
    if (found.text[of.path].empty()) found.text[of.path] = paths.text(view.profile(), of.path);
  }
  return rows_of(std::move(found));
}

// Pairs of a kernel and a range that encloses its launch, numbered by kernel, then from the innermost range
// outwards.
struct Enclosures {
  static constexpr size_t kNone = SIZE_MAX;
  const NvtxEnclosures* around = nullptr;
  std::vector<uint64_t> first;  // by kernel: the number of its first pair; has one extra element at the end
  // A cache: the pairs of the last requested kernel.
  mutable size_t kernel = kNone;
  mutable std::vector<uint32_t> ranges = {};

  void look_at(size_t pair) const {
    if (kernel != kNone && first[kernel] <= pair && pair < first[kernel + 1]) return;
    // Pairs are nearly always requested in order.
    const bool is_next =
        kernel != kNone && kernel + 2 < first.size() && first[kernel + 1] <= pair && pair < first[kernel + 2];
    kernel =
        is_next ? kernel + 1
                : static_cast<size_t>(std::upper_bound(first.begin(), first.end(), pair) - first.begin()) - 1;
    ranges.clear();
    around->each({OperationNumbers::kernel, static_cast<uint32_t>(kernel)},
                 [&](uint32_t range) { ranges.push_back(range); });
  }
};

const Enclosures& enclosures_of(const SqlRow& row) {
  const auto& enclosures = *static_cast<const Enclosures*>(row.of);
  enclosures.look_at(row.at);
  return enclosures;
}
uint32_t range_of(const SqlRow& row) {
  const Enclosures& enclosures = enclosures_of(row);
  return enclosures.ranges[row.at - enclosures.first[enclosures.kernel]];
}

Result<SqlRows> open_enclosures(SqlView& view, const SqlArguments&) {
  auto found = std::make_shared<Enclosures>();
  found->around = &view.profile().derived(build_nvtx_enclosures);
  uint64_t pairs = 0;
  for (uint32_t kernel = 0; kernel < view.profile().kernels().size(); ++kernel) {
    found->first.push_back(pairs);
    found->around->each({OperationNumbers::kernel, kernel}, [&](uint32_t) { ++pairs; });
  }
  found->first.push_back(pairs);
  // Row numbers have 32 bits.
  if (pairs >= UINT32_MAX)
    return fail(ErrorCode::cannot_do, "There are more pairs of kernels and ranges than can be numbered.",
                "Use kernel.nvtx, the innermost range, and nvtx.parent.");
  return SqlRows{found.get(), pairs, found};
}

std::optional<SqlRow> enclosure_row(SqlView& view, const void* of, size_t at) {
  const auto& enclosures = *static_cast<const Enclosures*>(of);
  enclosures.look_at(at);
  const Kernels& kernels = view.profile().kernels();
  if (!view.scope().has(kernels.stream[enclosures.kernel])) return std::nullopt;
  const Interval whole = kernels.interval(enclosures.kernel);
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside, of};
}

}  // namespace

SqlTable kernel_stats_function() {
  SqlTable table{
      "kernel_stats",
      "Kernels by name, the largest total first, as the skill top_kernels reports.",
      {{"name", "STRING", Lookup::many_values, "The name, short name, family or library.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(at_row<Groups>(row).name); }},
       {"family", "STRING", Lookup::few_values,
        "What kind of work its name says it does; of a group, that of most of its time.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(name_of(at_row<Groups>(row).family)); }},
       {"library", "STRING", Lookup::few_values,
        "Whose kernel its name says it is; of a group, where all its names say the same. NULL where not.",
        [](SqlView&, const SqlRow& row) { return if_known(at_row<Groups>(row).library); }},
       {"dtype", "STRING", Lookup::few_values, "The number format of what goes in, likewise.",
        [](SqlView&, const SqlRow& row) { return if_known(at_row<Groups>(row).number_format); }},
       {"names", "COUNT", Lookup::none, "Full names that ran.", field<Groups, &KernelGroup::names>}},
      [](const Profile& profile) { return profile.kernels().names.values.size(); },
      found_row<Groups>,
      open_groups,
      {{"grouping",
        "STRING",
        "name",
        "What is one row: a full name, a name without template arguments, a family of kernels, or the library that they are of.",
        {"name", "short", "family", "library"}},
       kOnlyDevice,
       kOnlyPid}};
  add_stats_columns<Groups>(table.columns);
  table.columns.push_back({"share", "SHARE", Lookup::none,
                           "total / the summed time of all kernels of these GPUs.",
                           [](SqlView&, const SqlRow& row) {
                             return share_of(at_row<Groups>(row).total, found_of<Groups>(row).total);
                           }});
  return table;
}

SqlTable nvtx_kernel_stats_function() {
  return {
      "nvtx_kernel_stats",
      "Kernels by the path of NVTX labels around their launch and by name, the largest total first, as the skill nvtx_kernel_map reports. "
      "Each kernel counts once, under its innermost range.",
      {{"path", "STRING", Lookup::many_values, "Labels, the outermost first, such as step # > forward.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(std::string_view(found_of<Paths>(row).text[at_row<Paths>(row).path]));
        }},
       {"kernel", "STRING", Lookup::many_values, "The kernel, demangled.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::of(view.profile().text(at_row<Paths>(row).kernel));
        }},
       {"calls", "COUNT", Lookup::none, "How often it ran with that path innermost.",
        field<Paths, &PathKernel::calls>},
       {"total", "DURATION", Lookup::none, "Time inside the window, summed.",
        field<Paths, &PathKernel::total>},
       {"share", "SHARE", Lookup::none, "total / the summed time of all kernels of these GPUs in any range.",
        [](SqlView&, const SqlRow& row) {
          return share_of(at_row<Paths>(row).total, found_of<Paths>(row).total);
        }}},
      [](const Profile& profile) { return profile.kernels().names.values.size() * 4; },
      found_row<Paths>,
      open_paths,
      {kOnlyDevice, kOnlyPid}};
}

SqlTable kernel_nvtx_table() {
  return {
      "kernel_nvtx",
      "Kernels of the scope and the NVTX ranges around their launches, on the launching thread: a row for each pair, so that a kernel's duration counts once for each range around it. kernel.nvtx is the innermost one.",
      {{"kernel", "REF", Lookup::many_values, "kernel.id.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::ref("kernel", view.profile().kernels().row[enclosures_of(row).kernel]);
        }},
       {"nvtx", "REF", Lookup::many_values, "nvtx.id.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::ref("nvtx", view.profile().nvtx().row[range_of(row)]);
        }},
       {"level", "INTEGER", Lookup::few_values, "0 for the innermost range; larger ones lie around it.",
        [](SqlView&, const SqlRow& row) {
          const Enclosures& enclosures = enclosures_of(row);
          return SqlCell::of(static_cast<int64_t>(row.at - enclosures.first[enclosures.kernel]));
        }},
       {"name", "STRING", Lookup::names, "Name of the kernel, as in kernel.name.",
        [](SqlView& view, const SqlRow& row) {
          return SqlCell::of(view.profile().text(view.profile().kernels().name(enclosures_of(row).kernel)));
        }},
       {"text", "STRING", Lookup::many_values, "Label of the range, as in nvtx.text.",
        [](SqlView& view, const SqlRow& row) { return view.nvtx_text(range_of(row)); }},
       {"start", "TIME", Lookup::time, "When the kernel began, not before the window of the scope.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
       {"duration", "DURATION", Lookup::none, "Of the kernel, inside the window.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.duration()); }}},
      [](const Profile& profile) { return profile.kernels().size() * 3; },
      enclosure_row,
      open_enclosures};
}

}  // namespace nsys_ai
