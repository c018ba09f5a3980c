// The cards of what the host did: calls, NVTX ranges, and labels of ranges.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/launched_work.h"
#include "base/text_table.h"
#include "profile/families/family_nvtx.h"
#include "view/counted.h"
#include "view/targets/card_parts.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

// Of the whole capture, kept.
struct WholeCallStats {
  std::vector<CallStats> by_total;
};
WholeCallStats build_whole_call_stats(const Profile& profile) {
  return {call_stats(profile, Scope::whole(profile))};
}

void add_alike_calls(const Profile& profile, size_t at, Card& card) {
  const Calls& calls = profile.calls();
  if (!is_own_call(calls, at)) return;
  const std::string_view name = base_call_name(profile.text(calls.name[at]));
  const auto& all = profile.derived(build_whole_call_stats).by_total;
  const auto of = std::ranges::find(all, name, &CallStats::name);
  if (of == all.end() || of->calls < 2) return;
  const int64_t duration = calls.interval(at).duration();
  card.item(
      "Among ", readable_count(of->calls), " calls of ", code(name),
      fmt::format(": {} the median of {} (90 % take at most {}, the longest {})", compared(duration, of->p50),
                  readable_ns(of->p50), readable_ns(of->p90), readable_ns(of->max)));
}

void add_call_role(const CallKind& kind, Card& card) {
  if (kind.role == CallRole::synchronise)
    card.item("The thread waits in it until the GPU has done its work");
  else if (kind.blocks())
    card.item("The thread waits in it until the copy is done");
}

// What other threads launched while the range was open.
void add_meanwhile(const Profile& profile, uint32_t range, Card& card) {
  for (const MeanwhileWork& of : launched_meanwhile(profile, Scope::whole(profile), range))
    card.item("Meanwhile, and not inside: ", counted(of.operations, "operation", "operations"),
              ", among them ", counted(of.kernels, "kernel", "kernels"), ", ", readable_ns(of.kernel_time),
              " when summed, launched by ", thread_words(profile, of.thread));
}

// What was launched inside, and when that ran.
void add_work(const Profile& profile, uint32_t range, Card& card) {
  const Nvtx& nvtx = profile.nvtx();
  if (!nvtx.is_on_one_thread(range))
    return card.item("It ended on ", thread_words(profile, nvtx.end_thread[range]),
                     ": it is a range of its process, and nothing counts as launched inside");
  const LaunchedWork work = launched_in_range(profile, range);
  if (work.operations == 0) return card.item("Its thread launched nothing inside");
  card.item("Launched ", counted(work.operations, "operation", "operations"), ", among them ",
            counted(work.kernels, "kernel", "kernels"), ", ", strong(readable_ns(work.kernel_time)),
            " when summed");
  card.item(fmt::format("On the GPU from {} to {}: {} from first start to last end",
                        readable_clock(work.time.start), readable_clock(work.time.end),
                        readable_ns(work.time.duration())));
}

std::optional<Card> label_card(const Profile& profile, int64_t at) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  if (at >= static_cast<int64_t>(labels.labels.size())) return std::nullopt;
  const LabelStats& of = labels.labels[static_cast<size_t>(at)];
  Card card;
  card.paragraph(strong("NVTX"), " ", code(of.label));
  if (of.open == of.count) {
    card.paragraph(counted(of.count, "range", "ranges"), ", never closed: no duration is known");
    return card;
  }
  card.paragraph(counted(of.count, "range", "ranges"), ", ", strong(readable_ns(of.host_total)),
                 " on the host, summed over threads; the longest takes ", readable_ns(of.host_max));
  if (of.open > 0) card.item(counted(of.open, "of them was", "of them were"), " never closed");
  const int64_t total = profile.derived(build_kernel_stats).total;
  if (profile.kernels().size() == 0)
    card.item("The capture recorded no kernels");
  else if (of.kernels == 0)
    card.item("No kernel was launched inside");
  else
    card.item("Launched ", counted(of.kernels, "kernel", "kernels"), ", ",
              strong(readable_ns(of.kernel_time)),
              fmt::format(" on the GPU: {} of {} of kernel time on all GPUs",
                          readable_share(ratio_of(of.kernel_time, total)), readable_ns(total)));
  for (const MeanwhileOfLabel& meanwhile : profile.derived(build_meanwhile_by_label).all)
    if (meanwhile.label == static_cast<uint32_t>(at))
      card.item("Meanwhile, and not inside: ", counted(meanwhile.work.kernels, "kernel", "kernels"), ", ",
                readable_ns(meanwhile.work.kernel_time), ", launched by ",
                thread_words(profile, meanwhile.work.thread));
  return card;
}

