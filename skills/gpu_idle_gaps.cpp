// When was a GPU idle, and why? One row per gap.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/gap_detail.h"
#include "base/text_table.h"
#include "profile/order.h"
#include "skill/cells.h"
#include "skill/choice.h"
#include "skills/list.h"

namespace nsys_ai::gpu_idle_gaps_skill {
namespace {

constexpr std::array kCauses{Choice<std::optional<IdleCause>>{"any", std::nullopt},
                             Choice<std::optional<IdleCause>>{"host-bound", IdleCause::host_bound},
                             Choice<std::optional<IdleCause>>{"launch overhead", IdleCause::launch_overhead},
                             Choice<std::optional<IdleCause>>{"device-side wait", IdleCause::device_wait},
                             Choice<std::optional<IdleCause>>{"launch gap", IdleCause::launch_gap},
                             Choice<std::optional<IdleCause>>{"unknown", IdleCause::unknown},
                             Choice<std::optional<IdleCause>>{"not recorded", IdleCause::not_recorded}};

struct Params {
  Ns min_gap{1'000'000};
  std::string cause = "any";
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("min_gap", p.min_gap, "Gaps that are shorter than this are left out.");
  f("cause", p.cause,
    "Only gaps of that cause: any, host-bound, launch overhead, device-side wait, launch gap, unknown or not recorded.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  EventRef ref;
  std::optional<Id> pid;
  Id device;
  ClockNs start_ns;
  ClockNs end_ns;
  Ns gap_ns;
  Ns overhead_ns;
  std::string cause;
  std::string activity;
  std::string range;
  std::string detail;
  std::string before;
  std::string after;
};
template <class F>
void fields(Row& r, F& f) {
  f("ref", r.ref, "The gap: its device in the capture and its start.");
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("start_ns", r.start_ns, "When the last operation before it ended.");
  f("end_ns", r.end_ns, "When the next operation began.");
  f("gap_ns", r.gap_ns, "end_ns - start_ns - overhead_ns.");
  f("overhead_ns", r.overhead_ns, "Time inside the gap in which the profiler worked in this process.");
  f("cause", r.cause, "What the call that launched the next operation shows; see the documentation.");
  f("activity", r.activity,
    "What the launching thread did for at least half of a gap that is host-bound or launch overhead: setting up communication, garbage collection, MPI call, module load, start of a library, allocation, blocking copy, blocking sync, call of a library, other CUDA calls, OS call, or no CUDA call in all of it; host function where a stream of the GPU waits for one for at least half of the gap; else empty.");
  f("range", r.range,
    "The NVTX range the launching thread was in for four fifths of the gap, without what distinguishes its instances; empty when none.");
  f("detail", r.detail,
    "The same in words, with the call or the range that takes most of it, its part of the gap, and that of all of its kind.");
  f("before", r.before, "The operation that ended last before the gap.");
  f("after", r.after, "The operation that ended the gap.");
}

std::string operation_name(const Profile& profile, const OperationNumbers& numbers, uint32_t number) {
  const auto [kind, at] = numbers[number];
  switch (kind) {
    case OperationNumbers::kernel:
      return display_name(profile.text(profile.kernels().name(at)));
    case OperationNumbers::copy:
      return "copy " + std::string(copy_kind_name(profile.copies().copy_kind[at]));
    case OperationNumbers::memset:
      return "memset";
    case OperationNumbers::graph_run:
      return fmt::format("graph {}", profile.graph_runs().graph[at]);
  }
  return "";
}

std::string percent(int64_t part, int64_t whole) {
  return fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// The host activity in at least half of the gap; empty where it is the launch itself.
std::optional<HostActivity> reported_activity(const IdleGap& gap, const GapDetail& detail) {
  if (gap.cause == IdleCause::host_bound || detail.main == HostActivity::host_function) return detail.main;
  const bool is_launch = detail.main == HostActivity::other_call || detail.main == HostActivity::os_call;
  return is_launch ? std::nullopt : detail.main;
}

std::string activity_of(const IdleGap& gap, const GapDetail& detail) {
  if (const auto main = reported_activity(gap, detail)) return std::string(name_of(*main));
  return gap.cause == IdleCause::host_bound && detail.any_call == 0 ? "no CUDA call" : "";
}

// `cudaFree, 41 % of the gap, of 82 % in all`: the longest call, then the total of its activity.
std::string call_of(const GapDetail& detail, int64_t duration) {
  std::string text = fmt::format("{}, {} of the gap", detail.call, percent(detail.call_ns, duration));
  if (detail.call_ns < detail.main_ns)
    text += fmt::format(", of {} in all", percent(detail.main_ns, duration));
  if (detail.tid) text += fmt::format(", on thread {}", *detail.tid);
  return text;
}

std::string detail_of(const Profile& profile, const IdleGap& gap, const GapDetail& detail) {
  if (!is_of_host(gap) && !detail.main) return "";
  const int64_t duration = gap.gap.duration();
  std::string text;
  if (const auto main = reported_activity(gap, detail))
    text = fmt::format("{}: {}", name_of(*main), call_of(detail, duration));
  else if (gap.cause == IdleCause::launch_overhead)
    return "";
  else if (detail.any_call == 0)
    text = "no CUDA call";
  else
    text = fmt::format("CUDA calls take {} of the gap", percent(detail.any_call, duration));
  if (gap.host_range != NvtxForest::kNoRange)
    text += fmt::format("; in range {}", profile.nvtx_text(gap.host_range));
  return text;
}

// Only displayed rows need descriptions.
void add_words(const Profile& profile, const IdleGap& gap, const GapDetail& detail, Row& row) {
  const OperationNumbers numbers(profile);
  row.cause = name_of(gap.cause);
  row.activity = activity_of(gap, detail);
  if (gap.host_range != NvtxForest::kNoRange) {
    const TemplateLabels& labels = profile.derived(build_template_labels);
    row.range = labels.of(profile.nvtx().text[gap.host_range]);
  }
  row.detail = detail_of(profile, gap, detail);
  row.before = operation_name(profile, numbers, gap.before);
  row.after = operation_name(profile, numbers, gap.after);
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto cause = chosen("cause", params.cause, kCauses);
  if (!cause) return tl::unexpected(cause.error());
  const auto profiler = ProfilerTime::read(profile, context.work);
  if (!profiler) return tl::unexpected(profiler.error());
  std::vector<AdjustedGap> found = adjusted_gaps(profile, context.scope, *profiler, params.min_gap.count);
  if (*cause) std::erase_if(found, [&](const AdjustedGap& of) { return of.gap.cause != **cause; });
  if (found.empty())
    return Empty{fmt::format("No GPU of this scope is idle for {} or more between its operations{}.",
                             readable_ns(params.min_gap.count),
                             *cause ? ", of the cause " + params.cause : "")};
  const size_t shown =
      params.limit > 0 ? std::min(found.size(), static_cast<size_t>(params.limit)) : found.size();
  std::partial_sort(found.begin(), found.begin() + static_cast<ptrdiff_t>(shown), found.end(), precedes);
  std::vector<IdleGap> explained;
  for (size_t i = 0; i < shown; ++i) {
    find_host_range(profile, found[i].gap);
    explained.push_back(found[i].gap);
  }
  const auto details = gap_details(profile, explained, context.work);
  if (!details) return tl::unexpected(details.error());
  Rows<Row> rows;
  int64_t overhead = 0;
  for (const AdjustedGap& of : found) overhead += of.overhead;
  for (size_t i = 0; i < shown; ++i) {
    const IdleGap& gap = found[i].gap;
    Row row;
    row.ref = EventRef{fmt::format("gap:{}:{}", gap.device.value, gap.gap.start)};
    row.pid = pid_cell(profile, gap.device);
    row.device = device_cell(profile, gap.device);
    row.start_ns = ClockNs{gap.gap.start};
    row.end_ns = ClockNs{gap.gap.end};
    row.gap_ns = Ns{found[i].idle()};
    row.overhead_ns = Ns{found[i].overhead};
    add_words(profile, gap, (*details)[i], row);
    rows.rows.push_back(std::move(row));
  }
  rows.total = static_cast<int64_t>(found.size());
  if (overhead > 0)
    rows.notes.push_back(fmt::format("{} of the profiler's own work inside these gaps are not counted",
                                     readable_ns(overhead)));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "gpu_idle_gaps",
       .title = "When did a GPU have nothing to do, and why?",
       .doc =
           "One row a gap in the union of all operations of a GPU of a process, the longest first. "
           "A gap in which another stream or the copy engine works is none. "
           "Time before the first and behind the last operation is no gap. "
           "Work of the profiler in the same process is taken off and reported. "
           "The cause: launch gap (shorter than 5 us), host-bound (the call that launched the next operation began after the gap did), device-side wait (it had returned before), launch overhead (it was under way), unknown (no call was recorded), not recorded (launched work without a record may have run for at least half of it, so that it may be no gap). "
           "The detail of a gap that is host-bound or launch overhead is the activity of the launching thread that fills at least half of it, and the NVTX range that covers four fifths of it. Where a stream waits for a function of the host for at least half of a gap whose next operation had been launched, or in which the launching thread waits for the GPU, that function is the activity. Ranges say when communication is set up, garbage collected or code compiled; the first launch of a kernel that takes 100 us or more loads code.",
       .reading =
           "Host-bound: see what the host did; overlap it, or launch earlier. "
           "Device-side wait: look at events, other streams and peers. "
           "Launch gap and launch overhead: fuse kernels or use CUDA graphs. pipeline_bubble_metrics adds the gaps up.",
       .source =
           "nsys gpu_gaps counts the same operations per context, with a threshold of 500 ms; it takes off only overhead named \"CUDA profiling data flush overhead\" and splits the gap there.",
       .limits = "The cause looks at the launch of one operation, the one that ends the gap.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::gpu_idle_gaps_skill
