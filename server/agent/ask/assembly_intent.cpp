// Questions that are no measure of something: why, what is wrong, hardware, MFU.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

bool Assembler::only_gpus() const {
  return events().empty() && query_.name.empty() && query_.direction.empty() && query_.memory.empty() &&
         query_.bounds.empty() && query_.inside.empty() && !query_.inside_any &&
         query_.group == Dimension::none && query_.pick == Pick::none && !share_ && !distinct_ &&
         query_.launched == Launched::any;
}

// `GPU 1 name`.
bool Assembler::is_name_of_gpu() const {
  const bool named = asks(Lead::name_of) || query_.group == Dimension::name;
  return named && measures_.empty() && !query_.gpus.empty() && events().empty() && query_.name.empty() &&
         query_.family.empty() && query_.library.empty() && query_.pick == Pick::none && !share_ &&
         !distinct_ && questions_.count(Lead::how_many) == 0;
}

// Of a topic a skill tells what stands out; a figure of its own is another question.
void Assembler::decide_topic() {
  const std::string_view skill = *topics_.begin();
  const std::string words = words_of_topic(skill);
  drop(Subject::capture);
  // Of what multiplies matrices anyway.
  if (skill == "tensor_core_hint" && query_.family == "gemm") {
    query_.family.clear();
    drop(Subject::kernel);
  }
  // Where a list of amounts is asked for, its largest is an answer.
  constexpr std::string_view kOfAmounts[] = {"memory_timeline", "nvtx_kernel_map", "nvtx_layer_breakdown"};
  const bool lists = std::ranges::find(kOfAmounts, skill) != std::end(kOfAmounts);
  const bool of_amount = asks(Lead::how_many) || asks(Lead::how_long) || share_ ||
                         query_.statistic != Statistic::none || has_word("percent") || has_word("well") ||
                         (asks(Lead::how_much) && !lists);
  if (of_amount || asks(Lead::when) || asks(Lead::why))
    return refuse(fmt::format("I can tell what stands out: ask \"{}\".", words));
  if (topics_.size() > 1 || !intents_.empty() || !only_gpus() || !measures_none_but_time() ||
      !query_.family.empty() || !query_.library.empty() || query_.calls != CallClass::any)
    return refuse(
        fmt::format("I can answer \"{}\" of the run or of a window, and not of a part of its work.", words));
  query_.intent = Intent::topic;
  query_.topic = skill;
}

bool Assembler::decide_intent() {
  if (!topics_.empty()) return decide_topic(), true;
  // `why is there the longest gap`: it is told with its cause.
  if (has(Subject::gap) && query_.pick != Pick::none) questions_.erase(Lead::why);
  const bool why = asks(Lead::why);
  // `why is GPU 1 idle most of the time`: how much of it is no pick of one that is the most idle.
  const bool mostly = query_.pick == Pick::most && (key_ == Measure::idle || has(Measure::idle));
  if (why && mostly && has_word("time") && !asks(Lead::which)) {
    query_.pick = Pick::none;
    key_ = Measure::none;
    grouped_ = false;
    measures_.insert(Measure::idle);
  }
  if (why && (has(Measure::idle) || (has(Subject::gap) && !asks(Lead::how_long)) ||
              (has(Measure::busy) && has_word("low")) || has_word("waiting"))) {
    drop(Subject::gap);
    if (!only_gpus()) return refuse("I can say why a GPU is idle, and not yet of a part of its work."), true;
    query_.intent = Intent::why_idle;
    return true;
  }
  if (decide_overlap()) return true;
  read_what_takes_longest();
  if (intents_.empty()) {
    if (why)
      refuse("I can say why a GPU is idle, what is wrong and what the bottleneck is, and no other why.");
    return why;
  }
  forget_what_bounds();
  // `the copies look slow: what bandwidth do they get`.
  const bool aside = has_word("slow") || has_word("bound") || has_word("limited");
  if (intents_ == std::set{Intent::bottleneck} && aside && !why && !asks(Lead::which) &&
      (asks(Lead::how_long) || !gpu_measures().empty() || has(Measure::bandwidth)))
    return false;
  drop(Subject::capture);
  if (intents_.size() > 1) intents_.erase(Intent::bottleneck);
  if (intents_.size() > 1 || !only_gpus() || !measures_none_but_time() || !query_.family.empty() ||
      query_.calls != CallClass::any || asks_which_gpu())
    return refuse(
               "I can say what is wrong, what the bottleneck is and what to do of the run or of a window, and not of a part of its work."),
           true;
  query_.intent = *intents_.begin();
  return true;
}

