// Each word has its place in the query. Where two want the same place, or one finds none, there is no query:
// a question that was half understood would be answered wrongly.
#include "agent/ask/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace nsys_ai::inline agent {
namespace {

class Assembler {
 public:
  Assembler(const Reading& reading, const std::vector<LinkedName>& names)
      : reading_(reading), names_(names) {}

  Assembled assemble() {
    query_ = reading_.numbers;
    collect();
    if (problem_.empty()) place_names();
    if (problem_.empty()) decide();
    if (problem_.empty()) check();
    return {query_, problem_};
  }

 private:
  template <class E>
  static E as(const Clue& clue) {
    return static_cast<E>(clue.value);
  }
  void refuse(std::string why) {
    if (problem_.empty()) problem_ = std::move(why);
  }
  bool has(Subject s) const { return std::find(subjects_.begin(), subjects_.end(), s) != subjects_.end(); }
  bool has(Measure m) const { return measures_.count(m) > 0; }
  bool asks(Question q) const { return questions_.count(q) > 0; }
  void drop(Subject s) {
    subjects_.erase(std::remove(subjects_.begin(), subjects_.end(), s), subjects_.end());
  }
  static bool is_container(Subject s) { return s >= Subject::gpu; }
  std::vector<Subject> events() const {
    std::vector<Subject> all;
    for (const Subject s : subjects_)
      if (!is_container(s)) all.push_back(s);
    return all;
  }

  void once(std::string& place, const std::string& value, std::string_view what) {
    if (!place.empty() && place != value)
      refuse(fmt::format("It names two {}, {} and {}; I can answer for one.", what, place, value));
    place = value;
  }

  void collect() {
    for (const Clue& c : reading_.clues) collect(c);
    // `of family gemm`: the word before a value is no grouping.
    if (!query_.family.empty()) groups_.erase(Dimension::family);
    if (!query_.library.empty()) groups_.erase(Dimension::library);
    if (!query_.direction.empty()) groups_.erase(Dimension::direction);
    if (share_) questions_.erase(Question::which);
    if (share_ && whole_) {
      drop(Subject::capture);
      measures_.erase(Measure::span);
    }
    // `the second backward pass`: in order of time.
    if (reading_.ranked && query_.pick == Pick::none && intents_.empty()) query_.pick = Pick::first;
    if (groups_.size() > 1) refuse("It groups by two things at once, and I can group by one.");
    if (!groups_.empty()) query_.group = *groups_.begin();
  }

  void collect(const Clue& c) {
    switch (c.role) {
      case Role::subject:
        if (!has(as<Subject>(c))) subjects_.push_back(as<Subject>(c));
        break;
      case Role::measure:
        measures_.insert(as<Measure>(c));
        break;
      case Role::statistic:
        if (query_.statistic != Statistic::none && query_.statistic != as<Statistic>(c))
          refuse("It asks for two statistics at once.");
        query_.statistic = as<Statistic>(c);
        break;
      case Role::pick:
        collect_pick(c);
        break;
      case Role::key:
        if (key_ != Measure::none && key_ != as<Measure>(c) && c.text != "top")
          refuse("It asks for two orders at once.");
        key_ = as<Measure>(c);
        break;
      case Role::grouped:
        grouped_ = true;
        break;
      case Role::question:
        questions_.insert(as<Question>(c));
        if (as<Question>(c) == Question::how_many) counted_at_ = c.at;
        break;
      case Role::per:
        groups_.insert(as<Dimension>(c));
        break;
      case Role::family:
        once(query_.family, c.text, "families");
        break;
      case Role::library:
        once(query_.library, c.text, "libraries");
        break;
      case Role::direction:
        once(query_.direction, c.text, "directions");
        break;
      case Role::memory:
        once(query_.memory, c.text, "kinds of memory");
        break;
      case Role::name:
        once(query_.name, c.text, "names");
        break;
      case Role::calls:
        if (query_.calls != CallClass::any && query_.calls != as<CallClass>(c))
          refuse("It names two kinds of calls; I can answer for one.");
        query_.calls = as<CallClass>(c);
        break;
      case Role::intent:
        intents_.insert(as<Intent>(c));
        break;
      case Role::distinct:
        distinct_ = true;
        break;
      case Role::share:
        share_ = true;
        break;
      case Role::whole:
        whole_ = true;
        break;
      case Role::inside:
      case Role::filler:
        break;
    }
  }

