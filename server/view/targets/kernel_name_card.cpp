// The card of a kernel's name: all of its runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "knowledge/subjects.h"
#include "profile/order.h"
#include "view/counted.h"
#include "view/pages/overview.h"
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

void add_launches(const Profile& profile, std::span<const uint32_t> kernels, Card& card) {
  const Coded<LaunchShape>& all = profile.kernels().shapes;
  std::map<uint32_t, int64_t> shapes;
  for (const uint32_t kernel : kernels) ++shapes[all.code[kernel]];
  const auto [shape, count] = most(shapes);
  std::string text = "Launched as " + shape_text(all.values[shape]);
  if (shapes.size() > 1)
    text += fmt::format(" in {} of {} runs; {} shapes in all", readable_count(count),
                        readable_count(static_cast<int64_t>(kernels.size())), shapes.size());
  card.item(text);
}

void add_ranges(const Profile& profile, std::span<const uint32_t> kernels, Card& card) {
  if (profile.nvtx().size() == 0) return;
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
  if (by_label.empty()) return card.item("No run was launched inside an NVTX range");
  const auto [label, count] = most(by_label);
  std::string text = fmt::format(" ({} of {} runs", readable_count(count),
                                 readable_count(static_cast<int64_t>(kernels.size())));
  if (by_label.size() > 1) text += fmt::format("; {} labels in all", by_label.size());
  if (outside > 0) text += fmt::format("; {} outside of any range", readable_count(outside));
  card.item("Launched in ", code(labels.labels[label].label), text, ")");
}

void add_devices(const Profile& profile, std::span<const uint32_t> kernels, Card& card) {
  std::map<uint32_t, std::pair<int64_t, Sum>> by_device;
  for (const uint32_t kernel : kernels) {
    auto& [count, time] = by_device[profile.streams()[profile.kernels().stream[kernel]].device.value];
    ++count;
    time += profile.kernels().interval(kernel).duration();
  }
  for (const auto& [device, of] : by_device)
    card.item("On ", device_name(profile, DeviceIx(device)), ": ", counted(of.first, "call", "calls"), ", ",
              readable_ns(of.second));
}

// What takes a walk over all runs of a name, by its place in CaptureKernelStats::by_total.
struct RunsOfNames {
  struct Of {
    Card items;
    uint32_t longest = 0;
  };
  std::vector<Of> of_place;
};
RunsOfNames build_runs_of_names(const Profile& profile) {
  const auto& names = profile.derived(build_kernel_stats).by_total;
  const KernelsByName& by_name = profile.derived(build_kernels_by_name);
  if (profile.nvtx().size() > 0) {
    profile.derived(build_attribution);
    profile.derived(build_nvtx_labels);
  }
  RunsOfNames runs;
  runs.of_place.resize(names.size());
  parallel_for(usable_cores(), names.size(), [&](size_t place) {
    check_cancelled();
    const auto kernels = by_name.of(names[place].name);
    RunsOfNames::Of& of = runs.of_place[place];
    add_devices(profile, kernels, of.items);
    add_launches(profile, kernels, of.items);
    add_ranges(profile, kernels, of.items);
    of.longest = *std::ranges::max_element(
        kernels, {}, [&](uint32_t each) { return int64_t{profile.kernels().duration[each]}; });
  });
  return runs;
}

}  // namespace

std::string shape_text(const LaunchShape& shape) {
  return fmt::format("grid {} of block {}, {} registers a thread, {} shared memory", dimensions(shape.grid),
                     dimensions(shape.block), shape.registers_per_thread,
                     readable_bytes(int64_t{shape.static_shared_bytes} + shape.dynamic_shared_bytes));
}

std::optional<Card> kernel_name_card(const Profile& profile, const Target& target) {
  const CaptureKernelStats& whole = profile.derived(build_kernel_stats);
  const auto found = std::find_if(whole.by_total.begin(), whole.by_total.end(), [&](const KernelStats& of) {
    return int64_t{of.name.value} == target.number;
  });
  if (found == whole.by_total.end()) return std::nullopt;
  const KernelFamily family = profile.derived(build_kernel_families).of(found->name);
  const RunsOfNames::Of& runs =
      profile.derived(build_runs_of_names).of_place[static_cast<size_t>(found - whole.by_total.begin())];
  const std::string_view name = profile.text(found->name);
  Card card;
  card.paragraph(strong(std::string(base_name(name))), ", ", name_of(family));
  card.paragraph(code(name));
  card.paragraph(
      counted(found->calls, "call", "calls"), ", ", strong(readable_ns(found->total)),
      fmt::format(", {} of {} of kernel time on all GPUs (number {} of {})",
                  readable_share(ratio_of(found->total, whole.total)), readable_ns(whole.total),
                  found - whole.by_total.begin() + 1, counted(whole.by_total.size(), "kernel", "kernels")));
  add_why_it_matters(name_of(family), card);
  card.table({{{"average", true}, {"shortest", true}, {"p50", true}, {"p90", true}, {"longest", true}},
              {{readable_ns(found->average), readable_ns(found->min), readable_ns(found->p50),
                readable_ns(found->p90), readable_ns(found->max)}}});
  card.add(runs.items);
  add_name_statements(name, card);
  add_background(pages_of_kernel(profile, found->name), card);
  const std::string run = fmt::format("kernel:{}", int64_t{profile.kernels().row[runs.longest]});
  card.item("Longest run: ", target_link(run, run), " at ",
            readable_clock(profile.kernels().start[runs.longest]));
  return card;
}

}  // namespace nsys_ai
