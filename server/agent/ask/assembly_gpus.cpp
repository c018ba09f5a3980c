// Busy, idle, overlapping: what a GPU has and no single event.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

// `how many processes are running kernels`: kernels, and not how long one runs.
void Assembler::read_running_kernels() {
  const bool counted = asks(Lead::how_many) || asks(Lead::which);
  if (!has(Measure::kernel_busy) || !counted || share_ || asks(Lead::how_long) || reading_.says_time) return;
  if (!has(Subject::process) && !has(Subject::stream) && !has(Subject::thread)) return;
  measures_.erase(Measure::kernel_busy);
  if (!has(Subject::kernel)) subjects_.push_back(Subject::kernel);
}

std::set<Measure> Assembler::gpu_measures() const {
  std::set<Measure> asked;
  for (const Measure m : measures_)
    if (is_of_gpus(m)) asked.insert(m);
  if (is_of_gpus(key_)) asked.insert(key_);
  return asked;
}

// `busy time without communication`.
void Assembler::leave_out_communication(std::set<Measure>& asked) {
  if (query_.family == "compute" &&
      (asked == std::set{Measure::busy} || asked == std::set{Measure::compute} ||
       asked == std::set{Measure::kernel_busy})) {
    query_.family.clear();
    drop(Subject::kernel);
    for (const Measure m : asked) measures_.erase(m);
    asked = {Measure::compute};
    measures_.insert(Measure::compute);
  }
}

// Where the words of a GPU's time ask for single events, or for how many there are.
bool Assembler::asks_for_events(const std::set<Measure>& asked, Single single) {
  // `the first communication`, `the longest computation`: kernels.
  if (single == Single::yes &&
      (asked == std::set{Measure::compute} || asked == std::set{Measure::communication})) {
    once(query_.family, asked.count(Measure::compute) ? "compute" : "communication", "families");
    measures_.erase(*asked.begin());
    if (events().empty()) subjects_.push_back(Subject::kernel);
    drop(Subject::gpu);
    return true;
  }
  // `how many times does GPU 0 go idle`.
  if (asked == std::set{Measure::idle} && asks(Lead::how_many) && (has_word("times") || has_word("often"))) {
    measures_.erase(Measure::idle);
    drop(Subject::gpu);
    subjects_.push_back(Subject::gap);
    return true;
  }
  // `on how many GPUs did anything run`.
  if (asked == std::set{Measure::busy} && asks(Lead::how_many) && first_counted() == Subject::gpu) {
    measures_.erase(Measure::busy);
    return true;
  }
  return false;
}

bool Assembler::decide_gpu() {
  read_running_kernels();
  std::set<Measure> asked = gpu_measures();
  if (asked.empty() && share_ && (whole_ || is_unnarrowed())) asked = measures_of_whole();
  if (asked.empty()) return false;
  const bool longest =
      query_.pick != Pick::none && (key_ == Measure::time || (key_ == Measure::bytes)) && !grouped_;
  const bool ordered = query_.pick == Pick::first || query_.pick == Pick::last;
  if (asked.count(Measure::idle) && (has(Subject::gap) || longest || (ordered && !asks_which_gpu()))) {
    for (const Measure m : asked) measures_.erase(m);
    drop(Subject::gpu);
    if (!has(Subject::gap)) subjects_.push_back(Subject::gap);
    if (share_) measures_.insert(Measure::time);  // `what share of the idle time is in gaps over 1 ms`
    return false;
  }
  leave_out_communication(asked);
  if (has(Subject::kernel) && !whole_ &&
      (asked == std::set{Measure::compute} || asked == std::set{Measure::communication})) {
    once(query_.family, asked.count(Measure::compute) ? "compute" : "communication", "families");
    measures_.erase(*asked.begin());
    return false;
  }
  const bool single = ordered || (longest && !asks_which_gpu());
  if (!share_ && asks_for_events(asked, single ? Single::yes : Single::no)) return false;
  if (has(Subject::iteration)) return false;
  // `which stream is the busiest`: operations of one stream follow each other, so that their durations add
  // up.
  const bool most_or_least = query_.pick == Pick::most || query_.pick == Pick::least;
  if (asked == std::set{Measure::busy} && (has(Subject::stream) || has(Subject::process)) && most_or_least &&
      !share_) {
    measures_.erase(Measure::busy);
    key_ = Measure::time;
    grouped_ = true;
    return false;
  }
  const bool of_kernels_alone = asked == std::set{Measure::overlap} && has(Subject::kernel) &&
                                !has(Subject::copy) && query_.family.empty();
  if (of_kernels_alone)
    return refuse(
               "Overlap of which with which? I know communication beside compute, and copies beside kernels."),
           true;
  absorb_pair(asked);
  if (asked.size() != 1) return refuse("It asks for two measures of a GPU at once."), true;
  finish_gpu(*asked.begin());
  return true;
}

