// What do the NVTX ranges of each process cover? One row per process and label.
#include <map>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/process_labels.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_by_process_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  std::string kind;
  std::optional<std::string> label;
  int64_t count = 0;
  Ns host_ns;
  int64_t kernels = 0;
  Ns kernel_ns;
  std::optional<Share> share;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, std::string(kPidDoc));
  f("kind", r.kind,
    "range. no range: kernels launched in none. launch not recorded: kernels of which no range can be known.");
  f("label", r.label, "The label of the ranges, without what distinguishes instances.");
  f("count", r.count, "Closed ranges in the scope.");
  f("host_ns", r.host_ns, "Their time on the host, summed over ranges and threads.");
  f("kernels", r.kernels, "Kernels whose launch has such a range innermost.");
  f("kernel_ns", r.kernel_ns, "Their time on the GPU, summed.");
  f("share", r.share, "kernel_ns / the time of all kernels of the process in the scope.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const std::vector<ProcessLabel> all = labels_by_process(profile, context.scope);
  if (all.empty()) return Empty{"No range and no kernel lies in this scope."};
  std::map<uint32_t, int64_t> kernel_time;  // by process
  for (const ProcessLabel& of : all) kernel_time[of.process.value] += of.kernel_time;
  const TemplateLabels& labels = profile.derived(build_template_labels);
  Rows<Row> rows;
  for (const ProcessLabel& of : all) {
    Row row;
    row.pid = profile.pid_of(of.process);
    row.kind = of.is_range()                        ? "range"
               : of.label == ProcessLabel::kNoRange ? "no range"
                                                    : "launch not recorded";
    if (of.is_range()) row.label = labels.labels[of.label];
    row.count = of.count;
    row.host_ns = Ns{of.host};
    row.kernels = of.kernels;
    row.kernel_ns = Ns{of.kernel_time};
    row.share = share_cell(of.kernel_time, kernel_time[of.process.value]);
    rows.rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_by_process",
       .title = "Which NVTX ranges does each process have, and which kernels are directly inside?",
       .doc =
           "One row a process and normalised label, by process, then the largest kernel time first. "
           "A kernel counts in the row of the innermost closed range of the launching thread that holds its launch, so that the rows of a process add up to its kernel time. "
           "Durations are clipped to the window.",
       .reading =
           "The rows of a process that are no range say what its annotation leaves out. "
           "nvtx_kernel_map names the kernels of a range, nvtx_summary has the distribution of its host times.",
       .source = "The definition of coverage in this project, for each process.",
       .limits = "Ranges that cross threads or were never closed enclose no launch.",
       .needs = {Need::nvtx}},
      run);
}

}  // namespace nsys_ai::nvtx_by_process_skill
