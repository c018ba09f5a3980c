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
  if (problem_.empty()) settle_toward();
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
      has(Measure::grid_threads) || has(Measure::shared_memory))
    subjects_.insert(subjects_.begin(), Subject::kernel);
  else if (!query_.direction.empty() || !query_.memory.empty() || has(Measure::bytes) ||
           (key_ == Measure::bytes && grouped_) || has(Measure::bandwidth) ||
           query_.group == Dimension::direction)
    subjects_.insert(subjects_.begin(), Subject::copy);
  else if (query_.group == Dimension::name && (has_word("range") || has_word("nvtx") || has_word("label")))
    subjects_.insert(subjects_.begin(), Subject::range);  // `how many range names`
  else if (query_.group == Dimension::name && (has_word("function") || has_word("api") || has_word("call")))
    subjects_.insert(subjects_.begin(), Subject::call);
  else if (query_.group == Dimension::family || query_.group == Dimension::library ||
           query_.group == Dimension::name || query_.group == Dimension::short_name)
    subjects_.insert(subjects_.begin(), Subject::kernel);
  else if (query_.iteration && !has(Subject::capture))
    subjects_.insert(subjects_.begin(), Subject::iteration);
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
  // `which process launches the most kernels`: the verb; `elementwise launches`: kernels.
  const bool of_kernels = has(Subject::kernel) || !query_.family.empty() || !query_.library.empty() ||
                          (query_.group == Dimension::name && has_word("kernel"));
  if (of_kernels && has(Subject::call) && query_.calls == CallClass::launch && !has(Measure::time) &&
      !asks(Lead::how_long) && key_ != Measure::time) {
    // `which thread launches the kernels`: threads have calls.
    if (has(Subject::thread) && query_.family.empty() && query_.library.empty()) {
      drop(Subject::kernel);
    } else {
      query_.calls = CallClass::any;
      drop(Subject::call);
      if (!has(Subject::kernel)) subjects_.push_back(Subject::kernel);
    }
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

// `kernels`, `calls`: what was said, and not only what a condition is of.
bool Assembler::says_event() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(),
                     [](const Clue& c) { return c.role == Role::subject && !is_container(as<Subject>(c)); });
}

// Whether events stand with a condition, a part of the capture, a group or `total`, and nothing else is said.
bool Assembler::is_narrowed_in_words() const {
  const AskQuery& q = query_;
  // A name alone asks for nothing.
  const bool says_thing =
      says_event() || std::any_of(reading_.clues.begin(), reading_.clues.end(), [](const Clue& c) {
        return c.role == Role::family || c.role == Role::library;
      });
  // `what is the NCCL kernel called` is no count.
  if (!says_thing || (has_word("what") && q.bounds.empty())) return false;
  if (q.statistic != Statistic::none) return q.statistic == Statistic::total && q.group == Dimension::none;
  return !q.bounds.empty() || !q.family.empty() || !q.library.empty() || !q.direction.empty() ||
         !q.memory.empty() || !q.inside.empty() || !q.name.empty() || q.launched != Launched::any ||
         q.copy_calls != CopyCalls::any || leaves_out() || !q.gpus.empty() || q.stream || q.process ||
         q.thread || q.window != TimeBounds{} || reading_.relative || q.group != Dimension::none;
}

// `how many names are there`, and not how many kernels of each.
bool Assembler::counts_names() const {
  const bool names =
      query_.group == Dimension::short_name || (query_.group == Dimension::name && has_word("names")) ||
      (query_.group == Dimension::family && (has_word("families") || has_word("categories"))) ||
      (query_.group == Dimension::library && has_word("libraries")) ||
      (query_.group == Dimension::direction && has_word("directions"));
  return names && asks(Lead::how_many) && query_.pick == Pick::none && !has_word("by") && !has_word("per") &&
         !has_word("each") && !has_word("every");
}

// Whether there are any is asked, alone or with how many.
void Assembler::settle_whether() {
  const bool yes_or_no = starts_as_question() || asks(Lead::whether);
  if (query_.measure == Measure::none && yes_or_no && questions_.size() == (asks(Lead::whether) ? 1U : 0U) &&
      query_.pick == Pick::none && query_.group == Dimension::none) {
    query_.measure = Measure::count;
    query_.whether = !compares();
  }
  // `were there any, and how many`.
  if (yes_or_no && asks(Lead::how_many) && query_.measure == Measure::count && query_.pick == Pick::none &&
      query_.group == Dimension::none && !share_ && !compares() && (has_word("any") || has_word("there")))
    query_.whether = true;
}

