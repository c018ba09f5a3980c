// What words and names say, each into its place.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "agent/ask/assembler.h"

namespace nsys_ai::inline agent {

Assembled Assembler::assemble() {
  query_ = reading_.numbers;
  collect();
  if (problem_.empty()) place_names();
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
  for (const Clue& c : reading_.clues) collect(c);
  // `of family gemm`: the word before a value is no grouping.
  if (!query_.family.empty()) groups_.erase(Dimension::family);
  if (!query_.library.empty()) groups_.erase(Dimension::library);
  if (!query_.direction.empty()) groups_.erase(Dimension::direction);
  if (share_) questions_.erase(Lead::which);
  if (share_ && says_as_time()) refuse("It asks for a share and for a duration at once.");
  if (share_ && whole_) {
    drop(Subject::capture);
    measures_.erase(Measure::span);
  }
  // `the second backward pass`: in order of time.
  if (reading_.ranked && query_.pick == Pick::none && intents_.empty()) query_.pick = Pick::first;
  if (groups_.size() > 1) refuse("It groups by two things at once, and I can group by one.");
  if (!groups_.empty()) query_.group = *groups_.begin();
}

// `how much of it is ..., as a time`.
bool Assembler::says_as_time() const {
  for (size_t i = 0; i + 2 < reading_.tokens.size(); ++i)
    if (reading_.tokens[i].word == "as" && reading_.tokens[i + 1].word == "a" &&
        (reading_.tokens[i + 2].word == "time" || reading_.tokens[i + 2].word == "total"))
      return true;
  return false;
}

void Assembler::collect(const Clue& c) {
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
      questions_.insert(as<Lead>(c));
      if (as<Lead>(c) == Lead::how_many) counted_at_ = c.at;
      break;
    case Role::per:
      groups_.insert(as<Dimension>(c));
      break;
    case Role::calls:
      if (query_.calls != CallClass::any && query_.calls != as<CallClass>(c))
        refuse("It names two kinds of calls; I can answer for one.");
      query_.calls = as<CallClass>(c);
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

void Assembler::collect_condition(const Clue& c) {
  switch (c.role) {
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
    default:
      break;
  }
}

void Assembler::collect_pick(const Clue& c) {
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

void Assembler::place_names() {
  for (const LinkedName& name : names_) place(name);
}

void Assembler::place(const LinkedName& linked) {
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
  for (const Subject s : {Subject::os_call, Subject::mpi_call})
    if (has(Subject::call) && query_.calls == CallClass::any && thing(s)) {
      drop(Subject::call);  // `poll calls`
      subjects_.push_back(s);
      return once(query_.name, linked.text, "names");
    }
  if (!said.empty() && !(said.size() == 1 && said[0] == Subject::iteration))
    return refuse(fmt::format("`{}` is no name of {}.", linked.text, plural_of(said[0])));
  if (linked.things.size() > 1)
    return refuse(fmt::format("`{}` is the name of a {} and of a {}; say which is meant.", linked.text,
                              noun_of(linked.things[0].subject), noun_of(linked.things[1].subject)));
  subjects_.push_back(linked.things[0].subject);
  once(query_.name, linked.text, "names");
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
