// One function a kind of target. A name from the profile is data: it is escaped, or stands in code with its
// backquotes replaced.
#include "view/targets/target_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/stream_totals.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "profile/order.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "view/markdown_code.h"
#include "view/pages/overview.h"
#include "view/targets/card.h"
#include "view/targets/event_details.h"
#include "view/targets/host_cards.h"
#include "view/targets/target.h"

namespace nsys_ai::inline view {
namespace {

std::string code(std::string_view text) { return markdown_code(text); }

// A line that leads to pages; empty where there are none.
std::string background_of(const std::vector<const KnowledgePage*>& pages) {
  std::string text;
  for (const KnowledgePage* page : pages)
    text += fmt::format("{}{}", text.empty() ? "- Background: " : ", ",
                        target_link(page->heading, target_of_page(page->key)));
  return text.empty() ? text : text + "\n";
}

double ratio_of(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::string dimensions(const int32_t (&size)[3]) {
  return fmt::format("{} x {} x {}", size[0], size[1], size[2]);
}

// The value that stands for most of `counts`, with how many it stands for.
template <class Key>
std::pair<Key, int64_t> most(const std::map<Key, int64_t>& counts) {
  const auto found = std::max_element(counts.begin(), counts.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  return *found;
}

std::string launches_of(const Profile& profile, std::span<const uint32_t> kernels) {
  const Coded<LaunchShape>& all = profile.kernels().shapes;
  std::map<uint32_t, int64_t> shapes;
  for (const uint32_t kernel : kernels) ++shapes[all.code[kernel]];
  const auto [code, count] = most(shapes);
  const LaunchShape& shape = all.values[code];
  std::string text =
      fmt::format("- Launched as grid {} of block {}, {} registers a thread, {} shared memory",
                  dimensions(shape.grid), dimensions(shape.block), shape.registers_per_thread,
                  readable_bytes(int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes));
  if (shapes.size() > 1)
    text += fmt::format(" in {} of {} runs; {} shapes in all", readable_count(count),
                        readable_count(static_cast<int64_t>(kernels.size())), shapes.size());
  return text + "\n";
}

std::string ranges_of(const Profile& profile, std::span<const uint32_t> kernels) {
  if (profile.nvtx().size() == 0) return "";
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::map<uint32_t, int64_t> by_label;
  int64_t outside = 0;
  for (const uint32_t kernel : kernels) {
    const uint32_t range = attribution.of_kernel[kernel];
    if (range == NvtxForest::kNoRange)
      ++outside;
    else
      ++by_label[labels.of_template[profile.nvtx().text[range]]];
  }
  if (by_label.empty()) return "- No run was launched inside an NVTX range\n";
  const auto [label, count] = most(by_label);
  std::string text = fmt::format("- Launched in {} ({} of {} runs", code(labels.labels[label].label),
                                 readable_count(count), readable_count(static_cast<int64_t>(kernels.size())));
  if (by_label.size() > 1) text += fmt::format("; {} labels in all", by_label.size());
  if (outside > 0) text += fmt::format("; {} outside of any range", readable_count(outside));
  return text + ")\n";
}

std::string devices_of(const Profile& profile, std::span<const uint32_t> kernels) {
  std::map<uint32_t, std::pair<int64_t, Sum>> by_device;
  for (const uint32_t kernel : kernels) {
    auto& [count, time] = by_device[profile.streams()[profile.kernels().stream[kernel]].device.value];
    ++count;
    time += profile.kernels().interval(kernel).duration();
  }
  std::string text;
  for (const auto& [device, of] : by_device)
    text += fmt::format("- On {}: {} calls, {}\n", markdown_escaped(device_name(profile, DeviceIx(device))),
                        readable_count(of.first), readable_ns(of.second));
  return text;
}

std::optional<std::string> label_card(const Profile& profile, int64_t at) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  if (at >= static_cast<int64_t>(labels.labels.size())) return std::nullopt;
  const LabelStats& of = labels.labels[static_cast<size_t>(at)];
  std::string text = fmt::format("**NVTX** {}\n\n", code(of.label));
  text += fmt::format("{} range{}, **{}** on the host, summed over threads; the longest takes {}\n\n",
                      readable_count(of.count), of.count == 1 ? "" : "s", readable_ns(of.host_total),
                      readable_ns(of.host_max));
  if (of.open > 0) text += fmt::format("- {} of them were never closed\n", readable_count(of.open));
  if (profile.kernels().size() == 0) return text + "- The capture recorded no kernels\n";
  const int64_t total = profile.derived(build_kernel_stats).total;
  if (of.kernels == 0) return text + "- No kernel was launched inside\n";
  return text + fmt::format("- Launched {} kernels, **{}** on the GPU: {} of {} of kernel time on all GPUs\n",
                            readable_count(of.kernels), readable_ns(of.kernel_time),
                            readable_share(ratio_of(of.kernel_time, total)), readable_ns(total));
}

std::string span_table(const DeviceTime& time) {
  Table table{{{"", ValueType::text, Unit::none, ""},
               {"time", ValueType::integer, Unit::ns, ""},
               {"of span", ValueType::real, Unit::share, ""}},
              {}};
  const int64_t span = time.span.duration();
  const auto add = [&](const char* what, int64_t ns) {
    table.rows.push_back({std::string(what), ns, ratio_of(ns, span)});
  };
  add("busy", time.busy);
  add("kernels", time.kernel);
  add("compute", time.compute);
  add("communication", time.communication);
  add("exposed communication", time.exposed_communication());
  add("copies", time.copy);
  add("idle", time.idle());
  return markdown_table(table);
}

std::string when_and_where(const Profile& profile, const Operations& of, size_t at) {
  const Stream& stream = profile.streams()[of.stream[at]];
  return fmt::format("{} at {}, on {}, stream {}\n\n", readable_ns(of.interval(at).duration()),
                     readable_clock(of.start[at]), markdown_escaped(device_name(profile, stream.device)),
                     stream.stream);
}

// Its launch is told where it was recorded.
std::string unknown_launch(uint32_t call) {
  return call == Launches::kNoCall ? "- No launching call was recorded\n" : "";
}

}  // namespace

std::optional<std::string> kernel_name_card(const Profile& profile, const Target& target) {
  const WholeKernelStats& whole = profile.derived(build_kernel_stats);
  const auto found = std::find_if(whole.by_total.begin(), whole.by_total.end(), [&](const KernelStats& of) {
    return int64_t{of.name.value} == target.number;
  });
  if (found == whole.by_total.end()) return std::nullopt;
  const auto kernels = profile.derived(build_kernels_by_name).of(found->name);
  const KernelFamily family = profile.derived(build_kernel_families).of(found->name);
  const uint32_t longest = *std::max_element(kernels.begin(), kernels.end(), [&](uint32_t a, uint32_t b) {
    return profile.kernels().interval(a).duration() < profile.kernels().interval(b).duration();
  });
  std::string text =
      fmt::format("**{}**, {}\n\n{}\n\n", markdown_escaped(base_name(profile.text(found->name))),
                  name_of(family), code(profile.text(found->name)));
  text += fmt::format("{} calls, **{}**, {} of {} of kernel time on all GPUs (number {} of {} kernels)\n\n",
                      readable_count(found->calls), readable_ns(found->total),
                      readable_share(ratio_of(found->total, whole.total)), readable_ns(whole.total),
                      found - whole.by_total.begin() + 1, whole.by_total.size());
  const auto column = [](const char* name) { return Column{name, ValueType::integer, Unit::ns, ""}; };
  text += markdown_table(
      {{column("average"), column("shortest"), column("p50"), column("p90"), column("longest")},
       {{found->average, found->min, found->p50, found->p90, found->max}}});
  text += "\n";
  text += devices_of(profile, kernels) + launches_of(profile, kernels) + ranges_of(profile, kernels);
  if (family != KernelFamily::other)
    text += fmt::format("- A kernel of this family {}\n", meaning_of(family));
  const KernelFacts& facts = profile.derived(build_kernel_families).facts_of(found->name);
  if (const std::string told = facts_text(facts); !told.empty())
    text += fmt::format("- Its name says: {}\n", told);
  text += background_of(pages_of_kernel(profile, found->name));
  const std::string run = fmt::format("kernel:{}", int64_t{profile.kernels().row[longest]});
  text += fmt::format("- Longest run: {} at {}\n", target_link(run, run),
                      readable_clock(profile.kernels().start[longest]));
  return text;
}

std::optional<std::string> device_card(const Profile& profile, const Target& target) {
  for (const DeviceTime& time : profile.derived(build_device_times)) {
    if (int64_t{time.device.value} != target.number) continue;
    const int64_t span = time.span.duration();
    std::string text = fmt::format("**{}**\n\n", markdown_escaped(device_name(profile, time.device)));
    if (const GpuIx gpu = profile.devices()[time.device].gpu; gpu.exists()) {
      const Gpu& of = profile.gpus()[gpu];
      text += fmt::format("{} SMs, {} of memory", of.sm_count, readable_bytes(of.memory_bytes));
      if (of.bandwidth_bytes_per_s > 0)
        text += fmt::format(", {}/s", readable_bytes(of.bandwidth_bytes_per_s));
      text += "\n\n";
    }
    text += span_table(time);
    text += fmt::format(
        "\n{} kernels, {} when summed; span {} from first to last operation. "
        "Times are unions of intervals.\n",
        readable_count(time.kernels), readable_ns(time.kernel_sum), readable_ns(span));
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> finding_card(const Profile& profile, const Target& target) {
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != target.key) continue;
    std::string text =
        fmt::format("**{}** ({})\n\n{}\n\n{}\n", markdown_escaped(finding.title), name_of(finding.severity),
                    markdown_escaped(finding.detail), finding.advice);
    text += fmt::format("\nTo verify: {}\n", finding.verify);
    if (finding.at_stake_ns > 0)
      text +=
          fmt::format("\nAt stake, on average over the GPUs: at most {}\n", readable_ns(finding.at_stake_ns));
    for (const std::string& ref : finding.refs) text += fmt::format("- {}\n", target_link(ref, ref));
    if (const auto pages = pages_of_cause(profile, finding.key); !pages.empty())
      text += (finding.refs.empty() ? "\n" : "") + background_of(pages);
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> copy_kind_card(const Profile& profile, const Target& target) {
  const int64_t kind = target.number;
  for (const TransferTotals& of : transfer_totals(profile, Scope::whole(profile))) {
    if (of.copy_kind != kind) continue;
    std::map<std::pair<uint8_t, uint8_t>, int64_t> kinds;
    const Copies& copies = profile.copies();
    for (size_t i = 0; i < copies.size(); ++i)
      if (copies.copy_kind[i] == kind) ++kinds[{copies.src_kind[i], copies.dst_kind[i]}];
    std::string text = fmt::format(
        "**{}**\n\n{} copies, {}, **{}** summed over all GPUs, {} on average\n\n", copy_kind_name(kind),
        readable_count(of.operations), readable_bytes(of.bytes), readable_ns(of.total),
        of.total > 0 ? readable(Value(ratio_of(of.bytes, of.total)), Unit::gb_per_s) : "-");
    for (const auto& [memory, count] : kinds)
      text += fmt::format("- {} from {} to {} memory\n", readable_count(count),
                          memory_kind_name(memory.first), memory_kind_name(memory.second));
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> stream_card(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.streams().size())) return std::nullopt;
  const StreamIx at(static_cast<size_t>(target.number));
  const StreamTotals& of = profile.derived(build_stream_totals)[at];
  std::string text = fmt::format("**Stream {}** of context {} on {}\n\n", profile.streams()[at].stream,
                                 profile.streams()[at].context,
                                 markdown_escaped(device_name(profile, profile.streams()[at].device)));
  if (of.operations() == 0) return text + "- Nothing ran on it\n";
  text += fmt::format("- {} kernels, {} summed\n", readable_count(of.kernels), readable_ns(of.kernel_time));
  if (of.copies > 0)
    text += fmt::format("- {} copies, {} summed\n", readable_count(of.copies), readable_ns(of.copy_time));
  if (of.memsets > 0) text += fmt::format("- {} memsets\n", readable_count(of.memsets));
  if (of.graph_runs > 0) text += fmt::format("- {} whole CUDA graphs\n", readable_count(of.graph_runs));
  return text + fmt::format("- From {} to {}, first start to last end\n", readable_clock(of.span.start),
                            readable_clock(of.span.end));
}

std::optional<std::string> kernel_card(const Profile& profile, const Target& target) {
  const Kernels& kernels = profile.kernels();
  const size_t at = kernels.row.find(target.number);
  if (at == kernels.size()) return std::nullopt;
  std::string text = fmt::format("**kernel:{}** {}\n\n", target.number, code(profile.text(kernels.name(at))));
  text += when_and_where(profile, kernels, at);
  text += unknown_launch(profile.derived(build_launches).of_kernel[at]);
  const uint32_t kernel = static_cast<uint32_t>(at);
  return text + launches_of(profile, std::span(&kernel, 1)) + ranges_of(profile, std::span(&kernel, 1));
}

std::optional<std::string> memcpy_card(const Profile& profile, const Target& target) {
  const Copies& copies = profile.copies();
  const size_t at = copies.row.find(target.number);
  if (at == copies.size()) return std::nullopt;
  std::string text = fmt::format("**memcpy:{}** {}, {}\n\n", target.number,
                                 copy_kind_name(copies.copy_kind[at]), readable_bytes(copies.bytes[at]));
  text += when_and_where(profile, copies, at);
  text += fmt::format("- From {} to {} memory\n", memory_kind_name(copies.src_kind[at]),
                      memory_kind_name(copies.dst_kind[at]));
  return text + unknown_launch(profile.derived(build_launches).of_copy[at]);
}

std::optional<std::string> memset_card(const Profile& profile, const Target& target) {
  const Memsets& memsets = profile.memsets();
  const size_t at = memsets.row.find(target.number);
  if (at == memsets.size()) return std::nullopt;
  std::string text =
      fmt::format("**memset:{}** {} of {} memory\n\n", target.number, readable_bytes(memsets.bytes[at]),
                  memory_kind_name(memsets.memory_kind[at]));
  text += when_and_where(profile, memsets, at);
  return text + unknown_launch(profile.derived(build_launches).of_memset[at]);
}

std::optional<std::string> gap_card(const Profile& profile, const Target& target) {
  if (target.number < 0 || target.number >= static_cast<int64_t>(profile.devices().size()))
    return std::nullopt;
  const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  if (!gap) return std::nullopt;
  std::string text = fmt::format("**Idle** for **{}** at {}, {}\n\n- Cause: {}\n",
                                 readable_ns(gap->gap.duration()), readable_clock(gap->gap.start),
                                 markdown_escaped(device_name(profile, gap->device)), name_of(gap->cause));
  if (gap->host_range != NvtxForest::kNoRange)
    text += fmt::format("- The launching thread was in {}\n", code(profile.nvtx_text(gap->host_range)));
  return text;
}

std::optional<std::string> iteration_card(const Profile& profile, const Target& target) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (target.number >= static_cast<int64_t>(iterations.all.size())) return std::nullopt;
  const Iteration& of = iterations.all[static_cast<size_t>(target.number)];
  const ProcessSteps& steps = iterations.of(of);
  const bool is_repeat = steps.source == StepSource::repeat;
  std::string text = fmt::format("**{} {}**", is_repeat ? "Repeat" : "Step", of.number);
  if (const auto pid = profile.pid_of(of.process)) text += fmt::format(" of process {}", *pid);
  std::string words(words_before_label(steps.source));
  words.front() = static_cast<char>(words.front() - 'a' + 'A');
  text += fmt::format("\n\n- {} {}\n", words, code(steps.label));
  if (of.gpu.empty()) return text + "- It launched nothing that ran on a GPU\n";
  return text + fmt::format("- On the GPU for **{}**, from {} to {}, first start to last end\n",
                            readable_ns(of.gpu.duration()), readable_clock(of.gpu.start),
                            readable_clock(of.gpu.end));
}

std::optional<std::string> nvtx_card(const Profile& profile, const Target& target) {
  auto text = range_card(profile, target.number);
  if (!text) return std::nullopt;
  const Nvtx& nvtx = profile.nvtx();
  const uint32_t label =
      profile.derived(build_nvtx_labels).of_template[nvtx.text[nvtx.row.find(target.number)]];
  if (label == NvtxLabels::kNoLabel) return text;
  return *text + "\n---\n\n" + label_card(profile, label).value_or("");
}

std::optional<std::string> page_card(const Profile&, const Target& target) {
  const Reading* page = reading_of(target.key);
  if (page == nullptr) return std::nullopt;
  return fmt::format("**{}**\n\n{}\n", markdown_escaped(page->heading), markdown_escaped(page->summary));
}

std::optional<std::string> skill_card(const Profile&, const Target& target) {
  const auto skill = built_in_skills().find(target.key.substr(0, target.key.find(' ')));
  if (!skill) return std::nullopt;
  const SkillInfo& info = (*skill)->info;
  return fmt::format("**{}** {}\n\n{}\n", info.name, markdown_escaped(info.title),
                     markdown_escaped(info.reading.empty() ? info.doc : info.reading));
}

std::optional<std::string> source_card(const Profile&, const Target& target) {
  if (target.number == 0) return fmt::format("{}, as the capture names it\n", code(target.key));
  return fmt::format("{}, line {}, as the capture names it\n", code(target.key), target.number);
}

std::optional<std::string> event_card(const Profile& profile, const Target& target) {
  return event_card(profile, target.key, target.number);
}

std::optional<std::string> kernel_runs_card(const Profile&, const Target&) {
  return "**All runs** of this kernel by start, a line each\n";
}

std::optional<std::string> nvtx_label_card(const Profile& profile, const Target& target) {
  return label_card(profile, target.number);
}

std::optional<std::string> nvtx_ranges_card(const Profile&, const Target&) {
  return "**All ranges** of this label by start, a line each\n";
}

std::optional<std::string> ranges_card(const Profile&, const Target&) {
  return "**The NVTX ranges** of each thread as a tree, with the GPU time of what they launched\n";
}

std::optional<std::string> runtime_call_card(const Profile& profile, const Target& target) {
  return call_card(profile, target.number);
}

}  // namespace nsys_ai::inline view