  void collect_pick(const Clue& c) {
    const Pick pick = as<Pick>(c);
    if (c.text == "top") {
      top_ = true;
      if (query_.pick == Pick::none) query_.pick = pick;
      return;
    }
    const bool by_time = pick == Pick::first || pick == Pick::last;
    if (query_.pick != Pick::none && query_.pick != pick && !top_) {
      // `the last of the longest` and the like.
      (void)by_time;
      return refuse("It asks for two picks at once, such as the first and the longest.");
    }
    query_.pick = pick;
  }

  // ---- names

  void place_names() {
    for (const LinkedName& name : names_) place(name);
  }

  void place(const LinkedName& linked) {
    const auto thing = [&](Subject s) {
      return std::find_if(linked.things.begin(), linked.things.end(),
                          [&](const NamedThing& t) { return t.subject == s; }) != linked.things.end();
    };
    const std::vector<Subject> said = events();
    // A range around what is asked about.
    const bool other = std::any_of(said.begin(), said.end(), [](Subject s) {
      return s == Subject::kernel || s == Subject::copy || s == Subject::memset;
    });
    if (thing(Subject::range) && (other || (said.empty() && !query_.family.empty())) &&
        (linked.follows_inside || inside_said())) {
      once(query_.inside, linked.text, "ranges");
      drop(Subject::range);
      return;
    }
    for (const Subject s :
         {Subject::kernel, Subject::range, Subject::mark, Subject::call, Subject::os_call, Subject::mpi_call})
      if (has(s) && thing(s)) return once(query_.name, linked.text, "names");
    if (other && thing(Subject::range) && !thing(Subject::kernel)) {
      once(query_.inside, linked.text, "ranges");
      return;
    }
    if (!said.empty() && !(said.size() == 1 && said[0] == Subject::iteration))
      return refuse(fmt::format("`{}` is no name of {}.", linked.text, plural_of(said[0])));
    if (linked.things.size() > 1)
      return refuse(fmt::format("`{}` is the name of a {} and of a {}; say which is meant.", linked.text,
                                noun_of(linked.things[0].subject), noun_of(linked.things[1].subject)));
    subjects_.push_back(linked.things[0].subject);
    once(query_.name, linked.text, "names");
  }

  bool inside_said() const {
    return std::any_of(reading_.clues.begin(), reading_.clues.end(),
                       [](const Clue& c) { return c.role == Role::inside; });
  }

  // ---- what is asked

  void decide() {
    if (decide_intent()) return;
    if (has(Measure::mfu)) return decide_mfu();
    if (decide_hardware()) return;
    if (decide_gpu()) return;
    decide_event();
  }

  bool only_gpus() const {
    return events().empty() && query_.name.empty() && query_.direction.empty() && query_.memory.empty() &&
           query_.bounds.empty() && query_.inside.empty() && query_.group == Dimension::none &&
           query_.pick == Pick::none && !share_ && !distinct_;
  }