// `what share of the time does a kernel run`.
bool Assembler::is_unnarrowed() const {
  return query_.family.empty() && query_.library.empty() && query_.calls == CallClass::any &&
         query_.bounds.empty() && !query_.stream && has(Measure::time) && measures_.size() == 1;
}

// `what share of the run is NCCL`.
std::set<Measure> Assembler::measures_of_whole() {
  const std::vector<Subject> said = events();
  const bool plain = query_.name.empty() && query_.direction.empty() && query_.memory.empty() &&
                     query_.inside.empty() && !query_.inside_any;
  if (!plain || said.size() > 1) return {};
  const Subject subject = said.empty() ? Subject::none : said[0];
  std::set<Measure> asked;
  if (query_.family == "communication")
    asked = {Measure::communication};
  else if (query_.family == "compute")
    asked = {Measure::compute};
  else if (!query_.family.empty())
    return {};
  else if (subject == Subject::kernel)
    asked = {Measure::kernel_busy};
  else if (subject == Subject::copy)
    asked = {Measure::copying};
  else if (subject == Subject::operation)
    asked = {Measure::busy};
  else if (subject == Subject::gap)
    asked = {Measure::idle};
  if (asked.empty()) return {};
  drop(subject);
  query_.family.clear();
  measures_.erase(Measure::time);
  return asked;
}

// `how much of the copy time overlaps with kernels`.
void Assembler::absorb_copies(std::set<Measure>& asked) {
  if (!has(Subject::copy) && !asked.count(Measure::copying)) return;
  if (!asked.count(Measure::overlap) && !asked.count(Measure::exposed)) return;
  if (asked.count(Measure::communication) || query_.family == "communication") return;
  asked = {asked.count(Measure::exposed) ? Measure::copy_exposed : Measure::copy_overlap};
  drop(Subject::copy);
  drop(Subject::kernel);
  if (query_.family == "compute") query_.family.clear();
}

// `busy with kernels`, `kernel busy time`, and not a part of the time that a GPU is busy.
bool Assembler::is_busy_with_it() const {
  for (const Clue& busy : reading_.clues) {
    if (busy.role != Role::measure || as<Measure>(busy) != Measure::busy) continue;
    for (const Clue& c : reading_.clues) {
      const bool is_part = c.role == Role::family ||
                           (c.role == Role::measure && as<Measure>(c) != Measure::time) ||
                           (c.role == Role::subject && !is_container(as<Subject>(c)));
      if (is_part && (c.at == busy.at + 1 || c.at + 1 == busy.at)) return true;
    }
    if (busy.at + 1 == reading_.tokens.size()) return true;
    for (const std::string_view link : {"with", "by", "in", "on", "running", "doing"})
      if (reading_.tokens[busy.at + 1].word == link) return true;
  }
  return false;
}

