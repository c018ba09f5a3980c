// What words and names say, each into its place.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {
namespace {

bool is_thing(const LinkedName& linked, Subject subject) {
  return std::any_of(linked.things.begin(), linked.things.end(),
                     [&](const NamedThing& thing) { return thing.subject == subject; });
}

// Work that a range may be around.
bool is_of_gpu(const std::vector<Subject>& said) {
  return std::any_of(said.begin(), said.end(), [](Subject s) {
    return s == Subject::kernel || s == Subject::copy || s == Subject::memset;
  });
}

}  // namespace

Assembled Assembler::assemble() {
  query_ = reading_.numbers;
  collect();
  if (problem_.empty()) place_names();
  if (problem_.empty()) settle_exclusions();
  if (problem_.empty()) decide();
  if (problem_.empty()) check();
  return {query_, problem_};
}

void Assembler::refuse(std::string why) {
  if (problem_.empty()) problem_ = std::move(why);
}

void Assembler::drop(Subject s) {
  subjects_.erase(std::remove(subjects_.begin(), subjects_.end(), s), subjects_.end());
}

std::vector<Subject> Assembler::events() const {
  std::vector<Subject> all;
  for (const Subject s : subjects_)
    if (!is_container(s)) all.push_back(s);
  return all;
}

void Assembler::once(std::string& place, const std::string& value, std::string_view what) {
  if (!place.empty() && place != value)
    refuse(fmt::format("It names two {}, {} and {}; I can answer for one.", what, place, value));
  place = value;
}

void Assembler::collect() {
  for (const Clue& c : reading_.clues)
    if (c.role == Role::excluding) excluding_.insert(c.at);
  for (const Clue& c : reading_.clues) collect(c);
  settle_difference();
  settle_order();
  settle_noun_start();
  settle_capture();
  // `of family gemm`: the word before a value is no grouping.
  if (!query_.family.empty() || !query_.not_family.empty()) groups_.erase(Dimension::family);
  if (!query_.library.empty() || !query_.not_library.empty()) groups_.erase(Dimension::library);
  if (!query_.direction.empty() || !query_.not_direction.empty()) groups_.erase(Dimension::direction);
  if (share_) questions_.erase(Lead::which);
  if (share_ && says_as_time() && has_word("much")) {
    share_ = false;  // `how much of it is hidden, as a time`
    questions_.insert(Lead::how_much);
  }
  if (share_ && says_as_time()) refuse("It asks for a share and for a duration at once.");
  // What a share of the span is asked of stands beside.
  if (share_ && has(Measure::span) && (!events().empty() || measures_.size() > 1)) whole_ = true;
  if (share_ && whole_) {
    drop(Subject::capture);
    measures_.erase(Measure::span);
  }
  // `the second backward pass`: in order of time.
  if (reading_.ranked && query_.pick == Pick::none && intents_.empty()) query_.pick = Pick::first;
  if (groups_.size() > 1) refuse("It groups by two things at once, and I can group by one.");
  if (!groups_.empty()) query_.group = *groups_.begin();
}

// The first that is named is what has more, unless it is said to have less.
void Assembler::settle_difference() {
  if (!compares()) {
    if (difference_ == Comparison::said)
      refuse("A difference is between two GPUs or two processes: name both.");
    return;
  }
  if (!difference_)
    return refuse(query_.minus_gpu ? "It names two GPUs, and I can answer for one, or for both together."
                                   : "It names two processes, and I can answer for one.");
  // `how many kernels run longer on GPU 1 than on GPU 0` is of pairs of kernels.
  if (asks(Lead::how_many) && (has_word("longer") || has_word("shorter")))
    return refuse("I can compare how long they took in all, and not each with its like.");
  if (query_.minus_gpu && query_.minus_process)
    return refuse("It compares GPUs and processes at once, and I can compare one of them.");
  const bool less = has_word("less") || has_word("fewer") || has_word("shorter");
  if (less == second_is_named_first()) return;
  if (query_.minus_gpu)
    std::swap(query_.gpus[0], *query_.minus_gpu);
  else
    std::swap(*query_.process, *query_.minus_process);
}

