// Kernels of one name are disjoint, so their times add up; labels nest in one another, so theirs do not.
#include "features/sources/source_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"
#include "view/pages/page_cells.h"
#include "view/targets/card.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kListedMatches = 8;
constexpr size_t kMatchNameWidth = 80;

std::string shown(std::string_view name) { return shortened(one_line(name), kMatchNameWidth); }

std::string counted(int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", readable_count(count), what, count == 1 ? "" : "s");
}

const KernelStats& kernel_of(const Profile& profile, uint32_t place) {
  return profile.derived(build_kernel_stats).by_total[place];
}

struct KernelTotal {
  int64_t calls = 0;
  Sum time{};
};
KernelTotal total_of(const Profile& profile, const SourceMatch& match) {
  KernelTotal total;
  for (const uint32_t kernel : match.kernels) {
    total.calls += kernel_of(profile, kernel).calls;
    total.time += kernel_of(profile, kernel).total;
  }
  return total;
}

// The devices that kernels ran on: what the kernel time of the capture is summed over.
std::string build_kernel_devices(const Profile& profile) {
  std::set<uint32_t> used;
  const Kernels& kernels = profile.kernels();
  for (size_t i = 0; i < kernels.size(); ++i) used.insert(profile.streams()[kernels.stream[i]].device.value);
  std::set<int64_t> ordinals;
  for (const uint32_t device : used) ordinals.insert(profile.devices()[device].ordinal);
  // An ordinal is its process's: two processes may mean different GPUs by one.
  if (ordinals.size() < used.size() || used.empty()) return fmt::format("{} devices", used.size());
  std::string text = fmt::format("GPU {}", *ordinals.begin());
  if (ordinals.size() == 1) return text;
  const bool row = *ordinals.rbegin() - *ordinals.begin() + 1 == static_cast<int64_t>(ordinals.size());
  if (row) return text + fmt::format("-{}", *ordinals.rbegin());
  for (auto at = std::next(ordinals.begin()); at != ordinals.end(); ++at) text += fmt::format(", {}", *at);
  return text;
}

const LabelStats& label_of(const Profile& profile, uint32_t label) {
  return profile.derived(build_nvtx_labels).labels[label];
}

std::string share_of_kernel_time(const Profile& profile, int64_t time) {
  const int64_t whole = profile.derived(build_kernel_stats).total;
  return fmt::format("{} of kernel time on {}", readable_share(ratio(time, whole)),
                     profile.derived(build_kernel_devices));
}

std::string label_summary(const Profile& profile, const SourceMatch& match) {
  const LabelStats& of = label_of(profile, match.labels.front());
  std::string text = counted(of.count, "range") + ", ";
  if (of.kernels > 0)
    text += fmt::format("{} in {}, {}", readable_ns(of.kernel_time), counted(of.kernels, "kernel"),
                        share_of_kernel_time(profile, of.kernel_time));
  else
    text += fmt::format("{} on the host", readable_ns(of.host_total));
  if (match.labels.size() > 1)
    text = fmt::format("{} fit, the largest: {}", counted(static_cast<int64_t>(match.labels.size()), "label"),
                       text);
  if (match.same_named > 1) text += fmt::format("; {} functions here have this name", match.same_named);
  return text;
}

// In how many namespaces or classes the kernels are that a name may mean.
size_t scopes_of(const Profile& profile, const std::vector<uint32_t>& kernels) {
  std::set<std::string> qualified;
  for (const uint32_t kernel : kernels)
    qualified.insert(qualified_name(profile.text(kernel_of(profile, kernel).name)));
  return qualified.size();
}

// A table of the first of them, with how many more there are, before the card of the first.
void add_listed(CardTable table, size_t all, const Profile& profile, const std::string& first, Card& to) {
  to.table(std::move(table));
  if (all > kListedMatches) to.paragraph(fmt::format("and {} more", all - kListedMatches));
  to.rule();
  to.add(card(profile, first).value_or(Card{}));
}

