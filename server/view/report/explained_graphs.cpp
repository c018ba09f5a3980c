// Lists the kernels with most time of each graph.
#include "view/report/explained_graphs.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/graph_contents.h"
#include "analysis/kernels/kernels.h"
#include "analysis/scope.h"
#include "base/context.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

constexpr size_t kKernelsOfGraph = 12;

std::vector<Column> columns_of_explained() {
  return {{"graph", ValueType::text, Unit::none, "The graph's id in this capture."},
          {"device", ValueType::integer, Unit::none, "The GPU, as its process numbers it."},
          {"launches", ValueType::integer, Unit::none, "Recorded launches in this capture."},
          {"total_ns", ValueType::integer, Unit::ns, "Their time in this capture, whose kernels are hidden."},
          {"kernel", ValueType::text, Unit::none,
           "A kernel inside, by the other capture; none where it does not say."},
          {"family", ValueType::text, Unit::none, "What kind of work the kernel's name says it does."},
          {"runs_per_launch", ValueType::real, Unit::none, "Its runs a launch, in the other capture."},
          {"other_ns", ValueType::integer, Unit::ns, "Its mean time a launch, in the other capture."},
          {"share", ValueType::real, Unit::share,
           "Its part of the time of the graph's kernels, in the other capture."},
          {"why", ValueType::text, Unit::none, "Where there is no kernel, why not."}};
}

void add_graph(const Profile& profile, const Profile& other, const ExplainedGraph& of, TableRows& rows) {
  const int64_t device = profile.devices()[of.graph.device].ordinal;
  const std::vector<Value> head = {fmt::format("graph {}", of.graph.id), device, of.graph.launches,
                                   static_cast<int64_t>(of.graph.total)};
  const auto add = [&](std::vector<Value> rest) {
    std::vector<Value> row = head;
    row.insert(row.end(), rest.begin(), rest.end());
    rows.push_back(std::move(row));
  };
  if (of.content.empty()) return add({Value(), Value(), Value(), Value(), Value(), of.why});
  const GraphContent& content = of.content.front();
  const KernelFamilies& families = other.derived(build_kernel_families);
  const auto launches = static_cast<double>(content.launches);
  for (size_t i = 0; i < content.kernels.size() && i < kKernelsOfGraph; ++i) {
    const ContentKernel& kernel = content.kernels[i];
    const auto total = static_cast<int64_t>(kernel.total);
    const int64_t all = content.total;
    add({short_display_name(other.text(kernel.name)), std::string(name_of(families.of(kernel.name))),
         static_cast<double>(kernel.runs) / launches, total / content.launches,
         all > 0 ? Value(static_cast<double>(total) / static_cast<double>(all)) : Value(), Value()});
  }
  if (content.kernels.size() > kKernelsOfGraph) {
    Sum rest{};
    int64_t runs = 0;
    for (size_t i = kKernelsOfGraph; i < content.kernels.size(); ++i) {
      rest += content.kernels[i].total;
      runs += content.kernels[i].runs;
    }
    const int64_t total = rest, all = content.total;
    add({fmt::format("{} other kernels", content.kernels.size() - kKernelsOfGraph), Value(),
         static_cast<double>(runs) / launches, total / content.launches,
         all > 0 ? Value(static_cast<double>(total) / static_cast<double>(all)) : Value(), Value()});
  }
}

}  // namespace

Result<Answer> explained_graphs(const Profile& profile, const Profile& other, const Work& work) {
  const auto explained =
      cancellable(work, [&] { return Result<std::vector<ExplainedGraph>>(explain_graphs(profile, other)); });
  if (!explained) return tl::unexpected(explained.error());
  Answer answer = framed(profile, Scope::whole(profile), "");
  answer.table.columns = columns_of_explained();
  for (const ExplainedGraph& of : *explained) add_graph(profile, other, of, answer.table.rows);
  answer.total_rows = static_cast<int64_t>(answer.table.rows.size());
  answer.outcome = answer.table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (answer.table.rows.empty()) answer.reason = "No CUDA graph was recorded whole, so nothing is hidden.";
  for (const ExplainedGraph& of : *explained)
    answer.notes.push_back(fmt::format("graph {}: {}", of.graph.id, of.why));
  answer.notes.push_back(fmt::format("the kernels, their runs and times are those of {}, another capture",
                                     one_line(other.info().path.filename().string())));
  return answer;
}

}  // namespace nsys_ai