void Assembler::settle_rate(std::set<Measure>& asked) {
  // `at what rate do copies run`: bytes, and `copies per second` their number.
  const bool of_copies = query_.subject == Subject::copy && !has_word("second") && !has_word("sec");
  if (asked.count(Measure::rate) && (of_copies || has_word("gb/s"))) asked = {Measure::bandwidth};
  if (asked.count(Measure::rate)) questions_.erase(Lead::how_many);
  // `which call blocks longest`, `cudaMemcpy calls that block`.
  if (is_host_subject() && query_.subject != Subject::range &&
      (query_.pick != Pick::none || !query_.name.empty()))
    asked.erase(Measure::blocks);
}

void Assembler::choose_usual_measure() {
  if (distinct_)
    query_.measure = Measure::names;
  else if (asks(Lead::how_many))
    query_.measure = Measure::count;
  else if (asks(Lead::how_long) || (asks(Lead::how_much) && query_.subject == Subject::overhead))
    query_.measure = Measure::time;
  else if (asks(Lead::how_much) && query_.subject == Subject::copy)
    query_.measure = Measure::bytes;
  else if (key_ == Measure::bytes && is_host_subject())
    query_.measure = Measure::time;  // `biggest API call`
  else if (key_ != Measure::none)
    query_.measure = key_;
  else if (query_.subject == Subject::gap && query_.statistic != Statistic::none)
    query_.measure = Measure::time;
  else if (query_.pick == Pick::first || query_.pick == Pick::last)
    query_.measure = Measure::time;
  // `p95 of NAME`, `NAME total`: what bears a name is timed.
  else if (query_.statistic != Statistic::none && query_.pick == Pick::none &&
           (query_.group == Dimension::none || query_.statistic >= Statistic::median) &&
           (!query_.name.empty() || is_timed_by_statistic()))
    query_.measure = Measure::time;
  else if (query_.statistic == Statistic::mean && query_.group != Dimension::none)
    query_.measure = query_.pick == Pick::none ? Measure::count : Measure::time;
  else if (query_.pick != Pick::none)
    query_.measure = query_.group != Dimension::none ? Measure::count
                     : top_ || has_word("worst")     ? Measure::time
                                                     : Measure::none;
  // `gemm share` is of time, and `share of gemm kernels` of their number.
  else if (share_)
    query_.measure = says_event() || query_.subject != Subject::kernel || !query_.bounds.empty()
                         ? Measure::count
                         : Measure::time;
  else if (asks(Lead::which) || asks(Lead::name_of))
    choose_listing();
  else if ((asks(Lead::when) || asks(Lead::start_of)) && query_.subject == Subject::capture)
    query_.measure = Measure::start;
}

void Assembler::choose_measure() {
  std::set<Measure> asked = measures_;
  if (query_.subject == Subject::gpu && asked.count(Measure::model)) {
    query_.measure = Measure::model;
    return;
  }
  if (query_.subject == Subject::iteration) asked = iteration_measures(asked);
  if (counts_names()) distinct_ = true;
  settle_rate(asked);
  if (asked.size() > 1) asked.erase(Measure::time);
  if (asks(Lead::when) && asked.count(Measure::end)) asked = {Measure::end};
  if (asked.size() > 1) return refuse("It asks for two measures at once, and I can answer for one.");
  if (!asked.empty())
    query_.measure = *asked.begin();
  else
    choose_usual_measure();
  choose_only();
  settle_whether();
  // `idle gaps longer than 1 ms`, `kernels of process 7`: how many there are, and their time.
  if (query_.measure == Measure::none && questions_.empty() && query_.pick == Pick::none &&
      is_narrowed_in_words())
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
    // `average of the 10 longest kernels`.
    if (query_.top > 1 && query_.wanted == Wanted::value &&
        (query_.statistic == Statistic::mean || query_.statistic == Statistic::total))
      return;
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
                      query_.measure == Measure::block_threads || query_.measure == Measure::grid_threads ||
                      query_.measure == Measure::shared_memory ||
                      query_.measure == Measure::dynamic_shared_memory ||
                      query_.measure == Measure::static_shared_memory || query_.measure == Measure::period ||
                      query_.measure == Measure::spacing;
  if (single && query_.statistic == Statistic::none) query_.statistic = Statistic::mean;
}

// `kernels that started between 1 and 2 s`.
void Assembler::settle_start() {
  // `the first kernel after 60.3 s` begins behind it.
  const bool first_after_time = query_.pick == Pick::first && query_.group == Dimension::none &&
                                query_.window.from && !query_.window.to;
  if (first_after_time && query_.subject < Subject::iteration && query_.subject != Subject::gap)
    query_.starting = true;
  const bool asks_start = !asks(Lead::how_many) && (asks(Lead::when) || asks(Lead::start_of));
  if (!starting_ || asks_start) return;
  if (query_.window != TimeBounds{} || reading_.relative) {
    query_.starting = true;
    return;
  }
  if (query_.pick != Pick::first && query_.pick != Pick::last)
    refuse("Starting when? Say between which seconds.");
}

}  // namespace nsys_ai::inline agent
