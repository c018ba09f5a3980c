// What no rule of queries knows: how a question was asked that nobody could answer as it stands.
#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/assembler.h"
#include "agent/ask/query_rules.h"

namespace nsys_ai::inline agent {

// `how many kernels use shared memory`: kernels are counted, and not what they use.
bool Assembler::counts_what_has_it() const {
  if (!asks(Lead::how_many) || !is_of_kernels(query_.measure) || query_.pick != Pick::none) return false;
  for (const Clue& c : reading_.clues) {
    if (c.role == Role::measure && is_of_kernels(as<Measure>(c))) return false;
    if (c.role == Role::subject) return as<Subject>(c) == Subject::kernel;
  }
  return false;
}

// `which kernel runs together with NCCL`.
bool Assembler::asks_what_runs_together() const {
  for (size_t i = 0; i + 1 < reading_.tokens.size(); ++i)
    if (reading_.tokens[i].word == "together" && reading_.tokens[i + 1].word == "with") return true;
  return false;
}

void Assembler::check() {
  const AskQuery& q = query_;
  // `how many ranges are inside X` is not of those that are called X.
  if (q.subject == Subject::range && q.measure == Measure::count && !q.name.empty() && inside_said())
    return refuse("Of what is inside a range I know the kernels, and nothing else.");
  if (!q.family.empty() && (has_word("name") || has_word("names")) &&
      (has_word("contain") || has_word("contains") || has_word("containing")))
    return refuse(fmt::format("Is it the family {0}, or names with that in them? Say kernels named \"{0}\".",
                              q.family));
  if (asks(Lead::how_many) && (q.measure == Measure::latency || q.measure == Measure::queue) &&
      q.pick == Pick::none)
    return refuse("I can tell how long this is, and not how many.");
  if (has_word("union") && q.subject != Subject::gpu)
    return refuse("Unions are of what a GPU ran in all: busy time, kernels, copies or communication.");
  if (has_word("tiny") && q.bounds.empty()) return refuse("Tiny is how short? Say shorter than 5 us.");
  if (has_word("huge") && q.bounds.empty() && q.intent == Intent::measure && q.pick == Pick::none &&
      q.subject != Subject::gap)
    return refuse("Huge is how large? Say larger than 1 MB, or longer than 1 ms.");
  if (asks_what_runs_together())
    return refuse(
        "I can tell how much of communication or copies runs beside compute, and not what runs beside one thing: the "
        "skill kernel_overlap_matrix tells which classes run at the same time.");
  if (counts_what_has_it())
    return refuse(
        "I can tell registers, blocks and shared memory of kernels, and not count the kernels that have so many: a "
        "query over the table kernel can.");
  if (reading_.ranked && q.inside_rank == 0 &&
      (q.pick == Pick::none || q.top > 0 || q.intent != Intent::measure))
    return refuse("I do not know of what the rank is: say the second longest, or the second kernel.");
  if (asks(Lead::when) && q.intent == Intent::measure && q.pick == Pick::none &&
      q.subject != Subject::capture && q.measure != Measure::start && q.measure != Measure::end)
    return refuse(
        fmt::format("Of which of the {}? Say the first, the last or the longest.", plural_of(q.subject)));
  if (whole_ && share_ && q.subject != Subject::gpu)
    return refuse(
        "I can tell which share of the span is busy, idle, compute, communication or copying, and of kernel time "
        "which share a family has.");
  if (q.top > 1 && q.group != Dimension::none && q.wanted == Wanted::value)
    return refuse("I can list the first of them, and not add them up.");
  constexpr std::string_view kEach[] = {"per", "each", "every", "for", "on", "in"};
  const bool each = std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::per &&
           std::find(std::begin(kEach), std::end(kEach), reading_.tokens[c.at].word) != std::end(kEach);
  });
  if (each && q.pick != Pick::none)
    return refuse("I can pick from all of them together, and not from each group.");
  if (picks_place_of_one()) return refuse("Ask for the longest itself: where it ran stands beside it.");
  refuse(why_no_query(q));
}

}  // namespace nsys_ai::inline agent