// Several kernels of one name are instances of a template, or of functions in several namespaces.
Card kernels_card(const Profile& profile, const std::vector<uint32_t>& kernels) {
  const std::string first = target_of_kernel_name(kernel_of(profile, kernels.front()).name);
  if (kernels.size() == 1) return card(profile, first).value_or(Card{});
  const size_t scopes = scopes_of(profile, kernels);
  Card all;
  all.paragraph(
      scopes == 1
          ? fmt::format("{} kernels were compiled from this name:", kernels.size())
          : fmt::format("{} kernels have this name, in {} scopes; the source does not say which is meant:",
                        kernels.size(), scopes));
  CardTable table{{{"kernel"}, {"calls", true}, {"total", true}}, {}, false};
  for (size_t i = 0; i < std::min(kernels.size(), kListedMatches); ++i) {
    const KernelStats& stats = kernel_of(profile, kernels[i]);
    table.rows.push_back({shown(display_name(profile.text(stats.name))), readable_count(stats.calls),
                          readable_ns(stats.total)});
  }
  add_listed(std::move(table), kernels.size(), profile, first, all);
  return all;
}

Card labels_card(const Profile& profile, const SourceMatch& match) {
  const std::string first = target_of_label(match.labels.front());
  const size_t labels = match.labels.size();
  Card all;
  if (match.same_named > 1)
    all.paragraph(fmt::format("{} functions here have this name; the label does not say which is meant.",
                              match.same_named));
  if (labels == 1 && !match.partial) {
    all.add(card(profile, first).value_or(Card{}));
    return all;
  }
  all.paragraph(match.partial
                    ? fmt::format("The source gives a part of this label; {} it:",
                                  labels == 1 ? "1 label fits" : fmt::format("{} labels fit", labels))
                    : fmt::format("{} labels name this function:", labels));
  CardTable table{
      {{"label"}, {"ranges", true}, {"host", true}, {"kernels", true}, {"kernel time", true}}, {}, false};
  for (size_t i = 0; i < std::min(labels, kListedMatches); ++i) {
    const LabelStats& of = label_of(profile, match.labels[i]);
    table.rows.push_back({shown(of.label), readable_count(of.count), readable_ns(of.host_total),
                          readable_count(of.kernels), readable_ns(of.kernel_time)});
  }
  add_listed(std::move(table), labels, profile, first, all);
  return all;
}

}  // namespace

std::string summary_of(const Profile& profile, const SourceMatch& match) {
  if (match.kernels.empty()) return label_summary(profile, match);
  const KernelTotal total = total_of(profile, match);
  std::string text = fmt::format("{}, {}, {}", counted(total.calls, "call"), readable_ns(total.time),
                                 share_of_kernel_time(profile, total.time));
  if (match.kernels.size() == 1) return text;
  const size_t scopes = scopes_of(profile, match.kernels);
  const std::string where = scopes > 1 ? fmt::format(" of this name in {} scopes", scopes) : "";
  return fmt::format("{} kernels{}, {}", match.kernels.size(), where, text);
}

std::string share_of(const Profile& profile, const SourceMatch& match) {
  const int64_t whole = profile.derived(build_kernel_stats).total;
  if (!match.kernels.empty()) {
    const std::string share = readable_share(ratio(total_of(profile, match).time, whole));
    return scopes_of(profile, match.kernels) > 1 ? "up to " + share : share;
  }
  const LabelStats& of = label_of(profile, match.labels.front());
  const std::string share = of.kernels > 0 ? readable_share(ratio(of.kernel_time, whole))
                                           : fmt::format("{} on the host", readable_ns(of.host_total));
  return match.labels.size() > 1 ? "up to " + share : share;
}

Card card_of(const Profile& profile, const SourceMatch& match) {
  return match.kernels.empty() ? labels_card(profile, match) : kernels_card(profile, match.kernels);
}

}  // namespace nsys_ai
