// Counts, sums, picks and groups of kernels, copies, ranges, calls, gaps and steps.
#include <fmt/format.h>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

void Assembler::decide_event() {
  choose_subject();
  if (!problem_.empty()) return;
  choose_measure();
  if (!problem_.empty()) return;
  if (query_.subject == Subject::range && says_gpu_time()) ask_for_kernels_inside();
  if (!problem_.empty()) return;
  if (share_) query_.wanted = Wanted::share;
  if (query_.pick != Pick::none) choose_pick();
  if (problem_.empty()) settle_statistic();
  if (problem_.empty()) settle_start();
}

// `GPU time`, `on the GPU`: of a range, what it launched, and not how long it was open on the host.
bool Assembler::says_gpu_time() const {
  const auto is_gpu = [&](size_t at) {
    return at < reading_.tokens.size() &&
           (reading_.tokens[at].word == "gpu" || reading_.tokens[at].word == "device");
  };
  for (size_t i = 0; i + 1 < reading_.tokens.size(); ++i) {
    const std::string& word = reading_.tokens[i].word;
    const size_t behind = reading_.tokens[i + 1].word == "the" ? i + 2 : i + 1;
    if (is_gpu(i) && (reading_.tokens[i + 1].word == "time" || reading_.tokens[i + 1].word == "duration"))
      return true;
    if (word == "on" && is_gpu(behind) &&
        !(behind + 1 < reading_.tokens.size() && reading_.tokens[behind + 1].number))
      return true;
  }
  return false;
}

void Assembler::ask_for_kernels_inside() {
  const bool total = query_.statistic == Statistic::none || query_.statistic == Statistic::total;
  if (query_.name.empty() || query_.pick != Pick::none || query_.group != Dimension::none ||
      query_.measure != Measure::time || !total)
    return refuse(
        "Ranges are timed on the host; on the GPU I know the kernels inside a range that is named.");
  query_.subject = Subject::kernel;
  query_.inside = std::move(query_.name);
  query_.name.clear();
}

void Assembler::infer_subject() {
  if (!events().empty()) return;
  if (!query_.family.empty() || !query_.library.empty() || has(Measure::latency) || has(Measure::queue) ||
      has(Measure::registers) || has(Measure::blocks) || has(Measure::block_threads) ||
      has(Measure::shared_memory))
    subjects_.insert(subjects_.begin(), Subject::kernel);
  else if (!query_.direction.empty() || !query_.memory.empty() || has(Measure::bytes) ||
           has(Measure::bandwidth) || query_.group == Dimension::direction)
    subjects_.insert(subjects_.begin(), Subject::copy);
  else if (query_.group == Dimension::family || query_.group == Dimension::library ||
           query_.group == Dimension::name || query_.group == Dimension::short_name)
    subjects_.insert(subjects_.begin(), Subject::kernel);
  else if (query_.iteration && !has(Subject::capture))
    subjects_.insert(subjects_.begin(), Subject::iteration);
}

Dimension Assembler::dimension_of(Subject container) const {
  if (container == Subject::gpu) return Dimension::gpu;
  if (container == Subject::stream) return Dimension::stream;
  if (container == Subject::process) return Dimension::process;
  return container == Subject::thread ? Dimension::thread : Dimension::none;
}

void Assembler::choose_subject() {
  infer_subject();
  std::vector<Subject> said = events();
  if (said.size() == 2 && has(Subject::kernel) && has(Subject::call) && query_.calls == CallClass::launch &&
      (has(Measure::latency) || has(Measure::queue))) {
    query_.calls = CallClass::any;  // `latency between launch and start of kernels`
    drop(Subject::call);
    said = events();
  }
  if (said.size() == 2 && has(Subject::call) && query_.calls == CallClass::any &&
      (has(Subject::kernel) || has(Subject::copy)) && !query_.name.empty()) {
    drop(Subject::call);  // `calls of kernel X`
    said = events();
  }
  for (const Subject other : {Subject::os_call, Subject::mpi_call})
    if (said.size() == 2 && has(Subject::call) && has(other)) {
      drop(Subject::call);  // `poll calls of the OS runtime`
      said = events();
    }
  if (said.size() == 2 && has(Subject::iteration) && asks(Lead::which)) {
    drop(Subject::iteration);
    once_group(Dimension::iteration);
    said = events();
  }
  if (said.size() > 1)
    return refuse(fmt::format("It asks of {} and of {} at once, and I can answer for one.",
                              plural_of(said[0]), plural_of(said[1])));
  choose_container(said);
}

void Assembler::once_group(Dimension group) {
  if (query_.group != Dimension::none && query_.group != group)
    refuse("It groups by two things at once, and I can group by one.");
  query_.group = group;
}

