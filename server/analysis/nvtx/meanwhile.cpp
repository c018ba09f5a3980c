// Looks each launch up among the ranges of its process's other threads.
#include "analysis/nvtx/meanwhile.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/host/thread_spans.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/launched_work.h"
#include "base/context.h"
#include "base/parallel.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostLabelsNoted = 3;  // labels

void add_operation(const Scope& scope, const OperationNumbers& numbers, OperationNumbers::Operation operation,
                   MeanwhileWork& to) {
  const Operations& family = numbers.family(operation.kind);
  const auto inside = scope.clip(family.interval(operation.at));
  if (!inside || !scope.has(family.stream[operation.at])) return;
  ++to.operations;
  if (operation.kind != OperationNumbers::kernel) return;
  ++to.kernels;
  to.kernel_time += inside->duration();
}

void add_part(const MeanwhileWork& part, MeanwhileWork& to) {
  to.operations += part.operations;
  to.kernels += part.kernels;
  to.kernel_time += part.kernel_time;
}

int64_t tid_of_work(const Profile& profile, const MeanwhileWork& of) {
  return profile.threads()[of.thread].tid;
}

// By label, in the upper half of the key, and thread.
using MeanwhileParts = std::unordered_map<uint64_t, MeanwhileWork>;

}  // namespace

RangesMeanwhile::RangesMeanwhile(const Profile& profile)
    : profile_(profile),
      forest_(profile.derived(build_nvtx_forest)),
      label_of_(profile.derived(build_nvtx_labels).of_template),
      of_process_(profile.processes().size()),
      found_(profile.threads().size()),
      has_label_(profile.derived(build_nvtx_labels).labels.size(), false) {
  for (size_t thread = 0; thread < forest_.of_thread.size(); ++thread)
    if (!forest_.of_thread[thread].empty())
      of_process_[profile.threads()[thread].process].push_back(ThreadIx(thread));
}

void RangesMeanwhile::find_others(ThreadIx own, ProcessIx process, Interval time) {
  const Nvtx& nvtx = profile_.nvtx();
  bool is_new = own != own_ || !forest_.of_process[process].empty();
  own_ = own;
  for (const ThreadIx thread : of_process_[process]) {
    NvtxForest::Innermost& found = found_[thread];
    if (thread == own) continue;
    is_new |= forest_.crosses(thread);
    if (found.holds_for(time)) continue;
    const uint32_t before = found.range;
    forest_.innermost(nvtx, thread, time, found);
    is_new |= found.range != before;
  }
  if (!is_new) return;
  for (const uint32_t range : others_) has_label_[label_of_[nvtx.text[range]]] = false;
  others_.clear();
  const auto add_range = [&](uint32_t range) {
    others_.push_back(range);
    has_label_[label_of_[nvtx.text[range]]] = true;
  };
  forest_.each_around(nvtx, process, time, add_range);
  for (const ThreadIx thread : of_process_[process])
    if (thread != own) forest_.each_around(nvtx, thread, time, add_range, found_[thread]);
}

std::span<const uint32_t> RangesMeanwhile::around(uint32_t call) {
  if (call == call_) return around_;
  call_ = call;
  const Nvtx& nvtx = profile_.nvtx();
  const ThreadIx own = profile_.calls().thread[call];
  const Interval time = profile_.calls().interval(call);
  find_others(own, profile_.threads()[own].process, time);
  around_ = others_;
  if (others_.empty()) return around_;
  const auto label = [&](uint32_t range) { return label_of_[nvtx.text[range]]; };
  const auto leave_out = [&](uint32_t inside) {
    if (has_label_[label(inside)])
      std::erase_if(around_, [&](uint32_t other) { return label(other) == label(inside); });
  };
  forest_.each_around(nvtx, own, time, leave_out, found_[own]);
  return around_;
}

