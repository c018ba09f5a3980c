// The cards of idle gaps and steps.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/host/thread_activity.h"
#include "analysis/time/busy.h"
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

std::string calls_text(const ThreadActivity::Calls& of, int64_t gap, std::string_view of_what) {
  if (of.time == 0) return "";
  std::string text =
      fmt::format("{} in {} ({})", readable_ns(of.time), of_what, readable_share(ratio_of(of.time, gap)));
  if (of.of_name == of.time) return text + fmt::format(", all in {}", markdown_code(of.name));
  return text + fmt::format(", {} of it in {}", readable_ns(of.of_name), markdown_code(of.name));
}

std::string thread_line(const Profile& profile, const ThreadActivity& of, int64_t gap) {
  std::string text = fmt::format("- Thread {}", of.tid);
  if (!of.name.empty()) text += fmt::format(" ({})", markdown_escaped(one_line(of.name)));
  text += ": ";
  std::string parts = calls_text(of.cuda, gap, "CUDA calls");
  if (const std::string system = calls_text(of.system, gap, "OS calls"); !system.empty())
    parts += (parts.empty() ? "" : "; ") + system;
  if (parts.empty()) parts = "no call that was recorded";
  if (of.range != NvtxForest::kNoRange)
    parts += fmt::format("; in range {}", markdown_code(profile.nvtx_text(of.range)));
  return text + parts + "\n";
}

std::string thread_lines(const Profile& profile, const IdleGap& gap) {
  const ProcessIx process = profile.devices()[gap.device].process;
  const auto threads = thread_activities(profile, process, gap.gap, {});
  if (!threads)
    return fmt::format("- What its threads did is not known: {}\n",
                       markdown_escaped(threads.error().message));
  if (threads->empty()) return "- No thread of its process was in a call or range that was recorded\n";
  std::string text;
  const bool is_explained =
      std::ranges::any_of(*threads, [&](const ThreadActivity& of) { return of.range == gap.host_range; });
  if (gap.host_range != NvtxForest::kNoRange && !is_explained)
    text +=
        fmt::format("- The launching thread was in {}\n", markdown_code(profile.nvtx_text(gap.host_range)));
  for (size_t i = 0; i < std::min(threads->size(), kMostThreads); ++i)
    text += thread_line(profile, (*threads)[i], gap.gap.duration());
  if (threads->size() > kMostThreads)
    text += fmt::format("- and {} more threads for less\n",
                        readable_count(static_cast<int64_t>(threads->size() - kMostThreads)));
  return text;
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
std::string figures_table(const std::vector<IterationWork>& alike, const IterationWork& of) {
  Table table{{{"", ValueType::text, Unit::none, ""},
               {"here", ValueType::integer, Unit::ns, ""},
               {"median", ValueType::integer, Unit::ns, ""},
               {"", ValueType::text, Unit::none, ""}},
              {}};
  for (const StepFigure& figure : kFigures) {
    std::vector<int64_t> values;
    values.reserve(alike.size());
    for (const IterationWork& each : alike) values.push_back(figure.of(each));
    const int64_t median = median_of(values);
    const int64_t mine = figure.of(of);
    table.rows.push_back({std::string(figure.name), mine, median, change_words(mine, median)});
  }
  return markdown_table(table);
}

std::string device_tables(const Profile& profile, const Iterations& iterations, uint32_t at) {
  const std::vector<IterationWork>& all = profile.derived(build_step_work).all;
  const Iteration& step = iterations.all[at];
  std::string text;
  for (const IterationWork& of : all) {
    if (of.iteration != at) continue;
    std::vector<IterationWork> alike;
    for (const IterationWork& each : all)
      if (each.device == of.device && iterations.all[each.iteration].process == step.process)
        alike.push_back(each);
    text += fmt::format(
        "\n{}, {}, beside the median of {} {}s:\n\n", markdown_escaped(device_name(profile, of.device)),
        counted(of.kernels, "kernel", "kernels"), readable_count(static_cast<int64_t>(alike.size())),
        noun_of(iterations.of(step).source));
    text += figures_table(alike, of);
  }
  return text;
}

}  // namespace

std::optional<std::string> gap_card(const Profile& profile, const Target& target) {
  if (target.number < 0 || target.number >= static_cast<int64_t>(profile.devices().size()))
    return std::nullopt;
  const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  if (!gap) return std::nullopt;
  std::string text =
      fmt::format("**Idle** for **{}** at {}, {}\n\n", readable_ns(gap->gap.duration()),
                  readable_clock(gap->gap.start), markdown_escaped(device_name(profile, gap->device)));
  text += why_it_matters(fmt::format("gap:{}", name_of(gap->cause)));
  text += fmt::format("- Cause: {}\n", name_of(gap->cause));
  const int64_t idle = idle_of(profile, gap->device);
  text += fmt::format("- {} of the {} that this GPU is idle between its first and last operation\n",
                      readable_share(ratio_of(gap->gap.duration(), idle)), readable_ns(idle));
  return text + thread_lines(profile, *gap);
}

std::optional<std::string> iteration_card(const Profile& profile, const Target& target) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (target.number >= static_cast<int64_t>(iterations.all.size())) return std::nullopt;
  const Iteration& of = iterations.all[static_cast<size_t>(target.number)];
  const ProcessSteps& steps = iterations.of(of);
  const bool is_repeat = steps.source == StepSource::repeat;
  std::string text = fmt::format("**{} {}**", is_repeat ? "Repeat" : "Step", of.number);
  if (const auto pid = profile.pid_of(of.process)) text += fmt::format(" of process {}", *pid);
  text += "\n\n" + (is_repeat ? std::string() : why_it_matters("iteration"));
  std::string words(words_before_label(steps.source));
  words.front() = static_cast<char>(words.front() - 'a' + 'A');
  text += fmt::format("- {} {}\n", words, markdown_code(steps.label));
  if (of.gpu.empty()) return text + "- It launched nothing that ran on a GPU\n";
  text +=
      fmt::format("- On the GPU for **{}**, from {} to {}, first start to last end\n",
                  readable_ns(of.gpu.duration()), readable_clock(of.gpu.start), readable_clock(of.gpu.end));
  return text + device_tables(profile, iterations, static_cast<uint32_t>(target.number));
}

}  // namespace nsys_ai
