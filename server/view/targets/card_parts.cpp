// What was measured stands apart from what usually is so.
#include "view/targets/card_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/host/process_words.h"
#include "analysis/kernel_names/name_statements.h"
#include "analysis/kernels/kernels.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "analysis/time/neighbours.h"
#include "base/text_table.h"
#include "knowledge/explanations.h"
#include "view/counted.h"
#include "view/pages/overview.h"
#include "view/targets/named_event.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

CardSpan link_to(const Profile& profile, OperationNumbers::Operation operation) {
  const NamedEvent event = event_at(profile, operation);
  return target_link(event.text, event.target);
}

bool communicates(const Profile& profile, OperationNumbers::Operation operation) {
  return operation.kind == OperationNumbers::kernel &&
         profile.derived(build_kernel_families).of(profile.kernels().name(operation.at)) ==
             KernelFamily::communication;
}

void add_beside(const Profile& profile, const Neighbours& of, OperationNumbers::Operation operation,
                int64_t duration, Card& card) {
  if (communicates(profile, operation))
    card.item(fmt::format("Hidden behind computing for {} of {}; ", readable_ns(of.computing),
                          readable_ns(duration)),
              strong("exposed"),
              fmt::format(" for {} ({})", readable_ns(duration - of.computing),
                          readable_share(ratio_of(duration - of.computing, duration))));
  if (of.beside == 0) return card.item("Nothing else ran on its GPU meanwhile");
  const std::string whose =
      of.of_others == 0 ? ""
                        : fmt::format(", {} of another process",
                                      of.of_others == of.beside ? "all" : readable_count(of.of_others));
  card.item(
      fmt::format("Beside it: {}{} for {} of its {}; longest ", counted(of.beside, "operation", "operations"),
                  whose, readable_ns(of.shared), readable_ns(duration)),
      link_to(profile, *of.longest));
}

}  // namespace

std::string thread_name(const Profile& profile, ThreadIx thread) {
  const Thread& of = profile.threads()[thread];
  std::string text = fmt::format("{}", of.tid);
  if (!of.name.empty()) text += fmt::format(" ({})", of.name);
  if (const std::string process = process_words(profile, of.process); !process.empty())
    text += " of " + process;
  return text;
}

double ratio_of(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

void add_when_and_where(const Profile& profile, const Operations& of, size_t at, Card& card) {
  const Stream& stream = profile.streams()[of.stream[at]];
  card.paragraph(strong(readable_ns(of.interval(at).duration())),
                 fmt::format(" at {}, on {}, stream {}", readable_clock(of.start[at]),
                             device_name(profile, stream.device), stream.stream));
}

void add_why_it_matters(std::string_view thing, Card& card) {
  if (const Explanation* known = explanation_of(thing)) card.paragraph(spoken(known->why));
}

void add_background(const std::vector<const KnowledgePage*>& pages, Card& card) {
  if (pages.empty()) return;
  CardWords words("Background: ");
  for (const KnowledgePage* page : pages)
    words += {page == pages.front() ? "" : ", ", target_link(page->heading, target_of_page(page->key))};
  card.item(std::move(words));
}

void add_usual_reasons(std::string_view thing, Card& card) {
  const Explanation* known = explanation_of(thing);
  if (known == nullptr) return;
  CardWords skills;
  for (const std::string& skill : known->skills)
    skills += {skills.empty() ? "" : ", ", target_link(skill, target_of_skill(skill))};
  if (known->usually.empty()) return card.paragraph("To find out more: ", skills, ".");
  card.paragraph("Not measured here, but usually slow because ", spoken(known->usually),
                 ". To find out: ", skills, ".");
}

void add_name_statements(std::string_view name, Card& card) {
  if (const std::string statements = statements_text(name_statements(name)); !statements.empty())
    card.item("Its name says: ", statements);
}

void add_share_of_step(const Profile& profile, OperationNumbers::Operation operation, Card& card) {
  const Operations& family = OperationNumbers(profile).family(operation.kind);
  const ProcessIx process = profile.device_of(family.stream[operation.at]).process;
  const Iterations& iterations = profile.derived(build_iterations);
  const ProcessSteps& steps = iterations.of_process[process];
  if (steps.first == steps.end) return;
  const uint32_t at = StepLookup(profile, iterations, process)(operation);
  if (at == Iterations::kNone) return;
  const Iteration& of = iterations.all[at];
  const std::string name = fmt::format("{} {}", noun_of(steps.source), of.number);
  card.item(readable_share(ratio_of(family.interval(operation.at).duration(), of.gpu.duration())), " of ",
            target_link(name, target_of_iteration(at)),
            fmt::format(", which takes {} on the GPU", readable_ns(of.gpu.duration())));
}

void add_launch(const Profile& profile, OperationNumbers::Operation operation, Card& card) {
  const uint32_t call = launch_of(profile.derived(build_launches), operation);
  if (call == Launches::kNoCall) return card.item("No launching call was recorded");
  const Interval of = profile.calls().interval(call);
  const int64_t start = OperationNumbers(profile).family(operation.kind).start[operation.at];
  const int64_t queued = start - of.end;
  card.item(fmt::format("{} from its call to its start, {} of it in the queue", readable_ns(start - of.start),
                        queued > 0 ? readable_ns(queued) : "none"));
}

void add_neighbours(const Profile& profile, OperationNumbers::Operation operation, Card& card) {
  const auto of = neighbours_of(profile, operation);
  const OperationNumbers numbers(profile);
  const Interval time = numbers.family(operation.kind).interval(operation.at);
  if (!of) return card.item("So much ran beside it that it is not listed here");
  if (of->idle_before > 0)
    card.item(fmt::format("Its GPU did nothing for {} before it", readable_ns(of->idle_before)));
  add_beside(profile, *of, operation, time.duration(), card);
  const auto when = [&](OperationNumbers::Operation other) {
    return numbers.family(other.kind).interval(other.at);
  };
  if (of->before) {
    const int64_t pause = time.start - when(*of->before).end;
    card.item("Before it on its stream: ", link_to(profile, *of->before), ", ",
              pause >= 0 ? fmt::format("ended {} before", readable_ns(pause)) : "still running");
  }
  if (of->after) {
    const int64_t pause = when(*of->after).start - time.end;
    card.item("Behind it on its stream: ", link_to(profile, *of->after), ", ",
              pause >= 0 ? fmt::format("begun {} later", readable_ns(pause)) : "begun meanwhile");
  }
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