// `do kernels overlap with copies`, `is communication hidden`.
bool Assembler::decide_overlap() {
  const bool yes_or_no = !share_ && !asks(Lead::how_many) && !asks(Lead::how_much) && !asks(Lead::how_long) &&
                         !reading_.says_time && query_.pick == Pick::none && !asks(Lead::which);
  if (!has(Measure::overlap) || !yes_or_no || !starts_as_question()) return false;
  const bool communication = has(Measure::communication) || query_.family == "communication";
  const bool copies = has(Subject::copy) || has(Measure::copying);
  const bool compute = has(Measure::compute) || query_.family == "compute";
  const bool alone = has(Subject::kernel) && query_.family.empty() && !compute;
  if (!communication && !copies && !compute && !alone) return false;
  drop(Subject::kernel);
  if (!communication) drop(Subject::copy);
  if (communication || query_.family == "compute") query_.family.clear();
  if (!only_gpus() || !query_.family.empty() || !query_.library.empty() || query_.stream)
    return refuse(
               "I can say whether communication and compute overlap, or copies and kernels, and not yet of "
               "other pairs."),
           true;
  query_.intent = Intent::overlapping;
  if (communication) return true;
  if (copies) {
    query_.subject = Subject::copy;
  } else if (alone) {
    query_.intent = Intent::topic;
    query_.topic = "stream_concurrency";
  }
  return true;
}

// `what takes the longest in the CUDA API`: the calls of one name, by their time.
void Assembler::read_what_takes_longest() {
  if (intents_ != std::set{Intent::where_time} || events().size() != 1 || query_.pick != Pick::none) return;
  if (!has_word("longest") && !has_word("most")) return;
  intents_.clear();
  questions_ = {Lead::which};
  query_.pick = Pick::most;
  key_ = Measure::time;
  grouped_ = true;
}

// `is it copy bound`: by what it is bound, whatever it was thought to be.
void Assembler::forget_what_bounds() {
  const bool bound = has_word("bound") || has_word("limited") || has_word("bottleneck");
  if (intents_ != std::set{Intent::bottleneck} || !bound || !starts_as_question() || !query_.name.empty() ||
      asks(Lead::how_long) || asks(Lead::how_many) || asks(Lead::which) || query_.pick != Pick::none)
    return;
  measures_.clear();
  query_.family.clear();
  query_.calls = CallClass::any;
  for (const Subject s : {Subject::copy, Subject::kernel, Subject::call}) drop(s);
}

bool Assembler::measures_none_but_time() const {
  return measures_.empty() || (measures_.size() == 1 && has(Measure::time));
}

bool Assembler::has_word(std::string_view word) const {
  return std::any_of(reading_.tokens.begin(), reading_.tokens.end(),
                     [&](const WordToken& t) { return t.word == word; });
}

// `is`, `does`: a yes or no is asked for.
bool Assembler::starts_as_question() const {
  constexpr std::string_view kWords[] = {"any", "is",  "are",  "does", "do",
                                         "did", "was", "were", "can",  "has"};
  constexpr std::string_view kOther[] = {"what", "which", "how", "who", "whose", "when", "where", "why"};
  // Behind an address such as `hi` or `I need this`.
  for (size_t at = 0; at < reading_.tokens.size(); ++at) {
    if (std::find(std::begin(kWords), std::end(kWords), reading_.tokens[at].word) != std::end(kWords))
      return true;
    const bool says_something =
        std::find(std::begin(kOther), std::end(kOther), reading_.tokens[at].word) != std::end(kOther) ||
        reading_.tokens[at].number || reading_.tokens[at].quoted || reading_.tokens[at].like_name ||
        std::any_of(reading_.clues.begin(), reading_.clues.end(),
                    [&](const Clue& c) { return c.at == at && c.role != Role::filler; });
    if (says_something) return false;
  }
  return false;
}

