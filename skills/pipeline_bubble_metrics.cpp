// How much of the span is idle, by cause and size class? One row per GPU, cause and class.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analysis/time/busy.h"
#include "analysis/time/gap_detail.h"
#include "base/text_table.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::pipeline_bubble_metrics_skill {
namespace {

struct Params {
  Ns min_gap{0};
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("min_gap", p.min_gap, "Gaps that are shorter than this, without profiler overhead, are left out.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  std::string cause;
  std::string size_class;
  int64_t gaps = 0;
  Ns total_ns;
  std::optional<Share> share;
  Ns span_ns;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("cause", r.cause, "Why the GPU was idle, as gpu_idle_gaps reports it; profiler overhead is separate.");
  f("size_class", r.size_class, "How long the gaps are, the profiler's work in them included.");
  f("gaps", r.gaps, "How many gaps; of profiler overhead, how many it touches.");
  f("total_ns", r.total_ns, "Their lengths added up, without profiler overhead.");
  f("share", r.share, "total_ns / span_ns.");
  f("span_ns", r.span_ns, "From the first start to the last end of the operations of this GPU in the scope.");
}

struct SizeClass {
  int64_t below;
  std::string_view name;
};
constexpr std::array kSizes{SizeClass{5'000, "under 5 us"}, SizeClass{50'000, "5 us to 50 us"},
                            SizeClass{1'000'000, "50 us to 1 ms"}, SizeClass{10'000'000, "1 ms to 10 ms"},
                            SizeClass{INT64_MAX, "10 ms and more"}};

size_t size_class(int64_t duration) {
  size_t at = 0;
  while (duration >= kSizes[at].below && at + 1 < kSizes.size()) ++at;
  return at;
}

struct Bubbles {
  std::string_view cause;
  size_t size = 0;
  int64_t gaps = 0;
  int64_t total = 0;
};

std::vector<Bubbles> bubbles_of(const SkillContext& context, const ProfilerTime& profiler, DeviceIx device,
                                int64_t min_gap) {
  constexpr size_t kCauses = static_cast<size_t>(IdleCause::not_recorded) + 1;
  std::array<std::array<Bubbles, kSizes.size()>, kCauses + 1> sums{};
  const ProcessIx process = context.profile.devices()[device].process;
  each_idle_gap(context.profile, context.scope, device, [&](const IdleGap& gap) {
    const size_t size = size_class(gap.gap.duration());
    const int64_t overhead = profiler.inside(process, gap.gap);
    if (gap.gap.duration() - overhead < min_gap) return;
    Bubbles& of_cause = sums[static_cast<size_t>(gap.cause)][size];
    ++of_cause.gaps;
    of_cause.total += gap.gap.duration() - overhead;
    Bubbles& of_profiler = sums[kCauses][size];
    of_profiler.gaps += overhead > 0 ? 1 : 0;
    of_profiler.total += overhead;
  });
  std::vector<Bubbles> found;
  for (size_t cause = 0; cause <= kCauses; ++cause)
    for (size_t size = 0; size < kSizes.size(); ++size) {
      Bubbles& of = sums[cause][size];
      of.cause = cause < kCauses ? name_of(static_cast<IdleCause>(cause)) : "profiler overhead";
      of.size = size;
      if (of.gaps > 0) found.push_back(of);
    }
  std::sort(found.begin(), found.end(), [](const Bubbles& a, const Bubbles& b) {
    return std::tuple(-a.total, a.cause, a.size) < std::tuple(-b.total, b.cause, b.size);
  });
  return found;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto profiler = ProfilerTime::read(profile, context.work);
  if (!profiler) return tl::unexpected(profiler.error());
  Rows<Row> rows;
  for (const DeviceTime& of : device_times(profile, context.scope))
    for (const Bubbles& bubbles : bubbles_of(context, *profiler, of.device, params.min_gap.count))
      rows.rows.push_back({pid_cell(profile, of.device), device_cell(profile, of.device),
                           std::string(bubbles.cause), std::string(kSizes[bubbles.size].name), bubbles.gaps,
                           Ns{bubbles.total}, share_cell(bubbles.total, of.span.duration()),
                           Ns{of.span.duration()}});
  if (rows.rows.empty())
    return Empty{params.min_gap.count > 0
                     ? fmt::format("No GPU of this scope is idle for {} or more between its operations.",
                                   readable_ns(params.min_gap.count))
                     : "No GPU of this scope is idle between its operations."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "pipeline_bubble_metrics",
       .title = "How much of the span is idle, by cause and size class?",
       .doc =
           "One row a GPU of a process, cause and size class, by device, then the largest total first. "
           "All gaps of the union of all operations count, however short, unless min_gap says otherwise; causes are those of gpu_idle_gaps. "
           "The totals of one GPU over all its gaps and its busy time add up to its span.",
       .reading =
           "Many short launch gaps ask for fusion or CUDA graphs; few long host-bound ones for a look at the host: run gpu_idle_gaps for them one by one.",
       .source =
           "Causes follow the idle-time breakdown of Holistic Trace Analysis, per GPU instead of per stream.",
       .limits =
           "Time before the first and behind the last operation is in no row; gpu_utilization reports it.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::pipeline_bubble_metrics_skill