// What a row says that is neither a range nor a mark.
std::string what_it_names(const Nvtx& nvtx, size_t at) {
  switch (nvtx.type[at]) {
    case Nvtx::kDomain:
      return fmt::format("The name of domain {}", uint32_t{nvtx.domain[at]});
    case Nvtx::kCategory:
      return fmt::format("The name of category {} of domain {}", int64_t{nvtx.category[at]},
                         uint32_t{nvtx.domain[at]});
    case Nvtx::kThreadName:
    case Nvtx::kThreadNameText:
      return "The name of a thread";
    default:
      return fmt::format("A row of event type {}", uint32_t{nvtx.type[at]});
  }
}

// The domain and the category of an event.
void add_origin(const Profile& profile, size_t at, Card& card) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxDomains& domains = profile.derived(build_nvtx_domains);
  const std::string_view domain = domains.name(profile.threads()[nvtx.thread[at]].process, nvtx.domain[at]);
  if (!domain.empty()) card.item("Domain ", code(domain));
  if (nvtx.category[at] == 0) return;
  if (const std::string_view name = domains.category(profile, at); !name.empty())
    card.item("Category ", code(name));
  else
    card.item(fmt::format("Category {}, which has no name", int64_t{nvtx.category[at]}));
}

// The number that a mark carries.
void add_number(const Profile& profile, size_t at, Card& card) {
  const auto details = profile.events<NvtxDetails>();
  if (!details) return;
  const size_t of = (*details)->of(static_cast<uint32_t>(at));
  if (of != NvtxDetails::kNothing && (*details)->payload[of] != NvtxDetails::none)
    card.item("Value ", strong(fmt::format("{}", (*details)->real(of))));
}

}  // namespace

std::optional<Card> runtime_call_card(const Profile& profile, const Target& target) {
  const Calls& calls = profile.calls();
  const size_t at = calls.row.find(target.number);
  if (at >= calls.size()) return std::nullopt;
  Card card;
  card.paragraph(strong(fmt::format("runtime_call:{}", target.number)), " ",
                 code(profile.text(calls.name[at])));
  card.paragraph(strong(readable_ns(calls.interval(at).duration())), " at ", readable_clock(calls.start[at]),
                 ", on thread ", thread_name(profile, calls.thread[at]));
  add_why_it_matters("call", card);
  add_alike_calls(profile, at, card);
  add_call_role(profile.derived(build_call_kinds).of(calls, at), card);
  if (calls.return_value[at] != 0)
    card.item(fmt::format("Returned {}, which is no success", int64_t{calls.return_value[at]}));
  if (calls.correlation[at] != 0) card.item(fmt::format("Correlation {}", uint32_t{calls.correlation[at]}));
  return card;
}

std::optional<Card> nvtx_card(const Profile& profile, const Target& target) {
  const Nvtx& nvtx = profile.nvtx();
  const size_t at = nvtx.row.find(target.number);
  if (at >= nvtx.size()) return std::nullopt;
  const bool open = nvtx.end(at) == Nvtx::kOpen;
  Card card;
  card.paragraph(strong(fmt::format("nvtx:{}", target.number)), " ", code(profile.nvtx_text(at)));
  if (!nvtx.is_mark(at) && !nvtx.is_range(at)) {
    card.paragraph(what_it_names(nvtx, at), "; it is no range, and takes no time");
    return card;
  }
  card.paragraph(nvtx.is_mark(at) ? CardWords("A mark")
                 : open           ? CardWords("Never closed; begun")
                                  : CardWords(strong(readable_ns(nvtx.interval(at).duration()))),
                 " at ", readable_clock(nvtx.start[at]), ", on thread ",
                 thread_name(profile, nvtx.thread[at]));
  add_origin(profile, at, card);
  if (nvtx.is_mark(at)) add_number(profile, at, card);
  if (nvtx.is_range(at) && !open) {
    add_why_it_matters("range", card);
    add_work(profile, static_cast<uint32_t>(at), card);
    add_meanwhile(profile, static_cast<uint32_t>(at), card);
  }
  const uint32_t label = profile.derived(build_nvtx_labels).of_template[nvtx.text[at]];
  if (label == NvtxLabels::kNoLabel) return card;
  card.rule();
  card.add(label_card(profile, label).value_or(Card{}));
  return card;
}

std::optional<Card> nvtx_label_card(const Profile& profile, const Target& target) {
  return label_card(profile, target.number);
}

}  // namespace nsys_ai