std::vector<MeanwhileWork> launched_meanwhile(const Profile& profile, const Scope& scope, uint32_t range) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<MeanwhileWork> found;
  if (!nvtx.is_range(range) || nvtx.end(range) == Nvtx::kOpen) return found;
  const OperationNumbers numbers(profile);
  RangesMeanwhile ranges(profile);
  const bool on_one_thread = nvtx.is_on_one_thread(range);
  for (const uint32_t thread :
       profile.derived(build_call_threads).of_process[profile.threads()[nvtx.thread[range]].process]) {
    if (on_one_thread && thread == nvtx.thread[range].value) continue;
    MeanwhileWork work{ThreadIx(size_t{thread})};
    each_launched_by(profile, work.thread, nvtx.interval(range), [&](uint32_t call, auto operation) {
      const auto around = ranges.around(call);
      if (std::find(around.begin(), around.end(), range) != around.end())
        add_operation(scope, numbers, operation, work);
    });
    if (work.operations > 0) found.push_back(work);
  }
  std::sort(found.begin(), found.end(), [&](const MeanwhileWork& a, const MeanwhileWork& b) {
    return std::pair(-int64_t{a.kernel_time}, tid_of_work(profile, a)) <
           std::pair(-int64_t{b.kernel_time}, tid_of_work(profile, b));
  });
  return found;
}

MeanwhileByLabel build_meanwhile_by_label(const Profile& profile) {
  return meanwhile_by_label(profile, Scope::whole(profile));
}

MeanwhileByLabel meanwhile_by_label(const Profile& profile, const Scope& scope) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const Launches& launches = profile.derived(build_launches);
  const OperationNumbers numbers(profile);
  const size_t count = numbers.first(OperationNumbers::graph_run) + profile.graph_runs().size();
  std::vector<MeanwhileParts> shares(shares_of(count, labels.labels.size()));
  profile.derived(build_nvtx_forest);
  each_share(count, shares.size(), [&](size_t share, size_t from, size_t to) {
    RangesMeanwhile ranges(profile);
    std::vector<uint32_t> credited;
    ThrottledCheck check;
    for (size_t number = from; number < to; check(), ++number) {
      const auto operation = numbers[static_cast<uint32_t>(number)];
      const uint32_t call = links_of(launches, operation.kind)[operation.at];
      if (call == Launches::kNoCall) continue;
      credited.clear();
      for (const uint32_t range : ranges.around(call)) {
        const uint32_t label = labels.of_template[nvtx.text[range]];
        if (std::find(credited.begin(), credited.end(), label) != credited.end()) continue;
        credited.push_back(label);
        const ThreadIx thread = profile.calls().thread[call];
        add_operation(scope, numbers, operation,
                      shares[share]
                          .try_emplace(uint64_t{label} << 32 | thread.value, MeanwhileWork{thread})
                          .first->second);
      }
    }
  });
  MeanwhileParts all;
  for (const MeanwhileParts& share : shares)
    for (const auto& [key, work] : share)
      add_part(work, all.try_emplace(key, MeanwhileWork{work.thread}).first->second);
  MeanwhileByLabel found;
  for (const auto& [key, work] : all)
    if (work.operations > 0) found.all.push_back({static_cast<uint32_t>(key >> 32), work});
  std::sort(found.all.begin(), found.all.end(), [&](const MeanwhileOfLabel& a, const MeanwhileOfLabel& b) {
    return std::tuple(-int64_t{a.work.kernel_time}, std::string_view(labels.labels[a.label].label),
                      tid_of_work(profile, a.work)) <
           std::tuple(-int64_t{b.work.kernel_time}, std::string_view(labels.labels[b.label].label),
                      tid_of_work(profile, b.work));
  });
  return found;
}

std::string thread_words(const Profile& profile, ThreadIx thread) {
  const Thread& of = profile.threads()[thread];
  return fmt::format("thread {}{}", of.tid, of.name.empty() ? "" : " (" + one_line(of.name) + ")");
}

std::string meanwhile_note(const Profile& profile, const Scope& scope) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const MeanwhileByLabel own =
      scope.is_whole(profile) ? MeanwhileByLabel{} : meanwhile_by_label(profile, scope);
  const std::vector<MeanwhileOfLabel>& all =
      scope.is_whole(profile) ? profile.derived(build_meanwhile_by_label).all : own.all;
  if (all.empty()) return "";
  std::string text = "meanwhile, not inside a range but launched while it was open:";
  for (size_t i = 0; i < std::min(kMostLabelsNoted, all.size()); ++i)
    text += fmt::format("{} during {} {} {}, {}, by {}", i == 0 ? "" : ";",
                        one_line(labels.labels[all[i].label].label), readable_count(all[i].work.kernels),
                        all[i].work.kernels == 1 ? "kernel" : "kernels", readable_ns(all[i].work.kernel_time),
                        thread_words(profile, all[i].work.thread));
  if (all.size() > kMostLabelsNoted) text += fmt::format("; and {} more", all.size() - kMostLabelsNoted);
  return text;
}

}  // namespace nsys_ai
