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

// `from the end of the first to the start of the second`, `the first and the second`.
bool Assembler::names_two_points() const {
  size_t edge = SIZE_MAX;
  bool first = false;
  for (const Clue& c : reading_.clues) {
    const bool start = c.role == Role::question && as<Lead>(c) == Lead::start_of;
    if (start || (c.role == Role::measure && as<Measure>(c) == Measure::end)) {
      for (size_t at = edge; at < c.at; ++at)
        for (const std::string_view word : {"to", "until", "till", "and"})
          if (reading_.tokens[at].word == word) return true;
      edge = c.at;
    }
    first = first ||
            (c.role == Role::pick && as<Pick>(c) == Pick::first && reading_.tokens[c.at].word == "first");
  }
  return first && reading_.ranked && query_.inside_rank == 0;
}

// The lexicon names a call by what it launches.
bool Assembler::has_call_of_graphs() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(),
                     [](const Clue& c) { return c.role == Role::name && c.text == "GraphLaunch"; });
}

// `kernel`, or what only kernels are; `slowest block` says neither.
bool Assembler::says_kernels() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(), [](const Clue& c) {
    return c.role == Role::subject && as<Subject>(c) == Subject::kernel;
  });
}

// `time to the first kernel`, `how long from the start of the capture to it`: between two points.
bool Assembler::asks_time_until() const {
  const std::vector<WordToken>& tokens = reading_.tokens;
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if ((tokens[i].word == "time" || tokens[i].word == "long") &&
        (tokens[i + 1].word == "to" || tokens[i + 1].word == "until" || tokens[i + 1].word == "till"))
      return true;
  const bool of_capture = std::any_of(reading_.clues.begin(), reading_.clues.end(), [](const Clue& c) {
    return c.role == Role::subject && as<Subject>(c) == Subject::capture;
  });
  return of_capture && asks(Lead::how_long) && (asks(Lead::start_of) || has(Measure::end));
}

void Assembler::check_points() {
  const AskQuery& q = query_;
  const bool one_event = q.intent == Intent::measure && q.pick != Pick::none;
  if (one_event && names_two_points())
    return refuse("It names two points in time: say how long it is from the one to the other.");
  if (one_event && starting_ && asks(Lead::how_long) && q.window == TimeBounds{} && !reading_.relative)
    return refuse("How long it is, or when it starts?");
  if (one_event && asks_time_until())
    return refuse("From when until when? Say how long it is from the one event to the other.");
}

void Assembler::check_share() {
  // `which share of NCCL is AllReduce`, and not of all kernels.
  const auto of_role = [&](Role role) {
    return std::find_if(reading_.clues.begin(), reading_.clues.end(),
                        [&](const Clue& c) { return c.role == role; });
  };
  if (const auto name = of_role(Role::name); share_ && name != reading_.clues.end())
    for (const Clue& c : reading_.clues)
      if (c.at != name->at &&
          (c.role == Role::family || (c.role == Role::measure && as<Measure>(c) == Measure::communication)))
        return refuse("I can tell which share of all kernels a collective has, and not of its family.");
}

void Assembler::check_words() {
  const AskQuery& q = query_;
  if (asks(Lead::where) && q.intent == Intent::measure && q.wanted != Wanted::start)
    return refuse("Where: on which GPU, on which stream, or when? Say which of them.");
  const bool usual = std::any_of(reading_.clues.begin(), reading_.clues.end(),
                                 [](const Clue& c) { return c.role == Role::usual; });
  const bool usual_of = reading_.numbers.statistic != Statistic::none ||
                        std::any_of(reading_.clues.begin(), reading_.clues.end(),
                                    [](const Clue& c) { return c.role == Role::statistic; });
  if (usual && q.intent == Intent::measure && !usual_of)
    return refuse("What is typical: the average or the median? Say which of them.");
  if (is_of_kernels(q.measure) && key_ == Measure::time && q.order != Measure::time && !says_kernels() &&
      q.name.empty() && q.family.empty() && q.measure != Measure::latency && q.measure != Measure::queue)
    return refuse(fmt::format("The longest or slowest of what? I know the kernels with the most {}.",
                              word_of(q.measure)));
}

void Assembler::check_groups() {
  const AskQuery& q = query_;
  constexpr std::string_view kEach[] = {"per", "each", "every", "for", "on", "in"};
  const bool each = std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::per &&
           std::find(std::begin(kEach), std::end(kEach), reading_.tokens[c.at].word) != std::end(kEach);
  });
  const bool named = groups_.count(Dimension::name) > 0 || groups_.count(Dimension::short_name) > 0;
  if ((each || (has_word("by") && !groups_.empty())) && !named && q.measure == Measure::names)
    return refuse("I can count what is distinct of all together, and not of each.");
  if (each && q.pick != Pick::none)
    return refuse("I can pick from all of them together, and not from each group.");
}

void Assembler::check() {
  const AskQuery& q = query_;
  check_points();
  if (q.intent == Intent::measure && q.measure == Measure::count && q.pick != Pick::none &&
      q.group == Dimension::none && q.subject != Subject::iteration)
    return refuse(fmt::format("I can count {}, and not those that come first, last or as the longest.",
                              plural_of(q.subject)));
  if (asks_cpu_time())
    return refuse(
        fmt::format("CPU time is what threads ran on a CPU, and not the time of their calls: ask \"{}\".",
                    words_of_topic("thread_utilization")));
  // `how many ranges are inside X` is not of those that are called X.
  if (q.subject == Subject::range && q.measure == Measure::count && !q.name.empty() && q.inside.empty() &&
      inside_said())
    return refuse("Is it the ranges inside it, or those of that name? Say `NVTX ranges nested in` it.");
  if (!q.family.empty() && (has_word("name") || has_word("names")) &&
      (has_word("contain") || has_word("contains") || has_word("containing")))
    return refuse(fmt::format("Is it the family {0}, or names with that in them? Say kernels named \"{0}\".",
                              q.family));
  if (asks(Lead::how_many) && (q.measure == Measure::latency || q.measure == Measure::queue) &&
      q.pick == Pick::none)
    return refuse("I can tell how long this is, and not how many.");
  if (has_word("union") && q.subject != Subject::gpu)
    return refuse("Unions are of what a GPU ran in all: busy time, kernels, copies or communication.");
  // `kernels inside graph launches`: what is launched is not called so.
  if (has_call_of_graphs() && q.subject != Subject::call)
    return refuse("Graph launches are calls: say kernels launched by a CUDA graph, or count the calls.");
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
  check_share();
  check_groups();
  check_words();
  check_side();
  refuse(why_no_query(q));
}

}  // namespace nsys_ai::inline agent