void Assembler::decide_mfu() {
  if (events().size() > 1 || query_.pick != Pick::none ||
      (query_.group != Dimension::none && query_.group != Dimension::iteration) || !query_.bounds.empty() ||
      measures_.size() > 1 + (has(Measure::busy) ? 1U : 0U))
    return refuse("I can give the MFU of the run, of a kernel or of an NVTX range.");
  query_.measure = Measure::mfu;
  query_.flops_in_all = query_.flops > 0 && says_flops_in_all();
  query_.subject = events().empty() ? Subject::capture : events()[0];
  query_.statistic = Statistic::none;
  // `of a step`: its FLOPs are given of each.
  if (query_.subject == Subject::iteration) query_.group = Dimension::iteration;
  if (query_.group == Dimension::iteration) query_.subject = Subject::capture;
}

// What it is, and not when, why, how long or of whom.
bool Assembler::asks_plainly() const {
  const bool placed = has(Subject::stream) || has(Subject::process) || has(Subject::thread) ||
                      query_.process || query_.thread || !query_.library.empty();
  const bool counts = query_.measure == Measure::cpu_cores;
  for (const Lead lead : questions_)
    if (lead == Lead::how_long || lead == Lead::when || lead == Lead::why || lead == Lead::start_of ||
        (lead == Lead::how_many && !counts))
      return false;
  return !placed && query_.statistic == Statistic::none && !distinct_ &&
         !(is_of_machine(query_.measure) && !query_.gpus.empty() && query_.measure != Measure::driver);
}

bool Assembler::decide_hardware() {
  std::set<Measure> asked;
  for (const Measure m : measures_)
    if (is_hardware(m)) asked.insert(m);
  if (is_name_of_gpu()) asked.insert(Measure::model);
  if (asked.empty()) return false;
  if (has(Measure::memory) && (has(Subject::copy) || has(Subject::memset))) {
    measures_.erase(Measure::memory);
    measures_.insert(Measure::bytes);
    return false;
  }
  // `GPU memory bandwidth GB/s`: the unit is no second measure.
  if (asked.count(Measure::peak_bandwidth) && has_word("gb/s")) measures_.erase(Measure::bandwidth);
  constexpr std::string_view kUse[] = {"used",     "use",   "usage",   "free",   "allocated", "consumed",
                                       "achieved", "reach", "reached", "actual", "peaked"};
  const bool of_use =
      std::any_of(std::begin(kUse), std::end(kUse), [&](std::string_view word) { return has_word(word); });
  if (of_use && (has(Measure::memory) || has(Measure::peak_bandwidth)))
    return refuse("I know what the GPU has of it, and not how much is used."), true;
  if (asked.size() > 1 || !events().empty() || query_.stream || !query_.name.empty() ||
      !query_.bounds.empty() || query_.pick != Pick::none || share_ || !query_.family.empty() ||
      query_.window != TimeBounds{} || reading_.relative || query_.calls != CallClass::any ||
      query_.iteration || (measures_.size() > 1 && !(measures_.size() == 2 && has(Measure::bytes))))
    return refuse(
               "I can tell one fact of the hardware at a time: model, SMs, memory, peak bandwidth or compute capability."),
           true;
  query_.measure = *asked.begin();
  if (query_.measure > Measure::capability && !asks_plainly())
    return refuse(fmt::format("I can tell the {} as it was recorded, and nothing else of it.",
                              word_of(query_.measure))),
           true;
  query_.subject = is_of_machine(query_.measure) ? Subject::capture : Subject::gpu;
  query_.statistic = Statistic::none;
  query_.group = Dimension::none;
  query_.machine = false;
  return true;
}

}  // namespace nsys_ai::inline agent
