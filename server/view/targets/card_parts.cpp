// What was measured stands apart from what usually is so.
#include "view/targets/card_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/kernels/kernels.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "analysis/time/neighbours.h"
#include "base/text_table.h"
#include "knowledge/explanations.h"
#include "view/pages/overview.h"
#include "view/targets/card.h"
#include "view/targets/named_event.h"

namespace nsys_ai {
namespace {

std::string link_to(const Profile& profile, OperationNumbers::Operation operation) {
  const NamedEvent event = event_at(profile, operation);
  return target_link(event.text, event.target);
}

bool communicates(const Profile& profile, OperationNumbers::Operation operation) {
  return operation.kind == OperationNumbers::kernel &&
         profile.derived(build_kernel_families).of(profile.kernels().name(operation.at)) ==
             KernelFamily::communication;
}

std::string beside_line(const Profile& profile, const Neighbours& of, OperationNumbers::Operation operation,
                        int64_t duration) {
  std::string text;
  if (communicates(profile, operation))
    text +=
        fmt::format("- Hidden behind computing for {} of {}; **exposed** for {} ({})\n",
                    readable_ns(of.computing), readable_ns(duration), readable_ns(duration - of.computing),
                    readable_share(ratio_of(duration - of.computing, duration)));
  if (of.beside == 0) return text + "- Nothing else ran on its GPU meanwhile\n";
  return text + fmt::format("- Beside it: {} operation{} for {} of its {}; longest {}\n",
                            readable_count(of.beside), of.beside == 1 ? "" : "s", readable_ns(of.shared),
                            readable_ns(duration), link_to(profile, *of.longest));
}

}  // namespace

std::string thread_name(const Profile& profile, ThreadIx thread) {
  const Thread& of = profile.threads()[thread];
  std::string text = fmt::format("{}", of.tid);
  if (!of.name.empty()) text += fmt::format(" ({})", of.name);
  if (const auto pid = profile.pid_of(of.process)) text += fmt::format(" of process {}", *pid);
  return text;
}

double ratio_of(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::string when_and_where(const Profile& profile, const Operations& of, size_t at) {
  const Stream& stream = profile.streams()[of.stream[at]];
  return fmt::format("**{}** at {}, on {}, stream {}\n\n", readable_ns(of.interval(at).duration()),
                     readable_clock(of.start[at]), markdown_escaped(device_name(profile, stream.device)),
                     stream.stream);
}

std::string why_it_matters(std::string_view thing) {
  const Explanation* known = explanation_of(thing);
  return known == nullptr ? "" : known->why + "\n\n";
}

std::string background_of(const std::vector<const KnowledgePage*>& pages) {
  std::string text;
  for (const KnowledgePage* page : pages)
    text += fmt::format("{}{}", text.empty() ? "- Background: " : ", ",
                        target_link(page->heading, target_of_page(page->key)));
  return text.empty() ? text : text + "\n";
}

std::string usual_reasons(std::string_view thing) {
  const Explanation* known = explanation_of(thing);
  if (known == nullptr) return "";
  std::string skills;
  for (const std::string& skill : known->skills)
    skills +=
        fmt::format("{}[{}](target:skill:{})", skills.empty() ? "" : ", ", markdown_escaped(skill), skill);
  if (known->usually.empty()) return fmt::format("\nTo find out more: {}.\n", skills);
  return fmt::format("\nNot measured here, but usually slow because {}. To find out: {}.\n", known->usually,
                     skills);
}

std::string share_of_step(const Profile& profile, OperationNumbers::Operation operation) {
  const Operations& family = OperationNumbers(profile).family(operation.kind);
  const ProcessIx process = profile.device_of(family.stream[operation.at]).process;
  const Iterations& iterations = profile.derived(build_iterations);
  const ProcessSteps& steps = iterations.of_process[process];
  if (steps.first == steps.end) return "";
  const uint32_t at = StepLookup(profile, iterations, process)(operation);
  if (at == Iterations::kNone) return "";
  const Iteration& of = iterations.all[at];
  const std::string name = fmt::format("{} {}", noun_of(steps.source), of.number);
  return fmt::format("- {} of {}, which takes {} on the GPU\n",
                     readable_share(ratio_of(family.interval(operation.at).duration(), of.gpu.duration())),
                     target_link(name, target_of_iteration(at)), readable_ns(of.gpu.duration()));
}

std::string launch_lines(const Profile& profile, OperationNumbers::Operation operation) {
  const uint32_t call = launch_of(profile.derived(build_launches), operation);
  if (call == Launches::kNoCall) return "- No launching call was recorded\n";
  const Interval of = profile.calls().interval(call);
  const int64_t start = OperationNumbers(profile).family(operation.kind).start[operation.at];
  const int64_t queued = start - of.end;
  std::string text = fmt::format("- {} from its call to its start", readable_ns(start - of.start));
  if (queued > 0) return text + fmt::format(", {} of it in the queue\n", readable_ns(queued));
  return text + ", none of it in the queue\n";
}

std::string neighbour_lines(const Profile& profile, OperationNumbers::Operation operation) {
  const auto of = neighbours_of(profile, operation);
  const OperationNumbers numbers(profile);
  const Interval time = numbers.family(operation.kind).interval(operation.at);
  if (!of) return "- So much ran beside it that it is not listed here\n";
  std::string text;
  if (of->idle_before > 0)
    text += fmt::format("- Its GPU did nothing for {} before it\n", readable_ns(of->idle_before));
  text += beside_line(profile, *of, operation, time.duration());
  const auto when = [&](OperationNumbers::Operation other) {
    return numbers.family(other.kind).interval(other.at);
  };
  if (of->before) {
    const int64_t pause = time.start - when(*of->before).end;
    text += fmt::format("- Before it on its stream: {}, {}\n", link_to(profile, *of->before),
                        pause >= 0 ? fmt::format("ended {} before", readable_ns(pause)) : "still running");
  }
  if (of->after) {
    const int64_t pause = when(*of->after).start - time.end;
    text += fmt::format("- Behind it on its stream: {}, {}\n", link_to(profile, *of->after),
                        pause >= 0 ? fmt::format("begun {} later", readable_ns(pause)) : "begun meanwhile");
  }
  return text;
}

std::string change_words(int64_t value, int64_t with) {
  if (value == with) return "the same";
  if (with <= 0) return "more";
  const double change = ratio_of(value - with, with);
  // Less than a tenth of a percent is none.
  if (std::abs(change) < 0.0005) return "nearly the same";
  if (change >= 1) return fmt::format("{:.1f} times", ratio_of(value, with));
  return fmt::format("{} {}", readable_share(change < 0 ? -change : change), change < 0 ? "less" : "more");
}

std::string compared(int64_t value, int64_t with) {
  std::string words = change_words(value, with);
  if (words.ends_with("the same")) return words + " as";
  return words.ends_with(" times") ? words : words + " than";
}

}  // namespace nsys_ai
