// The detectors. Each looks at unions per device, speaks of the mean over devices, and stays silent when
// little is at stake. Thresholds follow domain knowledge that docs/ARCHITECTURE.md names.
#include "knowledge/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>

#include "analysis/busy.h"
#include "analysis/idle.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"
#include "analysis/small_kernels.h"
#include "analysis/transfers.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

struct Thresholds {
  double high = 0.20;  // of the span
  double medium = 0.10;
  double low = 0.03;
  int64_t gap_ns = 20'000;  // shorter gaps are a matter of launches, not of a late host
  int64_t small_kernel_ns = 5'000;
  int64_t small_gap_ns = 10'000;  // between two small kernels, a launch gap
  double storm = 0.02;            // of the span: what many launches cost adds up in every step
  int64_t storm_launches = 1'000;
  int64_t storm_span_ns = 100'000'000;
};
constexpr Thresholds kThresholds;

// What all detectors look at.
struct Evidence {
  const Profile& profile;
  const std::vector<DeviceTime>& times;
  Sum span;                   // ns, summed over devices: the denominator of every share here
  std::vector<IdleGap> gaps;  // those that are long enough to matter

  int64_t mean(int64_t total) const { return total / static_cast<int64_t>(times.size()); }
  double share(int64_t total) const { return static_cast<double>(total) / static_cast<double>(span); }
  std::string of_span(int64_t total) const {
    return fmt::format("{} of {} of GPU span, summed over {} GPU{} ({})", readable_ns(total),
                       readable_ns(span), times.size(), times.size() == 1 ? "" : "s",
                       readable_share(share(total)));
  }
};

std::optional<Severity> severity_of(double share) {
  if (share >= kThresholds.high) return Severity::high;
  if (share >= kThresholds.medium) return Severity::medium;
  if (share >= kThresholds.low) return Severity::low;
  return std::nullopt;
}

std::string gap_ref(const IdleGap& gap) { return fmt::format("gap:{}:{}", gap.device.value, gap.gap.start); }

void longest_first(std::vector<const IdleGap*>& gaps) {
  std::sort(gaps.begin(), gaps.end(), [](const IdleGap* a, const IdleGap* b) {
    if (a->gap.length() != b->gap.length()) return a->gap.length() > b->gap.length();
    return a->gap.start != b->gap.start ? a->gap.start < b->gap.start : a->device < b->device;
  });
}

// The label that holds most of the gaps' time, when it holds at least half.
std::string blamed_range(const Profile& profile, const std::vector<const IdleGap*>& gaps, int64_t total) {
  // Instances of one label, `load batch 1` and `load batch 2`, are blamed together.
  std::map<std::string, Sum> by_label;
  for (const IdleGap* gap : gaps)
    by_label[normalised_label(profile.text(gap->host_range))] += gap->gap.length();
  for (const auto& [label, time] : by_label)
    if (!label.empty() && time >= total - time) return label;
  return "";
}

std::optional<Finding> host_bound_idle(const Evidence& evidence) {
  std::vector<const IdleGap*> gaps;
  Sum total;
  for (const IdleGap& gap : evidence.gaps) {
    if (gap.cause != IdleCause::host_bound) continue;
    gaps.push_back(&gap);
    total += gap.gap.length();
  }
  const auto severity = severity_of(evidence.share(total));
  if (!severity) return std::nullopt;
  longest_first(gaps);
  const std::string range = blamed_range(evidence.profile, gaps, total);
  const std::string where =
      range.empty() ? "" : fmt::format(" Most of it passes while the host is in `{}`.", one_line(range));
  Finding finding{
      "idle-host-bound",
      *severity,
      fmt::format("GPUs wait for the host {} of the time", readable_share(evidence.share(total))),
      fmt::format("{} in {} gaps of at least {} whose next operation was launched only after the gap "
                  "had begun; the longest is {}.{}",
                  evidence.of_span(total), readable_count(static_cast<int64_t>(gaps.size())),
                  readable_ns(kThresholds.gap_ns), readable_ns(gaps.front()->gap.length()), where),
      "Let the host run ahead: prepare the next batch on other threads, and remove synchronisation "
      "and allocation from the step. The gaps are gone when the next capture shows them.",
      evidence.mean(total)};
  for (size_t i = 0; i < gaps.size() && i < 3; ++i) finding.refs.push_back(gap_ref(*gaps[i]));
  return finding;
}

struct IdleWords {
  IdleCause cause;
  std::string_view key;
  std::string_view title;   // behind "GPUs are idle N % of the time"
  std::string_view detail;  // behind "in N gaps of at least T"
  std::string_view advice;
};
constexpr std::array kOtherIdle = {
    IdleWords{IdleCause::device_wait, "idle-device-wait", "although work was launched",
              "whose next operation had been launched before the gap began",
              "Look for what the next operation waited for: an event, another stream, a copy or a peer."},
    IdleWords{
        IdleCause::launch_overhead, "idle-launch-overhead", "while a launch is under way",
        "whose next operation was being launched when the gap began",
        "Look for what makes the call long: loading of modules, allocation, or another thread that holds the "
        "driver's lock."},
    IdleWords{
        IdleCause::unknown, "idle-unknown", "and no launch tells why",
        "whose next operation has no launching call in the capture",
        "Capture the CUDA calls too, from before the work is launched: `nsys profile --trace=cuda,nvtx`."},
};