// `how many more than GPU 0 did GPU 1 run`.
bool Assembler::second_is_named_first() const {
  for (size_t at = 0; at + 1 < reading_.tokens.size(); ++at) {
    const std::string& word = reading_.tokens[at].word;
    if ((word != "gpu" && word != "device" && word != "process" && word != "pid") ||
        !reading_.tokens[at + 1].number)
      continue;
    if (at == 0) return false;
    const bool on = reading_.tokens[at - 1].word == "on" || reading_.tokens[at - 1].word == "for";
    return reading_.tokens[at - 1].word == "than" || (on && at > 1 && reading_.tokens[at - 2].word == "than");
  }
  return false;
}

// `how much of it is ..., as a time`.
bool Assembler::says_as_time() const {
  for (size_t i = 0; i + 2 < reading_.tokens.size(); ++i)
    if (reading_.tokens[i].word == "as" && reading_.tokens[i + 1].word == "a" &&
        (reading_.tokens[i + 2].word == "time" || reading_.tokens[i + 2].word == "total" ||
         reading_.tokens[i + 2].word == "duration"))
      return true;
  return false;
}

void Assembler::collect_key(Measure key, std::string_view text) {
  if (compares()) {
    measures_.insert(key);
    return;
  }
  // `the biggest by total time`: what is said of the order is surer than the size.
  if (key_ == Measure::time && key == Measure::bytes) return;
  if (key_ != Measure::none && key_ != key && text != "top" &&
      !(key_ == Measure::bytes && key == Measure::time))
    refuse("It asks for two orders at once.");
  key_ = key;
}

void Assembler::collect(const Clue& c) {
  if (c.at == left_out_at_) return;
  switch (c.role) {
    case Role::subject:
      if (!has(as<Subject>(c))) subjects_.push_back(as<Subject>(c));
      break;
    case Role::measure:
      if (is_order(c))
        said_order_ = as<Measure>(c);
      else if (as<Measure>(c) == Measure::communication && is_excluded(c.at))
        query_.not_family = "communication";
      else
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
      collect_key(as<Measure>(c), c.text);
      break;
    case Role::grouped:
      grouped_ = grouped_ || (!compares() && !is_order_of_pick(c));
      break;
    case Role::question:
      questions_.insert(as<Lead>(c));
      if (as<Lead>(c) == Lead::how_many) counted_at_ = c.at;
      break;
    case Role::per:
      groups_.insert(as<Dimension>(c));
      break;
    case Role::calls:
      collect_calls(as<CallClass>(c), is_excluded(c.at));
      break;
    case Role::intent:
      intents_.insert(as<Intent>(c));
      break;
    case Role::starting:
      starting_ = true;
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
    default:
      collect_condition(c);
  }
}

void Assembler::place_names() {
  for (const LinkedName& name : names_) place(name);
  if (problem_.empty() && !query_.inside.empty()) place_rank_of_range();
  if (problem_.empty()) settle_inside();
}

// `ranges nested in X`, and not `inside the range X`.
bool Assembler::says_ranges_inside(size_t at) const {
  const auto clue_before = [&](Role role, size_t end, size_t& place) {
    for (const Clue& c : reading_.clues)
      if (c.role == role && c.at < end && (role != Role::subject || as<Subject>(c) == Subject::range)) {
        place = c.at;
        return true;
      }
    return false;
  };
  size_t inside = 0, ranges = 0;
  return clue_before(Role::inside, at, inside) && clue_before(Role::subject, inside, ranges);
}