  bool decide_intent() {
    const bool why = asks(Question::why);
    if (why && (has(Measure::idle) || (has(Measure::busy) && has_word("low")) || has_word("waiting"))) {
      drop(Subject::gap);
      if (!only_gpus())
        return refuse("I can say why a GPU is idle, and not yet of a part of its work."), true;
      query_.intent = Intent::why_idle;
      return true;
    }
    const bool yes_or_no = !share_ && !asks(Question::how_many) && !asks(Question::how_much) &&
                           !asks(Question::how_long) && !reading_.says_time && query_.pick == Pick::none &&
                           !asks(Question::which);
    const bool both =
        has(Measure::communication) || query_.family == "communication" || has(Measure::compute);
    if (has(Measure::overlap) && yes_or_no && both && starts_as_question()) {
      drop(Subject::kernel);
      query_.family.clear();
      if (!only_gpus())
        return refuse("I can say whether communication and compute overlap, and not yet of other pairs."),
               true;
      query_.intent = Intent::overlapping;
      return true;
    }
    if (intents_.empty()) {
      if (why)
        refuse("I can say why a GPU is idle, what is wrong and what the bottleneck is, and no other why.");
      return why;
    }
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

  bool asks_which_gpu() const { return asks(Question::which) && has(Subject::gpu); }
  bool measures_none_but_time() const {
    return measures_.empty() || (measures_.size() == 1 && has(Measure::time));
  }
  bool has_word(std::string_view word) const {
    return std::any_of(reading_.tokens.begin(), reading_.tokens.end(),
                       [&](const Token& t) { return t.word == word; });
  }
  // `is`, `does`: a yes or no is asked for.
  bool starts_as_question() const {
    constexpr std::string_view kWords[] = {"is", "are", "does", "do", "did", "was", "were", "can", "has"};
    return !reading_.tokens.empty() &&
           std::find(std::begin(kWords), std::end(kWords), reading_.tokens[0].word) != std::end(kWords);
  }

  void decide_mfu() {
    if (query_.flops <= 0) return refuse("MFU needs the FLOPs of the work: ask \"MFU with 1.2e15 flops\".");
    if (events().size() > 1 || query_.pick != Pick::none || query_.group != Dimension::none ||
        !query_.bounds.empty() || measures_.size() > 1 + (has(Measure::busy) ? 1U : 0U))
      return refuse("I can give the MFU of the run, of a kernel or of an NVTX range.");
    query_.measure = Measure::mfu;
    query_.subject = events().empty() ? Subject::capture : events()[0];
    query_.statistic = Statistic::none;
  }

  bool decide_hardware() {
    std::set<Measure> asked;
    for (const Measure m : measures_)
      if (is_hardware(m)) asked.insert(m);
    if (asked.empty()) return false;
    if (has(Measure::memory) && (has(Subject::copy) || has(Subject::memset))) {
      measures_.erase(Measure::memory);
      measures_.insert(Measure::bytes);
      return false;
    }
    if (asked.size() > 1 || !events().empty() || query_.stream || !query_.name.empty() ||
        !query_.bounds.empty() || query_.pick != Pick::none || share_ || !query_.family.empty() ||
        query_.window != TimeBounds{} || reading_.relative || query_.calls != CallClass::any ||
        query_.iteration || (measures_.size() > 1 && !(measures_.size() == 2 && has(Measure::bytes))))
      return refuse(
                 "I can tell one fact of the hardware at a time: model, SMs, memory, peak bandwidth or compute capability."),
             true;
    query_.subject = Subject::gpu;
    query_.measure = *asked.begin();
    query_.statistic = Statistic::none;
    query_.group = Dimension::none;
    return true;
  }

  // ---- GPUs

  std::set<Measure> gpu_measures() const {
    std::set<Measure> asked;
    for (const Measure m : measures_)
      if (is_of_gpus(m)) asked.insert(m);
    if (is_of_gpus(key_)) asked.insert(key_);
    return asked;
  }

  bool decide_gpu() {
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
      return false;
    }
    if (has(Subject::kernel) && !whole_ &&
        (asked == std::set{Measure::compute} || asked == std::set{Measure::communication})) {
      once(query_.family, asked.count(Measure::compute) ? "compute" : "communication", "families");
      measures_.erase(*asked.begin());
      return false;
    }
    if (has(Subject::iteration)) return false;
    absorb_pair(asked);
    if (asked.size() != 1) return refuse("It asks for two measures of a GPU at once."), true;
    finish_gpu(*asked.begin());
    return true;
  }

  // `what share of the time does a kernel run`.
  bool is_unnarrowed() const {
    return query_.family.empty() && query_.library.empty() && query_.calls == CallClass::any &&
           query_.bounds.empty() && !query_.stream && has(Measure::time) && measures_.size() == 1;
  }