// Overlap and exposure are of communication beside compute, whose words stand beside.
void Assembler::absorb_pair(std::set<Measure>& asked) {
  absorb_copies(asked);
  for (const Measure pair : {Measure::overlap, Measure::exposed})
    if (asked.count(pair)) {
      asked.erase(Measure::communication);
      asked.erase(Measure::compute);
      if (query_.family == "communication") query_.family.clear();
      drop(Subject::kernel);
    }
  if (asked.count(Measure::communication) && query_.family == "communication") {
    query_.family.clear();
    drop(Subject::kernel);
  }
  if (asked.count(Measure::exposed)) asked.erase(Measure::overlap);
  if (asked.size() > 1) asked.erase(Measure::span);  // `idle time within its span`
  const bool with_part = asked.size() == 2 || has(Subject::kernel) || has(Subject::copy);
  if (asked.count(Measure::busy) && with_part && (share_ || has_word("percent")) && !is_busy_with_it())
    return refuse("Of the busy time, or of the span? Say copies as a percentage of busy time.");
  if (asked.count(Measure::busy) && asked.size() == 2) {
    // `busy with kernels`, `busy copying`.
    if (asked.count(Measure::copying) || asked.count(Measure::kernel_busy) || asked.count(Measure::compute) ||
        asked.count(Measure::communication))
      asked.erase(Measure::busy);
  }
  if (asked.count(Measure::busy) && has(Subject::kernel)) {
    asked = {Measure::kernel_busy};
    drop(Subject::kernel);
  }
  if (asked.count(Measure::busy) && has(Subject::copy)) {
    asked = {Measure::copying};
    drop(Subject::copy);
  }
}

void Assembler::finish_gpu(Measure measure) {
  for (const Subject s : {Subject::stream, Subject::process, Subject::thread})
    if (has(s)) return refuse(fmt::format("I can tell this of a GPU, and not of a {}.", noun_of(s)));
  if (!events().empty() || query_.stream || query_.thread || !query_.name.empty() || !query_.family.empty() ||
      !query_.direction.empty() || !query_.memory.empty() || !query_.bounds.empty() ||
      !query_.inside.empty() || query_.inside_any || query_.calls != CallClass::any || distinct_ ||
      !query_.library.empty() || query_.launched != Launched::any || query_.machine || leaves_out() ||
      query_.copy_calls != CopyCalls::any)
    return refuse(
        fmt::format("I can tell the {} of a GPU, and not of a part of its work.", word_of(measure)));
  for (const Measure m : measures_)
    if (m != measure && m != Measure::time && !is_of_gpus(m))
      return refuse("It asks for two measures at once.");
  if (query_.pick == Pick::first || query_.pick == Pick::last)
    return refuse("I do not know the first or last of this.");
  if (asks(Lead::how_many) && !share_) return refuse("I can tell how long this is, and not how many.");
  query_.subject = Subject::gpu;
  query_.measure = measure;
  const bool clock = asks(Lead::when);
  if (clock) return refuse("I can tell when single events begin, and not when a GPU is in a state.");
  const bool told_as_share = measure == Measure::busy || measure == Measure::idle ||
                             has_word("utilization") || has_word("utilisation");
  const bool by_share =
      share_ || (told_as_share && !reading_.says_time && !compares() && query_.statistic != Statistic::total);
  query_.wanted = by_share ? Wanted::share : Wanted::value;
  const bool of_part = measure == Measure::overlap || measure == Measure::exposed ||
                       measure == Measure::copy_overlap || measure == Measure::copy_exposed;
  if (by_share && whole_ && of_part)
    return refuse("I can tell which share of communication or of copies this is, and not of a span.");
  if (by_share && measure == Measure::span) return refuse("The span is what shares are of.");
  if (query_.statistic >= Statistic::median)
    return refuse("A GPU has no median, percentile or deviation of this.");
  if (by_share || query_.statistic == Statistic::total) query_.statistic = Statistic::none;
  if (query_.pick == Pick::none && asks(Lead::which))
    return refuse("Ask which GPU has the most or the least of it.");
  if (query_.group != Dimension::none && query_.group != Dimension::gpu)
    return refuse("I can tell this per GPU only.");
  query_.of_capture = of_capture_ && by_share && query_.pick == Pick::none && !query_.iteration &&
                      query_.window == TimeBounds{} && !reading_.relative;
  if (query_.pick != Pick::none) {
    query_.group = Dimension::gpu;
    const bool value = asks(Lead::how_long) || asks(Lead::value_of) || asks(Lead::how_much);
    query_.wanted = value ? Wanted::value : Wanted::name;
    query_.statistic = Statistic::none;
  }
}

}  // namespace nsys_ai::inline agent
