// One row for each line, with the number of its parent's row.
#include "view/nvtx_outline_rows.h"

#include <fmt/format.h>

#include "analysis/nvtx/nvtx_path_texts.h"
#include "base/units.h"

namespace nsys_ai {
namespace {

struct Row {
  Id node;
  std::optional<Id> parent;
  std::string kind;
  Id depth;
  std::optional<Id> pid;
  Id tid;
  std::string label;
  std::string path;
  std::optional<int64_t> instances;
  std::optional<Ns> host_ns;
  std::optional<Ns> host_max_ns;
  std::optional<EventRef> longest;
  int64_t kernels = 0;
  Ns kernel_ns;
  std::optional<Ns> own_kernel_ns;
  std::optional<Ns> busy_ns;
  std::optional<Share> share;
  std::optional<Share> share_of_parent;
  std::optional<std::string> over_time;
};
template <class F>
void fields(Row& r, F& f) {
  f("node", r.node, "Number of the row in this answer; it stands behind the row around it.");
  f("parent", r.parent, "Row around it; none for a thread.");
  f("kind", r.kind, "thread, range (all ranges of one path of labels on a thread), or kernel.");
  f("depth", r.depth, "0 for a thread, 1 for its outermost ranges.");
  f("pid", r.pid, "The process; none when the capture names no process.");
  f("tid", r.tid, "The thread, unique in its process.");
  f("label", r.label, "The normalised label, such as `step #`; of a kernel, its name.");
  f("path", r.path, "The labels around it and its own, the outermost first, as in nvtx_kernel_map.");
  f("instances", r.instances, "Ranges of that path that touch the scope; of a thread, all of its ranges.");
  f("host_ns", r.host_ns,
    "Their time on the host inside the scope, summed; of a thread, that of its outermost ranges.");
  f("host_max_ns", r.host_max_ns, "The longest of them.");
  f("longest", r.longest, "That one, as a reference to pass on.");
  f("kernels", r.kernels, "Kernels launched inside, at any depth; each counts once.");
  f("kernel_ns", r.kernel_ns, "The time of those, summed over runs and devices.");
  f("own_kernel_ns", r.own_kernel_ns, "The part of kernel_ns that was launched in no range further inside.");
  f("busy_ns", r.busy_ns,
    "The union of the kernels, copies, memsets and graphs launched inside, on each device, added up.");
  f("share", r.share, "kernel_ns / the summed time of all kernels in scope, in ranges or not.");
  f("share_of_parent", r.share_of_parent,
    "kernel_ns / kernel_ns of the row around it; host_ns / host_ns where nothing of the scope was launched in a range.");
  f("over_time", r.over_time,
    "How many ranges touch each of equal parts of the time from the first range to the last, in order, between blanks.");
}

std::string joined(const std::vector<uint32_t>& counts) { return fmt::format("{}", fmt::join(counts, " ")); }

}  // namespace

std::vector<Column> outline_columns() { return columns_of<Row>(); }

void add_outline_rows(const Profile& profile, const NvtxTree& tree, Outline& outline) {
  NvtxPathTexts texts(profile);
  std::vector<int64_t> row_of(tree.nodes.size(), -1);
  int64_t next = 0;
  for (const OutlineLine& line : outline.lines) {
    if (line.kind == OutlineLine::more) continue;
    const NvtxNode& of = tree.nodes[line.node];
    const bool kernel = line.kind == OutlineLine::kernel;
    const Thread& thread = profile.threads()[of.thread];
    Row row;
    row.node = {next};
    if (kernel)
      row.parent = Id{row_of[line.node]};
    else if (of.parent != NvtxNode::kNone)
      row.parent = Id{row_of[of.parent]};
    if (!kernel) row_of[line.node] = next;
    ++next;
    row.kind = kernel ? "kernel" : line.kind == OutlineLine::thread ? "thread" : "range";
    row.depth = {line.depth};
    if (const auto pid = profile.pid_of(thread.process)) row.pid = Id{*pid};
    row.tid = {thread.tid};
    row.label = line.label;
    if (of.path != NvtxPaths::kNoPath) row.path = texts.of(of.path);
    row.kernels = line.kernels;
    row.kernel_ns = {line.kernel_time};
    if (line.of_all) row.share = Share{*line.of_all};
    if (line.of_parent) row.share_of_parent = Share{*line.of_parent};
    if (!kernel) {
      row.instances = line.instances;
      row.host_ns = Ns{line.host};
      row.own_kernel_ns = Ns{line.own_kernel_time};
      row.busy_ns = Ns{line.busy};
    }
    if (line.kind == OutlineLine::range) {
      row.host_max_ns = Ns{line.host_max};
      row.over_time = joined(line.over_time);
      if (of.longest != NvtxNode::kNone)
        row.longest = EventRef{fmt::format("nvtx:{}", profile.nvtx().row[of.longest])};
    }
    outline.answer.table.rows.push_back(values_of(row));
  }
}

}  // namespace nsys_ai