// A range around what is asked about, or one that marks where iterations begin.
bool Assembler::place_range(const LinkedName& linked, const std::vector<Subject>& said) {
  if (!is_thing(linked, Subject::range)) return false;
  const bool other = is_of_gpu(said);
  const bool of_calls = said.size() == 1 && said[0] == Subject::call;
  const bool of_ranges = said.size() == 1 && said[0] == Subject::range && says_ranges_inside(linked.at);
  const bool around =
      ((other || (said.empty() && !query_.family.empty())) && (linked.follows_inside || inside_said())) ||
      (of_calls && inside_said()) || of_ranges;
  // `the fourth X range: kernel time`.
  const bool beside = has(Subject::range) && other && stands_beside_range(linked);
  if (around || (beside && !is_marker_of_iterations())) {
    once(query_.inside, linked.text, "ranges");
    if (!of_ranges) drop(Subject::range);
    return true;
  }
  if (!is_marker_of_iterations()) return false;
  drop(Subject::iteration);
  drop(Subject::mark);
  subjects_.push_back(Subject::range);
  once(query_.name, linked.text, "names");
  return true;
}

// `poll calls`, and `MPI_Send calls` where the program marks them with ranges.
bool Assembler::place_call(const LinkedName& linked, const std::vector<Subject>& said) {
  if (!has(Subject::call) || query_.calls != CallClass::any) return false;
  const auto is_instead = [&](Subject subject) {
    drop(Subject::call);
    subjects_.push_back(subject);
    once(query_.name, linked.text, "names");
    return true;
  };
  for (const Subject s : {Subject::os_call, Subject::mpi_call})
    if (is_thing(linked, s)) return is_instead(s);
  if (said.size() == 1 && linked.things.size() == 1 &&
      (is_thing(linked, Subject::range) || is_thing(linked, Subject::kernel)))
    return is_instead(linked.things[0].subject);
  return false;
}

void Assembler::place(const LinkedName& linked) {
  if (is_excluded(linked.at)) {
    const bool of_calls = has(Subject::call) && is_thing(linked, Subject::call);
    if (!of_calls && !is_thing(linked, Subject::kernel))
      return refuse(
          fmt::format("I can leave out kernels and CUDA calls by name, and `{}` is none.", linked.text));
    if (events().empty()) subjects_.push_back(Subject::kernel);
    return once(query_.not_name, linked.text, "names");
  }
  // `launches of X`, where X is a kernel.
  if (has(Subject::call) && query_.calls == CallClass::launch && is_thing(linked, Subject::kernel) &&
      !is_thing(linked, Subject::call) && !has(Measure::time) && !asks(Lead::how_long)) {
    drop(Subject::call);
    query_.calls = CallClass::any;
    if (!has(Subject::kernel)) subjects_.push_back(Subject::kernel);
  }
  const std::vector<Subject> said = events();
  if (follows_family(linked))
    return refuse(
        fmt::format("Is `{0}` a range around them, or part of their name? Say `inside {0}`.", linked.text));
  if (place_range(linked, said)) return;
  for (const Subject s : {Subject::kernel, Subject::range, Subject::mark, Subject::call, Subject::os_call,
                          Subject::mpi_call, Subject::overhead})
    if (has(s) && is_thing(linked, s)) return once(query_.name, linked.text, "names");
  if (is_of_gpu(said) && is_thing(linked, Subject::range) && !is_thing(linked, Subject::kernel))
    return once(query_.inside, linked.text, "ranges");
  // `kernels launched through cuLaunchKernelEx`.
  if (is_of_gpu(said) && is_thing(linked, Subject::call) && follows_launched(linked.at))
    return once(query_.launched_by, linked.text, "calls");
  if (place_call(linked, said)) return;
  if (!said.empty() && !(said.size() == 1 && said[0] == Subject::iteration))
    return refuse(fmt::format("`{}` is no name of {}.", linked.text, plural_of(said[0])));
  // Launches, queues and grids are of kernels.
  const bool of_kernels =
      std::any_of(measures_.begin(), measures_.end(), [](Measure m) { return is_of_kernels(m); });
  if (of_kernels && is_thing(linked, Subject::kernel)) {
    subjects_.push_back(Subject::kernel);
    return once(query_.name, linked.text, "names");
  }
  if (linked.things.size() > 1)
    return refuse(fmt::format("`{}` is the name of a {} and of a {}; say which is meant.", linked.text,
                              noun_of(linked.things[0].subject), noun_of(linked.things[1].subject)));
  subjects_.push_back(linked.things[0].subject);
  once(query_.name, linked.text, "names");
}

