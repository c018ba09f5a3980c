// The cards of idle gaps and steps.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/host/thread_activity.h"
#include "analysis/time/busy.h"
#include "analysis/time/gap_detail.h"
#include "analysis/time/idle.h"
#include "analysis/time/iteration_work.h"
#include "base/text_table.h"
#include "view/counted.h"
#include "view/pages/overview.h"
#include "view/targets/card_parts.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostThreads = 6;

CardWords calls_words(const ThreadActivity::Calls& of, int64_t gap, std::string_view of_what) {
  if (of.time == 0) return {};
  return {fmt::format("{} in {} ({}), {} in ", readable_ns(of.time), of_what,
                      readable_share(ratio_of(of.time, gap)),
                      of.of_name == of.time ? "all" : readable_ns(of.of_name) + " of it"),
          code(of.name)};
}

void add_thread(const Profile& profile, const ThreadActivity& of, int64_t gap, Card& card) {
  CardWords words(fmt::format("Thread {}", of.tid));
  if (!of.name.empty()) words += fmt::format(" ({})", of.name);
  words += ": ";
  bool is_first = true;
  for (const CardWords& calls :
       {calls_words(of.cuda, gap, "CUDA calls"), calls_words(of.program, gap, "calls of the program"),
        calls_words(of.system, gap, "OS calls")}) {
    if (calls.empty()) continue;
    words += {is_first ? "" : "; ", calls};
    is_first = false;
  }
  if (is_first) words += "no call that was recorded";
  if (of.range != NvtxForest::kNoRange) words += {"; in range ", code(profile.nvtx_text(of.range))};
  card.item(std::move(words));
}

void add_threads(const Profile& profile, const IdleGap& gap, Card& card) {
  const ProcessIx process = profile.devices()[gap.device].process;
  const auto threads = thread_activities(profile, process, gap.gap, {});
  if (!threads) return card.item("What its threads did is not known: ", threads.error().message);
  if (threads->empty()) return card.item("No thread of its process was in a call or range that was recorded");
  const bool is_explained =
      std::ranges::any_of(*threads, [&](const ThreadActivity& of) { return of.range == gap.host_range; });
  if (gap.host_range != NvtxForest::kNoRange && !is_explained)
    card.item("The launching thread was in ", code(profile.nvtx_text(gap.host_range)));
  for (size_t i = 0; i < std::min(threads->size(), kMostThreads); ++i)
    add_thread(profile, (*threads)[i], gap.gap.duration(), card);
  if (threads->size() > kMostThreads)
    card.item(fmt::format("and {} more threads for less",
                          readable_count(static_cast<int64_t>(threads->size() - kMostThreads))));
}

void add_host_function(const Profile& profile, const IdleGap& gap, Card& card) {
  const auto details = gap_details(profile, std::span(&gap, 1), {});
  if (!details || details->front().main != HostActivity::host_function) return;
  const GapDetail& of = details->front();
  card.item("A stream waits for the host function ", code(std::string(of.call)),
            fmt::format(" for {} of it ({})", readable_ns(of.call_ns),
                        readable_share(ratio_of(of.call_ns, gap.gap.duration()))),
            of.tid ? fmt::format(", on thread {}", *of.tid) : "");
}

int64_t idle_of(const Profile& profile, DeviceIx device) {
  for (const DeviceTime& time : profile.derived(build_device_times))
    if (time.device == device) return time.idle();
  return 0;
}

// Of all steps, kept: one question about a step asks for all of them.
struct StepWork {
  std::vector<IterationWork> all;
};
StepWork build_step_work(const Profile& profile) {
  return {iteration_work(profile, profile.derived(build_iterations), Scope::whole(profile))};
}

struct StepFigure {
  const char* name;
  int64_t (*of)(const IterationWork&);
};
constexpr StepFigure kFigures[] = {
    {"lasts", [](const IterationWork& work) { return work.time.duration(); }},
    {"busy", [](const IterationWork& work) { return work.busy; }},
    {"communicates", [](const IterationWork& work) { return work.communication; }},
    {"idle", [](const IterationWork& work) { return work.idle(); }},
};