  // `what share of the run is NCCL`.
  std::set<Measure> measures_of_whole() {
    const std::vector<Subject> said = events();
    const bool plain =
        query_.name.empty() && query_.direction.empty() && query_.memory.empty() && query_.inside.empty();
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

  // Overlap and exposure are of communication beside compute, whose words stand beside.
  void absorb_pair(std::set<Measure>& asked) {
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
    if (asked.count(Measure::span) && asked.size() == 2) {
      asked.erase(Measure::span);
      if (!share_) asked.insert(Measure::span);
    }
    if (asked.count(Measure::busy) && asked.size() == 2) {
      // `busy with kernels`, `busy copying`.
      if (asked.count(Measure::copying) || asked.count(Measure::kernel_busy) ||
          asked.count(Measure::compute) || asked.count(Measure::communication))
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

  void finish_gpu(Measure measure) {
    for (const Subject s : {Subject::stream, Subject::process, Subject::thread})
      if (has(s)) return refuse(fmt::format("I can tell this of a GPU, and not of a {}.", noun_of(s)));
    if (!events().empty() || query_.stream || query_.thread || !query_.name.empty() ||
        !query_.family.empty() || !query_.direction.empty() || !query_.memory.empty() ||
        !query_.bounds.empty() || !query_.inside.empty() || query_.calls != CallClass::any || distinct_ ||
        !query_.library.empty())
      return refuse(
          fmt::format("I can tell the {} of a GPU, and not of a part of its work.", word_of(measure)));
    for (const Measure m : measures_)
      if (m != measure && m != Measure::time && !is_of_gpus(m))
        return refuse("It asks for two measures at once.");
    if (query_.pick == Pick::first || query_.pick == Pick::last)
      return refuse("I do not know the first or last of this.");
    query_.subject = Subject::gpu;
    query_.measure = measure;
    const bool clock = asks(Question::when);
    if (clock) return refuse("I can tell when single events begin, and not when a GPU is in a state.");
    const bool told_as_share = measure == Measure::busy || measure == Measure::idle ||
                               has_word("utilization") || has_word("utilisation");
    const bool by_share = share_ || (told_as_share && !reading_.says_time);
    query_.wanted = by_share ? Wanted::share : Wanted::value;
    if (by_share && measure == Measure::span) return refuse("The span is what shares are of.");
    if (query_.statistic == Statistic::median || query_.statistic == Statistic::percentile)
      return refuse("A GPU has no median of this.");
    if (by_share || query_.statistic == Statistic::total) query_.statistic = Statistic::none;
    if (query_.pick == Pick::none && asks(Question::which))
      return refuse("Ask which GPU has the most or the least of it.");
    if (query_.group != Dimension::none && query_.group != Dimension::gpu)
      return refuse("I can tell this per GPU only.");
    if (query_.pick != Pick::none) {
      query_.group = Dimension::gpu;
      const bool value = (asks(Question::how_long) || asks(Question::value_of) || asks(Question::how_much)) &&
                         !asks(Question::which);
      query_.wanted = value ? Wanted::value : Wanted::name;
      query_.statistic = Statistic::none;
    }
  }

  // ---- events

  void decide_event() {
    choose_subject();
    if (!problem_.empty()) return;
    choose_measure();
    if (!problem_.empty()) return;
    if (share_) query_.wanted = Wanted::share;
    if (query_.pick != Pick::none) choose_pick();
    if (problem_.empty()) settle_statistic();
  }

  void infer_subject() {
    if (!events().empty()) return;
    if (!query_.family.empty() || !query_.library.empty() || has(Measure::latency) || has(Measure::queue) ||
        has(Measure::registers) || has(Measure::blocks) || has(Measure::block_threads) ||
        has(Measure::shared_memory))
      subjects_.insert(subjects_.begin(), Subject::kernel);
    else if (!query_.direction.empty() || !query_.memory.empty() || has(Measure::bytes) ||
             has(Measure::bandwidth) || query_.group == Dimension::direction)
      subjects_.insert(subjects_.begin(), Subject::copy);
    else if (query_.group == Dimension::family || query_.group == Dimension::library ||
             query_.group == Dimension::name)
      subjects_.insert(subjects_.begin(), Subject::kernel);
    else if (query_.iteration && !has(Subject::capture))
      subjects_.insert(subjects_.begin(), Subject::iteration);
  }

  Dimension dimension_of(Subject container) const {
    if (container == Subject::gpu) return Dimension::gpu;
    if (container == Subject::stream) return Dimension::stream;
    if (container == Subject::process) return Dimension::process;
    return container == Subject::thread ? Dimension::thread : Dimension::none;
  }

  void choose_subject() {
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
    if (said.size() == 2 && has(Subject::iteration) && asks(Question::which)) {
      drop(Subject::iteration);
      once_group(Dimension::iteration);
      said = events();
    }
    if (said.size() > 1)
      return refuse(fmt::format("It asks of {} and of {} at once, and I can answer for one.",
                                plural_of(said[0]), plural_of(said[1])));
    choose_container(said);
  }

  void once_group(Dimension group) {
    if (query_.group != Dimension::none && query_.group != group)
      refuse("It groups by two things at once, and I can group by one.");
    query_.group = group;
  }

  void choose_container(const std::vector<Subject>& said) {
    Subject container = Subject::none;
    for (const Subject s : {Subject::stream, Subject::process, Subject::thread, Subject::gpu})
      if (has(s)) {
        if (container != Subject::none && s != Subject::gpu)
          return refuse("It asks of two kinds of places at once.");
        if (container == Subject::none) container = s;
      }
    const bool counted =
        asks(Question::how_many) && container != Subject::none && first_counted() == container;
    const bool which = asks(Question::which) && container != Subject::none;
    if (said.empty()) {
      if (has(Subject::capture) && container == Subject::none) {
        query_.subject = Subject::capture;
        return;
      }
      if (container == Subject::none)
        return refuse("I do not see what it asks about: kernels, copies, gaps, ranges, calls, GPUs, ...");
      if (counted) {
        query_.subject = has(Subject::gpu) && container != Subject::gpu ? Subject::operation : container;
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
    } else if (container == Subject::thread || container == Subject::stream ||
               container == Subject::process) {
      refuse(fmt::format("I do not know what it asks of {}.", plural_of(container)));
    }
  }

  // `stream with the most kernels`: the container stands before what is counted on it.
  bool container_is_picked(Subject container) const {
    for (const Subject s : subjects_) {
      if (s == container) return container != Subject::gpu || key_ == Measure::none || grouped_;
      if (!is_container(s)) return false;
    }
    return false;
  }

  Subject first_counted() const {
    for (const Clue& c : reading_.clues)
      if (c.role == Role::subject && c.at > counted_at_) return as<Subject>(c);
    return Subject::none;
  }

  void choose_measure() {
    std::set<Measure> asked = measures_;
    if (query_.subject == Subject::iteration) asked = iteration_measures(asked);
    if (asked.size() > 1) asked.erase(Measure::time);
    if (asks(Question::when) && asked.count(Measure::end)) asked = {Measure::end};
    if (asked.size() > 1) return refuse("It asks for two measures at once, and I can answer for one.");
    if (!asked.empty())
      query_.measure = *asked.begin();
    else if (distinct_)
      query_.measure = Measure::names;
    else if (asks(Question::how_many))
      query_.measure = Measure::count;
    else if (asks(Question::how_long))
      query_.measure = Measure::time;
    else if (asks(Question::how_much) && query_.subject == Subject::copy)
      query_.measure = Measure::bytes;
    else if (key_ != Measure::none)
      query_.measure = key_;
    else if (query_.pick == Pick::first || query_.pick == Pick::last)
      query_.measure = Measure::time;
    else if (query_.statistic == Statistic::mean && query_.group != Dimension::none)
      query_.measure = Measure::count;
    else if (query_.pick != Pick::none)
      query_.measure = query_.group != Dimension::none ? Measure::count
                       : top_                          ? Measure::time
                                                       : Measure::none;
    else if (share_)
      query_.measure = Measure::count;
    else if (asks(Question::which) || asks(Question::name_of))
      choose_listing();
    else if (asks(Question::when) && query_.subject == Subject::capture)
      query_.measure = Measure::start;
    if (asks(Question::how_many) && query_.measure == Measure::time && !share_ && key_ == Measure::none)
      query_.measure = Measure::count;
    if (query_.measure == Measure::none)
      refuse(fmt::format("I do not see what it asks of {}: how many, how long, which is longest, ...",
                         plural_of(query_.subject)));
    if (distinct_ && query_.measure != Measure::names)
      refuse("I can count what is distinct, and nothing else of it.");
  }

  std::set<Measure> iteration_measures(std::set<Measure> asked) const {
    for (const Measure m : {Measure::busy, Measure::idle, Measure::communication})
      if (asked.count(m) || key_ == m) asked = {m};
    return asked;
  }

  // `which kernels ran on stream 7`: their names, by time.
  void choose_listing() {
    query_.pick = Pick::most;
    query_.measure = query_.group == Dimension::none ? Measure::time : Measure::count;
    grouped_ = true;
  }

  bool is_nameable() const {
    switch (query_.subject) {
      case Subject::kernel:
      case Subject::range:
      case Subject::mark:
      case Subject::call:
      case Subject::os_call:
      case Subject::mpi_call:
      case Subject::iteration:
        return true;
      default:
        return false;
    }
  }

  // `duration of the longest kernel`, `maximum duration of kernels`, and not `kernel with the longest
  // duration`.
  bool asks_for_value() const {
    if (asks(Question::value_of) || asks(Question::how_long) || asks(Question::how_much) ||
        asks(Question::how_many))
      return true;
    constexpr size_t kNowhere = SIZE_MAX;
    size_t pick = kNowhere, subject = kNowhere, measure = kNowhere;
    for (const Clue& c : reading_.clues) {
      if (c.role == Role::pick) pick = c.at;
      if (c.role == Role::subject) subject = std::min(subject, c.at);
      if (c.role == Role::measure) measure = std::min(measure, c.at);
    }
    if (measure < pick) return true;
    if (query_.group != Dimension::none || subject < pick) return false;
    const bool length = (query_.pick == Pick::most || query_.pick == Pick::least) &&
                        (has_word("duration") || has_word("time"));
    return measure != kNowhere || length;
  }

  void choose_pick() {
    const bool by_time = query_.pick == Pick::first || query_.pick == Pick::last;
    if (top_ && key_ == Measure::none && !by_time) grouped_ = true;
    if (key_ == Measure::bytes && (query_.subject == Subject::gap || query_.subject == Subject::iteration))
      query_.measure = Measure::time;
    if (key_ == Measure::count && query_.measure != Measure::count) query_.measure = Measure::count;
    if (grouped_ && query_.group == Dimension::none && !by_time)
      query_.group = query_.subject == Subject::copy ? Dimension::direction : Dimension::name;
    if (query_.measure == Measure::count && query_.group == Dimension::none && !by_time)
      query_.group = Dimension::name;
    if (share_) return refuse("I can tell the share of one thing, and not of a pick.");
    query_.order = key_ != Measure::none ? key_ : query_.measure;
    if (query_.order == Measure::bytes && query_.subject != Subject::copy &&
        query_.subject != Subject::memset)
      query_.order = Measure::time;
    if (query_.group != Dimension::none) query_.order = query_.measure;
    if (by_time) query_.order = Measure::start;
    if (asks(Question::start_of) || asks(Question::when))
      query_.wanted = query_.measure == Measure::end ? Wanted::value : Wanted::start;
    else if (asks(Question::name_of) || asks(Question::which))
      query_.wanted = Wanted::name;
    else if (asks_for_value())
      query_.wanted = Wanted::value;
    else
      query_.wanted = query_.group != Dimension::none || is_nameable() ? Wanted::name : Wanted::value;
    if (query_.wanted == Wanted::start && query_.group != Dimension::none)
      return refuse("I can tell when a single event began, and not a group.");
    if (query_.wanted == Wanted::name && query_.group == Dimension::none && !is_nameable())
      query_.wanted = Wanted::value;
    if (query_.group != Dimension::none && by_time)
      return refuse("I do not know the first or last of a group.");
  }

  void settle_statistic() {
    const bool sums = query_.measure == Measure::time || query_.measure == Measure::bytes;
    const bool one = query_.pick != Pick::none && query_.group == Dimension::none;
    if (one) {
      if (query_.statistic != Statistic::none && query_.statistic != Statistic::total)
        refuse("A statistic of a single event is none.");
      query_.statistic = Statistic::none;
      return;
    }
    if (query_.measure == Measure::count && query_.statistic == Statistic::total)
      query_.statistic = Statistic::none;
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

  void check();

  const Reading& reading_;
  const std::vector<LinkedName>& names_;
  Query query_;
  std::string problem_;
  std::vector<Subject> subjects_;
  std::set<Measure> measures_;
  std::set<Question> questions_;
  std::set<Dimension> groups_;
  std::set<Intent> intents_;
  Measure key_ = Measure::none;
  size_t counted_at_ = 0;
  bool grouped_ = false, distinct_ = false, share_ = false, whole_ = false, top_ = false;
};

bool is_gpu_event(Subject s) {
  return s == Subject::kernel || s == Subject::copy || s == Subject::memset || s == Subject::operation ||
         s == Subject::gap || s == Subject::graph;
}

bool is_host_event(Subject s) {
  return s == Subject::range || s == Subject::mark || s == Subject::call || s == Subject::os_call ||
         s == Subject::mpi_call;
}

bool fits(Measure measure, Subject subject) {
  switch (measure) {
    case Measure::time:
    case Measure::end:
      return subject != Subject::mark && subject != Subject::gpu && subject != Subject::stream &&
             subject != Subject::process && subject != Subject::thread;
    case Measure::start:
      return subject < Subject::gpu || subject == Subject::capture;
    case Measure::count:
      return subject != Subject::capture;
    case Measure::names:
      return subject == Subject::kernel || is_host_event(subject) || is_gpu_event(subject);
    case Measure::bytes:
      return subject == Subject::copy || subject == Subject::memset;
    case Measure::bandwidth:
      return subject == Subject::copy;
    case Measure::busy:
    case Measure::idle:
    case Measure::communication:
      return subject == Subject::iteration || subject == Subject::gpu;
    case Measure::none:
      return false;
    default:
      return is_hardware(measure) || is_of_gpus(measure)
                 ? subject == Subject::gpu
                 : measure == Measure::mfu || subject == Subject::kernel;
  }
}

// What the planner can do; the rest is refused here, with the words of the field.
void Assembler::check() {
  const Query& q = query_;
  if (reading_.ranked && (q.pick == Pick::none || q.top > 0 || q.intent != Intent::measure))
    return refuse("I do not know of what the rank is: say the second longest, or the second kernel.");
  if (q.intent != Intent::measure) {
    if (q.stream || q.thread)
      refuse("I can answer this of GPUs and processes, and not of a stream or thread.");
    return;
  }
  if (q.subject == Subject::none || !fits(q.measure, q.subject))
    return refuse(fmt::format("{} have no {} that I know of.", plural_of(q.subject), word_of(q.measure)));
  const bool kernels = q.subject == Subject::kernel;
  if ((!q.family.empty() || !q.library.empty()) && !kernels)
    return refuse("Families and libraries are of kernels.");
  if ((!q.direction.empty() || !q.memory.empty()) && q.subject != Subject::copy)
    return refuse("Directions and kinds of memory are of copies.");
  if (!q.inside.empty() && !kernels)
    return refuse("Of what is inside a range I know the kernels, and nothing else.");
  if (q.stream && !is_gpu_event(q.subject)) return refuse("Streams have GPU operations, and nothing else.");
  if (q.thread && !is_host_event(q.subject))
    return refuse("Threads have calls and ranges, and nothing else.");
  if (q.calls != CallClass::any && q.subject != Subject::call)
    return refuse("It names a kind of calls, and asks of something else.");
  for (const Bound& b : q.bounds)
    if (b.bytes && q.subject != Subject::copy && q.subject != Subject::memset)
      return refuse("Bytes are of copies and memsets.");
  if (!q.bounds.empty() && (q.subject >= Subject::gpu || q.subject == Subject::iteration))
    return refuse("A bound is of single events.");
  if (q.group == Dimension::stream && !is_gpu_event(q.subject))
    return refuse("Streams have GPU operations, and nothing else.");
  if (q.group == Dimension::stream && q.subject == Subject::gap)
    return refuse("Idle gaps are of GPUs, not of streams: name one stream.");
  if (q.group == Dimension::thread && !is_host_event(q.subject))
    return refuse("Threads have calls and ranges, and nothing else.");
  if ((q.group == Dimension::family || q.group == Dimension::library) && !kernels)
    return refuse("Families and libraries are of kernels.");
  if (q.group == Dimension::direction && q.subject != Subject::copy)
    return refuse("Directions are of copies.");
  if (q.group == Dimension::gpu && is_host_event(q.subject))
    return refuse("Calls and ranges are of threads, not of GPUs.");
  if (q.group == Dimension::iteration &&
      !(kernels && q.measure == Measure::count && q.name.empty() && q.family.empty() && q.library.empty() &&
        !q.stream && q.bounds.empty() && q.inside.empty()))
    return refuse(
        "Per iteration I can count kernels; the duration, busy, idle and communication time are of iterations themselves.");
  if (q.group == Dimension::name && !(kernels || is_host_event(q.subject)))
    return refuse(fmt::format("{} have no names.", plural_of(q.subject)));
  if (q.subject >= Subject::gpu && q.measure == Measure::count &&
      (q.stream || !q.name.empty() || !q.bounds.empty()))
    return refuse("I can count all of these, and not those of a kind.");
  if (q.iteration && (q.subject == Subject::capture || is_hardware(q.measure)))
    return refuse("This is not of a step.");
  if ((q.measure == Measure::start || q.measure == Measure::end) && q.pick == Pick::none &&
      q.subject != Subject::capture && !(q.subject == Subject::iteration && q.iteration))
    return refuse(
        fmt::format("Of which of the {}? Say the first, the last or the longest.", plural_of(q.subject)));
  if (asks(Question::when) && q.pick == Pick::none && q.subject != Subject::capture &&
      q.measure != Measure::start && q.measure != Measure::end)
    return refuse(
        fmt::format("Of which of the {}? Say the first, the last or the longest.", plural_of(q.subject)));
  if (q.statistic == Statistic::mean && q.measure == Measure::count && q.group == Dimension::none)
    return refuse("An average number is per something: per stream, per iteration, ...");
  if (q.group != Dimension::none && q.pick == Pick::none && q.measure == Measure::count &&
      q.statistic != Statistic::none && q.statistic != Statistic::mean)
    return refuse("I can average numbers over groups, and nothing else.");
  if (whole_ && share_ && q.subject != Subject::gpu)
    return refuse(
        "I can tell which share of the span is busy, idle, compute, communication or copying, and of kernel time which share a family has.");
  if (q.wanted == Wanted::share && q.subject != Subject::gpu) {
    if (q.group != Dimension::none) return refuse("I can tell the share of one thing, and not per group.");
    const bool narrowed = !q.name.empty() || !q.family.empty() || !q.library.empty() ||
                          !q.direction.empty() || !q.memory.empty() || !q.inside.empty() ||
                          !q.bounds.empty() || q.calls != CallClass::any || q.stream;
    if (!narrowed)
      return refuse(fmt::format("Which share of {}: of which kind or name?", plural_of(q.subject)));
    if (q.measure != Measure::time && q.measure != Measure::count && q.measure != Measure::bytes)
      return refuse("Shares are of time, of numbers or of bytes.");
  }
}

}  // namespace

Assembled assemble(const Reading& reading, const std::vector<LinkedName>& names) {
  return Assembler(reading, names).assemble();
}

}  // namespace nsys_ai::inline agent
