// The questions of every client, against one profile.
#include "tests/fuzz/walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "profile/load/load.h"
#include "profile/order.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "trace/trace.h"
#include "view/cards/card_markdown.h"
#include "view/pages/finding_page.h"
#include "view/pages/instances_page.h"
#include "view/pages/iteration_page.h"
#include "view/pages/kernel_page.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"
#include "view/pages/range_page.h"
#include "view/pages/ranges_page.h"
#include "view/targets/card.h"
#include "view/targets/event_details.h"

namespace nsys_ai::fuzz {
namespace {

constexpr size_t kMaxCards = 40;

// A text that people see: lines that nothing in them can act on.
std::string not_showable(std::string_view text, const char* what) {
  for (size_t at = 0; at < text.size(); ++at)
    if (text[at] != '\n' && active_character(text, at))
      return fmt::format("{} holds an active character: {}", what,
                         quotation(text.substr(at - std::min<size_t>(at, 20), 40)));
  return {};
}

std::string wrong_links(const Profile& profile) {
  // Where none is linked, there may be no list.
  const auto all_below = [](const auto& links, size_t size, size_t limit) {
    const auto listed = static_cast<size_t>(links.end() - links.begin());
    return (listed == size || listed == 0) && std::all_of(links.begin(), links.end(), [&](uint32_t link) {
             return link == UINT32_MAX || link < limit;
           });
  };
  const Launches& launches = profile.derived(build_launches);
  const size_t calls = profile.calls().size();
  if (!all_below(launches.of_kernel, profile.kernels().size(), calls) ||
      !all_below(launches.of_copy, profile.copies().size(), calls) ||
      !all_below(launches.of_memset, profile.memsets().size(), calls) ||
      !all_below(launches.of_graph_run, profile.graph_runs().size(), calls))
    return "a launch refers to nothing";
  const size_t ranges = profile.nvtx().size();
  if (!all_below(profile.derived(build_nvtx_forest).parent, ranges, ranges))
    return "a range has a wrong parent";
  const Attribution& attribution = profile.derived(build_attribution);
  if (!all_below(attribution.of_kernel, profile.kernels().size(), ranges) ||
      !all_below(attribution.of_copy, profile.copies().size(), ranges) ||
      !all_below(attribution.of_memset, profile.memsets().size(), ranges) ||
      !all_below(attribution.of_graph_run, profile.graph_runs().size(), ranges))
    return "an operation is attributed to nothing";
  return {};
}

std::string wrong_numbers(const Profile& profile, const Scope& scope) {
  const Interval window = scope.window();
  for (const DeviceTime& time : device_times(profile, scope)) {
    if (time.idle() < 0 || time.busy > window.duration())
      return fmt::format("a device is busy for {} ns of {}", time.busy, window.duration());
  }
  for (const IdleGap& gap : idle_gaps(profile, scope, 0))
    if (gap.gap.empty()) return "a gap without length";
  for (const KernelStats& stats : kernel_stats(profile, scope))
    if (stats.calls <= 0 || stats.total < 0 || stats.min > stats.p50 || stats.p50 > stats.p90 ||
        stats.p90 > stats.max || stats.average > stats.max ||
        (stats.average < stats.min && stats.total < INT64_MAX))
      return fmt::format("kernel statistics do not fit: {} of {} calls", int64_t{stats.total}, stats.calls);
  for (const TransferTotals& totals : transfer_totals(profile, scope))
    if (totals.total < 0 || totals.operations <= 0) return "transfers of less than nothing";
  return {};
}

std::string wrong_pages(const Profile& profile) {
  const PageText page = text_of(overview(profile));
  if (auto wrong = not_showable(page.text, "the overview"); !wrong.empty()) return wrong;
  if (page.text.empty()) return "the overview is empty";
  std::vector<std::string> targets = {"kernel:1", "kernel:0", "memcpy:1",
                                      "gap:0:0",  "device:0", "nvtx-label:0"};
  for (const Mark& mark : page.marks) targets.push_back(mark.target);
  for (const Finding& finding : profile.derived(build_findings).findings)
    targets.insert(targets.end(), finding.refs.begin(), finding.refs.end());
  if (targets.size() > kMaxCards) targets.resize(kMaxCards);
  for (const std::string& target : targets)
    if (const auto text = card(profile, target))
      if (auto wrong = not_showable(markdown_of(*text), "a card"); !wrong.empty()) return wrong;
  return {};
}

std::string wrong_text(const Page& page, const char* what) {
  constexpr size_t kMaxLines = 200;
  PageLayout layout;
  layout.max_lines = kMaxLines;
  const PageText text = text_of(page, layout);
  if (auto wrong = not_showable(text.text, what); !wrong.empty()) return wrong;
  const auto lines = static_cast<size_t>(std::count(text.text.begin(), text.text.end(), '\n'));
  if (lines > kMaxLines) return fmt::format("{} has {} lines", what, lines);
  for (const Mark& mark : text.marks)
    if (mark.line >= lines || mark.begin > mark.end) return fmt::format("{} has a mark outside", what);
  for (const Section& section : text.sections)
    if (section.first > section.last || section.last >= lines)
      return fmt::format("{} has a part outside", what);
  return {};
}

// The pages behind the first of everything that has one.
std::string wrong_documents(const Profile& profile) {
  constexpr uint32_t kMax = 5;
  std::vector<std::pair<const char*, Result<Page>>> pages;
  const auto& kernels = profile.derived(build_kernel_stats).by_total;
  for (uint32_t i = 0; i < kMax && i < kernels.size(); ++i) {
    pages.emplace_back("a kernel's page", kernel_page(profile, kernels[i].name, {}));
    pages.emplace_back("a kernel's runs", kernel_instances_page(profile, kernels[i].name));
  }
  for (uint32_t i = 0; i < kMax && i < profile.derived(build_nvtx_labels).labels.size(); ++i) {
    pages.emplace_back("a label's page", range_page(profile, i, {}));
    pages.emplace_back("a label's ranges", label_instances_page(profile, i, {}));
  }
  for (uint32_t i = 0; i < kMax && i < profile.derived(build_iterations).all.size(); ++i)
    if (auto page = iteration_page(profile, i, {})) pages.emplace_back("a step's page", std::move(page));
  // One asks a handful of skills again, all of which are walked through on their own.
  if (const auto& findings = profile.derived(build_findings).findings; !findings.empty())
    pages.emplace_back("a finding's page", finding_page(profile, findings.front().key, {}));
  pages.emplace_back("the NVTX tree", ranges_page(profile, {}));
  for (const char* family : {"memset", "runtime_call", "sync", "nvtx"})
    if (auto page = event_page(profile, family, 1, {}))
      pages.emplace_back("an event's page", std::move(*page));
  for (const auto& [what, page] : pages) {
    if (!page) return fmt::format("{} fails: {}", what, page.error().message);
    if (auto wrong = wrong_text(*page, what); !wrong.empty()) return wrong;
  }
  return {};
}

std::string wrong_skills(const Profile& profile) {
  for (const Skill& skill : built_in_skills().skills()) {
    const auto answer = run_skill(skill, profile, {}, {});
    if (!answer) {
      // SQLite's sums leave 64 bits with a sentence.
      if (answer.error().message.starts_with("A sum goes beyond 64 bits")) continue;
      return fmt::format("{} fails: {}", skill.info.name, answer.error().message);
    }
    if (auto wrong = not_showable(markdown_table(answer->table), skill.info.name.c_str()); !wrong.empty())
      return wrong;
  }
  return {};
}

std::string wrong_trace(const Profile& profile, const Scope& scope) {
  TraceOptions options;
  options.calls = options.os_calls = true;
  options.arguments = true;
  uint64_t bytes = 0;
  const auto stats = write_trace(profile, scope, options, [&](std::string_view chunk) {
    bytes += chunk.size();
    return true;
  });
  if (!stats) return "no trace: " + stats.error().message;
  if (stats->bytes != bytes) return fmt::format("the trace counts {} bytes of {}", stats->bytes, bytes);
  return {};
}

// The middle third of what was recorded.
Scope part_of(const Profile& profile) {
  const Interval extent = profile.extent();
  const int64_t third = extent.duration() / 3;
  ScopeRequest request;
  request.window = Interval{extent.start + third, extent.end - third};
  return Scope::make(profile, request).value_or(Scope::whole(profile));
}

}  // namespace

std::string walk(const Profile& profile) {
  if (auto wrong = wrong_links(profile); !wrong.empty()) return wrong;
  profile.derived(build_nvtx_labels);
  profile.derived(build_kernel_families);
  profile.derived(build_kernels_by_name);
  for (const Scope& scope : {Scope::whole(profile), part_of(profile)}) {
    if (auto wrong = wrong_numbers(profile, scope); !wrong.empty()) return wrong;
    if (auto wrong = wrong_trace(profile, scope); !wrong.empty()) return wrong;
  }
  if (auto wrong = wrong_pages(profile); !wrong.empty()) return wrong;
  if (auto wrong = wrong_documents(profile); !wrong.empty()) return wrong;
  return wrong_skills(profile);
}

std::string wrong_with_load(const Result<ProfilePtr>& loaded) {
  if (loaded) return broken_promise(**loaded);
  const Error& error = loaded.error();
  if (error.message.empty() || !error.message.ends_with('.') || one_line(error.message) != error.message)
    return "the refusal is no sentence: " + error.message;
  if (error.code != ErrorCode::cannot_do) return "the refusal has the wrong code: " + error.message;
  return {};
}

std::string load_and_walk(const std::filesystem::path& path, ProfilePtr* profile) {
  const auto loaded = load_profile(path);
  if (auto wrong = wrong_with_load(loaded); !wrong.empty() || !loaded) return wrong;
  if (profile != nullptr) *profile = *loaded;
  return walk(**loaded);
}

}  // namespace nsys_ai::fuzz