// How a step compares with the steps of its process on a device.
CardTable figures_table(const std::vector<IterationWork>& alike, const IterationWork& of) {
  CardTable table{{{""}, {"here", true}, {"median", true}, {""}}};
  for (const StepFigure& figure : kFigures) {
    std::vector<int64_t> values;
    values.reserve(alike.size());
    for (const IterationWork& each : alike) values.push_back(figure.of(each));
    const int64_t median = median_of(values);
    const int64_t mine = figure.of(of);
    table.rows.push_back({figure.name, readable_ns(mine), readable_ns(median), change_words(mine, median)});
  }
  return table;
}

void add_device_tables(const Profile& profile, const Iterations& iterations, uint32_t at, Card& card) {
  const std::vector<IterationWork>& all = profile.derived(build_step_work).all;
  const Iteration& step = iterations.all[at];
  for (const IterationWork& of : all) {
    if (of.iteration != at) continue;
    std::vector<IterationWork> alike;
    for (const IterationWork& each : all)
      if (each.device == of.device && iterations.all[each.iteration].process == step.process)
        alike.push_back(each);
    card.paragraph(fmt::format("{}, {}, beside the median of {} {}s:", device_name(profile, of.device),
                               counted(of.kernels, "kernel", "kernels"),
                               readable_count(static_cast<int64_t>(alike.size())),
                               noun_of(iterations.of(step).source)));
    card.table(figures_table(alike, of));
  }
}

}  // namespace

std::optional<Card> gap_card(const Profile& profile, const Target& target) {
  if (target.number < 0 || target.number >= static_cast<int64_t>(profile.devices().size()))
    return std::nullopt;
  const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  if (!gap) return std::nullopt;
  Card card;
  card.paragraph(strong("Idle"), " for ", strong(readable_ns(gap->gap.duration())), " at ",
                 readable_clock(gap->gap.start), ", ", device_name(profile, gap->device));
  add_why_it_matters(fmt::format("gap:{}", name_of(gap->cause)), card);
  card.item("Cause: ", name_of(gap->cause));
  add_host_function(profile, *gap, card);
  const int64_t idle = idle_of(profile, gap->device);
  card.item(fmt::format("{} of the {} that this GPU is idle between its first and last operation",
                        readable_share(ratio_of(gap->gap.duration(), idle)), readable_ns(idle)));
  add_threads(profile, *gap, card);
  return card;
}

std::optional<Card> iteration_card(const Profile& profile, const Target& target) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (target.number >= static_cast<int64_t>(iterations.all.size())) return std::nullopt;
  const Iteration& of = iterations.all[static_cast<size_t>(target.number)];
  const ProcessSteps& steps = iterations.of(of);
  const bool is_repeat = steps.source == StepSource::repeat;
  const auto pid = profile.pid_of(of.process);
  Card card;
  card.paragraph(strong(fmt::format("{} {}", is_repeat ? "Repeat" : "Step", of.number)),
                 pid ? fmt::format(" of process {}", *pid) : "");
  if (!is_repeat) add_why_it_matters("iteration", card);
  std::string words(words_before_label(steps.source));
  words.front() = static_cast<char>(words.front() - 'a' + 'A');
  card.item(words, " ", code(steps.label));
  if (of.gpu.empty()) {
    card.item("It launched nothing that ran on a GPU");
    return card;
  }
  card.item("On the GPU for ", strong(readable_ns(of.gpu.duration())),
            fmt::format(", from {} to {}, first start to last end", readable_clock(of.gpu.start),
                        readable_clock(of.gpu.end)));
  add_device_tables(profile, iterations, static_cast<uint32_t>(target.number), card);
  return card;
}

}  // namespace nsys_ai
