// One function for each kind of name.
#include "view/named_cells.h"

#include <algorithm>
#include <array>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "view/finding_blocks.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 6> kLabelColumns = {"host_range", "label", "marker",
                                                           "nvtx",       "range", "region"};
constexpr std::array<std::string_view, 3> kNameColumns = {"item", "kernel", "name"};

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string kernel_target(const Profile& profile, std::string_view text) {
  const NameId name = profile.names().find(text);
  if (!name.exists() || profile.derived(build_kernels_by_name).of(name).empty()) return "";
  return target_of_kernel_name(name);
}

std::string label_target(const Profile& profile, std::string_view text) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto found = labels.by_label.find(normalised_label(text));
  return found == labels.by_label.end() ? "" : target_of_label(found->second);
}

std::string finding_target(const Profile& profile, std::string_view key) {
  for (const Finding& finding : profile.derived(build_findings).findings)
    if (finding.key == key) return target_of_finding(key);
  return "";
}

// The number of a step is unique only within its process.
std::string iteration_target(const Profile& profile, int64_t number, const Value* pid) {
  const Iterations& iterations = profile.derived(build_iterations);
  const auto* of_process = pid ? std::get_if<int64_t>(pid) : nullptr;
  for (size_t i = 0; i < iterations.all.size(); ++i) {
    const Iteration& of = iterations.all[i];
    if (of.number != number) continue;
    if (of_process == nullptr || profile.pid_of(of.process) == *of_process) return target_of_iteration(i);
  }
  return "";
}

const Value* value_in(const Answer& answer, size_t row, std::string_view column) {
  for (size_t i = 0; i < answer.table.columns.size(); ++i)
    if (answer.table.columns[i].name == column) return &answer.table.rows[row][i];
  return nullptr;
}

std::string target_in(const Profile& profile, const Answer& answer, size_t row, size_t at) {
  const Column& column = answer.table.columns[at];
  const Value& value = answer.table.rows[row][at];
  if (const auto* number = std::get_if<int64_t>(&value))
    return column.name == "iteration" ? iteration_target(profile, *number, value_in(answer, row, "pid")) : "";
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || text->empty()) return "";
  if (column.name == "finding" || column.name == "cause") return finding_target(profile, *text);
  if (column.name == "skill") return built_in_skills().find(*text) ? target_of_skill(*text) : "";
  if (is_one_of(kLabelColumns, column.name)) return label_target(profile, *text);
  if (!is_one_of(kNameColumns, column.name)) return "";
  std::string kernel = kernel_target(profile, *text);
  return kernel.empty() ? label_target(profile, *text) : kernel;
}

}  // namespace

PageTable linked_table_of(const Profile& profile, const Answer& answer, size_t max_rows) {
  PageTable table = table_of(answer, max_rows);
  for (size_t row = 0; row < table.rows.size(); ++row)
    for (size_t at = 0; at < table.rows[row].size(); ++at)
      if (std::string& target = table.rows[row][at].target; target.empty())
        target = target_in(profile, answer, row, at);
  return table;
}

}  // namespace nsys_ai
