// One function a kind of event; every join of an operation with a call is that of `Launches`.
#include "view/targets/related.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/host/waiting_calls.h"
#include "analysis/memory/feeding_copies.h"
#include "analysis/time/idle.h"
#include "analysis/time/launched_work.h"
#include "base/context.h"
#include "base/text_table.h"
#include "profile/order.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

// Of a graph launch, or a finding.
constexpr size_t kMostAlike = 8;

struct RelationWords {
  std::string_view name;
  std::string_view words;
};
// In the order of Relation.
constexpr auto kRelations = std::to_array<RelationWords>({
    {"launched_by", "Launched by"},
    {"launches", "Launches"},
    {"waited_for_by", "Waited for by"},
    {"waits_for", "Waits for"},
    {"fed_by", "Behind the copy"},
    {"feeds", "Goes before the kernel"},
    {"begins_behind", "Begins behind"},
    {"ended_by", "Ended by"},
    {"ended_by_launch", "Whose launch was"},
    {"first_inside", "Launched inside, first"},
    {"last_inside", "Launched inside, last"},
    {"shown_by", "Shown by"},
    {"inside", "Inside"},
});
static_assert(kRelations.size() == static_cast<size_t>(Relation::inside) + 1);

using Operation = OperationNumbers::Operation;

// Gathers the relations of one event.
class Relations {
 public:
  Relations(const Profile& profile, const NamedEvent& of, const Work& work)
      : profile_(profile), of_(of), work_(work) {}

  Result<void> add_operation(Operation operation) {
    const uint32_t launch = launch_of(profile_.derived(build_launches), operation);
    if (launch != Launches::kNoCall) add_call(Relation::launched_by, launch);
    const auto waiting = waiting_call(profile_, operation, work_);
    if (!waiting) return tl::unexpected(waiting.error());
    // A copy that blocks is its own wait.
    if (*waiting != Launches::kNoCall && *waiting != launch) add_call(Relation::waited_for_by, *waiting);
    if (operation.kind == OperationNumbers::kernel)
      if (const auto copy = feeding_copy(profile_, operation.at))
        add_operation_as(Relation::fed_by, {OperationNumbers::copy, *copy});
    if (operation.kind == OperationNumbers::copy)
      if (const auto kernel = fed_kernel(profile_, operation.at))
        add_operation_as(Relation::feeds, {OperationNumbers::kernel, *kernel});
    if (launch != Launches::kNoCall) add_ranges_of_call(launch);
    return {};
  }

  Result<void> add_call_relations(uint32_t call) {
    const std::vector<Operation> launched = launched_by_call(profile_, call);
    for (size_t i = 0; i < std::min(launched.size(), kMostAlike); ++i)
      add_operation_as(Relation::launches, launched[i]);
    const auto waited = waited_for(profile_, call, work_);
    if (!waited) return tl::unexpected(waited.error());
    if (*waited && launch_of(profile_.derived(build_launches), **waited) != call)
      add_operation_as(Relation::waits_for, **waited);
    add_ranges_of_call(call);
    return {};
  }

  void add_range(uint32_t range) {
    const LaunchedWork launched = launched_in_range(profile_, range);
    if (launched.first) add_operation_as(Relation::first_inside, *launched.first);
    if (launched.operations > 1) add_operation_as(Relation::last_inside, *launched.last);
    const Nvtx& nvtx = profile_.nvtx();
    if (nvtx.is_on_one_thread(range)) add_ranges(nvtx.thread[range], nvtx.interval(range), range);
  }

  void add_gap(const IdleGap& gap) {
    const OperationNumbers numbers(profile_);
    add_operation_as(Relation::begins_behind, numbers[gap.before]);
    add_operation_as(Relation::ended_by, numbers[gap.after]);
    if (gap.launch == Launches::kNoCall) return;
    add_call(Relation::ended_by_launch, gap.launch);
    add_ranges_of_call(gap.launch);
  }

  void add_evidence(const Finding& finding) {
    for (const std::string& ref : finding.refs)
      if (all_.size() < kMostAlike)
        if (auto event = event_of(profile_, ref)) add(Relation::shown_by, std::move(*event));
  }

  std::vector<RelatedEvent> take() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const RelatedEvent& a, const RelatedEvent& b) { return a.relation < b.relation; });
    return std::move(all_);
  }

 private:
  void add(Relation relation, NamedEvent event) {
    const int64_t ahead = of_.time.start - event.time.start;
    const std::string length = event.time.empty() ? "" : readable_ns(event.time.duration()) + ", ";
    const std::string begun = ahead > 0   ? fmt::format("begun {} before", readable_ns(ahead))
                              : ahead < 0 ? fmt::format("begun {} after", readable_ns(-ahead))
                                          : "begun at the same time";
    all_.push_back({relation, std::move(event), length + begun});
  }
  void add_call(Relation relation, uint32_t call) { add(relation, event_at_call(profile_, call)); }
  void add_operation_as(Relation relation, Operation operation) {
    add(relation, event_at(profile_, operation));
  }
  // Equal ranges contain each other: those inside `but` are left out with it.
  void add_ranges(ThreadIx thread, Interval time, uint32_t but = NvtxForest::kNoRange) {
    profile_.derived(build_nvtx_forest).each_around(profile_.nvtx(), thread, time, [&](uint32_t range) {
      if (but == NvtxForest::kNoRange || range_precedes(profile_, range, but))
        add(Relation::inside, event_at_range(profile_, range));
    });
  }
  void add_ranges_of_call(uint32_t call) {
    add_ranges(profile_.calls().thread[call], profile_.calls().interval(call));
  }

  const Profile& profile_;
  const NamedEvent& of_;
  const Work& work_;
  std::vector<RelatedEvent> all_;
};

Result<void> add_relations(const Profile& profile, const Target& target, Relations& relations) {
  if (const auto operation = operation_of(profile, target)) return relations.add_operation(*operation);
  if (target.kind == TargetKind::runtime_call)
    if (const auto call = row_in(profile.calls(), target)) return relations.add_call_relations(*call);
  if (target.kind == TargetKind::nvtx)
    if (const auto range = row_in(profile.nvtx(), target)) relations.add_range(*range);
  if (target.kind == TargetKind::gap && target.number < static_cast<int64_t>(profile.devices().size()))
    if (const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start))
      relations.add_gap(*gap);
  if (target.kind == TargetKind::finding)
    for (const Finding& finding : profile.derived(build_findings).findings)
      if (finding.key == target.key) relations.add_evidence(finding);
  return {};
}

}  // namespace

std::string_view name_of(Relation relation) { return kRelations[static_cast<size_t>(relation)].name; }
std::string_view words_of(Relation relation) { return kRelations[static_cast<size_t>(relation)].words; }

Result<std::vector<RelatedEvent>> related(const Profile& profile, std::string_view text, const Work& work) {
  const auto event = event_of(profile, text);
  if (!event) return std::vector<RelatedEvent>();
  Relations relations(profile, *event, work);
  const auto asked = parse_target(text);
  // What a name stands for is the event; a finding stands for itself.
  const auto target = asked->kind == TargetKind::finding ? asked : parse_target(event->target);
  if (const auto added = add_relations(profile, *target, relations); !added)
    return tl::unexpected(added.error());
  return relations.take();
}

}  // namespace nsys_ai