// A GPU that is idle is never passed over because the host is not to blame.
std::optional<Finding> other_idle(const Evidence& evidence, const IdleWords& words) {
  std::vector<const IdleGap*> gaps;
  Sum total;
  for (const IdleGap& gap : evidence.gaps) {
    if (gap.cause != words.cause) continue;
    gaps.push_back(&gap);
    total += gap.gap.length();
  }
  const auto severity = severity_of(evidence.share(total));
  if (!severity) return std::nullopt;
  longest_first(gaps);
  Finding finding{
      std::string(words.key),
      *severity,
      fmt::format("GPUs are idle {} of the time {}", readable_share(evidence.share(total)), words.title),
      fmt::format("{} in {} gaps of at least {} {}; the longest is {}.", evidence.of_span(total),
                  readable_count(static_cast<int64_t>(gaps.size())), readable_ns(kThresholds.gap_ns),
                  words.detail, readable_ns(gaps.front()->gap.length())),
      std::string(words.advice),
      evidence.mean(total)};
  for (size_t i = 0; i < gaps.size() && i < 3; ++i) finding.refs.push_back(gap_ref(*gaps[i]));
  return finding;
}

std::optional<Finding> exposed_communication(const Evidence& evidence) {
  Sum exposed;
  Sum communication;
  int64_t calls = 0;
  for (const DeviceTime& time : evidence.times) {
    exposed += time.exposed_communication();
    communication += time.communication;
    calls += time.comm_kernels;
  }
  const auto severity = severity_of(evidence.share(exposed));
  if (!severity) return std::nullopt;
  const double overlapped = 1.0 - static_cast<double>(exposed) / static_cast<double>(communication);
  return Finding{
      "exposed-communication",
      *severity,
      fmt::format("Communication without compute beside it takes {} of the time",
                  readable_share(evidence.share(exposed))),
      fmt::format("{}; {} communication kernels, {} of their time overlaps compute. From one rank a "
                  "collective's time includes waiting for its peers.",
                  evidence.of_span(exposed), readable_count(calls), readable_share(overlapped)),
      "Start collectives while gradients of earlier layers are still computed (smaller buckets, a stream "
      "of their own), and look for the rank that arrives last.",
      evidence.mean(exposed)};
}

bool is_pageable(const Copies& copies, size_t at) {
  return (copies.copy_kind[at] == kHostToDevice && copies.src_kind[at] == kPageable) ||
         (copies.copy_kind[at] == kDeviceToHost && copies.dst_kind[at] == kPageable);
}

int64_t pageable_time(const Copies& copies) {
  Sum total;
  for (size_t i = 0; i < copies.size(); ++i)
    if (is_pageable(copies, i)) total += copies.interval(i).length();
  return total;
}

// Where most of that time is pageable memory, the finding about that says why and what to do: the same time
// is not claimed twice.
std::optional<Finding> exposed_copies(const Evidence& evidence) {
  Sum exposed;
  for (const DeviceTime& time : evidence.times) exposed += time.exposed_copy();
  const auto severity = severity_of(evidence.share(exposed));
  if (!severity) return std::nullopt;
  const auto totals = transfer_totals(evidence.profile, Scope::whole(evidence.profile));
  const TransferTotals& most = totals.front();
  const bool copy_bound = evidence.share(exposed) > 0.5;
  const int64_t pageable = pageable_time(evidence.profile.copies());
  if (!copy_bound && pageable >= exposed - pageable && severity_of(evidence.share(pageable)))
    return std::nullopt;
  return Finding{"exposed-copies",
                 *severity,
                 fmt::format("{} {} of the time",
                             copy_bound ? "The run is copy-bound: copies alone take"
                                        : "Copies without kernels beside them take",
                             readable_share(evidence.share(exposed))),
                 fmt::format("{}; most is {} ({} copies, {}).", evidence.of_span(exposed),
                             copy_kind_name(most.copy_kind), readable_count(most.operations),
                             readable_bytes(most.bytes)),
                 "Keep what is copied again and again on the GPU, copy from pinned memory on a stream of its "
                 "own, and overlap "
                 "it with kernels.",
                 evidence.mean(exposed)};
}