// `launched by`, `launched through the call`.
bool Assembler::follows_launched(size_t at) const {
  const std::vector<WordToken>& tokens = reading_.tokens;
  while (at > 0 && is_one_of(tokens[at - 1], {"the", "a", "an", "call", "api", "function", "cuda", "one"}))
    --at;
  return at > 1 && is_one_of(tokens[at - 1], {"by", "through", "via", "with", "from"}) &&
         is_one_of(tokens[at - 2], {"launched", "started", "issued", "submitted"});
}

// `flash attention forward`: which way, though a range is called so.
bool Assembler::follows_family(const LinkedName& linked) const {
  if (!is_thing(linked, Subject::range) || is_thing(linked, Subject::kernel) || linked.follows_inside ||
      reading_.tokens[linked.at].quoted || reading_.tokens[linked.at].like_name ||
      stands_beside_range(linked))
    return false;
  return std::any_of(reading_.clues.begin(), reading_.clues.end(), [&](const Clue& c) {
    return c.role == Role::family && c.at + phrase_at(reading_.tokens, c.at).tokens == linked.at;
  });
}

bool Assembler::stands_beside_range(const LinkedName& linked) const {
  const auto is_range = [&](size_t at) {
    return at < reading_.tokens.size() &&
           (reading_.tokens[at].word == "range" || reading_.tokens[at].word == "nvtx");
  };
  return is_range(linked.at + linked.tokens) || (linked.at > 0 && is_range(linked.at - 1));
}

// `with X as the iteration marker, how many iterations are there`: so many as there are ranges.
bool Assembler::is_marker_of_iterations() const {
  return has(Subject::iteration) && has_word("marker") && asks(Lead::how_many) && measures_.empty() &&
         query_.pick == Pick::none && query_.group == Dimension::none;
}

// `inside the first X range`, `inside the 2nd range "X"`: the rank before the name is the range's.
void Assembler::place_rank_of_range() {
  if (reading_.unknown.size() != 1 || query_.pick == Pick::none) return;
  size_t at = reading_.unknown[0].at;
  const auto is_passed = [&](const std::string& word) { return word == "range" || word == "nvtx"; };
  while (at > 0 && is_passed(reading_.tokens[at - 1].word)) --at;
  if (at == 0) return;
  const std::string& word = reading_.tokens[at - 1].word;
  const bool picks = std::any_of(reading_.clues.begin(), reading_.clues.end(),
                                 [&](const Clue& c) { return c.role == Role::pick && c.at + 1 == at; });
  constexpr std::string_view kFirst[] = {"first", "earliest"};
  const bool first = std::find(std::begin(kFirst), std::end(kFirst), word) != std::end(kFirst);
  const bool ordinal =
      reading_.ranked && (reading_.tokens[at - 1].number || word.ends_with("d") || word.ends_with("th"));
  if (!first && !ordinal && !picks) return;
  if ((!first && !ordinal) || query_.pick != Pick::first || starting_ || query_.top > 0)
    return refuse("Of the ranges that are around I know which is the first, the second and so on.");
  query_.inside_rank = query_.rank;
  query_.rank = 1;
  query_.pick = Pick::none;
}

bool Assembler::inside_said() const {
  return std::any_of(reading_.clues.begin(), reading_.clues.end(),
                     [](const Clue& c) { return c.role == Role::inside; });
}

void Assembler::decide() {
  if (decide_intent()) return;
  if (has(Measure::mfu)) return decide_mfu();
  if (decide_hardware()) return;
  if (decide_gpu()) return;
  decide_event();
}

Assembled assemble(const ReadWords& reading, const std::vector<LinkedName>& names) {
  return Assembler(reading, names).assemble();
}

}  // namespace nsys_ai::inline agent