void Assembler::choose_container(const std::vector<Subject>& said) {
  Subject container = Subject::none;
  for (const Subject s : {Subject::stream, Subject::process, Subject::thread, Subject::gpu})
    if (has(s)) {
      if (container != Subject::none && s != Subject::gpu)
        return refuse("It asks of two kinds of places at once.");
      if (container == Subject::none) container = s;
    }
  const bool counted = asks(Lead::how_many) && container != Subject::none && first_counted() == container;
  const bool which = asks(Lead::which) && container != Subject::none && first_after(which_at()) == container;
  if (said.empty()) {
    if (has(Subject::capture) && container == Subject::none) {
      query_.subject = Subject::capture;
      return;
    }
    if (container == Subject::none)
      return refuse("I do not see what it asks about: kernels, copies, gaps, ranges, calls, GPUs, ...");
    const bool named = asks(Lead::name_of) || query_.group == Dimension::name;
    if ((which || named) && container == Subject::gpu && query_.pick == Pick::none && measures_.empty()) {
      query_.group = Dimension::none;
      query_.subject = Subject::gpu;
      measures_.insert(Measure::model);
      return;
    }
    if (counted) {
      const bool on_gpus = has(Subject::gpu) || !query_.gpus.empty();
      query_.subject = on_gpus && container != Subject::gpu ? Subject::operation : container;
      if (query_.subject == Subject::operation) {
        distinct_ = true;
        once_group(dimension_of(container));
      }
      return;
    }
    if (!which && query_.pick == Pick::none)
      return refuse(fmt::format("I do not know what it asks of {}.", plural_of(container)));
    query_.subject = container == Subject::thread ? Subject::call : Subject::operation;
    once_group(dimension_of(container));
    return;
  }
  query_.subject = said[0];
  if (counted) {
    distinct_ = true;
    once_group(dimension_of(container));
  } else if (which ||
             (container != Subject::none && query_.pick != Pick::none && container_is_picked(container))) {
    once_group(dimension_of(container));
  } else if (container == Subject::thread || container == Subject::stream || container == Subject::process) {
    refuse(fmt::format("I do not know what it asks of {}.", plural_of(container)));
  }
}

// `stream with the most kernels`: the container stands before what is counted on it.
bool Assembler::container_is_picked(Subject container) const {
  for (const Subject s : subjects_) {
    // `what did the GPU run first, which kernel`.
    if (s == Subject::gpu && asks(Lead::which) && which_event_follows()) return false;
    if (s == container) return container != Subject::gpu || key_ == Measure::none || grouped_;
    if (!is_container(s)) return false;
  }
  return false;
}

bool Assembler::which_event_follows() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::subject && c.at == which_at() + 1 && !is_container(as<Subject>(c));
  });
}

size_t Assembler::which_at() const {
  for (const Clue& c : reading_.clues)
    if (c.role == Role::question && as<Lead>(c) == Lead::which) return c.at;
  return 0;
}

Subject Assembler::first_counted() const { return first_after(counted_at_); }

Subject Assembler::first_after(size_t token) const {
  // Of `number of GPU idle gaps` the gaps.
  Subject first = Subject::none;
  size_t at = 0;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::subject || c.at < token) continue;
    if (first == Subject::none)
      at = c.at;
    else if (first != Subject::gpu || c.at != at + 1)
      break;
    first = as<Subject>(c);
  }
  return first;
}

// `how many names are there`, and not how many kernels of each.
bool Assembler::counts_names() const {
  const bool names =
      query_.group == Dimension::short_name || (query_.group == Dimension::name && has_word("names"));
  return names && asks(Lead::how_many) && query_.pick == Pick::none && !has_word("by") && !has_word("per") &&
         !has_word("each") && !has_word("every");
}

// Whether there are any is asked, alone or with how many.
void Assembler::settle_whether() {
  const bool yes_or_no = starts_as_question() || asks(Lead::whether);
  if (query_.measure == Measure::none && yes_or_no && questions_.size() == (asks(Lead::whether) ? 1U : 0U) &&
      query_.pick == Pick::none && query_.group == Dimension::none) {
    query_.measure = Measure::count;
    query_.whether = true;
  }
  // `were there any, and how many`.
  if (yes_or_no && asks(Lead::how_many) && query_.measure == Measure::count && query_.pick == Pick::none &&
      query_.group == Dimension::none && !share_ && !compares() && (has_word("any") || has_word("there")))
    query_.whether = true;
}

