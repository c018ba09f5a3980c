// The cards of what the host did: calls, NVTX ranges, and labels of ranges.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/launched_work.h"
#include "base/text_table.h"
#include "view/counted.h"
#include "view/targets/card_parts.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

std::string on_thread(const Profile& profile, ThreadIx thread) {
  return markdown_escaped(one_line(thread_name(profile, thread)));
}

// Of the whole capture, kept.
struct WholeCallStats {
  std::vector<CallStats> by_total;
};
WholeCallStats build_whole_call_stats(const Profile& profile) {
  return {call_stats(profile, Scope::whole(profile))};
}

std::string alike_calls(const Profile& profile, size_t at) {
  const Calls& calls = profile.calls();
  if (!is_own_call(calls, at)) return "";
  const std::string_view name = base_call_name(profile.text(calls.name[at]));
  const auto& all = profile.derived(build_whole_call_stats).by_total;
  const auto of = std::ranges::find(all, name, &CallStats::name);
  if (of == all.end() || of->calls < 2) return "";
  const int64_t duration = calls.interval(at).duration();
  return fmt::format("- Among {} calls of {}: {} the median of {} (90 % take at most {}, the longest {})\n",
                     readable_count(of->calls), markdown_code(name), compared(duration, of->p50),
                     readable_ns(of->p50), readable_ns(of->p90), readable_ns(of->max));
}

std::string call_role(const CallKind& kind) {
  if (kind.role == CallRole::synchronise) return "- The thread waits in it until the GPU has done its work\n";
  if (kind.blocks()) return "- The thread waits in it until the copy is done\n";
  return "";
}

// What was launched inside, and when that ran.
std::string work_lines(const Profile& profile, uint32_t range) {
  const LaunchedWork work = launched_in_range(profile, range);
  if (work.operations == 0) return "- Nothing was launched inside\n";
  return fmt::format(
      "- Launched {} operation{}, among them {} kernel{}, **{}** when summed\n"
      "- On the GPU from {} to {}: {} from first start to last end\n",
      readable_count(work.operations), work.operations == 1 ? "" : "s", readable_count(work.kernels),
      work.kernels == 1 ? "" : "s", readable_ns(work.kernel_time), readable_clock(work.time.start),
      readable_clock(work.time.end), readable_ns(work.time.duration()));
}

std::optional<std::string> label_card(const Profile& profile, int64_t at) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  if (at >= static_cast<int64_t>(labels.labels.size())) return std::nullopt;
  const LabelStats& of = labels.labels[static_cast<size_t>(at)];
  std::string text = fmt::format("**NVTX** {}\n\n", markdown_code(of.label));
  text += fmt::format("{} range{}, **{}** on the host, summed over threads; the longest takes {}\n\n",
                      readable_count(of.count), of.count == 1 ? "" : "s", readable_ns(of.host_total),
                      readable_ns(of.host_max));
  if (of.open > 0) text += fmt::format("- {} of them were never closed\n", readable_count(of.open));
  if (profile.kernels().size() == 0) return text + "- The capture recorded no kernels\n";
  const int64_t total = profile.derived(build_kernel_stats).total;
  if (of.kernels == 0) return text + "- No kernel was launched inside\n";
  return text + fmt::format("- Launched {}, **{}** on the GPU: {} of {} of kernel time on all GPUs\n",
                            counted(of.kernels, "kernel", "kernels"), readable_ns(of.kernel_time),
                            readable_share(ratio_of(of.kernel_time, total)), readable_ns(total));
}

}  // namespace

std::optional<std::string> runtime_call_card(const Profile& profile, const Target& target) {
  const Calls& calls = profile.calls();
  const size_t at = calls.row.find(target.number);
  if (at >= calls.size()) return std::nullopt;
  std::string text =
      fmt::format("**runtime_call:{}** {}\n\n", target.number, markdown_code(profile.text(calls.name[at])));
  text += fmt::format("**{}** at {}, on thread {}\n\n", readable_ns(calls.interval(at).duration()),
                      readable_clock(calls.start[at]), on_thread(profile, calls.thread[at]));
  text += why_it_matters("call") + alike_calls(profile, at);
  text += call_role(profile.derived(build_call_kinds).of(calls, at));
  if (calls.return_value[at] != 0)
    text += fmt::format("- Returned {}, which is no success\n", int64_t{calls.return_value[at]});
  if (calls.correlation[at] != 0) text += fmt::format("- Correlation {}\n", uint32_t{calls.correlation[at]});
  return text;
}

std::optional<std::string> nvtx_card(const Profile& profile, const Target& target) {
  const Nvtx& nvtx = profile.nvtx();
  const size_t at = nvtx.row.find(target.number);
  if (at >= nvtx.size()) return std::nullopt;
  std::string text = fmt::format("**nvtx:{}** {}\n\n", target.number, markdown_code(profile.nvtx_text(at)));
  const bool open = nvtx.end(at) == Nvtx::kOpen;
  text += fmt::format("{} at {}, on thread {}\n\n",
                      nvtx.is_mark(at) ? "A mark"
                      : open           ? "Never closed; begun"
                                       : "**" + readable_ns(nvtx.interval(at).duration()) + "**",
                      readable_clock(nvtx.start[at]), on_thread(profile, nvtx.thread[at]));
  if (nvtx.is_range(at) && !open)
    text += why_it_matters("range") + work_lines(profile, static_cast<uint32_t>(at));
  const uint32_t label = profile.derived(build_nvtx_labels).of_template[nvtx.text[at]];
  if (label == NvtxLabels::kNoLabel) return text;
  return text + "\n---\n\n" + label_card(profile, label).value_or("");
}

std::optional<std::string> nvtx_label_card(const Profile& profile, const Target& target) {
  return label_card(profile, target.number);
}

}  // namespace nsys_ai
