// The card of a kernel's name: all of its runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "base/context.h"
#include "knowledge/subjects.h"
#include "profile/order.h"
#include "view/counted.h"
#include "view/pages/overview.h"
#include "view/targets/card.h"
#include "view/targets/card_parts.h"
#include "view/targets/kernel_shape.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

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
  std::string text = "- Launched as " + shape_text(shape);
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
  std::string text = fmt::format("- Launched in {} ({} of {} runs", markdown_code(labels.labels[label].label),
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
    text += fmt::format("- On {}: {}, {}\n", markdown_escaped(device_name(profile, DeviceIx(device))),
                        counted(of.first, "call", "calls"), readable_ns(of.second));
  return text;
}

// What takes a walk over all runs of a name, by its place in CaptureKernelStats::by_total.
struct NameLines {
  struct Of {
    std::string text;
    uint32_t longest = 0;
  };
  std::vector<Of> of_place;
};
NameLines build_name_lines(const Profile& profile) {
  const auto& names = profile.derived(build_kernel_stats).by_total;
  const KernelsByName& by_name = profile.derived(build_kernels_by_name);
  if (profile.nvtx().size() > 0) {
    profile.derived(build_attribution);
    profile.derived(build_nvtx_labels);
  }
  NameLines lines;
  lines.of_place.resize(names.size());
  parallel_for(usable_cores(), names.size(), [&](size_t place) {
    check_cancelled();
    const auto kernels = by_name.of(names[place].name);
    lines.of_place[place] = {
        devices_of(profile, kernels) + launches_of(profile, kernels) + ranges_of(profile, kernels),
        *std::ranges::max_element(kernels, {},
                                  [&](uint32_t each) { return int64_t{profile.kernels().duration[each]}; })};
  });
  return lines;
}

}  // namespace

std::string shape_text(const LaunchShape& shape) {
  return fmt::format("grid {} of block {}, {} registers a thread, {} shared memory", dimensions(shape.grid),
                     dimensions(shape.block), shape.registers_per_thread,
                     readable_bytes(int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes));
}

std::optional<std::string> kernel_name_card(const Profile& profile, const Target& target) {
  const CaptureKernelStats& whole = profile.derived(build_kernel_stats);
  const auto found = std::find_if(whole.by_total.begin(), whole.by_total.end(), [&](const KernelStats& of) {
    return int64_t{of.name.value} == target.number;
  });
  if (found == whole.by_total.end()) return std::nullopt;
  const KernelFamily family = profile.derived(build_kernel_families).of(found->name);
  const NameLines::Of& lines =
      profile.derived(build_name_lines).of_place[static_cast<size_t>(found - whole.by_total.begin())];
  std::string text =
      fmt::format("**{}**, {}\n\n{}\n\n", markdown_escaped(base_name(profile.text(found->name))),
                  name_of(family), markdown_code(profile.text(found->name)));
  text +=
      fmt::format("{}, **{}**, {} of {} of kernel time on all GPUs (number {} of {})\n\n",
                  counted(found->calls, "call", "calls"), readable_ns(found->total),
                  readable_share(ratio_of(found->total, whole.total)), readable_ns(whole.total),
                  found - whole.by_total.begin() + 1, counted(whole.by_total.size(), "kernel", "kernels"));
  text += why_it_matters(name_of(family));
  const auto column = [](const char* name) { return Column{name, ValueType::integer, Unit::ns, ""}; };
  text += markdown_table(
      {{column("average"), column("shortest"), column("p50"), column("p90"), column("longest")},
       {{found->average, found->min, found->p50, found->p90, found->max}}});
  text += "\n";
  text += lines.text;
  if (const std::string statements = statements_text(name_statements(profile.text(found->name)));
      !statements.empty())
    text += fmt::format("- Its name says: {}\n", markdown_escaped(one_line(statements)));
  text += background_of(pages_of_kernel(profile, found->name));
  const std::string run = fmt::format("kernel:{}", int64_t{profile.kernels().row[lines.longest]});
  text += fmt::format("- Longest run: {} at {}\n", target_link(run, run),
                      readable_clock(profile.kernels().start[lines.longest]));
  return text;
}

}  // namespace nsys_ai