void Assembler::choose_measure() {
  std::set<Measure> asked = measures_;
  if (query_.subject == Subject::gpu && asked.count(Measure::model)) {
    query_.measure = Measure::model;
    return;
  }
  if (query_.subject == Subject::iteration) asked = iteration_measures(asked);
  if (counts_names()) distinct_ = true;
  if (asked.size() > 1) asked.erase(Measure::time);
  if (asks(Lead::when) && asked.count(Measure::end)) asked = {Measure::end};
  if (asked.size() > 1) return refuse("It asks for two measures at once, and I can answer for one.");
  if (!asked.empty())
    query_.measure = *asked.begin();
  else if (distinct_)
    query_.measure = Measure::names;
  else if (asks(Lead::how_many))
    query_.measure = Measure::count;
  else if (asks(Lead::how_long))
    query_.measure = Measure::time;
  else if (asks(Lead::how_much) && query_.subject == Subject::copy)
    query_.measure = Measure::bytes;
  else if (key_ != Measure::none)
    query_.measure = key_;
  else if (query_.subject == Subject::gap && query_.statistic != Statistic::none)
    query_.measure = Measure::time;
  else if (query_.pick == Pick::first || query_.pick == Pick::last)
    query_.measure = Measure::time;
  // `p95 of NAME`, `NAME total`: what bears a name is timed.
  else if (!query_.name.empty() && query_.statistic != Statistic::none && query_.pick == Pick::none)
    query_.measure = Measure::time;
  else if (query_.statistic == Statistic::mean && query_.group != Dimension::none)
    query_.measure = Measure::count;
  else if (query_.pick != Pick::none)
    query_.measure = query_.group != Dimension::none ? Measure::count
                     : top_ || has_word("worst")     ? Measure::time
                                                     : Measure::none;
  else if (share_)
    query_.measure = Measure::count;
  else if (asks(Lead::which) || asks(Lead::name_of))
    choose_listing();
  else if (asks(Lead::when) && query_.subject == Subject::capture)
    query_.measure = Measure::start;
  choose_only();
  settle_whether();
  // `idle gaps longer than 1 ms`: how many there are, and their time.
  if (query_.measure == Measure::none && !query_.bounds.empty() && questions_.empty() &&
      query_.pick == Pick::none && query_.group == Dimension::none)
    query_.measure = Measure::count;
  if (asks(Lead::how_many) && query_.measure == Measure::time && !share_ && key_ == Measure::none)
    query_.measure = Measure::count;
  if (query_.measure == Measure::none)
    refuse(fmt::format("I do not see what it asks of {}: how many, how long, which is longest, ...",
                       plural_of(query_.subject)));
  if (distinct_ && query_.measure != Measure::names)
    refuse("I can count what is distinct, and nothing else of it.");
}

std::set<Measure> Assembler::iteration_measures(std::set<Measure> asked) const {
  for (const Measure m : {Measure::busy, Measure::idle, Measure::communication})
    if (asked.count(m) || key_ == m) asked = {m};
  return asked;
}

// `which kernels ran on stream 7`: their names, by time.
void Assembler::choose_listing() {
  query_.pick = Pick::most;
  query_.measure = query_.group == Dimension::none ? Measure::time : Measure::count;
  grouped_ = true;
}

// `how long does a copy take`: the usual one of them, and not all of them together.
bool Assembler::asks_for_one() const {
  if (!asks(Lead::how_long) || query_.group != Dimension::none || !query_.inside.empty()) return false;
  for (const Clue& c : reading_.clues) {
    if (c.role != Role::subject || as<Subject>(c) != query_.subject || c.at == 0) continue;
    const std::string& before = reading_.tokens[c.at - 1].word;
    return before == "a" || before == "an" || before == "one" || before == "single";
  }
  return false;
}

void Assembler::settle_statistic() {
  const bool sums = query_.measure == Measure::time || query_.measure == Measure::bytes;
  const bool one = query_.pick != Pick::none && query_.group == Dimension::none;
  if (one) {
    if (query_.statistic != Statistic::none)
      refuse("I can pick single events, and not add up or average what was picked.");
    query_.statistic = Statistic::none;
    return;
  }
  if (query_.measure == Measure::count && query_.statistic == Statistic::total)
    query_.statistic = Statistic::none;
  if (query_.measure == Measure::time && query_.statistic == Statistic::none && asks_for_one())
    query_.statistic = Statistic::mean;
  if (sums && query_.statistic == Statistic::none && query_.subject != Subject::capture &&
      query_.wanted != Wanted::share)
    query_.statistic = Statistic::total;
  if (query_.wanted == Wanted::share) query_.statistic = Statistic::none;
  if (query_.measure == Measure::bandwidth && query_.statistic == Statistic::mean)
    query_.statistic = Statistic::none;
  if (query_.subject == Subject::iteration && query_.iteration) query_.statistic = Statistic::none;
  const bool single = query_.measure == Measure::latency || query_.measure == Measure::queue ||
                      query_.measure == Measure::registers || query_.measure == Measure::blocks ||
                      query_.measure == Measure::block_threads || query_.measure == Measure::shared_memory;
  if (single && query_.statistic == Statistic::none) query_.statistic = Statistic::mean;
}

// `kernels that started between 1 and 2 s`.
void Assembler::settle_start() {
  if (!starting_ || asks(Lead::when) || asks(Lead::start_of)) return;
  if (query_.window != TimeBounds{} || reading_.relative) {
    query_.starting = true;
    return;
  }
  if (query_.pick != Pick::first && query_.pick != Pick::last)
    refuse("Starting when? Say between which seconds.");
}

}  // namespace nsys_ai::inline agent