std::optional<Finding> pageable_copies(const Evidence& evidence) {
  const Copies& copies = evidence.profile.copies();
  Sum total;
  int64_t count = 0;
  Sum bytes;
  std::vector<std::pair<int64_t, int64_t>> longest;
  for (size_t i = 0; i < copies.size(); ++i) {
    if (!is_pageable(copies, i)) continue;
    const int64_t length = copies.interval(i).length();
    total += length;
    bytes += copies.bytes[i];
    ++count;
    longest.emplace_back(-length, copies.row[i]);
  }
  const auto severity = severity_of(evidence.share(total));
  if (!severity) return std::nullopt;
  std::sort(longest.begin(), longest.end());
  Finding finding{
      "pageable-copies",
      *severity,
      fmt::format("Copies of pageable host memory take {} of the time",
                  readable_share(evidence.share(total))),
      fmt::format("{}; {} copies, {}. The driver stages pageable memory through a pinned buffer, and the "
                  "call blocks the host.",
                  evidence.of_span(total), readable_count(count), readable_bytes(bytes)),
      "Allocate the host buffers pinned (`pin_memory=True`, `cudaMallocHost`) and copy with "
      "`non_blocking=True` or `cudaMemcpyAsync`.",
      evidence.mean(total)};
  for (size_t i = 0; i < longest.size() && i < 3; ++i)
    finding.refs.push_back(fmt::format("memcpy:{}", longest[i].second));
  return finding;
}

// A storm needs many launches over some time: five fast kernels of a short program are none. What it takes is
// each short gap between two small kernels, and the kernel behind it, for one kernel in their place would
// have neither.
std::optional<Finding> storm_of_kernels(const Evidence& evidence) {
  const SmallKernels small =
      small_kernels(evidence.profile, {kThresholds.small_kernel_ns, kThresholds.small_gap_ns});
  if (small.count < kThresholds.storm_launches || evidence.mean(evidence.span) < kThresholds.storm_span_ns)
    return std::nullopt;
  const double share = evidence.share(small.time);
  if (share < kThresholds.storm) return std::nullopt;
  return Finding{
      "small-kernels",
      severity_of(share).value_or(Severity::low),
      fmt::format("Small kernels and the gaps between them take {} of the time", readable_share(share)),
      fmt::format("{}, of which {} are gaps shorter than {}; {} of {} kernels run for less than {}.",
                  evidence.of_span(small.time), readable_ns(small.gap_time),
                  readable_ns(kThresholds.small_gap_ns), readable_count(small.count),
                  readable_count(static_cast<int64_t>(evidence.profile.kernels().size())),
                  readable_ns(kThresholds.small_kernel_ns)),
      "Launch fewer, larger kernels: a fused optimizer (`fused=True`, `foreach`), `torch.compile`, or a CUDA "
      "Graph around the step.",
      evidence.mean(small.time)};
}

// Not a fault: where the time goes, said when one family has most of it.
std::optional<Finding> dominant_family(const Evidence& evidence) {
  const KernelFamilies& families = evidence.profile.derived(build_kernel_families);
  const Kernels& kernels = evidence.profile.kernels();
  std::map<KernelFamily, Sum> by_family;
  Sum total;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const int64_t length = kernels.interval(i).length();
    by_family[families.of(kernels.name(i))] += length;
    total += length;
  }
  if (total == 0) return std::nullopt;
  for (const auto& [family, time] : by_family) {
    const double share = static_cast<double>(time) / static_cast<double>(total);
    if (family == KernelFamily::other || share < 0.4) continue;
    return Finding{"dominant-family",
                   Severity::information,
                   fmt::format("Most kernel time is {} ({})", name_of(family), readable_share(share)),
                   fmt::format("{} of {} of kernel time, summed over all GPUs. A kernel of this family {}.",
                               readable_ns(time), readable_ns(total), meaning_of(family)),
                   "This is where a faster kernel pays most.",
                   0};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::high:
      return "high";
    case Severity::medium:
      return "medium";
    case Severity::low:
      return "low";
    case Severity::information:
      return "information";
  }
  return "information";
}

std::vector<Finding> build_findings(const Profile& profile) {
  Evidence evidence{profile, profile.derived(build_device_times), 0, {}};
  for (const DeviceTime& time : evidence.times) evidence.span += time.span.length();
  if (evidence.span == 0) return {};
  evidence.gaps = idle_gaps(profile, Scope::whole(profile), kThresholds.gap_ns);
  std::vector<Finding> findings;
  for (const auto detect : {host_bound_idle, exposed_communication, exposed_copies, pageable_copies,
                            storm_of_kernels, dominant_family})
    if (auto finding = detect(evidence)) findings.push_back(std::move(*finding));
  for (const IdleWords& words : kOtherIdle)
    if (auto finding = other_idle(evidence, words)) findings.push_back(std::move(*finding));
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    const bool a_informs = a.severity == Severity::information;
    const bool b_informs = b.severity == Severity::information;
    return a_informs != b_informs ? b_informs : a.at_stake_ns > b.at_stake_ns;
  });
  return findings;
}

}  // namespace nsys_ai
